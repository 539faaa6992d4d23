package view

import (
	"fmt"
	"math"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// The view of convergence: how score and objective go over the epochs of descent,
// and where both lead.

// A convergenceView is what the view remembers.
type convergenceView struct {
	still
	// logX and logY make the axes logarithmic; objective shows the objective where
	// there is only room for one picture.
	logX, logY, objective bool
}

// Info says what the view is called.
func (view *convergenceView) Info() ViewInfo {
	return ViewInfo{Key: "3", Name: convergenceName, Title: "convergence", About: "say the score after some epochs"}
}

// From tallConvergence rows on both pictures show, from roomyConvergence also what
// they say in words.
const (
	tallConvergence  = 20
	roomyConvergence = 10
)

// Keys are the keys of the view.
func (view *convergenceView) Keys() []Key {
	converges := func(sc *Scene) bool {
		s := sc.Solution()
		return s != nil && !s.Descent.Diverges
	}
	single := func(sc *Scene) bool {
		_, h := sc.bodySize(sc.Width, sc.Height)
		return converges(sc) && h-2 < tallConvergence
	}
	return []Key{
		{Keys: []string{"v"}, Sign: "v", Hint: "J/n", Help: "objective or score, where one has room", Works: single,
			Do: flip(func(sc *Scene) *bool { return &view.objective })},
		{Keys: []string{"x"}, Sign: "x", Hint: "log x", Help: "epochs on a linear or logarithmic axis", Works: converges,
			Do: flip(func(sc *Scene) *bool { return &view.logX })},
		{Keys: []string{"X"}, Sign: "X", Hint: "log y", Help: "errors on a logarithmic axis, or linear", Works: converges,
			Do: flip(func(sc *Scene) *bool { return &view.logY })},
	}
}

// Jobs asks for the track: its epochs are dense where descent is
// fast, and it knows the source's scores.
func (view *convergenceView) Jobs(sc *Scene) []session.Job {
	if sc.Views.Play.on {
		return nil // asked for already
	}
	return []session.Job{session.TrackJob(sc.State.Params)}
}

// drawConvergenceView draws one picture or two, each with what it says in words.
func (view *convergenceView) drawConvergenceView(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	scores := func(g *chart.Grid) { view.drawWithCaption(sc, g, view.scoreCaption(sc), view.scoresPlot(sc)) }
	objective := func(g *chart.Grid) { view.drawWithCaption(sc, g, view.objectiveCaption(sc), view.objectivePlot(sc)) }
	switch {
	case h >= tallConvergence:
		scores(g.Sub(0, 0, w, h/2))
		objective(g.Sub(0, h/2, w, h-h/2))
	case view.objective:
		objective(g)
	default:
		scores(g)
	}
}

// drawWithCaption draws a plot below its caption, where there is room for both.
func (view *convergenceView) drawWithCaption(sc *Scene, g *chart.Grid, caption string, plot chart.Curves) {
	w, h := g.Size()
	lines := chart.Wrap(sc.Spell(caption), w-2, 2)
	if h < roomyConvergence+len(lines) {
		lines = nil
	}
	for i, line := range lines {
		g.Text(1, i, line, chart.Dim)
	}
	plot.Draw(g.Sub(0, len(lines), w, h-len(lines)), sc.Glyphs)
}

// epochLabel names the horizontal axis.
func (view *convergenceView) epochLabel(sc *Scene) string {
	if view.logX {
		return "epoch, log"
	}
	return "epoch"
}

// A scale is how scores are put on an axis.
type scale struct {
	name string
	log  bool
	of   func(score float64) float64
}

// scoreScale is that of the scores: as they are, or on a logarithmic axis errors,
// which fall where accuracies saturate.
func (view *convergenceView) scoreScale(sc *Scene) scale {
	same := func(v float64) float64 { return v }
	switch {
	case !view.logY:
		return scale{sc.scoreName(), false, same}
	case sc.Task() == model.Regression:
		return scale{sc.scoreName() + ", log", true, same}
	}
	return scale{"target error, 1 − accuracy, log", true, func(v float64) float64 { return 1 - v }}
}

// scoresPlot is scorePlot with the scores of source and validation.
func (view *convergenceView) scoresPlot(sc *Scene) chart.Curves {
	plot, scale := view.scorePlot(sc), view.scoreScale(sc)
	plot.YLabel = strings.TrimPrefix(plot.YLabel, "target ")
	plot.Curves[0].Name = "LAR, target"
	plot.Curves[1].Name += ", target"
	if math.IsNaN(sc.score(sc.Update.Curves.Closed.Target)) {
		// Without labels there is nothing of the target to name.
		for i := range plot.Curves {
			plot.Curves[i].Name = ""
		}
	}
	added := false
	for _, domain := range []struct {
		name  string
		style chart.Style
		mark  rune
		of    func(model.Evaluation) model.Metrics
	}{
		{"LAR, source", chart.Source, '●', func(e model.Evaluation) model.Metrics { return e.Source }},
		{"LAR, validation", chart.Plain, '◇', func(e model.Evaluation) model.Metrics { return e.Validation }},
	} {
		x, y := view.trackSeries(sc, func(f model.Frame) float64 { return scale.of(sc.score(domain.of(f.Descent.Evaluation))) })
		if len(x) > 0 {
			plot.Curves = append(plot.Curves,
				chart.Curve{X: x, Y: view.everyFew(sc, x, y), Style: domain.style, Name: domain.name, Mark: domain.mark},
				chart.Curve{X: x, Y: y, Style: domain.style})
			added = true
		}
	}
	if added && !scale.log {
		// Frames are of the whole way, and so is the axis.
		var all []float64
		for _, f := range sc.track().Frames {
			all = append(all, sc.score(f.Descent.Source), sc.score(f.Descent.Validation))
		}
		all = append(all, plot.YMin, plot.YMax)
		plot.YMin, plot.YMax = sc.scoreRange(all, nil)
	}
	return plot
}

// trackSeries takes a quantity of the frames, as far as it is known and playing has
// come.
func (view *convergenceView) trackSeries(sc *Scene, value func(model.Frame) float64) (x, y []float64) {
	t := sc.track()
	if t == nil {
		return nil, nil
	}
	for _, f := range t.Frames {
		if v := value(f); !math.IsNaN(v) && f.Epoch <= sc.Solution().Epochs {
			x, y = append(x, float64(f.Epoch)), append(y, v)
		}
	}
	return x, y
}

// marksOnCurve is about how many marks tell a curve from others.
const marksOnCurve = 12

// everyFew returns y with gaps at all but few of the epochs x, evenly spread over
// the axis, and the last one.
func (view *convergenceView) everyFew(sc *Scene, x, y []float64) []float64 {
	whole := float64(sc.Update.Curves.Epochs)
	next := 0.0
	marks := make([]float64, len(y))
	for i, epoch := range x {
		at := epoch / whole
		if view.logX {
			at = math.Log(epoch) / math.Log(math.Max(2, whole))
		}
		marks[i] = math.NaN()
		if at >= next || epoch == whole {
			marks[i] = y[i]
			next = at + 1.0/marksOnCurve
		}
	}
	return marks
}

// scoreCaption says what the picture of scores shows.
func (view *convergenceView) scoreCaption(sc *Scene) string {
	what := "accuracy"
	switch {
	case sc.Task() == model.Regression:
		what = "mean squared error"
	case view.logY:
		what = "share of errors"
	}
	text := what + " after each epoch"
	switch closed := sc.Update.Curves.Closed; {
	case math.IsNaN(sc.score(closed.Target)):
		return text + "; the target has no labels: its own can't be known"
	case closed.UnboundedBelow:
		return text + "; dotted: the closed form (descent does not end there)"
	}
	return text + "; dotted: the closed form, where descent ends"
}

// objectivePlot is J/n over the epochs, with its minimum where there is one; on a
// logarithmic axis what is left above the minimum.
func (view *convergenceView) objectivePlot(sc *Scene) chart.Curves {
	curves, p := sc.Update.Curves, sc.Update.Session.Problem
	least := p.LeastObjective(curves.Closed)
	above := func(least float64) func(model.CurvePoint) float64 {
		if !view.logY || math.IsNaN(least) {
			return func(c model.CurvePoint) float64 { return c.Objective }
		}
		return func(c model.CurvePoint) float64 {
			left := c.Objective - least
			if left < reached*p.Src.LabelNorm2/float64(p.Src.N) {
				return math.NaN()
			}
			return left
		}
	}
	plot := chart.Curves{
		Curves:  []chart.Curve{view.larCurve(sc, above(least)), view.noneCurve(sc, above(p.LeastNoneObjective())), view.across(sc, math.NaN())},
		Markers: view.epochMarkers(sc),
		LogX:    view.logX, LogY: view.logY,
		XLabel: view.epochLabel(sc), YLabel: "objective J/n", YMin: math.NaN(), YMax: math.NaN(), YWidth: errorTickWidth,
	}
	_, whole := series(view.larPoints(sc), above(least))
	_, wholeNone := series(view.nonePoints(sc), above(p.LeastNoneObjective()))
	whole = append(whole, wholeNone...)
	if pin := sc.Views.pin; pin != nil {
		pinnedLeast := pin.Session.Problem.LeastObjective(pin.Solution.Closed)
		plot.Curves = append(plot.Curves, sc.pinnedCurve(above(pinnedLeast))...)
		_, pinned := series(pinnedPoints(sc), above(pinnedLeast))
		whole = append(whole, pinned...)
	}
	switch {
	case view.logY && math.IsNaN(least):
		plot.YLabel = "objective J/n, log"
	case view.logY:
		plot.YLabel = "J/n above its minimum, log"
	case !math.IsNaN(least):
		dotted := view.across(sc, least)
		dotted.Style, dotted.Name, dotted.Dash = chart.ClosedForm, "minimum", chart.Dotted
		plot.Curves[2] = dotted
		whole = append(whole, least)
	}
	if !view.logY {
		// The axis of the whole way, which stays while curves grow.
		plot.YMin, plot.YMax = errorRange(whole)
	}
	return plot
}

// reached is what may be left above the minimum, of ‖y‖²/n, at which descent is as
// good as there: below it lies rounding.
const reached = 1e-12

// objectiveCaption says how far the objective has come.
func (view *convergenceView) objectiveCaption(sc *Scene) string {
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
	return text + fmt.Sprintf("; rate %s, stable below %s", number.Measure(curves.Descent.Rate), number.Measure(curves.Descent.LargestStableRate))
}
