package frame

import (
	"context"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/tui/chart"
	"larui/tui/overlay/export"
	"larui/tui/overlay/help"
	"larui/tui/session"
	"larui/tui/stage"
)

// Export is the overlay that asks for the name of a file to write.
type Export struct{ export.Overlay }

// Key returns the key that shows the overlay.
func (o *Export) Key(h *Host) stage.Key {
	return stage.Key{Name: "export", Keys: []string{"O", "s", "e", "ctrl+s"}, Hint: "export", Help: "save predictions, model, figure, numbers to a file",
		Idle: ofScene(&h.Scene, h.WhyNoExport), Do: showOverlay(h, o.appear)}
}

func (o *Export) VisibleFlag() *bool                    { return &o.Shown }
func (o *Export) Title(*Scene) string                   { return "export" }
func (o *Export) Draw(sc *Scene, g *chart.Grid)         { o.Overlay.Draw(g, sc.Glyphs) }
func (o *Export) TypedText() (text string, cursor *int) { return o.Text(), &o.Cursor }
func (o *Export) SetText(_ *Host, text string)          { o.Overlay.Type(text) }
func (o *Export) Click(*Host, int, int)                 {}
func (o *Export) Wheel(*Host, int)                      {}

// Hints returns the keys for the name, or for the question whether to replace a file.
func (o *Export) Hints(*Scene) []help.Entry {
	if o.Asks {
		return help.Keys("y", "replace", "any other key", "leave it")
	}
	return help.Keys("Enter", "write", "Tab", "something else", "Esc", "leave")
}

// Press writes the file once its name and kind are known.
func (o *Export) Press(h *Host, key string) bool {
	file, kind, known := o.Overlay.Press(key)
	if file != "" {
		h.ExportFile(file, kind)
	}
	return known
}

// appear shows the overlay with a proposed name.
func (o *Export) appear(h *Host) {
	closeOverlay(&h.Scene)
	o.Show(h.Scene.Writer.Kinds, session.FileBase(h.Explorer.State.Spec), h.Scene.Panel, datasets.Files(h.Explorer.State.Spec)...)
	if !h.Scene.Zoom && withoutLabels(&h.Scene.Stage) {
		o.Turn(export.Predictions) // the usual purpose
	}
}

// ExportFile writes the present screen to a file in the background. It replaces an existing file.
func (h *Host) ExportFile(file string, kind export.Kind) {
	r := export.Request{File: file, View: h.Scene.Panel, Session: h.Explorer.Session, State: h.Explorer.Update.State}
	if view := h.Scene.FindView(h.Scene.Panel); view.Info().Live {
		r.Panels = h.Scene.Panels(view)
		r.Rows, _ = h.Scene.Table(context.Background(), view, nil) // the rows are ready
	}
	h.Scene.Writer.Write(kind, r)
	h.Scene.Message = "writing " + wording.OneLine(file) + " …; " + h.Scene.Sign("back") + " cancels"
}

// reportWriting handles a message of the writer.
func (h *Host) reportWriting(news export.News) {
	h.Scene.Writer.Hear(news)
	switch {
	case !news.Ended:
	case news.Err != nil:
		h.Scene.Message = "nothing was written: " + session.PlainError(news.Err)
	default:
		h.Scene.Message = "wrote " + news.What + " to " + wording.OneLine(news.File)
	}
}

// WhyNoExport returns the reason why no file can be written now, empty if one can.
func (h *Host) WhyNoExport(sc *Scene) string {
	switch {
	case sc.Solution == nil || sc.Opening != "":
		return stage.NothingSolved
	case h.Scene.Writer.Kinds == nil:
		return "there is nobody here to write files"
	case sc.Writer.Now != nil:
		return wording.OneLine(sc.Writer.Now.File) + " is still being written: {back} cancels that"
	}
	return ""
}
