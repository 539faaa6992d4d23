package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// currentMap returns the map of the pair on the screen, nil before there is one.
// While another one is being solved, it may be that of an earlier state.
func (view *mapView) currentMap(sc *Scene) *ComponentMap {
	if m := session.ResultOf[*ComponentMap](sc.Update, "map"); m != nil && m.session == sc.Update.Session {
		return m
	}
	return nil
}

func (view *mapView) Draw(sc *Scene, g *chart.Grid) { view.plotMap(sc, g) }

// plotMap draws a metric over k and k̃; as a view of its own also what the cursor
// is on. It returns which cell of the map lies where, nil without a map.
func (view *mapView) plotMap(sc *Scene, g *chart.Grid) func(x, y int) (chart.Position, bool) {
	m := view.currentMap(sc)
	w, h := g.Size()
	switch {
	case m == nil && sc.Zoom:
		g.Text(1, 0, "solving …", chart.Dim)
		return nil
	case m == nil:
		for i, line := range chart.Wrap(sc.Spell("press 5 to solve LAR for every k and k̃ and see where it does best"), w-2, h) {
			g.Text(1, i, line, chart.Dim)
		}
		return nil
	}
	view.drawMapCaption(sc, g.Sub(0, 0, w, 1), m)
	below := view.mapLines(sc, m, w)
	rows := 0
	if sc.Zoom {
		// The cursor's cell and the best one are always told.
		rows = min(flowRows(below, w-2), 3, max(2, h-9))
	}
	heat := view.heatMap(sc, m)
	// The legend stays close to the cells.
	height := min(h-1-rows, 2*len(m.k)+4)
	hit := heat.Draw(g.Sub(1, 1, w-2, height), sc.Glyphs)
	if sc.Zoom {
		drawFlow(g.Sub(1, 1+height, w-2, rows), below)
	}
	return func(x, y int) (chart.Position, bool) { return hit(x-1, y-1) }
}

// heatMap returns the drawing of the map.
func (view *mapView) heatMap(sc *Scene, m *ComponentMap) chart.HeatMap {
	task := sc.Task()
	shown := sc.shownMetric(view.metric)
	heat := chart.HeatMap{RowName: "k", ColName: "k̃", NumberWidth: 5, Format: func(v float64) string {
		if shown.isError(task) {
			return number.Measure(v)
		}
		return strconv.FormatFloat(math.Round(1000*v)/10, 'f', 1, 64)
	}}
	if shown.isError(task) {
		heat.NumberWidth = 6
	}
	for r, k := range m.k {
		row := make([]float64, len(m.kTilde))
		for c := range row {
			row[c] = m.value(r, c, shown, view.closed)
		}
		heat.Values = append(heat.Values, row)
		heat.RowLabels = append(heat.RowLabels, strconv.Itoa(k))
	}
	for _, kTilde := range m.kTilde {
		heat.ColLabels = append(heat.ColLabels, strconv.Itoa(kTilde))
	}
	if shown.isError(task) {
		heat.Min, heat.Max = view.errorScale(sc, heat.Values, shown)
	}
	heat.Cursor = m.position(sc.State.Params.K, sc.State.Params.KTilde)
	if row, col, ok := m.best(shown, view.closed); ok {
		heat.Best = &chart.Position{Row: row, Col: col}
	}
	if sc.Zoom {
		heat.Candidate = m.position(view.cursor(sc))
	}
	if pin := sc.Views.pin; pin != nil {
		heat.Pinned = m.position(pin.State.Params.K, pin.State.Params.KTilde)
	}
	return heat
}

// errorScale keeps a few huge errors from making all others look alike: beyond
// twice that of no adaptation there is nothing to tell apart.
func (view *mapView) errorScale(sc *Scene, values [][]float64, shown metric) (lo, hi float64) {
	lo, hi = bounds(slices.Concat(values...))
	if none := shown.of(sc.Task(), sc.Solution().None.Evaluation); lo < 2*none && 2*none < hi {
		hi = 2 * none
	}
	return lo, hi
}

// position returns the cell of k and k̃, nil where the map has none.
func (m *ComponentMap) position(k, kTilde int) *chart.Position {
	row, inRows := slices.BinarySearch(m.k, k)
	col, inCols := slices.BinarySearch(m.kTilde, kTilde)
	if !inRows || !inCols {
		return nil
	}
	return &chart.Position{Row: row, Col: col}
}

