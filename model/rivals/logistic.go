package rivals

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// Logistic is logistic regression on the source alone, "Source (CE)" in the LAR paper's table of
// sentiment tasks. It minimizes the mean cross-entropy by full-batch gradient descent from zero.
// The defaults are the rate 0.01 and the momentum 0.9 (the paper's appendix B). A binary task has
// one weight vector. A multiclass task has one for each class, and the softmax. There is no bias,
// so the features should contain a constant. It has no hyperparameters.
func Logistic(d DescentOptions) Method {
	d.Epochs, d.Rate, d.Momentum = cmp.Or(d.Epochs, 5000), cmp.Or(d.Rate, 0.01), cmp.Or(d.Momentum, 0.9)
	return Method{
		Name: "logistic regression", Command: "logistic", About: "a linear model on the source alone, fitted by cross-entropy",
		Variant: d.describeVariant(), Grid: []Hyper{{}}, Quick: true, Logits: true, learner: logisticLearner{d},
	}
}

type logisticLearner struct{ DescentOptions }

func (m logisticLearner) train(ctx context.Context, p model.Data, _ Hyper, _ uint64, report func(done float64)) (Classifier, error) {
	l := newLogLoss(p)
	if m.Newton && l.outputs == 1 {
		w, value, err := l.minimizeByNewton(ctx, nil, report)
		if err == nil && math.IsNaN(value) {
			err = fmt.Errorf("%w: the cross-entropy does not converge in %d steps", ErrDiverged, newtonSteps)
		}
		return linearClassifier{mat.DenseCopyOf(toDense(w).T())}, err
	}
	gradient := func(w, g blas64.General) float64 { return l.gradient(ctx, w, g) }
	return m.descend(ctx, l.outputs, l.x.Cols, gradient, report)
}

// newtonSteps is the largest number of Newton steps. Ten are usual.
const newtonSteps = 50

// minimizeByNewton returns the weights w (1×d) that minimize the loss of a binary task plus ½ Σ
// penalties_j w_j². value is this sum before the last step, or NaN if newtonSteps are too few.
// Without penalties there is no minimum if a plane separates the classes: each step then divides
// the loss by about e.
func (l *logLoss) minimizeByNewton(ctx context.Context, penalties []float64, report func(float64)) (w blas64.General, value float64, err error) {
	w, g, spare := zeros(1, l.x.Cols), zeros(1, l.x.Cols), zeros(1, l.x.Cols)
	penalized := func(g blas64.General) float64 {
		loss := l.gradient(ctx, w, g)
		for j, penalty := range penalties {
			loss += penalty / 2 * w.Data[j] * w.Data[j]
			g.Data[j] += penalty * w.Data[j]
		}
		return loss
	}
	for i := range newtonSteps {
		value = penalized(g)
		curvature := l.curvature(ctx, w)
		if err := ctx.Err(); err != nil {
			return w, value, err
		}
		diagonal := 0.0
		if penalties == nil {
			diagonal = negligible * floats.Norm(curvature.Data, 2)
		}
		h, right := symmetrize(curvature, 1, diagonal), mat.NewVecDense(len(g.Data), g.Data)
		for j, penalty := range penalties {
			h.SetSym(j, j, h.At(j, j)+penalty)
		}
		step := solveDefinite(h, right)
		if step == nil {
			return w, value, fmt.Errorf("%w: the curvature of the loss is not positive", ErrDiverged)
		}
		decrease, share, from := mat.Dot(step.ColView(0), right), 1.0, copyOf(w)
		last := decrease < max(1e-15, 1e-12*value) // smaller decreases are below the rounding of the loss
		// Halve the step until the sum decreases enough.
		for ; share > negligible; share /= 2 {
			floats.AddScaledTo(w.Data, from.Data, -share, step.RawMatrix().Data)
			if last || penalized(spare) < value-share*decrease/4 {
				break
			}
		}
		if last || share <= negligible {
			return w, value, nil
		}
		report(float64(i+1) / newtonSteps)
	}
	return w, math.NaN(), nil
}

