package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

// theoryGroups returns what the theory assumes, what follows and how sound the
// numbers are. There must be a theory.
func (sc *Scene) theoryGroups() []theoryGroup {
	premises := sc.theoryPremises()
	return []theoryGroup{
		{"premises, what the theorems assume", premises.list()},
		{"conclusions, what follows from them", sc.theoryConclusions(premises)},
		{"numerical health, how sound the numbers are", sc.theoryHealth()},
	}
}

// A ruling is what becomes of a statement in some case.
type ruling struct {
	when    bool
	verdict verdict
	now     string
}

// under returns the statement under the first ruling whose case it is, as it is where
// it is none.
func (s statement) under(rulings ...ruling) statement {
	if i := slices.IndexFunc(rulings, func(r ruling) bool { return r.when }); i >= 0 {
		s.verdict, s.now = rulings[i].verdict, rulings[i].now
	}
	return s
}

// mended returns a premise with what to do about it as what is to be said now, if it
// does not hold and nothing else is said.
func (s statement) mended() statement {
	if s.verdict == doesNotHold && s.now == "" {
		s.now = s.remedy
	}
	return s
}

// Tolerances of the view. Labels are rarely aligned exactly, so that one per cent
// is a good match, and an angle of one degree. A system whose condition is 1e10
// leaves six of sixteen digits. Singular vectors of components of 1e-8·σ₁ are lost in
// the rounding of the Gram matrix, so an overlap below counts as singular.
const (
	theoryTolerance     = 0.01
	angleTolerance      = 1
	conditionTolerance  = 1e10
	invertibleTolerance = 1e-8
)

// atMost writes a tolerance.
func atMost(v float64) string { return "at most " + number.Short(v) }

const (
	// needsLabels is what stands for all that target labels would tell.
	needsLabels   = "not known without target labels"
	labelsOutside = "the labels have no part in the span of the features"
)

// theoryPremises are what the theorems of section 4 assume.
type theoryPremises struct {
	equal, weighted, objective, labels, rank, tails, heads, targetLabels statement
}

// list returns the premises in the order of the view.
func (p theoryPremises) list() []statement {
	return []statement{p.equal, p.weighted, p.objective, p.labels, p.rank, p.tails, p.heads, p.targetLabels}
}

// theoryPremises measures the premises.
func (sc *Scene) theoryPremises() theoryPremises {
	t, problem := sc.Update.Theory, sc.Update.Session.Problem
	p := t.Params
	equal := statement{
		name: "as many components", measure: fmt.Sprintf("k = %d, k̃ = %d", p.K, p.KTilde), tolerance: "equal",
		verdict: judge(p.K == p.KTilde), need: "k = k̃", remedy: sc.toSet("ktilde", strconv.Itoa(p.K), p.K-p.KTilde),
		source: "Theorem 2", text: "it assumes k = k̃, as many leading components of the target left free as of the source kept, so that V_kᵀṼ_k and V'ᵀṼ' are square.",
	}
	weighted := statement{
		name: "the target's term counts", measure: "λ = " + number.Short(p.Lambda), tolerance: "above 0",
		verdict: judge(p.Lambda > 0), need: "λ above 0", remedy: sc.toSet("lambda", "1", 1),
		source: "Eq. (7)", text: "λ weighs the target's components after k̃; with λ = 0 nothing ties w to the target, and A = S_k is singular.",
	}
	labels := statement{
		name: "source labels end at k", measure: "‖y^U_{i>k}‖/‖y^U‖ = " + number.Measure(t.LabelTail), tolerance: atMost(theoryTolerance),
		verdict: judge(t.LabelTail <= theoryTolerance), need: "source labels that end at k",
		source: "Section 2.2", text: "label alignment with rank k means y^U_i = u_iᵀy = 0 for i = k+1..d; Theorem 2 takes it for granted, " +
			"but Φᵀy in eq. (7) keeps all components, and what the labels have beyond k pulls w out of the span.",
	}
	targetLabels := statement{
		name: "target labels end at k̃", measure: "‖ỹ^Ũ_{i>k̃}‖/‖ỹ^Ũ‖ = " + number.Measure(t.TargetLabelTail), tolerance: atMost(theoryTolerance),
		verdict: judge(t.TargetLabelTail <= theoryTolerance), need: "target labels that end at k̃",
		source: "Theorem 3", text: "it assumes label alignment of the target as well, ỹ^Ũ_i = 0 for i = k̃+1..d, so that the best weights there, w*_T, lie in span(ṽ₁..ṽ_k̃) as in eq. (18).",
	}.under(ruling{problem.Tgt.Projection == nil, notKnown, needsLabels})
	tails, heads := overlapPremises(t)
	return theoryPremises{
		equal: equal.mended(), weighted: weighted.mended(), objective: sc.objectivePremise(p, problem.D).mended(),
		labels: sc.endingLabels(labels, t.LabelTail, "k", "n", p.K, problem.Src.Projection),
		rank:   sc.rankPremise(t, problem).mended(), tails: tails, heads: heads,
		targetLabels: sc.endingLabels(targetLabels, t.TargetLabelTail, "ktilde", "m", p.KTilde, problem.Tgt.Projection),
	}
}

