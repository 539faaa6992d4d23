package view

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// lambdaView is the paper's figure 1 (c), live: a metric over λ for LAR and, with the
// same numbers on the axis as weights of ‖w‖², for ridge on the source.
type lambdaView struct {
	still
	metric metric
	// single shows the present seed alone, where other seeds could be drawn.
	single bool
	// closed draws what is trained to the end too, which may need a far longer axis than the
	// rest.
	closed bool
}

// Memory is what it remembers.
func (v *lambdaView) Memory(*Stage) memory {
	return memory{"metric": below(&v.metric, metricCount), "single": &v.single, "closed": &v.closed}
}

func (v *lambdaView) Info() ViewInfo {
	return ViewInfo{Key: "4", Name: lambdaName, Title: "score over λ", Reads: func(*Stage) bool { return true }, About: "say where lambda stands and the score for every step of it"}
}

func (v *lambdaView) Keys() []Key {
	return []Key{
		{Name: "lambda.metric", Keys: []string{"v"}, Hint: "metric", Help: "λ sweep: next judge or metric", Do: turnMetric(&v.metric)},
		{Name: "lambda.seeds", Keys: []string{"b"}, Hint: "seeds", Help: "λ sweep: mean of ten seeds, or the present one",
			Idle: unless(func(sc *Stage) bool { return v.scores(sc) && hasSeeds(sc.Update.Session) }, changesNothing),
			Do:   flip(func(*Stage) *bool { return &v.single })},
		{Name: "lambda.to-the-end", Keys: []string{"c"}, Hint: "to the end", Help: "λ sweep: with or without what is trained to the end",
			Idle: unless(v.scores, changesNothing), Do: flip(func(*Stage) *bool { return &v.closed })},
	}
}

// Title names the panel.
func (v *lambdaView) Title(sc *Stage) string {
	if sc.Solution() == nil {
		return sc.scoreName() + " over λ"
	}
	return v.shown(sc).name(sc.Task()) + " over λ"
}

// Lines says the score for every step of λ.
func (v *lambdaView) Lines(sc *Stage) []string {
	if v.judges(sc) {
		return v.judged(sc)
	}
	if math.IsNaN(sc.score(sc.Solution().Closed.Target)) {
		return []string{"the target has no labels: its score can't be known"}
	}
	var lines []string
	for _, point := range sc.Update.Path {
		after := sc.spokenMetric(targetMetric, sc.score(point.Descent.Target))
		closed := sc.spokenMetric(targetMetric, sc.score(point.Closed.Target))
		lines = append(lines, fmt.Sprintf("lambda %s: %s %s after %d epochs, %s trained to the end",
			number.Short(point.Lambda), sc.scoreName(), after, sc.Solution().Epochs, closed))
	}
	return lines
}

// Click sets λ to the step that is nearest to where the picture over λ was clicked.
func (v *lambdaView) Click(sc *Stage, x, y int) Intent { return goToCell(sc, v, x, y) }

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

