package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// How the first screen draws curves, what the view of convergence says in words, and what
// it shows of a descent that has no curve.

// scoreCaption says what the picture of scores shows.
func (v *convergenceView) scoreCaption(sc *Scene) string {
	what := "accuracy"
	switch {
	case sc.Task() == model.Regression:
		what = "mean squared error"
	case v.logY:
		what = "share of errors"
	}
	dotted := "dotted: trained to the end, where descent leads"
	switch closed := sc.Update.Curves.Closed; {
	case math.IsNaN(sc.score(closed.Target)):
		dotted = "the target has no labels: its own can't be known"
	case closed.UnboundedBelow:
		dotted = "dotted: the closed form, at which descent never ends"
	}
	return what + " after each epoch; " + dotted
}

// objectiveCaption says how far the objective has come.
func objectiveCaption(sc *Scene) string {
	curves, p := sc.Update.Curves, sc.Update.Session.Problem
	now := math.NaN()
	if n := len(curves.Descent.Curve); n > 0 {
		now = curves.Descent.Curve[n-1].Objective
	}
	if f := sc.frame(); f != nil {
		now = f.Objective
	}
	text := fmt.Sprintf("J/n, what descent lowers: %s now, ", number.Measure(now))
	if least := p.LeastObjective(curves.Closed); math.IsNaN(least) {
		fall := p.ObjectiveFall(curves.Params, curves.Descent, curves.Closed)
		text += fmt.Sprintf("no minimum: falls by %s an epoch for ever, so stop early", number.Measure(fall))
	} else {
		text += fmt.Sprintf("%s at its minimum (dotted)", number.Measure(least))
	}
	return text + fmt.Sprintf("; rate %s, stable below %s", number.Rate(curves.Descent.Rate), number.Rate(curves.Descent.LargestStableRate))
}

// drawDivergence says why there is no picture.
func drawDivergence(sc *Scene, g *chart.Grid) {
	s := sc.Solution()
	if !s.Descent.Diverges {
		g.Text(1, 0, "the target has no labels", chart.Dim)
		return
	}
	g.Text(1, 0, "descent diverges", chart.Bad)
	g.Text(1, 1, fmt.Sprintf("rate %s is above the largest", number.Short(number.Round(s.Descent.Rate, 3))), chart.Plain)
	g.Text(1, 2, fmt.Sprintf("stable one, %s", number.Short(number.Round(s.Descent.LargestStableRate, 3))), chart.Plain)
	g.Text(1, 4, "set rate to auto", chart.Dim)
}

// drawGrowth shows a descent that diverges for what it is: how its weights would
// grow from epoch to epoch, and which key stops that.
func drawGrowth(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	y := 0
	say := func(style chart.Style, text string, args ...any) {
		y = drawWrapped(sc, g, y, 3, fmt.Sprintf(text, args...), style)
	}
	d := sc.Solution().Descent
	growth := sc.Solution().Params.Growth(d)
	say(chart.Bad, "descent diverges: every epoch makes the weights %s times as large", number.Measure(growth))
	say(chart.Plain, "%s", growthReason(sc, growth))
	say(chart.Plain, "the rate %s is %s times the largest stable one, %s",
		number.Rate(d.Rate), number.Measure(d.Rate/d.LargestStableRate), number.Rate(d.LargestStableRate))
	say(chart.Plain, "%s", growthRemedy(sc))
	if h-y < 7 {
		return
	}
	// Until it is large, which may take less than an epoch.
	const large = 1e12
	epochs := math.Max(1, math.Min(float64(sc.State.Params.Epochs), math.Ceil(math.Log(large)/math.Log(growth))))
	way := []float64{0, epochs}
	chart.Curves{
		Curves: []chart.Curve{
			{X: way, Y: []float64{1, math.Pow(growth, epochs)}, Style: chart.Bad, Name: "at this rate"},
			{X: way, Y: []float64{1, 1}, Style: chart.LAR, Dash: chart.Dashed, Name: "at the largest stable rate"},
		},
		LogY: true, XLabel: "epoch", YLabel: "distance from the optimum, times that at the start, log", YMin: math.NaN(), YMax: math.NaN(), YWidth: errorTickWidth,
	}.Draw(g.Sub(0, y+1, w, h-y-1), sc.Glyphs)
}

// growthReason says where the growth comes from, and where it ends.
func growthReason(sc *Scene, growth float64) string {
	s := sc.Solution()
	text := fmt.Sprintf("|1 − hλ_max| = %s with the step h = 2α/n and λ_max the largest eigenvalue of A, where 1 is the limit", number.Measure(growth))
	if s.Momentum > 0 {
		text = fmt.Sprintf("with momentum %s the largest root of the iteration is %s, where 1 is the limit", number.Short(s.Momentum), number.Measure(growth))
	}
	end := math.Log(math.MaxFloat64) / math.Log(growth)
	if end < float64(s.Epochs) {
		text += fmt.Sprintf("; after %s epochs no number is large enough", number.Measure(math.Ceil(end)))
	}
	return text
}

// growthRemedy says what to press.
func growthRemedy(sc *Scene) string {
	rate, _ := session.OptionByName("rate")
	largest := sc.Solution().Descent.LargestStableRate
	state, before := sc.State, session.State{}
	for presses := 1; !state.Equal(before); presses++ {
		before, state = state, rate.Step(state, sc.Limits, -1)
		value := 0.0 // auto is always stable
		switch state.Params.Rate.Rule {
		case model.RateFixed:
			value = state.Params.Rate.Value
		case model.RatePaper:
			value = 1 / (2 * sc.Update.Session.Problem.Src.Sigma[0])
		}
		if value > largest {
			continue
		}
		times := fmt.Sprintf("%d times", presses)
		if presses == 1 {
			times = "once"
		}
		return fmt.Sprintf("press %s %s to lower the rate to %s, the first stable one; with rate selected, %s goes to auto, which always is",
			sc.sign("rate"+downs), times, rate.Get(state), sc.sign("turn-lowest"))
	}
	return ""
}

