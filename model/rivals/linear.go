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

// LeastSquares is "No Adaptation (Linear)" in the LAR paper. It minimizes ‖Φw − y‖²/n on the source
// alone, by full-batch gradient descent from zero (the paper's appendix B). It fits multiclass
// tasks one-vs-all on ±1 targets. There is no bias, so the features should contain a constant. It
// has no hyperparameters.
func LeastSquares(d DescentOptions) Method {
	d.Epochs = cmp.Or(d.Epochs, 5000)
	return Method{
		Name: "least squares", Command: "least-squares", About: "a linear model on the source alone, by gradient descent",
		Variant: d.describeVariant(), VariantNote: "no adaptation is the same model with the epochs, rate and momentum of the controls",
		Grid: []Hyper{{}}, Regression: true, Quick: true, learner: leastSquaresLearner{d},
	}
}

// Ridge minimizes ‖Φw − y‖² + l2·‖w‖² on the source alone, by solving (ΦᵀΦ + l2·I)w = Φᵀy. It is
// the ℓ₂ regularization in the LAR paper's figure 1, and its grid has the values on that figure's
// axis. It uses Hyper.L2.
func Ridge() Method {
	return Method{
		Name: "ridge", About: "a linear model on the source alone, by least squares with a penalty L2·‖w‖²",
		Variant: "closed form", Command: "ridge", Grid: []Hyper{{L2: 1}, {L2: 10}, {L2: 100}, {L2: 1000}},
		Regression: true, Quick: true, learner: ridgeLearner{},
	}
}

// DescentOptions has the options of full-batch gradient descent in LeastSquares and Logistic. The
// zero value stands for the method's defaults.
type DescentOptions struct {
	// Epochs is the number of steps. 0 stands for 5000, as in the LAR paper's appendix B for
	// MNIST-USPS.
	Epochs int
	// Rate is the step size α on the mean loss. In Logistic 0 stands for 0.01. In LeastSquares 0
	// stands for the rate of model.RateAuto: the smaller of 1/(2σ₁) and 0.9 times the largest rate
	// that is stable with and without momentum.
	Rate float64
	// Momentum is β in [0, 1) of the heavy-ball method. In Logistic 0 stands for 0.9. The LAR paper's
	// linear models for sentiment have 0.9.
	Momentum float64
	// Nesterov selects Nesterov's momentum, as in the LAR paper's published code for sentiment.
	Nesterov bool
	// Newton makes Logistic solve a binary task by Newton's method, up to the optimum.
	Newton bool
}

func (d DescentOptions) describeVariant() string {
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

// A linearClassifier is a Classifier with weights w (d×c) for the rows of both domains.
type linearClassifier struct{ w *mat.Dense }

// Scores returns xw.
func (l linearClassifier) Scores(x *mat.Dense) *mat.Dense {
	return linalg.MultiplyAny(x, l.w)
}

type ridgeLearner struct{}

func (ridgeLearner) train(ctx context.Context, p model.Data, h Hyper, _ uint64, report func(done float64)) (Classifier, error) {
	side, err := model.ComputeMoments(ctx, p)
	if err != nil {
		return nil, err
	}
	a := side.Gram
	for i := range side.D {
		a.SetSym(i, i, a.At(i, i)+h.L2)
	}
	w := solveDefinite(a, side.XtY)
	if w == nil {
		return nil, fmt.Errorf("%w: l2 is %g, which is too small for the size of the features", ErrHyper, h.L2)
	}
	report(1)
	return linearClassifier{w}, nil
}

type leastSquaresLearner struct{ DescentOptions }

// train descends on ‖Φw − y‖²/n. The gradient (2/n)(ΦᵀΦw − Φᵀy) needs only the moments.
func (m leastSquaresLearner) train(ctx context.Context, p model.Data, _ Hyper, _ uint64, report func(done float64)) (Classifier, error) {
	side, err := model.ComputeMoments(ctx, p)
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
		// With S = ΦᵀΦ, b = yᵀΦ and g = w·S, n times the loss is ⟨w, g − 2b⟩ + ‖y‖².
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
		blas64.Gemv(blas.NoTrans, 1, s, newVector(a.Data), 0, newVector(g.Data))
		return
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a, s, 0, g)
}

const reportsPerDescent = 100

// descend minimizes a loss by Epochs steps at Rate, from zero weights (outputs×features). gradient
// writes the gradient at w to g and returns the loss. gradient must take at most about 10 ms, or
// return early when ctx ends.
func (d DescentOptions) descend(ctx context.Context, outputs, features int, gradient func(w, g blas64.General) float64, report func(done float64)) (Classifier, error) {
	if d.Epochs < 0 || !(d.Rate >= 0) || math.IsInf(d.Rate, 0) || !(d.Momentum >= 0 && d.Momentum < 1) {
		return nil, fmt.Errorf("%w: a descent of %d epochs at rate %v with momentum %v is not possible", ErrHyper, d.Epochs, d.Rate, d.Momentum)
	}
	w, g := zeros(outputs, features), zeros(outputs, features)
	optimizer := newMomentumOptimizer(d.Momentum, []tensor{{w.Data, g.Data}})
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
	return linearClassifier{mat.DenseCopyOf(toDense(w).T())}, nil
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
