package theory

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

// groupsAt returns all parts of the theory. The point must have a Theory.
func groupsAt(at point) []part {
	premises := premisesAt(at)
	return slices.Concat(populationParts(at), []part{
		{title: "premises of the theorems", short: "premises", statements: premises},
		{title: "conclusions, what follows from them", short: "conclusions", statements: conclusionsAt(at, premises)},
		{title: "numerical health, how sound the numbers are", statements: health(at)},
	}, dissectionParts(at))
}

// A ruling is the verdict on a statement in one case.
type ruling struct {
	when    bool
	verdict verdict
	now     string
}

// applyRulings applies the first ruling whose case is true. Without one the statement stays as it is.
func (s statement) applyRulings(rulings ...ruling) statement {
	if i := slices.IndexFunc(rulings, func(r ruling) bool { return r.when }); i >= 0 {
		s.verdict, s.now = rulings[i].verdict, rulings[i].now
	}
	return s
}

// Tolerances. Labels are rarely aligned exactly, so one per cent is a good match, and so is an
// angle of one degree. A condition of 1e10 leaves six of sixteen digits. The rounding of the Gram
// matrix destroys singular vectors of components below 1e-8·σ₁, so a smaller overlap counts as
// singular.
const (
	shareTolerance      = model.AlignmentTolerance
	angleTolerance      = 1
	conditionTolerance  = 1e10
	invertibleTolerance = 1e-8
)

func atMost(v float64) string { return "at most " + number.AllDigits(v) }

// needsLabels is the reason of every verdict that lacks target labels.
const needsLabels = "not known without all target labels"

// The premises of the theorems of section 4 as indices of premisesAt. Theorem 2 needs the premises
// before headsPremise, Theorem 3 all of them.
const (
	equalPremise = iota
	weightedPremise
	objectivePremise
	labelsPremise
	rankPremise
	tailsPremise
	headsPremise
	targetLabelsPremise
)

