package model

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// Theory measures how far the assumptions and statements of the paper's section 4 hold at Params. A
// number is NaN if it is unknown, for example without target labels or if k̃ = d.
type Theory struct {
	Params Params
	// LabelTail is ‖y^U_{i>k}‖/‖y^U‖, the share of the source's label projection beyond k.
	// TargetLabelTail is ‖ỹ^Ũ_{i>k̃}‖/‖ỹ^Ũ‖. The proofs assume that both are zero: the labels are
	// aligned with rank k and k̃ (section 2.2). They are NaN if the label projection is zero.
	LabelTail, TargetLabelTail float64
	// Nullity is the dimension of the null space of A at Params.Lambda, or at λ = 10² if Params.Lambda
	// is zero. The paper's eq. learned_solution assumes 0. Nullity is NaN if k or k̃ separates equal
	// σ.
	Nullity float64
	// Arbitrary is the reason why HeadOverlapMin, TailOverlapMin and OutsideSpan are NaN: k or k̃
	// separates directions with equal σ, such as σ = 0, which are arbitrary. It is empty if these
	// numbers are known.
	Arbitrary string
	// HeadOverlapMin is the smallest singular value of V_kᵀṼ_k̃. TailOverlapMin is the same for the
	// remaining components. The paper's thm:alignment and thm:proportional assume that both are above
	// zero.
	HeadOverlapMin, TailOverlapMin float64
	// OutsideSpan is ‖(I − Ṽ_k̃Ṽ_k̃ᵀ)w‖/‖w‖, the share of the closed form w outside the span of
	// ṽ_1, …, ṽ_k̃. By thm:alignment it is zero if k = k̃.
	OutsideSpan float64
	// LambdaDrift is ‖w − w'‖/max(‖w‖, ‖w'‖) for the closed forms w at λ = 10⁻² and w' at λ = 10². By
	// thm:alignment it is zero if k = k̃. It is NaN if A⁺ depends on some λσ̃_i² that rounding of σ_1²
	// hides.
	LambdaDrift float64
	// SettledLambda is a λ ≥ 10⁻² above which the labels beyond k change the closed form w by at most
	// AlignmentTolerance·‖w‖. SettledDrift is LambdaDrift between SettledLambda and 10². Both are NaN
	// if an assumption of thm:alignment fails, or if SettledLambda would be 10² or more.
	SettledLambda, SettledDrift float64
	// Proportionality is min_{c ≥ 0} ‖μ_k − c V_kᵀw*_T‖/‖μ_k‖, the residual of the paper's eq.
	// condition_mu. μ_k = V_kᵀw*_S has the first k coordinates of the source's least-squares weights.
	// Each output has its own c. Proportionality is NaN if k is above the source's rank, or if μ_k =
	// 0.
	Proportionality float64
	// TruncatedProportionality and TruncatedAngle are Proportionality and Angle with Σ_{i≤k̃}
	// ỹ^Ũ_i/σ̃_i ṽ_i in place of w*_T. Section 4.2 does not distinguish this truncated sum from w*_T,
	// but the target labels beyond k̃ make them differ.
	TruncatedProportionality, TruncatedAngle float64
	// Angle is the angle between w and w*_T in degrees. PredictedAngle is the prediction of the
	// paper's prop-gaussian: 0 if LeadingCosine is positive, 180 if it is negative. PredictedAngle is
	// NaN unless k = k̃ = 1 and the objective is the paper's.
	Angle, PredictedAngle float64
	// LeadingCosine is v₁ᵀṽ₁, with signs of v₁ and ṽ₁ for which y^U_1 and ỹ^Ũ_1 are positive. It is
	// NaN with several outputs, or if y^U_1 or ỹ^Ũ_1 is zero.
	LeadingCosine float64
}

// AlignmentTolerance is the largest share of labels, or of weights, that counts as zero where the
// paper assumes zero.
const AlignmentTolerance = 0.01

