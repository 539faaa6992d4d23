package view

import (
	"math"

	"larui/model"
	"larui/tui/number"
)

// theoryHealth judges the numbers that say how far the others can be trusted.
func (view *theoryView) theoryHealth(sc *Scene) []statement {
	s := sc.Solution()
	condition := statement{
		name: "condition of A", measure: "cond(A) = " + number.Measure(s.Closed.Condition), tolerance: atMost(conditionTolerance),
		verdict: judge(s.Closed.Condition <= conditionTolerance),
		source:  "Numerics", text: "a relative change of Φᵀy grows in w by the condition of A at most, its largest eigenvalue over its smallest; beyond the tolerance fewer than six digits of w are sure.",
	}
	switch {
	case math.IsNaN(s.Closed.Condition):
		condition.verdict, condition.now = notKnown, "not solved yet"
	case s.Closed.RankDeficient:
		condition.now = "A is singular: w is the pseudo-inverse solution, and the condition is that on the range of A"
	case condition.verdict == doesNotHold:
		condition.now = "a λ nearer to 1 or a smaller k̃ may help"
	}
	return []statement{condition, leakStatement(s), view.rateStatement(sc, s)}
}

// leakStatement is that J has a minimum.
func leakStatement(s *model.Solution) statement {
	leak := statement{
		name: "J has a minimum", measure: "leak ‖P_NΦᵀy‖/‖Φᵀy‖ = " + number.Measure(s.Closed.Leak), tolerance: atMost(model.LeakTolerance),
		verdict: judge(!s.Closed.UnboundedBelow),
		source:  "Eq. (6)", text: "J has a minimum if and only if Φᵀy has no part in N, the null space of A; otherwise J is unbounded below, and descent walks along N for ever.",
	}
	switch {
	case s.Closed.UnboundedBelow:
		leak.now = "J is unbounded below: w is the pseudo-inverse solution, and stopping descent early is part of the method"
	case s.Closed.Leak > model.LeakTolerance:
		leak.now = "with the implicit term kept J is a sum of squares, which has a minimum"
	}
	return leak
}

// rateStatement is that descent does not diverge.
func (view *theoryView) rateStatement(sc *Scene, s *model.Solution) statement {
	bound := "n/λ_max(A)"
	switch {
	case s.Momentum > 0 && s.Nesterov:
		bound = "n/λ_max(A)·(1+β)/(1+2β) with Nesterov's momentum β"
	case s.Momentum > 0:
		bound = "n/λ_max(A)·(1+β) with momentum β"
	}
	rate := statement{
		name: "the rate is stable", measure: "α = " + number.Measure(s.Descent.Rate), tolerance: "at most " + number.Measure(s.Descent.LargestStableRate),
		verdict: judge(!s.Descent.Diverges),
		source:  "Algorithm 1", text: "the steps of descent on J/n stay bounded as long as its rate α is at most " + bound + "; above that they grow for ever.",
	}
	if s.Descent.Diverges {
		rate.now = "descent diverges; " + sc.toSet("rate", "auto", -1)
	}
	return rate
}
