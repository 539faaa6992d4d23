package frame

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel/data"
	"larui/tui/panel/rivals"
	"larui/tui/panel/scores"
	"larui/tui/panel/spectrum"
	"larui/tui/panel/target"
	"larui/tui/panel/theory"
	"larui/tui/session"
	"larui/tui/stage"
)

// NewViews returns all views, in the order in which the focus moves. A view is a package and
// a line here.
func NewViews() []stage.View {
	return []stage.View{&spectrum.View{}, &target.View{}, &scores.Convergence{}, &scores.Lambda{}, &scores.Map{}, &rivals.View{}, &theory.View{}, &data.View{}}
}

// ViewNames returns what --view takes: the first screen's name, that of all panels, then
// those of the views.
func ViewNames() []string {
	names := []string{stage.FirstName, stage.AllName}
	for _, v := range NewViews() {
		names = append(names, v.Info().Name)
	}
	return names
}

// Named returns the view of that name, nil where there is none.
func (sc *Scene) Named(name string) stage.View {
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
	on.Reader = stage.Reader{View: name, On: true, X: x, Row: int(max(0, min(x, math.MaxInt32))) - 1}
	const wide, tall = 200, 100 // with room for all that can be read
	pictures := stage.PicturesOf(&on.Stage, on.Named(name), wide, tall)
	at, ok := stage.Standing(&on.Stage, pictures)
	if !ok {
		return "", errors.New("there is nothing to read there")
	}
	said := stage.ReadOff(&on.Stage, pictures, at)
	return chart.InWords(said[:1]) + ": " + chart.InWords(said[1:]), nil
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
	if sc.Zoom = false; !slices.Contains(placedPanels(sc), sc.Panel) {
		selectPanel(sc, stage.TargetName)
	}
}

// ViewName returns what --view calls the present screen.
func (sc *Scene) ViewName() string {
	switch {
	case sc.Zoom:
		return sc.Panel
	case sc.All:
		return stage.AllName
	}
	return stage.FirstName
}

