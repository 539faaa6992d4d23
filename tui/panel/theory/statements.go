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

// allSections leaves out the sections that need a session.Dissection until it is computed.
func allSections(at solvedState) []section {
	premises := checkPremises(at)
	parts := []section{
		{title: "premises of the theorems", short: "premises", statements: premises},
		{title: "conclusions of the theorems", short: "conclusions", statements: checkConclusions(at, premises)},
		{title: "numerical health", statements: checkAccuracy(at)},
	}
	d := at.Dissection()
	if d == nil {
		return parts
	}
	if d.Sampled != nil {
		parts = slices.Insert(parts, 0, section{title: "the Gaussian that this pair samples", statements: compareSampleWithPopulation(at, *d.Sampled)})
	}
	return append(parts,
		section{title: "terms of the objective, divided by n (eq. 3 to 6)", table: lossTable(d)},
		section{title: "labels y^U_i and predictions σ_i v_iᵀw along u_i", table: projectionTable(d, at.Session.Problem.C)},
		section{title: "other statements of the paper", statements: checkBounds(at, d.Bounds)},
	)
}

// A conditionalVerdict counts only if its condition is true.
type conditionalVerdict struct {
	condition   bool
	verdict     verdict
	explanation string
}

// applyFirstTrue returns s unchanged if all conditions are false.
func (s statement) applyFirstTrue(rulings ...conditionalVerdict) statement {
	if i := slices.IndexFunc(rulings, func(r conditionalVerdict) bool { return r.condition }); i >= 0 {
		s.verdict, s.explanation = rulings[i].verdict, rulings[i].explanation
	}
	return s
}

const (
	// Labels are rarely aligned exactly, so a share of one per cent and an angle of one degree count
	// as zero.
	shareTolerance = model.AlignmentTolerance
	angleTolerance = 1 // degree
	// A condition number of 1e10 leaves six of sixteen digits.
	conditionTolerance = 1e10
	// Rounding errors in the Gram matrix destroy singular vectors with σ below 1e-8·σ₁, so a matrix
	// with a smaller singular value counts as singular.
	invertibleTolerance = 1e-8
)

func atMostText(v float64) string { return "at most " + number.AllDigits(v) }

const missingLabelsReason = "unknown without the labels of all target rows"

// Indices of the premises in the result of checkPremises. Theorem 2 needs the premises before
// headsPremise, Theorem 3 needs all.
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

