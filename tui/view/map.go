package view

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// mapView is LAR over k and k̃, at otherwise equal parameters. What it remembers is what
// it shows and which cell is looked at.
type mapView struct {
	still
	metric metric
	// closed shows the closed form instead of descent after the epochs.
	closed bool
	// looked is where the cursor is, nil where the state is.
	looked *place
	// again has the map solved that showed beside other panels when it was kept.
	again bool
}

// Memory is what it remembers.
func (v *mapView) Memory(st *Stage) memory {
	beside := v.current(st)
	v.again = beside != nil && beside.params == mapParams(st.State.Params) && st.Panel == mapName && !st.Zoom
	return memory{"metric": below(&v.metric, metricCount), "closed": &v.closed, "cursor": &v.looked, "again": &v.again}
}

func (v *mapView) Info() ViewInfo {
	return ViewInfo{Key: "5", Name: mapName, Hovers: true, Title: "map of k and k̃", About: "say the score over k and ktilde: the best cells, and those of the present k"}
}

func (v *mapView) Keys() []Key {
	there := unless(func(st *Stage) bool { return v.current(st) != nil }, changesNothing)
	away := unless(func(st *Stage) bool { return st.Solution() != nil && v.cursor(st) != present(st) }, changesNothing)
	move := func(rows, cols int) func(*Stage) Intent {
		return func(st *Stage) Intent { return v.moveCursor(st, rows, cols) }
	}
	const far = session.Farthest
	return []Key{
		{Name: "map.up", Keys: []string{"up"}, Hint: "cursor", Help: "map: move the cursor, with Shift to the edges", Idle: there, Do: move(-1, 0)},
		{Name: "map.down", Keys: []string{"down"}, Hint: "cursor", Idle: there, Do: move(1, 0)},
		{Name: "map.left", Keys: []string{"left"}, Hint: "cursor", Idle: there, Do: move(0, -1)},
		{Name: "map.right", Keys: []string{"right"}, Hint: "cursor", Idle: there, Do: move(0, 1)},
		{Name: "map.top", Keys: []string{"shift+up"}, Idle: there, Do: move(-far, 0)},
		{Name: "map.bottom", Keys: []string{"shift+down"}, Idle: there, Do: move(far, 0)},
		{Name: "map.leftmost", Keys: []string{"shift+left", "home"}, Idle: there, Do: move(0, -far)},
		{Name: "map.rightmost", Keys: []string{"shift+right", "end"}, Idle: there, Do: move(0, far)},
		{Name: "map.go", Keys: []string{"enter"}, Hint: "go there", Help: "map: make the cursor's k and k̃ the present ones",
			Idle: away, Do: v.adoptCursor},
		{Name: "map.best", Keys: []string{"b"}, Hint: "best", Help: "map: put the cursor on the best cell by labels, else on what is chosen without", Idle: there, Do: v.cursorToBest},
		{Name: "map.metric", Keys: []string{"v"}, Hint: "metric", Help: "map: next judge or metric: target, validation, without labels, …", Do: turnMetric(&v.metric)},
		{Name: "map.to-the-end", Keys: []string{"c"}, Hint: "to the end/epochs", Help: "map: trained to the end, or after the epochs",
			Idle: unless(func(st *Stage) bool { return shownMetric(st, v.metric) != labelFreeMetric },
				"judges without labels go by predictions after the epochs: {map.metric} shows another metric"),
			Do: flip(func(*Stage) *bool { return &v.closed })},
	}
}

// Click puts the cursor on the cell that was clicked; a second click goes there.
func (v *mapView) Click(st *Stage, x, y int) Intent {
	at, ok := v.plot(st, chart.NewGrid(st.Inner()))(x, y)
	if !ok {
		return Intent{}
	}
	clicked := v.current(st).at(at)
	if clicked == v.cursor(st) {
		return v.adoptCursor(st)
	}
	return v.lookAt(st, clicked)
}

// present is where the state is, cursor where the map's cursor stands.
func present(st *Stage) place { return place{st.State.Params.K, st.State.Params.KTilde} }

func (v *mapView) cursor(st *Stage) place {
	if v.looked != nil {
		return *v.looked
	}
	return present(st)
}

// moveCursor moves the cursor over the cells of the map, held at its edges.
func (v *mapView) moveCursor(st *Stage, rows, cols int) Intent {
	m, at := v.current(st), v.cursor(st)
	return v.lookAt(st, place{step(m.k, at.k, rows), step(m.kTilde, at.kTilde, cols)})
}

