// Package scores plots metrics of solutions, such as the accuracy on the target.
//
// It has three views: Lambda (a metric over λ), Convergence (the score and the objective over the
// epochs of descent) and Map (a metric over k and k̃). The files lambda_*.go and map_*.go belong to
// Lambda and Map. A view describes its plot as a chart.Curves or a chart.HeatMap. The same
// description serves the screen and documents (stage.Panel). Package session solves what the views
// need beyond the solution on the screen. To add a metric, add a constant to stage.Metric. A new
// score of predictions belongs in package model.
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

// Lambda plots a metric over λ as figure 1 (c) of the paper does: for LAR, no adaptation, and ridge
// regression on the source with the penalty λ‖w‖².
type Lambda struct {
	stage.NoActions
	metric       stage.Metric
	showsOneSeed bool
	// showsClosedForm is false unless the user asks for the curve of the closed form, since this
	// curve may need a much longer axis than the others.
	showsClosedForm bool
}

// Memory returns the values that the view keeps between runs.
func (v *Lambda) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"metric": stage.BoundedJSON(&v.metric, stage.MetricCount), "single": &v.showsOneSeed, "closed": &v.showsClosedForm}
}

// Info returns the key, the name and the description of the view.
func (v *Lambda) Info() stage.Info {
	return stage.Info{Key: "4", Name: stage.LambdaName, Title: "score over λ", Plots: "the target's score over λ, after the epochs and trained to the end", Reads: func(*stage.Stage) bool { return true }, About: "list the score at every step of lambda"}
}

// Keys returns the keys of the view.
func (v *Lambda) Keys() []stage.Key {
	return []stage.Key{
		{Name: "lambda.metric", Keys: []string{"v"}, Hint: "metric", Help: "show the next metric", Do: stage.ShowNextMetric(&v.metric)},
		{Name: "lambda.seeds", Keys: []string{"b"}, Hint: "seeds", Help: "show the mean of ten seeds, or the present seed",
			IdleReason: stage.IdleUnless(func(st *stage.Stage) bool { return v.showsScores(st) && hasOtherSeeds(st.Session) }, stage.ChangesNothing),
			Do:         stage.ToggleFunc(&v.showsOneSeed)},
		{Name: "lambda.to-the-end", Keys: []string{"c"}, Hint: "to the end", Help: "show or hide the curve trained to the end",
			IdleReason: stage.IdleUnless(v.showsScores, stage.ChangesNothing), Do: stage.ToggleFunc(&v.showsClosedForm)},
	}
}

// Title returns the name of the plotted metric, for the frame of the view.
func (v *Lambda) Title(st *stage.Stage) string {
	if st.Solution == nil {
		return st.ScoreName() + " over λ"
	}
	return v.shownMetric(st).Name(st.PairScore()) + " over λ"
}

// Lines returns the score at every step of λ, one a line. If the target has no labels, it returns
// the label-free ratings instead.
func (v *Lambda) Lines(st *stage.Stage) []string {
	if v.showsRatings(st) {
		return ratingLines(st)
	}
	if !st.IsKnown(stage.TargetMetric) {
		return []string{"the target has no labels, so the target score is unknown"}
	}
	var lines []string
	for _, point := range st.Path {
		after := st.FormatInSentence(stage.TargetMetric, point.Descent.Target.Score)
		closed := st.FormatInSentence(stage.TargetMetric, point.Closed.Target.Score)
		lines = append(lines, fmt.Sprintf("lambda %s: %s %s %s, %s trained to the end",
			number.AllDigits(point.Lambda), st.ScoreName(), after, session.FormatEpochs("after ", st.Solution.Epochs), closed))
	}
	return lines
}

// Table returns one row per step of λ, ascending, with the scores.
func (v *Lambda) Table(ctx context.Context, st *stage.Stage, progress func(done, all int)) ([][]session.Fact, error) {
	grid := presentGrid(st)
	grid.Lambda = slices.Sorted(slices.Values(session.PathLambdas()))
	return solveRows(ctx, st, grid, progress)
}

// Click sets λ to the step nearest to the clicked column.
func (v *Lambda) Click(st *stage.Stage, x, y int) stage.Intent { return stage.GoToCell(st, v, x, y) }

