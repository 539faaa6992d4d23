package modelfile

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"larui/datasets"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// WhichImported is the Model.Which of a model from another program.
const WhichImported = "imported"

// coefficients are a linear model from another program, named like scikit-learn's attributes without the
// final _. The scores of a row x are coef·(x − mean)/scale + intercept, one for each class. For two
// classes, the score of the second one is enough.
type coefficients struct {
	Features  nameList   `json:"features"`
	Classes   nameList   `json:"classes"`
	Coef      numberRows `json:"coef"`
	Intercept numberRows `json:"intercept"`
	Mean      numberRows `json:"mean"`
	Scale     numberRows `json:"scale"`
}

// In JSON, the names in a nameList may also be numbers, true or false.
type nameList []string

func (n *nameList) UnmarshalJSON(text []byte) error {
	var all []json.RawMessage
	err := json.Unmarshal(text, &all)
	for _, one := range all {
		var word string
		if string(one) == "null" {
			return errors.New("a name is null")
		}
		if json.Unmarshal(one, &word) != nil {
			word = string(one)
		}
		*n = append(*n, word)
	}
	return err
}

// In JSON, numberRows may also be a single row, a single number, or null.
type numberRows [][]float64

func (r *numberRows) UnmarshalJSON(text []byte) error {
	var number float64
	var row []float64
	switch {
	case string(text) == "null":
		return nil
	case bytes.Contains(text, []byte("null")):
		return errors.New("a number is null")
	case json.Unmarshal(text, &number) == nil:
		*r = numberRows{{number}}
	case json.Unmarshal(text, &row) == nil:
		*r = numberRows{row}
	default:
		return json.Unmarshal(text, (*[][]float64)(r))
	}
	return nil
}

func (r numberRows) flatten() (row []float64) {
	for _, part := range r {
		row = append(row, part...)
	}
	return row
}

// readImported reads CSV if the name ends in .csv, otherwise JSON or NPZ. ok is false if the file has no
// linear model of another program.
func readImported(ctx context.Context, path string, isNPZ bool) (m *Model, ok bool, err error) {
	c := &coefficients{}
	text, _ := os.ReadFile(path) // after an error ok will be false
	switch {
	case isNPZ:
		ok, err = c.readNPZ(ctx, path)
	case strings.HasSuffix(strings.ToLower(path), ".csv"):
		header, _, _ := strings.Cut(string(text), ",")
		ok = strings.EqualFold(strings.TrimSpace(header), "feature")
		if ok {
			err = c.readCSV(text)
		}
	default:
		ok = json.Unmarshal(text, c) == nil && c.Coef != nil
	}
	if !ok || err != nil {
		return nil, ok, err
	}
	m, err = c.toModel()
	return m, true, err
}

func (c *coefficients) readNPZ(ctx context.Context, path string) (ok bool, err error) {
	arrays, texts, err := table.ReadArrays(ctx, path)
	if err != nil {
		return false, err
	}
	for name, to := range map[string]*numberRows{"coef": &c.Coef, "intercept": &c.Intercept, "mean": &c.Mean, "scale": &c.Scale} {
		if x := arrays[name]; x != nil {
			*to = copyRows(x)
			if name == "coef" && x.RawMatrix().Cols == 1 { // a one-dimensional array
				c.Coef = numberRows{c.Coef.flatten()}
			}
		}
	}
	c.Classes = texts["classes"]
	if x := arrays["classes"]; x != nil {
		for _, class := range x.RawMatrix().Data {
			c.Classes = append(c.Classes, wording.FormatNumber(class))
		}
	}
	return c.Coef != nil, nil
}

// readCSV reads CSV. The header is "feature" and the classes. A row is the name of a feature and a
// coefficient for each class, or one coefficient for a regression. The row "intercept" has the intercepts.
func (c *coefficients) readCSV(text []byte) error {
	all, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return err
	}
	if len(all) < 2 || len(all[0]) < 2 {
		return errors.New("has no coefficients: it needs a header (feature, then the classes) and a row for each feature")
	}
	if len(all[0]) > 2 {
		c.Classes = all[0][1:]
	}
	c.Coef = make(numberRows, len(all[0])-1)
	for i, row := range all[1:] {
		isIntercept := strings.EqualFold(strings.Trim(row[0], "()"), "intercept")
		if !isIntercept {
			c.Features = append(c.Features, row[0])
		}
		for j, field := range row[1:] {
			value, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
			switch {
			case err != nil:
				return fmt.Errorf("line %d: %s is not a number", i+2, wording.Excerpt(field))
			case isIntercept:
				c.Intercept = append(c.Intercept, []float64{value})
			default:
				c.Coef[j] = append(c.Coef[j], value)
			}
		}
	}
	return nil
}

