package rivals

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// LeastSquares is "No Adaptation (Linear)": ‖Φw − y‖² on the source alone, by
// full-batch gradient descent from zero on the mean loss (the LAR paper's
// appendix B). Multiclass tasks are fitted one-vs-all on ±1 targets. There is no
// bias: the features are expected to hold a constant. It has no hyperparameters.
type LeastSquares struct{ Descent }

// Ridge is the paper's ℓ₂ rival (its figure 1): ‖Φw − y‖² + l2·‖w‖² on the source
// alone. It uses Hyper.L2.
type Ridge struct {
	Descent
	// ByDescent stops gradient descent from zero after Descent.Epochs, as the
	// paper's figure does, instead of solving (ΦᵀΦ + l2·I)w = Φᵀy.
	ByDescent bool
}

// Descent holds the options of full-batch gradient descent. Its zero value is the
// paper's appendix B for MNIST-USPS.
type Descent struct {
	// Epochs is the number of steps; 0 stands for 5000.
	Epochs int
	// Rate is the step size α on the mean loss; 0 stands for 1/(2σ₁), or 0.9 of
	// the largest stable rate without momentum where that is smaller.
	Rate float64
	// Momentum is β of the heavy-ball method, in [0, 1); the paper's linear models
	// on sentiment have 0.9.
	Momentum float64
	// Nesterov makes the momentum Nesterov's, as the published code for sentiment
	// does.
	Nesterov bool
}

func (d Descent) withDefaults() (Descent, error) {
	if d.Epochs == 0 {
		d.Epochs = 5000
	}
	switch {
	case d.Epochs < 0:
		return d, fmt.Errorf("%w: epochs is %d; it must be positive", ErrHyper, d.Epochs)
	case !(d.Rate >= 0) || math.IsInf(d.Rate, 0):
		return d, fmt.Errorf("%w: rate is %v; it must be finite and positive", ErrHyper, d.Rate)
	case !(d.Momentum >= 0 && d.Momentum < 1):
		return d, fmt.Errorf("%w: momentum is %v; it goes from 0 to below 1", ErrHyper, d.Momentum)
	}
	return d, nil
}

func (d Descent) variant() string {
	d, err := d.withDefaults()
	if err != nil {
		return ""
	}
	kind := "no momentum"
	switch {
	case d.Momentum > 0 && d.Nesterov:
		kind = fmt.Sprintf("Nesterov momentum %g", d.Momentum)
	case d.Momentum > 0:
		kind = fmt.Sprintf("momentum %g", d.Momentum)
	}
	return fmt.Sprintf("%d epochs of descent, %s", d.Epochs, kind)
}

// Name returns "least squares".
func (LeastSquares) Name() string { return "least squares" }

// Variant names epochs and momentum.
func (m LeastSquares) Variant() string { return m.variant() }

// Applies tells that every task can be fitted.
func (LeastSquares) Applies(model.Task) bool { return true }

// Grid returns the only candidate.
func (LeastSquares) Grid() []Hyper { return []Hyper{{}} }

// Train implements Method.
func (m LeastSquares) Train(ctx context.Context, p Problem, _ Hyper, _ uint64, progress func(Progress)) (Classifier, error) {
	if err := p.check(ctx); err != nil {
		return nil, err
	}
	return m.fit(ctx, m.Name(), p, 0, progress)
}

// Name returns "ridge".
func (Ridge) Name() string { return "ridge" }

// Variant tells how the minimum is found.
func (m Ridge) Variant() string {
	if m.ByDescent {
		return m.variant()
	}
	return "closed form"
}

// Applies tells that every task can be fitted.
func (Ridge) Applies(model.Task) bool { return true }

// Grid returns the weights on the axis of the paper's figure 1.
func (Ridge) Grid() []Hyper { return []Hyper{{L2: 1}, {L2: 10}, {L2: 100}, {L2: 1000}} }

