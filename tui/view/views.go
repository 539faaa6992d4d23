package view

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

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
	jobs := append(pinJobs(&sc.Stage), sc.Lessons.Jobs(sc.State)...)
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

// Progress says what is being done, and how much of how much of it: of what is opened
// or, for the view, solved; total is 0 where that is not known.
func (sc *Scene) Progress() (stage string, done, total int64) {
	if p := sc.Update.Progress; p != nil {
		return p.Stage, p.Done, p.Total
	}
	if r, ok := sc.Update.Results[sc.ViewName()].(Progresser); ok {
		return r.Progress()
	}
	return "solving", 0, 0
}

// Lines says in words what the screen shows: the view that fills it, else the scores.
func (sc *Scene) Lines() []string {
	if sc.Zoom {
		return sc.Named(sc.Panel).Lines(&sc.Stage)
	}
	return sc.ScoreLines()
}

// ScoreLines says what no adaptation, LAR and its closed form score, a line for each
// score that can be known.
func (sc *Scene) ScoreLines() []string {
	var lines []string
	s, task := sc.Solution(), sc.Task()
	say := func(name string, write func(model.Evaluation) string) {
		descent := func(d model.Descent) string {
			if d.Diverges {
				return "diverges"
			}
			return write(d.Evaluation)
		}
		line := "%s: no adaptation %s, LAR %s, trained to the end %s"
		lines = append(lines, fmt.Sprintf(line, name, descent(s.None), descent(s.Descent), write(s.Closed.Evaluation)))
	}
	for _, m := range []metric{targetMetric, sourceMetric, validationMetric, parameterMetric} {
		name := strings.Replace(m.name(task), "error (MSE)", "squared error", 1)
		switch {
		case m == parameterMetric && !sc.known(m), m.domain(sc.Update.Session.Pair).Rows() == 0:
			continue
		case m == parameterMetric:
			name = "distance to the target's optimum"
		}
		say(name, func(e model.Evaluation) string { return sc.spokenMetric(m, m.of(task, e)) })
	}
	if signs := s.Signs; signs != nil && task != model.Regression && !s.Descent.Diverges {
		lines = append(lines, fmt.Sprintf("without labels of the target: LAR changes %s of its predictions; class %s is %s of them and %s of the source",
			number.Percent(signs.Changed, 1), datasets.Shown(sc.Update.Session.Pair.ClassNames[signs.Class]),
			number.Percent(signs.Predicted, 1), number.Percent(signs.Labelled, 1)))
		if theory := sc.Update.Theory; theory != nil {
			lines = append(lines, "overlap of the heads: "+number.Digits(theory.HeadOverlapMin, 3))
		}
	}
	say("norm of the weights", func(e model.Evaluation) string { return number.Digits(e.WeightNorm, 4) })
	return lines
}
