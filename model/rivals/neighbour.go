package rivals

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

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

// Nearest returns for every row of x (m×d) the index of the row of among (n×d)
// nearest in Euclidean distance, of equals the first. The context is obeyed
// between blocks. Errors wrap model's ErrShape, ErrNotFinite or ErrScale or are
// the context's.
func Nearest(ctx context.Context, among, x *mat.Dense) ([]int, error) {
	n, d := among.Dims()
	m, other := x.Dims()
	switch {
	case d != other:
		return nil, fmt.Errorf("%w: neighbours have %d features, the rows %d", model.ErrShape, d, other)
	case n == 0 || m == 0:
		return nil, fmt.Errorf("%w: there are no rows to compare", model.ErrShape)
	}
	if err := checkFeatures(ctx, "neighbour", among); err != nil {
		return nil, err
	}
	if err := checkFeatures(ctx, "compared", x); err != nil {
		return nil, err
	}
	from, to := squares(among), squares(x)
	nearest, distance := make([]int, m), make([]float64, m)
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
					nearest[at], distance[at] = j+c, exact
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return nearest, nil
}

// rounding bounds the relative error of a sum of products of up to 10⁵ features.
const rounding = 1e-11

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

// NeighbourAccuracy is the 1-NN probe of the LAR paper's Table 3: the share of
// labelled target rows whose nearest source row in the learned representation has
// the same label. It is low where the representation brings source rows of one
// class near target rows of another. Errors are those of Nearest.
func NeighbourAccuracy(ctx context.Context, r Representer, source, target model.Domain) (float64, error) {
	for _, part := range []struct {
		name string
		model.Domain
	}{{"source", source}, {"target", target}} {
		if part.Rows() == 0 || len(part.Y) != part.Rows() {
			return 0, fmt.Errorf("%w: the %s has %d rows and %d labels", model.ErrShape, part.name, part.Rows(), len(part.Y))
		}
	}
	nearest, err := Nearest(ctx, r.Representation(source.X), r.Representation(target.X))
	if err != nil {
		return 0, err
	}
	right := 0
	for i, j := range nearest {
		if target.Y[i] == source.Y[j] {
			right++
		}
	}
	return float64(right) / float64(len(nearest)), nil
}
