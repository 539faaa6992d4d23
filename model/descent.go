package model

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Gradient descent (Algorithm 1) runs on J/n from w = 0, where J's gradient is
// 2(Aw − b) with A = S_k + λ·(weighted target tail) + L2·I and b = Φᵀy:
//
//	w ← w − h (A w − b),  h = 2α/n.

// StepBound returns the supremum of h·λ_max for which the iteration is stable.
// With momentum β the eigenvalues of the companion matrix of
// w⁺ = w + β(w − w⁻) − h∇ stay in the unit disc up to 2(1+β) for the heavy ball
// (gradient at w) and up to 2(1+β)/(1+2β) for Nesterov (gradient at the
// extrapolated point).
func (p Params) StepBound() float64 {
	bound := 2 * (1 + p.Momentum)
	if p.Nesterov {
		bound /= 1 + 2*p.Momentum
	}
	return bound
}

// newDescent returns a descent at params before its first step. Descent is stable at rates α below
// n·bound/(2·λ_max(A)), or at any rate if A is zero. At higher rates the weights grow without
// bound along an eigenvector of A.
func (s *Solver) newDescent(lambdaMax float64, params Params) Descent {
	n, sigma1, bound := float64(s.problem.Src.N), s.problem.Src.Sigma[0], params.StepBound()
	d := Descent{Fit: unknownFit(diverging), LargestStableRate: math.Inf(1), Rate: 1}
	if lambdaMax > 0 {
		d.LargestStableRate = n * bound / (2 * lambdaMax)
	}
	if sigma1 > 0 {
		d.Rate = 1 / (2 * sigma1)
	}
	switch params.Rate.Rule {
	case RateFixed:
		d.Rate = params.Rate.Value
	case RateAuto:
		plain := n / max(lambdaMax, math.SmallestNonzeroFloat64)
		d.Rate = min(d.Rate, 0.9*min(plain, d.LargestStableRate))
	}
	d.Diverges = 2*d.Rate/n*lambdaMax > bound
	return d
}

// step returns h = 2α/n.
func (s *Solver) step(d Descent) float64 { return 2 * d.Rate / float64(s.problem.Src.N) }

// ErrorGrowth returns the factor by which an epoch of the descent d multiplies, in the long run, the
// distance from the optimum along the top eigenvector of A. Without momentum it is |1 − hλ_max|,
// h = 2α/n; with momentum it is the spectral radius of the iteration. Descent diverges if it is
// above 1.
func (p Params) ErrorGrowth(d Descent) float64 {
	// On an eigenvalue λ, u⁺ = a·u + c·u⁻ + h, with the roots of r² = a·r + c. At LargestStableRate,
	// hλ_max is the bound.
	x := p.StepBound() * d.Rate / d.LargestStableRate
	a, c := 1+p.Momentum-x, -p.Momentum
	if p.Nesterov {
		a, c = (1+p.Momentum)*(1-x), -p.Momentum*(1-x)
	}
	discriminant := a*a + 4*c
	if discriminant < 0 {
		return math.Sqrt(-c)
	}
	return (math.Abs(a) + math.Sqrt(discriminant)) / 2
}

// CurveEpochs returns at most points strictly ascending epochs from 1 to epochs,
// evenly spread, the last one included; none where either is below 1.
func CurveEpochs(epochs, points int) []int {
	points = min(epochs, points)
	if points < 1 {
		return nil
	}
	at := make([]int, points)
	for i := range at {
		at[i] = 1 + int(math.Round(float64(i)*float64(epochs-1)/float64(max(1, points-1))))
	}
	at[points-1] = epochs
	return at
}

// FrameEpochs returns at most frames strictly ascending epochs from 1 to epochs,
// spread evenly on a logarithmic scale, the last one included: descent moves fast
// at first. There are none where either number is below 1.
func FrameEpochs(epochs, frames int) []int {
	if epochs <= frames || frames < 2 {
		return CurveEpochs(epochs, frames)
	}
	at := make([]int, frames)
	last := 0
	for i := range at {
		// At the low end there are fewer whole numbers than frames.
		last = max(last+1, int(math.Round(math.Pow(float64(epochs), float64(i)/float64(frames-1)))))
		at[i] = min(last, epochs-(frames-1-i))
	}
	return at
}

// checkAscending returns an error that wraps ErrParams unless epochs checkAscending from 1 or more.
func checkAscending(epochs []int) error {
	if !slices.IsSorted(epochs) || len(epochs) > 0 && epochs[0] < 1 {
		return fmt.Errorf("%w: epochs %v do not ascend from 1", ErrParams, epochs)
	}
	return nil
}

// LeastObjective returns the minimum of J/n at the closed form c of the problem: (‖y‖² − bᵀw)/n
// with b = Φᵀy, since A w = b. It is NaN if J has no minimum or if w is unknown.
func (p *Problem) LeastObjective(c ClosedSolution) float64 {
	if c.UnboundedBelow || c.Weights == nil {
		return nan
	}
	return (p.Src.LabelNorm2 - dot(p.Src.XtY, p.space.coordinates(c.Weights))) / float64(p.Src.N)
}

// LeastSquaresObjective returns the minimum of J/n without adaptation, the residual of least squares:
// (‖y‖² − Σ_i (v_iᵀΦᵀy)²/σ_i²)/n. The sum runs over the components that Gram resolves, the same as
// in descent.
func (p *Problem) LeastSquaresObjective() float64 {
	left := p.Src.LabelNorm2
	for i, square := range p.Src.squares(0, p.Src.resolved()) {
		row := p.bSource.RawRowView(i)
		left -= floats.Dot(row, row) / square
	}
	return left / float64(p.Src.N)
}

// A LimitComparison compares descent without adaptation with its limit, least squares.
type LimitComparison struct {
	// Share is the share of ‖y^U‖², the part of the labels that least squares explains, that
	// descent explains after its epochs at 0.9 of the largest stable rate. No other rate explains
	// much more. Share is also the fall of J from w = 0, relative to the fall to its minimum.
	Share float64
	// End evaluates least squares, computed by the pseudo-inverse.
	End Evaluation
}

// CompareWithLimit computes the CompareWithLimit of descent without adaptation at the epochs and momentum of params.
// Errors are as in Solve.
func (s *Solver) CompareWithLimit(ctx context.Context, params Params) (r LimitComparison, err error) {
	p, params := s.problem, params.baseline()
	params.Rate = Rate{RateFixed, 0.9 * s.newDescent(p.Src.Sigma[0]*p.Src.Sigma[0], params).LargestStableRate}
	t, err := s.track(ctx, params)
	if err != nil {
		return r, err
	}
	_, objectives := t.computeCoefficients([]int{params.Epochs})
	start := p.Src.LabelNorm2 / float64(p.Src.N)
	r.Share = (start - objectives[0]) / (start - p.LeastSquaresObjective())
	r.End = p.fit(p.samples, p.Src.leastSquaresWeights()).Evaluation
	return r, ctx.Err()
}

// ObjectiveFall returns how much J/n falls per epoch, in the long run, in a descent d of the
// solution c at params: 2h/(1−β)·‖P_N b‖²/n with h = 2α/n, b = Φᵀy and N the null space of A. It
// is 0 if J has a minimum.
func (p *Problem) ObjectiveFall(params Params, d Descent, c ClosedSolution) float64 {
	if !c.UnboundedBelow {
		return 0
	}
	n := float64(p.Src.N)
	h := 2 * d.Rate / n
	return 2 * h / (1 - params.Momentum) * c.Leak * c.Leak * dot(p.Src.XtY, p.Src.XtY) / n
}
