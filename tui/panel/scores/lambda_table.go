package scores

import (
	"fmt"
	"math"
	"slices"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// A lambdaTable has one row per curve: the value at the present λ, the best value over λ and, if
// hasMeans is true, the mean over the seeds at the present λ.
type lambdaTable struct {
	st       *stage.Stage
	metric   stage.Metric
	rows     []lambdaCurve
	hasMeans bool
}

func (t lambdaTable) drawBelow(g *chart.Grid) {
	const now, mean, leastBest = 35, 52, 14
	st, best, head := t.st, now+4, "at λ = "+number.AllDigits(t.st.State.Params.Lambda)
	if t.hasMeans {
		best, head = mean+3, head+fmt.Sprintf(", seed %d", st.State.Spec.Seed)
		g.TextRight(mean, 0, "mean ± s.e.", chart.Dim)
	}
	g.TextRight(now, 0, head, chart.Dim)
	w, h := g.Size()
	bests := g.Sub(best, 0, w-best, h)
	if w-best < leastBest {
		bests = g.Sub(0, 0, 0, 0)
	}
	bests.Text(0, 0, "best on the axis", chart.Dim)
	for i, row := range t.rows {
		y := i + 1
		g.Text(0, y, row.linePiece, row.Style)
		g.TextWithin(3, y, now-12, row.longName, row.Style)
		g.TextRight(now, y, t.metric.Format(st.Task(), row.present), chart.Bold)
		if t.hasMeans {
			g.TextRight(mean, y, t.meanText(row), chart.Plain)
		}
		bests.TextWithin(0, y, w-best, t.bestText(i), chart.Plain)
	}
}

func tableHeight(rows []lambdaCurve, lines int) int { return 1 + len(rows)*lines }

// drawBeside draws the table in a narrow column. If there is room, the mean and the best value are
// below the name of the curve.
func (t lambdaTable) drawBeside(g *chart.Grid) {
	st := t.st
	w, h := g.Size()
	g.TextRight(w, 0, "at λ = "+number.AllDigits(st.State.Params.Lambda), chart.Dim)
	for i, row := range t.rows {
		under := [][2]string{{"mean ", t.meanText(row)}, {"best ", t.bestText(i)}}
		if !t.hasMeans {
			under = under[1:]
		}
		for len(under) > 0 && tableHeight(t.rows, 1+len(under)) > h {
			under = under[:len(under)-1]
		}
		y := 1 + i*(1+len(under))
		g.Text(0, y, row.linePiece, row.Style)
		now, name := t.metric.Format(st.Task(), row.present), row.longName
		if i == larCurve {
			name = row.shortName
		}
		g.TextWithin(3, y, w-4-chart.TextWidth(now), name, row.Style)
		g.TextRight(w, y, now, chart.Bold)
		for j, text := range under {
			used := g.Text(3, y+1+j, text[0], chart.Dim)
			g.TextWithin(3+used, y+1+j, w-3-used, text[1], chart.Plain)
		}
	}
}

// meanText writes the mean over the seeds at the present λ with the standard error, or "–" for an
// unknown mean.
func (t lambdaTable) meanText(row lambdaCurve) string {
	at := slices.Index(row.X, t.st.State.Params.Lambda)
	switch {
	case at < 0 || math.IsNaN(row.Y[at]):
		return "–"
	case at >= len(row.High) || math.IsNaN(row.High[at]-row.Y[at]): // an infinite mean has no standard error
		return t.metric.Format(t.st.Task(), row.Y[at])
	}
	deviation := row.High[at] - row.Y[at]
	if t.metric.IsError(t.st.Task()) {
		return number.ThreeDigits(row.Y[at]) + " ± " + number.AllDigits(number.RoundDigits(deviation, 2))
	}
	return fmt.Sprintf("%.1f ± %.1f %%", 100*row.Y[at], 100*deviation)
}

// bestText writes the best value of a curve and the first λ with that value, or "–" if all values
// are unknown.
func (t lambdaTable) bestText(curve int) string {
	row, task := t.rows[curve], t.st.Task()
	x, y := 0.0, math.NaN()
	for i, v := range row.Y {
		if math.IsNaN(y) || t.metric.Goodness(task, v) > t.metric.Goodness(task, y) {
			x, y = row.X[i], v
		}
	}
	text := t.metric.Format(task, y)
	switch {
	case math.IsNaN(y):
		return "–"
	case row.parameter == "":
		return text // a horizontal line is best everywhere
	}
	return text + " at " + row.parameter + " = " + number.AllDigits(x)
}

type lambdaCurve struct {
	chart.Curve
	// linePiece is a short piece of the curve's line. parameter is the variable along the curve, λ
	// or L2; it is "" if the curve is a horizontal line. present is the value at the present λ and
	// seed.
	linePiece, longName, shortName, parameter string
	present                                   float64
}

// Indices of the curves, which are the rows of the table.
const (
	larCurve = iota
	closedCurve
	noneCurve
	ridgeCurve
)