// lookAt puts the cursor on a k and k̃.
func (v *mapView) lookAt(st *Stage, at place) Intent {
	if at == v.cursor(st) {
		return Intent{Kind: Say}
	}
	if v.looked = &at; at == present(st) {
		v.looked = nil
	}
	return Intent{}
}

func (v *mapView) cursorToBest(st *Stage) Intent {
	m := v.current(st)
	if best := cmp.Or(m.best(st, v.reading(st)), m.chosen()); best != nil {
		return v.lookAt(st, m.at(*best))
	}
	return Tell("no cell is marked: there are no labels to tell the best, and none is chosen without")
}

// adoptCursor turns k and k̃ to where the cursor is.
func (v *mapView) adoptCursor(st *Stage) Intent {
	next, at := st.State, v.cursor(st)
	next.Params.K, next.Params.KTilde = at.k, at.kTilde
	v.looked = nil
	return Intent{Kind: Turn, State: next}
}

// reading is what the map shows of its cells.
func (v *mapView) reading(st *Stage) reading {
	shown := shownMetric(st, v.metric)
	return reading{shown, v.closed && shown != labelFreeMetric}
}

// Draw draws a metric over k and k̃; as a view of its own also what the cursor is on.
func (v *mapView) Draw(st *Stage, g *chart.Grid) { v.plot(st, g) }

// plot draws the view. It returns which cell of the map lies where.
func (v *mapView) plot(st *Stage, g *chart.Grid) func(x, y int) (chart.Position, bool) {
	m := v.current(st)
	w, h := g.Size()
	if m == nil {
		text := st.keyed("press {view-map} to solve LAR for every k and k̃ and see where it does best")
		if st.Zoom {
			text = "solving …"
		}
		drawWrapped(st, g, 0, h, text, chart.Dim)
		return func(int, int) (chart.Position, bool) { return chart.Position{}, false }
	}
	v.drawCaption(st, g.Sub(0, 0, w, 1), m)
	var below []group
	rows := 0
	if st.Zoom {
		// The cursor's cell and the best one are always told.
		below = v.groups(st, m, v.cursor(st), w)
		spare := h - 5 - len(m.k)
		rows = min(len(flow(below, w-2, groupGap)), max(3, spare), max(2, h-9))
	}
	// The legend stays close to the cells.
	height := min(h-1-rows, 2*len(m.k)+4)
	hit := v.heatMap(st, m).Draw(g.Sub(1, 1, w-2, height), st.Glyphs)
	if at := st.reading().pointer; at != nil {
		if under, ok := hit(at[0]-1, at[1]-1); ok {
			below = v.groups(st, m, m.at(under), w)
		}
	}
	drawGroups(g.Sub(1, 1+height, w-2, rows), below, groupGap)
	return func(x, y int) (chart.Position, bool) { return hit(x-1, y-1) }
}

// drawCaption says what the numbers are and how far the map is solved.
func (v *mapView) drawCaption(st *Stage, g *chart.Grid, m *componentMap) {
	w, _ := g.Size()
	r := v.reading(st)
	text := r.metric.name(st.Task())
	if !r.isError(st.Task()) && r.metric != labelFreeMetric {
		text += " in %"
	}
	if r.closed {
		text += ", " + trainedToTheEnd
	} else {
		text += fmt.Sprintf(" after %d epochs", m.params.Epochs)
	}
	text += " at λ = " + number.Short(m.params.Lambda)
	right, style := "", chart.Dim
	switch {
	case m.params != mapParams(st.State.Params) && st.Zoom:
		right, style = "solving …", chart.Warning
	case m.params != mapParams(st.State.Params):
		right, style = st.keyed("of an earlier state: press {view-map}"), chart.Warning
	case len(m.cells) < len(m.places()):
		right, style = fmt.Sprintf("%d of %d cells", len(m.cells), len(m.places())), chart.Warning
	}
	right = st.Spell(right)
	room := w - 4 - chart.TextWidth(right)
	const leastCaption = 15
	if room < leastCaption && right != "" {
		g.Text(1, 0, chart.Truncate(right, w-2), style)
		return
	}
	g.Text(1, 0, chart.Truncate(st.Spell(text), room), chart.Plain)
	g.TextRight(w-1, 0, right, style)
}

