package model

import (
	"cmp"
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// gramParts is the number of partial sums of XᵀX that are computed in parallel. It is fixed, so that
// results do not depend on the number of cores.
const gramParts = 4

// rowsPerGramBlock returns the number of rows of d features whose XᵀX is added at a time: few
// enough for the cache and for frequent checks of ctx, but enough that adding to the sums takes
// little time.
func rowsPerGramBlock(d int) int {
	const fewest, most, multiplications = 32, 192, 1 << 30
	return max(fewest, min(most, multiplications/(d*d)))
}

// With more than widestInParts features, partial sums would take too much memory. With more than
// widestDense features, one product of rows already uses all cores.
const widestInParts, widestDense = 1024, 256

// computeMoments computes XᵀX (d×d), not divided by n, and Xᵀy over all samples of a domain. name
// is "source" or "target". rows must be prepared from dom.X.
func (p *Problem) computeMoments(ctx context.Context, name string, dom Domain, rows *preparedRows) (s Side, err error) {
	if known := dom.Sums; known != nil {
		s = Side{N: dom.Samples(), D: p.D, space: p.space, LabelNorm2: known.LabelNorm2}
		s.setMoments(known)
		return s, ctx.Err()
	}
	_, d := dom.X.Dims()
	n, parts, offsets := dom.Samples(), gramParts, newOffsets(dom.X)
	if d > widestInParts || dom.Blocks == nil && (n < 64*gramParts || d > widestDense && (rows.starts == nil || offsets != nil)) {
		parts = 1
	}
	sums := make([]Side, parts)
	for i := range sums {
		sums[i].Gram, sums[i].offsets = mat.NewSymDense(d, nil), offsets
	}
	if dom.Blocks != nil {
		err = p.addBlocks(ctx, name, dom, sums)
	} else {
		var wg sync.WaitGroup
		for i := range sums {
			wg.Go(func() { rows.addGram(ctx, &sums[i], n*i/parts, n*(i+1)/parts) })
		}
		if dom.IsLabelled() {
			sums[0].addXtY(ctx, dom.X, p.Targets(dom.Y))
		}
		wg.Wait()
	}
	err = cmp.Or(err, ctx.Err())
	if err != nil {
		return s, err
	}
	s = sums[0]
	s.N, s.D, s.space = n, p.D, p.space
	for _, sum := range sums[1:] {
		s.Gram.AddSym(s.Gram, sum.Gram)
		if sum.XtY != nil {
			s.XtY.Add(s.XtY, sum.XtY)
		}
		s.LabelNorm2 += sum.LabelNorm2
	}
	if offsets != nil {
		s.gramWithoutOffsets, s.Gram = s.Gram, offsets.gramWithOffsets(s.Gram)
	}
	return s, nil
}

// setMoments sets XᵀX and Xᵀy from known sums. Like computeMoments, it sets offsets if the mean of
// a feature is far from zero. It also sets offsets, all zero, if the sums have lost digits because
// their Origin is far from the mean: offsets.squares gives gradedSpectrum the size of these errors.
func (s *Side) setMoments(known *Sums) {
	offsets := offsetsOf(known.MeansAndVariances())
	far := offsets != nil
	if !far {
		offsets = known.zeroOffsets()
	}
	s.Gram = known.gramWithoutOffsets(offsets)
	for j, square := range offsets.squares {
		far = far || DoublePrecision*square > roundoffBound(max(s.N, s.D))*s.Gram.At(j, j)
	}
	if far {
		s.offsets, s.gramWithoutOffsets, s.Gram = offsets, s.Gram, offsets.gramWithOffsets(s.Gram)
	}
	if known.XtY != nil {
		_, c := known.XtY.Dims()
		s.XtY = mat.DenseCopyOf(known.XtY.Slice(0, s.D, 0, c))
		for i, origin := range known.Origin {
			floats.AddScaled(s.XtY.RawRowView(i), origin, known.XtY.RawRowView(s.D))
		}
	}
}

// addXtY adds xᵀy (d×c) to XtY, and ‖y‖² to LabelNorm2. The sums are meaningless once ctx is done.
func (s *Side) addXtY(ctx context.Context, x, y *mat.Dense) {
	n, d := x.Dims()
	_, c := y.Dims()
	sum := mat.NewDense(d, c, nil)
	const together = 4096 // rows between two checks of ctx
	for lo := 0; lo < n && ctx.Err() == nil; lo += together {
		hi := min(lo+together, n)
		sum.Add(sum, linalg.ProductT(linalg.SliceRows(x, lo, hi), linalg.SliceRows(y, lo, hi)))
	}
	if s.XtY != nil {
		sum.Add(s.XtY, sum)
	}
	norm := mat.Norm(y, 2)
	s.XtY, s.LabelNorm2 = sum, s.LabelNorm2+norm*norm
}

// addBlocks reads the blocks of a domain and adds them to the partial sums in turn, so that the sums
// do not depend on the speed of the goroutines.
func (p *Problem) addBlocks(ctx context.Context, name string, dom Domain, sums []Side) error {
	blocks := make([]chan Domain, len(sums))
	var wg sync.WaitGroup
	for i := range sums {
		blocks[i] = make(chan Domain, 1)
		wg.Go(func() {
			for block := range blocks[i] {
				(&preparedRows{dense: block.X}).addGram(ctx, &sums[i], 0, block.Rows())
				if block.Y != nil {
					sums[i].addXtY(ctx, block.X, p.Targets(block.Y))
				}
			}
		})
	}
	check := rowCheck{Data: p.Data, name: name, domain: dom}
	next := 0
	err := dom.Blocks(ctx, func(x *mat.Dense, y []float64) error {
		if err := check.checkRows(ctx, x, y); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case blocks[next] <- Domain{X: x, Y: y}:
			next = (next + 1) % len(blocks)
			return nil
		}
	})
	for _, c := range blocks {
		close(c)
	}
	wg.Wait()
	return cmp.Or(err, check.checkAll())
}

