package model

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// StepBound returns the limit of h·λ_max(A), for h = 2α/n, up to which gradient descent on J/n is
// stable. The limit is 2 without momentum, 2(1+β) for the heavy ball with momentum β, and
// 2(1+β)/(1+2β) for Nesterov's method.
func (p Params) StepBound() float64 {
	bound := 2 * (1 + p.Momentum)
	if p.Nesterov {
		bound /= 1 + 2*p.Momentum
	}
	return bound
}

// newDescent returns a Descent before the first step. LargestStableRate is
// n·StepBound/(2·λ_max(A)), or +Inf if A is zero. At higher rates the weights grow without bound.
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

func (s *Solver) stepSize(d Descent) float64 { return 2 * d.Rate / float64(s.problem.Src.N) }

// ErrorGrowth returns the factor by which an epoch of descent d multiplies the distance from the
// optimum along the eigenvector of λ_max(A), in the long run. Descent diverges if the factor is
// above 1.
func (p Params) ErrorGrowth(d Descent) float64 {
	// Along the eigenvector, the distances e_t from the optimum satisfy e_{t+1} = a·e_t + c·e_{t−1}.
	// The factor is the largest magnitude of a root r of r² = a·r + c. x is hλ_max, which is StepBound
	// at LargestStableRate.
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

// CurveEpochs returns at most maxCount evenly spaced numbers from 1 to epochs, strictly ascending.
// The last number is epochs. The result is nil if an argument is below 1.
func CurveEpochs(epochs, maxCount int) []int {
	points := min(epochs, maxCount)
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

// FrameEpochs returns at most maxCount numbers from 1 to epochs, strictly ascending and evenly
// spaced on a logarithmic scale, because descent moves fast at first. The last number is epochs.
// The result is nil if an argument is below 1.
func FrameEpochs(epochs, maxCount int) []int {
	if epochs <= maxCount || maxCount < 2 {
		return CurveEpochs(epochs, maxCount)
	}
	at := make([]int, maxCount)
	last := 0
	for i := range at {
		// The smallest powers may round to equal epochs.
		last = max(last+1, int(math.Round(math.Pow(float64(epochs), float64(i)/float64(maxCount-1)))))
		at[i] = min(last, epochs-(maxCount-1-i))
	}
	return at
}

func checkAscending(epochs []int) error {
	if !slices.IsSorted(epochs) || len(epochs) > 0 && epochs[0] < 1 {
		return fmt.Errorf("%w: the epochs %v must be ascending numbers from 1 on", ErrParams, epochs)
	}
	return nil
}

// LeastObjective returns the minimum of J/n, (‖y‖² − wᵀΦᵀy)/n for the weights w of the closed form
// c. It returns NaN if J has no minimum or if w is unknown.
func (p *Problem) LeastObjective(c ClosedSolution) float64 {
	if c.UnboundedBelow || c.Weights == nil {
		return nan
	}
	return (p.Src.LabelNorm2 - dot(p.Src.XtY, p.space.fromFeatures(c.Weights))) / float64(p.Src.N)
}

// LeastSquaresObjective returns the minimum of ‖Φw − y‖²/n: (‖y‖² − Σ_i (v_iᵀΦᵀy)²/σ_i²)/n. The sum
// omits σ_i that are lost in rounding.
func (p *Problem) LeastSquaresObjective() float64 {
	left := p.Src.LabelNorm2
	for i, square := range p.Src.squaredSigmas(0, p.Src.ResolvedCount()) {
		row := p.bSource.RawRowView(i)
		left -= floats.Dot(row, row) / square
	}
	return left / float64(p.Src.N)
}

// A LimitComparison compares descent on least squares on the source with its limit.
type LimitComparison struct {
	// Share is the fall of J from w = 0 during the epochs of descent, divided by the fall to the
	// minimum of J. The rate is 0.9 of the largest stable rate; no other rate gives a much larger
	// Share.
	Share float64
	// End has the scores of the limit, the pseudo-inverse solution.
	End Evaluation
}

// CompareWithLimit computes the LimitComparison at the epochs and momentum of params. Errors are as
// in Solve.
func (s *Solver) CompareWithLimit(ctx context.Context, params Params) (r LimitComparison, err error) {
	p, params := s.problem, params.baseline()
	params.Rate = LearningRate{RateFixed, 0.9 * s.newDescent(p.Src.Sigma[0]*p.Src.Sigma[0], params).LargestStableRate}
	t, err := s.newDescentTrack(ctx, params)
	if err != nil {
		return r, err
	}
	_, objectives := t.computeCoefficients([]int{params.Epochs})
	start := p.Src.LabelNorm2 / float64(p.Src.N)
	r.Share = (start - objectives[0]) / (start - p.LeastSquaresObjective())
	r.End = p.newFit(p.scoredDomains, p.Src.leastSquaresWeights()).Evaluation
	return r, ctx.Err()
}

// ObjectiveFall returns the fall of J/n per epoch of descent d in the long run, where P_N projects
// on the null space of A:
//
//	2h/(1−β)·‖P_N Φᵀy‖²/n,  h = 2α/n.
//
// c must be the closed form at params. The result is 0 if J has a minimum.
func (p *Problem) ObjectiveFall(params Params, d Descent, c ClosedSolution) float64 {
	if !c.UnboundedBelow {
		return 0
	}
	n := float64(p.Src.N)
	h := 2 * d.Rate / n
	return 2 * h / (1 - params.Momentum) * c.Leak * c.Leak * dot(p.Src.XtY, p.Src.XtY) / n
}