// objectivePremise is that J is the paper's.
func (sc *Scene) objectivePremise(p model.Params, d int) statement {
	implicit := "removed"
	if p.KeepImplicit {
		implicit = "kept"
	}
	s := statement{
		name: "the paper's objective", measure: "implicit term " + implicit + ", L2 = " + number.Short(p.L2), tolerance: "removed, L2 = 0",
		source: "Eq. (6)", text: "the theorems speak of the w that minimizes ‖Φw − y‖² − Σ_{i>k} σ_i²(v_iᵀw)² + λ Σ_{i>k̃} σ̃_i²(ṽ_iᵀw)²: " +
			"the source's own alignment term is taken out, and there is no ridge term.",
	}
	switch {
	case p.KeepImplicit && p.K < d: // beyond k = d there is no term to keep
		s.verdict, s.need, s.remedy = doesNotHold, "the implicit term removed", sc.toSet("keep-implicit", "false", 1)
	case p.L2 > 0:
		s.verdict, s.need, s.remedy = doesNotHold, "no ridge term", sc.toSet("l2", "0", -1)
	}
	if p.Tail == model.SourceTail {
		s.now = "the tail is weighted with σ_i in place of σ̃_i, as in the published code: the proof of Theorem 2 only asks for weights above zero"
		if s.verdict == doesNotHold {
			s.now = s.remedy + "; " + s.now
		}
	}
	return s
}

// endingLabels says of the premise that the labels of a domain end at the control k,
// which stands at now, what to turn where they don't: that, or the rows n.
func (sc *Scene) endingLabels(s statement, tail float64, k, n string, now int, projection *mat.Dense) statement {
	switch {
	case s.verdict == notKnown:
		return s
	case math.IsNaN(tail):
		s.now = labelsOutside
		return s
	case s.verdict == holds:
		return s
	}
	least := model.TailRank(projection, theoryTolerance)
	if rows, _ := projection.Dims(); least < rows {
		s.remedy = sc.toSet(k, strconv.Itoa(least), least-now)
		return s.mended()
	}
	c, _ := session.OptionByName(k)
	s.now = fmt.Sprintf("no %s below %d leaves so little", c.Label, least)
	if sc.isGaussian() {
		s.remedy = sc.toSet(n, "100000", 1)
		s.now += ": in the Gaussian itself the second projection is zero, and a larger sample comes closer; " + s.remedy
	}
	return s
}

// isGaussian tells that the pair is the example of section 4.1.
func (sc *Scene) isGaussian() bool {
	name := sc.State.Spec.Name
	return name == "rotated-gaussian" || name == "wide-gaussian"
}

