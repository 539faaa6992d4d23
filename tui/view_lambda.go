package tui

import (
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/tui/chart"
)

// The view of λ is the paper's figure 1 (c), live: a metric over λ for LAR and,
// with the same numbers on the axis as weights of ‖w‖², for ridge on the source.

// lambdaView is what the view of λ remembers.
type lambdaView struct {
	metric metric
	// single shows the present seed alone, where other seeds could be drawn.
	single bool
	// withoutClosed leaves the closed form out, which may need a far longer axis than the
	// rest.
	withoutClosed bool
}

func lambdaActions() []action {
	return []action{
		{keys: []string{"v"}, name: "v", hint: "metric", help: "λ sweep: next metric", do: func(p *Program) {
			p.scene.Views.lambda.metric = p.scene.nextMetric(p.scene.Views.lambda.metric)
		}},
		{keys: []string{"b"}, name: "b", hint: "seeds", help: "λ sweep: mean of ten seeds, or the present one",
			works: func(p *Program) bool { return p.scene.Update.Session != nil && hasSeeds(p.scene.Update.Session) },
			do:    func(p *Program) { p.scene.Views.lambda.single = !p.scene.Views.lambda.single }},
		{keys: []string{"c"}, name: "c", hint: "closed form", help: "λ sweep: with or without the closed form", do: func(p *Program) {
			p.scene.Views.lambda.withoutClosed = !p.scene.Views.lambda.withoutClosed
		}},
	}
}

// lambdaTitle names the panel.
func (sc *Scene) lambdaTitle() string {
	if !sc.Zoom || sc.solution() == nil {
		return sc.scoreName() + " over λ"
	}
	return sc.shownMetric(sc.Views.lambda.metric).name(sc.task()) + " over λ"
}

// A lambdaCurve is one row of the table below the picture: a curve, what it is,
// and its value at the present λ for the present seed.
type lambdaCurve struct {
	chart.Curve
	what, short string
	now         float64
}

// drawLambdaView draws the picture and, where there is room, the table of its
// curves; else a line about it. It returns which values the cells show.
func (sc *Scene) drawLambdaView(g *chart.Grid) chart.Plot {
	w, h := g.Size()
	shown := sc.shownMetric(sc.Views.lambda.metric)
	rows, seeds := sc.lambdaCurves(shown)
	const leastPlot = 8
	table := len(rows) + 2
	if h < leastPlot+table {
		table = 1
		for i := range rows {
			rows[i].Name = rows[i].short
		}
	}
	var curves []chart.Curve
	for _, row := range rows {
		if !(sc.Views.lambda.withoutClosed && row.Style == chart.ClosedForm) {
			curves = append(curves, row.Curve)
		}
	}
	pinned := sc.pinnedPath()
	if shown == targetMetric {
		curves = append(curves, pinned...)
	}
	plot := sc.lambdaPlot(shown, curves)
	if plot.XLabel = "λ, L2"; w >= fullWidth-2 {
		plot.XLabel = "λ of LAR, L2 of ridge"
	}
	plot.XLabel = sc.spell(plot.XLabel)
	plot.Markers[0].Label = sc.spell("λ = ") + formatNumber(sc.State.Params.Lambda)
	for range pinned {
		plot.Markers = append(plot.Markers, chart.Marker{X: sc.Views.pin.State.Params.Lambda, Style: chart.Pinned})
	}
	plot.Levels = append(plot.Levels, sc.rivalLevels(shown)...)
	drawn := plot.Draw(g.Sub(0, 0, w, h-table), sc.Glyphs)
	below := g.Sub(1, h-table, w-2, table)
	if table > 1 {
		sc.drawLambdaTable(below.Sub(0, 0, w-2, table-1), shown, rows, seeds)
		below = below.Sub(0, table-1, w-2, 1)
	}
	below.Text(0, 0, chart.Truncate(sc.spell(sc.lambdaNote(seeds)), w-2), chart.Dim)
	return drawn
}

