package view

import (
	"fmt"
	"math"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// Draw draws the score over the epochs of descent. Without target
// labels the objective is all there is.
func (view *convergenceView) Draw(sc *Scene, g *chart.Grid) {
	curves := sc.Update.Curves
	switch {
	case sc.Solution().Descent.Diverges && sc.Zoom:
		view.drawGrowth(sc, g)
	case sc.Solution().Descent.Diverges:
		view.drawDivergence(sc, g)
	case curves == nil || curves.Descent.Diverges:
		g.Text(1, 0, "solving …", chart.Dim)
	case sc.Zoom:
		view.drawConvergenceView(sc, g)
	case math.IsNaN(sc.score(curves.Closed.Target)):
		view.objectivePlot(sc).Draw(g, sc.Glyphs)
	default:
		view.scorePlot(sc).Draw(g, sc.Glyphs)
	}
}

// drawDivergence says why there is no picture.
func (view *convergenceView) drawDivergence(sc *Scene, g *chart.Grid) {
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

// series takes a column of a curve.
func series(curve []model.CurvePoint, value func(model.CurvePoint) float64) (x, y []float64) {
	for _, c := range curve {
		x = append(x, float64(c.Epoch))
		y = append(y, value(c))
	}
	return x, y
}

// larPoints is the way of the descent to its end, with the frames of the track
// between the points of its curve.
func (view *convergenceView) larPoints(sc *Scene) []model.CurvePoint {
	return withFrames(sc.Update.Curves.Descent.Curve, sc.track(), func(f model.Frame) model.CurvePoint {
		return model.CurvePoint{Epoch: f.Epoch, Objective: f.Objective, Target: f.Descent.Target}
	})
}

// nonePoints is larPoints without adaptation.
func (view *convergenceView) nonePoints(sc *Scene) []model.CurvePoint {
	return withFrames(sc.Update.Curves.None.Curve, sc.track(), func(f model.Frame) model.CurvePoint {
		return model.CurvePoint{Epoch: f.Epoch, Objective: f.NoneObjective, Target: f.None.Target}
	})
}

// larCurve draws a quantity of the descent over its epochs, as far as playing has
// come.
func (view *convergenceView) larCurve(sc *Scene, value func(model.CurvePoint) float64) chart.Curve {
	x, y := series(until(view.larPoints(sc), sc.Solution().Epochs), value)
	return chart.Curve{X: x, Y: y, Style: chart.LAR, Name: "LAR"}
}

// noneCurve is larCurve without adaptation.
func (view *convergenceView) noneCurve(sc *Scene, value func(model.CurvePoint) float64) chart.Curve {
	x, y := series(until(view.nonePoints(sc), sc.Solution().Epochs), value)
	name := "none"
	if sc.Update.Curves.None.Diverges {
		name = "none diverges"
	}
	return chart.Curve{X: x, Y: y, Style: chart.NoAdaptation, Name: name, Dash: chart.Dashed}
}

// withFrames adds the frames of a track, which may be nil, to a curve.
func withFrames(curve []model.CurvePoint, t *session.Track, point func(model.Frame) model.CurvePoint) []model.CurvePoint {
	if t == nil || len(curve) == 0 {
		return curve
	}
	var all []model.CurvePoint
	rest := t.Frames
	for _, c := range curve {
		for ; len(rest) > 0 && rest[0].Epoch <= c.Epoch; rest = rest[1:] {
			if rest[0].Epoch < c.Epoch {
				all = append(all, point(rest[0]))
			}
		}
		all = append(all, c)
	}
	return all
}

// across is a curve at one height over all epochs, so that the axis holds them: from
// 0 on, where there is a place for that.
func (view *convergenceView) across(sc *Scene, y float64) chart.Curve {
	from := 0.0
	if view.logX {
		from = 1
	}
	return chart.Curve{X: []float64{from, float64(sc.Update.Curves.Epochs)}, Y: []float64{y, y}}
}

// epochMarkers mark the present epoch, where playing is on its way.
func (view *convergenceView) epochMarkers(sc *Scene) []chart.Marker {
	m := chart.Marker{X: float64(sc.Solution().Epochs), Style: chart.Accent}
	if sc.frame() != nil {
		m.Label = fmt.Sprintf("epoch %d", sc.Solution().Epochs)
	}
	return []chart.Marker{m}
}

// scorePlot is the score over the epochs, with what it ends at in closed form.
func (view *convergenceView) scorePlot(sc *Scene) chart.Curves {
	scale := view.scoreScale(sc)
	value := func(c model.CurvePoint) float64 { return scale.of(sc.score(c.Target)) }
	closed := scale.of(sc.score(sc.Update.Curves.Closed.Target))
	dotted := view.across(sc, closed)
	dotted.Style, dotted.Name, dotted.Dash = chart.ClosedForm, "closed form", chart.Dotted
	plot := chart.Curves{
		Curves:  append([]chart.Curve{view.larCurve(sc, value), view.noneCurve(sc, value), dotted}, sc.pinnedCurve(value)...),
		Markers: view.epochMarkers(sc),
		LogX:    view.logX, LogY: scale.log, ZeroY: scale.log,
		XLabel: view.epochLabel(sc), YLabel: scale.name, FormatY: sc.formatTick(), YWidth: sc.tickWidth(),
	}
	plot.YMin, plot.YMax = math.NaN(), math.NaN()
	if !scale.log {
		// The whole way, so that the axis stays while curves grow.
		all := []float64{sc.score(sc.Solution().Descent.Target)}
		for _, way := range [][]model.CurvePoint{view.larPoints(sc), view.nonePoints(sc), pinnedPoints(sc)} {
			_, scores := series(way, value)
			all = append(all, scores...)
		}
		plot.YMin, plot.YMax = sc.scoreRange(all, []float64{closed})
	}
	return plot
}
