package model

import (
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
	most := int(sparseShare * float64(n) * float64(d))
	count := 0
	for i := range n {
		for _, v := range x.RawRowView(i) {
			if v != 0 {
				count++
			}
		}
		if count > most {
			return r
		}
	}
	r.starts = make([]int, 1, n+1)
	r.columns, r.values = make([]int32, 0, count), make([]float64, 0, count)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if v != 0 {
				r.columns = append(r.columns, int32(j))
				r.values = append(r.values, v)
			}
		}
		r.starts = append(r.starts, len(r.values))
	}
	return r
}

// times returns the products X·w (n×c) of the rows with w (d×c).
func (r *rows) times(w *mat.Dense) *mat.Dense {
	n, _ := r.dense.Dims()
	_, c := w.Dims()
	if r.starts == nil {
		return product(r.dense, w)
	}
	out := mat.NewDense(n, c, nil)
	// Parts of the rows on all cores: every row is its own sum, so that the result
	// does not depend on how they are split.
	parts := min(runtime.GOMAXPROCS(0), n)
	var wg sync.WaitGroup
	for p := range parts {
		wg.Go(func() {
			r.part(out, w, n*p/parts, n*(p+1)/parts)
		})
	}
	wg.Wait()
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