// Without penalties, negligible·‖curvature‖ is added to the diagonal of the curvature, so that it
// is positive definite. negligible is also the smallest factor of a halved step.
const negligible = 1e-12

// curvature returns the second derivative of the loss of a binary task, Φᵀ diag(p(1−p)) Φ/n.
func (l *logLoss) curvature(ctx context.Context, w blas64.General) blas64.General {
	weighted := zeros(l.x.Rows, l.x.Cols)
	for i, z := range multiply(ctx, blas.Trans, l.x, w).Data {
		p := 1 / (1 + math.Exp(-z))
		floats.AddScaled(row(weighted, i), p*(1-p)/float64(l.x.Rows), row(l.x, i))
	}
	return crossProduct(ctx, l.x, weighted)
}

// A logLoss is the mean cross-entropy over the source as a function of weights (outputs×d). In a
// binary task the only output is the score of class 1; the score of class 0 is zero.
type logLoss struct {
	x                blas64.General
	labels           []int
	classes, outputs int
	// weights has 1/n for each of rowsAtOnce rows.
	weights []float64
}

const (
	// mostSections is the largest number of sections into which gradient divides the rows. It
	// limits the number of cores and of gradients in memory.
	mostSections = 16
	// rowsAtOnce is the number of rows that stay in the cache between two products.
	rowsAtOnce = 32
)

func newLogLoss(p model.Data) *logLoss {
	l := &logLoss{x: p.Source.X.RawMatrix(), labels: classIndices(p), classes: max(2, p.Outputs()), outputs: max(2, p.Outputs())}
	if p.Task == model.Binary {
		l.outputs = 1
	}
	l.weights = slices.Repeat([]float64{1 / float64(l.x.Rows)}, rowsAtOnce)
	return l
}

// gradient writes the gradient at weights w (outputs×d) to g and returns the loss. Both do not
// depend on the number of cores, and are meaningless once ctx ends.
func (l *logLoss) gradient(ctx context.Context, w, g blas64.General) float64 {
	sections := min(mostSections, (l.x.Rows+rowsAtOnce-1)/rowsAtOnce)
	losses, gradients := make([]float64, sections), make([]blas64.General, sections)
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), sections)
	for worker := range workers {
		wg.Go(func() {
			for i := worker; i < sections; i += workers {
				losses[i], gradients[i] = l.sumRows(ctx, l.x.Rows*i/sections, l.x.Rows*(i+1)/sections, w)
			}
		})
	}
	wg.Wait()
	clear(g.Data)
	for _, part := range gradients { // in order, so that the sum does not depend on the number of cores
		floats.Add(g.Data, part.Data)
	}
	return floats.Sum(losses)
}

func (l *logLoss) sumRows(ctx context.Context, lo, hi int, w blas64.General) (loss float64, gradient blas64.General) {
	gradient = zeros(l.outputs, l.x.Cols)
	logits, scores := zeros(rowsAtOnce, l.classes), zeros(rowsAtOnce, l.outputs)
	for ; lo < hi && ctx.Err() == nil; lo += rowsAtOnce {
		x := sliceRows(l.x, lo, min(lo+rowsAtOnce, hi))
		z, out := sliceRows(logits, 0, x.Rows), sliceRows(scores, 0, x.Rows)
		if l.outputs > 1 {
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, x, w, 0, z)
		} else {
			blas64.Gemv(blas.NoTrans, 1, x, newVector(w.Data), 0, newVector(out.Data))
			for i, v := range out.Data {
				row(z, i)[1] = v
			}
		}
		part, dz := crossEntropy(z, softmax(z), l.labels[lo:lo+x.Rows], l.weights[:x.Rows])
		loss += part
		if l.outputs > 1 {
			blas64.Gemm(blas.Trans, blas.NoTrans, 1, dz, x, 1, gradient)
			continue
		}
		for i := range out.Data {
			out.Data[i] = row(dz, i)[1]
		}
		blas64.Gemv(blas.Trans, 1, x, newVector(out.Data), 1, newVector(gradient.Data))
	}
	return loss, gradient
}
