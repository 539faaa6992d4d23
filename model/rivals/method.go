package rivals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Method learns a classifier (or, where linear, a regression) from a labelled
// source and an unlabelled target, and says of itself what is shown of it.
type Method struct {
	// Name is the method's name in reports; Title that on the screen, where there
	// are two of a name.
	Name, Title string
	// About says in a line what it does. Variant says which of its options it runs
	// with; Aside and Note, often empty, what should be known of these and of it.
	About, Variant, Aside, Note string
	// Command is the name by which the command line calls it.
	Command string
	// Grid lists the candidates that Select tries, in the order of the paper; it is
	// never empty, and its first has a value where the method looks. Usual has what stands where
	// they have none, and Given what With has put in place of the method's own.
	Grid         []Hyper
	Usual, Given Hyper
	// Own is the index in Grid of the setting of the method's own paper, above 0 where
	// the first one is nearly that of no adaptation.
	Own int
	// Regression tells that it handles every task, not classes alone; Quick that
	// it takes but a moment on a small problem.
	Regression, Quick bool
	// Logits tells that its scores are those of the cross-entropy, which aim at no label.
	Logits bool
	// Published tells that it runs with the choices of the LAR paper's published
	// code where these depart from the textbook.
	Published bool

	learner learner
}

// A learner trains. What it is given has been checked. It reports the share of the
// work that is done on its caller's goroutine.
type learner interface {
	train(ctx context.Context, p Problem, h Hyper, seed uint64, report func(done float64)) (Classifier, error)
}

// Applies tells whether the method can handle the task.
func (m Method) Applies(task model.Task) bool { return m.Regression || task != model.Regression }

// Linear tells that the method's classifiers are WeightedClassifiers.
func (m Method) Linear() bool {
	_, network := m.learner.(networks)
	return !network
}

// LooksAt tells that the setting makes a difference to the method: it has a value of its own for it.
func (m Method) LooksAt(s Setting) bool {
	return s.in(m.Grid[0]) || s.in(m.Usual)
}

// With returns the method with what is given of its settings in place of its own: the values of
// given that it looks at.
func (m Method) With(given Hyper) Method {
	if given == (Hyper{}) {
		return m
	}
	for _, s := range Settings() {
		if m.LooksAt(s) {
			s.Take(&m.Given, given)
		}
	}
	own, grid := m.Given.Or(m.Grid[m.Own]), []Hyper(nil)
	for _, h := range m.Grid {
		h = m.Given.Or(h)
		if !slices.Contains(grid, h) {
			grid = append(grid, h)
		}
	}
	m.Grid, m.Own = grid, slices.Index(grid, own)
	return m
}

// Train learns from p. It reports to progress, where not nil, the share of the work
// that is done, from the calling goroutine. It returns the context's error soon
// after its being cancelled, within 50 ms for a thousand features and the batches
// and widths of the grid; other errors wrap those of model.Data's Check, or
// ErrHyper, ErrTask or ErrDiverged.
func (m Method) Train(ctx context.Context, p Problem, h Hyper, seed uint64, progress func(done float64)) (Classifier, error) {
	if !m.Applies(p.Task) {
		return nil, fmt.Errorf("%w: %s needs classes, and this is a %s task", ErrTask, m.Name, p.Task)
	}
	h = h.Or(m.Usual)
	for _, s := range Settings() {
		if err := s.Check(h); err != nil && m.LooksAt(s) {
			return nil, err
		}
	}
	if err := p.data().Check(ctx); err != nil {
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

// Errors that Train and Select wrap, besides ErrHyper and those of package model.
var (
	ErrTask     = errors.New("the method does not apply")
	ErrDiverged = errors.New("the training diverged")
)

// A Classifier is what a Method has learned; it never changes, and may be used
// concurrently.
type Classifier interface {
	// Scores returns the scores (m×c) of target rows x (m×d), for
	// model.Task.Predict: c is 1 in a binary task, positive for the label +1, and
	// in a regression, the number of classes otherwise. SourceScores has those of
	// source rows.
	Scores(x *mat.Dense) *mat.Dense
}

// SourceScores returns the scores of source rows by c, whose rows of source and
// target may be scored in different ways.
func SourceScores(c Classifier) func(x *mat.Dense) *mat.Dense {
	if other, ok := c.(interface{ sourceScores(*mat.Dense) *mat.Dense }); ok {
		return other.sourceScores
	}
	return c.Scores
}

// A Representer is a Classifier that learns a representation of the rows first,
// the same for source and target.
type Representer interface {
	// Representation returns the hidden features (m×h) of rows x (m×d).
	Representation(x *mat.Dense) *mat.Dense
}

// A DomainClassifier is a Classifier trained against a discriminator of domains.
type DomainClassifier interface {
	// DomainAccuracy returns the discriminator's accuracy on rows of the source and
	// of the target, both domains weighing the same: one half where it can't tell
	// them apart (the paper's Table 3).
	DomainAccuracy(source, target *mat.Dense) float64
}
