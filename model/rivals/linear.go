package rivals

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
)

// LeastSquares is "No Adaptation (Linear)": ‖Φw − y‖² on the source alone, minimized by full-batch
// gradient descent from zero on the mean loss (the LAR paper's appendix B). Multiclass tasks are
// fitted one-vs-all on ±1 targets. There is no bias: the features should contain a constant. It has
// no hyperparameters.
func LeastSquares(d Descent) Method {
	d.Epochs = cmp.Or(d.Epochs, 5000)
	return Method{
		Name: "least squares", Command: "least-squares", About: "a linear model on the source alone, by gradient descent",
		Variant: d.variant(), VariantNote: "no adaptation is this model with the options of the controls",
		Grid: []Hyper{{}}, Regression: true, Quick: true, learner: leastSquaresLearner{d},
	}
}

// Ridge is the paper's ℓ₂ rival (its figure 1): ‖Φw − y‖² + l2·‖w‖² on the source alone, by solving
// (ΦᵀΦ + l2·I)w = Φᵀy. Its grid has the values on the axis of that figure. It uses Hyper.L2.
func Ridge() Method {
	return Method{
		Name: "ridge", About: "a linear model on the source alone, with L2·‖w‖² beside the squares",
		Variant: "closed form", Command: "ridge", Grid: []Hyper{{L2: 1}, {L2: 10}, {L2: 100}, {L2: 1000}},
		Regression: true, Quick: true, learner: ridgeLearner{},
	}
}

// Descent has the options of full-batch gradient descent. The zero value stands for the defaults of
// the method.
type Descent struct {
	// Epochs is the number of steps; 0 stands for 5000, as in the paper's appendix B for
	// MNIST-USPS.
	Epochs int
	// Rate is the step size α on the mean loss. In Logistic 0 stands for 0.01. In LeastSquares 0
	// stands for model.RateAuto: 1/(2σ₁), or 0.9 of the largest stable rate if that is smaller; the
	// stable rate is the smaller of those with and without momentum.
	Rate float64
	// Momentum is β of the heavy-ball method, in [0, 1); 0 stands for 0.9 in Logistic. The paper's
	// linear models on sentiment have 0.9.
	Momentum float64
	// Nesterov selects Nesterov's momentum, as in the published code for sentiment.
	Nesterov bool
	// Newton makes Logistic solve a binary task to its optimum by Newton's method instead.
	Newton bool
}

func (d Descent) variant() string {
	if d.Newton {
		return "the optimum, by Newton's method"
	}
	kind := "no momentum"
	if d.Momentum > 0 {
		kind = fmt.Sprintf("momentum %g", d.Momentum)
	}
	if d.Momentum > 0 && d.Nesterov {
		kind = "Nesterov " + kind
	}
	return fmt.Sprintf("%d epochs of descent, %s", d.Epochs, kind)
}

// A linear classifier has weights w (d×c).
type linear struct{ w *mat.Dense }

// Scores returns xw.
func (l linear) Scores(x *mat.Dense) *mat.Dense {
	return linalg.MulAny(x, l.w)
}

type ridgeLearner struct{}

func (ridgeLearner) train(ctx context.Context, p Problem, h Hyper, _ uint64, report func(done float64)) (Classifier, error) {
	side, err := model.ComputeMoments(ctx, p.modelData())
	if err != nil {
		return nil, err
	}
	a := side.Gram
	for i := range side.D {
		a.SetSym(i, i, a.At(i, i)+h.L2)
	}
	w := solveDefinite(a, side.XtY)
	if w == nil {
		return nil, fmt.Errorf("%w: l2 %g is too small for features of this size", ErrHyper, h.L2)
	}
	report(1)
	return linear{w}, nil
}

type leastSquaresLearner struct{ Descent }

// train descends on ‖Φw − y‖²/n. The gradient (2/n)(Sw − Φᵀy) needs only the moments.
func (m leastSquaresLearner) train(ctx context.Context, p Problem, _ Hyper, _ uint64, report func(done float64)) (Classifier, error) {
	side, err := model.ComputeMoments(ctx, p.modelData())
	if err != nil {
		return nil, err
	}
	sigma2, err := side.LargestEigenvalue(ctx)
	if err != nil {
		return nil, err
	}
	n, s, b := float64(side.N), mat.DenseCopyOf(side.Gram).RawMatrix(), mat.DenseCopyOf(side.XtY.T()).RawMatrix()
	if m.Rate == 0 && sigma2 > 0 {
		bound := min(2, model.Params{Momentum: m.Momentum, Nesterov: m.Nesterov}.StepBound())
		m.Rate = min(1/(2*math.Sqrt(sigma2)), 0.9*n*bound/(2*sigma2))
	}
	return m.descend(ctx, b.Rows, b.Cols, func(w, g blas64.General) float64 {
		// g = w·S, then the loss from it: ⟨w, w·S − 2b⟩ + ‖y‖².
		multiplySymmetric(w, s, g)
		loss := side.LabelNorm2
		for i, v := range w.Data {
			loss += v * (g.Data[i] - 2*b.Data[i])
			g.Data[i] = 2 / n * (g.Data[i] - b.Data[i])
		}
		return loss / n
	}, report)
}

// multiplySymmetric sets g to a·s, for a symmetric s.
func multiplySymmetric(a, s, g blas64.General) {
	if a.Rows == 1 {
		blas64.Gemv(blas.NoTrans, 1, s, vector(a.Data), 0, vector(g.Data))
		return
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a, s, 0, g)
}

// reportsPerDescent is the number of progress reportsPerDescent of a descent.
const reportsPerDescent = 100

// descend minimizes a loss by Epochs steps at Rate, from zero weights (c×d). gradient writes the
// gradient at weights w to g and returns the loss. It must take at most some 10 ms, or return early
// when the context ends.
func (d Descent) descend(ctx context.Context, outputs, features int, gradient func(w, g blas64.General) float64, report func(done float64)) (Classifier, error) {
	if d.Epochs < 0 || !(d.Rate >= 0) || math.IsInf(d.Rate, 0) || !(d.Momentum >= 0 && d.Momentum < 1) {
		return nil, fmt.Errorf("%w: %d epochs at rate %v, momentum %v", ErrHyper, d.Epochs, d.Rate, d.Momentum)
	}
	w, g := zeros(outputs, features), zeros(outputs, features)
	optimizer := newMomentum(d.Momentum, []tensor{{w.Data, g.Data}})
	optimizer.nesterov = d.Nesterov
	every := max(1, d.Epochs/reportsPerDescent)
	for epoch := 1; epoch <= d.Epochs; epoch++ {
		loss := gradient(w, g)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !isFinite(loss) {
			return nil, fmt.Errorf("%w in epoch %d at rate %g", ErrDiverged, epoch, d.Rate)
		}
		optimizer.step(d.Rate)
		if epoch%every == 0 || epoch == d.Epochs {
			report(float64(epoch) / float64(d.Epochs))
		}
	}
	return linear{mat.DenseCopyOf(dense(w).T())}, nil
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