// curves returns the curves of a metric, and over how many seeds each is the mean.
func (v *lambdaView) curves(sc *Stage, shown metric) (rows []lambdaCurve, seeds int) {
	if shown == labelFreeMetric {
		return v.judgedCurves(sc), 1
	}
	s, lambdas, sweep := sc.Solution(), session.PathLambdas(), v.sweep(sc)
	runs := []seedRun{{path: sc.Update.Path, none: s.None.Evaluation}}
	now := func(e model.Evaluation) float64 { return shown.of(sc.Task(), e) }
	after := fmt.Sprintf("LAR after %d epochs", s.Epochs)
	closed := chart.Curve{Style: chart.ClosedForm, Dash: chart.Dotted}
	none := chart.Curve{Style: chart.NoAdaptation, Dash: chart.Dashed}
	rows = []lambdaCurve{
		larCurve:    {chart.Curve{Style: chart.LAR}, "──", after, "LAR", "λ", now(s.Descent.Evaluation)},
		closedCurve: {closed, "··", trainedToTheEnd, "to the end", "λ", now(s.Closed.Evaluation)},
		noneCurve:   {none, "┄┄", noAdaptation, noAdaptation, "", now(s.None.Evaluation)},
	}
	if sc.Zoom && sweep != nil {
		runs[0].ridge = sweep.ridge
		if !v.single && len(sc.Update.Path) == len(lambdas) {
			runs = append(runs, sweep.runs...)
		}
		ridge := lambdaCurve{chart.Curve{Style: chart.Plain, Dash: chart.Doubled}, "══", "ridge", "ridge", "L2", math.NaN()}
		if at := slices.Index(lambdas, sc.State.Params.Lambda); at >= 0 {
			ridge.now = now(sweep.ridge[at].Descent)
		}
		rows = append(rows, ridge)
	}
	values := make([]float64, 0, len(runs))
	for i := range rows {
		c := &rows[i].Curve
		for at, lambda := range lambdas {
			values = values[:0]
			for _, run := range runs {
				if e := run.evaluation(i, at); e != nil {
					values = append(values, now(*e))
				}
			}
			if len(values) == 0 {
				break // the path is not solved that far
			}
			mean, deviation := stat.MeanStdDev(values, nil)
			c.X, c.Y = append(c.X, lambda), append(c.Y, mean)
			if n := float64(len(values)); n > 1 {
				deviation = stat.StdErr(deviation, n)
				c.Low, c.High = append(c.Low, mean-deviation), append(c.High, mean+deviation)
			}
		}
		// A filled band would cover the others where the closed form is in no man's
		// land.
		c.Outline = i == closedCurve && len(runs) > 1
	}
	return rows, len(runs)
}

// Draw draws a metric over λ after the present number of epochs and in closed form, with
// no adaptation for comparison and the present λ marked; as a view of its own with ridge
// and the numbers of all curves.
func (v *lambdaView) Draw(sc *Stage, g *chart.Grid) {
	if len(sc.Update.Path) == 0 || v.judges(sc) && v.ratings(sc) == nil {
		g.Text(1, 0, "solving …", chart.Dim)
		return
	}
	shown := v.shown(sc)
	rows, seeds := v.curves(sc, shown)
	if sc.Zoom {
		v.drawAlone(sc, g, shown, rows, seeds)
		return
	}
	rows[larCurve].Name, rows[closedCurve].Name, rows[noneCurve].Name = "LAR", trainedToTheEnd, noAdaptation
	// The legend may lack room for the last.
	drawn := []lambdaCurve{rows[larCurve], rows[noneCurve], rows[closedCurve]}
	if !v.closed {
		drawn = drawn[:2]
	}
	sc.drawCurves(g, v.picture(sc, shown, drawn), v.readout(sc, shown))
}

// picture returns the curves over λ, with what is pinned and the present λ marked.
func (v *lambdaView) picture(sc *Stage, shown metric, rows []lambdaCurve) chart.Curves {
	task := sc.Task()
	plot := chart.Curves{
		Markers: []chart.Marker{{X: sc.State.Params.Lambda, Style: chart.Accent}},
		LogX:    true, Zero: true,
		XLabel: "λ", YLabel: shown.name(task), FormatX: number.Short,
	}
	for i, row := range rows {
		if row.Reads = row.what; i == larCurve && shown != labelFreeMetric {
			row.Reads = row.short
		}
		plot.Curves = append(plot.Curves, row.Curve)
	}
	if shown == targetMetric {
		curves, markers := sc.pinnedPaths()
		plot.Curves, plot.Markers = append(plot.Curves, curves...), append(plot.Markers, markers...)
	}
	var firm, loose []float64
	for _, c := range plot.Curves {
		if c.Style == chart.ClosedForm {
			loose = slices.Concat(loose, c.Y) // its band may leave the axis
			continue
		}
		firm = slices.Concat(firm, c.Y, c.Low, c.High)
	}
	plot.FormatY, plot.YWidth = shown.formatTick(task), shown.tickWidth(task)
	plot.YMin, plot.YMax = shown.axis(task, firm, loose)
	return plot
}

