package stage

import (
	"context"

	"larui/tui/chart"
	"larui/tui/session"
)

// A View is one picture of the explorer: small beside others on the dashboard, or
// alone on the screen, with more detail and keys of its own.
type View interface {
	// Info says what the view is called.
	Info() Info
	// Keys are its own while it fills the screen, Jobs what it then needs of the
	// engine.
	Keys() []Key
	Jobs(*Stage) []session.Job
	// Draw draws it over all of a grid, Lines says in words what it shows.
	Draw(*Stage, *chart.Grid)
	Lines(*Stage) []string
	// Click is what a click does while it fills the screen, at a cell of the grid
	// that Draw is given, Wheel what n turns of the wheel down (up where n < 0) do.
	Click(st *Stage, x, y int) Intent
	Wheel(st *Stage, n int) Intent
	// Memory is what it remembers from one session to the next.
	Memory(*Stage) Memory
}

// An Info says what a view is called.
type Info struct {
	// Key lets the view fill the screen, Name is what --view calls it, Title stands
	// on its frame, and About says in --plain what it says.
	// Plots says what larui plot draws of it, where that is more than the title says.
	Key, Name, Title, About, Plots string
	// Alone keeps it off the dashboard.
	Alone bool
	// Reads reports whether it has curves or, with Points, points now whose values can be
	// read off, once there is a solution; nil where it never has.
	Reads  func(*Stage) bool
	Points bool
	// Live says that it shows what has happened in this explorer, which no command has.
	Live bool
	// Hovers says that it tells of the cell under the mouse though nothing is read off.
	Hovers bool
}

// A Still view has no keys and asks for nothing.
type Still struct{}

func (Still) Keys() []Key                   { return nil }
func (Still) Jobs(*Stage) []session.Job     { return nil }
func (Still) Click(*Stage, int, int) Intent { return Intent{} }
func (Still) Wheel(*Stage, int) Intent      { return Intent{} }
func (Still) Memory(*Stage) Memory          { return nil }

// Some views do more than every View does; these are found out by what they have.
type (
	// A Titled view is called otherwise than its Info says, by what it shows.
	Titled interface{ Title(*Stage) string }
	// A Sketcher has a plainer picture for the first screen and for present mode; false
	// where the full one is to be drawn there, too.
	Sketcher interface{ Sketch(*Stage) (Sketch, bool) }
	// A Scorer scores by a metric that keys choose.
	Scorer interface{ Metric() Metric }
	// A Lingerer shows something beside others that is not of the present state; after a
	// session goes on, it asks for that again.
	Lingerer interface{ Linger(*Stage) []session.Job }
	// A Starter starts what is to be under way while it fills the screen.
	Starter interface{ Start(*Stage) }
	// A Plotted view has other panels on paper than what Draw shows; none until what they take
	// is solved.
	Plotted interface{ Panels(*Stage) []Panel }
	// A Pointed view has directions that can be pointed at where it is small: the one, from 1,
	// at a cell of w×h, 0 for none.
	Pointed interface {
		DirectionAt(st *Stage, w, h, x, y int) int
	}
	// A Tabled view says in numbers what it shows, in rows of the same names; none where
	// nothing is known.
	Tabled interface {
		Table(ctx context.Context, st *Stage, progress func(done, all int)) ([][]session.Fact, error)
	}
)

// A Sketch is a picture of the first screen, with a legend on its lower edge.
type Sketch struct {
	Title string
	Draw  func(*Stage, *chart.Grid) (legend []chart.Group)
}

// A Progresser is a result that says how far it is; of 0 in all that is not known.
type Progresser interface {
	Progress() (what string, done, all int64)
}

// The names of views that have a place on the dashboard.
const (
	FirstName       = "explore"
	AllName         = "all"
	TargetName      = "target"
	SourceName      = "source" // only of a panel: other side of target
	SpectrumName    = "spectrum"
	ConvergenceName = "convergence"
	LambdaName      = "lambda"
	TheoryName      = "theory"
	MapName         = "map"
	RivalsName      = "rivals"
)

// HelpWheel is how many lines a turn of the wheel scrolls.
const HelpWheel = 3

// SideBySide is from how many columns on source and target stand beside each other.
const SideBySide = 100