// Train implements Method. The closed form needs L2 > 0.
func (m Ridge) Train(ctx context.Context, p Problem, h Hyper, _ uint64, progress func(Progress)) (Classifier, error) {
	if err := h.checkL2(); err != nil {
		return nil, err
	}
	if !m.ByDescent && h.L2 == 0 {
		return nil, fmt.Errorf("%w: l2 is 0; the closed form needs it positive", ErrHyper)
	}
	if err := p.check(ctx); err != nil {
		return nil, err
	}
	if m.ByDescent {
		return m.fit(ctx, m.Name(), p, h.L2, progress)
	}
	a, b, err := moments(ctx, p.Source.X.RawMatrix(), p.responses().RawMatrix())
	if err != nil {
		return nil, err
	}
	s := mat.NewSymDense(a.Rows, a.Data)
	for i := range a.Rows {
		s.SetSym(i, i, s.At(i, i)+h.L2)
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(s) {
		return nil, fmt.Errorf("%s: %w: l2 %g is lost beside features of this size", m.Name(), ErrHyper, h.L2)
	}
	var w mat.Dense
	if err := cholesky.SolveTo(&w, dense(b).T()); err != nil && !usable(err) {
		return nil, fmt.Errorf("%s: solving the normal equations: %w", m.Name(), err)
	}
	if progress != nil {
		progress(Progress{Method: m.Name(), Candidate: 1, Candidates: 1, Epoch: 1, Epochs: 1, Loss: math.NaN()})
	}
	return linear{&w}, ctx.Err()
}

// usable tells that an error of gonum only warns of bad condition.
func usable(err error) bool {
	c, ok := err.(mat.Condition)
	return ok && !math.IsInf(float64(c), 0) && !math.IsNaN(float64(c))
}

// A linear classifier has weights w (d×c).
type linear struct{ w *mat.Dense }

// Scores returns xw.
func (l linear) Scores(x *mat.Dense) *mat.Dense {
	var scores mat.Dense
	scores.Mul(x, l.w)
	return &scores
}

// Weights is a Classifier that is linear in the features.
type Weights interface {
	// Weights returns the weight vectors as columns (d×c).
	Weights() *mat.Dense
}

func (l linear) Weights() *mat.Dense { return mat.DenseCopyOf(l.w) }

// fit descends on (‖Φw − y‖² + l2‖w‖²)/n, whose gradient (2/n)(Sw + l2·w − Φᵀy)
// takes no more than the moments.
func (d Descent) fit(ctx context.Context, name string, p Problem, l2 float64, progress func(Progress)) (Classifier, error) {
	d, err := d.withDefaults()
	if err != nil {
		return nil, err
	}
	y := p.responses()
	s, b, err := moments(ctx, p.Source.X.RawMatrix(), y.RawMatrix())
	if err != nil {
		return nil, err
	}
	n := float64(p.Source.Rows())
	sigma2, err := largestEigenvalue(ctx, s)
	if err != nil {
		return nil, err
	}
	rate := d.Rate
	if rate == 0 && sigma2 > 0 {
		rate = min(1/(2*math.Sqrt(sigma2)), 0.9*n/(sigma2+l2))
	}
	norm2 := mat.Norm(y, 2) * mat.Norm(y, 2)
	w := zeros(b.Rows, b.Cols) // c×d, like b
	gradient := func(at, g blas64.General) (float64, error) {
		// g = at·S, then the loss from it: ⟨at, at·S − 2b⟩ + ‖y‖².
		product(at, s, g)
		loss := norm2
		for i, v := range at.Data {
			loss += v * (g.Data[i] + l2*v - 2*b.Data[i])
			g.Data[i] = 2 / n * (g.Data[i] + l2*v - b.Data[i])
		}
		return loss / n, nil
	}
	if err := d.descend(ctx, name, w, rate, gradient, progress); err != nil {
		return nil, err
	}
	return linear{mat.DenseCopyOf(dense(w).T())}, nil
}

// product writes a·s to g, s symmetric.
func product(a, s, g blas64.General) {
	if a.Rows == 1 {
		blas64.Gemv(blas.NoTrans, 1, s, vector(a), 0, vector(g))
		return
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a, s, 0, g)
}

// reports is the number of times that a descent reports progress.
const reports = 100

// descend minimizes by d.Epochs steps from w, at the given rate. gradient writes
// the gradient at a point to g and returns the loss there; it must take no longer
// than some 10 ms or return early with the context's error.
func (d Descent) descend(ctx context.Context, name string, w blas64.General, rate float64, gradient func(at, g blas64.General) (float64, error), progress func(Progress)) error {
	g, velocity := zeros(w.Rows, w.Cols), make([]float64, len(w.Data))
	every := max(1, d.Epochs/reports)
	for epoch := 1; epoch <= d.Epochs; epoch++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		loss, err := gradient(w, g)
		if err != nil {
			return err
		}
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return fmt.Errorf("%s: %w in epoch %d at rate %g", name, ErrDiverged, epoch, rate)
		}
		for i, slope := range g.Data {
			// Nesterov's in the form of Sutskever et al. (2013): the slope is taken
			// where w stands, and the step looks ahead.
			velocity[i] = d.Momentum*velocity[i] + slope
			if d.Nesterov {
				w.Data[i] -= rate * (slope + d.Momentum*velocity[i])
			} else {
				w.Data[i] -= rate * velocity[i]
			}
		}
		if progress != nil && (epoch%every == 0 || epoch == d.Epochs) {
			progress(Progress{Method: name, Candidate: 1, Candidates: 1, Epoch: epoch, Epochs: d.Epochs, Loss: loss})
		}
	}
	return nil
}
