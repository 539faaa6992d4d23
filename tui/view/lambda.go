package view

import (
	"fmt"
	"math"
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// The view of λ is the paper's figure 1 (c), live: a metric over λ for LAR and,
// with the same numbers on the axis as weights of ‖w‖², for ridge on the source.

// lambdaView is what the view of λ remembers.
type lambdaView struct {
	still
	metric metric
	// single shows the present seed alone, where other seeds could be drawn.
	single bool
	// withoutClosed leaves the closed form out, which may need a far longer axis than the
	// rest.
	withoutClosed bool
}

// Info says what the view is called.
func (view *lambdaView) Info() ViewInfo {
	return ViewInfo{Key: "4", Name: lambdaName, Title: "score over λ", About: "say where lambda stands and the score for every step of it"}
}

func (view *lambdaView) Keys() []Key {
	return []Key{
		{Keys: []string{"v"}, Sign: "v", Hint: "metric", Help: "λ sweep: next metric", Do: func(sc *Scene) Intent {
			view.metric = sc.nextMetric(view.metric)
			return Intent{}
		}},
		{Keys: []string{"b"}, Sign: "b", Hint: "seeds", Help: "λ sweep: mean of ten seeds, or the present one",
			Works: func(sc *Scene) bool { return sc.Update.Session != nil && hasSeeds(sc.Update.Session) },
			Do:    flip(func(sc *Scene) *bool { return &view.single })},
		{Keys: []string{"c"}, Sign: "c", Hint: "closed form", Help: "λ sweep: with or without the closed form", Do: flip(func(sc *Scene) *bool { return &view.withoutClosed })},
	}
}

// Title names the panel.
func (view *lambdaView) Title(sc *Scene) string {
	switch {
	case sc.Solution() == nil:
		return sc.scoreName() + " over λ"
	case !sc.Zoom:
		return sc.shownMetric(targetMetric).name(sc.Task()) + " over λ"
	}
	return sc.shownMetric(view.metric).name(sc.Task()) + " over λ"
}

// A lambdaCurve is one row of the table below the picture: a curve, what it is,
// and its value at the present λ for the present seed.
type lambdaCurve struct {
	chart.Curve
	what, short string
	now         float64
}

// shown is the value of the curve at λ, NaN beside the points it is drawn through. No
// adaptation is the same everywhere.
func (c lambdaCurve) shown(lambda float64) float64 {
	if at := slices.Index(c.X, lambda); at >= 0 {
		return c.Y[at]
	}
	return c.now
}

// lambdaGap stands between the picture and the table beside it.
const lambdaGap = 2

// drawLambdaView draws the picture and, where there is room, the table of its
// curves; else a line about it. It returns which values the cells show.
func (view *lambdaView) drawLambdaView(sc *Scene, g *chart.Grid) chart.Plot {
	w, h := g.Size()
	shown := sc.shownMetric(view.metric)
	rows, seeds := view.lambdaCurves(sc, shown)
	// The table stands below a picture that stays tall enough, else beside one that
	// stays wide enough; else the legend has the numbers at λ.
	const leastRows, leastColumns = 14, 44
	table, side := len(rows)+2, 0
	if h < leastRows+table {
		table = 1
		if side = lambdaGap + chart.TextWidth(sc.Spell("   best 99.8 % at λ = 1000")); w < leastColumns+side || h < 1+lambdaSideRows(len(rows), 1) {
			side = 0
			for i, row := range rows {
				rows[i].Name = row.short + " " + shown.format(sc.Task(), row.shown(sc.State.Params.Lambda))
			}
		}
	}
	var curves []chart.Curve
	for _, row := range rows {
		if !(view.withoutClosed && row.Style == chart.ClosedForm) {
			curves = append(curves, row.Curve)
		}
	}
	pinned := sc.pinnedPath()
	if shown == targetMetric {
		curves = append(curves, pinned...)
	}
	plot := view.lambdaPlot(sc, shown, curves)
	switch {
	case w >= fullWidth-2:
		plot.XLabel = "λ of LAR, L2 of ridge"
	case side == 0 && table > 1:
		plot.XLabel = "λ, L2"
	}
	plot.Markers[0].Label = sc.Spell("λ = ") + number.Short(sc.State.Params.Lambda)
	for range pinned {
		plot.Markers = append(plot.Markers, chart.Marker{X: sc.Views.pin.State.Params.Lambda, Style: chart.Pinned})
	}
	plot.Levels = append(plot.Levels, sc.Views.Rivals.rivalLevels(sc, shown)...)
	drawn := plot.Draw(g.Sub(0, 0, w-side, h-table), sc.Glyphs)
	if side > 0 {
		view.drawLambdaSide(sc, g.Sub(w-side+lambdaGap, 0, side-lambdaGap, h-table), shown, rows, seeds)
	}
	below := g.Sub(1, h-table, w-2, table)
	if table > 1 {
		view.drawLambdaTable(sc, below.Sub(0, 0, w-2, table-1), shown, rows, seeds)
		below = below.Sub(0, table-1, w-2, 1)
	}
	below.Text(0, 0, sc.firstFitting(view.lambdaNotes(sc, seeds), w-2), chart.Dim)
	return drawn
}

// lambdaNotes say how many seeds the picture shows, or what is missing, from long to
// short.
func (view *lambdaView) lambdaNotes(sc *Scene, seeds int) []string {
	sweep, seed := view.currentSweep(sc), sc.State.Spec.Seed
	switch {
	case sc.unknowable() != "":
		return []string{sc.unknowable()}
	case sweep == nil || sweep.wanted < 2:
		return []string{"ridge: ‖Φw−y‖² + L2·‖w‖² on the source alone, after the same epochs", "ridge: L2·‖w‖² on the source alone"}
	case view.single:
		return []string{fmt.Sprintf("seed %d alone; b: mean of %d seeds", seed, sweep.wanted)}
	case sweep.tried < sweep.wanted:
		return []string{
			fmt.Sprintf("mean of %d seeds so far, %d of %d tried; bands: ± standard error", seeds, sweep.tried, sweep.wanted),
			fmt.Sprintf("mean of %d seeds so far, bands ± s.e.", seeds),
		}
	}
	return []string{
		fmt.Sprintf("mean of %d seeds from %d on; bands: ± standard error; b: seed %d alone", seeds, seed, seed),
		fmt.Sprintf("mean of %d seeds, bands ± s.e.; b: seed %d alone", seeds, seed),
	}
}

// lambdaCurves returns the curves of the view, LAR first, and over how many seeds
// each is the mean.
func (view *lambdaView) lambdaCurves(sc *Scene, shown metric) (rows []lambdaCurve, seeds int) {
	task, s := sc.Task(), sc.Solution()
	own := view.ownCurves(sc, shown)
	rows = []lambdaCurve{
		{own[0], fmt.Sprintf("LAR after %d epochs", s.Epochs), "LAR", shown.of(task, s.Descent.Evaluation)},
		{own[1], "closed form", "closed", shown.of(task, s.Closed.Evaluation)},
		{own[2], "no adaptation", "none", shown.of(task, s.None.Evaluation)},
	}
	sweep := view.currentSweep(sc)
	if sweep == nil {
		return rows, 1
	}
	ridge := chart.Curve{Style: chart.Plain, Dash: chart.Doubled}
	row := lambdaCurve{ridge, "ridge", "ridge", math.NaN()}
	for _, point := range sweep.ridge {
		row.X, row.Y = append(row.X, point.L2), append(row.Y, shown.of(task, point.Descent))
		if point.L2 == sc.State.Params.Lambda {
			row.now = row.Y[len(row.Y)-1]
		}
	}
	rows = append(rows, row)
	if view.single || len(sweep.runs) == 0 || len(sc.Update.Path) < len(session.PathLambdas()) {
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
		c.X, c.Y = slices.Clone(session.PathLambdas()), nil
		for at := range c.X {
			mean, deviation := seedMean(runs, func(run seedRun) float64 { return shown.of(task, value(run, at)) })
			c.Y = append(c.Y, mean)
			c.Low, c.High = append(c.Low, mean-deviation), append(c.High, mean+deviation)
		}
		// A filled band would cover the others where the closed form is in no man's
		// land.
		c.Outline = i == 1
	}
	return rows, len(runs)
}

// ownCurves returns LAR after the epochs, in closed form and no adaptation over λ,
// for the present seed.
func (view *lambdaView) ownCurves(sc *Scene, shown metric) []chart.Curve {
	task := sc.Task()
	descent := chart.Curve{Style: chart.LAR}
	closed := chart.Curve{Style: chart.ClosedForm, Dash: chart.Dotted}
	for _, point := range sc.Update.Path {
		descent.X = append(descent.X, point.Lambda)
		descent.Y = append(descent.Y, shown.of(task, point.Descent))
		closed.Y = append(closed.Y, shown.of(task, point.Closed))
	}
	closed.X = descent.X
	lambdas := session.PathLambdas()
	value := shown.of(task, sc.Solution().None.Evaluation)
	none := chart.Curve{
		X: []float64{lambdas[0], lambdas[len(lambdas)-1]}, Y: []float64{value, value},
		Style: chart.NoAdaptation, Dash: chart.Dashed,
	}
	return []chart.Curve{descent, closed, none}
}

// lambdaPlot returns the picture of curves over λ with the present λ marked.
func (view *lambdaView) lambdaPlot(sc *Scene, shown metric, curves []chart.Curve) chart.Curves {
	task := sc.Task()
	plot := chart.Curves{
		Curves:  curves,
		Markers: []chart.Marker{{X: sc.State.Params.Lambda, Style: chart.Accent}},
		LogX:    true, Zero: true,
		XLabel: "λ", YLabel: shown.name(task), FormatX: number.Short,
	}
	var firm, loose []float64
	for _, c := range curves {
		if c.Style == chart.ClosedForm {
			loose = slices.Concat(loose, c.Y) // its band may leave the axis
			continue
		}
		firm = slices.Concat(firm, c.Y, c.Low, c.High)
	}
	if shown.isError(task) {
		plot.YMin, plot.YMax = errorRange(firm)
		plot.YWidth = errorTickWidth
		return plot
	}
	plot.FormatY, plot.YWidth = sc.formatTick(), sc.tickWidth()
	plot.YMin, plot.YMax = sc.scoreRange(firm, loose)
	return plot
}

// Click sets λ to the step of the control nearest to where the picture over λ
// was clicked.
func (view *lambdaView) Click(sc *Scene, x, y int) Intent {
	control, ok := session.OptionByName("lambda")
	if !ok {
		return Intent{}
	}
	inner := sc.Body(sc.Width, sc.Height).Inner()
	lambda, _, ok := view.plotLambda(sc, chart.NewGrid(inner.W, inner.H)).At(x, y)
	if !ok {
		return Intent{}
	}
	at := sc.State
	at.Params.Lambda = lambda
	sc.FocusOn("lambda")
	return Intent{Kind: Turn, State: control.Near(sc.State, sc.Limits, control.Place(at, sc.Limits))}
}
