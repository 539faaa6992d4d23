// Package scores draws the scores of solutions: over λ, over the epochs of descent, over k and k̃.
//
// The views are Lambda, Convergence and Map; the files lambda_*.go and map_*.go belong to Lambda
// and Map. Each view describes its plot as a chart.Curves or chart.HeatMap, which the stage draws
// on the screen or exports as a figure. To add a metric, add it to stage.Metric.
package scores

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// Lambda is the view of a metric over λ, as in the paper's figure 1 (c): LAR, and ridge on the
// source with the same numbers as weights of ‖w‖².
type Lambda struct {
	stage.NoActions
	metric stage.Metric
	// single shows the present seed alone instead of the mean of several seeds.
	single bool
	// closed shows the closed form too, which may need a far longer axis.
	closed bool
}

// Memory returns the metric and the curves, which the view keeps between runs.
func (v *Lambda) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"metric": stage.BoundedJSON(&v.metric, stage.MetricCount), "single": &v.single, "closed": &v.closed}
}

// Info returns the key, the name and the description of the view.
func (v *Lambda) Info() stage.Info {
	return stage.Info{Key: "4", Name: stage.LambdaName, Title: "score over λ", Plots: "the target's score over λ, after the epochs and trained to the end", Reads: func(*stage.Stage) bool { return true }, About: "say the present lambda and the score at every step of lambda"}
}

// Keys returns the keys of the view.
func (v *Lambda) Keys() []stage.Key {
	return []stage.Key{
		{Name: "lambda.metric", Keys: []string{"v"}, Hint: "metric", Help: "next judge or metric", Do: stage.TurnMetric(&v.metric)},
		{Name: "lambda.seeds", Keys: []string{"b"}, Hint: "seeds", Help: "mean of ten seeds, or the present one",
			Idle: stage.IdleUnless(func(st *stage.Stage) bool { return v.showsScores(st) && hasSeeds(st.Session) }, stage.ChangesNothing),
			Do:   stage.Toggle(&v.single)},
		{Name: "lambda.to-the-end", Keys: []string{"c"}, Hint: "to the end", Help: "with or without the curve trained to the end",
			Idle: stage.IdleUnless(v.showsScores, stage.ChangesNothing), Do: stage.Toggle(&v.closed)},
	}
}

// Title returns the title of the panel.
func (v *Lambda) Title(st *stage.Stage) string {
	if st.Solution == nil {
		return st.ScoreName() + " over λ"
	}
	return v.shownMetric(st).Name(st.ScoredBy()) + " over λ"
}

// Lines returns the score at every step of λ.
func (v *Lambda) Lines(st *stage.Stage) []string {
	if v.showsRatings(st) {
		return ratingLines(st)
	}
	if !st.Known(stage.TargetMetric) {
		return []string{"the target has no labels: its score can't be known"}
	}
	var lines []string
	for _, point := range st.Path {
		after := st.SpokenMetric(stage.TargetMetric, st.Score(point.Descent.Target))
		closed := st.SpokenMetric(stage.TargetMetric, st.Score(point.Closed.Target))
		lines = append(lines, fmt.Sprintf("lambda %s: %s %s %s, %s trained to the end",
			number.Short(point.Lambda), st.ScoreName(), after, session.TrainedFor("after ", st.Solution.Epochs), closed))
	}
	return lines
}

// Table returns one row per step of λ in ascending order.
func (v *Lambda) Table(ctx context.Context, st *stage.Stage, progress func(done, all int)) ([][]session.Fact, error) {
	grid := gridOf(st)
	grid.Lambda = slices.Sorted(slices.Values(session.PathLambdas()))
	return sweepRows(ctx, st, grid, progress)
}

// Click sets λ to the step nearest to the clicked column.
func (v *Lambda) Click(st *stage.Stage, x, y int) stage.Intent { return stage.GoToCell(st, v, x, y) }