// premisesAt judges the premises of the theorems.
func premisesAt(at point) []statement {
	t, problem := at.Theory, at.Session.Problem
	p, d := t.Params, problem.D
	implicit, kept := "removed", p.KeepImplicit && p.K < d // beyond k = d there is no term to keep
	if p.KeepImplicit {
		implicit = "kept"
	}
	need, remedy := "no ridge term", at.toSet("l2", "0", -1)
	if kept {
		need, remedy = "the implicit term removed", at.toSet("keep-implicit", "false", 1)
	}
	paper := !kept && p.L2 == 0
	published := "the tail is weighted with σ_i in place of σ̃_i, as in the published code: " +
		"the proof of Theorem 2 only asks for weights above zero"
	nullity := "null space of dimension " + number.ThreeDigits(t.Nullity)
	if p.Lambda == 0 {
		nullity += " once λ > 0"
	}
	// The regularizer weights the target's directions from k̃ to its rank; S_k must span the
	// others.
	lacking := fmt.Sprintf("the target's features have rank %d of %d: ", problem.Tgt.Rank, d)
	filling := d - max(0, problem.Tgt.Rank-p.KTilde)
	// invertible judges an overlap by its smallest singular value.
	invertible := func(s statement, least float64) statement {
		s.tolerance = "above " + number.AllDigits(invertibleTolerance)
		return s.applyRulings(
			ruling{p.K != p.KTilde, doesNotApply, "needs k = k̃ to be square"},
			ruling{t.Arbitrary != "", doesNotApply, t.Arbitrary},
			ruling{math.IsNaN(least), holds, "k̃ leaves no tail, so there is nothing to invert"},
			ruling{!(least > invertibleTolerance), doesNotHold, "a direction of the one is orthogonal to all of the other; turn k and k̃ together"},
		)
	}
	all := []statement{
		equalPremise: {
			name: "as many components", measure: fmt.Sprintf("k = %d, k̃ = %d", p.K, p.KTilde), tolerance: "equal",
			verdict: judge(p.K == p.KTilde), need: "k = k̃", remedy: at.toSet("ktilde", strconv.Itoa(p.K), p.K-p.KTilde),
			source: "Theorem 2",
		},
		weightedPremise: {
			name: "the target's term counts", measure: "λ = " + number.AllDigits(p.Lambda), tolerance: "above 0",
			verdict: judge(p.Lambda > 0), need: "λ above 0", remedy: at.toSet("lambda", "1", 1),
			source: "Eq. (7)",
		},
		objectivePremise: statement{
			name: "the paper's objective", measure: "implicit term " + implicit + ", L2 = " + number.AllDigits(p.L2), tolerance: "removed, L2 = 0",
			verdict: judge(paper), need: need, remedy: remedy,
			source: "Eq. (6)",
		}.applyRulings(
			ruling{p.Tail == model.SourceTail && paper, holds, published},
			ruling{p.Tail == model.SourceTail, doesNotHold, remedy + "; " + published},
		),
		labelsPremise: judgeLabelTail(at, &problem.Src, t.LabelTail, "k", "n", p.K, statement{
			name: "source labels end at k", measure: "‖y^U_{i>k}‖/‖y^U‖ = " + number.ThreeDigits(t.LabelTail), need: "source labels that end at k",
			source: "Section 2.2",
		}),
		rankPremise: statement{
			name: "A has full rank", measure: nullity, tolerance: "0", need: "A of full rank",
			source: "Eq. (7)",
		}.applyRulings(
			ruling{math.IsNaN(t.Nullity), notKnown, problem.TieMessage(p)},
			ruling{t.Nullity == 0, holds, ""},
			ruling{p.K < p.KTilde, doesNotHold, at.toSet("ktilde", strconv.Itoa(p.K), -1)},
			ruling{problem.Tgt.Rank < d && p.K < filling && filling <= problem.Src.Rank, doesNotHold,
				lacking + at.toSet("k", strconv.Itoa(filling), filling-p.K) + ", so that the source fills it up"},
			ruling{problem.Tgt.Rank < d, doesNotHold, lacking + "no key helps, and w is the pseudo-inverse solution"},
			ruling{true, doesNotHold, "w is the pseudo-inverse solution"},
		),
		tailsPremise: invertible(statement{
			name: "overlap of the tails", measure: "σ_min(V'ᵀṼ') = " + number.ThreeDigits(t.TailOverlapMin), need: "V'ᵀṼ' invertible",
			source: "Theorem 2",
		}, t.TailOverlapMin),
		headsPremise: invertible(statement{
			name: "overlap of the heads", measure: "σ_min(V_kᵀṼ_k̃) = " + number.ThreeDigits(t.HeadOverlapMin), need: "V_kᵀṼ_k invertible",
			source: "Theorem 3",
		}, t.HeadOverlapMin),
		targetLabelsPremise: judgeLabelTail(at, &problem.Tgt, t.TargetLabelTail, "ktilde", "m", p.KTilde, statement{
			name: "target labels end at k̃", measure: "‖ỹ^Ũ_{i>k̃}‖/‖ỹ^Ũ‖ = " + number.ThreeDigits(t.TargetLabelTail), need: "target labels that end at k̃",
			source: "Theorem 3",
		}),
	}
	for i, s := range all {
		if s.verdict == doesNotHold && s.now == "" {
			all[i].now = s.remedy
		}
	}
	return all
}

// judgeLabelTail judges the premise that the labels of a domain end at control k, whose present value
// is now. tail is the label's share beyond k. The remedy is another k or, for the Gaussian, more
// rows: control n.
func judgeLabelTail(at point, side *model.Side, tail float64, k, n string, now int, s statement) statement {
	s.verdict, s.tolerance = judge(tail <= shareTolerance), atMost(shareTolerance)
	s = s.applyRulings(
		ruling{side.Projection == nil, notKnown, needsLabels},
		ruling{math.IsNaN(tail) && at.Theory.Arbitrary != "", doesNotApply, at.Theory.Arbitrary},
		ruling{math.IsNaN(tail), doesNotHold, "the labels have no part in the span of the features"},
	)
	if s.verdict != doesNotHold || s.now != "" {
		return s
	}
	least := model.TailRank(side.Projection, shareTolerance)
	if least < len(side.Sigma) {
		s.remedy = at.toSet(k, strconv.Itoa(least), least-now)
		return s
	}
	c, _ := session.OptionByName(k)
	s.now = fmt.Sprintf("no %s below %d leaves so little", c.Label, least)
	if isGaussian(at) {
		s.remedy = at.toSet(n, "100000", 1)
		s.now += ": in the Gaussian itself the second projection is zero, and a larger sample comes closer; " + s.remedy
	}
	return s
}

// isGaussian reports whether the pair is the example of section 4.1.
func isGaussian(at point) bool {
	name := at.State.Spec.Name
	return name == "rotated-gaussian" || name == "wide-gaussian"
}

