package view

import (
	"fmt"
	"math"
	"strings"

	"larui/model"
	"larui/tui/number"
)

// Tolerances of the view. Labels are rarely aligned exactly, so that one per cent
// is a good match, and an angle of one degree. A system whose condition is 1e10
// leaves six of sixteen digits.
const (
	theoryTolerance    = 0.01
	angleTolerance     = 1
	conditionTolerance = 1e10
)

// theoryConclusions judges what follows from the premises.
func (view *theoryView) theoryConclusions(sc *Scene, ps theoryPremises) []statement {
	t := sc.Update.Theory
	outside := statement{
		name: "w in the target's span", measure: "‖w − Ṽ_k̃ Ṽ_k̃ᵀw‖/‖w‖ = " + number.Measure(t.OutsideSpan), tolerance: atMost(theoryTolerance),
		source: "Theorem 2", text: "under its premises the closed form w lies in span(ṽ₁..ṽ_k̃), the leading components of the target: the share of w outside is zero.",
	}
	view.conclude(sc, &outside, t.OutsideSpan, ps.equal, ps.weighted, ps.objective, ps.labels, ps.rank, ps.tails)
	if outside.verdict == doesNotHold {
		outside.now = view.residue(sc, sc.toSet("lambda", number.Short(100*t.Params.Lambda), 1))
	}
	drift := statement{
		name: "w independent of λ", measure: "‖w_λ=100 − w_λ=0.01‖/max‖w‖ = " + number.Measure(t.LambdaDrift), tolerance: atMost(theoryTolerance),
		source: "Theorem 2", text: "under its premises w is the same for every λ > 0, which only changes how fast descent gets there; the number compares λ = 100 with λ = 0.01.",
	}
	view.conclude(sc, &drift, t.LambdaDrift, ps.equal, ps.objective, ps.labels, ps.rank, ps.tails)
	if drift.verdict == doesNotHold {
		drift.now = view.residue(sc, "at λ = 0.01 that is much")
	}
	return []statement{outside, drift, view.proportionality(sc, ps), view.angle(sc, ps)}
}

// conclude judges a number that is zero where the premises hold.
func (view *theoryView) conclude(sc *Scene, s *statement, value float64, premises ...statement) {
	s.verdict = judge(value <= theoryTolerance)
	p := sc.Update.Theory.Params
	switch lacking := needs(premises...); {
	case lacking != "" && s.verdict == holds:
		s.now = lacking + " (the number is within its tolerance all the same)"
		s.verdict = doesNotApply
	case lacking != "":
		s.verdict, s.now = doesNotApply, lacking
	case p.KTilde >= sc.Update.Session.Problem.D:
		s.now = "k̃ = d leaves no tail: the components span everything, and λ does nothing"
	}
}

// residue says why a number is not zero where all premises hold to their
// tolerances.
func (view *theoryView) residue(sc *Scene, then string) string {
	t := sc.Update.Theory
	if t.LabelTail > model.LeakTolerance {
		return fmt.Sprintf("the labels still have %s of their norm beyond k, and w takes that in divided by λ; %s", number.Measure(t.LabelTail), then)
	}
	return "rounding, by the condition of A"
}

// proportionality is the condition of Theorem 3, which takes all premises.
func (view *theoryView) proportionality(sc *Scene, ps theoryPremises) statement {
	t, problem := sc.Update.Theory, sc.Update.Session.Problem
	s := statement{
		name: "condition of Theorem 3", measure: "min_c ‖μ_k − c V_kᵀw*_T‖/‖μ_k‖ = " + number.Measure(t.Proportionality), tolerance: atMost(theoryTolerance),
		source: "Theorem 3, eq. (19)", text: "under its premises w = c w*_T with some c > 0 if and only if μ_k = c V_kᵀw*_T, where μ_k holds y^U_i/σ_i for i up to k; " +
			"the number is what the best c ≥ 0 leaves of μ_k.",
	}
	if problem.C > 1 {
		s.text += " Each output has its own c."
	}
	switch lacking := needs(ps.list()...); {
	case problem.Tgt.Projection == nil:
		s.verdict, s.now = notKnown, needsLabels
	case lacking != "":
		s.verdict, s.now = doesNotApply, lacking
	case math.IsNaN(t.Proportionality):
		s.verdict, s.now = doesNotApply, "μ_k is zero"
	case t.Proportionality <= theoryTolerance:
		s.now = "so w points along w*_T"
	default:
		s.verdict, s.now = doesNotHold, "so w does not point along w*_T, though both lie in the same span"
	}
	return s
}

// angle is the direction of w against the prediction.
func (view *theoryView) angle(sc *Scene, ps theoryPremises) statement {
	t, problem := sc.Update.Theory, sc.Update.Session.Problem
	s := statement{name: "angle of w to w*_T", measure: "angle(w, w*_T) = " + number.Degrees(t.Angle), tolerance: fmt.Sprintf("within %d°", angleTolerance)}
	s.source, s.text = "Corollary 4", "with k = k̃ = 1 and ỹ^Ũ_1 y^U_1 v₁ᵀṽ₁ > 0, w = c w*_T with c > 0, an angle of 0°; below zero the same proof gives c < 0, an angle of 180°."
	if view.isGaussian(sc) {
		s.source, s.text = "Proposition 1", "in the rotated Gaussian w = c w*_T/(v₁ᵀṽ₁) with c > 0 if v₁ᵀṽ₁ is not zero, both vectors pointing to their positive class: "+
			"an angle of 0°, but of 180° where v₁ᵀṽ₁ < 0."
	}
	lacking := needs(ps.list()...)
	single := t.Params.K == 1 && t.Params.KTilde == 1
	predicted := t.PredictedAngle
	if !single && problem.C == 1 && lacking == "" && t.Proportionality <= theoryTolerance {
		predicted = 0
		s.source, s.text = "Theorem 3", "where its condition is met, w = c w*_T with c > 0: an angle of 0°."
	}
	if !math.IsNaN(predicted) {
		s.measure += fmt.Sprintf(", predicted %.0f°", predicted)
	}
	switch {
	case problem.Tgt.Projection == nil:
		s.verdict, s.now = notKnown, needsLabels
	case problem.C > 1:
		s.verdict, s.now = doesNotApply, fmt.Sprintf("predicted for one output; here are %d, taken as one long vector", problem.C)
	case lacking != "":
		s.verdict, s.now = doesNotApply, lacking
	case !single && math.IsNaN(predicted):
		s.verdict, s.now = doesNotApply, "predicted for k = k̃ = 1, or where the condition of Theorem 3 is met"
	case math.IsNaN(predicted) || math.IsNaN(t.Angle):
		s.verdict, s.now = doesNotApply, "v₁ᵀṽ₁, a label projection or w is zero"
	default:
		s.verdict = judge(math.Abs(t.Angle-predicted) <= angleTolerance)
		if s.verdict == doesNotHold {
			s.now = "the premises hold to their tolerances, not exactly"
		}
	}
	if single && !math.IsNaN(t.LeadingCosine) {
		turn := "v₁ᵀṽ₁ = " + number.Measure(t.LeadingCosine) + " is above zero: w is predicted along w*_T"
		if t.LeadingCosine < 0 {
			turn = "v₁ᵀṽ₁ = " + number.Measure(t.LeadingCosine) + " is below zero: the sign flips, and w is predicted against w*_T"
		}
		s.now = strings.TrimSuffix(turn+"; "+s.now, "; ")
	}
	return s
}