// heatMap returns the drawing of the map.
func (v *mapView) heatMap(st *Stage, m *componentMap) chart.HeatMap {
	r := v.reading(st)
	heat := chart.HeatMap{RowName: "k", ColName: "k̃", NumberWidth: 5, Format: func(v float64) string {
		return strconv.FormatFloat(math.Round(1000*v)/10, 'f', 1, 64)
	}}
	if r.metric == labelFreeMetric {
		heat.Format = func(v float64) string { return r.format(st.Task(), v) }
		heat.Vetoed = m.vetoed()
	}
	for _, k := range m.k {
		heat.RowLabels = append(heat.RowLabels, strconv.Itoa(k))
		var values []float64
		for _, kTilde := range m.kTilde {
			values = append(values, m.value(place{k, kTilde}, r))
		}
		heat.Values = append(heat.Values, values)
	}
	for _, kTilde := range m.kTilde {
		heat.ColLabels = append(heat.ColLabels, strconv.Itoa(kTilde))
	}
	if r.isError(st.Task()) {
		heat.NumberWidth, heat.Format = 6, number.Measure
		// A few huge errors must not make all others look alike: beyond twice that of no
		// adaptation there is nothing to tell apart.
		heat.Min, heat.Max = bounds(slices.Concat(heat.Values...))
		if most := 2 * r.of(st.Task(), st.Solution().None.Evaluation); heat.Min < most && most < heat.Max {
			heat.Max = most
		}
	}
	heat.Cursor = m.position(present(st))
	heat.Best, heat.Chosen = m.best(st, r), m.chosen()
	if st.Zoom {
		heat.Candidate = m.position(v.cursor(st))
	}
	for _, p := range st.Pins {
		if at := m.position(place{p.State.Params.K, p.State.Params.KTilde}); at != nil {
			heat.Pinned = append(heat.Pinned, chart.Pin{Position: *at, Mark: p.name})
		}
	}
	return heat
}

// groups say what a cell scores, where the state is and what is best, then
// what else is known of the cell, in a view of w columns.
func (v *mapView) groups(st *Stage, m *componentMap, cursor place, w int) []group {
	r := v.reading(st)
	hereMark, bestMark, chosenMark := st.Glyphs.HeatMarks()
	groups := []group{{{fmt.Sprintf("[k = %d, k̃ = %d]", cursor.k, cursor.kTilde), chart.Accent}}}
	add := func(pieces ...piece) { groups = append(groups, pieces) }
	var rest []group
	if m.position(cursor) != nil {
		known := v.cellGroups(st, m, cursor, w)
		groups, rest = append(groups, known[0]), known[1:]
	}
	mark := func(name string, style chart.Style, p place) {
		text := fmt.Sprintf("k = %d, k̃ = %d: ", p.k, p.kTilde) + r.format(st.Task(), m.value(p, r))
		add(piece{name, style}, piece{text, chart.Plain})
	}
	if cursor != present(st) && m.position(present(st)) != nil {
		mark(string(hereMark)+" here ", chart.Accent, present(st))
	}
	if best := m.best(st, r); best != nil {
		mark(string(bestMark)+" best ", chart.Good, m.at(*best))
	}
	if chosen := m.chosen(); chosen != nil {
		mark(string(chosenMark)+" chosen ", chart.Good, m.at(*chosen))
	}
	groups = append(groups, rest...)
	switch {
	case r.metric == labelFreeMetric:
		text := "(ranks settings, says nothing of accuracy or swapped classes"
		if m.choice != nil {
			text += fmt.Sprintf("; %c is of the %d cells that * tries, too, at more λ", chosenMark, m.choice.Settings)
		}
		add(piece{text + ")", chart.Dim})
	case unknowable(st) != "":
		add(piece{unknowable(st), chart.Dim})
	case r.metric == targetMetric || r.metric == parameterMetric:
		add(piece{"(judged by the target's labels, which LAR never sees; v: other judges)", chart.Dim})
	}
	for _, group := range groups {
		for i := range group {
			group[i].text = st.Spell(group[i].text)
		}
	}
	return groups
}

