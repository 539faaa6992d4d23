package rivals

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"larui/model"
)

// Logistic is logistic regression on the source alone, "Source (CE)" of the LAR
// paper's table of sentiment tasks: full-batch gradient descent from zero on the
// mean cross-entropy, rate 0.01, momentum 0.9 (its appendix B). Multiclass tasks
// have one weight vector per class and the softmax; binary ones a single vector.
// There is no bias: the features are expected to hold a constant. It has no
// hyperparameters.
func Logistic(d Descent) Method {
	d.Epochs, d.Rate, d.Momentum = cmp.Or(d.Epochs, 5000), cmp.Or(d.Rate, 0.01), cmp.Or(d.Momentum, 0.9)
	return Method{
		Name: "logistic regression", About: "a linear model on the source alone, for the cross-entropy",
		Variant: d.variant(), Grid: []Hyper{{}}, Quick: true, learner: logistic{d},
	}
}

type logistic struct{ Descent }

func (m logistic) train(ctx context.Context, p Problem, _ Hyper, _ uint64, report func(epoch, epochs int)) (Classifier, error) {
	l := newLogLoss(p)
	gradient := func(w, g blas64.General) float64 { return l.gradient(ctx, w, g) }
	return m.descend(ctx, l.outputs, l.x.Cols, gradient, report)
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
	// z (rowsAtOnce×c) are logits, out the scores.
	z, out  blas64.General
	weights []float64
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
		s.z, s.out = zeros(rowsAtOnce, p.classes()), zeros(rowsAtOnce, l.outputs)
		s.weights = slices.Repeat([]float64{1 / float64(l.x.Rows)}, rowsAtOnce)
		l.sections = append(l.sections, s)
	}
	return l
}

// gradient writes the gradient at weights w (c×d) to g and returns the loss;
// neither is right where the context has ended.
func (l *logLoss) gradient(ctx context.Context, w, g blas64.General) float64 {
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
	clear(g.Data)
	loss := 0.0
	for _, s := range l.sections {
		loss += s.loss
		floats.Add(g.Data, s.grad.Data)
	}
	return loss
}

// sum sets the section's loss and gradient.
func (l *logLoss) sum(ctx context.Context, s *section, w blas64.General) {
	s.loss = 0
	clear(s.grad.Data)
	for lo := s.lo; lo < s.hi && ctx.Err() == nil; lo += rowsAtOnce {
		hi := min(lo+rowsAtOnce, s.hi)
		x, z, out := span(l.x, lo, hi), span(s.z, 0, hi-lo), span(s.out, 0, hi-lo)
		if l.outputs > 1 {
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, x, w, 0, z)
		} else {
			blas64.Gemv(blas.NoTrans, 1, x, vector(w), 0, vector(out))
			for i, v := range out.Data {
				row(z, i)[1] = v
			}
		}
		loss, dz := crossEntropy(z, softmax(z), l.labels[lo:hi], s.weights[:hi-lo])
		s.loss += loss
		if l.outputs > 1 {
			blas64.Gemm(blas.Trans, blas.NoTrans, 1, dz, x, 1, s.grad)
			continue
		}
		for i := range out.Data {
			out.Data[i] = row(dz, i)[1]
		}
		blas64.Gemv(blas.Trans, 1, x, vector(out), 1, vector(s.grad))
	}
}
