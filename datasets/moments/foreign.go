package moments

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/wording"
)

// This file reads sums that were made without larui: by a database with the query of BuildQuery, or by a
// program that computed a GramMatrix. Such sums have no sample of rows.

// A dialect says how the SQL of one database writes names, doubles and arrays.
type dialect struct {
	name string
	// quote stands before and after a name. float is the SQL type of a double.
	quote, float string
	// array returns an SQL expression that formats a list of values as one text.
	array func(values string) string
}

func dialects() []dialect {
	return []dialect{
		{"duckdb", `"`, "DOUBLE", func(v string) string { return "CAST([" + v + "] AS VARCHAR)" }},
		{"postgres", `"`, "DOUBLE PRECISION", func(v string) string { return "CAST(ARRAY[" + v + "] AS TEXT)" }},
		{"bigquery", "`", "FLOAT64", func(v string) string { return "TO_JSON_STRING([" + v + "])" }},
		{"spark", "`", "DOUBLE", func(v string) string { return "to_json(array(" + v + "))" }},
	}
}

// Dialects returns the names of the SQL dialects that BuildQuery can build.
func Dialects() (names []string) {
	for _, d := range dialects() {
		names = append(names, d.name)
	}
	return names
}

// resultColumns are the columns of a query's result. The result has a row for each class.
var resultColumns = []string{"larui_moments", "class", "n", "gaps", "means", "covariances", "least", "largest"}

// A resultHeader has the names of the columns that another program has summed.
type resultHeader struct {
	Columns []string `json:"columns"`
	Label   string   `json:"label"`
	// Regression is true if the label is a number. Then the label comes after the features in lists
	// of means and in matrices.
	Regression bool `json:"regression,omitempty"`
}

