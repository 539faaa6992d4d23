package table

import (
	"cmp"
	"context"
	"path/filepath"
	"runtime"
	"sync"
)

// visitBatches passes the rows of t to visit in batches. A goroutine calls split for one batch after the
// other; split fills the batch, and returns false for the last one. convert and Refine handle several
// batches in parallel. If a row has an error, visitBatches visits all earlier rows before it returns the
// error. No goroutine outlives the call.
func (t *Table) visitBatches(split func(*Batch) bool, convert func(*Batch), visit func(*Batch) error) error {
	ctx, cancel := context.WithCancel(t.In.report.Ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()

	// There are at most cap(order) + 2 batches: those in order, the one being split, and the one being
	// visited.
	order := make(chan *Batch, runtime.GOMAXPROCS(0)+1)
	idle := make(chan *Batch, cap(order)+2)
	t.In.quiet = true // this goroutine reports progress, not the reading one
	wg.Go(func() {
		defer close(order)
		for more := true; more && ctx.Err() == nil; {
			b := &Batch{}
			select {
			case b = <-idle:
			default:
			}
			more = split(b)
			b.ready = make(chan struct{})
			wg.Go(func() {
				b.X, b.Labels, b.Carried, b.dropped, b.droppedMark = b.X[:0], b.Labels[:0], b.Carried[:0], 0, ""
				convert(b)
				if t.Refine != nil {
					b.err = cmp.Or(t.Refine(b), b.err)
				}
				close(b.ready)
			})
			select {
			case order <- b:
			case <-ctx.Done():
			}
		}
	})
	stage := "reading " + filepath.Base(t.In.Path)
	for b := range order {
		<-b.ready
		if err := t.In.report.Step(stage, b.Done, t.In.Size); err != nil {
			return err
		}
		t.N += len(b.Lines)
		t.countDroppedRows(b.dropped, b.droppedMark)
		if err := visit(b); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
		idle <- b
	}
	return ctx.Err()
}
