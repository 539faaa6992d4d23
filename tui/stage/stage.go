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
	// ShowAll shows all panels instead of the first screen.
	ShowAll bool
	// ShowSource shows the source in the target's panel, if they don't stand side by side.
	ShowSource bool
	// Resumed means that the state is unchanged since an earlier session was resumed.
	Resumed bool
	// NamesCommands means that instructions name commands of --plain instead of keys.
	NamesCommands bool
	// Trainer trains the rivals.
	Trainer *session.Trainer
	// Playback is the state of playing, Reader the reading cursor.
	Playback      Playback
	ReadingCursor ReadingCursor
	// Pins are solutions for comparison.
	Pins []Pin
	// FirstKey returns the first key of an action as the screen writes it, empty if it has none. Inner
	// returns the size of a view that fills the screen.
	FirstKey   func(action string) string
	ZoomedSize func() (w, h int)

	// drawnCursor is the cursor to draw, nil for none. If pictures is not nil, pictures that can be read
	// off are added to it instead of being drawn.
	drawnCursor *ReadingCursor
	pictures    *[]Picture
	// paper collects the panels of a document, nil on the screen.
	paper *[]Panel
}

// A Look is how frames are drawn.
type Look struct {
	Theme  chart.Theme
	Glyphs chart.Glyphs
	// Presenting shows one bold picture with one control, for an audience.
	Presenting bool
	// Images draws pictures as images, for a terminal with pixels.
	Images bool
	// DefaultTheme is the theme without an option; Colour is the option colour, empty if it is auto. Both
	// help to reproduce the look on the command line.
	DefaultTheme chart.Theme
	ColourOption string
}

// IsSimple reports whether panels are drawn without details for experts.
func (st *Stage) IsSimple() bool { return st.Presenting || !st.Zoom && !st.ShowAll }

// HasRoom reports whether the first screen shows and has room for all of its panels.
func (st *Stage) HasRoom() bool {
	return st.Width >= FullWidth && st.Height >= FullHeight && !st.Zoom && !st.ShowAll && !st.Presenting
}

// ShowsOneDomain reports whether source and target are shown one at a time.
func (st *Stage) ShowsOneDomain() bool {
	return !st.Zoom && (st.Presenting || !st.ShowAll && st.Width < SideBySide)
}

// ControlLabel returns the screen's name of a control.
func (st *Stage) ControlLabel(c session.Option) string { return st.Spell(c.Label) }

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

// SelectedPanel returns the name of the selected panel: the source if it is shown in the target's panel.
func (st *Stage) SelectedPanel() string {
	if st.ShowSource {
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
