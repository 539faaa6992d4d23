package rivals

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// Head is the linear model that AdversarialRefine fits to the mapped source.
type Head int

const (
	// LeastSquaresHead is least squares by descent, "Adv-R (MSE)".
	LeastSquaresHead Head = iota
	// LogisticHead is logistic regression, "Adv-R (CE)".
	LogisticHead
)

// AdversarialRefine is the alignment of Conneau, Lample, Ranzato, Denoyer and
// Jégou, "Word Translation Without Parallel Data" (arXiv 2017, ICLR 2018), and a
// linear model on what it aligns. A linear mapping W of the source is trained
// against a discriminator (their section 2.1), each step pulled towards
// orthogonality by β, W ← (1+β)W − βWWᵀW (section 3.3); of the epochs the mapping of highest
// unsupervised criterion is kept, and refined by Procrustes on the rows that CSLS
// pairs both ways (sections 2.2 and 2.3). The model is then fitted to (Wx, y) and scores target rows as
// they are.
//
// Their discriminator has two hidden layers of 2048 units and sees a million
// random rows an epoch; here both are options, with defaults for domains of some
// thousand rows. It uses Hyper.Beta.
type AdversarialRefine struct {
	Head Head
	// Epochs is the number of adversarial epochs of one pass over the larger domain;
	// 0 stands for 5.
	Epochs int
	// Refinements is the number of rounds of Procrustes; 0 stands for 5, as in their
	// published code, and −1 for none: then W is only nearly orthogonal.
	Refinements int
	// Width is that of the discriminator's hidden layers; 0 stands for 128.
	Width int
	// Batch is the number of rows of each domain in a step; 0 stands for 32.
	Batch int
}

// Name returns "adversarial-refine" with the head's loss.
func (m AdversarialRefine) Name() string {
	if m.Head == LogisticHead {
		return "adversarial-refine (CE)"
	}
	return "adversarial-refine (MSE)"
}

// Variant names the rounds and the discriminator's width.
func (m AdversarialRefine) Variant() string {
	m, err := m.withDefaults()
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d epochs, discriminator of width %d, %d refinements", m.Epochs, m.Width, m.Refinements)
}

// Applies tells whether the head can handle the task.
func (m AdversarialRefine) Applies(task model.Task) bool { return m.head().Applies(task) }

// Grid returns the strengths of appendix B of the LAR paper.
func (AdversarialRefine) Grid() []Hyper { return []Hyper{{Beta: 1e-3}, {Beta: 1e-2}, {Beta: 1e-1}} }

func (m AdversarialRefine) head() Method {
	if m.Head == LogisticHead {
		return Logistic{}
	}
	return LeastSquares{Descent{Momentum: 0.9}}
}

func (m AdversarialRefine) withDefaults() (AdversarialRefine, error) {
	for _, option := range []struct {
		name     string
		value    *int
		standard int
	}{{"epochs", &m.Epochs, mapEpochs}, {"width", &m.Width, 128}, {"batch", &m.Batch, 32}} {
		if *option.value == 0 {
			*option.value = option.standard
		}
		if *option.value < 0 {
			return m, fmt.Errorf("%w: %s is %d; it must be positive", ErrHyper, option.name, *option.value)
		}
	}
	switch {
	case m.Refinements == 0:
		m.Refinements = 5
	case m.Refinements == -1:
		m.Refinements = 0
	case m.Refinements < 0:
		return m, fmt.Errorf("%w: refinements is %d; it is −1 for none or positive", ErrHyper, m.Refinements)
	}
	if m.Head != LeastSquaresHead && m.Head != LogisticHead {
		return m, fmt.Errorf("%w: head %d is none", ErrHyper, m.Head)
	}
	return m, nil
}

// Train implements Method. The classifier is a SourceMapper.
func (m AdversarialRefine) Train(ctx context.Context, p Problem, h Hyper, seed uint64, progress func(Progress)) (Classifier, error) {
	if !m.Applies(p.Task) {
		return nil, needsClasses(m.Name(), p.Task)
	}
	head := m.head()
	m, err := m.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := h.checkBeta(); err != nil {
		return nil, err
	}
	if err := p.check(ctx); err != nil {
		return nil, err
	}
	report := func(epoch int, loss float64) {
		if progress != nil {
			progress(Progress{
				Method: m.Name(), Candidate: 1, Candidates: 1,
				Epoch: epoch, Epochs: m.Epochs + m.Refinements, Loss: loss,
			})
		}
	}
	learner := newMapper(m.Name(), p.Source.X.RawMatrix(), p.Target.RawMatrix(), h.Beta, m.Width, m.Batch, seed)
	w, loss := blas64.General{}, 0.0
	w, err = learner.adversarial(ctx, m.Epochs, func(epoch int, l float64) {
		loss = l
		report(epoch, l)
	})
	if err != nil {
		return nil, err
	}
	if m.Refinements > 0 {
		w, err = learner.refine(ctx, w, m.Refinements, func(round int) { report(m.Epochs+round, loss) })
		if err != nil {
			return nil, err
		}
	}
	mapped, err := mapRows(ctx, p.Source.X.RawMatrix(), w)
	if err != nil {
		return nil, err
	}
	p.Source.X = dense(mapped)
	c, err := head.Train(ctx, p, Hyper{}, seed, nil)
	if err != nil {
		return nil, err
	}
	return aligned{c.(linear), w}, nil
}

// An aligned classifier scores target rows, and source rows once mapped.
type aligned struct {
	linear
	mapping blas64.General
}

// MapSource returns xWᵀ.
func (a aligned) MapSource(x *mat.Dense) *mat.Dense {
	var y mat.Dense
	y.Mul(x, dense(a.mapping).T())
	return &y
}
