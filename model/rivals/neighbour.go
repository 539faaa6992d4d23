package rivals

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
)

// NeighbourAccuracy returns the share of target rows whose nearest source row, in the learned
// representation, has the same label (the 1-NN probe of the LAR paper's Table 3). A low share means
// that target rows are near source rows of other classes. All target rows must have labels. The
// error is the error of ctx.
func NeighbourAccuracy(ctx context.Context, r Representer, source, target model.Domain) (float64, error) {
	indices, err := nearestRows(ctx, r.Representation(source.X), r.Representation(target.X))
	if err != nil {
		return 0, err
	}
	right := 0
	for i, label := range target.Y {
		if label == source.Y[indices[i]] {
			right++
		}
	}
	return float64(right) / float64(len(target.Y)), nil
}

// rounding is an upper bound of the relative error of a dot product of up to 10⁵ features.
const rounding = 1e-11

// nearestRows returns the index of the nearest row of candidates (n×d) for each row of x (m×d), by
// Euclidean distance. Of equally near rows it takes the first. The error is the error of ctx.
func nearestRows(ctx context.Context, candidates, x *mat.Dense) ([]int, error) {
	from, to := linalg.SquaredRowNorms(candidates), linalg.SquaredRowNorms(x)
	indices, distance := make([]int, len(to)), slices.Repeat([]float64{math.Inf(1)}, len(to))
	visitProducts(ctx, x.RawMatrix(), candidates.RawMatrix(), func(i, j int, product float64) {
		// ‖a‖² + ‖b‖² − 2ab loses digits of a small ‖a − b‖², so the distance of a row that may be
		// nearest is computed again.
		size := from[j] + to[i]
		if size-2*product > distance[i]+rounding*size {
			return
		}
		if exact := squaredDistance(x.RawRowView(i), candidates.RawRowView(j)); exact < distance[i] {
			indices[i], distance[i] = j, exact
		}
	})
	return indices, ctx.Err()
}

func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += (v - b[i]) * (v - b[i])
	}
	return sum
}

const (
	blockRows = 128
	blockCols = 512
)

// visitProducts calls visit with the dot product of each row i of a (n×d) and each row j of b
// (m×d), until ctx ends.
func visitProducts(ctx context.Context, a, b blas64.General, visit func(i, j int, product float64)) {
	room := zeros(min(blockRows, a.Rows), min(blockCols, b.Rows))
	visitStrips(ctx, a.Rows, blockRows, func(i, end int) {
		rows := sliceRows(a, i, end)
		visitStrips(ctx, b.Rows, blockCols, func(lo, hi int) {
			part := sliceBlock(room, 0, rows.Rows, 0, hi-lo)
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, rows, sliceRows(b, lo, hi), 0, part)
			for r := range part.Rows {
				for c, product := range row(part, r) {
					visit(i+r, lo+c, product)
				}
			}
		})
	})
}
