// Package stage defines what a view of the explorer can draw and what its keys can request.
//
// A View is one picture of the explorer with its keys and jobs, such as the curves over λ. It draws
// what a Stage has: the state with its solution, the size of the screen, and pinned solutions for
// comparison. A Key runs an action, which returns an Intent, such as a change of the state. A Metric
// is what a plot over λ or over k and k̃ can show of a solution, such as the model.Score on the
// target. A ReadingCursor reads values off curves and points; views draw them with DrawCurves and
// DrawPoints. A Panel describes a picture in a document, a panel of a figure.
//
// A new view implements View; further abilities are the interfaces in view.go, such as Plotted for
// panels in a document and Sketcher for a simpler picture on the first screen. A key is idle while its action can do nothing; Key.IdleReason says why. A Readout reads the values of
// one picture, a Memory keeps values of a view between runs, and a Look has the theme and glyphs. A
// view that needs more than the solution returns a session.Job from Jobs and draws the newest result,
// session.ResultOf; until there is one, Draw writes that the result is being computed. Package stage
// builds on session, chart and number; the views are in tui/panel.
package stage

import (
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A Stage is what a view can draw: the state with its solution, the size and the look of the
// screen, and pinned solutions.
type Stage struct {
	*session.Snapshot
	Look
	// Width and Height are the size of the screen in cells.
	Width, Height int
	// Panel is the name of the selected view. Zoom reports whether this view fills the screen.
	Panel string
	Zoom  bool
	// ShowAll shows the panels of all views instead of the first screen.
	ShowAll bool
	// ShowSource shows the source in the panel of the target, on a screen too narrow for both.
	ShowSource bool
	// Resumed reports whether the state is unchanged since a saved session was resumed.
	Resumed bool
	// NamesCommands reports whether instructions name commands of --plain instead of keys.
	NamesCommands bool
	Trainer       *session.Trainer
	Playback      Playback
	ReadingCursor ReadingCursor
	Pins          []Pin
	// FirstKey returns the first key of an action as the screen writes it; empty for none.
	// ZoomedSize returns the size in cells of a view that fills the screen.
	FirstKey   func(action string) string
	ZoomedSize func() (w, h int)

	// drawnCursor is the cursor to draw, or nil. If pictures is not nil, pictures from which values
	// can be read are not drawn but appended to *pictures.
	drawnCursor *ReadingCursor
	pictures    *[]Picture
	// documentPanels collects the panels of a document. It is nil on the screen.
	documentPanels *[]Panel
}

// A Look says how frames are drawn.
type Look struct {
	Theme  chart.Theme
	Glyphs chart.Glyphs
	// Presenting shows one bold picture with one control, for an audience.
	Presenting bool
	// Images draws pictures as images, for a terminal that can show pixels.
	Images bool
	// DefaultTheme is the theme if the command line names none. ColourOption is the value of the
	// option colour; empty for auto. A command line for the same look needs both.
	DefaultTheme chart.Theme
	ColourOption string
}

// HidesDetails reports whether views are drawn without details for experts.
func (st *Stage) HidesDetails() bool { return st.Presenting || !st.Zoom && !st.ShowAll }

// HasRoom reports whether the first screen shows all of its panels.
func (st *Stage) HasRoom() bool {
	return st.Width >= FullWidth && st.Height >= FullHeight && !st.Zoom && !st.ShowAll && !st.Presenting
}

// ShowsOneDomain reports whether only one of source and target is shown at a time.
func (st *Stage) ShowsOneDomain() bool {
	return !st.Zoom && (st.Presenting || !st.ShowAll && st.Width < SideBySide)
}

// ControlLabel returns the name of a control in the glyphs of the screen.
func (st *Stage) ControlLabel(c session.Option) string { return st.Spell(c.Label) }

// Spell replaces characters that the screen can't show. This may widen the text, so measure its width
// afterwards.
func (st *Stage) Spell(text string) string { return st.Glyphs.Spell(text) }

// ChooseFittingText returns the first of texts that fits in w columns, in characters that the
// screen can show. If none fits, it truncates the last one.
func (st *Stage) ChooseFittingText(texts []string, w int) string {
	for _, text := range texts[:len(texts)-1] {
		text = st.Spell(text)
		if chart.TextWidth(text) <= w {
			return text
		}
	}
	return st.Glyphs.Truncate(texts[len(texts)-1], w)
}

// Task returns the task of the pair. It is Binary before a pair is open.
func (st *Stage) Task() model.Task {
	if st.Session == nil {
		return model.Binary
	}
	return st.Session.Problem.Task
}

// SelectedPanel returns the name of the selected panel. It is SourceName if the panel of the target
// shows the source.
func (st *Stage) SelectedPanel() string {
	if st.ShowSource {
		return SourceName
	}
	return st.Panel
}

// WrapIndex returns i modulo n, from 0 to n-1. It returns 0 if n is less than 1.
func WrapIndex(i, n int) int {
	if n < 1 {
		return 0
	}
	return ((i % n) + n) % n
}

// The smallest sizes of the screen, in cells, for the program, for two panels side by side, for blank
// rows between panels, and for all panels.
const (
	MinWidth, MinHeight   = 60, 20
	PairWidth             = 80
	AiryHeight            = 24
	FullWidth, FullHeight = 120, 30
)