// rankPremise is that A can be inverted.
func (sc *Scene) rankPremise(t *model.Theory, problem *model.Problem) statement {
	s := statement{
		name: "A has full rank", measure: fmt.Sprintf("null space of dimension %d", t.Nullity), tolerance: "0",
		verdict: judge(t.Nullity == 0), need: "A of full rank",
		source: "Eq. (7)", text: "w is the one solution of A w = Φᵀy, A = S_k + λ(S̃ − S̃_k̃), if A has full rank; that takes k at least k̃ and σ̃_i above zero for every i > k̃.",
	}
	if t.Params.Lambda == 0 {
		s.measure += " once λ > 0"
	}
	switch k, kTilde := t.Params.K, t.Params.KTilde; {
	case s.verdict == holds:
	case k < kTilde:
		s.remedy = sc.toSet("ktilde", strconv.Itoa(k), -1)
	case problem.Tgt.Rank < problem.D:
		s.now = fmt.Sprintf("the target's features have rank %d of %d: no key helps, and w is the pseudo-inverse solution", problem.Tgt.Rank, problem.D)
	default:
		s.now = "w is the pseudo-inverse solution"
	}
	return s
}

// overlapPremises are that the overlaps of the tails and of the heads can be
// inverted.
func overlapPremises(t *model.Theory) (tails, heads statement) {
	tails = statement{
		name: "overlap of the tails", measure: "σ_min(V'ᵀṼ') = " + number.Measure(t.TailOverlapMin), need: "V'ᵀṼ' invertible",
		source: "Theorem 2", text: "it assumes that V'ᵀṼ' is invertible, V' and Ṽ' being the components after k and k̃; " +
			"the number is the cosine of the largest angle between what the two tails span.",
	}
	heads = statement{
		name: "overlap of the heads", measure: "σ_min(V_kᵀṼ_k̃) = " + number.Measure(t.HeadOverlapMin), need: "V_kᵀṼ_k invertible",
		source: "Theorem 3", text: "it assumes besides that V_kᵀṼ_k is invertible, the overlap of the leading components; " +
			"with k = k̃ that is the same as for the tails, for VᵀṼ is orthogonal and both blocks have one smallest singular value.",
	}
	for s, value := range map[*statement]float64{&tails: t.TailOverlapMin, &heads: t.HeadOverlapMin} {
		s.tolerance = "above " + number.Short(invertibleTolerance)
		*s = s.under(
			ruling{t.Params.K != t.Params.KTilde, doesNotApply, "needs k = k̃ to be square"},
			ruling{math.IsNaN(value), holds, "k̃ leaves no tail, so there is nothing to invert"},
			ruling{!(value > invertibleTolerance), doesNotHold, "a direction of the one is orthogonal to all of the other; turn k and k̃ together"},
		)
	}
	return tails, heads
}

// needs names what fails of the premises and how to mend the first of it; empty
// where all hold.
func needs(premises ...statement) string {
	var lacking []string
	remedy := ""
	for _, p := range premises {
		if p.verdict != doesNotHold {
			continue
		}
		lacking = append(lacking, p.need)
		if remedy == "" && p.remedy != "" {
			remedy = "; " + p.remedy
		}
	}
	last := len(lacking) - 1
	switch {
	case last < 0:
		return ""
	case last > 0:
		lacking[last] = "and " + lacking[last]
	}
	separator := ", "
	if last == 1 {
		separator = " "
	}
	return "needs " + strings.Join(lacking, separator) + remedy
}