func checkPremises(at solvedState) []statement {
	t, problem := at.Theory, at.Session.Problem
	p, d := t.Params, problem.D
	implicit, kept := "removed", p.KeepImplicit && p.K < d // with k = d the implicit term is empty
	if p.KeepImplicit {
		implicit = "kept"
	}
	need, remedy := "no ridge term", at.howToSet("l2", "0", -1)
	if kept {
		need, remedy = "the implicit term removed", at.howToSet("keep-implicit", "false", 1)
	}
	paper := !kept && p.L2 == 0
	published := "σ_i weights the target's tail instead of σ̃_i, as in the published code; " +
		"the proof of Theorem 2 only needs positive weights"
	nullity := "null space of dimension " + number.ThreeDigits(t.Nullity)
	if p.Lambda == 0 {
		nullity += " once λ > 0"
	}
	goal := proposedEqualK(at)
	alike := at.howToSet("ktilde", strconv.Itoa(goal), goal-p.KTilde)
	if p.KTilde == goal {
		alike = at.howToSet("k", strconv.Itoa(goal), goal-p.K)
	}
	toFullRank := ""
	if problem.Tgt.Rank == d && p.K < p.KTilde {
		toFullRank = alike
	}
	// least is the smallest singular value of an overlap.
	invertible := func(s statement, least float64) statement {
		s.tolerance = "above " + number.AllDigits(invertibleTolerance)
		return s.applyFirstTrue(
			conditionalVerdict{p.K != p.KTilde, doesNotApply, "the overlap is a square matrix only if k = k̃"},
			conditionalVerdict{t.Arbitrary != "", doesNotApply, t.Arbitrary},
			conditionalVerdict{math.IsNaN(least), holds, "k̃ leaves no tail, so the overlap is empty"},
			conditionalVerdict{!(least > invertibleTolerance), doesNotHold, "one direction of a domain is orthogonal to all these directions of the other domain; change k and k̃ together"},
		)
	}
	all := []statement{
		equalPremise: {
			name: "as many components", measure: fmt.Sprintf("k = %d, k̃ = %d", p.K, p.KTilde), tolerance: "equal",
			verdict: verdictIf(p.K == p.KTilde), need: "k = k̃", remedy: alike,
			place: "Theorem 2",
		},
		weightedPremise: {
			name: "the target's term counts", measure: "λ = " + number.AllDigits(p.Lambda), tolerance: "above 0",
			verdict: verdictIf(p.Lambda > 0), need: "λ above 0", remedy: at.howToSet("lambda", "1", 1),
			place: "Eq. (7)",
		},
		objectivePremise: statement{
			name: "the paper's objective", measure: "implicit term " + implicit + ", L2 = " + number.AllDigits(p.L2), tolerance: "removed, L2 = 0",
			verdict: verdictIf(paper), need: need, remedy: remedy,
			place: "Eq. (6)",
		}.applyFirstTrue(
			conditionalVerdict{p.Tail == model.SourceTail && paper, holds, published},
			conditionalVerdict{p.Tail == model.SourceTail, doesNotHold, remedy + "; " + published},
		),
		labelsPremise: checkLabelTail(at, &problem.Src, t.LabelTail, "k", "n", p.K, statement{
			name: "source labels end at k", measure: "‖y^U_{i>k}‖/‖y^U‖ = " + number.ThreeDigits(t.LabelTail), need: "source labels that end at k",
			place: "Section 2.2",
		}),
		rankPremise: statement{
			name: "A has full rank", measure: nullity, tolerance: "0", need: "A of full rank", remedy: toFullRank,
			place: "Eq. (7)",
		}.applyFirstTrue(
			conditionalVerdict{math.IsNaN(t.Nullity), notKnown, problem.TieMessage(p)},
			conditionalVerdict{t.Nullity == 0, holds, ""},
			conditionalVerdict{problem.Tgt.Rank < d, doesNotHold, fmt.Sprintf("the features of the target have rank %d of %d, so A is singular at every k = k̃; w is the pseudo-inverse solution", problem.Tgt.Rank, d)},
			conditionalVerdict{p.K < p.KTilde, doesNotHold, ""},
			conditionalVerdict{true, doesNotHold, "w is the pseudo-inverse solution"},
		),
		tailsPremise: invertible(statement{
			name: "overlap of the tails", measure: "σ_min(V'ᵀṼ') = " + number.ThreeDigits(t.TailOverlapMin), need: "V'ᵀṼ' invertible",
			place: "Theorem 2",
		}, t.TailOverlapMin),
		headsPremise: invertible(statement{
			name: "overlap of the heads", measure: "σ_min(V_kᵀṼ_k̃) = " + number.ThreeDigits(t.HeadOverlapMin), need: "V_kᵀṼ_k invertible",
			place: "Theorem 3",
		}, t.HeadOverlapMin),
		targetLabelsPremise: checkLabelTail(at, &problem.Tgt, t.TargetLabelTail, "ktilde", "m", p.KTilde, statement{
			name: "target labels end at k̃", measure: "‖ỹ^Ũ_{i>k̃}‖/‖ỹ^Ũ‖ = " + number.ThreeDigits(t.TargetLabelTail), need: "target labels that end at k̃",
			place: "Theorem 3",
		}),
	}
	for i, s := range all {
		if s.verdict == doesNotHold && s.explanation == "" {
			all[i].explanation = s.remedy
		}
	}
	return all
}

// proposedEqualK returns the smallest k = k̃, at least the present k, whose components hold almost
// all of the labels of both domains. It ignores a domain whose labels need more components than the
// rank of the source or of the target.
func proposedEqualK(at solvedState) int {
	goal, p := at.Theory.Params.K, at.Session.Problem
	for _, side := range []*model.Side{&p.Src, &p.Tgt} {
		if least := countLabelComponents(side); least < len(side.Sigma) && least <= min(p.Src.Rank, p.Tgt.Rank) {
			goal = max(goal, least)
		}
	}
	return goal
}