// metricCurves returns the curves and the number of seeds. With several seeds, each curve is the
// mean over the seeds.
func (v *Lambda) metricCurves(st *stage.Stage, shown stage.Metric) (rows []lambdaCurve, seeds int) {
	if shown == stage.LabelFreeMetric {
		return ratingCurves(st), 1
	}
	s, lambdas, sweep := st.Solution, session.PathLambdas(), currentSweep(st)
	runs := []seedRun{{path: st.Path, none: s.None.Evaluation}}
	now := shown.ValueOf
	rows = []lambdaCurve{
		larCurve:    {chart.Curve{Style: chart.LAR}, "──", "LAR " + session.FormatEpochs("after ", s.Epochs), "LAR", "λ", now(s.Descent.Evaluation)},
		closedCurve: {chart.Curve{Style: chart.ClosedForm, Dash: chart.Dotted}, "··", stage.TrainedToTheEnd, "to the end", "λ", now(s.Closed.Evaluation)},
		noneCurve:   {chart.Curve{Style: chart.NoAdaptation, Dash: chart.Dashed}, "┄┄", stage.NoAdaptation, stage.NoAdaptation, "", now(s.None.Evaluation)},
	}
	if st.Zoom && sweep != nil {
		runs[0].ridge = sweep.ridge
		if !v.showsOneSeed && len(st.Path) == len(lambdas) {
			runs = append(runs, sweep.runs...)
		}
		ridge := lambdaCurve{chart.Curve{Style: chart.Plain, Dash: chart.Doubled}, "══", "ridge", "ridge", "L2", math.NaN()}
		if at := slices.Index(lambdas, st.State.Params.Lambda); at >= 0 {
			ridge.present = now(sweep.ridge[at].Descent)
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
				break // the other λ are unsolved
			}
			mean, deviation := stat.MeanStdDev(values, nil)
			c.X, c.Y = append(c.X, lambda), append(c.Y, mean)
			if n := float64(len(values)); n > 1 {
				deviation = stat.StdErr(deviation, n)
				c.Low, c.High = append(c.Low, mean-deviation), append(c.High, mean+deviation)
			}
		}
		// A filled band of the closed form would cover the other curves.
		c.Outline = i == closedCurve && len(runs) > 1
	}
	return rows, len(runs)
}

// solvedCurves returns the shown metric with the results of metricCurves. Until the curves are
// solved, it writes a note on g and returns no curves.
func (v *Lambda) solvedCurves(st *stage.Stage, g *chart.Grid) (shown stage.Metric, rows []lambdaCurve, seeds int) {
	shown = v.shownMetric(st)
	if len(st.Path) == 0 || v.showsRatings(st) && currentRatings(st) == nil {
		g.Text(1, 0, "solving …", chart.Dim)
		return shown, nil, 0
	}
	rows, seeds = v.metricCurves(st, shown)
	return shown, rows, seeds
}

func nameCurves(rows []lambdaCurve) {
	rows[larCurve].Name, rows[closedCurve].Name, rows[noneCurve].Name = "LAR", stage.TrainedToTheEnd, stage.NoAdaptation
}

// Draw plots the metric over λ after the present number of epochs and marks the present λ. A view
// that fills the screen also has ridge regression and a table.
func (v *Lambda) Draw(st *stage.Stage, g *chart.Grid) {
	shown, rows, seeds := v.solvedCurves(st, g)
	if rows == nil {
		return
	}
	if st.Zoom {
		v.drawZoomed(st, g, shown, rows, seeds)
		return
	}
	nameCurves(rows)
	// The legend may have no room for the last curve.
	drawn := []lambdaCurve{rows[larCurve], rows[noneCurve], rows[closedCurve]}
	if !v.showsClosedForm && !st.IsDocument() {
		drawn = drawn[:2]
	}
	st.DrawCurves(g, v.plot(st, shown, drawn), v.readout(st))
}

func (v *Lambda) plot(st *stage.Stage, shown stage.Metric, rows []lambdaCurve) chart.Curves {
	task := st.Task()
	plot := chart.Curves{
		Markers: []chart.Marker{{X: st.State.Params.Lambda, Style: chart.Accent}},
		LogX:    true, Zero: true,
		XLabel: "λ", YLabel: shown.Name(st.PairScore()), FormatX: number.AllDigits,
	}
	for i, row := range rows {
		row.ReadingName = row.longName
		if i == larCurve && shown != stage.LabelFreeMetric {
			row.ReadingName = row.shortName
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
			loose = slices.Concat(loose, c.Y) // the band of the closed form may leave the axis
			continue
		}
		firm = slices.Concat(firm, c.Y, c.Low, c.High)
	}
	shown.FormatCurves(task, &plot)
	plot.YMin, plot.YMax = shown.AxisBounds(task, firm, loose)
	return plot
}