func (c *coefficients) toModel() (*Model, error) {
	m := &Model{Format: modelFormat, Task: "regression", Which: WhichImported, Features: c.Features, Bias: true, Classes: append([]string{}, c.Classes...)}
	d, intercept := len(c.Coef[0]), c.Intercept.flatten()
	switch {
	case len(c.Classes) == 2:
		m.Task = "binary"
	case len(c.Classes) > 2:
		m.Task = "multiclass"
	case len(c.Classes) == 1 || len(c.Coef) != 1:
		return nil, fmt.Errorf("has %s of coefficients, but the number of class names is %d: classes must list all classes", wording.Plural(len(c.Coef), "row"), len(c.Classes))
	}
	if m.Task == "binary" && len(c.Coef) == 2 { // the difference of two scores is the score of the second class
		for j := range c.Coef[1] {
			c.Coef[1][j] -= c.Coef[0][j]
		}
		c.Coef = c.Coef[1:]
		if len(intercept) == 2 {
			intercept = []float64{intercept[1] - intercept[0]}
		}
	}
	if len(intercept) == 0 {
		intercept = make([]float64, len(c.Coef))
	}
	for _, row := range c.Coef {
		if len(row) != d {
			return nil, fmt.Errorf("has %d coefficients for a class, and %d for another", d, len(row))
		}
	}
	if len(intercept) != len(c.Coef) {
		return nil, fmt.Errorf("has %d intercepts for %s of coefficients", len(intercept), wording.Plural(len(c.Coef), "row"))
	}
	if c.Features != nil {
		if len(c.Features) != d {
			return nil, fmt.Errorf("has %d coefficients for %d features", d, len(c.Features))
		}
		m.Features = append(m.Features[:d:d], "1")
	}
	for j := range d {
		var weights []float64
		for _, row := range c.Coef {
			weights = append(weights, row[j])
		}
		m.Weights = append(m.Weights, weights)
	}
	m.Weights = append(m.Weights, intercept)
	if mean, scale := c.Mean.flatten(), c.Scale.flatten(); mean != nil || scale != nil {
		if len(mean) != d || len(scale) != d {
			return nil, fmt.Errorf("has %d coefficients, but %s and %s", d, wording.Plural(len(mean), "mean"), wording.Plural(len(scale), "scale"))
		}
		m.Standardize = &ScaleChange{append(mean[:d:d], 0), append(scale[:d:d], 1)}
	}
	return m, m.check()
}

// ConvertTo returns a model that predicts the same as m, up to rounding, with the features, scales and
// classes of the model other. other must be fitted on pair and have a constant feature.
func (m *Model) ConvertTo(other *Model, pair *datasets.Pair) (*Model, error) {
	d := other.featureCount()
	outputs := len(other.Weights[0])
	switch {
	case m.Task != other.Task:
		return nil, fmt.Errorf("it is a model of a %s task, but the pair has a %s task", m.Task, other.Task)
	case !other.Bias:
		return nil, errors.New("it may have an intercept, but the pair has no constant: leave out --bias=false")
	case m.featureCount() != d:
		return nil, fmt.Errorf("it takes %s, but the pair has %d", wording.Plural(m.featureCount(), "feature"), d)
	}
	place := make([]int, d) // index in m of each feature of other
	for j := range place {
		place[j] = j
		if m.Features == nil || other.Features == nil {
			continue
		}
		place[j] = slices.Index(m.Features[:d], other.Features[j])
		if place[j] < 0 {
			return nil, fmt.Errorf("it has no coefficient of feature %s", wording.Excerpt(other.Features[j]))
		}
	}
	on := *other
	on.Which, on.Weights = m.Which, make([][]float64, d+1)
	for j := range on.Weights {
		on.Weights[j] = make([]float64, outputs)
	}
	for k := range outputs {
		to, sign := k, 1.0
		if len(m.Classes) > 0 {
			at := k
			if m.Task == "binary" {
				at = 1
			}
			value, err := datasets.ParseLabel(pair, m.Classes[at])
			if err != nil {
				return nil, err
			}
			to = pair.Task.Class(value)
			if m.Task == "binary" {
				sign, to = float64(2*to-1), 0
			}
		}
		constant := 0.0
		if m.Bias {
			constant = m.Weights[len(m.Weights)-1][k]
		}
		for j, i := range place {
			w := m.Weights[i][k]
			if c := m.Standardize; c != nil {
				w /= c.Scale[i]
				constant -= w * c.Mean[i]
			}
			if c := other.Standardize; c != nil {
				constant += w * c.Mean[j]
				w *= c.Scale[j]
			}
			on.Weights[j][to] = sign * w
		}
		if m.Labels != nil {
			constant = m.Labels.Mean + m.Labels.Scale*constant
			for j := range place {
				on.Weights[j][to] *= m.Labels.Scale
			}
		}
		if c := other.Labels; c != nil {
			constant = (constant - c.Mean) / c.Scale
			for j := range place {
				on.Weights[j][to] /= c.Scale
			}
		}
		on.Weights[d][to] = sign * constant
	}
	return &on, nil
}