// readout says what is read off the picture: of what is the mean of seeds, with its
// standard error.
func (v *lambdaView) readout(sc *Stage, shown metric) readout {
	return readout{
		now: sc.State.Params.Lambda,
		x:   func(x float64) string { return "λ = " + number.Short(x) },
		value: func(c chart.Curve, i int) string {
			if i >= len(c.High) || math.IsNaN(c.High[i]-c.Y[i]) {
				return shown.exact(sc.Task(), c.Y[i])
			}
			return "mean " + shown.exact(sc.Task(), c.Y[i]) + " ± " + shown.exact(sc.Task(), c.High[i]-c.Y[i])
		},
		goTo: func(sc *Stage, x float64) Intent {
			return sc.turnControl("lambda", func(p *model.Params) { p.Lambda = x })
		},
	}
}

// drawAlone draws the picture with the table of its curves or, without room, a line about it.
func (v *lambdaView) drawAlone(sc *Stage, g *chart.Grid, shown metric, rows []lambdaCurve, seeds int) {
	w, h := g.Size()
	// The table stands below a picture that stays tall enough, else beside one that
	// stays wide enough; else the legend has the numbers at λ.
	const leastRows, leastColumns, gap = 14, 44, 2
	below, beside := len(rows)+2, 0
	if shown == labelFreeMetric {
		below++
	}
	if h < leastRows+below {
		below, beside = 1, gap+chart.TextWidth(sc.Spell("   best 99.8 % at λ = 1000"))
		if w < leastColumns+beside || h < below+sideRows(rows, 1) {
			beside = 0
			for i, row := range rows {
				// No adaptation is the same everywhere.
				value := row.now
				if at := slices.Index(row.X, sc.State.Params.Lambda); at >= 0 {
					value = row.Y[at]
				}
				rows[i].Name = row.short + " " + shown.format(sc.Task(), value)
			}
		}
	}
	drawn := rows
	if !v.closed && shown != labelFreeMetric {
		drawn = slices.Delete(slices.Clone(rows), closedCurve, closedCurve+1)
	}
	plot := v.picture(sc, shown, drawn)
	switch {
	case w >= fullWidth-2:
		plot.XLabel = "λ of LAR, L2 of ridge"
	case beside == 0 && below > 1:
		plot.XLabel = "λ, L2"
	}
	plot.Markers[0].Label = sc.Spell("λ = ") + number.Short(sc.State.Params.Lambda)
	plot.Levels = rivalLevels(sc, shown)
	notes := []string{sc.firstFitting(v.notes(sc, seeds), w-2)}
	if shown == labelFreeMetric {
		plot.XLabel, plot.Markers = "λ", append(plot.Markers, v.chosen(sc)...)
		notes = v.note(sc, w-2, min(2, below))
	}
	sc.drawCurves(g.Sub(0, 0, w-beside, h-below), plot, v.readout(sc, shown))
	table := lambdaTable{sc, shown, rows, seeds > 1}
	switch {
	case beside > 0:
		table.drawBeside(g.Sub(w-beside+gap, 0, beside-gap, h-below))
	case below > 1:
		table.drawBelow(g.Sub(1, h-below, w-2, below-1))
	}
	for i, line := range notes {
		g.Text(1, h-len(notes)+i, line, chart.Dim)
	}
}

// notes say how many seeds the picture shows, or what is missing, from long to short.
func (v *lambdaView) notes(sc *Stage, seeds int) []string {
	sweep, seed := v.sweep(sc), sc.State.Spec.Seed
	switch {
	case unknowable(sc) != "":
		return []string{unknowable(sc)}
	case sweep == nil || sweep.wanted < 2:
		return []string{"ridge: ‖Φw−y‖² + L2·‖w‖² on the source alone, after the same epochs", "ridge: L2·‖w‖² on the source alone"}
	case v.single:
		return []string{fmt.Sprintf("seed %d alone; press b for the mean of %d seeds", seed, sweep.wanted)}
	case sweep.tried < sweep.wanted:
		return []string{
			fmt.Sprintf("mean of %d seeds so far, %d of %d tried; bands: ± standard error", seeds, sweep.tried, sweep.wanted),
			fmt.Sprintf("mean of %d seeds so far, bands ± s.e.", seeds),
		}
	}
	return []string{
		fmt.Sprintf("mean of %d seeds from %d on; bands: ± standard error; press b for seed %d alone", seeds, seed, seed),
		fmt.Sprintf("mean of %d seeds, bands ± s.e.; b: seed %d alone", seeds, seed),
	}
}

