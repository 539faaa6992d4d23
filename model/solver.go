package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Solution is LAR at one setting of the parameters, beside no adaptation. It
// is immutable.
type Solution struct {
	Params
	// None is least squares on the source after as many epochs, at the same rule
	// of rate: no adaptation.
	None Descent
	// Closed is the closed form and Descent the weights after Epochs epochs.
	Closed  Closed
	Descent Descent
}

// Closed is the solution in closed form (paper, eq. learned_solution), the
// pseudo-inverse one where A is singular.
type Closed struct {
	Weights *mat.Dense // d×c
	Evaluation
	// Condition is the condition number of A on its numerical range, to three
	// digits or more; NaN before Solver.Curves.
	Condition float64
	// RankDeficient tells that A has a null space N.
	RankDeficient bool
	// Leak is ‖P_N Φᵀy‖/‖Φᵀy‖. Above LeakTolerance the objective has no minimum:
	// UnboundedBelow.
	// It never is where KeepImplicit is set.
	Leak           float64
	UnboundedBelow bool
}

// LeakTolerance is the share of Φᵀy in the null space of A above which the
// objective counts as unbounded below. Singular values near the rounding of the
// Gram matrix, 1e-8·σ₁, leave leaks of that size behind that mean nothing.
const LeakTolerance = 1e-6

// Descent is the state of gradient descent after Params.Epochs epochs.
type Descent struct {
	// Weights is d×c; nil where descent diverges, and then the Evaluation is
	// unknown and the Curve empty.
	Weights *mat.Dense
	Evaluation
	// Rate is the step size α in use, LargestStableRate the bound above which
	// it Diverges.
	Rate, LargestStableRate float64
	Diverges                bool
	// Curve follows the descent, epochs ascending.
	Curve []CurvePoint
}

// A CurvePoint is descent after Epoch epochs: the Objective J(w)/n that it
// minimizes and the target's score (NaN where it can't be known).
type CurvePoint struct {
	Epoch     int
	Objective float64
	Target    Metrics
}

// Points of a descent curve: CurvePoints, but as few as fewestCurvePoints where
// scoring more on a large target would take over curveBudget multiplications.
const (
	CurvePoints       = 101
	fewestCurvePoints = 11
	curveBudget       = 2e9
)

// A Solver solves one Problem again and again and keeps what successive turns
// share. It is not safe for concurrent use; several Solvers may share a Problem.
type Solver struct {
	problem *Problem
	family  *family
	// noneKey and none hold the last descent without adaptation, source what it
	// runs on.
	noneKey Params
	none    *Descent
	source  *factored
}

// NewSolver returns a Solver of p.
func NewSolver(p *Problem) *Solver { return &Solver{problem: p} }

// operator returns A at params.
func (s *Solver) operator(params Params) (*operator, error) {
	if key := params.systemKey(); s.family == nil || s.family.key != key {
		s.family = newFamily(s.problem, key)
	}
	return s.family.at(params.Lambda, params.L2)
}

// Solve computes the solution at params, its curves included. Errors wrap
// ErrParams, ErrNoConvergence or the context's.
func (s *Solver) Solve(ctx context.Context, params Params) (*Solution, error) {
	sol, err := s.Endpoints(ctx, params)
	if err != nil {
		return nil, err
	}
	return s.Curves(ctx, sol)
}

// Endpoints computes the solution at params without what takes longer than it: the
// curves that lead there and the condition number of the closed form. Errors are
// as those of Solve.
func (s *Solver) Endpoints(ctx context.Context, params Params) (*Solution, error) {
	if err := params.Check(s.problem.D); err != nil {
		return nil, err
	}
	op, err := s.operator(params)
	if err != nil {
		return nil, err
	}
	sol := &Solution{Params: params}
	if sol.Closed, err = s.closed(ctx, op, params); err != nil {
		return nil, err
	}
	if sol.Descent, err = s.last(ctx, op, params); err != nil {
		return nil, err
	}
	if key := params.noneKey(); s.none == nil || s.noneKey != key {
		none := s.after(s.sourceFactored(), key, s.begin(s.sourceFactored().lambdaMax(), key), []int{key.Epochs})[0]
		s.noneKey, s.none = key, &none
	}
	sol.None = *s.none
	return sol, ctx.Err()
}

// Curves returns the solution, one of this Solver's Endpoints, with the curves of
// its descents and its condition number.
func (s *Solver) Curves(ctx context.Context, sol *Solution) (*Solution, error) {
	op, err := s.operator(sol.Params)
	if err != nil {
		return nil, err
	}
	with := *sol
	at := CurveEpochs(sol.Epochs, s.problem.curvePoints())
	if !sol.Descent.Diverges {
		f, err := op.descent(ctx, sol.Params, s.step(sol.Descent))
		if err != nil {
			return nil, err
		}
		if with.Descent.Curve, err = s.curve(ctx, f, sol.Params, at, sol.Descent); err != nil {
			return nil, err
		}
	}
	if sol.None.Curve == nil && !sol.None.Diverges {
		if with.None.Curve, err = s.curve(ctx, s.sourceFactored(), sol.Params.noneKey(), at, sol.None); err != nil {
			return nil, err
		}
		if s.noneKey == sol.Params.noneKey() {
			none := with.None
			s.none = &none
		}
	}
	with.Closed.Condition, err = op.condition(ctx)
	return &with, err
}

// noneKey returns the parameters of no adaptation without what does not matter to
// it: λ, k and k̃.
func (p Params) noneKey() Params {
	key := p.None()
	key.K, key.KTilde, key.Tail = 1, 1, TargetTail
	return key
}

