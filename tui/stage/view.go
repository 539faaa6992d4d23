package stage

import (
	"context"

	"larui/tui/chart"
	"larui/tui/session"
)

// A View is one picture of the explorer. On the dashboard it is small, beside others; or it fills the
// screen, with more detail and its own keys.
type View interface {
	Info() Info
	// Keys returns the view's own keys. Jobs returns the work that the view needs while it fills
	// the screen.
	Keys() []Key
	Jobs(*Stage) []session.Job
	// Draw draws the view on the whole grid. Lines describes the view in sentences.
	Draw(*Stage, *chart.Grid)
	Lines(*Stage) []string
	// Table returns the numbers of the view as rows of a file. All rows have the same names, and
	// there may be no row. progress receives the numbers of finished and of all steps.
	Table(ctx context.Context, st *Stage, progress func(done, all int)) ([][]session.Fact, error)
	// Click handles a click at cell x, y of Draw's grid, Wheel n turns of the wheel, down if n > 0.
	// Both are called while the view fills the screen.
	Click(st *Stage, x, y int) Intent
	Wheel(st *Stage, n int) Intent
	Memory(*Stage) Memory
}

// An Info describes a view by its names and abilities.
type Info struct {
	// Key is the key that shows the view, Name its value of --view, and Title the title of its
	// frame. About is the help of the view's command in --plain. Plots describes what larui plot
	// draws, if Title does not.
	Key, Name, Title, About, Plots string
	// OffDashboard reports whether the dashboard leaves out the view.
	OffDashboard bool
	// Reads reports whether values can be read off the view once it is solved; nil means never.
	// Points reports whether these are values of points rather than curves.
	Reads  func(*Stage) bool
	Points bool
	// Live reports whether the view shows what happened in this run of the explorer. larui plot
	// can't draw such a view.
	Live bool
	// Hovers reports whether the view describes the cell under the mouse although no values are read off.
	Hovers bool
}

// NoActions implements Jobs, Click and Wheel of View. A view that needs none of the three embeds
// NoActions.
type NoActions struct{}

func (NoActions) Jobs(*Stage) []session.Job     { return nil }
func (NoActions) Click(*Stage, int, int) Intent { return Intent{} }
func (NoActions) Wheel(*Stage, int) Intent      { return Intent{} }

// Interfaces that a view may implement besides View.
type (
	// A Titled view has a title that depends on its content.
	Titled interface{ Title(*Stage) string }
	// A Sketcher has a simpler picture for the first screen and for presentations. Sketch returns
	// false if they show the full picture, too.
	Sketcher interface{ Sketch(*Stage) (Sketch, bool) }
	// A MetricView shows a metric that the user selects.
	MetricView interface{ Metric() Metric }
	// A ResultKeeper is a view that, as one of several panels, shows results of an earlier state.
	// KeptResultJobs returns the jobs that compute these results again in a resumed session.
	ResultKeeper interface{ KeptResultJobs(*Stage) []session.Job }
	// A Starter is a view that starts work when it is enlarged to the whole screen.
	Starter interface{ Start(*Stage) }
	// A Plotted view chooses its panels in an exported document: none until they are solved.
	Plotted interface{ Panels(*Stage) []Panel }
	// A DirectionView draws singular directions. DirectionAt returns the number, from 1, of the
	// direction at cell x, y of a panel of w×h cells; 0 for none.
	DirectionView interface {
		DirectionAt(st *Stage, w, h, x, y int) int
	}
)

// A Sketch is a picture for the first screen. Draw returns a legend for the lower edge of its frame.
type Sketch struct {
	Title string
	Draw  func(*Stage, *chart.Grid) (legend []chart.Group)
}

// A ProgressReporter is a partial result that reports its progress: what is counted, the number
// done, and the number of all, 0 if unknown.
type ProgressReporter interface {
	Progress() (what string, done, all int64)
}

// Names of the first screen, of all panels together, and of the views on the dashboard.
const (
	FirstScreenName = "explore"
	AllName         = "all"
	TargetName      = "target"
	SourceName      = "source" // a panel of the view target
	SpectrumName    = "spectrum"
	ConvergenceName = "convergence"
	LambdaName      = "lambda"
	TheoryName      = "theory"
	MapName         = "map"
	RivalsName      = "rivals"
)

// WheelLines is the number of lines that one turn of the mouse wheel scrolls.
const WheelLines = 3

// SideBySide is the least width of a screen, in columns, that shows source and target side by side.
const SideBySide = 100
