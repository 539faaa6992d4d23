package view

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
)

// A View is one picture of the explorer: small beside others on the dashboard, or
// alone on the screen, with more detail and keys of its own.
type View interface {
	// Info says what the view is called.
	Info() ViewInfo
	// Keys are its own while it fills the screen, Jobs what it then needs of the
	// engine.
	Keys() []Key
	Jobs(*Stage) []session.Job
	// Draw draws it over all of a grid, Lines says in words what it shows.
	Draw(*Stage, *chart.Grid)
	Lines(*Stage) []string
	// Click is what a click does while it fills the screen, at a cell of the grid
	// that Draw is given, Wheel what n turns of the wheel down (up where n < 0) do.
	Click(sc *Stage, x, y int) Intent
	Wheel(sc *Stage, n int) Intent
	// Memory is what it remembers from one session to the next.
	Memory(*Stage) memory
}

// A ViewInfo says what a view is called.
type ViewInfo struct {
	// Key lets the view fill the screen, Name is what --view calls it, Title stands
	// on its frame, and About says in --plain what it says.
	Key, Name, Title, About string
	// Alone keeps it off the dashboard.
	Alone bool
	// Reads reports whether it has curves or, with Points, points now whose values can be
	// read off, once there is a solution; nil where it never has.
	Reads  func(*Stage) bool
	Points bool
	// Hovers says that it tells of the cell under the mouse though nothing is read off.
	Hovers bool
}

// A still view has no keys and asks for nothing.
type still struct{}

func (still) Keys() []Key                   { return nil }
func (still) Jobs(*Stage) []session.Job     { return nil }
func (still) Click(*Stage, int, int) Intent { return Intent{} }
func (still) Wheel(*Stage, int) Intent      { return Intent{} }
func (still) Memory(*Stage) memory          { return nil }

// NewViews returns all views, in the order in which the focus moves. A view is a package and
// a line here.
func NewViews() []View {
	return []View{&spectrumView{}, &targetView{}, &convergenceView{}, &lambdaView{}, &mapView{}, &rivalsView{}, &theoryView{}, &dataView{}}
}

// The names of views that have a place on the dashboard.
const (
	FirstName       = "explore"
	AllName         = "all"
	targetName      = "target"
	sourceName      = "source" // only of a panel: other side of target
	spectrumName    = "spectrum"
	convergenceName = "convergence"
	lambdaName      = "lambda"
	theoryName      = "theory"
	mapName         = "map"
	RivalsName      = "rivals"
)

// ViewNames returns what --view takes: the first screen's name, that of all panels, then
// those of the views.
func ViewNames() []string {
	names := []string{FirstName, AllName}
	for _, v := range NewViews() {
		names = append(names, v.Info().Name)
	}
	return names
}

// Named returns the view of that name, nil where there is none.
func (sc *Scene) Named(name string) View {
	for _, v := range sc.Views {
		if v.Info().Name == name {
			return v
		}
	}
	return nil
}

// ReadAt says what a view has nearest to a value: of the axis of its curves, or of points
// the row of that number. Errors say why it has nothing there.
func (sc *Scene) ReadAt(name, text string) (string, error) {
	x, err := strconv.ParseFloat(text, 64)
	on := *sc
	switch {
	case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
		return "", fmt.Errorf("%q is not a number to read at", text)
	case !on.ShowView(name) || !on.Zoom || on.Named(name).Info().Reads == nil:
		return "", fmt.Errorf("there are no values to read in %s: there are some in %s", name, strings.Join(readableViews(), ", "))
	}
	on.Reader = Reader{view: name, on: true, x: x, row: int(max(0, min(x, math.MaxInt32))) - 1}
	const wide, tall = 200, 100 // with room for all that can be read
	pictures := on.picturesOf(on.Named(name), wide, tall)
	at, ok := on.standing(pictures)
	if !ok {
		return "", errors.New("there is nothing to read there")
	}
	said := on.read(pictures, at)
	return inWords(said[:1]) + ": " + inWords(said[1:]), nil
}

// readableViews are those with something to read off.
func readableViews() (names []string) {
	for _, v := range NewViews() {
		if info := v.Info(); info.Reads != nil {
			names = append(names, info.Name)
		}
	}
	return names
}

// leaveView goes back to the panels, of which the selected view may be none.
func leaveView(sc *Scene) {
	if sc.Zoom = false; !slices.Contains(sc.placed(), sc.Panel) {
		sc.selectPanel(targetName)
	}
}

// ViewName returns what --view calls the present screen.
func (sc *Scene) ViewName() string {
	switch {
	case sc.Zoom:
		return sc.Panel
	case sc.All:
		return AllName
	}
	return FirstName
}