// failedPremises lists the failed premises and the remedy of the first, empty if all hold.
func failedPremises(premises []statement) string {
	var lacking []string
	remedy := ""
	for _, p := range premises {
		if p.verdict == doesNotHold {
			lacking, remedy = append(lacking, p.need), cmp.Or(remedy, p.remedy)
		}
	}
	list := strings.Join(lacking, " and ")
	if last := len(lacking) - 1; last > 1 {
		list = strings.Join(lacking[:last], ", ") + ", and " + lacking[last]
	}
	switch {
	case list == "":
		return ""
	case remedy != "":
		list += "; " + remedy
	}
	return "needs " + list
}

// conclusionsAt judges the conclusions from the premises.
func conclusionsAt(at point, premises []statement) []statement {
	t, problem := at.Theory, at.Session.Problem
	second, third, leaks := premises[:headsPremise], failedPremises(premises), leakReason(at)
	every := slices.Delete(slices.Clone(second), weightedPremise, weightedPremise+1) // for a statement on every λ > 0
	// zero judges a number that is zero under the premises. If the number is not zero, it explains
	// why: labels beyond k count for more than the tolerance at small λ, where the paper states
	// nothing.
	zero := func(s statement, value float64, lacking string) statement {
		within := value <= shareTolerance
		residue := "rounding, by the condition of A"
		return s.applyRulings(
			ruling{math.IsNaN(value), doesNotApply, cmp.Or(t.Arbitrary, "some λσ̃_i² is lost in the rounding of σ₁²")},
			ruling{lacking != "" && within, doesNotApply, lacking + " (the number is within its tolerance all the same)"},
			ruling{lacking != "", doesNotApply, lacking},
			ruling{!within && leaks != "", doesNotApply, leaks},
			ruling{!within, doesNotHold, residue},
			ruling{t.Params.KTilde >= problem.D, holds, "k̃ = d leaves no tail: the components span everything, and λ does nothing"},
		)
	}
	drift, measure := t.LambdaDrift, "‖w_λ=100 − w_λ=0.01‖/max‖w‖ = "+number.ThreeDigits(t.LambdaDrift)
	if drift > shareTolerance && t.SettledDrift <= shareTolerance {
		drift = t.SettledDrift
		measure += ", from λ = " + number.ThreeDigits(t.SettledLambda) + " on " + number.ThreeDigits(drift)
	}
	return []statement{
		zero(statement{
			name: "w in the target's span", measure: "‖w − Ṽ_k̃ Ṽ_k̃ᵀw‖/‖w‖ = " + number.ThreeDigits(t.OutsideSpan), tolerance: atMost(shareTolerance),
			source: "Theorem 2",
		}, t.OutsideSpan, failedPremises(second)),
		zero(statement{
			name: "w independent of λ", measure: measure, tolerance: atMost(shareTolerance),
			source: "Theorem 2",
		}, drift, failedPremises(every)),
		statement{
			name: "condition of Theorem 3", measure: "min_c ‖μ_k − c V_kᵀw*_T‖/‖μ_k‖ = " + number.ThreeDigits(t.Proportionality) + truncatedText(number.ThreeDigits(t.TruncatedProportionality)), tolerance: atMost(shareTolerance),
			source: "Theorem 3, eq. (19)",
		}.applyRulings(
			ruling{problem.Optimum == nil, notKnown, needsLabels},
			ruling{third != "", doesNotApply, third},
			ruling{math.IsNaN(t.Proportionality), doesNotApply, cmp.Or(t.Arbitrary, "μ_k is zero, or k is beyond the source's rank")},
			ruling{t.Proportionality <= shareTolerance, holds, "so w points along w*_T"},
			ruling{true, doesNotHold, "so w does not point along w*_T, though both lie in the same span"},
		),
		angle(at, third, leaks),
	}
}

// leakReason returns that labels beyond k, divided by λ, count in w for more than the tolerance, and
// the λ from which they no longer do. It is empty if they count for less.
func leakReason(at point) string {
	t := at.Theory
	switch {
	case !(t.LabelTail > model.LeakTolerance) || t.Params.Lambda >= t.SettledLambda:
		return ""
	case math.IsNaN(t.SettledLambda):
		return fmt.Sprintf("the labels have %s of their norm beyond k, and w includes this part divided by λ", number.ThreeDigits(t.LabelTail))
	}
	return fmt.Sprintf("the labels have %s of their norm beyond k, and w includes this part divided by λ; %s", number.ThreeDigits(t.LabelTail),
		at.toSet("lambda", number.AllDigits(math.Ceil(10*t.SettledLambda)/10), 1))
}