// drawSimple draws the score over the epochs, scaled to LAR and no adaptation.
func (v *convergenceView) drawSimple(sc *Scene, g *chart.Grid) []group {
	sc = sc.unzoomed()
	curves := sc.Update.Curves
	switch {
	case sc.Solution().Descent.Diverges:
		drawDivergence(sc, g)
		return nil
	case curves == nil || curves.Descent.Diverges:
		g.Text(1, 0, "solving …", chart.Dim)
		return nil
	}
	plot := v.scorePlot(sc)
	if unknown := math.IsNaN(sc.score(curves.Closed.Target)); unknown || v.objective {
		plot = v.objectivePlot(sc)
	} else {
		plot.YLabel = ""
		plot.Curves = slices.DeleteFunc(plot.Curves, func(c chart.Curve) bool { return c.Style == chart.Source || c.Style == chart.Plain })
		for i := range plot.Curves {
			if c := &plot.Curves[i]; c.Style == chart.ClosedForm { // it holds the epochs to come
				c.Name, c.Y = "", []float64{math.NaN(), math.NaN()}
			}
		}
		var whole []float64
		for _, way := range ways(sc) {
			for _, c := range way.points {
				whole = append(whole, sc.score(c.Target))
			}
		}
		if !v.logY {
			plot.YMin, plot.YMax = targetMetric.axis(sc.Task(), whole, nil)
		}
	}
	return drawNamed(sc, g, plot)
}

// drawSimple draws the score over λ, scaled to LAR and no adaptation, with where the
// state stands and what λ leads to.
func (v *lambdaView) drawSimple(sc *Scene, g *chart.Grid) []group {
	sc = sc.unzoomed()
	if len(sc.Update.Path) == 0 || v.judges(sc) && v.ratings(sc) == nil {
		g.Text(1, 0, "solving …", chart.Dim)
		return nil
	}
	shown := v.shown(sc)
	rows, _ := v.curves(sc, shown)
	if shown != labelFreeMetric {
		rows[larCurve].Name, rows[closedCurve].Name, rows[noneCurve].Name = "LAR", trainedToTheEnd, noAdaptation
		if rows = rows[:ridgeCurve]; !v.closed {
			rows = slices.Delete(rows, closedCurve, closedCurve+1)
		}
		if y := rows[larCurve].Y; len(y) > 0 {
			rows[larCurve].End = shown.format(sc.Task(), y[len(y)-1])
		}
	}
	plot := v.picture(sc, shown, rows)
	plot.YLabel, plot.Markers[0].Label = "", "you are here"
	return drawNamed(sc, g, plot)
}

// unzoomed is the scene without what is shown alone only: other metrics, other seeds.
func (sc *Scene) unzoomed() *Scene {
	small := *sc
	small.Zoom = false
	return &small
}

// drawNamed draws curves, and returns their legend.
func drawNamed(sc *Scene, g *chart.Grid, plot chart.Curves) (legend []group) {
	for i := range plot.Curves {
		c := &plot.Curves[i]
		if c.Name != "" {
			legend = append(legend, group{{c.Sample(sc.Glyphs) + " ", c.Style}, {c.Name, chart.Plain}})
		}
		c.Name = ""
	}
	plot.Draw(g, sc.Glyphs)
	return legend
}

// step returns the value n places further in an ascending list than v, or than the
// place where v belongs.
func step[T cmp.Ordered](values []T, v T, n int) T {
	at, found := slices.BinarySearch(values, v)
	if !found && n > 0 {
		at--
	}
	return values[max(0, min(len(values)-1, at+n))]
}

// pointOf tells a row of the target: its label, its score and what that predicts.
func pointOf(sc *Scene, row int) []group {
	p, w := sc.Update.Session.Problem, sc.Solution().Descent.Weights
	d := domain{Domain: model.Domain{X: p.Target.X, Y: p.Target.Y}}
	said := []group{{{fmt.Sprintf("row %d", row+1), chart.Accent}}}
	label, predicted, wrong := compare(sc, d, row)
	if row < len(p.Target.Y) && sc.Task() == model.Regression {
		label = number.Digits(p.Target.Y[row], 6)
	}
	said = append(said, group{{"label ", chart.Dim}, {cmp.Or(label, "unknown"), chart.Plain}})
	if predicted == "" {
		return said
	}
	score := number.Digits(mat.Dot(p.Target.X.RowView(row), w.ColView(0)), 6)
	if sc.Task() == model.Regression {
		return append(said, group{{"prediction ", chart.LAR}, {score, chart.Plain}})
	}
	said = append(said, group{{"score wᵀx ", chart.LAR}, {score, chart.Plain}}, group{{"predicted ", chart.LAR}, {predicted, chart.Plain}})
	if wrong {
		said = append(said, group{{"wrong", chart.Bad}})
	}
	return said
}

// turnControl turns by a control, which is selected, to parameters that are set anew.
func (sc *Scene) turnControl(name string, set func(*model.Params)) Intent {
	next := sc.State
	set(&next.Params)
	if sc.FocusOn(name); next.Equal(sc.State) {
		return Tell("%s is %s already", sc.Focused().Label, sc.Focused().Get(next))
	}
	return Intent{Kind: Turn, State: next}
}
