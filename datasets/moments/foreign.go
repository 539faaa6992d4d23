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

	"larui/datasets/phrase"
)

// Sums that others have made, where no larui is: databases by a query (Query), and whatever
// multiplies matrices (Gramian). They have no sample.

// A dialect is how a database writes what a query needs.
type dialect struct {
	name string
	// quote stands around a name, float is its type of doubles.
	quote, float string
	// array returns values as one text.
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

// Dialects names those of Query.
func Dialects() (names []string) {
	for _, d := range dialects() {
		names = append(names, d.name)
	}
	return names
}

// resultColumns are those of the result of a query, which has a row for each class.
var resultColumns = []string{"larui_moments", "class", "n", "gaps", "means", "covariances", "least", "largest"}

// A header says of which columns a result or a Gramian is.
type header struct {
	Columns []string `json:"columns"`
	Label   string   `json:"label"`
	// Regression tells that the label is a number, and stands behind the features.
	Regression bool `json:"regression,omitempty"`
}

// Query returns the query, in a dialect, of the sums of the columns of a table, whose name is
// taken as it stands. label is the name of the label, which is no column, empty for none;
// regression tells that it is a number. What the database answers, as CSV with a header, is read
// by ReadResult.
func Query(in, table string, columns []string, label string, regression bool) (string, error) {
	i := slices.IndexFunc(dialects(), func(d dialect) bool { return d.name == in })
	if i < 0 {
		return "", fmt.Errorf("unknown dialect %s: there are %s", phrase.Excerpt(in), strings.Join(Dialects(), ", "))
	}
	d := dialects()[i]
	quoted := func(name string) string {
		return d.quote + strings.ReplaceAll(name, d.quote, d.quote+d.quote) + d.quote
	}
	said, err := json.Marshal(header{columns, label, regression})
	if err != nil {
		return "", err
	}
	text := strings.ReplaceAll(string(said), "'", "\\u0027")
	if in == "bigquery" || in == "spark" { // they read escapes in texts
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
	of := func(function string) string {
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
		of("AVG"), d.array(strings.Join(products, ", ")), of("MIN"), of("MAX")}
	for i, name := range resultColumns {
		values[i] += " AS " + quoted(name)
	}
	return "SELECT " + strings.Join(values, ",\n  ") + "\nFROM " + table + group + ";\n", nil
}

// ReadResult adds the rows that a database answers Query with to all. Errors about a line are a
// *LineError.
func ReadResult(r io.Reader, all *Lines) error {
	lines := csv.NewReader(r)
	for {
		row, err := lines.Read()
		line, _ := 0, 0
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
			return &LineError{line, fmt.Errorf("has %s, where a query of larui moments --sql has %d", phrase.Plural(len(row), "field"), len(resultColumns))}
		}
		s, err := parseResult(row)
		if err == nil {
			err = all.Add(s)
		}
		if err != nil {
			return &LineError{line, err}
		}
	}
}

// parseResult reads a row of a result.
func parseResult(row []string) (*Sums, error) {
	var h header
	if err := json.Unmarshal([]byte(row[0]), &h); err != nil || len(h.Columns) == 0 || h.Regression && h.Label == "" {
		return nil, errors.New("its first field does not say of which columns it is")
	}
	n, err := strconv.Atoi(row[2])
	if err != nil || n < 0 {
		return nil, fmt.Errorf("%s is no count of rows", phrase.Excerpt(row[2]))
	}
	l := Layout{Columns: h.Columns, Label: h.Label, Labelled: h.Label != ""}
	w := len(h.Columns)
	if n == 0 {
		s := Empty(l, w)
		s.Sample.Bound = 0
		return s, nil
	}
	if row[3] != "0" {
		return nil, fmt.Errorf("%s rows have gaps: leave them out by a WHERE, or fill them", row[3])
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
			return nil, fmt.Errorf("has %d %s, where %d belong", len(lists[i]), resultColumns[4+i], want)
		}
	}
	covariance := func(i, j int) float64 { return lists[1][i*summed-i*(i-1)/2+j-i] }
	s := Empty(l, w)
	s.N, s.Shift, s.Low, s.High = n, lists[0][:w], lists[2][:w], lists[3][:w]
	for i := range w {
		for j := i; j < w; j++ {
			s.Gram[at(w, i, j)] = float64(n) * covariance(i, j)
		}
	}
	s.Gram[len(s.Gram)-1] = float64(n)
	s.Sample.Bound = 0
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
	return s, s.seal()
}

// parseArray reads the numbers that a database writes between brackets.
func parseArray(text string) (list Numbers, err error) {
	text = strings.Trim(strings.TrimSpace(text), "[]{}")
	for field := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseFloat(strings.Trim(strings.TrimSpace(field), `"`), 64)
		if err != nil || v-v != 0 {
			return nil, fmt.Errorf("%s is not a finite number", phrase.Excerpt(field))
		}
		list = append(list, v)
	}
	return list, nil
}