// truncatedText returns a suffix: the same number with w*_T replaced by its sum up to k̃.
func truncatedText(value string) string { return ", with its sum up to k̃ " + value }

// angle judges the angle between w and w*_T against its prediction.
func angle(at point, lacking, leaks string) statement {
	t, problem := at.Theory, at.Session.Problem
	s := statement{name: "angle of w to w*_T", measure: "angle(w, w*_T) = " + number.Degrees(t.Angle) + truncatedText(number.Degrees(t.TruncatedAngle)), tolerance: fmt.Sprintf("within %d°", angleTolerance)}
	single, predicted := t.Params.K == 1 && t.Params.KTilde == 1, t.PredictedAngle
	switch {
	case !single && problem.C == 1 && lacking == "" && t.Proportionality <= shareTolerance:
		predicted = 0
		s.source = "Theorem 3"
	case isGaussian(at):
		s.source = "Proposition 1"
	default:
		s.source = "Corollary 4"
	}
	if !math.IsNaN(predicted) {
		s.measure += fmt.Sprintf(", predicted %.0f°", predicted)
	}
	s = s.applyRulings(
		ruling{problem.Tgt.Projection == nil, notKnown, needsLabels},
		ruling{problem.C > 1, doesNotApply, fmt.Sprintf("predicted for one output; here are %d, taken as one long vector", problem.C)},
		ruling{lacking != "", doesNotApply, lacking},
		ruling{t.Arbitrary != "" && math.IsNaN(t.Angle), doesNotApply, t.Arbitrary},
		ruling{!single && math.IsNaN(predicted), doesNotApply, "predicted for k = k̃ = 1, or where the condition of Theorem 3 is met"},
		ruling{math.IsNaN(predicted) || math.IsNaN(t.Angle), doesNotApply, "v₁ᵀṽ₁, a label projection or w is zero"},
		ruling{math.Abs(t.Angle-predicted) > angleTolerance && leaks != "", doesNotApply, leaks},
		ruling{math.Abs(t.Angle-predicted) > angleTolerance, doesNotHold, "the premises hold to their tolerances, not exactly"},
	)
	if single && !math.IsNaN(t.LeadingCosine) {
		turn := "above zero: w should point along w*_T"
		if t.LeadingCosine < 0 {
			turn = "below zero: the sign flips, and w should point against w*_T"
		}
		s.now = strings.TrimSuffix("v₁ᵀṽ₁ = "+number.ThreeDigits(t.LeadingCosine)+" is "+turn+"; "+s.now, "; ")
	}
	return s
}

// health judges the accuracy of the other numbers: condition, leak and rate.
func health(at point) []statement {
	closed, descent := at.Solution.Closed, at.Solution.Descent
	sound := closed.Condition <= conditionTolerance
	return []statement{
		statement{
			name: "condition of A", measure: "cond(A) = " + number.ThreeDigits(closed.Condition), tolerance: atMost(conditionTolerance),
			source: "Numerics",
		}.applyRulings(
			ruling{math.IsNaN(closed.Condition), notKnown, "not solved yet"},
			ruling{closed.RankDeficient, judge(sound), "A is singular: w is the pseudo-inverse solution, and the condition is that on the range of A"},
			ruling{!sound, doesNotHold, "a λ nearer to 1 or a smaller k̃ may help"},
		),
		statement{
			name: "J has a minimum", measure: "leak ‖P_NΦᵀy‖/‖Φᵀy‖ = " + number.ThreeDigits(closed.Leak), tolerance: atMost(model.LeakTolerance),
			source: "Eq. (6)",
		}.applyRulings(
			ruling{closed.UnboundedBelow, doesNotHold, "J is unbounded below: w is the pseudo-inverse solution, and stopping descent early is part of the method"},
			ruling{closed.Leak > model.LeakTolerance, holds, "with the implicit term kept J is a sum of squares, which has a minimum"},
		),
		statement{
			name: "the rate is stable", measure: "α = " + number.StepSize(descent.Rate), tolerance: "at most " + number.StepSize(descent.LargestStableRate),
			source: "Algorithm 1",
		}.applyRulings(ruling{descent.Diverges, doesNotHold, "descent diverges; " + at.toSet("rate", "auto", -1)}),
	}
}
