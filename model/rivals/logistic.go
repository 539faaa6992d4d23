package rivals

import (
	"context"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// Logistic is logistic regression on the source alone, "Source (CE)" of the LAR
// paper's table of sentiment tasks: full-batch gradient descent from zero on the
// mean cross-entropy, rate 0.01, momentum 0.9 (its appendix B). Multiclass tasks
// have one weight vector per class and the softmax; binary ones a single vector.
// There is no bias: the features are expected to hold a constant. It has no
// hyperparameters.
type Logistic struct {
	// Epochs is the number of steps; 0 stands for 5000.
	Epochs int
	// Rate is the step size; 0 stands for 0.01.
	Rate float64
	// Nesterov makes the momentum Nesterov's, as the published code does.
	Nesterov bool
}

func (m Logistic) descent() Descent {
	d := Descent{Epochs: m.Epochs, Rate: m.Rate, Momentum: 0.9, Nesterov: m.Nesterov}
	if d.Rate == 0 {
		d.Rate = 0.01
	}
	return d
}

// Name returns "logistic regression".
func (Logistic) Name() string { return "logistic regression" }

// Variant names epochs and momentum.
func (m Logistic) Variant() string { return m.descent().variant() }

// Applies tells that it classifies.
func (Logistic) Applies(task model.Task) bool {
	return task == model.Binary || task == model.MultiClass
}

// Grid returns the only candidate.
func (Logistic) Grid() []Hyper { return []Hyper{{}} }

// Train implements Method.
func (m Logistic) Train(ctx context.Context, p Problem, _ Hyper, _ uint64, progress func(Progress)) (Classifier, error) {
	if !m.Applies(p.Task) {
		return nil, needsClasses(m.Name(), p.Task)
	}
	if err := p.check(ctx); err != nil {
		return nil, err
	}
	d, err := m.descent().withDefaults()
	if err != nil {
		return nil, err
	}
	l := newLogLoss(p)
	w := zeros(l.outputs, l.x.Cols)
	gradient := func(at, g blas64.General) (float64, error) { return l.gradient(ctx, at, g) }
	if err := d.descend(ctx, m.Name(), w, d.Rate, gradient, progress); err != nil {
		return nil, err
	}
	return linear{mat.DenseCopyOf(dense(w).T())}, nil
}

// A logLoss is the mean cross-entropy over the source as a function of weights
// (c×d), a row per output; a binary task has one, the class 0 scoring zero.
type logLoss struct {
	x        blas64.General
	labels   []int
	outputs  int
	sections []section
}

// A section is a run of rows that is summed by itself; the sections are then added
// in order, so that the sum does not depend on the number of cores.
type section struct {
	lo, hi int
	loss   float64
	grad   blas64.General
	// z, p and dz (rowsAtOnce×c) are logits, probabilities and residuals, out the
	// scores.
	z, p, dz, out blas64.General
	weights       []float64
}

const (
	// mostSections bounds the cores in use and the memory for gradients.
	mostSections = 16
	// rowsAtOnce is small enough for the rows to stay in the cache between the two
	// products that need them.
	rowsAtOnce = 32
)

func newLogLoss(p Problem) *logLoss {
	l := &logLoss{x: p.Source.X.RawMatrix(), labels: p.labels(), outputs: p.classes()}
	if p.Task == model.Binary {
		l.outputs = 1
	}
	count := min(mostSections, (l.x.Rows+rowsAtOnce-1)/rowsAtOnce)
	for i := range count {
		s := section{lo: l.x.Rows * i / count, hi: l.x.Rows * (i + 1) / count, grad: zeros(l.outputs, l.x.Cols)}
		classes := p.classes()
		s.z, s.p, s.dz = zeros(rowsAtOnce, classes), zeros(rowsAtOnce, classes), zeros(rowsAtOnce, classes)
		s.out = zeros(rowsAtOnce, l.outputs)
		for range rowsAtOnce {
			s.weights = append(s.weights, 1/float64(l.x.Rows))
		}
		l.sections = append(l.sections, s)
	}
	return l
}

// gradient writes the gradient at weights w (c×d) to g and returns the loss.
func (l *logLoss) gradient(ctx context.Context, w, g blas64.General) (float64, error) {
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(l.sections))
	for worker := range workers {
		wg.Go(func() {
			for i := worker; i < len(l.sections); i += workers {
				l.sum(ctx, &l.sections[i], w)
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	clear(g.Data)
	loss := 0.0
	for i := range l.sections {
		loss += l.sections[i].loss
		for j, v := range l.sections[i].grad.Data {
			g.Data[j] += v
		}
	}
	return loss, nil
}

// sum sets the section's loss and gradient.
func (l *logLoss) sum(ctx context.Context, s *section, w blas64.General) {
	s.loss = 0
	clear(s.grad.Data)
	for lo := s.lo; lo < s.hi && ctx.Err() == nil; lo += rowsAtOnce {
		hi := min(lo+rowsAtOnce, s.hi)
		x, out := span(l.x, lo, hi), span(s.out, 0, hi-lo)
		z, p, dz := span(s.z, 0, hi-lo), span(s.p, 0, hi-lo), span(s.dz, 0, hi-lo)
		if l.outputs > 1 {
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, x, w, 0, z)
			softmax(z, p)
			s.loss += CrossEntropy.of(z, p, dz, l.labels[lo:hi], s.weights[:hi-lo])
			blas64.Gemm(blas.Trans, blas.NoTrans, 1, dz, x, 1, s.grad)
			continue
		}
		blas64.Gemv(blas.NoTrans, 1, x, vector(w), 0, vector(out))
		for i, v := range out.Data {
			row(z, i)[1] = v
		}
		softmax(z, p)
		s.loss += CrossEntropy.of(z, p, dz, l.labels[lo:hi], s.weights[:hi-lo])
		for i := range out.Data {
			out.Data[i] = row(dz, i)[1]
		}
		blas64.Gemv(blas.Trans, 1, x, vector(out), 1, vector(s.grad))
	}
}
