package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"larui/cmd/larui/paper/figure"
	"larui/datasets/fitted"
	"larui/tui/store"
	"larui/tui/overlay/export"
)

// exportFile writes a file of what the explorer shows: what plot and solve write at the
// options of that state.
func exportFile(ctx context.Context, r export.Request) (predictions int, err error) {
	defer recovered(&err)
	progress := &progress{stderr: io.Discard, told: r.Progress}
	switch {
	case r.Table != nil:
		return 0, exportTable(ctx, r)
	case r.Kind == export.View:
		_, view, err := pairAndView([]string{r.View}, each(plotViews(), func(v plotView) string { return v.name }))
		if err != nil {
			return 0, err
		}
		p := &plotted{r.Session, r.State.Params, progress}
		return 0, p.write(ctx, view, newFigureFile("out", r.File, plotFormats...), "")
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

// exportTable writes the numbers of a view that no command has, those of the rivals, or
// draws them: the first column names the rows, scores are from the fourth on.
func exportTable(ctx context.Context, r export.Request) error {
	if strings.EqualFold(filepath.Ext(r.File), ".csv") {
		return (&table{rows: r.Table}).save(ctx, r.File)
	}
	const source = 3
	scored := slices.DeleteFunc(slices.Clone(r.Table[1:]), func(row []any) bool { return row[source] == nil })
	slices.Reverse(scored) // the first comes on top
	panel := figure.Panel{X: figure.Axis{Label: "error (MSE)"}}
	if r.Table[0][source] == "sourceAccuracy" {
		panel.X = figure.Axis{Label: "accuracy", Percent: true}
	}
	for _, of := range []figure.Points{
		{Name: "source", Style: figure.Source, Mark: figure.Ring},
		{Name: "target", Style: figure.Target, Mark: figure.Cross},
	} {
		for i, row := range scored {
			of.X, of.Y = append(of.X, row[source+len(panel.Points)].(float64)), append(of.Y, float64(i))
		}
		panel.Points = append(panel.Points, of)
	}
	panel.Y.Ticks = each(scored, func(row []any) string { return fmt.Sprint(row[0]) })
	p := &plotted{Session: r.Session, params: r.State.Params}
	return newFigureFile("out", r.File).write(ctx, p.titled(figure.Figure{Title: "LAR and its rivals", Panels: []figure.Panel{panel}}))
}
