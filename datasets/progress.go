package datasets

import "context"

// Progress tells how far the opening of a pair has come.
type Progress struct {
	// Stage says what is being done: "reading source.csv".
	Stage string
	// Done and Total count the bytes of the file as it lies on the disk, or
	// samples where they are generated; Total is 0 where it is unknown.
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