// Theory computes the Theory at params. Errors are as in Solve.
func (s *Solver) Theory(ctx context.Context, params Params) (Theory, error) {
	p := s.problem
	t := Theory{Params: params, Proportionality: nan, Angle: nan, PredictedAngle: nan, TargetLabelTail: nan, LeadingCosine: nan,
		TruncatedProportionality: nan, TruncatedAngle: nan, SettledLambda: nan, SettledDrift: nan,
		LabelTail: nan, LambdaDrift: nan, OutsideSpan: nan, HeadOverlapMin: nan, TailOverlapMin: nan}
	solve := func(lambda float64, whole bool) (*mat.Dense, error) {
		at := params
		at.Lambda = lambda
		op, err := s.operator(ctx, at)
		if err != nil {
			return nil, err
		}
		if err := cmp.Or(op.solve(ctx), ctx.Err()); err != nil {
			return nil, err
		}
		if !whole || params.Lambda == 0 {
			t.Nullity = nan
			if p.TieMessage(at) == "" {
				t.Nullity = float64(op.nullity())
			}
		}
		if _, tail := p.tailWeights(op.family.key); whole && len(op.weight) < len(tail) {
			return op.family.solveWithWholeTail(ctx, lambda, at.L2)
		}
		return op.weights(), nil
	}
	const least, largest = 1e-2, 1e2
	weights := make([]*mat.Dense, 3)
	for i, lambda := range []float64{params.Lambda, least, largest} {
		var err error
		weights[i], err = solve(lambda, i > 0)
		if err != nil {
			return Theory{}, err
		}
	}
	// Components beyond dim are zero in both domains.
	k, kTilde := min(params.K, p.dim), min(params.KTilde, p.dim)
	sourceTie, targetTie := p.Src.tieMessage("k", "source", k), p.Tgt.tieMessage("k̃", "target", kTilde)
	t.Arbitrary = cmp.Or(sourceTie, targetTie)
	if p.Src.splitsNullSpace(params.K) || p.Tgt.splitsNullSpace(params.KTilde) {
		t.Arbitrary = "k or k̃ is above the rank of the domain, where the directions are arbitrary"
	}
	if sourceTie == "" {
		t.LabelTail = labelTailShare(p.Src.Projection, k)
	}
	hangs := p.TieMessage(params) != "" || weights[0] == nil
	if !hangs && targetTie == "" && weights[1] != nil && weights[2] != nil {
		t.LambdaDrift = relativeChange(weights[1], weights[2])
	}
	if t.Arbitrary == "" {
		var err error
		t.HeadOverlapMin, t.TailOverlapMin, err = p.joint.smallestOverlaps(k, kTilde)
		if err != nil {
			return Theory{}, err
		}
		if !hangs {
			t.OutsideSpan = p.joint.outsideSpan(weights[0], kTilde)
		}
	}
	if pull := p.tailBound(params, t); !hangs && weights[2] != nil && pull/largest < AlignmentTolerance*mat.Norm(weights[2], 2) {
		// Use ‖w‖ at λ = 10² instead of at SettledLambda: they differ by at most the tolerance.
		t.SettledLambda = max(least, pull/mat.Norm(weights[2], 2)*(1+AlignmentTolerance)/AlignmentTolerance)
		settled, err := solve(t.SettledLambda, true)
		if err != nil {
			return Theory{}, err
		}
		if settled != nil {
			t.SettledDrift = relativeChange(settled, weights[2])
		}
	}
	if p.optimum != nil {
		var sum *mat.Dense // nil if some target labels are missing
		if p.Tgt.XtY != nil && targetTie == "" && p.Tgt.ResolvedCount() > 0 {
			sum = p.Tgt.optimumUpTo(kTilde)
		}
		if sourceTie == "" && params.K <= p.Src.ResolvedCount() {
			t.Proportionality = p.proportionalityResidual(k, p.optimum)
			if sum != nil {
				t.TruncatedProportionality = p.proportionalityResidual(k, sum)
			}
		}
		if !hangs {
			t.Angle = AngleBetween(weights[0], p.optimum)
			if sum != nil {
				t.TruncatedAngle = AngleBetween(weights[0], sum)
			}
		}
	}
	if p.Tgt.Projection != nil {
		if targetTie == "" {
			t.TargetLabelTail = labelTailShare(p.Tgt.Projection, kTilde)
		}
		t.LeadingCosine = p.leadingCosine()
		if k == 1 && kTilde == 1 && params.L2 == 0 && params.Lambda > 0 && (!params.KeepImplicit || p.dim == 1) {
			t.PredictedAngle = 90 * (1 - sign(t.LeadingCosine))
		}
	}
	return t, nil
}

// tailBound returns a number b such that the labels beyond k change the closed form by at most b/λ:
// ‖(σ_i y^U_i)_{i>k}‖/(min_{i>k̃} σ̃_i² s²) with s = TailOverlapMin. It returns NaN if an
// assumption of thm:alignment fails.
func (p *Problem) tailBound(params Params, t Theory) float64 {
	from, tail := p.tailWeights(params)
	if params.K != params.KTilde || params.KeepImplicit || params.L2 > 0 || t.Nullity != 0 || !(t.LabelTail <= AlignmentTolerance) ||
		!(t.TailOverlapMin > 0) || from+len(tail) < p.dim {
		return nan
	}
	pull := mat.Norm(p.bSource.Slice(from, p.dim, 0, p.C), 2)
	return pull / slices.Min(tail) / (t.TailOverlapMin * t.TailOverlapMin)
}

// optimumUpTo returns Σ_{i≤count} y^U_i/σ_i v_i, the first terms of the side's least-squares weights.
func (s *Side) optimumUpTo(count int) *mat.Dense {
	count = min(count, s.ResolvedCount())
	v := linalg.SliceColumns(s.V, 0, count)
	along := linalg.ProductT(v, s.XtY)
	for i, square := range s.squaredSigmas(0, count) {
		floats.Scale(1/square, along.RawRowView(i))
	}
	return linalg.Product(v, along)
}

