package stage

import (
	"context"

	"larui/tui/chart"
	"larui/tui/session"
)

// A View is one picture of the explorer. It is small beside others on the dashboard, or fills the
// screen with more detail and its own keys.
type View interface {
	// Info returns the view's names and abilities.
	Info() Info
	// Keys and Jobs return the view's keys and the work it needs while it fills the screen.
	Keys() []Key
	Jobs(*Stage) []session.Job
	// Draw draws the view over all of a grid. Lines returns its content in sentences.
	Draw(*Stage, *chart.Grid)
	Lines(*Stage) []string
	// Click handles a click at a cell of Draw's grid, Wheel n turns of the wheel down, or up if n
	// is negative. Both are called while the view fills the screen.
	Click(st *Stage, x, y int) Intent
	Wheel(st *Stage, n int) Intent
	// Memory returns the values that the view keeps between runs.
	Memory(*Stage) Memory
}

// An Info has a view's names and abilities.
type Info struct {
	// Key is the key that shows the view, Name its name in --view, Title the title of its frame.
	// About completes the sentence on its command in --plain. Plots says what larui plot draws if
	// the title is not enough.
	Key, Name, Title, About, Plots string
	// OffDashboard leaves the view out of the dashboard.
	OffDashboard bool
	// Reads reports whether values can be read off the solved view; nil means never. Points means
	// that the values are points, not curves.
	Reads  func(*Stage) bool
	Points bool
	// Live means that the view shows what happened in this explorer, so that no command can print
	// it.
	Live bool
	// Hovers means that the view describes the cell under the mouse although no values are read
	// off.
	Hovers bool
}

// NoActions implements the methods of a View without keys and jobs, to be embedded.
type NoActions struct{}

func (NoActions) Keys() []Key                   { return nil }
func (NoActions) Jobs(*Stage) []session.Job     { return nil }
func (NoActions) Click(*Stage, int, int) Intent { return Intent{} }
func (NoActions) Wheel(*Stage, int) Intent      { return Intent{} }
func (NoActions) Memory(*Stage) Memory          { return nil }

// Optional methods of a view. A type assertion finds them.
type (
	// A Titled view has a title for its present content.
	Titled interface{ Title(*Stage) string }
	// A Sketcher has a plainer picture for the first screen and for presentations. It returns false
	// if the full picture is drawn there too.
	Sketcher interface{ Sketch(*Stage) (Sketch, bool) }
	// A Scorer shows a metric that keys choose.
	MetricView interface{ Metric() Metric }
	// A Lingerer shows results of an earlier state beside other panels. Linger returns the jobs
	// that restore them in a resumed session.
	ResultKeeper interface{ Linger(*Stage) []session.Job }
	// A Starter starts work when it fills the screen.
	Starter interface{ Start(*Stage) }
	// A Plotted view has panels of its own on paper, none until they are solved.
	Plotted interface{ Panels(*Stage) []Panel }
	// A Pointed view has directions that the mouse can point at in a small panel. DirectionAt
	// returns the direction at a cell of w×h, from 1, or 0 for none.
	DirectionView interface {
		DirectionAt(st *Stage, w, h, x, y int) int
	}
	// A Tabled view has a table: rows of facts with equal names, maybe none.
	Tabled interface {
		Table(ctx context.Context, st *Stage, progress func(done, all int)) ([][]session.Fact, error)
	}
)

// A Sketch is a picture of the first screen, with a legend on its lower edge.
type Sketch struct {
	Title string
	Draw  func(*Stage, *chart.Grid) (legend []chart.Group)
}

// A Progresser is a result with its progress: done steps of all, and all is 0 if unknown.
type Progresser interface {
	Progress() (what string, done, all int64)
}

// The names of the views on the dashboard.
const (
	FirstName       = "explore"
	AllName         = "all"
	TargetName      = "target"
	SourceName      = "source" // of a panel only: the other side of target
	SpectrumName    = "spectrum"
	ConvergenceName = "convergence"
	LambdaName      = "lambda"
	TheoryName      = "theory"
	MapName         = "map"
	RivalsName      = "rivals"
)

// WheelLines is the number of lines that one turn of the wheel scrolls.
const WheelLines = 3

// SideBySide is the least width of the screen, in columns, with source and target side by side.
const SideBySide = 100