// countLabelComponents returns how many leading components hold almost all of a domain's labels, or
// 0 without labels.
func countLabelComponents(side *model.Side) int {
	if side.Projection == nil {
		return 0
	}
	return model.TailRank(side.Projection, shareTolerance)
}

// checkLabelTail returns the premise s with a verdict. The premise says that almost nothing of a
// domain's label lies beyond the first components; tail is the share that does, and now is the
// number of these components. If the premise fails, a remedy sets one of two controls: the control
// called k sets the number of components, the control called n the number of rows.
func checkLabelTail(at solvedState, side *model.Side, tail float64, k, n string, now int, s statement) statement {
	s.verdict, s.tolerance = verdictIf(tail <= shareTolerance), atMostText(shareTolerance)
	s = s.applyFirstTrue(
		conditionalVerdict{side.Projection == nil, notKnown, missingLabelsReason},
		conditionalVerdict{math.IsNaN(tail) && at.Theory.Arbitrary != "", doesNotApply, at.Theory.Arbitrary},
		conditionalVerdict{math.IsNaN(tail), doesNotHold, "the labels are orthogonal to all features"},
	)
	if s.verdict != doesNotHold || s.explanation != "" {
		return s
	}
	least, goal := countLabelComponents(side), proposedEqualK(at)
	if least <= goal {
		s.remedy = at.howToSet(k, strconv.Itoa(goal), goal-now)
		return s
	}
	c, _ := session.OptionByName(k)
	s.explanation = fmt.Sprintf("every %s below %d misses the tolerance", c.Label, least)
	if isGaussian(at) {
		s.remedy = at.howToSet(n, "100000", 1)
		s.explanation += "; the Gaussian itself has the share 0, and a larger sample comes closer to 0; " + s.remedy
	}
	return s
}

// isGaussian reports whether the pair is the example of section 4.1.
func isGaussian(at solvedState) bool {
	name := at.State.Spec.Name
	return name == "rotated-gaussian" || name == "wide-gaussian"
}

// failedPremises returns a sentence that lists the premises that do not hold, or "" if every
// premise holds. If all of these premises have a remedy, the sentence ends with the first remedy.
func failedPremises(premises []statement) string {
	var lacking []string
	remedy, hopeless := "", false
	for _, p := range premises {
		if p.verdict == doesNotHold {
			lacking, remedy = append(lacking, p.need), cmp.Or(remedy, p.remedy)
			hopeless = hopeless || p.remedy == ""
		}
	}
	list := strings.Join(lacking, " and ")
	if last := len(lacking) - 1; last > 1 {
		list = strings.Join(lacking[:last], ", ") + ", and " + lacking[last]
	}
	switch {
	case list == "":
		return ""
	case !hopeless:
		list += "; " + remedy
	}
	return "needs " + list
}

