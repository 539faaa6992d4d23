package view

import (
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
	Play   play
	Reader Reader
	// Pins are what stays beside the present solution.
	Pins []pin
	// Sign is how the screen writes the first key of the action of that name, empty where
	// it has none. Inner is how many columns and rows a view has that fills the screen.
	Sign  func(action string) string
	Inner func() (w, h int)

	// reads is the cursor that reads off what is drawn, nil for none; what can be read off
	// is added to pictures, where that is not nil.
	reads    *Reader
	pictures *[]picture
}

// A Look is how frames are drawn.
type Look struct {
	Theme  chart.Theme
	Glyphs chart.Glyphs
	// Present shows one picture, bold, with one control: for the last row of a room.
	Present bool
	// Usual is the theme without an option, Colour the option of that name where it is
	// not auto: what it takes to look the same again.
	Usual  chart.Theme
	Colour string
}

// simple reports whether panels are drawn without what only an author reads; stacked that
// all of the first screen has room, with the scores above one another.
func (sc *Stage) simple() bool { return sc.Present || !sc.Zoom && !sc.All }

func (sc *Stage) stacked(w, h int) bool {
	return w >= fullWidth && h >= fullHeight && !sc.Zoom && !sc.All && !sc.Present
}

// apart reports whether source and target show one at a time.
func (sc *Stage) apart() bool {
	return !sc.Zoom && (sc.Present || !sc.All && sc.Width < sideBySide)
}
