package main

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"strings"

	"larui/datasets/fitted"
	"larui/tui/overlay/export"
	"larui/tui/stage"
	"larui/tui/store"
)

// exportFile writes a file of what the explorer shows: what plot and solve write at the
// options of that state.
func exportFile(ctx context.Context, r export.Request) (predictions int, err error) {
	defer recovered(&err)
	progress := &progress{stderr: io.Discard, told: r.Progress}
	switch {
	case r.Panels != nil:
		return 0, exportShown(ctx, r)
	case r.Kind == export.View:
		_, view, err := pairAndView([]string{r.View}, each(plotViews(), func(v stage.View) string { return v.Info().Name }))
		if err != nil {
			return 0, err
		}
		p := &plotted{r.Session, r.State.Params, progress.solving}
		return 0, p.write(ctx, view, newFigureFile("out", r.File, plotFormats...), "", "")
	}
	s, err := solve(ctx, r.Session, r.State.Params)
	if err != nil {
		return 0, err
	}
	saves := &saving{which: fitted.Choices()[0]}
	switch r.Kind {
	case export.Solution:
		warnings, err := s.warnings(ctx)
		if err != nil {
			return 0, err
		}
		text, err := encodeJSON(withWarnings(warnings, s.report()))
		err = cmp.Or(err, ctx.Err())
		if err != nil {
			return 0, err
		}
		return 0, store.Replace(r.File, []byte(text), 0o644)
	case export.Model:
		saves.model = r.File
	case export.Predictions:
		saves.predictions = r.File
	}
	return saves.save(ctx, s, progress)
}

// exportShown writes what only the explorer has: as a figure, or in numbers.
func exportShown(ctx context.Context, r export.Request) error {
	if strings.EqualFold(filepath.Ext(r.File), ".csv") {
		return sheet(each(r.Rows, recordOf)...).save(ctx, r.File)
	}
	return newFigureFile("out", r.File).write(ctx, figureOf(r.Session, r.State.Params, r.View, r.Panels))
}