// ShowView shows the view of that name. It reports false where there is none.
func (sc *Scene) ShowView(name string) bool {
	switch {
	case name == FirstName, name == AllName:
		sc.All = name == AllName
		leaveView(sc)
	case sc.Named(name) == nil:
		return false
	default:
		sc.Source = sc.Source && name == sc.Panel // to come back to
		sc.Panel, sc.Zoom = name, true
	}
	return true
}

// drawPanel draws a framed view over all of g.
func drawPanel(sc *Scene, view View, g *chart.Grid) {
	info := view.Info()
	border, title := chart.Border, chart.Title
	if info.Name == sc.Panel {
		border, title = chart.Focus, chart.Focus
	}
	name := info.Title
	if titled, ok := view.(Titled); ok {
		name = titled.Title(&sc.Stage)
	}
	name = strings.TrimSpace(sc.Sign("view-"+info.Name) + " " + name)
	if info.Name == mapName && !sc.Zoom {
		name += sc.keyed(" ({next-panel}: {view-theory} theory)")
	}
	if info.Name == sc.Panel {
		name = string(chart.FocusMark) + " " + name
	}
	inner := g.Box(sc.Spell(name), border, title, sc.Glyphs)
	switch {
	case sc.Solution() != nil:
		sc.drawRead(view, inner)
	case sc.Update.Err == nil:
		inner.Text(1, 0, "not solved yet", chart.Dim)
	}
}

// wanted returns what the visible view asks the engine for in the present state.
func (sc *Scene) wanted() []session.Job {
	jobs := append(sc.pinJobs(), sc.Lessons.Jobs(sc.State)...)
	if sc.Choosing() {
		jobs = append(jobs, session.SearchJob(sc.State.Params, sc.search.by))
	}
	if sc.Play.on {
		jobs = append(jobs, session.TrackJob(sc.State.Params))
	}
	if sc.Zoom && !sc.Help {
		jobs = append(jobs, sc.Named(sc.Panel).Jobs(&sc.Stage)...)
	}
	for _, v := range sc.Views {
		if lingerer, ok := v.(Lingerer); ok {
			jobs = append(jobs, lingerer.Linger(&sc.Stage)...)
		}
	}
	return jobs
}

// viewKeys returns the keys that the focused view has while it fills the screen.
func viewKeys(sc *Scene) []Key {
	if !sc.Zoom {
		return nil
	}
	view := sc.Named(sc.Panel)
	own := view.Keys()
	if r := sc.reading(); view.Info().Reads != nil {
		// Those that move the cursor come first, the one that sets it last.
		reads := readKeys(view, r.on)
		own = slices.Concat(reads, own)
		if !r.on {
			own = slices.Concat(view.Keys(), reads)
		}
	}
	return sc.bind(own)
}

// keys returns the keys of the screen, those of the visible view before all others, and
// those of controls behind them.
func (sc *Scene) keys() []Key {
	return slices.Concat(sc.lessonKeys(), viewKeys(sc), sc.Common, sc.Direct)
}

// bind gives the actions of a table the keys that they are bound to, where these are
// others than usual.
func (sc *Scene) bind(table []Key) []Key {
	for i, k := range table {
		if keys, ok := sc.Bound[k.Name]; ok {
			table[i].Keys = keys
		}
	}
	return table
}

// actions returns all that keys do, on whatever screen.
func (sc *Scene) actions() []Key {
	table := slices.Concat(sc.Common, sc.Direct, sc.Lessons.keys, sc.bind(readKeys(nil, false)), sc.bind(readKeys(nil, true)))
	for _, v := range sc.Views {
		for _, k := range sc.bind(v.Keys()) {
			k.View = v.Info().Name
			table = append(table, k)
		}
	}
	return table
}

// Actions returns all that keys do, on whatever screen, with the keys they are bound to.
func (h *Host) Actions() []Key { return h.actions() }

// sign is how the screen writes the first key of the action of that name, empty where it
// has none.
func (sc *Scene) sign(name string) string {
	tables := [][]Key{sc.Common, sc.Direct, sc.Lessons.keys}
	if of, _, _ := strings.Cut(name, "."); sc.Named(of) != nil {
		tables = append(tables, sc.bind(sc.Named(of).Keys()))
	}
	for _, table := range tables {
		for _, k := range table {
			if k.Name == name && len(k.Keys) > 0 {
				return keySign(k.Keys[0])
			}
		}
	}
	return ""
}