// BuildQuery returns an SQL query, in the named dialect, for the sums of the named feature columns of a
// table. The name of the table is inserted unchanged. label is the label column, which is not one of
// columns, or empty. regression is true if the label is a number. ReadResult reads the query's result as
// CSV.
func BuildQuery(dialectName, table string, columns []string, label string, regression bool) (string, error) {
	i := slices.IndexFunc(dialects(), func(d dialect) bool { return d.name == dialectName })
	if i < 0 {
		return "", fmt.Errorf("unknown dialect %s: there are %s", wording.Excerpt(dialectName), strings.Join(Dialects(), ", "))
	}
	d := dialects()[i]
	quoted := func(name string) string {
		return d.quote + strings.ReplaceAll(name, d.quote, d.quote+d.quote) + d.quote
	}
	names, _ := json.Marshal(resultHeader{columns, label, regression}) // has only texts
	text := strings.ReplaceAll(string(names), "'", "\\u0027")
	if dialectName == "bigquery" || dialectName == "spark" { // these databases interpret backslashes in texts
		text = strings.ReplaceAll(text, `\`, `\\`)
	}
	var numbers, gaps []string
	summed := columns
	if regression {
		summed = append(slices.Clone(columns), label)
	}
	for _, name := range summed {
		numbers = append(numbers, "CAST("+quoted(name)+" AS "+d.float+")")
		gaps = append(gaps, quoted(name)+" IS NULL")
	}
	aggregate := func(function string) string {
		var values []string
		for _, number := range numbers {
			values = append(values, function+"("+number+")")
		}
		return d.array(strings.Join(values, ", "))
	}
	var products []string
	for i, a := range numbers {
		for _, b := range numbers[i:] {
			products = append(products, "COVAR_POP("+a+", "+b+")")
		}
	}
	class, group := "''", ""
	if label != "" && !regression {
		class, group = quoted(label), "\nGROUP BY "+quoted(label)
	}
	values := []string{"'" + text + "'", class, "COUNT(*)", "SUM(CASE WHEN " + strings.Join(gaps, " OR ") + " THEN 1 ELSE 0 END)",
		aggregate("AVG"), d.array(strings.Join(products, ", ")), aggregate("MIN"), aggregate("MAX")}
	for i, name := range resultColumns {
		values[i] += " AS " + quoted(name)
	}
	return "SELECT " + strings.Join(values, ",\n  ") + "\nFROM " + table + group + ";\n", nil
}

// ReadResult reads the CSV result of a query of BuildQuery and adds the sums in it to sums. An error in a
// row is a *LineError; malformed CSV is a *csv.ParseError.
func ReadResult(r io.Reader, sums *LineSummer) error {
	lines := csv.NewReader(r)
	for {
		row, err := lines.Read()
		line := 0
		if err == nil {
			line, _ = lines.FieldPos(0)
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case slices.Equal(row, resultColumns):
			continue
		case len(row) != len(resultColumns):
			return &LineError{line, fmt.Errorf("has %s, but the result of a query from larui moments --sql has %d", wording.Plural(len(row), "field"), len(resultColumns))}
		}
		s, err := parseResult(row)
		if err == nil {
			err = sums.Add(s)
		}
		if err != nil {
			return &LineError{line, err}
		}
	}
}

func parseResult(row []string) (*Sums, error) {
	var h resultHeader
	if err := json.Unmarshal([]byte(row[0]), &h); err != nil || len(h.Columns) == 0 || h.Regression && h.Label == "" {
		return nil, errors.New("the first field does not name the columns")
	}
	n, err := strconv.Atoi(row[2])
	if err != nil || n < 0 {
		return nil, fmt.Errorf("%s is not a number of rows", wording.Excerpt(row[2]))
	}
	l := Layout{Columns: h.Columns, Label: h.Label, Labelled: h.Label != ""}
	w := len(h.Columns)
	s := NewSums(l, w)
	s.Sample.Bound = 0
	if n == 0 {
		return s, nil
	}
	if row[3] != "0" {
		return nil, fmt.Errorf("%s rows have gaps (NULL): leave these rows out with WHERE, or fill the gaps", row[3])
	}
	summed := w
	if h.Regression {
		summed++
	}
	var lists [4]Numbers
	for i, text := range row[4:] {
		lists[i], err = parseArray(text)
		if err != nil {
			return nil, err
		}
		if want := []int{summed, summed * (summed + 1) / 2, summed, summed}[i]; len(lists[i]) != want {
			return nil, fmt.Errorf("has %d %s, but needs %d", len(lists[i]), resultColumns[4+i], want)
		}
	}
	covariance := func(i, j int) float64 { return lists[1][i*summed-i*(i-1)/2+j-i] }
	s.N, s.Shift, s.Low, s.High = n, lists[0][:w], lists[2][:w], lists[3][:w]
	for i := range w {
		for j := i; j < w; j++ {
			s.Gram[gramIndex(w, i, j)] = float64(n) * covariance(i, j)
		}
	}
	s.Gram[len(s.Gram)-1] = float64(n)
	switch class := strings.TrimSpace(row[1]); {
	case h.Regression:
		r := s.Regression
		r.N, r.Shift, r.Low, r.High = n, lists[0][w], lists[2][w], lists[3][w]
		for i := range w {
			r.Cross[i] = float64(n) * covariance(i, w)
		}
		r.Cross[w+1] = float64(n) * covariance(w, w)
		s.Classes = nil
	case !s.Labelled, class == "":
		s.Unlabelled = n
	default:
		s.Classes, s.Regression = []Class{{Name: class, N: n, Sum: make(Numbers, w)}}, nil
	}
	if s.Unlabelled == n && s.Labelled {
		s.Regression = nil
	}
	return s, s.checkForeign()
}

func parseArray(text string) (list Numbers, err error) {
	text = strings.Trim(strings.TrimSpace(text), "[]{}")
	for field := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseFloat(strings.Trim(strings.TrimSpace(field), `"`), 64)
		if err != nil || v-v != 0 {
			return nil, fmt.Errorf("%s is not a finite number", wording.Excerpt(field))
		}
		list = append(list, v)
	}
	return list, nil
}

// checkForeign checks sums that another program made. It also sets Shards, which these sums lack.
func (s *Sums) checkForeign() error {
	if err := s.checkFinite(); err != nil {
		return err
	}
	s.setSingleShard()
	return s.checkConsistency()
}

// A GramMatrix is the Gram matrix of the features, a constant 1 and the label. The label has a column of 0
// and 1 for each class; a single column of numbers if Regression is true; no column if there is no label.
type GramMatrix struct {
	resultHeader
	// Classes are the classes of the label. The list is empty without a label and for a regression.
	Classes []string `json:"classes"`
	// Shift was subtracted from the features (one number for each; nil means zeros), and LabelShift
	// from the label of a regression.
	Shift      []float64 `json:"shift"`
	LabelShift float64   `json:"labelShift"`
	// Matrix is the Gram matrix of the features, the constant 1 and the label, in this order.
	Matrix [][]float64 `json:"gramian"`
}

// ReadGramMatrix reads a GramMatrix from JSON:
//
//	{"columns": ["a", "b"], "label": "y", "classes": ["0", "1"], "gramian": [[…], …]}
func ReadGramMatrix(r io.Reader) (*GramMatrix, error) {
	var g GramMatrix
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&g); err != nil {
		return nil, fmt.Errorf("holds no Gram matrix: %s", wording.OneLine(err.Error()))
	}
	return &g, nil
}

