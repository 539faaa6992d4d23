// Package fitted is what a fit leaves behind: the model, as a file that larui and NumPy
// read; what it predicts for the rows of other files; and a script of NumPy that fits it
// again (script.go).
//
// A [Model] is made of a pair and its solution ([New]), written as JSON or NPZ (file.go),
// and read again to predict (predict.go; sheet.go: as CSV or Parquet). It holds all that a right prediction needs:
// which columns are features, how they were rescaled, the weights, the classes.
package fitted

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/phrase"
	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/model"
)

// A Model is a fitted linear model. The names in JSON are a contract. A row x of d
// features, those of Features in their order, has the scores s = ((x − mean)/scale)·W,
// each sum taken from the first feature to the last.
type Model struct {
	// Format is modelFormat, Larui the version of the program that fitted it.
	Format string `json:"format"`
	Larui  string `json:"larui"`
	// Task is binary, multiclass or regression: what is predicted is the second class
	// where s > 0, else the first; the class of the largest s, the first of equals; or s.
	Task string `json:"task"`
	// Which of a solution it is: descent, closed or none; or the method of another, whose
	// Setting says with what it was fitted. Params are then those of no adaptation.
	Which   string `json:"which"`
	Setting string `json:"setting,omitempty"`
	// Refit says which validation rows it was fitted on beside the source, empty for none.
	Refit string `json:"refit,omitempty"`
	// Features names the d features, of which the last is "1" where Bias is set: a
	// constant. nil where they have no names.
	Features []string `json:"features"`
	Bias     bool     `json:"bias"`
	// Classes has a name for each class, none for a regression.
	Classes []string `json:"classes"`
	// Standardize is the change of scale of each of the d features, as it was fitted on
	// the target, or on the source for all; the constant's changes nothing. nil: none.
	Standardize *Change `json:"standardize"`
	// Labels is that of a regression's labels: the value is s·scale + mean. nil: none.
	Labels *LabelChange `json:"labels"`
	// Params are those that it was fitted with.
	Params model.Used `json:"params"`
	// Source and Target are what it was fitted on.
	Source Origin `json:"source"`
	Target Origin `json:"target"`
	// Columns are those of the source's file, nil where the pair is not of files.
	Columns *Columns `json:"columns"`
	// Recipe says how the features are made of the columns in Columns.Features, one each, in
	// their order; none where they are numbers as they stand.
	Recipe recipe.Recipe `json:"recipe,omitempty"`
	// Weights are W (d×c), of the features as rescaled: a column for each class of a
	// multiclass task, one otherwise.
	Weights [][]float64 `json:"weights,omitempty"`
}

// The format changes when older programs could no longer predict right by a model: those
// without a recipe are still read by them.
const modelFormat, recipeFormat = "larui model 1", "larui model 2"

// A Change is x ↦ (x − mean)/scale for each feature.
type Change struct {
	Mean  []float64 `json:"mean"`
	Scale []float64 `json:"scale"`
}

// A LabelChange is y ↦ y·scale + mean.
type LabelChange struct {
	Mean  float64 `json:"mean"`
	Scale float64 `json:"scale"`
}

// An Origin is a domain by its name, with the SHA-256 of its file in hexadecimal digits;
// nil where it has none that can be read again.
type Origin struct {
	Name   string  `json:"name"`
	SHA256 *string `json:"sha256"`
}

// Columns are what is known of the columns of the source's file, and the options by which
// files were read: other files are read alike. Positions count from 0.
type Columns struct {
	// Names are those of all Count columns, nil where they have none.
	Names    []string `json:"names"`
	Count    int      `json:"count"`
	Features []int    `json:"features"`
	// Label is the position of the label, Count where labels stand apart.
	Label int `json:"label"`
	// Text tells a table of text, FromZero one of LIBSVM that counts features from 0.
	Text     bool          `json:"text"`
	FromZero bool          `json:"fromZero"`
	Options  table.Options `json:"options"`
}

// Choices are what Model.Which may be.
func Choices() []string { return []string{"descent", "closed", "none"} }

