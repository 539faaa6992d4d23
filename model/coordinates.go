package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// OrientedDirection returns the result v of Direction, or −v if vᵀΦᵀy < 0. LAR predicts positive
// labels where the returned vector points (the paper's prop-gaussian). With several outputs, y is
// the first output.
func (p *Problem) OrientedDirection(s *Side, i int) []float64 {
	v := s.Direction(i)
	if floats.Dot(mat.Col(nil, i, s.V), mat.Col(nil, 0, p.Src.XtY)) < 0 {
		floats.Scale(-1, v)
	}
	return v
}

// TargetCoordinates returns ṽ_iᵀw for weights w (d×1) and each target component i up to the target's
// rank, where ṽ_i has the sign of OrientedDirection.
func (p *Problem) TargetCoordinates(w *mat.Dense) []float64 {
	head := linalg.SliceColumns(p.Tgt.V, 0, p.Tgt.Rank)
	along := mat.Col(nil, 0, linalg.ProductT(head, p.space.fromFeatures(w)))
	for i, pull := range mat.Col(nil, 0, linalg.ProductT(head, p.Src.XtY)) {
		if pull < 0 {
			along[i] = -along[i]
		}
	}
	return along
}

// CoordinatesAlong returns the products of a direction (d long) with every target row, and with the
// source rows of the given indices.
func (p *Problem) CoordinatesAlong(direction []float64, rows []int) (target, source []float64) {
	w := mat.NewDense(p.D, 1, direction)
	return mat.Col(nil, 0, p.TargetScores(w)), p.SourceScores(w, rows)
}

// AngleToLeading returns the angle between w (d×1) and the span of ṽ_1, …, ṽ_count, in degrees from
// 0 to 90. It returns NaN for w = 0. count must not exceed the target's rank, because ṽ_i beyond
// the rank are arbitrary.
func (p *Problem) AngleToLeading(w *mat.Dense, count int) float64 {
	head, outside := linalg.SliceColumns(p.Tgt.V, 0, count), mat.DenseCopyOf(p.space.fromFeatures(w))
	inside := linalg.ProductT(head, outside)
	outside.Sub(outside, linalg.Product(head, inside))
	along, aside := mat.Norm(inside, 2), mat.Norm(outside, 2)
	if along == 0 && aside == 0 {
		return nan
	}
	return math.Atan2(aside, along) * 180 / math.Pi
}

// ScorePlane returns coordinates of rows in a plane. The first axis is the score wᵀx. The second
// axis is the direction orthogonal to w (d×1) with the largest second moment in the target.
// targetAcross has the second coordinate of each target row. sourceScore and sourceAcross have the
// first and the second coordinate of each given source row. The problem must have at least two
// features.
func (p *Problem) ScorePlane(w *mat.Dense, rows []int) (targetAcross, sourceScore, sourceAcross []float64) {
	direction := p.directionAcross(w)
	along := mat.Col(nil, 0, direction)
	sourceAcross = make([]float64, len(rows))
	for i, row := range rows {
		sourceAcross[i] = floats.Dot(p.work.Source.X.RawRowView(row), along)
	}
	return mat.Col(nil, 0, p.scoredDomains[1].multiply(direction)), p.SourceScores(w, rows), sourceAcross
}

// SourceScores returns the scores wᵀx of the source rows with the given indices.
func (p *Problem) SourceScores(w *mat.Dense, rows []int) []float64 {
	scores, weights := make([]float64, len(rows)), mat.Col(nil, 0, p.space.fromFeatures(w))
	for i, row := range rows {
		scores[i] = floats.Dot(p.work.Source.X.RawRowView(row), weights)
	}
	return scores
}

// directionAcross returns the direction (dim×1) orthogonal to w with the largest second moment in the
// target, found by power iteration from ṽ_1 + ṽ_2.
func (p *Problem) directionAcross(w *mat.Dense) *mat.Dense {
	// In coordinates of Ṽ, the matrix of second moments is diag(σ̃²).
	unit := mat.Col(nil, 0, linalg.ProductT(p.Tgt.V, p.space.fromFeatures(w)))
	normalize(unit)
	v := make([]float64, p.dim)
	v[0], v[1] = 1, 1
	// 200 steps are accurate enough for a plot.
	for range 200 {
		floats.AddScaled(v, -floats.Dot(v, unit), unit)
		normalize(v)
		for i, sigma := range p.Tgt.Sigma {
			v[i] *= sigma / p.Tgt.Sigma[0] * sigma / p.Tgt.Sigma[0]
		}
	}
	floats.AddScaled(v, -floats.Dot(v, unit), unit)
	normalize(v)
	return linalg.Product(p.Tgt.V, mat.NewDense(p.dim, 1, v))
}

func normalize(v []float64) {
	if norm := floats.Norm(v, 2); norm > 0 {
		floats.Scale(1/norm, v)
	}
}