// sourceFactored returns least squares on the source, which its spectrum holds.
func (s *Solver) sourceFactored() *factored {
	if s.source == nil {
		s.source = s.problem.Src.leastSquares(s.problem.Overlap)
	}
	return s.source
}

func (s *Solver) closed(ctx context.Context, op *operator, params Params) (Closed, error) {
	coordinates, by, err := op.solution(ctx)
	if err != nil {
		return Closed{}, err
	}
	z := s.problem.weights(coordinates)
	c := Closed{Weights: s.problem.lift(z), Condition: math.NaN()}
	if by != nil {
		c.RankDeficient, c.Leak = by.null > 0, by.leak
	} else {
		c.RankDeficient, c.Leak = op.dense.null > 0, op.dense.leak()
	}
	// With the implicit term kept the objective is a sum of squares, and what
	// leaks is rounding.
	c.UnboundedBelow = c.Leak > LeakTolerance && !params.KeepImplicit
	c.Evaluation = s.problem.evaluateWork(z)
	return c, nil
}

// begin returns a descent before its first step: the rate that params gives and
// whether it diverges.
func (s *Solver) begin(lambdaMax float64, params Params) Descent {
	n := s.problem.Src.N
	d := Descent{Evaluation: unknownEvaluation()}
	d.LargestStableRate = params.LargestStableRate(n, lambdaMax)
	d.Rate = params.resolveRate(n, s.problem.Src.Sigma[0], lambdaMax)
	d.Diverges = params.diverges(n, d.Rate, lambdaMax)
	return d
}

// step returns h = 2α/n.
func (s *Solver) step(d Descent) float64 { return 2 * d.Rate / float64(s.problem.Src.N) }

// last returns descent after the last of its epochs, without a curve.
func (s *Solver) last(ctx context.Context, op *operator, params Params) (Descent, error) {
	runs, err := s.at(ctx, op, params, []int{params.Epochs})
	if err != nil {
		return Descent{}, err
	}
	return runs[0], nil
}

// at returns descent after each of the epochs, which ascend, without curves.
func (s *Solver) at(ctx context.Context, op *operator, params Params, epochs []int) ([]Descent, error) {
	largest, err := op.lambdaMax(ctx)
	if err != nil {
		return nil, err
	}
	start := s.begin(largest, params)
	if start.Diverges || len(epochs) == 0 {
		return slices.Repeat([]Descent{start}, len(epochs)), nil
	}
	params.Epochs = epochs[len(epochs)-1]
	f, err := op.descent(ctx, params, s.step(start))
	if err != nil {
		return nil, err
	}
	return s.after(f, params, start, epochs), nil
}

// after returns the descent that begins with start on the eigenpairs of f after
// each of the epochs, which ascend.
func (s *Solver) after(f *factored, params Params, start Descent, epochs []int) []Descent {
	runs := slices.Repeat([]Descent{start}, len(epochs))
	if start.Diverges {
		return runs
	}
	filters := f.filters(params, s.step(start))
	for e, epoch := range epochs {
		z := s.problem.weights(f.apply(func(i int) float64 { return filters[i].at(epoch) }))
		runs[e].Weights, runs[e].Evaluation = s.problem.lift(z), s.problem.evaluateWork(z)
	}
	return runs
}

// curvePoints returns how many points of a curve to compute.
func (p *Problem) curvePoints() int {
	if p.components == nil {
		return CurvePoints
	}
	m, r := p.components.Dims()
	affordable := curveBudget / (float64(m) * float64(r) * float64(p.C))
	return int(math.Max(fewestCurvePoints, math.Min(CurvePoints, affordable)))
}

// curve follows the descent d on the eigenpairs of f at the epochs of at, which
// ascend.
func (s *Solver) curve(ctx context.Context, f *factored, params Params, at []int, d Descent) ([]CurvePoint, error) {
	p := s.problem
	curve := make([]CurvePoint, len(at))
	filters := f.filters(params, s.step(d))
	phi := make([]float64, len(filters))
	// A batch of epochs at a time, c columns each, keeps memory small and
	// cancelling quick.
	const batch = 32
	for lo := 0; lo < len(at); lo += batch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hi := min(lo+batch, len(at))
		coefs := mat.NewDense(len(filters), (hi-lo)*p.C, nil)
		for e, epoch := range at[lo:hi] {
			for i := range filters {
				phi[i] = filters[i].at(epoch)
				for j, b := range f.beta.RawRowView(i) {
					coefs.Set(i, e*p.C+j, phi[i]*b)
				}
			}
			objective := f.objective(p.Src.LabelNorm2, p.Src.N, phi)
			curve[lo+e] = CurvePoint{Epoch: epoch, Objective: objective, Target: unknown}
		}
		if p.components == nil {
			continue
		}
		_, resolved := p.components.Dims()
		for e, metrics := range p.scoreEach(p.components, f.lift(coefs, resolved), p.Target.Y) {
			curve[lo+e].Target = metrics
		}
	}
	return curve, nil
}

// A PathPoint is LAR at one λ of a path.
type PathPoint struct {
	Lambda float64
	// Closed and Descent score the closed form and the weights after the
	// present number of epochs; Descent is unknown where it Diverges.
	Closed, Descent Evaluation
	Diverges        bool
}

// Path solves params at each λ and hands every point to visit as it is done.
func (s *Solver) Path(ctx context.Context, params Params, lambdas []float64, visit func(i int, point PathPoint)) error {
	for i, lambda := range lambdas {
		params.Lambda = lambda
		if err := params.Check(s.problem.D); err != nil {
			return err
		}
		cell, err := s.cell(ctx, params, []int{params.Epochs})
		if err != nil {
			return err
		}
		after := cell.Descent[0]
		visit(i, PathPoint{lambda, cell.Closed.Evaluation, after.Evaluation, after.Diverges})
	}
	return nil
}