// signs is how the screen writes the direct keys of a control.
func (sc *Scene) signs(c session.Option) string {
	return strings.TrimSpace(sc.Sign(c.Name+downs) + " " + sc.Sign(c.Name+ups))
}

// placed lists the panels of the screen, in the order in which the focus moves.
func (sc *Scene) placed() []string {
	names := []string{targetName, spectrumName, convergenceName, lambdaName}
	if sc.Zoom || sc.All {
		names = nil
	}
	for _, v := range sc.Views {
		if sc.Zoom || sc.All && !v.Info().Alone {
			names = append(names, v.Info().Name)
		}
	}
	if sc.apart() {
		names = slices.Insert(names, 1+slices.Index(names, targetName), sourceName)
	}
	return names
}

// otherPanels says how to see the panels that have no room, and how many there are; nothing
// in a lesson, which shows what it needs.
func (sc *Scene) otherPanels() string {
	key := sc.Sign("next-panel")
	if names := sc.placed(); key != "" && !sc.Zoom && sc.Lessons.Step() == nil {
		return fmt.Sprintf(" %s next panel (%d/%d) ", key, 1+slices.Index(names, sc.Selected()), len(names))
	}
	return ""
}

// movePanel selects the panel by that many further on, round and round.
func movePanel(sc *Scene, by int) Intent {
	names := sc.placed()
	at := max(slices.Index(names, sc.Panel), slices.Index(names, sc.Selected()))
	sc.selectPanel(names[wrapIndex(at+by, len(names))])
	return Intent{}
}

// Selected names the panel that is selected, the source where that shows for the target.
func (sc *Stage) Selected() string {
	if sc.Source {
		return sourceName
	}
	return sc.Panel
}

// selectPanel selects the panel of that name.
func (sc *Scene) selectPanel(name string) {
	if sc.Panel, sc.Source = name, name == sourceName; sc.Source {
		sc.Panel = targetName
	}
}

// zoomOn lets a panel fill the screen.
func zoomOn(sc *Scene, name string) Intent {
	sc.ShowView(name)
	sc.Help = false
	return Intent{}
}

// showFirst shows the first screen.
func showFirst(sc *Scene) Intent {
	sc.Zoom, sc.All = false, false
	sc.selectPanel(targetName)
	return Intent{}
}

// switchAll shows all panels, with the theory and not the map, or the first screen.
func switchAll(sc *Scene) Intent {
	sc.All, sc.Present = !sc.All || sc.Zoom || sc.Present, false
	if leaveView(sc); sc.Panel == mapName {
		sc.Panel = targetName
	}
	return Intent{}
}

// switchPresent shows one picture for a room, or what there was before.
func switchPresent(sc *Scene) Intent {
	if sc.Present = !sc.Present; sc.Present {
		sc.Message = sc.keyed("present mode: {present} leaves it, {all-panels} shows all panels")
	}
	return Intent{Kind: Ask}
}

func canGoBack(sc *Scene) bool {
	return sc.Help || sc.Zoom || sc.Present || sc.Lessons.Step() != nil || sc.Choosing() || sc.Play.on ||
		sc.Writer.Now != nil || sc.Update.Progress != nil || sc.Opening != ""
}

// fillsAlready says why a panel can't be made to fill the screen.
const fillsAlready = "this panel fills the screen already: {back} leaves it"

// wrapIndex counts round and round through n things, from any whole number.
func wrapIndex(i, n int) int {
	if n < 1 {
		return 0
	}
	return ((i % n) + n) % n
}

// Some views do more than every View does; these are found out by what they have.
type (
	// A Titled view is called otherwise than its Info says, by what it shows.
	Titled interface{ Title(*Stage) string }
	// A Sketcher has a plainer picture for the first screen and for present mode; false
	// where the full one is to be drawn there, too.
	Sketcher interface{ Sketch(*Stage) (Sketch, bool) }
	// A Scorer scores by a metric that keys choose.
	Scorer interface{ Metric() metric }
	// A Lingerer shows something beside others that is not of the present state; after a
	// session goes on, it asks for that again.
	Lingerer interface{ Linger(*Stage) []session.Job }
	// A Starter starts what is to be under way while it fills the screen.
	Starter interface{ Start(*Stage) }
	// A Tabled view writes its own table of what it shows, a row of names first.
	Tabled interface{ Table(*Stage) [][]any }
)

// A Sketch is a picture of the first screen, with a legend on its lower edge.
type Sketch struct {
	Title string
	Draw  func(*Stage, *chart.Grid) (legend []group)
}

// A Progresser is a result that says how far it is; of 0 in all that is not known.
type Progresser interface {
	Progress() (what string, done, all int64)
}