// drawMapCaption says what the numbers are and how far the map is solved.
func (view *mapView) drawMapCaption(sc *Scene, g *chart.Grid, m *ComponentMap) {
	w, _ := g.Size()
	text := sc.shownMetric(view.metric).name(sc.Task())
	if !sc.shownMetric(view.metric).isError(sc.Task()) {
		text += " in %"
	}
	if view.closed {
		text += ", closed form"
	} else {
		text += fmt.Sprintf(" after %d epochs", m.params.Epochs)
	}
	text += " at λ = " + number.Short(m.params.Lambda)
	right, style := "", chart.Dim
	switch {
	case m.params != mapParams(sc.State.Params):
		right, style = "solving …", chart.Warning
		if !sc.Zoom {
			right = "of an earlier state: press 5"
		}
	case m.solved < len(m.cells):
		right, style = fmt.Sprintf("%d of %d cells", m.solved, len(m.cells)), chart.Warning
	}
	right = sc.Spell(right)
	room := w - 4 - chart.TextWidth(right)
	const leastCaption = 15
	if room < leastCaption && right != "" {
		g.Text(1, 0, chart.Truncate(right, w-2), style)
		return
	}
	g.Text(1, 0, chart.Truncate(sc.Spell(text), room), chart.Plain)
	g.TextRight(w-1, 0, right, style)
}

// mapLines says what the cursor's cell scores, where the state is and what is best,
// then what else is known of the cell.
func (view *mapView) mapLines(sc *Scene, m *ComponentMap, w int) [][]piece {
	task := sc.Task()
	shown := sc.shownMetric(view.metric)
	hereMark, bestMark, _ := sc.Glyphs.HeatMarks()
	k, kTilde := view.cursor(sc)
	groups := [][]piece{{{fmt.Sprintf("[k = %d, k̃ = %d]", k, kTilde), chart.Accent}}}
	add := func(spans ...piece) { groups = append(groups, spans) }
	var rest [][]piece
	if at := m.position(k, kTilde); at != nil {
		cell := view.cellSpans(sc, m.at(at.Row, at.Col), w)
		groups, rest = append(groups, cell[0]), cell[1:]
	}
	name := func(row, col int) string { return fmt.Sprintf("k = %d, k̃ = %d: ", m.k[row], m.kTilde[col]) }
	here := m.position(sc.State.Params.K, sc.State.Params.KTilde)
	if here != nil && view.looking {
		add(piece{string(hereMark) + " here ", chart.Accent}, piece{name(here.Row, here.Col) + shown.format(task, m.value(here.Row, here.Col, shown, view.closed)), chart.Plain})
	}
	if row, col, ok := m.best(shown, view.closed); ok {
		add(piece{string(bestMark) + " best ", chart.Good}, piece{name(row, col) + shown.format(task, m.value(row, col, shown, view.closed)), chart.Plain})
	}
	groups = append(groups, rest...)
	switch {
	case sc.unknowable() != "":
		add(piece{sc.unknowable(), chart.Dim})
	case shown == targetMetric || shown == parameterMetric:
		text := "(judged by the target's labels, which the method never sees"
		if sc.known(validationMetric) {
			text += "; v: validation"
		}
		add(piece{text + ")", chart.Dim})
	}
	for _, spans := range groups {
		for i := range spans {
			spans[i].text = sc.Spell(spans[i].text)
		}
	}
	return groups
}

// A reading is a metric of a cell, in closed form or after the epochs.
type reading struct {
	metric metric
	closed bool
}

// cellSpans lists what is known of a cell, what the map shows first, in a view of w
// columns.
func (view *mapView) cellSpans(sc *Scene, c mapCell, w int) [][]piece {
	if !c.solved {
		return [][]piece{{{"not solved yet", chart.Dim}}}
	}
	over := " over no adaptation"
	if w < pairWidth-2 {
		over = " over none"
	}
	var groups [][]piece
	if c.diverges {
		groups = append(groups, []piece{{"descent diverges", chart.Bad}})
	}
	task, none, closed := sc.Task(), sc.Solution().None.Evaluation, view.closed
	first := reading{sc.shownMetric(view.metric), closed}
	readings := []reading{first}
	for _, r := range []reading{{targetMetric, false}, {targetMetric, true}, {parameterMetric, closed}, {sourceMetric, closed}, {validationMetric, closed}} {
		if r != first {
			readings = append(readings, r)
		}
	}
	for _, r := range readings {
		e, ok := c.evaluation(r.closed)
		v := r.metric.of(task, e)
		if !ok || math.IsNaN(v) {
			continue
		}
		name := strings.Fields(r.metric.name(task))[0] + " "
		if r.metric == parameterMetric {
			name = "‖w−w*‖ "
		}
		if r.closed {
			name = "closed " + name
		}
		spans := []piece{{name, chart.Dim}, {r.metric.format(task, v), chart.Plain}}
		if r == first {
			spans[1].style = chart.Bold
			text, style := sc.change(r.metric.of(task, none), v)
			if text != "" && r.metric != parameterMetric {
				spans = append(spans, piece{" " + text, style}, piece{over, chart.Dim})
			}
		}
		groups = append(groups, spans)
	}
	return groups
}
