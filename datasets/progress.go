package datasets

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// WithProgress returns a copy of p whose domains report progress: Blocks calls progress, on the calling
// goroutine, with the number of rows visited so far. If progress is nil, it returns p.
func (p *Pair) WithProgress(progress func(Progress)) *Pair {
	if progress == nil {
		return p
	}
	pair := *p
	pair.Source = reportBlocks(p.Source, "moments of "+p.SourceName, progress)
	pair.Target = reportBlocks(p.Target, "moments of "+p.TargetName, progress)
	return &pair
}

func reportBlocks(d model.Domain, stage string, progress func(Progress)) model.Domain {
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
