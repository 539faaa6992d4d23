package rivals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Method learns a classifier or a regression from a labelled source and an unlabelled target. The
// fields describe the method and list its settings.
type Method struct {
	// Name is the method's name in reports. Title is the name on the screen; empty if equal to Name.
	Name, Title string
	// About describes the method in one line, and Variant its options. Note comments on the method,
	// and VariantNote on its options; both are often empty.
	About, Variant, VariantNote, Note string
	// Command is the method's name on the command line.
	Command string
	// Grid has the candidates for Select, in the LAR paper's order; it is never empty. Defaults has
	// values for settings that candidates do not set. Given has the values that With has set.
	Grid            []Hyper
	Defaults, Given Hyper
	// OwnIndex is the index in Grid of the candidate from the method's own paper, or 0.
	OwnIndex int
	// Regression reports whether the method also handles regression tasks. Quick reports whether it
	// takes only a moment on a small problem.
	Regression, Quick bool
	// Logits reports whether the scores are cross-entropy logits, which do not approximate the
	// labels.
	Logits bool
	// Published reports whether the method follows the LAR paper's published code where the code
	// differs from the textbook.
	Published bool

	learner learner
}

// A learner trains a classifier, with arguments that Method.Train has checked. train calls report
// with the share of the work that is done, on the calling goroutine.
type learner interface {
	train(ctx context.Context, p model.Data, h Hyper, seed uint64, report func(done float64)) (Classifier, error)
}

// AppliesTo reports whether the method can handle the task.
func (m Method) AppliesTo(task model.Task) bool { return m.Regression || task != model.Regression }

// IsLinear reports whether the method's classifiers are WeightedClassifiers.
func (m Method) IsLinear() bool {
	_, network := m.learner.(networkLearner)
	return !network
}

// Uses reports whether the method uses the setting: Grid[0] or Defaults has a value for it.
func (m Method) Uses(s Hyperparameter) bool {
	return s.isSet(m.Grid[0]) || s.isSet(m.Defaults)
}

// With returns the method with a Grid in which the values set in given replace the candidates'
// values. Settings that the method does not use are ignored.
func (m Method) With(given Hyper) Method {
	if given == (Hyper{}) {
		return m
	}
	for _, s := range Hyperparameters() {
		if m.Uses(s) {
			s.CopyFrom(&m.Given, given)
		}
	}
	return m.mapGrid(m.Given.WithDefaults)
}

// Limit returns the method with at most features components, and at most rows rows in a batch.
// features does not count the constant feature. rows is the number of rows in the larger domain.
func (m Method) Limit(features, rows int) Method {
	limit := func(h Hyper) Hyper {
		h.Components, h.Batch = min(h.Components, features), min(h.Batch, rows)
		return h
	}
	m.Defaults, m.Given = limit(m.Defaults), limit(m.Given)
	return m.mapGrid(limit)
}

func (m Method) mapGrid(change func(Hyper) Hyper) Method {
	own, grid := change(m.Grid[m.OwnIndex]), []Hyper(nil)
	for _, h := range m.Grid {
		h = change(h)
		if !slices.Contains(grid, h) {
			grid = append(grid, h)
		}
	}
	m.Grid, m.OwnIndex = grid, slices.Index(grid, own)
	return m
}

// TrainedOnce returns a method that trains only once and then returns the same classifier for every
// problem and seed. It is for methods that ignore the target, on problems with the same source.
func (m Method) TrainedOnce() Method {
	m.learner = &onceLearner{learner: m.learner}
	return m
}

type onceLearner struct {
	learner
	once       sync.Once
	classifier Classifier
	err        error
}

func (o *onceLearner) train(ctx context.Context, p model.Data, h Hyper, seed uint64, report func(done float64)) (Classifier, error) {
	o.once.Do(func() {
		o.classifier, o.err = o.learner.train(ctx, p, h, seed, report)
		o.err = cmp.Or(o.err, ctx.Err())
	})
	return o.classifier, o.err
}

// Train learns a classifier from the source of p and the target's rows; it ignores the target's
// labels. If progress is not nil, Train calls it with the share of the work that is done, on the
// calling goroutine. For up to a thousand features, Train returns within 50 ms after ctx ends.
// Errors wrap ErrHyper, ErrTask, ErrDiverged or the errors of model.Data.Check, or are the error of
// ctx.
func (m Method) Train(ctx context.Context, p model.Data, h Hyper, seed uint64, progress func(done float64)) (Classifier, error) {
	if !m.AppliesTo(p.Task) {
		return nil, fmt.Errorf("%w: %s needs a task with classes, but this is a %s task", ErrTask, m.Name, p.Task)
	}
	h = h.WithDefaults(m.Defaults)
	for _, s := range Hyperparameters() {
		if err := s.Check(h); err != nil && m.Uses(s) {
			return nil, err
		}
	}
	p = trainingData(p)
	if err := p.Check(ctx); err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(float64) {}
	}
	c, err := m.learner.train(ctx, p, h, seed, progress)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return c, nil
}

// Errors that Train and Select wrap, besides ErrHyper and the errors of package model.
var (
	ErrTask     = errors.New("the method does not apply")
	ErrDiverged = errors.New("the training diverged")
)

// A Classifier is the result of training. It never changes and may be used concurrently.
type Classifier interface {
	// Scores returns the scores (m×c) of target rows x (m×d), for model.Task.Predict. c is the
	// number of classes for model.MultiClass, else 1. For source rows use SourceScores.
	Scores(x *mat.Dense) *mat.Dense
}

// SourceScores returns the function with which c scores source rows. Some classifiers score source
// rows and target rows differently.
func SourceScores(c Classifier) func(x *mat.Dense) *mat.Dense {
	if other, ok := c.(interface{ sourceScores(*mat.Dense) *mat.Dense }); ok {
		return other.sourceScores
	}
	return c.Scores
}

// A Representer is a Classifier that computes hidden features from rows, in the same way for source
// and target.
type Representer interface {
	// Representation returns the hidden features (m×h) of rows x (m×d).
	Representation(x *mat.Dense) *mat.Dense
}

// A DomainClassifier is a Classifier that was trained against a discriminator, which predicts the
// domain of a row.
type DomainClassifier interface {
	// DomainAccuracy returns the mean of the discriminator's accuracies on source and on target rows.
	// It is one half if the discriminator cannot distinguish the domains (the LAR paper's Table 3).
	DomainAccuracy(source, target *mat.Dense) float64
}
