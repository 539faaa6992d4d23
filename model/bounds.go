package model

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// Bounds holds numbers for which the paper states limits, and these limits. A number is NaN if it
// depends on missing labels, or on singular vectors that are arbitrary because of equal σ. If both
// domains together have fewer rows than features, only CutSource and CutTarget are known.
type Bounds struct {
	// CutSource is ‖(v_iᵀw*_S)_{i>k}‖/‖w*_S‖, the share of the source's least-squares weights w*_S
	// that section 4.2 omits. CutTarget is ‖(ṽ_iᵀw*_T)_{i>k̃}‖/‖w*_T‖ for the target.
	CutSource, CutTarget float64
	// OverlapError is the larger of max_{i≠j} |v_iᵀṽ_j| and max_i 1 − |v_iᵀṽ_i|. The paper's
	// prop-inv-assump calls it ε. If k = k̃ and OverlapError < OverlapErrorLimit = min(1/k, 1/(d−k)),
	// V_kᵀṼ_k is invertible.
	OverlapError, OverlapErrorLimit float64
	// Sigma is σ_{k̃+1} of the source, or NaN if k̃ = d. SigmaLimit is √(d−k̃)·max_{i>k̃} ‖Φṽ_i‖, an
	// upper bound of Sigma by the lemma of the paper's appendix A.
	Sigma, SigmaLimit float64
	// Correlated is the evaluation for the case that many features correlate with the labels.
	Correlated CorrelatedFeatures
}

// CorrelatedFeatures evaluates the proposition of the paper's appendix A for a source with one
// output: if enough features correlate with the labels, the labels lie along the leading
// components.
type CorrelatedFeatures struct {
	// Count is the number of features φ with |φᵀy| ≥ 1 − Delta, after φ and y are scaled to length
	// one. Delta is the choice with the largest Limit. If the proposition applies for no Delta, Count
	// is 0 and the other fields are NaN.
	Count int
	Delta float64
	// Share is ‖U_jᵀy‖ for the first j = d − Count + 1 left singular vectors U_j of the scaled
	// features. The paper's proposition says that Share is above Limit.
	Share, Limit float64
}

func unknownCorrelatedFeatures() CorrelatedFeatures { return CorrelatedFeatures{0, nan, nan, nan} }

// Bounds computes the Bounds at k and k̃ of params. Errors wrap ErrNoConvergence or the error of ctx.
func (p *Problem) Bounds(ctx context.Context, params Params) (Bounds, error) {
	b := Bounds{nan, nan, nan, nan, nan, nan, unknownCorrelatedFeatures()}
	if err := p.joint.computeOnce(ctx, &p.Src, &p.Tgt); err != nil {
		return b, err
	}
	b.CutSource = p.Src.tailNormShare("k", min(params.K, p.dim))
	b.CutTarget = p.Tgt.tailNormShare("k̃", min(params.KTilde, p.dim))
	if p.space.basis != nil {
		return b, nil
	}
	if p.Src.hasUniqueVectors(0) && p.Tgt.hasUniqueVectors(0) {
		b.OverlapError, b.OverlapErrorLimit = p.joint.largestDeviation(), 1/float64(max(params.K, p.D-params.K))
	}
	if params.KTilde < p.D && p.Tgt.hasUniqueVectors(params.KTilde) {
		b.Sigma, b.SigmaLimit = p.Src.Sigma[params.KTilde], p.sigmaLimit(params.KTilde)
	}
	var err error
	if p.C == 1 {
		b.Correlated, err = p.Src.correlatedFeatures(ctx)
	}
	return b, err
}

// tailNormShare returns ‖(v_iᵀw)_{i>count}‖/‖w‖ for the least-squares weights w of the side. It
// returns NaN without labels, or if σ_count = σ_{count+1} > 0.
func (s *Side) tailNormShare(control string, count int) float64 {
	if s.XtY == nil || s.tieMessage(control, "", count) != "" {
		return nan
	}
	along := linalg.ProductT(s.V, s.XtY)
	squares := s.squaredSigmas(0, s.ResolvedCount())
	parts := make([]float64, len(squares))
	for i, square := range squares {
		parts[i] = floats.Norm(along.RawRowView(i), 2) / square
	}
	return floats.Norm(parts[min(count, len(parts)):], 2) / floats.Norm(parts, 2)
}