// Sums returns the entries of the matrix as Sums.
//
// Sums fails if the mean of a column is so far from 0 that the matrix has lost the digits of the variance.
// Then compute the matrix again after subtracting numbers near the means from the columns, and set Shift to
// these numbers.
func (g *GramMatrix) Sums() (*Sums, error) {
	w, labels := len(g.Columns), len(g.Classes)
	if g.Regression {
		labels++
	}
	size := w + 1 + labels
	wrong := func(row []float64) bool { return len(row) != size }
	if w == 0 || len(g.Matrix) != size || slices.ContainsFunc(g.Matrix, wrong) || g.Shift != nil && len(g.Shift) != w ||
		g.Regression && len(g.Classes) > 0 || len(slices.Compact(slices.Sorted(slices.Values(g.Classes)))) != labels && !g.Regression {
		return nil, fmt.Errorf("the Gram matrix does not fit %s, a constant column and %d columns of the label", wording.Plural(w, "column"), labels)
	}
	for i, row := range g.Matrix {
		for j, v := range row {
			if largest := math.Sqrt(g.Matrix[i][i] * g.Matrix[j][j]); !(math.Abs(v-g.Matrix[j][i]) <= 1e-9*largest) || !(math.Abs(v) <= largest*(1+1e-9)) {
				return nil, fmt.Errorf("entry %d, %d cannot be in a Gram matrix", i+1, j+1)
			}
		}
	}
	n := g.Matrix[w][w]
	if n != math.Trunc(n) || n < 1 || n >= 1<<53 {
		return nil, fmt.Errorf("the entry of the constant with itself, %v, is not a number of rows", n)
	}
	s := NewSums(Layout{Columns: g.Columns, Label: g.Label, Labelled: labels > 0}, w)
	s.N, s.Sample.Bound = int(n), 0
	copy(s.Shift, g.Shift)
	for i := range w + 1 {
		copy(s.Gram[gramIndex(w, i, i):], g.Matrix[i][i:w+1])
	}
	for i := range w {
		const digits = 1e-8
		if s.SquaredDeviations(i) <= digits*s.GramEntry(i, i) {
			return nil, fmt.Errorf("column %s has a single value, or rounding loses its variation beside its mean: subtract a number near the mean from each column, and give these numbers as shift",
				wording.Excerpt(g.Columns[i]))
		}
	}
	left := s.N
	s.Regression = nil
	for k, name := range g.Classes {
		column := g.Matrix[w+1+k]
		count := column[w]
		if count != math.Trunc(count) || count < 0 || int(count) > left {
			return nil, fmt.Errorf("class %s cannot have %v rows", wording.Excerpt(name), count)
		}
		left -= int(count)
		if count > 0 {
			s.Classes = append(s.Classes, Class{name, int(count), slices.Clone(column[:w])})
		}
	}
	slices.SortFunc(s.Classes, func(a, b Class) int { return strings.Compare(a.Name, b.Name) })
	s.Unlabelled = left
	if g.Regression {
		column := g.Matrix[w+1]
		s.Classes, s.Unlabelled = nil, 0
		reach := math.Sqrt(column[w+1]) // an upper bound of |y − LabelShift|
		s.Regression = &Regression{N: s.N, Shift: g.LabelShift, Sum: make(Numbers, w), Cross: make(Numbers, w+2), Low: g.LabelShift - reach, High: g.LabelShift + reach}
		for i := range w {
			s.Regression.Sum[i] = s.ShiftedSum(i)
		}
		copy(s.Regression.Cross, column[:w+2])
	}
	return s, s.checkForeign() // keeps the shift: a shift to the means would hide that digits are lost
}
