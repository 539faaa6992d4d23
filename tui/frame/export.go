package frame

import (
	"context"
	"slices"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/overlay/export"
	"larui/tui/overlay/help"
	"larui/tui/session"
	"larui/tui/stage"
)

// ExportOverlay is the overlay that asks for the name of a file and writes the file.
type ExportOverlay struct {
	overlayWithoutInput
	export.Overlay
}

func (o *ExportOverlay) Key(h *Host) stage.Key {
	return stage.Key{Name: "export", Keys: []string{"O", "s", "e", "ctrl+s"}, Hint: "export", Help: "save predictions, model, figure or numbers to a file",
		IdleReason: withScene(&h.Scene, WhyNoExport), Do: showFunc(h, o.showWithProposal)}
}

func (o *ExportOverlay) VisibleFlag() *bool                    { return &o.Shown }
func (o *ExportOverlay) Title(*Scene) string                   { return "export" }
func (o *ExportOverlay) Draw(sc *Scene, g *chart.Grid)         { o.Overlay.Draw(g, sc.Glyphs) }
func (o *ExportOverlay) TypedText() (text string, cursor *int) { return o.Text(), &o.Cursor }
func (o *ExportOverlay) SetText(_ *Host, text string)          { o.Overlay.SetText(text) }

func (o *ExportOverlay) Hints(*Scene) []help.Entry {
	if o.AsksToReplace {
		return help.NewEntries("y", "replace", "any other key", "leave it")
	}
	return help.NewEntries("Enter", "write", "Tab", "other content", "Esc", "leave")
}

func (o *ExportOverlay) Press(h *Host, key string) bool {
	file, kind, known := o.Overlay.Press(key)
	if file != "" {
		h.ExportFile(file, kind)
	}
	return known
}

func (o *ExportOverlay) showWithProposal(h *Host) {
	closeOverlay(&h.Scene)
	o.Show(ExportKinds(&h.Scene), session.OutputBaseName(h.State.Spec), h.Panel, datasets.PairFiles(h.State.Spec)...)
	if !h.Zoom && lacksTargetLabels(&h.Stage) {
		o.SelectContent(export.Predictions) // what users want without labels
	}
}

// If the default file exists, writePredictions shows the ExportOverlay, which asks whether to replace
// the file.
func (h *Host) writePredictions() {
	if why := WhyNoExport(&h.Scene); why != "" {
		h.Message = h.ReplaceKeys(why)
		return
	}
	o := OverlayOf[*ExportOverlay](&h.Scene)
	o.showWithProposal(h)
	o.SelectContent(export.Predictions)
	o.Press(h, "enter")
}

// ExportKinds returns the kinds of files that the user can write. The description of predictions
// says if the user's labels decided for no adaptation, or if labels in the default file are not
// used.
func ExportKinds(sc *Scene) []export.Kind {
	kinds, about := sc.Writer.Kinds, ""
	at := slices.IndexFunc(kinds, func(k export.Kind) bool { return k.Content == export.Predictions })
	if at < 0 {
		return kinds
	}
	if labelsPreferNone(sc) {
		about = "the predictions of no adaptation, as your labels decided"
	} else if found, _, _ := findAnswers(sc); found != "" && presentAnswers(sc) == nil {
		about = "predictions of this setting, ignoring " + found + ": " + labelAdvice(sc) + " first"
	}
	if about != "" {
		kinds = slices.Clone(kinds)
		kinds[at].About = about
	}
	return kinds
}

// ExportFile writes a file for the present screen in the background, over an existing file. If the
// user's labels decided for no adaptation, predictions are those of no adaptation.
func (h *Host) ExportFile(file string, kind export.Kind) {
	request := export.Request{File: file, View: h.Panel, Session: h.Session, State: h.Update.State}
	if view := h.FindView(h.Panel); view.Info().Live {
		request.Panels = h.Panels(view)
		request.Rows, _ = view.Table(context.Background(), &h.Stage, nil) // the rows are computed already
	}
	if kind.Content == export.Predictions && labelsPreferNone(&h.Scene) {
		request.State.Params = request.State.Params.WithoutAdaptation()
	}
	h.Writer.Write(kind, request)
	h.Message = "writing " + wording.OneLine(file) + " …; " + h.FirstKey("back") + " cancels"
}

func (h *Host) reportWriting(news export.Report) {
	h.Writer.HandleReport(news)
	switch {
	case !news.Ended:
	case news.Err != nil:
		h.Message = "nothing was written: " + session.PlainError(news.Err)
	default:
		h.Message = "wrote " + news.Content + " to " + wording.OneLine(news.File)
		if labelsPreferNone(&h.Scene) {
			h.Message += "; by your labels no adaptation predicts better than LAR"
		}
	}
}

func labelsPreferNone(sc *Scene) bool {
	round := presentAnswers(sc)
	return round != nil && round.Verdict.PrefersSecond()
}

// WhyNoExport returns the reason why no file can be written now, empty if one can.
func WhyNoExport(sc *Scene) string {
	switch {
	case sc.Solution == nil || sc.Opening != "":
		return stage.NothingSolved
	case sc.Writer.Kinds == nil:
		return "this explorer can't write files"
	case sc.Writer.Current != nil:
		return wording.OneLine(sc.Writer.Current.File) + " is still being written: {back} cancels that"
	}
	return ""
}
