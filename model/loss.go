package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A Loss has the parts of the objective at weights w, as in the paper's derivation (eq. lr-rewrite
// to regression_reduction). Each part is divided by n and summed over outputs:
//
//	‖Φw − y‖²/n = Fit + SourceTail + Cross + Rest
//	J(w)/n      = Fit + Cross + Rest + λ·TargetTail + Ridge (+ SourceTail with KeepImplicit)
//
// w^V stands for Vᵀw, and y^U for the label projections. A part is NaN if w is unknown, or if k or
// k̃ separates equal singular values, whose vectors are arbitrary.
type Loss struct {
	// Fit is Σ_{i≤k} (σ_i w^V_i − y^U_i)²/n, the regression within the first k components.
	Fit float64
	// SourceTail is Σ_{i>k} (σ_i w^V_i)²/n, the source's label-alignment term that LAR removes.
	SourceTail float64
	// Cross is −2 Σ_{i>k} σ_i w^V_i y^U_i/n, and Rest is Σ_{i>k} (y^U_i)²/n over all n left singular
	// vectors. The paper drops both, because Cross is zero if y^U_i is zero for i > k, and Rest does
	// not depend on w. Left singular vectors with σ = 0 are arbitrary and always count in Rest.
	Cross, Rest float64
	// TargetTail is Σ_{i>k̃} (σ̃_i w^Ṽ_i)²/n, without the factor λ. If Params.Tail is SourceTail, σ_i
	// replaces σ̃_i.
	TargetTail float64
	// Ridge is L2·‖w‖²/n.
	Ridge float64
	// Objective is J(w)/n.
	Objective float64
	// SourceBeyond is ‖(u_iᵀΦw)_{i>k}‖/‖Φw‖, the share of the source's predictions beyond k.
	// TargetBeyond is ‖(ũ_iᵀΦ̃w)_{i>k̃}‖/‖Φ̃w‖. They are NaN if all predictions are zero.
	SourceBeyond, TargetBeyond float64
}

// Loss returns the parts of the objective of params at the weights w (d×c). A nil w stands for
// unknown weights.
func (p *Problem) Loss(params Params, w *mat.Dense) Loss {
	l := Loss{nan, nan, nan, nan, nan, nan, nan, nan, nan}
	if w == nil {
		return l
	}
	n := float64(p.Src.N)
	k, kTilde := min(params.K, p.dim), min(params.KTilde, p.dim)
	source, target := p.Src.ProjectPredictions(w), p.Tgt.ProjectPredictions(w)
	squares := linalg.SquaredRowNorms(source)
	var pull, fit, cross, held float64 // pull is bᵀw, held Σ_{i≤k} (y^U_i)²
	for i := range p.Src.ResolvedCount() {
		labels, predicted := p.bSource.RawRowView(i), source.RawRowView(i)
		along := floats.Dot(labels, predicted) / p.Src.Sigma[i]
		pull += along
		if i >= k {
			cross -= 2 * along
			continue
		}
		for j, b := range labels {
			y := b / p.Src.Sigma[i]
			fit += (predicted[j] - y) * (predicted[j] - y)
			held += y * y
		}
	}
	l.Ridge = params.L2 * math.Pow(mat.Norm(w, 2), 2) / n
	l.Objective = (p.Src.LabelNorm2-2*pull+floats.Sum(squares))/n + l.Ridge
	if p.Src.tieMessage("k", "source", k) == "" {
		l.Fit, l.SourceTail, l.Cross, l.Rest = fit/n, floats.Sum(squares[k:])/n, cross/n, max(0, p.Src.LabelNorm2-held)/n
		l.SourceBeyond = labelTailShare(source, k)
	}
	if p.Tgt.tieMessage("k̃", "target", kTilde) == "" {
		l.TargetBeyond = labelTailShare(target, kTilde)
	}
	if p.tailTieMessage(params) == "" {
		l.TargetTail = p.targetTail(params, w) / n
	}
	if !params.KeepImplicit {
		l.Objective -= l.SourceTail
	}
	if params.Lambda > 0 {
		l.Objective += params.Lambda * l.TargetTail
	}
	return l
}

func (p *Problem) targetTail(params Params, w *mat.Dense) (sum float64) {
	from, weights := p.tailWeights(params)
	along := linalg.ProductT(p.Tgt.V, p.space.fromFeatures(w))
	for i, square := range weights {
		row := along.RawRowView(from + i)
		sum += square * floats.Dot(row, row)
	}
	return sum
}