// curves returns the curves of a metric and the number of seeds that each curve averages.
func (v *Lambda) curves(st *stage.Stage, shown stage.Metric) (rows []lambdaCurve, seeds int) {
	if shown == stage.LabelFreeMetric {
		return ratingCurves(st), 1
	}
	s, lambdas, sweep := st.Solution, session.PathLambdas(), sweepOf(st)
	runs := []seedRun{{path: st.Path, none: s.None.Evaluation}}
	now := func(e model.Evaluation) float64 { return shown.Of(st.Task(), e) }
	after := "LAR " + session.TrainedFor("after ", s.Epochs)
	closed := chart.Curve{Style: chart.ClosedForm, Dash: chart.Dotted}
	none := chart.Curve{Style: chart.NoAdaptation, Dash: chart.Dashed}
	rows = []lambdaCurve{
		larCurve:    {chart.Curve{Style: chart.LAR}, "──", after, "LAR", "λ", now(s.Descent.Evaluation)},
		closedCurve: {closed, "··", stage.TrainedToTheEnd, "to the end", "λ", now(s.Closed.Evaluation)},
		noneCurve:   {none, "┄┄", stage.NoAdaptation, stage.NoAdaptation, "", now(s.None.Evaluation)},
	}
	if st.Zoom && sweep != nil {
		runs[0].ridge = sweep.ridge
		if !v.single && len(st.Path) == len(lambdas) {
			runs = append(runs, sweep.runs...)
		}
		ridge := lambdaCurve{chart.Curve{Style: chart.Plain, Dash: chart.Doubled}, "══", "ridge", "ridge", "L2", math.NaN()}
		if at := slices.Index(lambdas, st.State.Params.Lambda); at >= 0 {
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
		// Filled, this band would cover the other curves.
		c.Outline = i == closedCurve && len(runs) > 1
	}
	return rows, len(runs)
}

// solved returns the metric, its curves and the number of seeds. Before they are solved it says so,
// and returns no curves.
func (v *Lambda) solved(st *stage.Stage, g *chart.Grid) (shown stage.Metric, rows []lambdaCurve, seeds int) {
	shown = v.shownMetric(st)
	if len(st.Path) == 0 || v.showsRatings(st) && ratingsOf(st) == nil {
		g.Text(1, 0, "solving …", chart.Dim)
		return shown, nil, 0
	}
	rows, seeds = v.curves(st, shown)
	return shown, rows, seeds
}

// nameCurves names the curves for a legend.
func nameCurves(rows []lambdaCurve) {
	rows[larCurve].Name, rows[closedCurve].Name, rows[noneCurve].Name = "LAR", stage.TrainedToTheEnd, stage.NoAdaptation
}

// Draw draws a metric over λ after the present epochs, with no adaptation for comparison and the
// present λ marked. Option closed adds the closed form; a zoomed view adds ridge and a table.
func (v *Lambda) Draw(st *stage.Stage, g *chart.Grid) {
	shown, rows, seeds := v.solved(st, g)
	if rows == nil {
		return
	}
	if st.Zoom {
		v.drawZoomed(st, g, shown, rows, seeds)
		return
	}
	nameCurves(rows)
	// The legend may lack room for the last name.
	drawn := []lambdaCurve{rows[larCurve], rows[noneCurve], rows[closedCurve]}
	if !v.closed && !st.OnPaper() {
		drawn = drawn[:2]
	}
	st.DrawCurves(g, v.plot(st, shown, drawn), v.readout(st))
}

// plot returns the plot of the curves and the pins over λ, with the present λ marked.
func (v *Lambda) plot(st *stage.Stage, shown stage.Metric, rows []lambdaCurve) chart.Curves {
	task := st.Task()
	plot := chart.Curves{
		Markers: []chart.Marker{{X: st.State.Params.Lambda, Style: chart.Accent}},
		LogX:    true, Zero: true,
		XLabel: "λ", YLabel: shown.Name(st.ScoredBy()), FormatX: number.Short,
	}
	for i, row := range rows {
		row.Reads = row.what
		if i == larCurve && shown != stage.LabelFreeMetric {
			row.Reads = row.short
		}
		plot.Curves = append(plot.Curves, row.Curve)
	}
	if shown == stage.TargetMetric {
		curves, markers := pinnedPaths(st)
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
	shown.Write(task, &plot)
	plot.YMin, plot.YMax = shown.Axis(task, firm, loose)
	return plot
}

// readout returns how λ is read off the plot.
func (v *Lambda) readout(st *stage.Stage) stage.Readout {
	return stage.Readout{
		Now: st.State.Params.Lambda,
		X:   func(x float64) string { return "λ = " + number.Short(x) },
		GoTo: func(x float64) stage.Intent {
			return stage.TurnControl(st, "lambda", func(p *model.Params) { p.Lambda = x })
		},
	}
}

// drawZoomed draws the zoomed view: the plot, the table of its curves and a note.
func (v *Lambda) drawZoomed(st *stage.Stage, g *chart.Grid, shown stage.Metric, rows []lambdaCurve, seeds int) {
	w, h := g.Size()
	// The table stands below the plot if leastRows remain for the plot, else beside it if
	// leastColumns remain. Else the legend shows the values at λ.
	const leastRows, leastColumns, gap = 14, 44, 2
	below, beside := len(rows)+2, 0
	if shown == stage.LabelFreeMetric {
		below++
	}
	if h < leastRows+below {
		below, beside = 1, gap+chart.TextWidth(st.Spell("   best 99.8 % at λ = 1000"))
		if w < leastColumns+beside || h < below+sideRows(rows, 1) {
			beside = 0
			for i, row := range rows {
				// No adaptation has the same score at every λ.
				value := row.now
				if at := slices.Index(row.X, st.State.Params.Lambda); at >= 0 {
					value = row.Y[at]
				}
				rows[i].Name = row.short + " " + shown.Format(st.Task(), value)
			}
		}
	}
	drawn := rows
	if !v.closed && shown != stage.LabelFreeMetric {
		drawn = slices.Delete(slices.Clone(rows), closedCurve, closedCurve+1)
	}
	plot := v.plot(st, shown, drawn)
	switch {
	case w >= stage.FullWidth-2:
		plot.XLabel = "λ of LAR, L2 of ridge"
	case beside == 0 && below > 1:
		plot.XLabel = "λ, L2"
	}
	plot.Markers[0].Label = st.Spell("λ = ") + number.Short(st.State.Params.Lambda)
	plot.Levels = rivalLevels(st, shown)
	for i := range plot.Levels {
		if seeds > 1 { // the curves are means over the seeds
			plot.Levels[i].Name += ", this seed"
		}
	}
	notes := []string{st.FirstFitting(v.notes(st, seeds), w-2)}
	if shown == stage.LabelFreeMetric {
		plot.XLabel, plot.Markers = "λ", append(plot.Markers, leadingLambda(st)...)
		notes = ratingNote(st, w-2, min(2, below))
	}
	st.DrawCurves(g.Sub(0, 0, w-beside, h-below), plot, v.readout(st))
	table := lambdaTable{st, shown, rows, seeds > 1}
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

// notes returns versions of the note from long to short: the number of seeds, or what the target's
// missing labels leave unknown.
func (v *Lambda) notes(st *stage.Stage, seeds int) []string {
	sweep, seed := sweepOf(st), st.State.Spec.Seed
	switch {
	case stage.UnknownNumbers(st) != "":
		return []string{stage.UnknownNumbers(st)}
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

// Metric returns the chosen metric.
func (v *Lambda) Metric() stage.Metric { return v.metric }

// Sketch returns the score over λ for the first screen.
func (v *Lambda) Sketch(st *stage.Stage) (stage.Sketch, bool) {
	return stage.Sketch{Title: "As λ grows" + titleSuffix(st, stage.LambdaName), Draw: v.drawSketch}, true
}

// drawSketch draws the score over λ without a table. The present λ and the score at the largest λ
// are labelled.
func (v *Lambda) drawSketch(st *stage.Stage, g *chart.Grid) []chart.Group {
	st = st.Unzoomed()
	shown, rows, _ := v.solved(st, g)
	if rows == nil {
		return nil
	}
	if shown != stage.LabelFreeMetric {
		nameCurves(rows)
		rows = rows[:ridgeCurve]
		if !v.closed {
			rows = slices.Delete(rows, closedCurve, closedCurve+1)
		}
		if y := rows[larCurve].Y; len(y) > 0 {
			rows[larCurve].End = shown.Format(st.Task(), y[len(y)-1])
		}
	}
	plot := v.plot(st, shown, rows)
	plot.YLabel, plot.Markers[0].Label = "", "you are here"
	return drawWithLegend(st, g, plot, v.readout(st))
}

// pinnedPaths returns the curve of each pin over λ and a marker at each pin's λ. A pin that differs
// from the present state in λ alone has one point, at its own λ. A pin without a path has a level
// line at its score.
func pinnedPaths(st *stage.Stage) (curves []chart.Curve, markers []chart.Marker) {
	for _, p := range st.SolvedPins() {
		c, here := stage.PinCurve(st, p), p.State
		here.Params.Lambda = st.State.Params.Lambda
		for _, point := range p.Path {
			if here.Equal(st.State) && point.Lambda != p.State.Params.Lambda {
				continue
			}
			c.X = append(c.X, point.Lambda)
			c.Y = append(c.Y, st.Score(point.Descent.Target))
		}
		if c.X == nil {
			v, ladder := st.Score(p.Solution.Descent.Target), session.PathLambdas()
			c.X, c.Y = []float64{ladder[0], ladder[len(ladder)-1]}, []float64{v, v}
		}
		curves, markers = append(curves, c), append(markers, chart.Marker{X: p.State.Params.Lambda, Style: p.Look().Style, Label: string(p.Name)})
	}
	return curves, markers
}

// rivalLevels returns the metric of each trained rival as a level.
func rivalLevels(st *stage.Stage, shown stage.Metric) []chart.Level {
	var levels []chart.Level
	for _, r := range st.State.Methods() {
		e := st.Trainer.Entry(st.Session, r)
		if v := shown.OfRival(e.Result); e.State == session.Trained && !math.IsNaN(v) {
			levels = append(levels, chart.Level{Y: v, Style: chart.Dim, Dash: chart.Dotted, Name: st.Spell(r.Title)})
		}
	}
	return levels
}

// showsRatings reports whether the view shows ratings without labels.
func (v *Lambda) showsRatings(st *stage.Stage) bool {
	return v.shownMetric(st) == stage.LabelFreeMetric
}

// showsScores reports whether the view shows scores.
func (v *Lambda) showsScores(st *stage.Stage) bool {
	return st.Solution != nil && !v.showsRatings(st)
}

// shownMetric returns the metric of the plot: the chosen metric in a zoomed view, else the headline's.
func (v *Lambda) shownMetric(st *stage.Stage) stage.Metric {
	if st.Zoom {
		return stage.ShownMetric(st, v.metric)
	}
	return st.Headline()
}

// Jobs returns the job of the sweep at the present state, or of the ratings. The sweep on the
// screen is continued, not solved again.
func (v *Lambda) Jobs(st *stage.Stage) []session.Job {
	switch {
	case st.OnPaper():
		return nil // other seeds are for the screen only
	case v.showsRatings(st):
		return ratingJobs(st)
	}
	params, known := sweepParams(st.State.Params), session.ResultOf[*lambdaSweep](st.Update, stage.LambdaName)
	return []session.Job{{Name: stage.LambdaName, Key: params, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		return solveSweep(ctx, s, params, known, func(sweep *lambdaSweep) { report(sweep) })
	}}}
}
