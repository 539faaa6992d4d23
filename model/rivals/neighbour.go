package rivals

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// NeighbourAccuracy is the 1-NN probe of the LAR paper's Table 3: the share of
// labelled target rows whose nearest source row in the learned representation has
// the same label. It is low where the representation brings source rows of one
// class near target rows of another. The error is that of the context.
func NeighbourAccuracy(ctx context.Context, r Representer, source, target model.Domain) (float64, error) {
	indices, err := nearest(ctx, r.Representation(source.X), r.Representation(target.X))
	if err != nil {
		return 0, err
	}
	right := 0
	for i, j := range indices {
		if target.Y[i] == source.Y[j] {
			right++
		}
	}
	return float64(right) / float64(len(indices)), nil
}

// rounding bounds the relative error of a sum of products of up to 10⁵ features.
const rounding = 1e-11

// nearest returns for every row of x (m×d) the index of the row of among (n×d)
// nearest in Euclidean distance, of equals the first. The context is obeyed
// between blocks.
func nearest(ctx context.Context, among, x *mat.Dense) ([]int, error) {
	from, to := squares(among), squares(x)
	indices, distance := make([]int, len(to)), make([]float64, len(to))
	for i := range distance {
		distance[i] = math.Inf(1)
	}
	err := products(ctx, x.RawMatrix(), among.RawMatrix(), func(i, j int, block blas64.General) {
		for r := range block.Rows {
			at := i + r
			for c, product := range row(block, r) {
				// ‖a − b‖² = ‖a‖² + ‖b‖² − 2ab loses what is small beside ‖a‖² + ‖b‖²,
				// so that those in question are measured again.
				size := from[j+c] + to[at]
				if size-2*product > distance[at]+rounding*size {
					continue
				}
				if exact := distance2(x.RawRowView(at), among.RawRowView(j+c)); exact < distance[at] {
					indices[at], distance[at] = j+c, exact
				}
			}
		}
	})
	return indices, err
}

// squares returns the squared length of every row.
func squares(x *mat.Dense) []float64 {
	n, _ := x.Dims()
	s := make([]float64, n)
	for i := range s {
		r := x.RawRowView(i)
		s[i] = floats.Dot(r, r)
	}
	return s
}

func distance2(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += (v - b[i]) * (v - b[i])
	}
	return sum
}

// Blocks of products between all rows of two matrices.
const (
	blockRows = 128
	blockCols = 512
)

// products visits abᵀ (n×m) of a (n×d) and b (m×d) block by block: do gets the
// block's first row and column and its entries, which the next block overwrites.
func products(ctx context.Context, a, b blas64.General, do func(i, j int, block blas64.General)) error {
	room := zeros(min(blockRows, a.Rows), min(blockCols, b.Rows))
	for i := 0; i < a.Rows; i += blockRows {
		rows := span(a, i, min(i+blockRows, a.Rows))
		for j := 0; j < b.Rows; j += blockCols {
			if err := ctx.Err(); err != nil {
				return err
			}
			cols := span(b, j, min(j+blockCols, b.Rows))
			block := blas64.General{Rows: rows.Rows, Cols: cols.Rows, Stride: cols.Rows, Data: room.Data[:rows.Rows*cols.Rows]}
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, rows, cols, 0, block)
			do(i, j, block)
		}
	}
	return ctx.Err()
}