// New makes the model of which (one of Choices) from a pair, the spec that opened it and
// a solution, by the program of a version. It fails where the weights are unknown.
func New(spec datasets.Spec, pair *datasets.Pair, s *model.Solution, which, version string) (*Model, error) {
	params, run := s.Params, s.Descent
	fit := s.Closed.Fit
	switch which {
	case "none":
		params, run = s.Params.None(), s.None
		fit = run.Fit
	case "descent":
		fit = run.Fit
	}
	weights := fit.Weights
	switch {
	case weights != nil:
	case which == "closed" || !run.Diverges:
		return nil, fmt.Errorf("there is no model to save: it is unknown, because %s", fit.Unknown)
	default:
		return nil, fmt.Errorf("there is no model to save: descent diverges at rate %.4g, above %.4g; use --rate auto, or --which closed",
			run.Rate, run.LargestStableRate)
	}
	return Of(spec, pair, weights, params, run.Rate, which, version)
}

// Of makes the model of weights (d×c) that are called which, by params and a step size.
func Of(spec datasets.Spec, pair *datasets.Pair, weights *mat.Dense, params model.Params, rate float64, which, version string) (*Model, error) {
	m := &Model{
		Format: modelFormat, Larui: version, Task: pair.Task.String(), Which: which,
		Features: valid(pair.Features), Bias: pair.Bias, Classes: append([]string{}, valid(pair.ClassNames)...),
		Params: params.Used(rate), Refit: pair.RefitText(),
		Source: Origin{Name: pair.SourceName}, Target: Origin{Name: pair.TargetName},
	}
	d, _ := weights.Dims()
	for i := range d {
		m.Weights = append(m.Weights, mat.Row(nil, i, weights))
	}
	if len(pair.Layouts) < 2 {
		return m, nil
	}
	source, target := pair.Layouts[0], pair.Layouts[1]
	if target.Scale != nil {
		m.Standardize = &Change{append([]float64{}, target.Mean...), append([]float64{}, target.Scale...)}
		if m.Bias {
			m.Standardize.Mean = append(m.Standardize.Mean, 0)
			m.Standardize.Scale = append(m.Standardize.Scale, 1)
		}
	}
	if spec.Name != datasets.FilesName {
		return m, nil // its files are in the program
	}
	var err error
	m.Source, err = originOf(source, spec.Source)
	if err == nil {
		m.Target, err = originOf(target, spec.Target)
	}
	if err != nil {
		return nil, err
	}
	m.Columns = &Columns{Names: valid(source.Names), Count: source.Width, Features: source.Features,
		Label: source.Label, Text: source.Comma != 0, FromZero: source.FromZero}
	o := &m.Columns.Options
	*o = source.Options
	o.ID, o.Drop = target.Options.ID, nil // the source may be without ids
	m.Recipe = source.Recipe
	if m.Recipe != nil {
		m.Format = recipeFormat
	}
	for _, name := range source.Options.Drop {
		// A position means another column in another file; Names know those of the source.
		if _, err := strconv.Atoi(name); err != nil || slices.Contains(source.Names, name) {
			o.Drop = append(o.Drop, name)
		}
	}
	if source.LabelScale != 0 {
		m.Labels = &LabelChange{source.LabelMean, source.LabelScale}
	}
	return m, nil
}

// originOf names the file at path, of that layout, with its checksum, unless it is a pipe. It
// fails where the file is no longer the one that was read.
func originOf(l datasets.Layout, path string) (Origin, error) {
	origin := Origin{Name: filepath.Base(path)}
	if isPipe(path) {
		return origin, nil
	}
	file, err := os.Open(path)
	all := sha256.New()
	if err == nil {
		defer file.Close()
		_, err = io.Copy(all, file)
	}
	if err != nil || !l.Unchanged(path) {
		return origin, changed(path)
	}
	sum := hex.EncodeToString(all.Sum(nil))
	origin.SHA256 = &sum
	return origin, nil
}

func isPipe(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular()
}

func changed(path string) error {
	return &datasets.FormatError{File: path, Err: fmt.Errorf("%w since it was opened: solve again", datasets.ErrChanged)}
}

// valid returns names as JSON has them, nil for nil.
func valid(names []string) (all []string) {
	for _, name := range names {
		all = append(all, strings.ToValidUTF8(name, "\uFFFD"))
	}
	return all
}

