// Package modelfile saves fitted models and predicts with them. A [Model] has all that predictions need:
// the feature columns, their scales, the weights and the classes. [New] makes a Model from a pair and its
// solution, [Model.Encode] writes it as JSON or NPZ, and [Read] reads it, or a linear model of another
// program. [Predictions] writes predictions as CSV or Parquet. [Compare] finds the rows that two models
// predict differently, for a person to label, [Model.ScoreFile] compares predictions with labels, and
// [PythonScript] writes a NumPy script that fits a model. The package builds on package datasets, which
// reads the rows of files, and on package model. A new field of Model needs a JSON name and a check in
// Model.check.
package modelfile

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
	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// A Model is a fitted linear model. A row x of d features has the scores s = ((x − mean)/scale)·W, added in
// the order of the features. The JSON names must not change.
type Model struct {
	// Format is modelFormat or recipeFormat. Larui is the version of larui that fitted the model.
	Format string `json:"format"`
	Larui  string `json:"larui"`
	// Task is binary, multiclass or regression. A binary model predicts the second class if s > 0,
	// otherwise the first. A multiclass model predicts the first class with the largest score. A regression
	// predicts s.
	Task string `json:"task"`
	// Which is a name in SolutionNames, or the name of another method.
	Which string `json:"which"`
	// Setting describes the parameters of a method that is not in SolutionNames.
	Setting string `json:"setting,omitempty"`
	// Refit is only in models of older versions of larui, which could also fit validation rows.
	Refit string `json:"refit,omitempty"`
	// Features names the d features; nil if they have no names. If Bias is set, the last feature is
	// a constant, named "1".
	Features []string `json:"features"`
	Bias     bool     `json:"bias"`
	// Classes are the names of the classes; empty for a regression.
	Classes []string `json:"classes"`
	// Standardize is the change of scale of the d features in the target; nil if there is none. For
	// the constant it has mean 0 and scale 1.
	Standardize *ScaleChange `json:"standardize"`
	// Labels is the change of scale of a regression's labels: the model predicts s·scale + mean. Labels is
	// nil if labels are not rescaled.
	Labels *LabelChange `json:"labels"`
	// Params are the parameters of the fit, or of no adaptation if Which is not in SolutionNames.
	Params model.RunParams `json:"params"`
	// Source and Target are the domains of the fit.
	Source Origin `json:"source"`
	Target Origin `json:"target"`
	// Columns are the columns of the source's file; nil if the pair is not from files.
	Columns *Columns `json:"columns"`
	// Recipe computes the features from the columns in Columns.Features, with an entry for each; empty
	// if all columns are plain numbers.
	Recipe recipe.Recipe `json:"recipe,omitempty"`
	// Weights are W (d×c) for the rescaled features: a column for each class of a multiclass task,
	// otherwise one column.
	Weights [][]float64 `json:"weights,omitempty"`
}

// A model with a recipe has recipeFormat, because older versions of larui can't read recipes. Whatever
// makes older versions predict wrongly needs a new format.
const modelFormat, recipeFormat = "larui model 1", "larui model 2"

// A ScaleChange maps x to (x − mean)/scale for each feature.
type ScaleChange struct {
	Mean  []float64 `json:"mean"`
	Scale []float64 `json:"scale"`
}

// A LabelChange maps y to y·scale + mean.
type LabelChange struct {
	Mean  float64 `json:"mean"`
	Scale float64 `json:"scale"`
}

// An Origin is the name of a domain and the SHA-256 of its file in hexadecimal digits. SHA256 is nil if
// there is no file, or if the file can be read only once.
type Origin struct {
	Name   string  `json:"name"`
	SHA256 *string `json:"sha256"`
}

// Columns describes the columns of the source's file and the options it was read with. Other files
// are read in the same way. Positions count from 0.
type Columns struct {
	// Names are the names of all Count columns; nil if they have no names.
	Names    []string `json:"names"`
	Count    int      `json:"count"`
	Features []int    `json:"features"`
	// Label is the position of the label, Count if the labels are not in a column.
	Label int `json:"label"`
	// Text is true for a table of text, FromZero for LIBSVM text that counts features from 0.
	Text     bool          `json:"text"`
	FromZero bool          `json:"fromZero"`
	Options  table.Options `json:"options"`
}

// SolutionNames lists the fits in a model.Solution by their names in Model.Which.
func SolutionNames() []string { return []string{"descent", "closed", "none"} }