func (v *Lambda) readout(st *stage.Stage) stage.Readout {
	return stage.Readout{
		Now: st.State.Params.Lambda,
		X:   func(x float64) string { return "λ = " + number.AllDigits(x) },
		GoTo: func(x float64) stage.Intent {
			return stage.TurnControl(st, "lambda", func(p *model.Params) { p.Lambda = x })
		},
	}
}

// drawZoomed draws the view that fills the screen.
func (v *Lambda) drawZoomed(st *stage.Stage, g *chart.Grid, shown stage.Metric, rows []lambdaCurve, seeds int) {
	w, h := g.Size()
	// The table is below the plot if leastRows lines remain for the plot, else beside the plot if
	// leastColumns remain. Otherwise the legend has the values at the present λ.
	const leastRows, leastColumns, gap = 14, 44, 2
	below, beside := len(rows)+2, 0
	if shown == stage.LabelFreeMetric {
		below++
	}
	if h < leastRows+below {
		below, beside = 1, gap+chart.TextWidth(st.Spell("   best 99.8 % at λ = 1000"))
		if w < leastColumns+beside || h < below+tableHeight(rows, 1) {
			beside = 0
			for i, row := range rows {
				// A curve without a point at the present λ has the same value at every λ.
				value := row.present
				if at := slices.Index(row.X, st.State.Params.Lambda); at >= 0 {
					value = row.Y[at]
				}
				rows[i].Name = row.shortName + " " + shown.Format(st.Task(), value)
			}
		}
	}
	drawn := rows
	if !v.showsClosedForm && shown != stage.LabelFreeMetric {
		drawn = slices.Delete(slices.Clone(rows), closedCurve, closedCurve+1)
	}
	plot := v.plot(st, shown, drawn)
	switch {
	case w >= stage.FullWidth-2:
		plot.XLabel = "λ of LAR, L2 of ridge"
	case beside == 0 && below > 1:
		plot.XLabel = "λ, L2"
	}
	plot.Markers[0].Label = st.Spell("λ = ") + number.AllDigits(st.State.Params.Lambda)
	plot.Levels = rivalLevels(st, shown)
	for i := range plot.Levels {
		if seeds > 1 { // the curves are means over the seeds
			plot.Levels[i].Name += ", this seed"
		}
	}
	notes := []string{st.ChooseFittingText(v.notes(st, seeds), w-2)}
	if shown == stage.LabelFreeMetric {
		plot.XLabel, plot.Markers = "λ", append(plot.Markers, bestRatedLambdaMarker(st)...)
		notes = ratingNotes(st, w-2, min(2, below))
	}
	st.DrawCurves(g.Sub(0, 0, w-beside, h-below), plot, v.readout(st))
	table := lambdaTable{st, shown, rows, seeds > 1}
	switch {
	case beside > 0:
		table.drawBeside(g.Sub(w-beside+gap, 0, beside-gap, h-below))
	case below > 1:
		table.drawBelow(g.Sub(1, h-below, w-2, below-1))
	}
	g.Lines(1, h-len(notes), notes, chart.Dim)
}

// notes returns versions of a note from long to short.
func (v *Lambda) notes(st *stage.Stage, seeds int) []string {
	sweep, seed := currentSweep(st), st.State.Spec.Seed
	switch {
	case stage.DescribeUnlabelledTarget(st) != "":
		return []string{stage.DescribeUnlabelledTarget(st)}
	case sweep == nil || sweep.wanted < 2:
		return []string{"ridge minimizes ‖Φw−y‖² + L2·‖w‖² on the source, after the same epochs", "ridge minimizes ‖Φw−y‖² + L2·‖w‖²"}
	case v.showsOneSeed:
		return []string{fmt.Sprintf("seed %d alone; press b for the mean of %d seeds", seed, sweep.wanted)}
	case sweep.tried < sweep.wanted:
		return []string{
			fmt.Sprintf("mean of %d seeds so far, %d of %d tried; bands: ± standard error", seeds, sweep.tried, sweep.wanted),
			fmt.Sprintf("mean of %d seeds so far; bands: ± s.e.", seeds),
		}
	}
	return []string{
		fmt.Sprintf("mean of %d seeds from seed %d on; bands: ± standard error; press b for seed %d alone", seeds, seed, seed),
		fmt.Sprintf("mean of %d seeds; bands: ± s.e.; press b for seed %d", seeds, seed),
	}
}

