package model

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// vectors returns the eigenvectors QS (p×p), columns in the order of values. It
// costs several times what finding the values did. Errors are the context's.
func (e *eigen) vectors(ctx context.Context) (*mat.Dense, error) {
	q, err := e.orthogonal(ctx)
	if err != nil {
		return nil, err
	}
	if err := e.rotateRows(ctx, q); err != nil {
		return nil, err
	}
	n := len(e.order)
	sorted := make([]float64, n)
	for i := range n {
		row := q.RawRowView(i)
		for j, from := range e.order {
			sorted[j] = row[from]
		}
		copy(row, sorted)
	}
	return q, nil
}

// orthogonal multiplies the reflectors out to Q = H_0 H_1 ⋯ (p×p), a block after
// the other, the last one first.
func (e *eigen) orthogonal(ctx context.Context) (*mat.Dense, error) {
	n := len(e.order)
	q := mat.NewDense(n, n, nil)
	for i := range n {
		q.Set(i, i, 1)
	}
	for to := n - 1; to > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		from := (to - 1) / panelWidth * panelWidth
		v := mat.NewDense(to-from, n-from-1, nil)
		for i := from; i < to; i++ {
			copy(v.RawRowView(i - from)[i-from:], e.reflectors[i*n+i+1:(i+1)*n])
		}
		newReflectorBlock(v, e.tau[from:to]).apply(blas.NoTrans, q.Slice(from+1, n, from+1, n).(*mat.Dense))
		to = from
	}
	return q, nil
}

// lanes is how many rows are rotated side by side, so that the processor has
// something to do while each waits for its last rotation.
const lanes = 4

// rotateRows multiplies q (p×p) from the right by S, lanes rows at a time, on all
// cores.
func (e *eigen) rotateRows(ctx context.Context, q *mat.Dense) error {
	n := len(e.order)
	var (
		wg   sync.WaitGroup
		next atomic.Int64
	)
	for range min(runtime.GOMAXPROCS(0), (n+lanes-1)/lanes) {
		wg.Go(func() {
			buffer := make([]float64, lanes*n)
			for ctx.Err() == nil {
				first := lanes * int(next.Add(1)-1)
				if first >= n {
					return
				}
				count := min(lanes, n-first)
				for lane := range count {
					for j, v := range q.RawRowView(first + lane) {
						buffer[lanes*j+lane] = v
					}
				}
				e.rotateLanes(buffer)
				for lane := range count {
					row := q.RawRowView(first + lane)
					for j := range row {
						row[j] = buffer[lanes*j+lane]
					}
				}
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// rotateLanes applies every rotation to lanes interleaved rows.
func (e *eigen) rotateLanes(x []float64) {
	at := 0
	for _, s := range e.sweeps {
		last := x[lanes*s.from : lanes*s.from+lanes]
		x0, x1, x2, x3 := last[0], last[1], last[2], last[3]
		for i := s.from - 1; i >= s.to; i-- {
			c, sn := e.cos[at], e.sin[at]
			at++
			p := x[lanes*i : lanes*i+2*lanes : lanes*i+2*lanes]
			y0, y1, y2, y3 := p[0], p[1], p[2], p[3]
			p[4], p[5], p[6], p[7] = sn*y0+c*x0, sn*y1+c*x1, sn*y2+c*x2, sn*y3+c*x3
			x0, x1, x2, x3 = c*y0-sn*x0, c*y1-sn*x1, c*y2-sn*x2, c*y3-sn*x3
		}
		first := x[lanes*s.to : lanes*s.to+lanes]
		first[0], first[1], first[2], first[3] = x0, x1, x2, x3
	}
}