// check tells whether what a file says is a whole model.
func (m *Model) check() error {
	d := len(m.Weights)
	outputs, classes := 1, 2
	switch m.Task {
	case "multiclass":
		outputs, classes = len(m.Classes), max(2, len(m.Classes))
	case "regression":
		classes = 0
	case "binary":
	default:
		return fmt.Errorf("its task is %q", m.Task)
	}
	switch {
	case d == 0 || m.Bias && d == 1:
		return fmt.Errorf("it has no weights")
	case len(m.Classes) != classes:
		return fmt.Errorf("it has %d classes, where %d belong", len(m.Classes), classes)
	case m.Features != nil && len(m.Features) != d:
		return fmt.Errorf("it has weights for %d features, but names for %d", d, len(m.Features))
	}
	for _, row := range m.Weights {
		if len(row) != outputs {
			return fmt.Errorf("a feature has %d weights, where %d belong", len(row), outputs)
		}
		if slices.ContainsFunc(row, func(w float64) bool { return !isFinite(w) }) {
			return errors.New("a weight is not a finite number")
		}
	}
	if err := m.checkClasses(); err != nil {
		return err
	}
	if m.Bias && m.Features != nil && m.Features[d-1] != "1" {
		return fmt.Errorf("its last feature is %s, where the constant 1 belongs", phrase.Excerpt(m.Features[d-1]))
	}
	if c := m.Standardize; c != nil {
		if len(c.Mean) != d || len(c.Scale) != d {
			return fmt.Errorf("it has weights for %d features, but changes of scale for %d and %d", d, len(c.Mean), len(c.Scale))
		}
		for j := range d {
			if c.Scale[j] <= 0 {
				return fmt.Errorf("the scale of feature %d is %v", j+1, c.Scale[j])
			}
		}
		if m.Bias && (c.Mean[d-1] != 0 || c.Scale[d-1] != 1) {
			return errors.New("the constant 1 has another scale")
		}
	}
	if m.Labels != nil && m.Task != "regression" {
		return fmt.Errorf("it is a model of a %s task, but has a scale of labels", m.Task)
	}
	if m.Labels != nil && m.Labels.Scale <= 0 {
		return fmt.Errorf("the scale of its labels is %v", m.Labels.Scale)
	}
	if c := m.Columns; c != nil && m.Recipe == nil && c.Names != nil && m.Features != nil && c.check(m.width()) == nil {
		for i, at := range c.Features {
			if c.Names[at] != m.Features[i] {
				return fmt.Errorf("its feature %d is %s, but the column %s", i+1, phrase.Excerpt(m.Features[i]), phrase.Excerpt(c.Names[at]))
			}
		}
	}
	switch {
	case m.Recipe != nil && (m.Columns == nil || len(m.Recipe) != len(m.Columns.Features) || len(m.Recipe.Names()) != m.width()):
		return errors.New("its recipe is not that of its columns")
	case m.Recipe != nil:
		return cmp.Or(m.Recipe.Check(), m.Columns.check(len(m.Recipe)))
	case m.Columns != nil:
		return m.Columns.check(m.width())
	}
	return nil
}

// checkClasses tells whether the classes are different and in order: numbers ascend, and so do words. A
// model that was made elsewhere may have them in any order.
func (m *Model) checkClasses() error {
	order, number := strings.Compare, func(class string) float64 { value, _ := table.ParseNumber(class); return value }
	if !slices.ContainsFunc(m.Classes, func(class string) bool { return !table.IsNumeric(class) }) {
		order = func(a, b string) int { return cmp.Compare(number(a), number(b)) }
	}
	sorted := slices.SortedFunc(slices.Values(m.Classes), order)
	for i := 1; i < len(sorted); i++ {
		if order(sorted[i-1], sorted[i]) == 0 {
			return fmt.Errorf("its class %s stands twice", phrase.Excerpt(sorted[i]))
		}
	}
	if m.Which != ImportedWhich && !slices.Equal(sorted, m.Classes) {
		return fmt.Errorf("its classes are not in order: %s", phrase.Listed(m.Classes, 5))
	}
	return nil
}

// check tells whether columns give so many features.
func (c *Columns) check(features int) error {
	if len(c.Features) != features || c.Names != nil && len(c.Names) != c.Count || c.Label < 0 || c.Label > c.Count {
		return fmt.Errorf("its columns are not those of its %d features", features)
	}
	seen := map[int]bool{}
	for _, at := range c.Features {
		switch {
		case at < 0 || at >= c.Count:
			return fmt.Errorf("its columns end before that of a feature, %d", at+1)
		case at == c.Label:
			return fmt.Errorf("its column %d is the label and a feature", at+1)
		case seen[at]:
			return fmt.Errorf("its column %d is a feature twice", at+1)
		}
		seen[at] = true
	}
	return nil
}

// width is the number of features but for the constant.
func (m *Model) width() int {
	if m.Bias {
		return len(m.Weights) - 1
	}
	return len(m.Weights)
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
