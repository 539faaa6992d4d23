package table

import "context"

// Progress tells how far the opening of a pair has come.
type Progress struct {
	// Stage says what is being done: "reading source.csv".
	Stage string
	// Done and Total count the bytes of the file as it lies on the disk, or
	// samples where they are generated or read again; Total is 0 where it is
	// unknown.
	Done, Total int64
}

// A Reporter passes progress on, where anybody listens, and tells whether the
// caller has lost interest.
type Reporter struct {
	Ctx  context.Context
	emit func(Progress)
}

// NewReporter passes progress on to a function, which may be nil, as long as ctx lasts.
func NewReporter(ctx context.Context, progress func(Progress)) *Reporter {
	if progress == nil {
		progress = func(Progress) {}
	}
	return &Reporter{Ctx: ctx, emit: progress}
}

// Step reports progress and returns the context's error once it is cancelled.
func (r *Reporter) Step(stage string, done, total int64) error {
	if err := r.Ctx.Err(); err != nil {
		return err
	}
	r.emit(Progress{Stage: stage, Done: done, Total: total})
	return nil
}