// cellGroups say what is known of a cell, what the map shows first.
func (v *mapView) cellGroups(st *Stage, m *componentMap, p place, w int) []group {
	cell, solved := m.cells[p]
	if !solved {
		return []group{{{"not solved yet", chart.Dim}}}
	}
	var groups []group
	if cell.Descent[0].Diverges {
		groups = append(groups, group{{"descent diverges", chart.Bad}})
	}
	task, none, first := st.Task(), st.Solution().None.Evaluation, v.reading(st)
	if first.metric == labelFreeMetric {
		groups = append(groups, m.opinions(p)...)
		for _, line := range m.judged(st) {
			for _, row := range chart.Wrap(st.Spell(line), w-2, 2) {
				groups = append(groups, group{{row, chart.Plain}})
			}
		}
	}
	for i, r := range []reading{first, {targetMetric, false}, {targetMetric, true}, {parameterMetric, v.closed}, {sourceMetric, v.closed}, {validationMetric, v.closed}} {
		value := m.value(p, r)
		if math.IsNaN(value) || i > 0 && r == first || r.metric == labelFreeMetric {
			continue
		}
		name := r.side() + " "
		if r.metric == parameterMetric {
			name = "‖w−w*‖ "
		}
		if r.closed {
			name = "to the end " + name
		}
		group := group{{name, chart.Dim}, {r.format(task, value), chart.Plain}}
		if i == 0 {
			group[1].style = chart.Bold
			over := " over no adaptation"
			if w < pairWidth-2 {
				over = " gained"
			}
			if text, style := st.change(r.of(task, none), value); text != "" && r.metric != parameterMetric {
				group = append(group, piece{" " + text, style}, piece{over, chart.Dim})
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// Lines says the best cells of the map and those of the present k and k̃.
func (v *mapView) Lines(st *Stage) []string {
	m, r := v.current(st), v.reading(st)
	if m == nil || m.params != mapParams(st.State.Params) {
		return []string{"the map is not solved"}
	}
	what := fmt.Sprintf("after %d epochs", m.params.Epochs)
	if r.closed {
		what = trainedToTheEnd
	}
	listed := func(values []int) string { return strings.ReplaceAll(session.JoinWholes(values), ",", ", ") }
	lines := []string{
		fmt.Sprintf("%s %s at λ %s for %d by %d values of k and k̃", r.name(st.Task()), what, number.Short(m.params.Lambda), len(m.k), len(m.kTilde)),
		"k: " + listed(m.k) + "; k̃: " + listed(m.kTilde),
	}
	if missing := unknowable(st); missing != "" {
		lines = append(lines, missing)
	}
	add := func(name string, p place) { lines = append(lines, name+": "+v.cellInWords(st, m, p)) }
	ranked, here := m.ranked(r), present(st)
	for i, p := range ranked[:min(5, len(ranked))] {
		add(fmt.Sprintf("best %d", i+1), p)
	}
	if len(ranked) == 0 {
		lines = append(lines, "no cell has a known score")
	}
	if chosen := m.chosen(); chosen != nil {
		add("chosen without labels", m.at(*chosen))
	}
	lines = append(lines, m.judged(st)...)
	if m.position(here) == nil {
		return lines
	}
	add("here", here)
	for _, kTilde := range m.kTilde {
		if kTilde != here.kTilde {
			add("same k", place{here.k, kTilde})
		}
	}
	for _, k := range m.k {
		if k != here.k {
			add("same k̃", place{k, here.kTilde})
		}
	}
	return lines
}

// cellInWords says what a cell scores, after the epochs and in closed form.
func (v *mapView) cellInWords(st *Stage, m *componentMap, p place) string {
	shown := shownMetric(st, v.metric)
	text := fmt.Sprintf("k %d, k̃ %d: ", p.k, p.kTilde)
	cell, solved := m.cells[p]
	if !solved {
		return text + "not solved"
	}
	after := "diverges"
	if shown == labelFreeMetric && !cell.Descent[0].Diverges {
		return text + inWords(m.opinions(p))
	}
	if !cell.Descent[0].Diverges {
		after = st.spokenMetric(shown, m.value(p, reading{shown, false}))
	}
	return text + after + ", " + trainedToTheEnd + " " + st.spokenMetric(shown, m.value(p, reading{shown, true}))
}

// Metric is the one chosen.
func (v *mapView) Metric() metric { return v.metric }

// Linger asks for the map that showed beside other panels when the session was kept.
func (v *mapView) Linger(st *Stage) []session.Job {
	if !v.again || !st.Resumed || v.current(st) != nil {
		return nil
	}
	return v.Jobs(st)
}

// current returns the map of the pair on the screen, nil before there is one. While
// another one is being solved, it may be that of an earlier state.
func (v *mapView) current(st *Stage) *componentMap {
	if m := session.ResultOf[*componentMap](st.Update, mapName); m != nil && m.session == st.Update.Session {
		return m
	}
	return nil
}

// Jobs asks for the map of the present state. What the map on the screen knows already
// is not solved again.
func (v *mapView) Jobs(st *Stage) []session.Job {
	params, known := st.State.Params, session.ResultOf[*componentMap](st.Update, mapName)
	return []session.Job{{Name: mapName, Key: params, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		return solveMap(ctx, s, params, known, func(m *componentMap) { report(m) })
	}}}
}
