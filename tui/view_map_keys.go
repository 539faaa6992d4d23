package tui

import (
	"slices"

	"larui/tui/chart"
	"larui/tui/session"
)

// mapView is what the map remembers: what it shows and which cell is looked at.
type mapView struct {
	metric metric
	// closed shows the closed form instead of descent after the epochs.
	closed bool
	// looking tells that the cursor is at (k, kTilde), and not where the state is.
	looking   bool
	k, kTilde int
}

// cursor returns the k and k̃ that the map's cursor stands at.
func (sc *Scene) cursor() (k, kTilde int) {
	if v := sc.Views.grid; v.looking {
		return v.k, v.kTilde
	}
	return sc.State.Params.K, sc.State.Params.KTilde
}

// mapActions are the keys of the map: its cursor is a k and k̃ to go to.
func mapActions() []Key {
	there := func(sc *Scene) bool { return sc.currentMap() != nil }
	move := func(rows, cols int) func(*Scene) Intent {
		return func(sc *Scene) Intent { return sc.moveCursor(rows, cols) }
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
		{Keys: []string{"enter"}, Sign: "Enter", Hint: "go there", Help: "map: make the cursor's k and k̃ the present ones", Works: (*Scene).cursorIsElsewhere, Do: (*Scene).adoptCursor},
		{Keys: []string{"b"}, Sign: "b", Hint: "best", Help: "map: put the cursor on the best cell", Works: there, Do: (*Scene).cursorToBest},
		{Keys: []string{"v"}, Sign: "v", Hint: "metric", Help: "map: next metric", Do: func(sc *Scene) Intent {
			sc.Views.grid.metric = sc.nextMetric(sc.Views.grid.metric)
			return Intent{}
		}},
		{Keys: []string{"c"}, Sign: "c", Hint: "closed/epochs", Help: "map: closed form, or after the epochs", Do: flip(func(sc *Scene) *bool { return &sc.Views.grid.closed })},
	}
}

// clickMap puts the cursor on the cell that was clicked; a second click goes there.
func (sc *Scene) clickMap(x, y int) Intent {
	inner := sc.body(sc.Width, sc.Height).inner()
	hit := sc.plotMap(chart.NewGrid(inner.w, inner.h))
	if hit == nil {
		return Intent{}
	}
	at, ok := hit(x, y)
	if !ok {
		return Intent{}
	}
	m := sc.currentMap()
	if k, kTilde := sc.cursor(); k == m.k[at.Row] && kTilde == m.kTilde[at.Col] {
		return sc.adoptCursor()
	}
	return sc.lookAt(m.k[at.Row], m.kTilde[at.Col])
}

// moveCursor moves the cursor over the cells of the map, held at its edges.
func (sc *Scene) moveCursor(rows, cols int) Intent {
	m := sc.currentMap()
	k, kTilde := sc.cursor()
	return sc.lookAt(step(m.k, k, rows), step(m.kTilde, kTilde, cols))
}

// lookAt puts the cursor on a k and k̃.
func (sc *Scene) lookAt(k, kTilde int) Intent {
	v := &sc.Views.grid
	if nowK, nowKTilde := sc.cursor(); k == nowK && kTilde == nowKTilde {
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

func (sc *Scene) cursorToBest() Intent {
	m, v := sc.currentMap(), sc.Views.grid
	if row, col, ok := m.best(sc.shownMetric(v.metric), v.closed); ok {
		return sc.lookAt(m.k[row], m.kTilde[col])
	}
	return Intent{Kind: Say}
}

func (sc *Scene) cursorIsElsewhere() bool {
	k, kTilde := sc.cursor()
	now := sc.State.Params
	return sc.solution() != nil && (k != now.K || kTilde != now.KTilde)
}

// adoptCursor turns k and k̃ to where the cursor is.
func (sc *Scene) adoptCursor() Intent {
	next := sc.State
	next.Params.K, next.Params.KTilde = sc.cursor()
	sc.Views.grid.looking = false
	return Intent{Kind: Turn, State: next}
}
