package view

import (
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// The curves of the view of λ as numbers: below the picture, or beside it.

// lambdaSamples are pieces of the curves of LAR, closed form, no adaptation and ridge.
func lambdaSamples() []string { return []string{"──", "··", "┄┄", "══"} }

// lambdaSideRows returns how many rows the table takes beside the picture, with so many
// lines for each curve.
func lambdaSideRows(curves, lines int) int { return 1 + curves*lines }

// drawLambdaSide is drawLambdaTable in a narrow column: under each curve its mean over the
// seeds, and if there is room where it is best.
func (view *lambdaView) drawLambdaSide(sc *Scene, g *chart.Grid, shown metric, rows []lambdaCurve, seeds int) {
	w, h := g.Size()
	task, lambda := sc.Task(), sc.State.Params.Lambda
	lines := 3
	if seeds < 2 {
		lines = 2
	}
	for lines > 1 && lambdaSideRows(len(rows), lines) > h {
		lines--
	}
	g.TextRight(w, 0, sc.Spell("at λ = "+number.Short(lambda)), chart.Dim)
	y := 1
	under := func(name, text string) {
		used := g.Text(3, y, name, chart.Dim)
		g.Text(3+used, y, sc.Glyphs.Truncate(text, w-3-used), chart.Plain)
		y++
	}
	for i, row := range rows {
		g.Text(0, y, lambdaSamples()[i], row.Style)
		now := shown.format(task, row.now)
		name := row.what
		if i == 0 {
			name = row.short
		}
		g.Text(3, y, sc.Glyphs.Truncate(name, w-4-chart.TextWidth(now)), row.Style)
		g.TextRight(w, y, now, chart.Bold)
		y++
		if left := lines - 1; seeds > 1 && left > 0 {
			under("mean ", view.meanText(sc, shown, row, lambda))
			if left == 1 {
				continue
			}
		} else if left == 0 {
			continue
		}
		under("best ", view.bestText(sc, shown, row, i))
	}
}

// bestText says where on the axis curve i of the table is best.
func (view *lambdaView) bestText(sc *Scene, shown metric, row lambdaCurve, i int) string {
	x, y, ok := bestPoint(shown, sc.Task(), row.Curve)
	if !ok {
		return "–"
	}
	text := shown.format(sc.Task(), y)
	switch i {
	case 2:
		return text // on all of it
	case 3:
		return text + " at L2 = " + number.Short(x)
	}
	return text + " at λ = " + number.Short(x)
}

// drawLambdaTable lists the curves: a piece of each, what it is, its value at the
// present λ, its mean over the seeds there, and where on the axis it is best.
func (view *lambdaView) drawLambdaTable(sc *Scene, g *chart.Grid, shown metric, rows []lambdaCurve, seeds int) {
	w, _ := g.Size()
	task, lambda := sc.Task(), sc.State.Params.Lambda
	const now, mean, best = 35, 52, 55
	withMean := seeds > 1
	bestAt := best
	if !withMean {
		bestAt = now + 4
	}
	head := "at λ = " + number.Short(lambda)
	if withMean {
		head += fmt.Sprintf(", seed %d", sc.State.Spec.Seed)
		g.TextRight(mean, 0, sc.Spell("mean ± s.e."), chart.Dim)
	}
	g.TextRight(now, 0, sc.Spell(head), chart.Dim)
	if w >= bestAt+14 {
		g.Text(bestAt, 0, "best on the axis", chart.Dim)
	}
	for i, row := range rows {
		y := i + 1
		g.Text(0, y, lambdaSamples()[i], row.Style)
		g.Text(3, y, chart.Truncate(row.what, now-12), row.Style)
		g.TextRight(now, y, shown.format(task, row.now), chart.Bold)
		if withMean {
			g.TextRight(mean, y, sc.Spell(view.meanText(sc, shown, row, lambda)), chart.Plain)
		}
		if w >= bestAt+14 {
			g.Text(bestAt, y, sc.Glyphs.Truncate(view.bestText(sc, shown, row, i), w-bestAt), chart.Plain)
		}
	}
}

// meanText writes the mean over the seeds at λ with its standard error, as far as
// the axis has that λ.
func (view *lambdaView) meanText(sc *Scene, shown metric, row lambdaCurve, lambda float64) string {
	at := slices.Index(row.X, lambda)
	if at < 0 || math.IsNaN(row.Y[at]) {
		return "–"
	}
	task := sc.Task()
	if at >= len(row.High) {
		return shown.format(task, row.Y[at])
	}
	deviation := row.High[at] - row.Y[at]
	if shown.isError(task) {
		return number.Measure(row.Y[at]) + " ± " + number.Short(number.Round(deviation, 2))
	}
	return fmt.Sprintf("%.1f ± %.1f %%", 100*row.Y[at], 100*deviation)
}

// bestPoint returns the best value of a curve and where it is, the first of
// equals; false where nothing is known.
func bestPoint(m metric, task model.Task, c chart.Curve) (x, y float64, ok bool) {
	y = math.NaN()
	for i, v := range c.Y {
		if m.better(task, v, y) {
			x, y, ok = c.X[i], v, true
		}
	}
	return x, y, ok
}
