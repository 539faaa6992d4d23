// Package stage is what a picture of the explorer may know, and what it is asked for.
//
//	Stage   the state on its way with what is solved of it, the look, what fills the
//	        screen, pins, playing. It knows no scene and no other picture.
//	View    one picture: Info, Keys, Jobs, Draw, Lines (what it shows in words), Click and
//	        Wheel, Memory. Its jobs are asked for while it fills the screen, and it is drawn
//	        once there is a solution. What some views have beside that are interfaces, too.
//	Key     what some keys do, as a row of a table; Idle says why they rest, Do returns an
//	        Intent: nothing more, ask the engine, turn to a state, say something, quit.
//	Metric  what a solution is judged by, how it is called, written and drawn.
//	Reader  the cursor that reads off curves and points (reading.go): views hand these to
//	        Stage.DrawCurves and DrawPoints with a Readout, and say in Info that one Reads.
//
//	Panel   one picture as it is described: curves, points, bars, cells (paper.go). On the
//	        screen a view draws it, by DrawCurves and DrawPoints where it is read off; on paper,
//	        a stage without a screen, these hand it over, and so does Hand for the others, so
//	        that every view has a figure and a table.
//
// The files:
//
//	stage.go, view.go, key.go, intent.go   the types above; memory.go: what views remember
//	metric.go, score.go, words.go          scores, their names and digits; classes, features
//	reader.go, reading.go                  where the cursor stands; how it moves and reads
//	play.go, played.go                     where playing stands; the stage as it shows then
//	pin.go, pinned.go                      what was pinned; how pictures show it
//	paper.go                               panels, a figure's or a table's
//
// What needs computing is a session.Job with a key; Draw finds its newest result with
// session.ResultOf and has to say so where there is none yet.
package stage

import (
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A Stage is what a picture may know: the state on its way with what is solved of it, how
// frames are drawn, what fills the screen, and what stays beside the present solution.
type Stage struct {
	*session.Snapshot
	Look
	// Width and Height are those of the screen.
	Width, Height int
	// Panel names the selected view; Zoom lets it fill the screen.
	Panel string
	Zoom  bool
	// All shows all panels in place of the first screen.
	All bool
	// Source has the panel of the target show the source, where both don't stand side by side.
	Source bool
	// Resumed tells that nothing was turned since an earlier session went on.
	Resumed bool
	// Spoken says what is to be done in commands of --plain instead of in keys.
	Spoken bool
	// Trainer trains the rivals.
	Trainer *session.Trainer
	// Play is where playing stands, reading where the cursor that reads off does.
	Play   Play
	Reader Reader
	// Pins are what stays beside the present solution.
	Pins []Pin
	// Sign is how the screen writes the first key of the action of that name, empty where
	// it has none. Inner is how many columns and rows a view has that fills the screen.
	Sign  func(action string) string
	Inner func() (w, h int)

	// reads is the cursor that reads off what is drawn, nil for none; what can be read off
	// is added to pictures, where that is not nil.
	reads    *Reader
	pictures *[]Picture
	// paper takes what goes into a document; nil on the screen.
	paper *[]Panel
}

// A Look is how frames are drawn.
type Look struct {
	Theme  chart.Theme
	Glyphs chart.Glyphs
	// Present shows one picture, bold, with one control: for the last row of a room.
	Present bool
	// Images has pictures lie as images on a frame, for a terminal that has pixels.
	Images bool
	// Usual is the theme without an option, Colour the option of that name where it is
	// not auto: what it takes to look the same again.
	Usual  chart.Theme
	Colour string
}

// Simple reports whether panels are drawn without what only an author reads; stacked that
// all of the first screen has room, with the scores above one another.
func (st *Stage) Simple() bool { return st.Present || !st.Zoom && !st.All }

func (st *Stage) Stacked(w, h int) bool {
	return w >= FullWidth && h >= FullHeight && !st.Zoom && !st.All && !st.Present
}

// Apart reports whether source and target show one at a time.
func (st *Stage) Apart() bool {
	return !st.Zoom && (st.Present || !st.All && st.Width < SideBySide)
}

// Looking returns on how many directions the numbers are those of a first look, 0 where they are of all.
func Looking(st *Stage) int {
	if st.Update.Session == nil {
		return 0
	}
	return st.Update.Session.Problem.Look()
}

// Solution is the newest solution, nil before the first.
func (st *Stage) Solution() *model.Solution { return st.Update.Solution }

// Label is what the screen calls a control.
func (st *Stage) Label(c session.Option) string { return st.Spell(c.Label) }

// Spell writes text as the glyphs can show it, which may widen it: what is laid out
// by its width is spelled first.
func (st *Stage) Spell(text string) string { return st.Glyphs.Spell(text) }

// FirstFitting spells the first of some texts that fits w columns, else as much of the
// last as does.
func (st *Stage) FirstFitting(texts []string, w int) string {
	for _, text := range texts[:len(texts)-1] {
		text = st.Spell(text)
		if chart.TextWidth(text) <= w {
			return text
		}
	}
	return st.Glyphs.Truncate(texts[len(texts)-1], w)
}

func (st *Stage) Task() model.Task {
	if st.Update.Session == nil {
		return model.Binary
	}
	return st.Update.Session.Problem.Task
}

// Selected names the panel that is selected, the source where that shows for the target.
func (st *Stage) Selected() string {
	if st.Source {
		return SourceName
	}
	return st.Panel
}

// DrawWrapped writes a text between columns 1 and w-1, from line y on, in as many lines
// as it takes and at most rows, and returns the line below it.
func DrawWrapped(st *Stage, g *chart.Grid, y, rows int, text string, style chart.Style) int {
	w, _ := g.Size()
	for _, line := range chart.Wrap(st.Spell(text), w-2, rows) {
		g.Text(1, y, line, style)
		y++
	}
	return y
}

// WrapIndex counts round and round through n things, from any whole number.
func WrapIndex(i, n int) int {
	if n < 1 {
		return 0
	}
	return ((i % n) + n) % n
}

// Smallest sizes for the layouts: of anything, of two panels, of blank rows, of all.
const (
	MinWidth, MinHeight   = 60, 20
	PairWidth             = 80
	AiryHeight            = 24
	FullWidth, FullHeight = 120, 30
)
