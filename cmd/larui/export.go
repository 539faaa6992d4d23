package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"larui/datasets/modelfile"
	"larui/datasets/wording"
	"larui/tui/overlay/export"
	"larui/tui/session"
)

// exports returns the kinds of files that the explorer can write. The files equal the output of
// plot and solve at the same state.
func exports() []export.Kind {
	const (
		view     = "view"
		solution = "solution"
		model    = "model"
	)
	return []export.Kind{
		{Ending: ".svg", Suffix: "-%s.svg", About: "%s as a figure, for the web", Content: view, Write: exportView},
		{Ending: ".pdf", Suffix: "-%s.pdf", About: "%s as a figure, for LaTeX", Content: view, Write: exportView},
		{Ending: ".png", Suffix: "-%s.png", About: "%s as a figure, in pixels", Content: view, Write: exportView},
		{Ending: "predictions.csv", Suffix: "-predictions.csv", About: "what LAR predicts for the target, no adaptation beside it",
			Content: export.Predictions, Write: exportPredictions},
		{Ending: ".csv", Suffix: "-%s.csv", About: "%s in numbers", Content: view, Write: exportView},
		{Ending: "model.json", Suffix: "-model.json", About: "the model, for larui predict", Content: model, Write: exportModel},
		{Ending: ".npz", Suffix: "-model.npz", About: "the model, for larui predict, NumPy", Content: model, Write: exportModel},
		{Ending: ".json", Suffix: "-solution.json", About: "all that is solved, as larui solve", Content: solution, Write: exportSolution},
	}
}

// exportProgress returns a progress that reports to the request.
func exportProgress(r export.Request) *progress {
	return &progress{stderr: io.Discard, told: r.Progress}
}

// exportView writes a view. Views of the plot command are written by plot, other views from their
// panels or rows.
func exportView(ctx context.Context, r export.Request) (_ string, err error) {
	defer recovered(&err)
	switch {
	case r.Panels == nil:
		_, view, err := pairAndView([]string{r.View})
		if err != nil {
			return "", err
		}
		p := &plotted{r.Session, r.State.Params, exportProgress(r).solving}
		return "", p.write(ctx, view, newFigureFile("out", r.File, plotFormats...), "", "")
	case strings.EqualFold(filepath.Ext(r.File), ".csv"):
		return "", sheet(mapSlice(r.Rows, recordOf)...).save(ctx, r.File)
	}
	return "", newFigureFile("out", r.File).write(ctx, figureOf(r.Session, r.State.Params, r.View, r.Panels))
}

// exportSolution writes the JSON output of solve.
func exportSolution(ctx context.Context, r export.Request) (_ string, err error) {
	defer recovered(&err)
	s, err := solve(ctx, r.Session, r.State.Params)
	if err == nil {
		err = s.detail(ctx)
	}
	var warnings []session.Warning
	if err == nil {
		warnings, err = s.warnings(ctx)
	}
	if err != nil {
		return "", err
	}
	text, err := encodeJSON(withWarnings(warnings, s.report()))
	return "", replace(ctx, r.File, []byte(text), err)
}

func exportModel(ctx context.Context, r export.Request) (string, error) {
	_, err := (&saving{model: r.File}).export(ctx, r)
	return "", err
}

func exportPredictions(ctx context.Context, r export.Request) (string, error) {
	n, err := (&saving{predictions: r.File}).export(ctx, r)
	return wording.Plural(n, "prediction"), err
}

// export saves the requested files of the descent solution and returns the number of predictions
// written.
func (t *saving) export(ctx context.Context, r export.Request) (predictions int, err error) {
	defer recovered(&err)
	t.which = modelfile.Choices()[0]
	s, err := solve(ctx, r.Session, r.State.Params)
	if err != nil {
		return 0, err
	}
	return t.save(ctx, s, exportProgress(r))
}
