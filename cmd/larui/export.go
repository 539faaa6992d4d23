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

// exportableKinds returns the kinds of files that the explorer can write. larui plot and larui
// solve write the same files at the same state.
func exportableKinds() []export.Kind {
	const (
		view     = "view"
		solution = "solution"
		model    = "model"
	)
	return []export.Kind{
		{Ending: ".svg", Suffix: "-%s.svg", About: "%s as a figure, for the web", Content: view, Write: exportView},
		{Ending: ".pdf", Suffix: "-%s.pdf", About: "%s as a figure, for LaTeX", Content: view, Write: exportView},
		{Ending: ".png", Suffix: "-%s.png", About: "%s as a figure, in pixels", Content: view, Write: exportView},
		{Ending: "predictions.csv", Suffix: "-predictions.csv", About: "the predictions of LAR and no adaptation for the target",
			Content: export.Predictions, Write: exportPredictions},
		{Ending: ".csv", Suffix: "-%s.csv", About: "%s in numbers", Content: view, Write: exportView},
		{Ending: "model.json", Suffix: "-model.json", About: "the model, for larui predict", Content: model, Write: exportModel},
		{Ending: ".npz", Suffix: "-model.npz", About: "the model, for larui predict and NumPy", Content: model, Write: exportModel},
		{Ending: ".json", Suffix: "-solution.json", About: "the whole solution, as larui solve prints", Content: solution, Write: exportSolution},
	}
}

func exportProgress(r export.Request) *progress {
	return &progress{stderr: io.Discard, receive: r.Progress}
}

// exportView writes the view of the request to a file. If larui plot can draw the view, exportView
// writes the same file as larui plot. If not, it writes the panels of the request as a figure, or
// the rows of the request as CSV.
func exportView(ctx context.Context, r export.Request) (_ string, err error) {
	defer recoverPanic(&err)
	file := &figureFile{name: r.File, size: defaultSize}
	switch {
	case r.Panels == nil:
		_, view, err := parsePairAndView([]string{r.View})
		if err != nil {
			return "", err
		}
		p := &plotter{r.Session, r.State.Params, exportProgress(r).showSolving}
		return "", p.writeFile(ctx, view, file, "", "")
	case strings.EqualFold(filepath.Ext(r.File), ".csv"):
		return "", newRecordTable(r.Rows...).saveCSV(ctx, r.File)
	}
	return "", file.writeFigure(ctx, newFigure(r.Session, r.State.Params, r.View, r.Panels))
}

func exportSolution(ctx context.Context, r export.Request) (_ string, err error) {
	defer recoverPanic(&err)
	s, err := solveAt(ctx, r.Session, r.State.Params)
	if err == nil {
		err = s.computeDetails(ctx)
	}
	var warnings []session.Warning
	if err == nil {
		warnings, err = s.warnings(ctx)
	}
	if err != nil {
		return "", err
	}
	text, err := encodeJSON(withWarnings(warnings, s.report()))
	return "", replaceFile(ctx, r.File, []byte(text), err)
}

func exportModel(ctx context.Context, r export.Request) (string, error) {
	_, err := (&saveFlags{model: r.File}).export(ctx, r)
	return "", err
}

func exportPredictions(ctx context.Context, r export.Request) (string, error) {
	n, err := (&saveFlags{predictions: r.File}).export(ctx, r)
	contents := wording.Plural(n, "prediction")
	if r.State.Params == r.State.Params.WithoutAdaptation() {
		contents += " of no adaptation"
	}
	return contents, err
}

func (t *saveFlags) export(ctx context.Context, r export.Request) (predictions int, err error) {
	defer recoverPanic(&err)
	t.which = modelfile.SolutionNames()[0]
	s, err := solveAt(ctx, r.Session, r.State.Params)
	if err != nil {
		return 0, err
	}
	return t.save(ctx, s, exportProgress(r))
}
