package model

import (
	"context"
	"fmt"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// moments computes the Gram matrix and Xᵀy of a domain, over all of its samples.
// rows are those of it that are held.
func (p *Problem) moments(ctx context.Context, name string, dom Domain, rows *rows) (Side, error) {
	if dom.Blocks != nil {
		return p.streamed(ctx, name, dom)
	}
	s := Side{N: dom.Rows(), D: p.D}
	var wg sync.WaitGroup
	wg.Go(func() { s.Gram, _ = rows.gram(ctx) })
	if dom.Y != nil {
		y := p.Targets(dom.Y)
		s.XtY = correlate(ctx, dom.X, y)
		norm := mat.Norm(y, 2)
		s.LabelNorm2 = norm * norm
	}
	wg.Wait()
	return s, ctx.Err()
}

// correlateRows is how many rows are correlated with labels between two looks at
// a context.
const correlateRows = 4096

// correlate returns Xᵀy (d×c); what it returns once ctx is done means nothing.
func correlate(ctx context.Context, x, y *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	_, c := y.Dims()
	sum := mat.NewDense(d, c, nil)
	for lo := 0; lo < n && ctx.Err() == nil; lo += correlateRows {
		hi := min(lo+correlateRows, n)
		sum.Add(sum, productT(x.Slice(lo, hi, 0, d).(*mat.Dense), y.Slice(lo, hi, 0, c).(*mat.Dense)))
	}
	return sum
}

// A run is consecutive samples of a domain.
type run struct {
	x *mat.Dense
	y []float64
}

// A partialSum adds up the moments of some runs of a domain; xty is nil without
// labels.
type partialSum struct {
	gram       *mat.SymDense
	xty        *mat.Dense
	labelNorm2 float64
}

// add adds the moments of runs until there are no more.
func (s *partialSum) add(ctx context.Context, p *Problem, runs <-chan run) {
	for r := range runs {
		n, _ := r.x.Dims()
		addGram(ctx, s.gram, r.x, 0, n)
		if r.y == nil {
			continue
		}
		y := p.Targets(r.y)
		s.xty.Add(s.xty, correlate(ctx, r.x, y))
		norm := mat.Norm(y, 2)
		s.labelNorm2 += norm * norm
	}
}

// streamed computes the moments of the domain called name, which is read in
// blocks. They go to the partial sums in turn, so that the result does not depend
// on which of these is fastest.
func (p *Problem) streamed(ctx context.Context, name string, dom Domain) (Side, error) {
	parts := gramParts
	if p.D > widestInParts {
		parts = 1
	}
	sums, runs := make([]partialSum, parts), make([]chan run, parts)
	var wg sync.WaitGroup
	for i := range sums {
		sums[i].gram = mat.NewSymDense(p.D, nil)
		if dom.Y != nil {
			sums[i].xty = mat.NewDense(p.D, p.Outputs(), nil)
		}
		runs[i] = make(chan run, 1)
		wg.Go(func() { sums[i].add(ctx, p, runs[i]) })
	}
	check := blockCheck{Data: p.Data, name: name, domain: dom}
	next := 0
	err := dom.Blocks(ctx, func(x *mat.Dense, y []float64) error {
		if err := check.block(ctx, x, y); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case runs[next] <- run{x, y}:
			next = (next + 1) % parts
			return nil
		}
	})
	for _, r := range runs {
		close(r)
	}
	wg.Wait()
	if err == nil {
		err = check.end()
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Side{}, err
	}
	s := Side{N: dom.Samples(), D: p.D, Gram: sums[0].gram, XtY: sums[0].xty, LabelNorm2: sums[0].labelNorm2}
	for _, sum := range sums[1:] {
		s.Gram.AddSym(s.Gram, sum.gram)
		if s.XtY != nil {
			s.XtY.Add(s.XtY, sum.xty)
		}
		s.LabelNorm2 += sum.labelNorm2
	}
	return s, nil
}

// A blockCheck checks the blocks of a domain as Data.check does rows that are
// held.
type blockCheck struct {
	Data
	name    string
	domain  Domain
	rows    int
	largest float64
	// first is the first label, several tells that others differ from it.
	first   float64
	several bool
}

func (c *blockCheck) block(ctx context.Context, x *mat.Dense, y []float64) error {
	n, d := x.Dims()
	_, width := c.domain.X.Dims()
	if d != width || (y == nil) != (c.domain.Y == nil) || y != nil && len(y) != n {
		return fmt.Errorf("%w: the %s has a block of %d×%d with %d labels", ErrShape, c.name, n, d, len(y))
	}
	largest, err := largestOf(ctx, c.name, x, c.rows)
	if err != nil {
		return err
	}
	if err := c.checkLabels(c.name, y, c.rows); err != nil {
		return err
	}
	if c.rows == 0 && n > 0 && y != nil {
		c.first = y[0]
	}
	for _, label := range y {
		c.several = c.several || label != c.first
	}
	c.largest = max(c.largest, largest)
	c.rows += n
	return nil
}

// end checks what can be told only once all blocks are there.
func (c *blockCheck) end() error {
	if c.rows != c.domain.Samples() {
		return fmt.Errorf("%w: the %s has %d samples, but its blocks %d", ErrShape, c.name, c.domain.Samples(), c.rows)
	}
	if c.name == "source" && c.Task != Regression && !c.several {
		return ErrOneClass
	}
	return checkScale(c.name, c.largest)
}