// ShowView shows the view of that name. It reports false where there is none.
func (sc *Scene) ShowView(name string) bool {
	switch {
	case name == stage.FirstName, name == stage.AllName:
		sc.All = name == stage.AllName
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
func drawPanel(sc *Scene, view stage.View, g *chart.Grid) {
	info := view.Info()
	border, title := chart.Border, chart.Title
	if info.Name == sc.Panel {
		border, title = chart.Focus, chart.Focus
	}
	name := info.Title
	if titled, ok := view.(stage.Titled); ok {
		name = titled.Title(&sc.Stage)
	}
	name = strings.TrimSpace(sc.Sign("view-"+info.Name) + " " + name)
	if info.Name == stage.MapName && !sc.Zoom {
		name += sc.Keyed(" ({next-panel}: {view-theory} theory)")
	}
	if info.Name == sc.Panel {
		name = string(chart.FocusMark) + " " + name
	}
	inner := g.Box(sc.Spell(name), border, title, sc.Glyphs)
	switch {
	case sc.Solution() != nil:
		stage.DrawReading(&sc.Stage, view, inner)
	case sc.Update.Err == nil:
		inner.Text(1, 0, "not solved yet", chart.Dim)
	}
}

// Wanted returns what the visible view asks the engine for in the present state.
func wantedJobs(sc *Scene) []session.Job {
	jobs := append(pinJobs(&sc.Stage), sc.Lessons.Jobs(sc.State)...)
	if sc.Choosing() {
		jobs = append(jobs, session.SearchJob(sc.State.Params, sc.search.by))
	}
	if sc.Play.On {
		jobs = append(jobs, session.TrackJob(sc.State.Params))
	}
	if sc.Zoom {
		jobs = append(jobs, sc.Named(sc.Panel).Jobs(&sc.Stage)...)
	}
	for _, v := range sc.Views {
		if lingerer, ok := v.(stage.Lingerer); ok {
			jobs = append(jobs, lingerer.Linger(&sc.Stage)...)
		}
	}
	return jobs
}

// viewKeys returns the keys that the focused view has while it fills the screen.
func viewKeys(sc *Scene) []stage.Key {
	if !sc.Zoom {
		return nil
	}
	view := sc.Named(sc.Panel)
	own := view.Keys()
	if r := sc.Reading(); view.Info().Reads != nil {
		// Those that move the cursor come first, the one that sets it last.
		reads := stage.ReadKeys(view, r.On)
		own = slices.Concat(reads, own)
		if !r.On {
			own = slices.Concat(view.Keys(), reads)
		}
	}
	return bound(sc, own)
}

// keysHere returns the keys of the screen, those of the visible view before all others, and
// those of controls behind them.
func keysHere(sc *Scene) []stage.Key {
	return slices.Concat(lessonKeys(sc), viewKeys(sc), sc.Common, sc.Direct)
}

// bound gives the actions of a table the keys that they are bound to, where these are
// others than usual.
func bound(sc *Scene, table []stage.Key) []stage.Key {
	for i, k := range table {
		if keys, ok := sc.Bound[k.Name]; ok {
			table[i].Keys = keys
		}
	}
	return table
}

// allActions returns all that keys do, on whatever screen.
func allActions(sc *Scene) []stage.Key {
	table := slices.Concat(sc.Common, sc.Direct, sc.Lessons.keys, bound(sc, stage.ReadKeys(nil, false)), bound(sc, stage.ReadKeys(nil, true)))
	for _, v := range sc.Views {
		for _, k := range bound(sc, v.Keys()) {
			k.View = v.Info().Name
			table = append(table, k)
		}
	}
	return table
}

// Actions returns all that keys do, on whatever screen, with the keys they are bound to.
func (h *Host) Actions() []stage.Key { return allActions(&h.Scene) }

// signOf is how the screen writes the first key of the action of that name, empty where it
// has none.
func signOf(sc *Scene, name string) string {
	tables := [][]stage.Key{sc.Common, sc.Direct, sc.Lessons.keys}
	if of, _, _ := strings.Cut(name, "."); sc.Named(of) != nil {
		tables = append(tables, bound(sc, sc.Named(of).Keys()))
	}
	for _, table := range tables {
		for _, k := range table {
			if k.Name == name && len(k.Keys) > 0 {
				return stage.KeySign(k.Keys[0])
			}
		}
	}
	return ""
}

// signsOf is how the screen writes the direct keys of a control.
func signsOf(sc *Scene, c session.Option) string {
	return strings.TrimSpace(sc.Sign(c.Name+stage.Downs) + " " + sc.Sign(c.Name+stage.Ups))
}

// placedPanels lists the panels of the screen, in the order in which the focus moves.
func placedPanels(sc *Scene) []string {
	names := []string{stage.TargetName, stage.SpectrumName, stage.ConvergenceName, stage.LambdaName}
	if sc.Zoom || sc.All {
		names = nil
	}
	for _, v := range sc.Views {
		if sc.Zoom || sc.All && !v.Info().Alone {
			names = append(names, v.Info().Name)
		}
	}
	if sc.Apart() {
		names = slices.Insert(names, 1+slices.Index(names, stage.TargetName), stage.SourceName)
	}
	return names
}

// otherPanels says how to see the panels that have no room, and how many there are; nothing
// in a lesson, which shows what it needs.
func otherPanels(sc *Scene) string {
	key := sc.Sign("next-panel")
	if names := placedPanels(sc); key != "" && !sc.Zoom && sc.Lessons.Step() == nil {
		return fmt.Sprintf(" %s next panel (%d/%d) ", key, 1+slices.Index(names, sc.Selected()), len(names))
	}
	return ""
}

// movePanel selects the panel by that many further on, round and round.
func movePanel(sc *Scene, by int) stage.Intent {
	names := placedPanels(sc)
	at := max(slices.Index(names, sc.Panel), slices.Index(names, sc.Selected()))
	selectPanel(sc, names[stage.WrapIndex(at+by, len(names))])
	return stage.Intent{}
}

// selectPanel selects the panel of that name.
func selectPanel(sc *Scene, name string) {
	if sc.Panel, sc.Source = name, name == stage.SourceName; sc.Source {
		sc.Panel = stage.TargetName
	}
}

// zoomOn lets a panel fill the screen.
func zoomOn(sc *Scene, name string) stage.Intent {
	sc.ShowView(name)
	uncover(sc)
	return stage.Intent{}
}

// showFirst shows the first screen.
func showFirst(sc *Scene) stage.Intent {
	sc.Zoom, sc.All = false, false
	selectPanel(sc, stage.TargetName)
	return stage.Intent{}
}

// switchAll shows all panels, with the theory and not the map, or the first screen.
func switchAll(sc *Scene) stage.Intent {
	sc.All, sc.Present = !sc.All || sc.Zoom || sc.Present, false
	if leaveView(sc); sc.Panel == stage.MapName {
		sc.Panel = stage.TargetName
	}
	return stage.Intent{}
}

// switchPresent shows one picture for a room, or what there was before.
func switchPresent(sc *Scene) stage.Intent {
	if sc.Present = !sc.Present; sc.Present {
		sc.Message = sc.Keyed("present mode: {present} leaves it, {all-panels} shows all panels")
	}
	return stage.Intent{Kind: stage.Ask}
}

func canGoBack(sc *Scene) bool {
	return sc.Over() != nil || sc.Zoom || sc.Present || sc.Lessons.Step() != nil || sc.Choosing() || sc.Play.On ||
		sc.Writer.Now != nil || sc.Update.Progress != nil || sc.Opening != ""
}

// fillsAlready says why a panel can't be made to fill the screen.
const fillsAlready = "this panel fills the screen already: {back} leaves it"

// Progress says what is being done, and how much of how much of it: of what is opened
// or, for the view, solved; total is 0 where that is not known.
func (sc *Scene) Progress() (what string, done, total int64) {
	if p := sc.Update.Progress; p != nil {
		return p.Stage, p.Done, p.Total
	}
	if r, ok := sc.Update.Results[sc.ViewName()].(stage.Progresser); ok {
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
	for _, m := range []stage.Metric{stage.TargetMetric, stage.SourceMetric, stage.ValidationMetric, stage.ParameterMetric} {
		name := strings.Replace(m.Name(task), "error (MSE)", "squared error", 1)
		switch {
		case m == stage.ParameterMetric && !sc.Known(m), m.Domain(sc.Update.Session.Pair).Rows() == 0:
			continue
		case m == stage.ParameterMetric:
			name = "distance to the target's optimum"
		}
		say(name, func(e model.Evaluation) string { return sc.SpokenMetric(m, m.Of(task, e)) })
	}
	if signs := s.Signs; signs != nil && task != model.Regression && !s.Descent.Diverges {
		lines = append(lines, fmt.Sprintf("without labels of the target: LAR changes %s of its predictions; class %s is %s of them and %s of the source",
			number.Percent(signs.Changed, 1), phrase.Shown(sc.Update.Session.Pair.ClassNames[signs.Class]),
			number.Percent(signs.Predicted, 1), number.Percent(signs.Labelled, 1)))
		if theory := sc.Update.Theory; theory != nil {
			lines = append(lines, "overlap of the heads: "+number.Digits(theory.HeadOverlapMin, 3))
		}
	}
	say("norm of the weights", func(e model.Evaluation) string { return number.Digits(e.WeightNorm, 4) })
	return lines
}