// lambdaNote says how many seeds the picture shows, or what is missing.
func (sc *Scene) lambdaNote(seeds int) string {
	sweep := sc.currentSweep()
	switch {
	case sc.unknowable() != "":
		return sc.unknowable()
	case sweep == nil || sweep.wanted < 2:
		return "ridge: ‖Φw−y‖² + L2·‖w‖² on the source alone, after the same epochs"
	case sc.Views.lambda.single:
		return fmt.Sprintf("seed %d alone; b: mean of %d seeds", sc.State.Spec.Seed, sweep.wanted)
	case sweep.tried < sweep.wanted:
		return fmt.Sprintf("mean of %d seeds so far, %d of %d tried; shaded: ± standard error", seeds, sweep.tried, sweep.wanted)
	}
	return fmt.Sprintf("mean of %d seeds from %d on; shaded: ± standard error; b: seed %d alone", seeds, sc.State.Spec.Seed, sc.State.Spec.Seed)
}

// lambdaCurves returns the curves of the view, LAR first, and over how many seeds
// each is the mean.
func (sc *Scene) lambdaCurves(shown metric) (rows []lambdaCurve, seeds int) {
	task, s := sc.task(), sc.solution()
	own := sc.ownCurves(shown)
	rows = []lambdaCurve{
		{own[0], fmt.Sprintf("LAR after %d epochs", s.Epochs), "LAR", shown.of(task, s.Descent.Evaluation)},
		{own[1], "closed form", "closed", shown.of(task, s.Closed.Evaluation)},
		{own[2], "no adaptation", "none", shown.of(task, s.None.Evaluation)},
	}
	sweep := sc.currentSweep()
	if sweep == nil {
		return rows, 1
	}
	ridge := chart.Curve{Style: chart.Plain, Dash: chart.LongDashed}
	row := lambdaCurve{ridge, "ridge", "ridge", math.NaN()}
	for _, point := range sweep.ridge {
		row.X, row.Y = append(row.X, point.L2), append(row.Y, shown.of(task, point.Descent))
		if point.L2 == sc.State.Params.Lambda {
			row.now = row.Y[len(row.Y)-1]
		}
	}
	rows = append(rows, row)
	if sc.Views.lambda.single || len(sweep.runs) == 0 || len(sc.Update.Path) < len(PathLambdas()) {
		return rows, 1
	}
	runs := append([]seedRun{{sc.Update.Path, sweep.ridge}}, sweep.runs...)
	for i, value := range []func(run seedRun, at int) model.Evaluation{
		func(run seedRun, at int) model.Evaluation { return run.path[at].Descent },
		func(run seedRun, at int) model.Evaluation { return run.path[at].Closed },
		func(run seedRun, _ int) model.Evaluation { return run.ridge[0].Descent },
		func(run seedRun, at int) model.Evaluation { return run.ridge[at].Descent },
	} {
		c := &rows[i].Curve
		c.X, c.Y = slices.Clone(PathLambdas()), nil
		for at := range c.X {
			mean, deviation := seedMean(runs, func(run seedRun) float64 { return shown.of(task, value(run, at)) })
			c.Y = append(c.Y, mean)
			// The closed form's band would cover the others where it is in no man's
			// land; its table row has the number.
			if i != 1 {
				c.Low, c.High = append(c.Low, mean-deviation), append(c.High, mean+deviation)
			}
		}
	}
	return rows, len(runs)
}

// ownCurves returns LAR after the epochs, in closed form and no adaptation over λ,
// for the present seed.
func (sc *Scene) ownCurves(shown metric) []chart.Curve {
	task := sc.task()
	descent := chart.Curve{Style: chart.LAR}
	closed := chart.Curve{Style: chart.ClosedForm, Dash: chart.Dotted}
	for _, point := range sc.Update.Path {
		descent.X = append(descent.X, point.Lambda)
		descent.Y = append(descent.Y, shown.of(task, point.Descent))
		closed.Y = append(closed.Y, shown.of(task, point.Closed))
	}
	closed.X = descent.X
	lambdas := PathLambdas()
	value := shown.of(task, sc.solution().None.Evaluation)
	none := chart.Curve{
		X: []float64{lambdas[0], lambdas[len(lambdas)-1]}, Y: []float64{value, value},
		Style: chart.NoAdaptation, Dash: chart.Dashed,
	}
	return []chart.Curve{descent, closed, none}
}