// preparedRows holds the rows of a domain for repeated products with weights. If few entries are
// nonzero, as in images with much background, products use only these entries.
type preparedRows struct {
	dense *mat.Dense
	// y is nil if the rows are not scored.
	y []float64
	// If the domain holds no row, sums has the moments of all samples, and samples is the number of
	// samples.
	sums    *Sums
	samples int
	// If few entries differ from zero, row i has values[starts[i]:starts[i+1]] in the columns
	// columns[starts[i]:starts[i+1]]. Otherwise starts is nil.
	starts  []int
	columns []int32
	values  []float64
}

// sparseShare is the share of nonzero entries below which products with only these entries are
// faster.
const sparseShare = 0.3

// prepareRows lists the nonzero entries of x (n×d) if they are few. x must not change afterwards.
func prepareRows(x *mat.Dense) *preparedRows {
	n, d := x.Dims()
	r := &preparedRows{dense: x}
	starts := make([]int, n+1)
	linalg.ParallelRows(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			count := 0
			for _, v := range x.RawRowView(i) {
				count += nonzeroBit(v)
			}
			starts[i+1] = count
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
	linalg.ParallelRows(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			columns, values := r.row(i)
			copyNonzero(columns, values, x.RawRowView(i))
		}
	})
	return r
}

// slice requires rows with labels.
func (r *preparedRows) slice(lo, hi int) *preparedRows {
	part := &preparedRows{dense: linalg.SliceRows(r.dense, lo, hi), y: r.y[lo:hi], columns: r.columns, values: r.values}
	if r.starts != nil {
		part.starts = r.starts[lo : hi+1]
	}
	return part
}

func (r *preparedRows) row(i int) (columns []int32, values []float64) {
	from, to := r.starts[i], r.starts[i+1]
	return r.columns[from:to], r.values[from:to]
}

// nonzeroBit returns 0 if v is 0 or −0, else 1. It does not branch, because processors cannot
// predict the pattern of zeros in images.
func nonzeroBit(v float64) int {
	magnitude := math.Float64bits(v) << 1
	return int((magnitude | -magnitude) >> 63)
}

// copyNonzero copies the nonzero entries of row to values, and the indices of these entries to
// columns. It stops when columns is full.
func copyNonzero(columns []int32, values, row []float64) {
	values = values[:len(columns)]
	at := 0
	for j, v := range row {
		if at == len(columns) {
			return
		}
		columns[at], values[at] = int32(j), v
		at += nonzeroBit(v)
	}
}

func (r *preparedRows) multiply(w *mat.Dense) *mat.Dense {
	n, _ := r.dense.Dims()
	_, c := w.Dims()
	out := mat.NewDense(n, c, nil)
	r.multiplyTo(out, w)
	return out
}

func (r *preparedRows) multiplyTo(out, w *mat.Dense) {
	if r.starts == nil {
		linalg.ProductTo(out, r.dense, w)
		return
	}
	n, c := out.Dims()
	first := mat.Col(nil, 0, w)
	linalg.ParallelRows(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			columns, values := r.row(i)
			products, sum := out.RawRowView(i), 0.0
			if c > 1 {
				clear(products)
				for at, j := range columns {
					floats.AddScaled(products, values[at], w.RawRowView(int(j)))
				}
				continue
			}
			for at, j := range columns {
				sum += values[at] * first[j]
			}
			products[0] = sum
		}
	})
}

// addGram adds XᵀX of rows lo to hi−1 to sum.Gram, after subtracting sum.offsets from X. It stops
// early once ctx is done.
func (r *preparedRows) addGram(ctx context.Context, sum *Side, lo, hi int) {
	_, d := r.dense.Dims()
	raw := sum.Gram.RawSymmetric()
	together := rowsPerGramBlock(d)
	for ; lo < hi && ctx.Err() == nil; lo += together {
		end := min(lo+together, hi)
		part := linalg.SliceRows(r.dense, lo, end)
		switch {
		case sum.offsets != nil:
			part = sum.offsets.subtractFrom(part)
			fallthrough
		case r.starts == nil:
			sum.Gram.SymRankK(sum.Gram, 1, part.T())
			continue
		}
		for i := lo; i < end; i++ {
			columns, values := r.row(i)
			for a, v := range values {
				// Columns ascend, so this loop fills entries on and above the diagonal.
				row := raw.Data[int(columns[a])*raw.Stride:]
				rest := values[a:]
				for b, j := range columns[a:] {
					row[j] += v * rest[b]
				}
			}
		}
	}
}