// Metric returns the metric that the user chose.
func (v *Lambda) Metric() stage.Metric { return v.metric }

// Sketch returns the drawing for the first screen.
func (v *Lambda) Sketch(st *stage.Stage) (stage.Sketch, bool) {
	return stage.Sketch{Title: "As λ grows" + titleSuffix(st, stage.LambdaName), Draw: v.drawSketch}, true
}

// drawSketch labels the present λ and the score for the largest λ. It returns the legend.
func (v *Lambda) drawSketch(st *stage.Stage, g *chart.Grid) []chart.Group {
	st = st.WithoutZoom()
	shown, rows, _ := v.solvedCurves(st, g)
	if rows == nil {
		return nil
	}
	if shown != stage.LabelFreeMetric {
		nameCurves(rows)
		rows = rows[:ridgeCurve]
		if !v.showsClosedForm {
			rows = slices.Delete(rows, closedCurve, closedCurve+1)
		}
		if y := rows[larCurve].Y; len(y) > 0 {
			rows[larCurve].EndLabel = shown.Format(st.Task(), y[len(y)-1])
		}
	}
	plot := v.plot(st, shown, rows)
	plot.YLabel, plot.Markers[0].Label = "", "you are here"
	return drawWithLegend(st, g, plot, v.readout(st))
}

// pinnedPaths returns the curve over λ of each pinned solution, and a marker at the pinned λ. The
// curve is one point if the pinned state differs from the present state only in λ, and a horizontal
// line if scores at other λ are unknown.
func pinnedPaths(st *stage.Stage) (curves []chart.Curve, markers []chart.Marker) {
	for _, p := range st.SolvedPins() {
		c, here := stage.PinCurve(st, p), p.State
		here.Params.Lambda = st.State.Params.Lambda
		for _, point := range p.Path {
			if here.Equal(st.State) && point.Lambda != p.State.Params.Lambda {
				continue
			}
			c.X = append(c.X, point.Lambda)
			c.Y = append(c.Y, point.Descent.Target.Score)
		}
		if c.X == nil {
			v, ladder := p.Solution.Descent.Target.Score, session.PathLambdas()
			c.X, c.Y = []float64{ladder[0], ladder[len(ladder)-1]}, []float64{v, v}
		}
		curves, markers = append(curves, c), append(markers, chart.Marker{X: p.State.Params.Lambda, Style: p.LineStyle().Style, Label: string(p.Letter)})
	}
	return curves, markers
}

func rivalLevels(st *stage.Stage, shown stage.Metric) []chart.Level {
	var levels []chart.Level
	for _, r := range st.ConfiguredRivals() {
		e := st.Trainer.Entry(st.Session, r)
		if v := shown.ValueOfRival(e.Result); e.State == session.Trained && !math.IsNaN(v) {
			levels = append(levels, chart.Level{Y: v, Style: chart.Dim, Dash: chart.Dotted, Name: st.Spell(r.Title)})
		}
	}
	return levels
}

func (v *Lambda) showsRatings(st *stage.Stage) bool {
	return v.shownMetric(st) == stage.LabelFreeMetric
}

func (v *Lambda) showsScores(st *stage.Stage) bool {
	return st.Solution != nil && !v.showsRatings(st)
}

// shownMetric returns the metric that the user chose if the view fills the screen, else the metric
// in the header of the screen.
func (v *Lambda) shownMetric(st *stage.Stage) stage.Metric {
	if st.Zoom {
		return stage.ShownMetric(st, v.metric)
	}
	return st.HeadlineMetric()
}

// Jobs returns the job that rates every λ if the view plots ratings, else the job that completes
// the lambdaSweep: ridge regression and other seeds. It returns nil for a document.
func (v *Lambda) Jobs(st *stage.Stage) []session.Job {
	switch {
	case st.IsDocument():
		return nil // a document has no other seeds
	case v.showsRatings(st):
		return ratingJobs(st)
	}
	params, known := withZeroLambda(st.State.Params), session.ResultOf[*lambdaSweep](st.Update, stage.LambdaName)
	return []session.Job{{Name: stage.LambdaName, Key: params, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		return solveSweep(ctx, s, params, known, func(sweep *lambdaSweep) { report(sweep) })
	}}}
}