// New returns the Model of a fit in s, the solution of pair, which was opened with spec. The argument which
// is the name of the fit, one of SolutionNames. version is the version of larui. New returns an error if
// the fit has no weights.
func New(spec datasets.Spec, pair *datasets.Pair, s *model.Solution, which, version string) (*Model, error) {
	params, run := s.Params, s.Descent
	fit := s.Closed.Fit
	switch which {
	case "none":
		params, run = s.Params.WithoutAdaptation(), s.None
		fit = run.Fit
	case "descent":
		fit = run.Fit
	}
	weights := fit.Weights
	switch {
	case weights != nil:
	case which == "closed" || !run.Diverges:
		return nil, fmt.Errorf("there is no model to save: the weights are unknown, because %s", fit.Unknown)
	default:
		return nil, fmt.Errorf("there is no model to save: descent diverges at rate %.4g, above %.4g; use --rate auto, or --which closed",
			run.Rate, run.LargestStableRate)
	}
	return NewFromWeights(spec, pair, weights, params, run.Rate, which, version)
}

// NewFromWeights returns the Model with the given weights (d×c), parameters, step size and Which.
func NewFromWeights(spec datasets.Spec, pair *datasets.Pair, weights *mat.Dense, params model.Params, rate float64, which, version string) (*Model, error) {
	m := &Model{
		Format: modelFormat, Larui: version, Task: pair.Task.String(), Which: which,
		Features: wording.ValidNames(pair.Features), Bias: pair.Bias, Classes: append([]string{}, wording.ValidNames(pair.ClassNames)...),
		Params: params.RunParams(rate),
		Source: Origin{Name: pair.SourceName}, Target: Origin{Name: pair.TargetName}, Weights: copyRows(weights),
	}
	if len(pair.Layouts) < 2 {
		return m, nil
	}
	source, target := pair.Layouts[0], pair.Layouts[1]
	if target.Scale != nil {
		m.Standardize = &ScaleChange{append([]float64{}, target.Mean...), append([]float64{}, target.Scale...)}
		if m.Bias {
			m.Standardize.Mean = append(m.Standardize.Mean, 0)
			m.Standardize.Scale = append(m.Standardize.Scale, 1)
		}
	}
	if spec.Name != datasets.FilesName {
		return m, nil // the files are embedded in larui
	}
	var err error
	m.Source, err = newOrigin(source, spec.Source)
	if err == nil {
		m.Target, err = newOrigin(target, spec.Target)
	}
	if err != nil {
		return nil, err
	}
	m.Columns = &Columns{Names: wording.ValidNames(source.Names), Count: source.Width, Features: source.Features,
		Label: source.Label, Text: source.Comma != 0, FromZero: source.FromZero}
	o := &m.Columns.Options
	*o = source.Options
	o.ID, o.Drop = target.Options.ID, nil // the source may lack the ids
	m.Recipe = source.Recipe
	if m.Recipe != nil {
		m.Format = recipeFormat
	}
	for _, name := range source.Options.Drop {
		// Keep a name, but not a position: other files may have another column at the position.
		if _, err := strconv.Atoi(name); err != nil || slices.Contains(source.Names, name) {
			o.Drop = append(o.Drop, name)
		}
	}
	if source.LabelScale != 0 {
		m.Labels = &LabelChange{source.LabelMean, source.LabelScale}
	}
	return m, nil
}

// newOrigin returns no checksum for a pipe. It returns an error if the file has changed since the layout l
// was read.
func newOrigin(l datasets.Layout, path string) (Origin, error) {
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
	if err != nil || !l.IsFileUnchanged(path) {
		return origin, newChangedError(path)
	}
	sum := hex.EncodeToString(all.Sum(nil))
	origin.SHA256 = &sum
	return origin, nil
}

func isPipe(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular()
}