// checkConclusions checks Theorems 2 and 3. A conclusion does not apply if a premise fails.
func checkConclusions(at solvedState, premises []statement) []statement {
	t, problem := at.Theory, at.Session.Problem
	second, third, leaks := premises[:headsPremise], failedPremises(premises), explainLabelsBeyondK(at)
	every := slices.Delete(slices.Clone(second), weightedPremise, weightedPremise+1) // for a statement on every λ > 0
	// zero returns the conclusion s, which says that value is zero, with a verdict. failed is the
	// result of failedPremises.
	zero := func(s statement, value float64, failed string) statement {
		within := value <= shareTolerance
		return s.applyFirstTrue(
			conditionalVerdict{math.IsNaN(value), doesNotApply, cmp.Or(t.Arbitrary, "some λσ̃_i² is smaller than the rounding error of σ₁²")},
			conditionalVerdict{failed != "" && within, doesNotApply, failed + " (but the number is within the tolerance)"},
			conditionalVerdict{failed != "", doesNotApply, failed},
			conditionalVerdict{!within && leaks != "", doesNotApply, leaks},
			conditionalVerdict{!within, doesNotHold, "the number is a rounding error, enlarged by the condition number of A"},
			conditionalVerdict{t.Params.KTilde >= problem.D, holds, "k̃ = d leaves no tail, so the span contains every w and λ has no effect"},
		)
	}
	from, drift := lambdaDrift(t)
	return []statement{
		zero(statement{
			name: "w in the target's span", measure: "‖w − Ṽ_k̃ Ṽ_k̃ᵀw‖/‖w‖ = " + number.ThreeDigits(t.OutsideSpan), tolerance: atMostText(shareTolerance),
			place: "Theorem 2",
		}, t.OutsideSpan, failedPremises(second)),
		zero(statement{
			name: "w independent of λ", measure: "‖w_λ=100 − w_λ=" + from + "‖/max‖w‖ = " + number.ThreeDigits(drift), tolerance: atMostText(shareTolerance),
			place: "Theorem 2",
		}, drift, failedPremises(every)),
		statement{
			name: "condition of Theorem 3", measure: "min_c ‖μ_k − c V_kᵀw*_T‖/‖μ_k‖ = " + number.ThreeDigits(t.Proportionality) + truncatedSuffix(number.ThreeDigits(t.TruncatedProportionality)), tolerance: atMostText(shareTolerance),
			place: "Theorem 3, eq. (19)",
		}.applyFirstTrue(
			conditionalVerdict{problem.Optimum == nil, notKnown, missingLabelsReason},
			conditionalVerdict{third != "", doesNotApply, third},
			conditionalVerdict{math.IsNaN(t.Proportionality), doesNotApply, cmp.Or(t.Arbitrary, "μ_k is zero, or k is beyond the source's rank")},
			conditionalVerdict{t.Proportionality <= shareTolerance, holds, "so w points along w*_T"},
			conditionalVerdict{true, doesNotHold, "so w does not point along w*_T, although both lie in the same span"},
		),
		checkAngle(at, third, leaks),
	}
}

// lambdaDrift measures how much the weights w_λ depend on λ. It returns drift = ‖w_100 −
// w_start‖/max‖w‖, where start is startLambda. Usually startLambda is 0.01. If labels beyond k
// change the weights at small λ, startLambda is the first λ from which on they don't, provided that
// the present λ is not smaller.
func lambdaDrift(t *model.Theory) (startLambda string, drift float64) {
	if t.LambdaDrift > shareTolerance && t.Params.Lambda >= t.SettledLambda {
		return number.ThreeDigits(t.SettledLambda), t.SettledDrift
	}
	return "0.01", t.LambdaDrift
}

// explainLabelsBeyondK returns a sentence if the part of the labels beyond the first k components
// changes w by more than the tolerance, else "". The sentence names the least λ at which the change
// is smaller.
func explainLabelsBeyondK(at solvedState) string {
	t := at.Theory
	if !(t.LabelTail > model.LeakTolerance) || t.Params.Lambda >= t.SettledLambda {
		return ""
	}
	text := fmt.Sprintf("%s of the labels' squared norm lies beyond the first k components; w contains this part divided by λ", number.ThreeDigits(t.LabelTail))
	if math.IsNaN(t.SettledLambda) {
		return text
	}
	return text + "; " + at.howToSet("lambda", number.AllDigits(math.Ceil(10*t.SettledLambda)/10), 1)
}

// truncatedSuffix returns the end of a measure that is stated for w*_T, the best target weights.
// value is the same measure for the part of w*_T along the first k̃ components.
func truncatedSuffix(value string) string { return ", with the sum of w*_T up to k̃ " + value }

