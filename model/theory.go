package model

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Theory measures how far the assumptions and statements of the paper's section
// 4 hold at one setting of the parameters. NaN stands for what can't be known,
// for want of target labels or of a tail.
type Theory struct {
	// HeadOverlapMin and TailOverlapMin are the smallest singular values of
	// V_kᵀṼ_k̃ and of V'ᵀṼ', the overlaps of the leading and of the remaining
	// components: the theorems need them above zero (thm:alignment,
	// thm:proportional).
	HeadOverlapMin, TailOverlapMin float64
	// OutsideSpan is the share of the closed form outside span(ṽ₁..ṽ_k̃),
	// ‖(I − Ṽ_k̃Ṽ_k̃ᵀ)w‖/‖w‖: zero by thm:alignment when k = k̃.
	OutsideSpan float64
	// LambdaDrift is how far the closed form moves between λ = 10⁻² and 10²,
	// relative to the larger of the two: zero by thm:alignment when k = k̃.
	LambdaDrift float64
	// Proportionality is min_c ‖μ_k − c V_kᵀw*_T‖/‖μ_k‖ over c ≥ 0, the residual
	// of eq. condition_mu: zero where w is proportional to w*_T. With several
	// outputs each has its own c.
	Proportionality float64
	// Angle is that between w and w*_T in degrees. PredictedAngle is the
	// prediction of prop-gaussian for k = k̃ = 1: 0, or 180 where v₁ᵀṽ₁ < 0 with
	// both vectors turned towards their positive class; NaN otherwise.
	Angle, PredictedAngle float64
}

// The λ between which LambdaDrift compares.
const (
	driftLow  = 1e-2
	driftHigh = 1e2
)

// Theory computes the theory's numbers at params.
func (s *Solver) Theory(ctx context.Context, params Params) (Theory, error) {
	if err := params.Check(s.problem.D); err != nil {
		return Theory{}, err
	}
	p := s.problem
	// Components beyond the joint row space are zero for both domains.
	params.K, params.KTilde = min(params.K, p.dim), min(params.KTilde, p.dim)
	weights := make([]*mat.Dense, 3)
	for i, lambda := range []float64{params.Lambda, driftLow, driftHigh} {
		at := params
		at.Lambda = lambda
		op, err := s.operator(at)
		if err != nil {
			return Theory{}, err
		}
		inverse, _, err := op.solution(ctx)
		if err != nil {
			return Theory{}, err
		}
		weights[i] = p.weights(inverse)
		if err := ctx.Err(); err != nil {
			return Theory{}, err
		}
	}
	t := Theory{
		OutsideSpan:     p.outsideSpan(weights[0], params.KTilde),
		LambdaDrift:     drift(weights[1], weights[2]),
		Proportionality: math.NaN(),
		Angle:           math.NaN(),
		PredictedAngle:  math.NaN(),
	}
	var err error
	if t.HeadOverlapMin, t.TailOverlapMin, err = p.overlapMin(params.K, params.KTilde); err != nil {
		return Theory{}, err
	}
	if p.optimum != nil {
		t.Proportionality = p.proportionality(params.K)
		t.Angle = degrees(cosine(weights[0], p.optimum))
		if params.K == 1 && params.KTilde == 1 && p.C == 1 {
			t.PredictedAngle = p.predictedAngle()
		}
	}
	return t, nil
}

func degrees(cosine float64) float64 { return math.Acos(cosine) * 180 / math.Pi }

// overlapMin returns the smallest singular values of the leading k×k̃ block of M
// and of the trailing block. M is orthogonal, so by the CS decomposition both
// blocks have the same smallest singular value, and the smaller block is enough.
// Without a tail on either side the head's is that of orthonormal rows or
// columns, 1, and the tail's unknown.
func (p *Problem) overlapMin(k, kTilde int) (head, tail float64, err error) {
	if k == p.dim || kTilde == p.dim {
		return 1, math.NaN(), nil
	}
	block := p.Overlap.Slice(0, k, 0, kTilde)
	if p.dim-k+p.dim-kTilde < k+kTilde {
		block = p.Overlap.Slice(k, p.dim, kTilde, p.dim)
	}
	svd, err := decompose(block, mat.SVDNone)
	if err != nil {
		return 0, 0, err
	}
	values := svd.Values(nil)
	least := values[len(values)-1]
	return least, least, nil
}

func (p *Problem) outsideSpan(w *mat.Dense, kTilde int) float64 {
	norm := mat.Norm(w, 2)
	if norm == 0 {
		return 0
	}
	if kTilde == p.dim {
		return 0
	}
	outside := productT(p.Tgt.V.Slice(0, p.dim, kTilde, p.dim).(*mat.Dense), w)
	return mat.Norm(outside, 2) / norm
}

func drift(low, high *mat.Dense) float64 {
	largest := math.Max(mat.Norm(low, 2), mat.Norm(high, 2))
	if largest == 0 {
		return 0
	}
	var diff mat.Dense
	diff.Sub(high, low)
	return mat.Norm(&diff, 2) / largest
}

func (p *Problem) proportionality(k int) float64 {
	projected := productT(p.Src.V.Slice(0, p.dim, 0, k).(*mat.Dense), p.optimum)
	residual, total := 0.0, 0.0
	for j := range p.C {
		mu := make([]float64, k)
		for i := range min(k, p.Src.Rank) {
			mu[i] = p.Src.Projection.At(i, j) / p.Src.Sigma[i]
		}
		v := mat.Col(nil, j, projected)
		c := 0.0
		if vv := floats.Dot(v, v); vv > 0 {
			c = math.Max(0, floats.Dot(mu, v)/vv)
		}
		total += floats.Dot(mu, mu)
		floats.AddScaled(mu, -c, v)
		residual += floats.Dot(mu, mu)
	}
	if total == 0 {
		return math.NaN()
	}
	return math.Sqrt(residual / total)
}

func (p *Problem) predictedAngle() float64 {
	if p.Tgt.Projection == nil {
		return math.NaN()
	}
	sign := p.Overlap.At(0, 0) * p.Src.Projection.At(0, 0) * p.Tgt.Projection.At(0, 0)
	switch {
	case sign > 0:
		return 0
	case sign < 0:
		return 180
	}
	return math.NaN()
}

// Angle returns the angle between two weight matrices, as vectors, in degrees
// from 0 to 180; NaN where one of them is zero.
func Angle(a, b *mat.Dense) float64 { return degrees(cosine(a, b)) }
