package view

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

// invertibleTolerance is the smallest singular value from which on an overlap counts
// as invertible: singular vectors of components of 1e-8·σ₁ are lost in the rounding
// of the Gram matrix.
const invertibleTolerance = 1e-8

// theoryPremises are what the theorems of section 4 assume.
type theoryPremises struct {
	equal, weighted, objective, labels, rank, tails, heads, targetLabels statement
}

// list returns the premises in the order of the view.
func (p theoryPremises) list() []statement {
	return []statement{p.equal, p.weighted, p.objective, p.labels, p.rank, p.tails, p.heads, p.targetLabels}
}

// theoryPremises measures the premises.
func (view *theoryView) theoryPremises(sc *Scene) theoryPremises {
	t, problem := sc.Update.Theory, sc.Update.Session.Problem
	p := t.Params
	var ps theoryPremises

	ps.equal = statement{
		name: "as many components", measure: fmt.Sprintf("k = %d, k̃ = %d", p.K, p.KTilde), tolerance: "equal",
		verdict: judge(p.K == p.KTilde), need: "k = k̃", remedy: sc.toSet("ktilde", strconv.Itoa(p.K), p.K-p.KTilde),
		source: "Theorem 2", text: "it assumes k = k̃, as many leading components of the target left free as of the source kept, so that V_kᵀṼ_k and V'ᵀṼ' are square.",
	}
	ps.weighted = statement{
		name: "the target's term counts", measure: "λ = " + number.Short(p.Lambda), tolerance: "above 0",
		verdict: judge(p.Lambda > 0), need: "λ above 0", remedy: sc.toSet("lambda", "1", 1),
		source: "Eq. (7)", text: "λ weighs the target's components after k̃; with λ = 0 nothing ties w to the target, and A = S_k is singular.",
	}
	ps.objective = view.objectivePremise(sc, p, problem.D)
	ps.labels = statement{
		name: "source labels end at k", measure: "‖y^U_{i>k}‖/‖y^U‖ = " + number.Measure(t.LabelTail), tolerance: atMost(theoryTolerance),
		verdict: judge(t.LabelTail <= theoryTolerance), need: "source labels that end at k",
		source: "Section 2.2", text: "label alignment with rank k means y^U_i = u_iᵀy = 0 for i = k+1..d; Theorem 2 takes it for granted, " +
			"but Φᵀy in eq. (7) keeps all components, and what the labels have beyond k pulls w out of the span.",
	}
	switch {
	case math.IsNaN(t.LabelTail):
		ps.labels.now = "the labels have no part in the span of the features"
	case ps.labels.verdict == doesNotHold:
		ps.labels.now, ps.labels.remedy = view.labelRemedy(sc, "k", "n", p.K, problem.Src.Projection)
	}
	ps.rank = view.rankPremise(sc, t, problem)
	ps.tails, ps.heads = overlapPremises(t)
	ps.targetLabels = view.targetLabelPremise(sc)
	for _, s := range []*statement{&ps.equal, &ps.weighted, &ps.objective, &ps.labels, &ps.rank, &ps.targetLabels} {
		if s.verdict == doesNotHold && s.now == "" {
			s.now = s.remedy
		}
	}
	return ps
}

// objectivePremise is that J is the paper's.
func (view *theoryView) objectivePremise(sc *Scene, p model.Params, d int) statement {
	s := statement{
		name: "the paper's objective", measure: "implicit term removed, L2 = " + number.Short(p.L2), tolerance: "removed, L2 = 0",
		source: "Eq. (6)", text: "the theorems speak of the w that minimizes ‖Φw − y‖² − Σ_{i>k} σ_i²(v_iᵀw)² + λ Σ_{i>k̃} σ̃_i²(ṽ_iᵀw)²: " +
			"the source's own alignment term is taken out, and there is no ridge term.",
	}
	// Beyond k = d there is no term to keep.
	kept := p.KeepImplicit && p.K < d
	if p.KeepImplicit {
		s.measure = "implicit term kept, L2 = " + number.Short(p.L2)
	}
	switch {
	case kept:
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

// labelRemedy says how the labels of a domain of n rows could end at the control k,
// which stands at now, and what to turn for it.
func (view *theoryView) labelRemedy(sc *Scene, k, n string, now int, projection *mat.Dense) (why, remedy string) {
	least := model.TailRank(projection, theoryTolerance)
	if rows, _ := projection.Dims(); least < rows {
		remedy = sc.toSet(k, strconv.Itoa(least), least-now)
		return remedy, remedy
	}
	c, _ := session.OptionByName(k)
	why = fmt.Sprintf("no %s below %d leaves so little", c.Label, least)
	if view.isGaussian(sc) {
		remedy = sc.toSet(n, "100000", 1)
		why += ": in the Gaussian itself the second projection is zero, and a larger sample comes closer; " + remedy
	}
	return why, remedy
}

// isGaussian tells that the pair is the example of section 4.1.
func (view *theoryView) isGaussian(sc *Scene) bool {
	name := sc.State.Spec.Name
	return name == "rotated-gaussian" || name == "wide-gaussian"
}

// rankPremise is that A can be inverted.
func (view *theoryView) rankPremise(sc *Scene, t *model.Theory, problem *model.Problem) statement {
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
		switch {
		case t.Params.K != t.Params.KTilde:
			s.verdict, s.now = doesNotApply, "needs k = k̃ to be square"
		case math.IsNaN(value):
			s.now = "k̃ leaves no tail, so there is nothing to invert"
		case !(value > invertibleTolerance):
			s.verdict, s.now = doesNotHold, "a direction of the one is orthogonal to all of the other; turn k and k̃ together"
		}
	}
	return tails, heads
}

// targetLabelPremise is that the target's labels are aligned too.
func (view *theoryView) targetLabelPremise(sc *Scene) statement {
	t, problem := sc.Update.Theory, sc.Update.Session.Problem
	s := statement{
		name: "target labels end at k̃", measure: "‖ỹ^Ũ_{i>k̃}‖/‖ỹ^Ũ‖ = " + number.Measure(t.TargetLabelTail), tolerance: atMost(theoryTolerance),
		verdict: judge(t.TargetLabelTail <= theoryTolerance), need: "target labels that end at k̃",
		source: "Theorem 3", text: "it assumes label alignment of the target as well, ỹ^Ũ_i = 0 for i = k̃+1..d, so that the best weights there, w*_T, lie in span(ṽ₁..ṽ_k̃) as in eq. (18).",
	}
	switch {
	case problem.Tgt.Projection == nil:
		s.verdict, s.now = notKnown, needsLabels
	case math.IsNaN(t.TargetLabelTail):
		s.now = "the labels have no part in the span of the features"
	case s.verdict == doesNotHold:
		s.now, s.remedy = view.labelRemedy(sc, "ktilde", "m", t.Params.KTilde, problem.Tgt.Projection)
	}
	return s
}

// atMost writes a tolerance.
func atMost(v float64) string { return "at most " + number.Short(v) }
