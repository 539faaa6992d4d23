package scores

import (
	"fmt"
	"math"
	"slices"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// A lambdaTable is the curves as numbers, below the picture or beside it: a piece of each,
// what it is, its value at the present λ, its mean over the seeds there where there are
// several, and where on the axis it is best.
type lambdaTable struct {
	st    *stage.Stage
	shown stage.Metric
	rows  []lambdaCurve
	means bool
}

// drawBelow draws the table in columns.
func (t lambdaTable) drawBelow(g *chart.Grid) {
	const now, mean, leastBest = 35, 52, 14
	st, best, head := t.st, now+4, "at λ = "+number.Short(t.st.State.Params.Lambda)
	if t.means {
		best, head = mean+3, head+fmt.Sprintf(", seed %d", st.State.Spec.Seed)
		g.TextRight(mean, 0, st.Spell("mean ± s.e."), chart.Dim)
	}
	g.TextRight(now, 0, st.Spell(head), chart.Dim)
	w, h := g.Size()
	bests := g.Sub(best, 0, w-best, h)
	if w-best < leastBest {
		bests = g.Sub(0, 0, 0, 0)
	}
	bests.Text(0, 0, "best on the axis", chart.Dim)
	for i, row := range t.rows {
		y := i + 1
		g.Text(0, y, row.sample, row.Style)
		g.Text(3, y, chart.Truncate(row.what, now-12), row.Style)
		g.TextRight(now, y, t.shown.Format(st.Task(), row.now), chart.Bold)
		if t.means {
			g.TextRight(mean, y, st.Spell(t.mean(row)), chart.Plain)
		}
		bests.Text(0, y, st.Glyphs.Truncate(t.best(i), w-best), chart.Plain)
	}
}

// sideRows returns how many rows the table takes beside the picture, with so many lines
// for each curve.
func sideRows(rows []lambdaCurve, lines int) int { return 1 + len(rows)*lines }

// drawBeside draws the table in one narrow column, with as much of what belongs to a
// curve under it as has room.
func (t lambdaTable) drawBeside(g *chart.Grid) {
	st := t.st
	w, h := g.Size()
	g.TextRight(w, 0, st.Spell("at λ = "+number.Short(st.State.Params.Lambda)), chart.Dim)
	for i, row := range t.rows {
		under := [][2]string{{"mean ", t.mean(row)}, {"best ", t.best(i)}}
		if !t.means {
			under = under[1:]
		}
		for len(under) > 0 && sideRows(t.rows, 1+len(under)) > h {
			under = under[:len(under)-1]
		}
		y := 1 + i*(1+len(under))
		g.Text(0, y, row.sample, row.Style)
		now, name := t.shown.Format(st.Task(), row.now), row.what
		if i == larCurve {
			name = row.short
		}
		g.Text(3, y, st.Glyphs.Truncate(name, w-4-chart.TextWidth(now)), row.Style)
		g.TextRight(w, y, now, chart.Bold)
		for j, text := range under {
			used := g.Text(3, y+1+j, text[0], chart.Dim)
			g.Text(3+used, y+1+j, st.Glyphs.Truncate(text[1], w-3-used), chart.Plain)
		}
	}
}

// mean writes the mean over the seeds with its standard error, if the axis has the present λ.
func (t lambdaTable) mean(row lambdaCurve) string {
	at := slices.Index(row.X, t.st.State.Params.Lambda)
	switch {
	case at < 0 || math.IsNaN(row.Y[at]):
		return "–"
	case at >= len(row.High) || math.IsNaN(row.High[at]-row.Y[at]): // Of infinite ones
		return t.shown.Format(t.st.Task(), row.Y[at])
	}
	deviation := row.High[at] - row.Y[at]
	if t.shown.IsError(t.st.Task()) {
		return number.Measure(row.Y[at]) + " ± " + number.Short(number.Round(deviation, 2))
	}
	return fmt.Sprintf("%.1f ± %.1f %%", 100*row.Y[at], 100*deviation)
}

// best says where on the axis a curve of the table is best, at the first of equals.
func (t lambdaTable) best(curve int) string {
	row, task := t.rows[curve], t.st.Task()
	x, y := 0.0, math.NaN()
	for i, v := range row.Y {
		if math.IsNaN(y) || t.shown.Worth(task, v) > t.shown.Worth(task, y) {
			x, y = row.X[i], v
		}
	}
	text := t.shown.Format(task, y)
	switch {
	case math.IsNaN(y):
		return "–"
	case row.axis == "":
		return text // on all of it
	}
	return text + " at " + row.axis + " = " + number.Short(x)
}

// A lambdaCurve is one row of the table of the view: a curve, what it is, and its value
// at the present λ for the present seed.
type lambdaCurve struct {
	chart.Curve
	// sample is a piece of it, axis what it is drawn over; empty where it is level.
	sample, what, short, axis string
	now                       float64
}

// The curves of the view, in the order of the table.
const (
	larCurve = iota
	closedCurve
	noneCurve
	ridgeCurve
)