func (p *Problem) leadingCosine() float64 {
	if p.C > 1 || p.Tgt.Projection == nil || p.Src.tieMessage("", "", 1) != "" || p.Tgt.tieMessage("", "", 1) != "" {
		return nan
	}
	return p.TargetCosines(0, 1)[0] * sign(p.Src.Projection.At(0, 0)) * sign(p.Tgt.Projection.At(0, 0))
}

func (s *Side) splitsNullSpace(count int) bool { return s.ResolvedCount() < count && count < s.D }

// tieMessage returns a message if σ_count and σ_{count+1} are nonzero and equal up to rounding,
// else an empty string. The message names the nearest counts without a tie. control must be "k" or
// "k̃", and domain "source" or "target".
func (s *Side) tieMessage(control, domain string, count int) string {
	resolved := s.ResolvedCount()
	equal := func(i int) bool { // whether σ_i = σ_{i+1}, with σ_1 as the first
		largest := s.squaredSigma(0)
		if s.graded > 0 {
			largest = s.squaredSigma(i - 1)
		}
		return s.squaredSigma(i-1)-s.squaredSigma(i) <= roundoffBound(max(s.N, s.D))*largest
	}
	if count < 1 || count >= resolved || !equal(count) {
		return ""
	}
	from, to := count-1, count+1
	for from > 0 && equal(from) {
		from--
	}
	for to < resolved && equal(to) {
		to++
	}
	cuts := fmt.Sprintf("%s = %d does not", control, to)
	if from > 0 {
		cuts = fmt.Sprintf("%s = %d and %d do not", control, from, to)
	}
	return fmt.Sprintf("%s = %d separates equal singular values of the %s, whose directions are arbitrary: %s", control, count, domain, cuts)
}

// TieMessage returns a message if the weights at params are arbitrary, because k or k̃ separates
// singular values that are equal up to rounding. The message names values to set instead. If there
// is no tie, TieMessage returns an empty string.
func (p *Problem) TieMessage(params Params) (why string) {
	if !params.KeepImplicit {
		why = p.Src.tieMessage("k", "source", params.K)
	}
	if params.Lambda > 0 {
		why = cmp.Or(why, p.tailTieMessage(params))
	}
	return why
}

func (p *Problem) tailTieMessage(params Params) (why string) {
	counts := []int{params.KTilde}
	if params.Tail == SourceTail { // each tail direction has a different weight
		for count := params.KTilde + 1; count < p.Tgt.ResolvedCount(); count++ {
			counts = append(counts, count)
		}
	}
	for _, count := range counts {
		why = cmp.Or(why, p.Tgt.tieMessage("k̃", "target", count))
	}
	return why
}

// AngleBetween returns the angle between two matrices as vectors, in degrees from 0 to 180. It is NaN
// if one of them is zero.
func AngleBetween(a, b *mat.Dense) float64 {
	// This formula has all digits even near 0 and 180 degrees (Kahan, "How Futile are Mindless
	// Assessments of Roundoff", 2006).
	var along, against, turned mat.Dense
	along.Scale(1/mat.Norm(a, 2), a)
	turned.Scale(1/mat.Norm(b, 2), b)
	against.Sub(&along, &turned)
	along.Add(&along, &turned)
	return 2 * math.Atan2(mat.Norm(&against, 2), mat.Norm(&along, 2)) * 180 / math.Pi
}

// sign returns 1 or −1, the sign of v. It returns NaN if v is zero.
func sign(v float64) float64 { return v / math.Abs(v) }

func relativeChange(low, high *mat.Dense) float64 {
	largest := max(mat.Norm(low, 2), mat.Norm(high, 2))
	if largest == 0 {
		return 0
	}
	var diff mat.Dense
	diff.Sub(high, low)
	return mat.Norm(&diff, 2) / largest
}

// proportionalityResidual returns min_{c ≥ 0} ‖μ_k − c V_kᵀw‖/‖μ_k‖ for μ_k = V_kᵀw*_S, where each
// output has its own c. k must be at most the source's rank.
func (p *Problem) proportionalityResidual(k int, w *mat.Dense) float64 {
	projected := linalg.ProductT(linalg.SliceColumns(p.Src.V, 0, k), w)
	residual, total := 0.0, 0.0
	for j := range p.C {
		mu := make([]float64, k)
		for i, square := range p.Src.squaredSigmas(0, k) {
			mu[i] = p.bSource.At(i, j) / square
		}
		v := mat.Col(nil, j, projected)
		c := 0.0
		if vv := floats.Dot(v, v); vv > 0 {
			c = max(0, floats.Dot(mu, v)/vv)
		}
		total += floats.Dot(mu, mu)
		floats.AddScaled(mu, -c, v)
		residual += floats.Dot(mu, mu)
	}
	return math.Sqrt(residual / total)
}

// labelTailShare returns the norm of the rows of projection from index k on, divided by the norm of all
// rows. It is NaN if all rows are zero.
func labelTailShare(projection *mat.Dense, k int) float64 {
	squares := linalg.SquaredRowNorms(projection)
	return math.Sqrt(floats.Sum(squares[k:]) / floats.Sum(squares))
}
