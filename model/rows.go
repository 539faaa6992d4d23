package model

import (
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// rows are the samples of a domain, ready to be multiplied by weights again and
// again. Pictures are mostly background: where few features differ from zero,
// only those are kept and multiplied.
type rows struct {
	dense *mat.Dense
	// The sparse rows: row i has values[starts[i]:starts[i+1]] in columns.
	starts  []int
	columns []int32
	values  []float64
}

// sparseShare is the share of entries other than zero below which looking them up
// costs less than multiplying all.
const sparseShare = 0.3

// newRows prepares x (n×d), which must not change afterwards.
func newRows(x *mat.Dense) *rows {
	n, d := x.Dims()
	r := &rows{dense: x}
	starts := make([]int, n+1)
	inParts(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			starts[i+1] = nonzeros(x.RawRowView(i))
		}
	})
	for i := range n {
		starts[i+1] += starts[i]
	}
	count := starts[n]
	if float64(count) > sparseShare*float64(n)*float64(d) {
		return r
	}
	r.starts, r.columns, r.values = starts, make([]int32, count), make([]float64, count)
	inParts(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			from, to := starts[i], starts[i+1]
			gather(r.columns[from:to], r.values[from:to], x.RawRowView(i))
		}
	})
	return r
}

// inParts splits n rows into parts that do works on side by side, rows lo to hi.
func inParts(n int, do func(lo, hi int)) {
	parts := min(runtime.GOMAXPROCS(0), n)
	var wg sync.WaitGroup
	for p := range parts {
		wg.Go(func() { do(n*p/parts, n*(p+1)/parts) })
	}
	wg.Wait()
}

// nonzero is 1 where v differs from zero of either sign, else 0. In pictures the
// two alternate in a way that no processor foresees, so there is nothing to
// branch on.
func nonzero(v float64) int {
	magnitude := math.Float64bits(v) << 1
	return int((magnitude | -magnitude) >> 63)
}

func nonzeros(row []float64) int {
	count := 0
	for _, v := range row {
		count += nonzero(v)
	}
	return count
}

// gather lists the entries of row that differ from zero, as many as there is room
// for, with their columns.
func gather(columns []int32, values, row []float64) {
	values = values[:len(columns)]
	at := 0
	for j, v := range row {
		if at == len(columns) {
			return
		}
		columns[at], values[at] = int32(j), v
		at += nonzero(v)
	}
}

// times returns the products X·w (n×c) of the rows with w (d×c).
func (r *rows) times(w *mat.Dense) *mat.Dense {
	if r.starts == nil {
		return product(r.dense, w)
	}
	n, _ := r.dense.Dims()
	_, c := w.Dims()
	out := mat.NewDense(n, c, nil)
	inParts(n, func(lo, hi int) { r.part(out, w, lo, hi) })
	return out
}

// part computes rows from lo to hi of the product.
func (r *rows) part(out, w *mat.Dense, lo, hi int) {
	_, c := w.Dims()
	if c == 1 {
		column := mat.Col(nil, 0, w)
		for i := lo; i < hi; i++ {
			from, to := r.starts[i], r.starts[i+1]
			sum := 0.0
			values := r.values[from:to]
			for at, j := range r.columns[from:to] {
				sum += values[at] * column[j]
			}
			out.Set(i, 0, sum)
		}
		return
	}
	for i := lo; i < hi; i++ {
		row := out.RawRowView(i)
		for at := r.starts[i]; at < r.starts[i+1]; at++ {
			floats.AddScaled(row, r.values[at], w.RawRowView(int(r.columns[at])))
		}
	}
}