// theoryConclusions judges what follows from the premises.
func (sc *Scene) theoryConclusions(ps theoryPremises) []statement {
	t := sc.Update.Theory
	outside := statement{
		name: "w in the target's span", measure: "‖w − Ṽ_k̃ Ṽ_k̃ᵀw‖/‖w‖ = " + number.Measure(t.OutsideSpan), tolerance: atMost(theoryTolerance),
		source: "Theorem 2", text: "under its premises the closed form w lies in span(ṽ₁..ṽ_k̃), the leading components of the target: the share of w outside is zero.",
	}
	drift := statement{
		name: "w independent of λ", measure: "‖w_λ=100 − w_λ=0.01‖/max‖w‖ = " + number.Measure(t.LambdaDrift), tolerance: atMost(theoryTolerance),
		source: "Theorem 2", text: "under its premises w is the same for every λ > 0, which only changes how fast descent gets there; the number compares λ = 100 with λ = 0.01.",
	}
	larger := sc.toSet("lambda", number.Short(100*t.Params.Lambda), 1)
	return []statement{
		sc.concluded(outside, t.OutsideSpan, needs(ps.equal, ps.weighted, ps.objective, ps.labels, ps.rank, ps.tails), larger),
		sc.concluded(drift, t.LambdaDrift, needs(ps.equal, ps.objective, ps.labels, ps.rank, ps.tails), "at λ = 0.01 that is much"),
		sc.proportionality(needs(ps.list()...)), sc.angle(needs(ps.list()...)),
	}
}

// concluded judges a number that is zero where nothing is lacking. Then is what to do
// where it is not.
func (sc *Scene) concluded(s statement, value float64, lacking, then string) statement {
	t, within := sc.Update.Theory, value <= theoryTolerance
	s.verdict = judge(within)
	residue := "rounding, by the condition of A"
	if t.LabelTail > model.LeakTolerance {
		residue = fmt.Sprintf("the labels still have %s of their norm beyond k, and w takes that in divided by λ; %s", number.Measure(t.LabelTail), then)
	}
	return s.under(
		ruling{lacking != "" && within, doesNotApply, lacking + " (the number is within its tolerance all the same)"},
		ruling{lacking != "", doesNotApply, lacking},
		ruling{!within, doesNotHold, residue},
		ruling{t.Params.KTilde >= sc.Update.Session.Problem.D, holds, "k̃ = d leaves no tail: the components span everything, and λ does nothing"},
	)
}

// proportionality is the condition of Theorem 3, which takes all premises.
func (sc *Scene) proportionality(lacking string) statement {
	t, problem := sc.Update.Theory, sc.Update.Session.Problem
	each := ""
	if problem.C > 1 {
		each = " Each output has its own c."
	}
	return statement{
		name: "condition of Theorem 3", measure: "min_c ‖μ_k − c V_kᵀw*_T‖/‖μ_k‖ = " + number.Measure(t.Proportionality), tolerance: atMost(theoryTolerance),
		source: "Theorem 3, eq. (19)", text: "under its premises w = c w*_T with some c > 0 if and only if μ_k = c V_kᵀw*_T, where μ_k holds y^U_i/σ_i for i up to k; " +
			"the number is what the best c ≥ 0 leaves of μ_k." + each,
	}.under(
		ruling{problem.Tgt.Projection == nil, notKnown, needsLabels},
		ruling{lacking != "", doesNotApply, lacking},
		ruling{math.IsNaN(t.Proportionality), doesNotApply, "μ_k is zero"},
		ruling{t.Proportionality <= theoryTolerance, holds, "so w points along w*_T"},
		ruling{true, doesNotHold, "so w does not point along w*_T, though both lie in the same span"},
	)
}