// seal names sums that others made by what they hold, and tells whether there are such rows.
func (s *Sums) seal() error {
	if err := s.finite(); err != nil {
		return err
	}
	s.identify()
	return s.check()
}

// A Gramian is a Gram matrix: of the features, a constant 1 and, where there is a label, a column of
// 0 and 1 for each class, or of the label itself where Regression is set.
type Gramian struct {
	header
	// Classes are those of the label; none without a label, and of a regression.
	Classes []string `json:"classes"`
	// Shift was taken from the features, and LabelShift from the label of a regression.
	Shift      []float64 `json:"shift"`
	LabelShift float64   `json:"labelShift"`
	// Matrix is that of [x, 1] and, behind these, the label.
	Matrix [][]float64 `json:"gramian"`
}

// ReadGramian reads a Gramian, as JSON.
//
//	{"columns": ["a", "b"], "label": "y", "classes": ["0", "1"], "gramian": [[…], …]}
func ReadGramian(r io.Reader) (*Gramian, error) {
	var g Gramian
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&g); err != nil {
		return nil, fmt.Errorf("holds no Gram matrix: %s", phrase.OneLine(err.Error()))
	}
	return &g, nil
}

// Sums returns the sums of which the matrix is.
//
// Numbers whose mean is far from 0 have lost their digits there, which is an error: then Shift
// says what was subtracted from them.
func (g *Gramian) Sums() (*Sums, error) {
	w, labels := len(g.Columns), len(g.Classes)
	if g.Regression {
		labels++
	}
	size := w + 1 + labels
	wrong := func(row []float64) bool { return len(row) != size }
	switch {
	case w == 0, len(g.Matrix) != size, slices.ContainsFunc(g.Matrix, wrong), g.Shift != nil && len(g.Shift) != w,
		g.Regression && len(g.Classes) > 0, len(slices.Compact(slices.Sorted(slices.Values(g.Classes)))) != labels && !g.Regression:
		return nil, fmt.Errorf("the Gram matrix is not one of %s, a 1 and %d of the label", phrase.Plural(w, "column"), labels)
	}
	for i, row := range g.Matrix {
		for j, v := range row {
			if largest := math.Sqrt(g.Matrix[i][i] * g.Matrix[j][j]); !(math.Abs(v-g.Matrix[j][i]) <= 1e-9*largest) || !(math.Abs(v) <= largest*(1+1e-9)) {
				return nil, fmt.Errorf("entry %d, %d is not one of a Gram matrix", i+1, j+1)
			}
		}
	}
	n := g.Matrix[w][w]
	if n != math.Trunc(n) || n < 1 || n >= 1<<53 {
		return nil, fmt.Errorf("the square of the constant, %v, is no count of rows", n)
	}
	s := Empty(Layout{Columns: g.Columns, Label: g.Label, Labelled: labels > 0}, w)
	s.N, s.Sample.Bound = int(n), 0
	copy(s.Shift, g.Shift)
	for i := range w + 1 {
		copy(s.Gram[at(w, i, i):], g.Matrix[i][i:w+1])
	}
	for i := range w {
		const digits = 1e-8
		if s.Square(i) <= digits*s.Product(i, i) {
			return nil, fmt.Errorf("of column %s too few digits are left beside its mean, or it has a single value: subtract a number near the mean, and give these as shift",
				phrase.Excerpt(g.Columns[i]))
		}
	}
	left := s.N
	s.Regression = nil
	for k, name := range g.Classes {
		column := g.Matrix[w+1+k]
		count := column[w]
		if count != math.Trunc(count) || count < 0 || int(count) > left {
			return nil, fmt.Errorf("class %s has %v rows", phrase.Excerpt(name), count)
		}
		left -= int(count)
		if count > 0 {
			s.Classes = append(s.Classes, Class{name, int(count), slices.Clone(column[:w])})
		}
	}
	sortClasses(s.Classes)
	s.Unlabelled = left
	if g.Regression {
		column := g.Matrix[w+1]
		s.Classes, s.Unlabelled = nil, 0
		reach := math.Sqrt(column[w+1]) // no label is beyond
		s.Regression = &Regression{N: s.N, Shift: g.LabelShift, Sum: make(Numbers, w), Cross: make(Numbers, w+2), Low: g.LabelShift - reach, High: g.LabelShift + reach}
		for i := range w {
			s.Regression.Sum[i] = s.First(i)
		}
		copy(s.Regression.Cross, column[:w+2])
	}
	return s, s.seal() // not from the means, which would hide the digits that are lost beside them
}
