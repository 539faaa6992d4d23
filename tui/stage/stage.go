// Package stage defines what a view of the explorer knows and what it can ask for.
//
// A Stage has the state with its solution, the look, pins and cursors; it knows no other view. A
// View has keys, jobs and a picture. A Key returns an Intent, such as Turn. A Metric judges a
// solution. A Reader is the cursor that reads values off curves and points, which views draw with
// DrawCurves and DrawPoints. A Panel describes a picture, on the screen and on paper alike.
//
// A new view implements View; further abilities are the interfaces in view.go. Work beyond the
// solution is a session.Job, whose newest result session.ResultOf returns; until then Draw says
// that it is missing.
package stage

import (
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A Stage is what a view knows: the state with its solution, the look, the layout of the screen,
// and the pins.
type Stage struct {
	*session.Snapshot
	Look
	// Width and Height are the size of the screen.
	Width, Height int
	// Panel is the name of the selected view. Zoom lets it fill the screen.
	Panel string
	Zoom  bool
	// All shows all panels instead of the first screen.
	All bool
	// Source shows the source in the target's panel, if they don't stand side by side.
	Source bool
	// Resumed means that the state is unchanged since an earlier session was resumed.
	Resumed bool
	// Spoken means that instructions name commands of --plain instead of keys.
	Spoken bool
	// Trainer trains the rivals.
	Trainer *session.Trainer
	// Play is the state of playing, Reader the reading cursor.
	Play   Play
	Reader Reader
	// Pins are solutions for comparison.
	Pins []Pin
	// Sign returns the first key of an action as the screen writes it, empty if it has none. Inner
	// returns the size of a view that fills the screen.
	Sign  func(action string) string
	Inner func() (w, h int)

	// reads is the cursor to draw, nil for none. If pictures is not nil, pictures that can be read
	// off are added to it instead of being drawn.
	reads    *Reader
	pictures *[]Picture
	// paper collects the panels of a document, nil on the screen.
	paper *[]Panel
}

// A Look is how frames are drawn.
type Look struct {
	Theme  chart.Theme
	Glyphs chart.Glyphs
	// Present shows one bold picture with one control, for an audience.
	Present bool
	// Images draws pictures as images, for a terminal with pixels.
	Images bool
	// Usual is the theme without an option; Colour is the option colour, empty if it is auto. Both
	// help to reproduce the look on the command line.
	Usual  chart.Theme
	Colour string
}

// Simple reports whether panels are drawn without details for experts.
func (st *Stage) Simple() bool { return st.Present || !st.Zoom && !st.All }

// HasRoom reports whether the first screen shows and has room for all of its panels.
func (st *Stage) HasRoom() bool {
	return st.Width >= FullWidth && st.Height >= FullHeight && !st.Zoom && !st.All && !st.Present
}

// OneDomain reports whether source and target are shown one at a time.
func (st *Stage) OneDomain() bool {
	return !st.Zoom && (st.Present || !st.All && st.Width < SideBySide)
}

// Label returns the screen's name of a control.
func (st *Stage) Label(c session.Option) string { return st.Spell(c.Label) }

// Spell writes text in the glyphs of the screen. This may widen the text, so spell it before
// measuring its width.
func (st *Stage) Spell(text string) string { return st.Glyphs.Spell(text) }

// FirstFitting returns the first text that fits w columns, spelled, or the truncated last one.
func (st *Stage) FirstFitting(texts []string, w int) string {
	for _, text := range texts[:len(texts)-1] {
		text = st.Spell(text)
		if chart.TextWidth(text) <= w {
			return text
		}
	}
	return st.Glyphs.Truncate(texts[len(texts)-1], w)
}

// Task returns the task of the pair, Binary before a pair is open.
func (st *Stage) Task() model.Task {
	if st.Session == nil {
		return model.Binary
	}
	return st.Session.Problem.Task
}

// Selected returns the name of the selected panel: the source if it is shown in the target's panel.
func (st *Stage) Selected() string {
	if st.Source {
		return SourceName
	}
	return st.Panel
}

// DrawWrapped writes a text between columns 1 and w-1, from line y on, in at most rows lines. It
// returns the line below the text.
func DrawWrapped(st *Stage, g *chart.Grid, y, rows int, text string, style chart.Style) int {
	w, _ := g.Size()
	for _, line := range chart.Wrap(st.Spell(text), w-2, rows) {
		g.Text(1, y, line, style)
		y++
	}
	return y
}

// WrapIndex returns i modulo n, from 0 to n-1, and 0 if n is less than 1.
func WrapIndex(i, n int) int {
	if n < 1 {
		return 0
	}
	return ((i % n) + n) % n
}

// The smallest sizes for the layouts: of the program, of two panels, of blank rows, of all panels.
const (
	MinWidth, MinHeight   = 60, 20
	PairWidth             = 80
	AiryHeight            = 24
	FullWidth, FullHeight = 120, 30
)