// hasUniqueVectors reports whether the singular vectors after the first count are unique up to
// their signs: no two of them have equal σ. All σ that are lost in rounding count as equal.
func (s *Side) hasUniqueVectors(count int) bool {
	resolved := s.ResolvedCount()
	for i := count; i < resolved; i++ {
		if s.tieMessage("", "", i) != "" {
			return false
		}
	}
	return len(s.Sigma)-resolved < 2
}

// sigmaLimit uses ‖Φṽ_j‖² = Σ_i σ_i²(v_iᵀṽ_j)².
func (p *Problem) sigmaLimit(kTilde int) float64 {
	squares := make([]float64, p.dim)
	for i := range p.dim {
		for j, cosine := range p.joint.overlap.RawRowView(i) {
			squares[j] += p.Src.Sigma[i] * p.Src.Sigma[i] * cosine * cosine
		}
	}
	return math.Sqrt(float64(p.dim-kTilde) * slices.Max(squares[kTilde:]))
}

// correlatedFeatures requires labels, one output, and matrices in feature coordinates.
func (s *Side) correlatedFeatures(ctx context.Context) (CorrelatedFeatures, error) {
	found := unknownCorrelatedFeatures()
	var lengths, along []float64 // entries belong to features that are not always zero
	var used []int
	for j := range s.D {
		if length := math.Sqrt(s.Gram.At(j, j)); length > 0 {
			used, lengths = append(used, j), append(lengths, length)
			along = append(along, s.XtY.At(j, 0)/length/math.Sqrt(s.LabelNorm2))
		}
	}
	ranked := slices.Clone(along)
	slices.SortFunc(ranked, func(a, b float64) int { return cmp.Compare(math.Abs(b), math.Abs(a)) })
	for i, c := range ranked {
		delta := 1 - math.Abs(c)
		limit, applies := AlignmentBound(i+1, len(used), delta)
		if applies && !(limit <= found.Limit) {
			found.Count, found.Delta, found.Limit = i+1, delta, limit
		}
	}
	if found.Count == 0 {
		return found, nil
	}
	scaled := Side{N: s.N, D: len(used), Gram: mat.NewSymDense(len(used), nil), XtY: mat.NewDense(len(used), 1, along)}
	for i, a := range used {
		for j := i; j < len(used); j++ {
			scaled.Gram.SetSym(i, j, s.Gram.At(a, used[j])/lengths[i]/lengths[j])
		}
	}
	var err error
	scaled.Spectrum, err = NewSpectrum(ctx, scaled.Gram)
	if err != nil {
		return found, err
	}
	scaled.computeProjection()
	if count := len(used) - found.Count + 1; scaled.tieMessage("", "", count) == "" {
		found.Share = mat.Norm(scaled.Projection.Slice(0, count, 0, 1), 2)
	}
	return found, nil
}

// AlignmentBound returns the bound of the proposition in the paper's appendix A. The n×d matrix Φ
// has columns φᵢ of length one, k̂ = count columns have |φᵢᵀy| > 1 − δ, and ‖y‖ = 1. Then the first
// d − k̂ + 1 left singular vectors U of Φ satisfy
//
//	‖Uᵀy‖ > bound = √((k̂(1−δ)² − 16δ²(k̂−1)) / (d − 16δ²(k̂−1))).
//
// applies is false unless 0 < δ < 0.2, k̂ > 16δ²/(−15δ² − 2δ + 1) and d > 16δ²(k̂−1).
func AlignmentBound(count, d int, delta float64) (bound float64, applies bool) {
	k, square := float64(count), 16*delta*delta
	small := square * (k - 1)
	if !(delta > 0 && delta < 0.2 && k > square/(1-2*delta-15*delta*delta) && float64(d) > small) {
		return 0, false
	}
	return math.Sqrt((k*(1-delta)*(1-delta) - small) / (float64(d) - small)), true
}
