package model

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
	// Signs are nil where the target has labels, which tell more.
	Signs *Signs
}

// Closed is the solution in closed form (paper, eq. learned_solution), the
// pseudo-inverse one where A is singular.
type Closed struct {
	Fit
	// Condition is the condition number of A on its numerical range, to three
	// digits or more; NaN before Solver.Curves.
	Condition float64
	// RankDeficient tells that A has a null space N.
	RankDeficient bool
	// Leak is ‖P_N Φᵀy‖/‖Φᵀy‖. Above LeakTolerance the objective has no minimum:
	// UnboundedBelow. It never is where KeepImplicit is set.
	Leak           float64
	UnboundedBelow bool
}

// Descent is the state of gradient descent after Params.Epochs epochs.
type Descent struct {
	// Fit is unknown where descent diverges, and then the Curve is empty.
	Fit
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

// A Frame is descent on its way: LAR and no adaptation after the same epoch, as
// Solver.Endpoints has them at Params with that many Epochs, without their source
// scores.
type Frame struct {
	Epoch int
	// Descent and None have no Curve and an unknown Source, which
	// Problem.ScoreSource knows.
	Descent, None Descent
	// Objective and NoneObjective are J(w)/n, each of what its descent minimizes;
	// NaN where that diverges.
	Objective, NoneObjective float64
}

// Unknowns say of what there are no weights, and why, other than that descent diverges.
func (s *Solution) Unknowns() (all []string) {
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

// LeakTolerance is the share of Φᵀy in the null space of A above which the
// objective counts as unbounded below. Singular values near the rounding of the
// Gram matrix, 1e-8·σ₁, leave leaks of that size behind that mean nothing.
const LeakTolerance = 1e-6