func newChangedError(path string) error {
	return &datasets.FormatError{File: path, Err: fmt.Errorf("%w since it was opened: solve again", datasets.ErrChanged)}
}

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
		return fmt.Errorf("it has %d classes, but needs %d", len(m.Classes), classes)
	case m.Features != nil && len(m.Features) != d:
		return fmt.Errorf("it has weights for %d features, but names for %d", d, len(m.Features))
	}
	for _, row := range m.Weights {
		if len(row) != outputs {
			return fmt.Errorf("a feature has %d weights, but needs %d", len(row), outputs)
		}
		if !areFinite(row...) {
			return errors.New("a weight is not a finite number")
		}
	}
	if err := m.checkClasses(); err != nil {
		return err
	}
	if m.Bias && m.Features != nil && m.Features[d-1] != "1" {
		return fmt.Errorf("its last feature is %s, but should be the constant 1", wording.Excerpt(m.Features[d-1]))
	}
	if c := m.Standardize; c != nil {
		if len(c.Mean) != d || len(c.Scale) != d {
			return fmt.Errorf("it has weights for %d features, but %s and %s", d, wording.Plural(len(c.Mean), "mean"), wording.Plural(len(c.Scale), "scale"))
		}
		for j := range d {
			if !areValidMeanAndScale(c.Mean[j], c.Scale[j]) {
				return fmt.Errorf("feature %d has the scale %v and the mean %v, but both must be finite and the scale positive", j+1, c.Scale[j], c.Mean[j])
			}
		}
		if m.Bias && (c.Mean[d-1] != 0 || c.Scale[d-1] != 1) {
			return errors.New("the constant 1 is rescaled")
		}
	}
	if m.Labels != nil && m.Task != "regression" {
		return fmt.Errorf("it is a model of a %s task, but has a scale of labels", m.Task)
	}
	if m.Labels != nil && !areValidMeanAndScale(m.Labels.Mean, m.Labels.Scale) {
		return fmt.Errorf("the scale of its labels is %v, their mean %v", m.Labels.Scale, m.Labels.Mean)
	}
	if c := m.Columns; c != nil && m.Recipe == nil && c.Names != nil && m.Features != nil && c.check(m.featureCount()) == nil {
		for i, at := range c.Features {
			if c.Names[at] != m.Features[i] {
				return fmt.Errorf("its feature %d is named %s, but the column is named %s", i+1, wording.Excerpt(m.Features[i]), wording.Excerpt(c.Names[at]))
			}
		}
	}
	switch {
	case m.Recipe != nil && (m.Columns == nil || len(m.Recipe) != len(m.Columns.Features) || len(m.Recipe.Names()) != m.featureCount()):
		return errors.New("its recipe does not fit its columns")
	case m.Recipe != nil:
		return cmp.Or(m.Recipe.Check(), m.Columns.check(len(m.Recipe)))
	case m.Columns != nil:
		return m.Columns.check(m.featureCount())
	}
	return nil
}

// checkClasses returns an error unless the classes are distinct and sorted: numbers by value, words by
// text. The classes of an imported model may be in any order.
func (m *Model) checkClasses() error {
	order, number := strings.Compare, func(class string) float64 { value, _ := table.ParseNumber(class); return value }
	if !slices.ContainsFunc(m.Classes, func(class string) bool { return !table.IsNumeric(class) }) {
		order = func(a, b string) int { return cmp.Compare(number(a), number(b)) }
	}
	sorted := slices.SortedFunc(slices.Values(m.Classes), order)
	for i := 1; i < len(sorted); i++ {
		if order(sorted[i-1], sorted[i]) == 0 {
			return fmt.Errorf("its class %s occurs twice", wording.Excerpt(sorted[i]))
		}
	}
	if m.Which != WhichImported && !slices.Equal(sorted, m.Classes) {
		return fmt.Errorf("its classes are not in order: %s", wording.JoinFirst(m.Classes, 5))
	}
	return nil
}

func (c *Columns) check(features int) error {
	if len(c.Features) != features || c.Names != nil && len(c.Names) != c.Count || c.Label < 0 || c.Label > c.Count {
		return fmt.Errorf("its columns do not fit its %d features", features)
	}
	seen := map[int]bool{}
	for _, at := range c.Features {
		switch {
		case at < 0 || at >= c.Count:
			return fmt.Errorf("its columns end before column %d, a feature", at+1)
		case at == c.Label:
			return fmt.Errorf("its column %d is the label and a feature", at+1)
		case seen[at]:
			return fmt.Errorf("its column %d is a feature twice", at+1)
		}
		seen[at] = true
	}
	return nil
}

// featureCount leaves out the constant.
func (m *Model) featureCount() int {
	if m.Bias {
		return len(m.Weights) - 1
	}
	return len(m.Weights)
}

func areValidMeanAndScale(mean, scale float64) bool { return areFinite(mean, scale) && scale > 0 }

func areFinite(values ...float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

func copyRows(x *mat.Dense) (rows [][]float64) {
	for i := range x.RawMatrix().Rows {
		rows = append(rows, mat.Row(nil, i, x))
	}
	return rows
}