// checkAngle compares the angle between w and w*_T with the angle that the paper predicts. failed
// comes from failedPremises, leaks from explainLabelsBeyondK.
func checkAngle(at solvedState, failed, leaks string) statement {
	t, problem := at.Theory, at.Session.Problem
	s := statement{name: "angle of w to w*_T", measure: "angle(w, w*_T) = " + number.Degrees(t.Angle) + truncatedSuffix(number.Degrees(t.TruncatedAngle)), tolerance: fmt.Sprintf("within %d°", angleTolerance)}
	single, predicted := t.Params.K == 1 && t.Params.KTilde == 1, t.PredictedAngle
	switch {
	case !single && problem.C == 1 && failed == "" && t.Proportionality <= shareTolerance:
		predicted = 0
		s.place = "Theorem 3"
	case isGaussian(at):
		s.place = "Proposition 1"
	default:
		s.place = "Corollary 4"
	}
	if !math.IsNaN(predicted) {
		s.measure += fmt.Sprintf(", predicted %.0f°", predicted)
	}
	s = s.applyFirstTrue(
		conditionalVerdict{problem.Tgt.Projection == nil, notKnown, missingLabelsReason},
		conditionalVerdict{problem.C > 1, doesNotApply, fmt.Sprintf("the paper predicts the angle for one output; the %d outputs are compared as one vector", problem.C)},
		conditionalVerdict{failed != "", doesNotApply, failed},
		conditionalVerdict{t.Arbitrary != "" && math.IsNaN(t.Angle), doesNotApply, t.Arbitrary},
		conditionalVerdict{!single && math.IsNaN(predicted), doesNotApply, "the paper predicts the angle for k = k̃ = 1, or if the condition of Theorem 3 holds"},
		conditionalVerdict{math.IsNaN(predicted) || math.IsNaN(t.Angle), doesNotApply, "v₁ᵀṽ₁, a label projection or w is zero"},
		conditionalVerdict{math.Abs(t.Angle-predicted) > angleTolerance && leaks != "", doesNotApply, leaks},
		conditionalVerdict{math.Abs(t.Angle-predicted) > angleTolerance, doesNotHold, "the premises hold within tolerances, not exactly"},
	)
	if single && !math.IsNaN(t.LeadingCosine) {
		prediction := "positive, so w should point along w*_T"
		if t.LeadingCosine < 0 {
			prediction = "negative, so w should point against w*_T"
		}
		s.explanation = strings.TrimSuffix("v₁ᵀṽ₁ = "+number.ThreeDigits(t.LeadingCosine)+" is "+prediction+"; "+s.explanation, "; ")
	}
	return s
}

func checkAccuracy(at solvedState) []statement {
	closed, descent := at.Solution.Closed, at.Solution.Descent
	sound := closed.Condition <= conditionTolerance
	return []statement{
		statement{
			name: "condition of A", measure: "cond(A) = " + number.ThreeDigits(closed.Condition), tolerance: atMostText(conditionTolerance),
			place: "Numerics",
		}.applyFirstTrue(
			conditionalVerdict{math.IsNaN(closed.Condition), notKnown, "not solved yet"},
			conditionalVerdict{closed.RankDeficient, verdictIf(sound), "A is singular: w is the pseudo-inverse solution, and cond(A) is the condition on the range of A"},
			conditionalVerdict{!sound, doesNotHold, "choose λ nearer to 1 or a smaller k̃"},
		),
		statement{
			name: "J has a minimum", measure: "leak ‖P_NΦᵀy‖/‖Φᵀy‖ = " + number.ThreeDigits(closed.Leak), tolerance: atMostText(model.LeakTolerance),
			place: "Eq. (6)",
		}.applyFirstTrue(
			conditionalVerdict{closed.UnboundedBelow, doesNotHold, "J is unbounded below: w is the pseudo-inverse solution, and stopping descent early is part of the method"},
			conditionalVerdict{closed.Leak > model.LeakTolerance, holds, "with the implicit term kept J is a sum of squares, which has a minimum"},
		),
		statement{
			name: "the rate is stable", measure: "α = " + number.FormatStepSize(descent.Rate), tolerance: "at most " + number.FormatStepSize(descent.LargestStableRate),
			place: "Algorithm 1",
		}.applyFirstTrue(conditionalVerdict{descent.Diverges, doesNotHold, "descent diverges; " + at.howToSet("rate", "auto", -1)}),
	}
}
