package model

import (
	"context"

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
	// Condition is the condition number of A on its numerical range.
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

// CurvePoints is how many points of a descent curve are computed.
const CurvePoints = 101

// A Solver solves one Problem again and again and keeps what successive turns
// share. It is not safe for concurrent use; several Solvers may share a Problem.
type Solver struct {
	problem *Problem
	key     systemKey
	system  *system
	// noneKey and none hold the last descent without adaptation.
	noneKey Params
	none    *Descent
	// factors holds the eigendecompositions of the present system by (λ, L2).
	factors map[[2]float64]*factored
}

// NewSolver returns a Solver of p.
func NewSolver(p *Problem) *Solver { return &Solver{problem: p} }

// Problem returns the problem that s solves.
func (s *Solver) Problem() *Problem { return s.problem }

// factorsKept bounds how many eigendecompositions are kept.
const factorsKept = 24

// factored returns the eigendecomposition at params.
func (s *Solver) factored(params Params) (*factored, error) {
	if key := params.systemKey(); s.system == nil || s.key != key {
		s.key, s.system = key, newSystem(s.problem, key)
		s.factors = nil
	}
	at := [2]float64{params.Lambda, params.L2}
	if f, ok := s.factors[at]; ok {
		return f, nil
	}
	f, err := s.system.factor(params.Lambda, params.L2)
	if err != nil {
		return nil, err
	}
	if s.factors == nil || len(s.factors) >= factorsKept {
		s.factors = make(map[[2]float64]*factored)
	}
	s.factors[at] = f
	return f, nil
}

// Solve computes the solution at params. Errors wrap ErrParams, ErrNoConvergence
// or the context's.
func (s *Solver) Solve(ctx context.Context, params Params) (*Solution, error) {
	if err := params.Check(s.problem.D); err != nil {
		return nil, err
	}
	f, err := s.factored(params)
	if err != nil {
		return nil, err
	}
	sol := &Solution{Params: params}
	sol.Closed = s.closed(f, params)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sol.Descent, err = s.descent(ctx, f, params, CurveEpochs(params.Epochs, CurvePoints))
	if err != nil {
		return nil, err
	}
	none, err := s.None(ctx, params)
	if err != nil {
		return nil, err
	}
	sol.None = *none
	return sol, nil
}

func (s *Solver) closed(f *factored, params Params) Closed {
	z := s.problem.weights(f.pseudoInverse())
	c := Closed{
		Weights:       s.problem.lift(z),
		Condition:     f.condition(),
		RankDeficient: f.null > 0,
		Leak:          f.leak(),
	}
	// With the implicit term kept the objective is a sum of squares, and what
	// leaks is rounding.
	c.UnboundedBelow = c.Leak > LeakTolerance && !params.KeepImplicit
	c.Evaluation = s.problem.evaluateWork(z)
	return c
}

// None returns least squares on the source for the epochs, rate and momentum of
// params; λ, k and k̃ do not matter to it.
func (s *Solver) None(ctx context.Context, params Params) (*Descent, error) {
	key := params.None()
	key.K, key.KTilde, key.Tail = 1, 1, TargetTail
	if err := key.Check(s.problem.D); err != nil {
		return nil, err
	}
	if s.none != nil && s.noneKey == key {
		return s.none, nil
	}
	d, err := s.descent(ctx, s.problem.Src.leastSquares(s.problem.Overlap), key, CurveEpochs(key.Epochs, CurvePoints))
	if err != nil {
		return nil, err
	}
	s.noneKey, s.none = key, &d
	return s.none, nil
}

// begin returns a descent on A before its first step: the rate that params gives
// and whether it diverges.
func (s *Solver) begin(f *factored, params Params) Descent {
	n := s.problem.Src.N
	d := Descent{Evaluation: unknownEvaluation()}
	d.LargestStableRate = params.LargestStableRate(n, f.lambdaMax())
	d.Rate = params.resolveRate(n, s.problem.Src.Sigma[0], f.lambdaMax())
	d.Diverges = params.diverges(n, d.Rate, f.lambdaMax())
	return d
}

// descent evaluates gradient descent on the eigenpairs of f after each epoch of
// at, ascending: the curve, and the weights after the last.
func (s *Solver) descent(ctx context.Context, f *factored, params Params, at []int) (Descent, error) {
	p := s.problem
	d := s.begin(f, params)
	if d.Diverges {
		return d, nil
	}
	filters := f.filters(params, 2*d.Rate/float64(p.Src.N))
	phi := make([]float64, len(filters))
	// All epochs' coefficients side by side, c columns each.
	coefs := mat.NewDense(len(filters), len(at)*p.C, nil)
	for e, epoch := range at {
		for i := range filters {
			phi[i] = filters[i].at(epoch)
			for j, b := range f.beta.RawRowView(i) {
				coefs.Set(i, e*p.C+j, phi[i]*b)
			}
		}
		objective := f.objective(p.Src.LabelNorm2, p.Src.N, phi)
		d.Curve = append(d.Curve, CurvePoint{Epoch: epoch, Objective: objective, Target: unknown})
	}
	epochs := func(lo, hi int) *mat.Dense {
		return coefs.Slice(0, len(filters), lo*p.C, hi*p.C).(*mat.Dense)
	}
	if p.Target.Y != nil {
		// A batch of epochs at a time keeps memory small and cancelling quick.
		const batch = 16
		for lo := 0; lo < len(at); lo += batch {
			if err := ctx.Err(); err != nil {
				return Descent{}, err
			}
			hi := min(lo+batch, len(at))
			var scores mat.Dense
			_, resolved := p.rows.Dims()
			scores.Mul(p.rows, f.lift(epochs(lo, hi)).Slice(0, resolved, 0, (hi-lo)*p.C))
			for e := lo; e < hi; e++ {
				part := scores.Slice(0, p.Tgt.N, (e-lo)*p.C, (e-lo+1)*p.C).(*mat.Dense)
				d.Curve[e].Target = p.scoreAll(part, p.Target.Y)
			}
		}
	}
	z := p.weights(f.lift(epochs(len(at)-1, len(at))))
	d.Weights, d.Evaluation = p.lift(z), p.evaluateWork(z)
	return d, nil
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
		if err := ctx.Err(); err != nil {
			return err
		}
		params.Lambda = lambda
		if err := params.Check(s.problem.D); err != nil {
			return err
		}
		f, err := s.factored(params)
		if err != nil {
			return err
		}
		point := PathPoint{Lambda: lambda, Closed: s.problem.evaluateWork(s.problem.weights(f.pseudoInverse()))}
		after := s.at(f, params, []int{params.Epochs})[0]
		point.Descent, point.Diverges = after.Evaluation, after.Diverges
		visit(i, point)
	}
	return nil
}