// lambdaPlot returns the picture of curves over λ with the present λ marked.
func (sc *Scene) lambdaPlot(shown metric, curves []chart.Curve) chart.Curves {
	task := sc.task()
	plot := chart.Curves{
		Curves:  curves,
		Markers: []chart.Marker{{X: sc.State.Params.Lambda, Style: chart.Accent}},
		LogX:    true, Zero: true,
		XLabel: "λ", YLabel: shown.name(task), FormatX: formatNumber,
	}
	var firm, loose []float64
	for _, c := range curves {
		to := &firm
		if c.Style == chart.ClosedForm {
			to = &loose
		}
		*to = slices.Concat(*to, c.Y, c.Low, c.High)
	}
	if shown.isError(task) {
		plot.YMin, plot.YMax = errorRange(firm)
		return plot
	}
	plot.FormatY = sc.formatTick()
	plot.YMin, plot.YMax = sc.scoreRange(firm, loose)
	return plot
}

// drawLambdaTable lists the curves: a piece of each, what it is, its value at the
// present λ, its mean over the seeds there, and where on the axis it is best.
func (sc *Scene) drawLambdaTable(g *chart.Grid, shown metric, rows []lambdaCurve, seeds int) {
	w, _ := g.Size()
	task, lambda := sc.task(), sc.State.Params.Lambda
	const now, mean, best = 35, 52, 55
	withMean := seeds > 1
	bestAt := best
	if !withMean {
		bestAt = now + 4
	}
	head := "at λ = " + formatNumber(lambda)
	if withMean {
		head += fmt.Sprintf(", seed %d", sc.State.Spec.Seed)
		g.TextRight(mean, 0, sc.spell("mean ± s.e."), chart.Dim)
	}
	g.TextRight(now, 0, sc.spell(head), chart.Dim)
	if w >= bestAt+14 {
		g.Text(bestAt, 0, "best on the axis", chart.Dim)
	}
	samples := []string{"──", "··", "┄┄", "╌╌"}
	for i, row := range rows {
		y := i + 1
		g.Text(0, y, samples[i], row.Style)
		g.Text(3, y, chart.Truncate(row.what, now-12), row.Style)
		g.TextRight(now, y, shown.format(task, row.now), chart.Bold)
		if withMean {
			g.TextRight(mean, y, sc.spell(sc.meanText(shown, row, lambda)), chart.Plain)
		}
		if x, y2, ok := bestPoint(shown, task, row.Curve); ok && w >= bestAt+14 {
			text := shown.format(task, y2)
			if i != 2 {
				axis := "λ"
				if i == 3 {
					axis = "L2"
				}
				text += fmt.Sprintf(" at %s = %s", axis, formatNumber(x))
			}
			g.Text(bestAt, y, chart.Truncate(sc.spell(text), w-bestAt), chart.Plain)
		}
	}
}

// meanText writes the mean over the seeds at λ with its standard error, as far as
// the axis has that λ.
func (sc *Scene) meanText(shown metric, row lambdaCurve, lambda float64) string {
	at := slices.Index(row.X, lambda)
	if at < 0 || math.IsNaN(row.Y[at]) {
		return "–"
	}
	task := sc.task()
	if at >= len(row.High) {
		return shown.format(task, row.Y[at])
	}
	deviation := row.High[at] - row.Y[at]
	if shown.isError(task) {
		return formatMeasure(row.Y[at]) + " ± " + formatNumber(round(deviation, 2))
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
