package model

// A Solution is LAR at one setting of the parameters, with no adaptation for comparison. It is
// immutable.
type Solution struct {
	Params
	// None is no adaptation: least squares on the source after the same number of epochs, with the
	// same rule for the rate.
	None Descent
	// Closed is the closed form and Descent the weights after Epochs epochs.
	Closed  ClosedSolution
	Descent Descent
	// Signs is nil if the target has labels, which show more.
	Signs *WarningSigns
}

// ClosedSolution is the solution in closed form (paper, eq. learned_solution), by the pseudo-inverse where
// A is singular.
type ClosedSolution struct {
	Fit
	// Condition is the condition number of A on its numerical range, to at least three digits; NaN
	// before Solver.Curves.
	Condition float64
	// RankDeficient reports whether A has a null space N.
	RankDeficient bool
	// Leak is ‖P_N Φᵀy‖/‖Φᵀy‖. If it is above LeakTolerance, the objective has no minimum:
	// UnboundedBelow. That never happens with KeepImplicit.
	Leak           float64
	UnboundedBelow bool
}

// Descent is the state of gradient descent after Params.Epochs epochs.
type Descent struct {
	// Fit is unknown where descent diverges, and then the Curve is empty.
	Fit
	// Rate is the step size α in use. Descent Diverges if Rate is above LargestStableRate.
	Rate, LargestStableRate float64
	Diverges                bool
	// Curve has points of the descent in ascending epochs.
	Curve []CurvePoint
}

// A CurvePoint is the state of descent after Epoch epochs: its Objective J(w)/n and the target's
// score, NaN if unknown.
type CurvePoint struct {
	Epoch     int
	Objective float64
	Target    Metrics
}

// A Frame is the state of LAR and of no adaptation after the same epoch, equal to Solver.Endpoints
// at that number of Epochs but without source scores.
type Frame struct {
	Epoch int
	// Descent and None have no Curve and an unknown Source; Problem.ScoreSource computes it.
	Descent, None Descent
	// Objective and NoneObjective are J(w)/n, each for the objective that its descent minimizes;
	// NaN if the descent diverges.
	Objective, NoneObjective float64
}

// UnknownResults lists the results whose weights are unknown, with the reasons. It omits descents that
// diverge.
func (s *Solution) UnknownResults() (all []string) {
	for _, one := range []struct {
		name string
		Fit
	}{{"no adaptation", s.None.Fit}, {"LAR after its epochs", s.Descent.Fit}, {"LAR in closed form", s.Closed.Fit}} {
		if one.Unknown != "" && one.Unknown != diverging {
			all = append(all, one.name+" is unknown, because "+one.Unknown)
		}
	}
	return all
}

// LeakTolerance is the share of Φᵀy in the null space of A above which the objective counts as
// unbounded below. Singular values near the rounding of the Gram matrix, 1e-8·σ₁, cause leaks of
// about that size that are only rounding.
const LeakTolerance = 1e-6
