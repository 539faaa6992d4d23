package table

import "context"

// Progress reports how much of a pair has been read.
type Progress struct {
	// Stage describes the present work, for example "reading source.csv".
	Stage string
	// Done and Total count bytes of the file on disk, or samples if they are generated or read
	// again. Total is 0 if it is unknown.
	Done, Total int64
}

// A Reporter passes progress on to the caller and checks the caller's context.
type Reporter struct {
	Ctx  context.Context
	emit func(Progress)
}

// NewReporter returns a Reporter that calls progress, which may be nil, until ctx ends.
func NewReporter(ctx context.Context, progress func(Progress)) *Reporter {
	if progress == nil {
		progress = func(Progress) {}
	}
	return &Reporter{Ctx: ctx, emit: progress}
}

// Step reports progress. It returns ctx.Err() once the context is done.
func (r *Reporter) Step(stage string, done, total int64) error {
	if err := r.Ctx.Err(); err != nil {
		return err
	}
	r.emit(Progress{Stage: stage, Done: done, Total: total})
	return nil
}
