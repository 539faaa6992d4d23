package view

import (
	"slices"

	"larui/tui/chart"
	"larui/tui/session"
)

// mapView is what the map remembers: what it shows and which cell is looked at.
type mapView struct {
	still
	metric metric
	// closed shows the closed form instead of descent after the epochs.
	closed bool
	// looking tells that the cursor is at (k, kTilde), and not where the state is.
	looking   bool
	k, kTilde int
}

// Info says what the view is called.
func (view *mapView) Info() ViewInfo {
	return ViewInfo{Key: "5", Name: mapName, Title: "map of k and k̃", About: "say the score over k and ktilde: the best cells, and those of the present k"}
}

// cursor returns the k and k̃ that the map's cursor stands at.
func (view *mapView) cursor(sc *Scene) (k, kTilde int) {
	if v := view; v.looking {
		return v.k, v.kTilde
	}
	return sc.State.Params.K, sc.State.Params.KTilde
}

// Keys are the keys of the map: its cursor is a k and k̃ to go to.
func (view *mapView) Keys() []Key {
	there := func(sc *Scene) bool { return view.currentMap(sc) != nil }
	move := func(rows, cols int) func(*Scene) Intent {
		return func(sc *Scene) Intent { return view.moveCursor(sc, rows, cols) }
	}
	const far = session.Farthest
	return []Key{
		{Keys: []string{"up"}, Sign: "↑ ↓ ← →", Hint: "cursor", Help: "map: move the cursor (also ⇧↑ ⇧↓, to the edges)", Works: there, Do: move(-1, 0)},
		{Keys: []string{"down"}, Works: there, Do: move(1, 0)},
		{Keys: []string{"left"}, Works: there, Do: move(0, -1)},
		{Keys: []string{"right"}, Works: there, Do: move(0, 1)},
		{Keys: []string{"shift+up"}, Works: there, Do: move(-far, 0)},
		{Keys: []string{"shift+down"}, Works: there, Do: move(far, 0)},
		{Keys: []string{"shift+left", "home"}, Works: there, Do: move(0, -far)},
		{Keys: []string{"shift+right", "end"}, Works: there, Do: move(0, far)},
		{Keys: []string{"enter"}, Sign: "Enter", Hint: "go there", Help: "map: make the cursor's k and k̃ the present ones", Works: view.cursorIsElsewhere, Do: view.adoptCursor},
		{Keys: []string{"b"}, Sign: "b", Hint: "best", Help: "map: put the cursor on the best cell", Works: there, Do: view.cursorToBest},
		{Keys: []string{"v"}, Sign: "v", Hint: "metric", Help: "map: next metric", Do: func(sc *Scene) Intent {
			view.metric = sc.nextMetric(view.metric)
			return Intent{}
		}},
		{Keys: []string{"c"}, Sign: "c", Hint: "closed/epochs", Help: "map: closed form, or after the epochs", Do: flip(func(sc *Scene) *bool { return &view.closed })},
	}
}

// Click puts the cursor on the cell that was clicked; a second click goes there.
func (view *mapView) Click(sc *Scene, x, y int) Intent {
	inner := sc.Body(sc.Width, sc.Height).Inner()
	hit := view.plotMap(sc, chart.NewGrid(inner.W, inner.H))
	if hit == nil {
		return Intent{}
	}
	at, ok := hit(x, y)
	if !ok {
		return Intent{}
	}
	m := view.currentMap(sc)
	if k, kTilde := view.cursor(sc); k == m.k[at.Row] && kTilde == m.kTilde[at.Col] {
		return view.adoptCursor(sc)
	}
	return view.lookAt(sc, m.k[at.Row], m.kTilde[at.Col])
}

// moveCursor moves the cursor over the cells of the map, held at its edges.
func (view *mapView) moveCursor(sc *Scene, rows, cols int) Intent {
	m := view.currentMap(sc)
	k, kTilde := view.cursor(sc)
	return view.lookAt(sc, step(m.k, k, rows), step(m.kTilde, kTilde, cols))
}

// lookAt puts the cursor on a k and k̃.
func (view *mapView) lookAt(sc *Scene, k, kTilde int) Intent {
	v := view
	if nowK, nowKTilde := view.cursor(sc); k == nowK && kTilde == nowKTilde {
		return Intent{Kind: Say}
	}
	v.k, v.kTilde = k, kTilde
	v.looking = k != sc.State.Params.K || kTilde != sc.State.Params.KTilde
	return Intent{}
}

// step returns the value n places further in an ascending list than v, or than the
// place where v belongs.
func step(values []int, v, n int) int {
	at, found := slices.BinarySearch(values, v)
	if !found && n > 0 {
		at--
	}
	return values[max(0, min(len(values)-1, at+n))]
}

func (view *mapView) cursorToBest(sc *Scene) Intent {
	m, v := view.currentMap(sc), view
	if row, col, ok := m.best(sc.shownMetric(v.metric), v.closed); ok {
		return view.lookAt(sc, m.k[row], m.kTilde[col])
	}
	return Intent{Kind: Say}
}

func (view *mapView) cursorIsElsewhere(sc *Scene) bool {
	k, kTilde := view.cursor(sc)
	now := sc.State.Params
	return sc.Solution() != nil && (k != now.K || kTilde != now.KTilde)
}

// adoptCursor turns k and k̃ to where the cursor is.
func (view *mapView) adoptCursor(sc *Scene) Intent {
	next := sc.State
	next.Params.K, next.Params.KTilde = view.cursor(sc)
	view.looking = false
	return Intent{Kind: Turn, State: next}
}
