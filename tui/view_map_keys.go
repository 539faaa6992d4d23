package tui

import (
	"slices"

	"larui/tui/chart"
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
func mapActions() []action {
	there := func(p *Program) bool { return p.scene.currentMap() != nil }
	move := func(rows, cols int) func(*Program) {
		return func(p *Program) { p.scene.moveCursor(rows, cols) }
	}
	const far = extremeStep
	return []action{
		{keys: []string{"up"}, name: "↑ ↓ ← →", hint: "cursor", help: "map: move the cursor (also ⇧↑ ⇧↓, to the edges)", works: there, do: move(-1, 0)},
		{keys: []string{"down"}, works: there, do: move(1, 0)},
		{keys: []string{"left"}, works: there, do: move(0, -1)},
		{keys: []string{"right"}, works: there, do: move(0, 1)},
		{keys: []string{"shift+up"}, works: there, do: move(-far, 0)},
		{keys: []string{"shift+down"}, works: there, do: move(far, 0)},
		{keys: []string{"shift+left", "home"}, works: there, do: move(0, -far)},
		{keys: []string{"shift+right", "end"}, works: there, do: move(0, far)},
		{keys: []string{"enter"}, name: "Enter", hint: "go there", help: "map: make the cursor's k and k̃ the present ones", works: (*Program).cursorIsElsewhere, do: (*Program).adoptCursor},
		{keys: []string{"b"}, name: "b", hint: "best", help: "map: put the cursor on the best cell", works: there, do: func(p *Program) { p.scene.cursorToBest() }},
		{keys: []string{"v"}, name: "v", hint: "metric", help: "map: next metric", do: func(p *Program) {
			p.scene.Views.grid.metric = p.scene.nextMetric(p.scene.Views.grid.metric)
		}},
		{keys: []string{"c"}, name: "c", hint: "closed/epochs", help: "map: closed form, or after the epochs", do: func(p *Program) {
			p.scene.Views.grid.closed = !p.scene.Views.grid.closed
		}},
	}
}

// clickMap puts the cursor on the cell that was clicked; a second click goes there.
func (p *Program) clickMap(x, y int) {
	sc := &p.scene
	inner := sc.body(p.width, p.height).inner()
	hit := sc.plotMap(chart.NewGrid(inner.w, inner.h))
	if hit == nil {
		return
	}
	at, ok := hit(x, y)
	if !ok {
		return
	}
	m := sc.currentMap()
	if k, kTilde := sc.cursor(); k == m.k[at.Row] && kTilde == m.kTilde[at.Col] {
		p.adoptCursor()
		return
	}
	sc.lookAt(m.k[at.Row], m.kTilde[at.Col])
}

// moveCursor moves the cursor over the cells of the map, held at its edges.
func (sc *Scene) moveCursor(rows, cols int) {
	m := sc.currentMap()
	k, kTilde := sc.cursor()
	sc.lookAt(step(m.k, k, rows), step(m.kTilde, kTilde, cols))
}

// lookAt puts the cursor on a k and k̃.
func (sc *Scene) lookAt(k, kTilde int) {
	v := &sc.Views.grid
	v.k, v.kTilde = k, kTilde
	v.looking = k != sc.State.Params.K || kTilde != sc.State.Params.KTilde
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

func (sc *Scene) cursorToBest() {
	m, v := sc.currentMap(), sc.Views.grid
	if row, col, ok := m.best(sc.shownMetric(v.metric), v.closed); ok {
		sc.lookAt(m.k[row], m.kTilde[col])
	}
}

func (p *Program) cursorIsElsewhere() bool {
	k, kTilde := p.scene.cursor()
	now := p.scene.State.Params
	return p.scene.solution() != nil && (k != now.K || kTilde != now.KTilde)
}

// adoptCursor turns k and k̃ to where the cursor is.
func (p *Program) adoptCursor() {
	next := p.scene.State
	next.Params.K, next.Params.KTilde = p.scene.cursor()
	p.scene.Views.grid.looking = false
	p.become(next)
}
