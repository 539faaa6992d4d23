package scores

import (
	"fmt"
	"math"
	"slices"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// A lambdaTable shows the curves as numbers, below the plot or beside it: for each curve the value
// at the present λ, the mean over the seeds, and the best value on the axis.
type lambdaTable struct {
	st    *stage.Stage
	shown stage.Metric
	rows  []lambdaCurve
	means bool
}

func (t lambdaTable) drawBelow(g *chart.Grid) {
	const now, mean, leastBest = 35, 52, 14
	st, best, head := t.st, now+4, "at λ = "+number.AllDigits(t.st.State.Params.Lambda)
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

// sideRows returns the height of the table beside the plot, with lines rows per curve.
func sideRows(rows []lambdaCurve, lines int) int { return 1 + len(rows)*lines }

// drawBeside draws the table in one narrow column. The mean and the best value stand below each
// curve's name, as far as there is room.
func (t lambdaTable) drawBeside(g *chart.Grid) {
	st := t.st
	w, h := g.Size()
	g.TextRight(w, 0, st.Spell("at λ = "+number.AllDigits(st.State.Params.Lambda)), chart.Dim)
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

// mean returns the mean over the seeds at the present λ with its standard error, – if unknown.
func (t lambdaTable) mean(row lambdaCurve) string {
	at := slices.Index(row.X, t.st.State.Params.Lambda)
	switch {
	case at < 0 || math.IsNaN(row.Y[at]):
		return "–"
	case at >= len(row.High) || math.IsNaN(row.High[at]-row.Y[at]): // infinite scores have no error
		return t.shown.Format(t.st.Task(), row.Y[at])
	}
	deviation := row.High[at] - row.Y[at]
	if t.shown.IsError(t.st.Task()) {
		return number.ThreeDigits(row.Y[at]) + " ± " + number.AllDigits(number.RoundDigits(deviation, 2))
	}
	return fmt.Sprintf("%.1f ± %.1f %%", 100*row.Y[at], 100*deviation)
}

// best returns the best value of a curve and its place on the axis, the first of equal ones.
func (t lambdaTable) best(curve int) string {
	row, task := t.rows[curve], t.st.Task()
	x, y := 0.0, math.NaN()
	for i, v := range row.Y {
		if math.IsNaN(y) || t.shown.Goodness(task, v) > t.shown.Goodness(task, y) {
			x, y = row.X[i], v
		}
	}
	text := t.shown.Format(task, y)
	switch {
	case math.IsNaN(y):
		return "–"
	case row.axis == "":
		return text // a level curve is best everywhere
	}
	return text + " at " + row.axis + " = " + number.AllDigits(x)
}

// A lambdaCurve is a curve with its row of the table: names, and the value at the present λ for the
// present seed.
type lambdaCurve struct {
	chart.Curve
	// sample is a piece of the curve's line; axis is the name of its variable, empty for a level
	// curve.
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
