package datasets

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// Progress tells how far the opening of a pair has come.
type Progress struct {
	// Stage says what is being done: "reading source.csv".
	Stage string
	// Done and Total count the bytes of the file as it lies on the disk, or
	// samples where they are generated or read again; Total is 0 where it is
	// unknown.
	Done, Total int64
}

// A reporter passes progress on, where anybody listens, and tells whether the
// caller has lost interest.
type reporter struct {
	ctx  context.Context
	emit func(Progress)
}

func newReporter(ctx context.Context, progress func(Progress)) *reporter {
	if progress == nil {
		progress = func(Progress) {}
	}
	return &reporter{ctx: ctx, emit: progress}
}

// step reports progress and returns the context's error once it is cancelled.
func (r *reporter) step(stage string, done, total int64) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.emit(Progress{Stage: stage, Done: done, Total: total})
	return nil
}

// Reporting returns p with Blocks that report to progress, on the goroutine that
// calls them, how many rows they have handed out. progress may be nil.
func (p *Pair) Reporting(progress func(Progress)) *Pair {
	if progress == nil {
		return p
	}
	pair := *p
	pair.Source = reporting(p.Source, "moments of "+p.SourceName, progress)
	pair.Target = reporting(p.Target, "moments of "+p.TargetName, progress)
	return &pair
}

func reporting(d model.Domain, stage string, progress func(Progress)) model.Domain {
	blocks := d.Blocks
	if blocks == nil {
		return d
	}
	d.Blocks = func(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error {
		at := Progress{Stage: stage, Total: int64(d.N)}
		progress(at)
		return blocks(ctx, func(x *mat.Dense, y []float64) error {
			n, _ := x.Dims()
			at.Done += int64(n)
			progress(at)
			return visit(x, y)
		})
	}
	return d
}