// A lambdaTable is the curves as numbers, below the picture or beside it: a piece of each,
// what it is, its value at the present λ, its mean over the seeds there where there are
// several, and where on the axis it is best.
type lambdaTable struct {
	sc    *Stage
	shown metric
	rows  []lambdaCurve
	means bool
}

// drawBelow draws the table in columns.
func (t lambdaTable) drawBelow(g *chart.Grid) {
	const now, mean, leastBest = 35, 52, 14
	sc, best, head := t.sc, now+4, "at λ = "+number.Short(t.sc.State.Params.Lambda)
	if t.means {
		best, head = mean+3, head+fmt.Sprintf(", seed %d", sc.State.Spec.Seed)
		g.TextRight(mean, 0, sc.Spell("mean ± s.e."), chart.Dim)
	}
	g.TextRight(now, 0, sc.Spell(head), chart.Dim)
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
		g.TextRight(now, y, t.shown.format(sc.Task(), row.now), chart.Bold)
		if t.means {
			g.TextRight(mean, y, sc.Spell(t.mean(row)), chart.Plain)
		}
		bests.Text(0, y, sc.Glyphs.Truncate(t.best(i), w-best), chart.Plain)
	}
}

// sideRows returns how many rows the table takes beside the picture, with so many lines
// for each curve.
func sideRows(rows []lambdaCurve, lines int) int { return 1 + len(rows)*lines }

// drawBeside draws the table in one narrow column, with as much of what belongs to a
// curve under it as has room.
func (t lambdaTable) drawBeside(g *chart.Grid) {
	sc := t.sc
	w, h := g.Size()
	g.TextRight(w, 0, sc.Spell("at λ = "+number.Short(sc.State.Params.Lambda)), chart.Dim)
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
		now, name := t.shown.format(sc.Task(), row.now), row.what
		if i == larCurve {
			name = row.short
		}
		g.Text(3, y, sc.Glyphs.Truncate(name, w-4-chart.TextWidth(now)), row.Style)
		g.TextRight(w, y, now, chart.Bold)
		for j, text := range under {
			used := g.Text(3, y+1+j, text[0], chart.Dim)
			g.Text(3+used, y+1+j, sc.Glyphs.Truncate(text[1], w-3-used), chart.Plain)
		}
	}
}

// mean writes the mean over the seeds with its standard error, if the axis has the present λ.
func (t lambdaTable) mean(row lambdaCurve) string {
	at := slices.Index(row.X, t.sc.State.Params.Lambda)
	switch {
	case at < 0 || math.IsNaN(row.Y[at]):
		return "–"
	case at >= len(row.High) || math.IsNaN(row.High[at]-row.Y[at]): // of infinite ones
		return t.shown.format(t.sc.Task(), row.Y[at])
	}
	deviation := row.High[at] - row.Y[at]
	if t.shown.isError(t.sc.Task()) {
		return number.Measure(row.Y[at]) + " ± " + number.Short(number.Round(deviation, 2))
	}
	return fmt.Sprintf("%.1f ± %.1f %%", 100*row.Y[at], 100*deviation)
}

// best says where on the axis a curve of the table is best, at the first of equals.
func (t lambdaTable) best(curve int) string {
	row, task := t.rows[curve], t.sc.Task()
	x, y := 0.0, math.NaN()
	for i, v := range row.Y {
		if math.IsNaN(y) || t.shown.worth(task, v) > t.shown.worth(task, y) {
			x, y = row.X[i], v
		}
	}
	text := t.shown.format(task, y)
	switch {
	case math.IsNaN(y):
		return "–"
	case row.axis == "":
		return text // on all of it
	}
	return text + " at " + row.axis + " = " + number.Short(x)
}

// Metric is the one chosen.
func (v *lambdaView) Metric() metric { return v.metric }

// Sketch is the score over λ.
func (v *lambdaView) Sketch(sc *Stage) (Sketch, bool) {
	return Sketch{"As λ grows" + sc.unusual(lambdaName), v.drawSimple}, true
}
