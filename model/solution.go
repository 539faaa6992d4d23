package model

// A Solution is the result of LAR at one setting of Params, with least squares on the source ("no
// adaptation") for comparison. It is immutable.
type Solution struct {
	Params
	// None is descent on least squares on the source, after the same number of epochs and with the
	// same rule for the rate.
	None Descent
	// Closed is the closed form, and Descent has the weights after Params.Epochs epochs.
	Closed  ClosedSolution
	Descent Descent
	// Signs helps to judge LAR without target labels. It is nil if the target has labels.
	Signs *WarningSigns
}

// A ClosedSolution is the solution w = A⁺Φᵀy in closed form (paper, eq. learned_solution).
type ClosedSolution struct {
	Fit
	// Condition is the ratio of the largest eigenvalue of A to the smallest above rounding, to at
	// least three digits. It is NaN until Solver.AddCurves computes it.
	Condition float64
	// RankDeficient reports whether A has a null space N.
	RankDeficient bool
	// Leak is ‖P_N Φᵀy‖/‖Φᵀy‖, where P_N projects on N. If Leak is above LeakTolerance, UnboundedBelow
	// is true: the objective has no minimum. With KeepImplicit there is always a minimum.
	Leak           float64
	UnboundedBelow bool
}

// Descent is the state of gradient descent after Params.Epochs epochs.
type Descent struct {
	// Fit is unknown, and Curve is empty, if descent diverges.
	Fit
	// Rate is the step size α of the descent. The descent diverges if Rate is above
	// LargestStableRate.
	Rate, LargestStableRate float64
	Diverges                bool
	// Curve has points of the descent in ascending epochs.
	Curve []CurvePoint
}

// A CurvePoint is the state of descent after Epoch epochs: the Objective J(w)/n, and the scores on
// the target, which are NaN if unknown.
type CurvePoint struct {
	Epoch     int
	Objective float64
	Target    Metrics
}

// A DescentFrame is the state of LAR and of no adaptation after Epoch epochs. It equals the result
// of Solver.Endpoints for this number of epochs, except that source scores are unknown.
type DescentFrame struct {
	Epoch int
	// Descent and None have no Curve, and their Source scores are unknown. Problem.ScoreSource
	// computes these scores.
	Descent, None Descent
	// Objective is J(w)/n of Descent, and NoneObjective is the objective of least squares of None, divided by n.
	// They are NaN if the descent diverges.
	Objective, NoneObjective float64
}

// UnknownResults returns, for each result with unknown weights, a sentence with the reason. It
// omits descents that diverge.
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

// If Leak is above LeakTolerance, the objective counts as unbounded below. Rounding of the Gram
// matrix, which hides singular values below 1e-8·σ₁, causes a Leak of about 1e-8.
const LeakTolerance = 1e-6
