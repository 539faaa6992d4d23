package shift

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A MeanShift measures the part of the difference δ of the domains' means that lies along weights w.
type MeanShift struct {
	// ScoreShift is the target's mean score wᵀx minus the source's mean score, in standard deviations
	// of the source's scores. StandardError is its standard error. Both are NaN if all source scores
	// are equal.
	ScoreShift, StandardError float64
	// Share is ScoreShift²/(δᵀS⁺δ), where S is the source's covariance. Random is the mean Share of
	// random weights in coordinates where S is the identity: 1/rank(S). Both are NaN for more than
	// 1024 features.
	Share, Random float64
	// OutsideSource reports whether more than 1 % of ‖δ‖² lies in directions in which the source is
	// constant, after each feature is divided by the source's standard deviation. Share ignores these
	// directions.
	OutsideSource bool
}

// MeanShifts returns a MeanShift for each column of weights (d×c). In directions in which the
// source is constant and the target's mean differs, the weights must be zero: otherwise Share means
// nothing.
func MeanShifts(ctx context.Context, source, target, weights *mat.Dense) ([]MeanShift, error) {
	n, d := source.Dims()
	m, _ := target.Dims()
	scaled, scale, delta := mat.NewDense(n, d, nil), make([]float64, d), make([]float64, d)
	for j := range d {
		column := mat.Col(nil, j, source)
		mean, _ := meanAndVariance(column)
		other, _ := meanAndVariance(mat.Col(nil, j, target))
		delta[j] = other - mean
		floats.AddConst(-mean, column)
		for _, v := range column {
			scale[j] += v * v / float64(n)
		}
		scale[j] = math.Sqrt(scale[j])
		// Scale each feature by its standard deviation, so that the rank does not depend on units.
		for i := range column {
			if scale[j] > 0 {
				column[i] /= scale[j]
			}
		}
		scaled.SetCol(j, column)
	}
	whole, kept, rank, err := whitenedNorm(ctx, scaled, delta, scale)
	if err != nil {
		return nil, err
	}
	all := []MeanShift{}
	scores, scoresTarget := linalg.Product(source, weights), linalg.Product(target, weights)
	for j := range weights.RawMatrix().Cols {
		from, variance := meanAndVariance(mat.Col(nil, j, scores))
		to, varianceTarget := meanAndVariance(mat.Col(nil, j, scoresTarget))
		deviation := math.Sqrt(variance)
		if !(deviation > 1e-12*math.Abs(from)) {
			deviation = math.NaN()
		}
		a := MeanShift{ScoreShift: (to - from) / deviation, StandardError: math.Sqrt(variance/float64(n)+varianceTarget/float64(m)) / deviation,
			Random: 1 / float64(rank), OutsideSource: kept < 0.99}
		a.Share = min(1, a.ScoreShift*a.ScoreShift*float64(n)/float64(n-1)/whole)
		if math.IsNaN(whole) {
			a.Random = math.NaN()
		}
		all = append(all, a)
	}
	return all, nil
}

// whitenedNorm returns whole = zᵀS⁺z for z = delta/scale, the share kept of ‖z‖² in the range of S,
// and the rank of S. S is scaledᵀscaled/n for rows scaled (n×d) with mean 0. whole is NaN for more
// than maxFeatures features.
func whitenedNorm(ctx context.Context, scaled *mat.Dense, delta, scale []float64) (whole, kept float64, rank int, err error) {
	n, d := scaled.Dims()
	const maxFeatures = 1024
	if d > maxFeatures {
		return math.NaN(), 1, 0, nil
	}
	gram := mat.NewSymDense(d, nil)
	gram.SymRankK(gram, 1/float64(n), scaled.T())
	values, vectors, err := linalg.Eigenvectors(ctx, gram)
	if err != nil {
		return 0, 0, 0, err
	}
	at := make([]float64, d)
	norm := 0.0
	for j := range at {
		switch {
		case scale[j] > 0:
			at[j] = delta[j] / scale[j]
		case delta[j] != 0:
			norm = math.Inf(1)
		}
		norm += at[j] * at[j]
	}
	tolerance := values[d-1] * float64(max(n, d)) * 1e-13
	inside := 0.0
	for i, value := range values {
		if value <= tolerance {
			continue
		}
		rank++
		along := mat.Dot(vectors.ColView(i), mat.NewVecDense(d, at))
		inside += along * along
		whole += along * along / value
	}
	if norm == 0 {
		return whole, 1, rank, nil
	}
	return whole, inside / norm, rank, nil
}