// angle is the direction of w against the prediction.
func (sc *Scene) angle(lacking string) statement {
	t, problem := sc.Update.Theory, sc.Update.Session.Problem
	s := statement{name: "angle of w to w*_T", measure: "angle(w, w*_T) = " + number.Degrees(t.Angle), tolerance: fmt.Sprintf("within %d°", angleTolerance)}
	single, predicted := t.Params.K == 1 && t.Params.KTilde == 1, t.PredictedAngle
	switch {
	case !single && problem.C == 1 && lacking == "" && t.Proportionality <= theoryTolerance:
		predicted = 0
		s.source, s.text = "Theorem 3", "where its condition is met, w = c w*_T with c > 0: an angle of 0°."
	case sc.isGaussian():
		s.source, s.text = "Proposition 1", "in the rotated Gaussian w = c w*_T/(v₁ᵀṽ₁) with c > 0 if v₁ᵀṽ₁ is not zero, both vectors pointing to their positive class: "+
			"an angle of 0°, but of 180° where v₁ᵀṽ₁ < 0."
	default:
		s.source, s.text = "Corollary 4", "with k = k̃ = 1 and ỹ^Ũ_1 y^U_1 v₁ᵀṽ₁ > 0, w = c w*_T with c > 0, an angle of 0°; below zero the same proof gives c < 0, an angle of 180°."
	}
	if !math.IsNaN(predicted) {
		s.measure += fmt.Sprintf(", predicted %.0f°", predicted)
	}
	s = s.under(
		ruling{problem.Tgt.Projection == nil, notKnown, needsLabels},
		ruling{problem.C > 1, doesNotApply, fmt.Sprintf("predicted for one output; here are %d, taken as one long vector", problem.C)},
		ruling{lacking != "", doesNotApply, lacking},
		ruling{!single && math.IsNaN(predicted), doesNotApply, "predicted for k = k̃ = 1, or where the condition of Theorem 3 is met"},
		ruling{math.IsNaN(predicted) || math.IsNaN(t.Angle), doesNotApply, "v₁ᵀṽ₁, a label projection or w is zero"},
		ruling{math.Abs(t.Angle-predicted) > angleTolerance, doesNotHold, "the premises hold to their tolerances, not exactly"},
	)
	if single && !math.IsNaN(t.LeadingCosine) {
		turn := "above zero: w is predicted along w*_T"
		if t.LeadingCosine < 0 {
			turn = "below zero: the sign flips, and w is predicted against w*_T"
		}
		s.now = strings.TrimSuffix("v₁ᵀṽ₁ = "+number.Measure(t.LeadingCosine)+" is "+turn+"; "+s.now, "; ")
	}
	return s
}

// theoryHealth judges the numbers that say how far the others can be trusted.
func (sc *Scene) theoryHealth() []statement {
	s := sc.Solution()
	closed, descent := s.Closed, s.Descent
	bound := "n/λ_max(A)"
	switch {
	case s.Momentum > 0 && s.Nesterov:
		bound = "n/λ_max(A)·(1+β)/(1+2β) with Nesterov's momentum β"
	case s.Momentum > 0:
		bound = "n/λ_max(A)·(1+β) with momentum β"
	}
	sound := closed.Condition <= conditionTolerance
	return []statement{
		statement{
			name: "condition of A", measure: "cond(A) = " + number.Measure(closed.Condition), tolerance: atMost(conditionTolerance),
			source: "Numerics", text: "a relative change of Φᵀy grows in w by the condition of A at most, its largest eigenvalue over its smallest; beyond the tolerance fewer than six digits of w are sure.",
		}.under(
			ruling{math.IsNaN(closed.Condition), notKnown, "not solved yet"},
			ruling{closed.RankDeficient, judge(sound), "A is singular: w is the pseudo-inverse solution, and the condition is that on the range of A"},
			ruling{!sound, doesNotHold, "a λ nearer to 1 or a smaller k̃ may help"},
		),
		statement{
			name: "J has a minimum", measure: "leak ‖P_NΦᵀy‖/‖Φᵀy‖ = " + number.Measure(closed.Leak), tolerance: atMost(model.LeakTolerance),
			source: "Eq. (6)", text: "J has a minimum if and only if Φᵀy has no part in N, the null space of A; otherwise J is unbounded below, and descent walks along N for ever.",
		}.under(
			ruling{closed.UnboundedBelow, doesNotHold, "J is unbounded below: w is the pseudo-inverse solution, and stopping descent early is part of the method"},
			ruling{closed.Leak > model.LeakTolerance, holds, "with the implicit term kept J is a sum of squares, which has a minimum"},
		),
		statement{
			name: "the rate is stable", measure: "α = " + number.Measure(descent.Rate), tolerance: "at most " + number.Measure(descent.LargestStableRate),
			source: "Algorithm 1", text: "the steps of descent on J/n stay bounded as long as its rate α is at most " + bound + "; above that they grow for ever.",
		}.under(ruling{descent.Diverges, doesNotHold, "descent diverges; " + sc.toSet("rate", "auto", -1)}),
	}
}
