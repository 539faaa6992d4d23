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

// A Method learns a classifier, or for some methods also a regression, from a labelled source and
// an unlabelled target. Its fields describe it and list its settings.
type Method struct {
	// Name is the method's name in reports. Title is its name on the screen, if that differs.
	Name, Title string
	// About describes the method in one line. Variant states the options it runs with. VariantNote and
	// Note, often empty, comment on the options and on the method.
	About, Variant, VariantNote, Note string
	// Command is the method's name on the command line.
	Command string
	// Grid lists the candidates for Select in the order of the paper, and is never empty. The
	// settings of the method are the settings with a value in the first candidate or in Usual.
	// Usual has the values that candidates leave open, and Given the values that With has set.
	Grid            []Hyper
	Defaults, Given Hyper
	// OwnIndex is the index in Grid of the setting in the method's own paper. It is above 0 where the
	// first candidate hardly adapts.
	OwnIndex int
	// Regression reports whether the method handles every task, and not only classes. Quick reports
	// whether it takes only a moment on a small problem.
	Regression, Quick bool
	// Logits reports whether the scores are cross-entropy logits, which do not approximate the
	// labels.
	Logits bool
	// Published reports whether the method makes the choices of the LAR paper's published code
	// where these differ from the textbook.
	Published bool

	learner learner
}

// A learner trains on arguments that have been checked. It reports the share of the work done, on
// the caller's goroutine.
type learner interface {
	train(ctx context.Context, p Problem, h Hyper, seed uint64, report func(done float64)) (Classifier, error)
}

// AppliesTo reports whether the method can handle the task.
func (m Method) AppliesTo(task model.Task) bool { return m.Regression || task != model.Regression }

// IsLinear reports whether the method's classifiers are WeightedClassifiers.
func (m Method) IsLinear() bool {
	_, network := m.learner.(networkLearner)
	return !network
}

// Uses reports whether the method uses the setting: the first candidate or Usual has a value.
func (m Method) Uses(s Setting) bool {
	return s.isSet(m.Grid[0]) || s.isSet(m.Defaults)
}

// With returns the method with the values of given in place of its own. Settings that the method
// does not use are ignored.
func (m Method) With(given Hyper) Method {
	if given == (Hyper{}) {
		return m
	}
	for _, s := range Settings() {
		if m.Uses(s) {
			s.CopyFrom(&m.Given, given)
		}
	}
	own, grid := m.Given.WithDefaults(m.Grid[m.OwnIndex]), []Hyper(nil)
	for _, h := range m.Grid {
		h = m.Given.WithDefaults(h)
		if !slices.Contains(grid, h) {
			grid = append(grid, h)
		}
	}
	m.Grid, m.OwnIndex = grid, slices.Index(grid, own)
	return m
}

// TrainOnce returns a method that trains once and returns the same classifier for every problem and seed.
// It is for methods that look at the source alone, on problems with one source.
func (m Method) TrainOnce() Method {
	m.learner = &onceLearner{learner: m.learner}
	return m
}

type onceLearner struct {
	learner
	once       sync.Once
	classifier Classifier
	err        error
}

func (o *onceLearner) train(ctx context.Context, p Problem, h Hyper, seed uint64, report func(done float64)) (Classifier, error) {
	o.once.Do(func() {
		o.classifier, o.err = o.learner.train(ctx, p, h, seed, report)
		o.err = cmp.Or(o.err, ctx.Err())
	})
	return o.classifier, o.err
}

// Train learns from p. It calls progress, if not nil, with the share of the work done, from the
// calling goroutine. When the context is cancelled, Train returns its error within 50 ms for a
// thousand features and the batches and widths of the grid. Other errors wrap those of model.Data's
// Check, or ErrHyper, ErrTask or ErrDiverged.
func (m Method) Train(ctx context.Context, p Problem, h Hyper, seed uint64, progress func(done float64)) (Classifier, error) {
	if !m.AppliesTo(p.Task) {
		return nil, fmt.Errorf("%w: %s needs classes, and this is a %s task", ErrTask, m.Name, p.Task)
	}
	h = h.WithDefaults(m.Defaults)
	for _, s := range Settings() {
		if err := s.Check(h); err != nil && m.Uses(s) {
			return nil, err
		}
	}
	if err := p.modelData().Check(ctx); err != nil {
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

// Train and Select also wrap these errors, besides ErrHyper and the errors of package model.
var (
	ErrTask     = errors.New("the method does not apply")
	ErrDiverged = errors.New("the training diverged")
)

// A Classifier is the result of training. It never changes and may be used concurrently.
type Classifier interface {
	// Scores returns the scores (m×c) of target rows x (m×d), for model.Task.Predict. c is 1 in a
	// regression and in a binary task, where a positive score means the label +1; otherwise c is
	// the number of classes. For source rows use SourceScores.
	Scores(x *mat.Dense) *mat.Dense
}

// SourceScores returns the function that scores source rows by c. Some classifiers score source and
// target rows differently.
func SourceScores(c Classifier) func(x *mat.Dense) *mat.Dense {
	if other, ok := c.(interface{ sourceScores(*mat.Dense) *mat.Dense }); ok {
		return other.sourceScores
	}
	return c.Scores
}

// A Representer is a Classifier that first computes a representation of the rows, the same for
// source and target.
type Representer interface {
	// Representation returns the hidden features (m×h) of rows x (m×d).
	Representation(x *mat.Dense) *mat.Dense
}

// A DomainClassifier is a Classifier trained against a discriminator of domains.
type DomainClassifier interface {
	// DomainAccuracy returns the discriminator's accuracy on source and target rows, with equal
	// weight for each domain. It is one half if the discriminator cannot distinguish the domains
	// (the paper's Table 3).
	DomainAccuracy(source, target *mat.Dense) float64
}
