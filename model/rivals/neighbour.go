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

// NeighbourAccuracy is the 1-NN probe of the LAR paper's Table 3: the share of labelled target rows
// whose nearest source row in the learned representation has the same label. It is low if the
// representation moves source rows of one class near target rows of another. The error is the
// context's.
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

// rounding bounds the relative error of a sum of products of up to 10⁵ features.
const rounding = 1e-11

// nearestRows returns for every row of x (m×d) the index of the nearestRows row of among (n×d) in Euclidean
// distance, and the first of equally near rows. The context is checked between blocks.
func nearestRows(ctx context.Context, among, x *mat.Dense) ([]int, error) {
	from, to := linalg.SquaredRowNorms(among), linalg.SquaredRowNorms(x)
	indices, distance := make([]int, len(to)), slices.Repeat([]float64{math.Inf(1)}, len(to))
	visitProducts(ctx, x.RawMatrix(), among.RawMatrix(), func(i, j int, product float64) {
		// ‖a − b‖² = ‖a‖² + ‖b‖² − 2ab loses digits if it is small beside ‖a‖² + ‖b‖², so
		// candidates are measured again exactly.
		size := from[j] + to[i]
		if size-2*product > distance[i]+rounding*size {
			return
		}
		if exact := squaredDistance(x.RawRowView(i), among.RawRowView(j)); exact < distance[i] {
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

// The size of the blocks of products between the rows of two matrices.
const (
	blockRows = 128
	blockCols = 512
)

// visitProducts calls do with the product of every row i of a (n×d) and every row j of b (m×d), block by
// block.
func visitProducts(ctx context.Context, a, b blas64.General, do func(i, j int, product float64)) {
	room := zeros(min(blockRows, a.Rows), min(blockCols, b.Rows))
	visitStrips(ctx, a.Rows, blockRows, func(i, end int) {
		rows := sliceRows(a, i, end)
		visitStrips(ctx, b.Rows, blockCols, func(lo, hi int) {
			part := sliceBlock(room, 0, rows.Rows, 0, hi-lo)
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, rows, sliceRows(b, lo, hi), 0, part)
			for r := range part.Rows {
				for c, product := range row(part, r) {
					do(i+r, lo+c, product)
				}
			}
		})
	})
}
