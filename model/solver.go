package model

import (
	"cmp"
	"context"
	"math"
)

// A Solver solves one Problem at many settings of Params, and keeps results that successive
// settings share. Several Solvers may share a Problem, but a Solver is not safe for concurrent use.
type Solver struct {
	problem *Problem
	// family has the results for the last k and k̃ of LAR, and source the results for least squares on
	// the source.
	family, source *operatorFamily
	// none is the last descent without adaptation, and noneKey has its parameters.
	noneKey Params
	none    Descent
}

// NewSolver returns a Solver of p.
func NewSolver(p *Problem) *Solver { return &Solver{problem: p} }

func (s *Solver) operator(ctx context.Context, params Params) (*operator, error) {
	p, key := s.problem, params.systemKey()
	if err := params.Check(p.D); err != nil {
		return nil, err
	}
	at := &s.family
	if key.Tail == noTail {
		at = &s.source
	} else if err := p.joint.computeOnce(ctx, &p.Src, &p.Tgt); err != nil {
		return nil, err
	}
	if *at == nil || (*at).key != key {
		*at = newOperatorFamily(p, key)
	}
	return (*at).operatorAt(params.Lambda, params.L2)
}

// Solve computes the solution at params with its curves. Errors wrap ErrParams, ErrNoConvergence or
// the error of ctx.
func (s *Solver) Solve(ctx context.Context, params Params) (*Solution, error) {
	sol, err := s.Endpoints(ctx, params)
	if err != nil {
		return nil, err
	}
	return s.AddCurves(ctx, sol)
}

// Endpoints computes the solution at params without the slowest parts: the curves and the condition
// number of the closed form. Errors are as in Solve.
func (s *Solver) Endpoints(ctx context.Context, params Params) (*Solution, error) {
	closed, runs, err := s.solveAndDescend(ctx, params, []int{params.Epochs}, false)
	if err != nil {
		return nil, err
	}
	sol := &Solution{Params: params, Closed: closed, Descent: runs[0]}
	if key := params.baseline(); s.noneKey != key {
		none, err := s.descend(ctx, key, []int{params.Epochs})
		if err != nil {
			return nil, err
		}
		s.noneKey, s.none = key, none[0]
	}
	sol.None = s.none
	if s.problem.Target.Y == nil && s.problem.Tgt.XtY == nil {
		sol.Signs = s.problem.warningSigns(sol)
	}
	return sol, nil
}

// AddCurves returns a copy of sol with the curves of LAR and of no adaptation over the epochs, and
// the condition number of the closed form. sol must be a result of this Solver.
func (s *Solver) AddCurves(ctx context.Context, sol *Solution) (*Solution, error) {
	with := *sol
	epochs := sol.Epochs
	if s.problem.isFirstLook {
		epochs = min(epochs, LookEpochs)
	}
	at := CurveEpochs(epochs, s.problem.curvePointCount())
	for _, run := range []struct {
		Params
		*Descent
	}{{sol.Params, &with.Descent}, {sol.Params.baseline(), &with.None}} {
		if run.Weights == nil && run.Unknown != notComputed || run.Curve != nil {
			continue
		}
		t, err := s.newDescentTrack(ctx, run.Params)
		if err != nil {
			return nil, err
		}
		run.Curve, err = t.curve(ctx, at)
		if err != nil {
			return nil, err
		}
	}
	if s.noneKey == sol.Params.baseline() {
		s.none = with.None
	}
	if !math.IsNaN(sol.Closed.Condition) {
		return &with, nil
	}
	condition, err := s.Condition(ctx, sol.Params)
	with.Closed.Condition = condition
	return &with, err
}

// Condition returns ClosedSolution.Condition at params. It is NaN in a problem from FirstLook.
func (s *Solver) Condition(ctx context.Context, params Params) (float64, error) {
	op, err := s.operator(ctx, params)
	if err != nil || s.problem.isFirstLook {
		return nan, err
	}
	return op.condition(ctx)
}

// solveAndDescend computes the closed form at params and descent after each of the epochs, which
// must ascend. It computes the condition number only if condition is true, and no curves.
func (s *Solver) solveAndDescend(ctx context.Context, params Params, epochs []int, condition bool) (c ClosedSolution, runs []Descent, err error) {
	if s.problem.isFirstLook {
		c = ClosedSolution{Fit: unknownFit(notComputed), Condition: nan}
		runs, err = s.descend(ctx, params, epochs)
		return c, runs, err
	}
	at := params
	if s.problem.Src.graded == 0 && params.L2 == 0 { // else operator.solve gives more digits than least squares
		at = s.problem.simplifyParams(params)
	}
	op, err := s.operator(ctx, at)
	if err == nil {
		err = cmp.Or(ctx.Err(), op.solve(ctx))
	}
	if err != nil {
		return c, nil, err
	}
	var fit Fit
	switch w := op.weights(); {
	case w == nil:
		fit = unknownFit("L2 is too small: rounding errors are larger than its effect on the weights")
	case op.omitsTail && op.leak > LeakTolerance:
		fit = unknownFit("λ is too small: rounding errors are larger than its effect on the weights")
		condition = false
	default:
		fit = s.problem.newFit(s.problem.scoredDomains, w)
	}
	c = ClosedSolution{Fit: fit, Condition: nan, RankDeficient: op.null > 0, Leak: op.leak}
	// With KeepImplicit the objective is a sum of squares, so it has a minimum, and Leak is only a rounding error.
	c.UnboundedBelow = c.Leak > LeakTolerance && !params.KeepImplicit && !op.omitsTail
	if condition {
		c.Condition, err = op.condition(ctx)
		if err != nil {
			return c, nil, err
		}
	}
	runs, err = s.descend(ctx, params, epochs)
	return c, runs, err
}

// simplifyParams returns params unless λ is 0 and k keeps all components of the source. Then A is
// ΦᵀΦ + L2·I, and it returns the parameters of least squares with L2.
func (p *Problem) simplifyParams(params Params) Params {
	if params.Lambda > 0 || p.headCount(params.systemKey()) < p.headCount(params.WithoutAdaptation().systemKey()) {
		return params
	}
	none := params.baseline()
	none.L2 = params.L2
	return none
}

// descend returns descent at params after each of the epochs, without curves. epochs must ascend.
func (s *Solver) descend(ctx context.Context, params Params, epochs []int) ([]Descent, error) {
	if len(epochs) == 0 {
		return nil, nil
	}
	params.Epochs = epochs[len(epochs)-1]
	t, err := s.newDescentTrack(ctx, params)
	if err != nil {
		return nil, err
	}
	runs, _ := t.scoreEpochs(ctx, epochs, s.problem.scoredDomains)
	return runs, ctx.Err()
}

// DescendWithoutAdaptation returns descent on least squares on the source after each of the epochs.
// epochs must ascend.
func (s *Solver) DescendWithoutAdaptation(params Params, epochs []int) []Descent {
	runs, _ := s.descend(context.Background(), params.baseline(), epochs)
	return runs
}

// baseline returns the parameters of least squares on the source. It sets λ, k and k̃, which have
// no effect, to fixed values, so that equal problems have equal parameters.
func (p Params) baseline() Params {
	key := p.WithoutAdaptation()
	key.K, key.KTilde, key.Tail = 1, 1, noTail
	return key
}
