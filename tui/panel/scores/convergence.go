package scores

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/session"
	"larui/tui/stage"
)

// Convergence shows how score and objective go over the epochs of descent, and
// where both lead.
type Convergence struct {
	stage.Still
	// logX and LogY make the axes logarithmic; objective shows the objective where
	// there is only room for one picture.
	logX, logY, objective bool
}

// Memory is what it remembers.
func (v *Convergence) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"logX": &v.logX, "logY": &v.logY, "objective": &v.objective}
}

func (v *Convergence) Info() stage.Info {
	return stage.Info{Key: "3", Name: stage.ConvergenceName, Title: "convergence", Plots: "the target's score over the epochs of descent", Reads: func(st *stage.Stage) bool { return !st.Solution().Descent.Diverges }, About: "say the score after some epochs"}
}

// From tallConvergence rows on both pictures show, from roomyConvergence also what
// they say in words.
const (
	tallConvergence  = 20
	roomyConvergence = 10
)

func (v *Convergence) Keys() []stage.Key {
	converges := stage.Unless(func(st *stage.Stage) bool {
		return st.Solution() != nil && !st.Solution().Descent.Diverges
	}, stage.ChangesNothing)
	single := func(st *stage.Stage) string {
		if _, h := st.Inner(); !st.Present && h >= tallConvergence {
			return stage.ChangesNothing
		}
		return converges(st)
	}
	return []stage.Key{
		{Name: "convergence.objective", Keys: []string{"v"}, Hint: "J/n", Help: "objective or score, where one has room", Idle: single,
			Do: stage.Flip(func(*stage.Stage) *bool { return &v.objective })},
		{Name: "convergence.log-x", Keys: []string{"x"}, Hint: "log x", Help: "epochs on a linear or logarithmic axis", Idle: converges,
			Do: stage.Flip(func(*stage.Stage) *bool { return &v.logX })},
		{Name: "convergence.log-y", Keys: []string{"X"}, Hint: "log y", Help: "errors on a logarithmic axis, or linear", Idle: converges,
			Do: stage.Flip(func(*stage.Stage) *bool { return &v.logY })},
	}
}

// Jobs asks for the track: its epochs are dense where descent is
// fast, and it knows the source's scores.
func (v *Convergence) Jobs(st *stage.Stage) []session.Job {
	if st.Play.On {
		return nil // asked for already
	}
	return []session.Job{session.TrackJob(st.State.Params)}
}

// Draw draws the score over the epochs of descent. Without target labels the objective
// is all there is. Alone on the screen there are both, with what they say in words.
func (v *Convergence) Draw(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	curves := st.Update.Curves
	switch {
	case st.Solution().Descent.Diverges && st.Zoom:
		drawGrowth(st, g)
	case st.Solution().Descent.Diverges:
		panel.DrawDivergence(st, g)
	case curves == nil || curves.Descent.Diverges:
		g.Text(1, 0, "solving …", chart.Dim)
	case !st.Zoom && !st.Known(stage.TargetMetric):
		st.DrawCurves(g, v.objectivePlot(st), v.readout(st, true))
	case !st.Zoom:
		st.DrawCurves(g, v.scorePlot(st), v.readout(st, false))
	case h >= tallConvergence:
		v.drawCaptioned(st, g.Sub(0, 0, w, h/2), false)
		v.drawCaptioned(st, g.Sub(0, h/2, w, h-h/2), true)
	default:
		v.drawCaptioned(st, g, v.objective)
	}
}

// Panels are the score, where it can be known, and the objective.
func (v *Convergence) Panels(st *stage.Stage) (panels []stage.Panel) {
	curves := st.Update.Curves
	if curves.Descent.Diverges {
		return nil
	}
	if st.Known(stage.TargetMetric) {
		panels = append(panels, stage.Panel{Picture: v.scorePlot(st)})
	}
	return append(panels, stage.Panel{Picture: v.objectivePlot(st)})
}

// Table is a row for each epoch that descent stops at, of no adaptation and of LAR, and one
// for the closed form, which has none.
func (v *Convergence) Table(_ context.Context, st *stage.Stage, _ func(done, all int)) (rows [][]session.Fact, err error) {
	curves := st.Update.Curves
	if curves.Descent.Diverges {
		return nil, nil
	}
	add := func(method string, points ...model.CurvePoint) {
		for _, row := range session.CurveFacts(st.Task(), points) {
			rows = append(rows, slices.Insert(row, 0, session.Fact{Name: "method", Value: method}))
		}
	}
	add("none", curves.None.Curve...)
	add("descent", curves.Descent.Curve...)
	add("closed", model.CurvePoint{Target: curves.Closed.Target})
	closed := rows[len(rows)-1]
	closed[1].Value, closed[2].Value = nil, nil
	return rows, nil
}

// drawCaptioned draws the score or the objective below what is said of it, where there
// is room for both.
func (v *Convergence) drawCaptioned(st *stage.Stage, g *chart.Grid, objective bool) {
	w, h := g.Size()
	caption, plot := v.scoreCaption(st), v.scorePlot
	if objective {
		caption, plot = objectiveCaption(st), v.objectivePlot
	}
	y := 0
	if lines := chart.Wrap(st.Spell(caption), w-2, 2); h >= roomyConvergence+len(lines) {
		y = stage.DrawWrapped(st, g, 0, 2, caption, chart.Dim)
	}
	st.DrawCurves(g.Sub(0, y, w, h-y), plot(st), v.readout(st, objective))
}

// readout says what is read off the curves of the score or of the objective.
func (v *Convergence) readout(st *stage.Stage, objective bool) stage.Readout {
	read := stage.Readout{
		Title: "J/n", Now: float64(st.Solution().Epochs),
		X: func(x float64) string { return fmt.Sprintf("epoch %.0f", x) },
		GoTo: func(x float64) stage.Intent {
			return stage.TurnControl(st, "epochs", func(p *model.Params) { p.Epochs = max(1, int(x)) })
		},
	}
	if !objective {
		read.Title = ""
	}
	switch {
	case v.logY && objective && !math.IsNaN(st.Update.Session.Problem.LeastObjective(st.Update.Curves.Closed)):
		read.Title = "J/n above its minimum"
	case v.logY && !objective && st.Task() != model.Regression:
		read.Title = "error"
	}
	return read
}

// A way is a descent over its epochs, as it is drawn.
type way struct {
	// points are those to its end, shown as far as they are drawn.
	points, shown []model.CurvePoint
	// least is the minimum of what it lowers, NaN where there is none.
	least float64
	look  chart.Curve
}

// ways are those of LAR, of no adaptation and of what is pinned; the first
// two as far as playing has come, with the frames of the track between their points.
func ways(st *stage.Stage) []way {
	curves, p := st.Update.Curves, st.Update.Session.Problem
	all := []way{
		{least: p.LeastObjective(curves.Closed), look: chart.Curve{Style: chart.LAR, Name: "LAR"}},
		{least: p.LeastNoneObjective(), look: chart.Curve{Style: chart.NoAdaptation, Name: stage.NoAdaptation, Dash: chart.Dashed}},
	}
	if curves.None.Diverges {
		all[1].look.Name += " diverges"
	}
	all[0].points = withFrames(curves.Descent.Curve, st.Track(), func(f model.Frame) model.CurvePoint {
		return model.CurvePoint{Epoch: f.Epoch, Objective: f.Objective, Target: f.Descent.Target}
	})
	all[1].points = withFrames(curves.None.Curve, st.Track(), func(f model.Frame) model.CurvePoint {
		return model.CurvePoint{Epoch: f.Epoch, Objective: f.NoneObjective, Target: f.None.Target}
	})
	for i := range all {
		all[i].shown = stage.Until(all[i].points, st.Solution().Epochs)
	}
	for _, p := range st.SolvedPins() {
		if points := p.Solution.Descent.Curve; len(points) > 0 {
			all = append(all, way{points, points, p.Session.Problem.LeastObjective(p.Solution.Closed), stage.PinCurve(st, p)})
		}
	}
	return all
}

// withFrames adds the frames of a track, which may be nil, to a curve, as far as that goes.
func withFrames(curve []model.CurvePoint, t *session.Track, point func(model.Frame) model.CurvePoint) []model.CurvePoint {
	if t == nil || len(curve) == 0 {
		return curve
	}
	all, end := slices.Clone(curve), curve[len(curve)-1].Epoch
	for _, f := range t.Frames {
		if f.Epoch < end {
			all = append(all, point(f))
		}
	}
	slices.SortStableFunc(all, func(a, b model.CurvePoint) int { return a.Epoch - b.Epoch })
	return slices.CompactFunc(all, func(a, b model.CurvePoint) bool { return a.Epoch == b.Epoch })
}

// A quantity is what is drawn of a point of a way.
type quantity func(way, model.CurvePoint) float64

// overEpochs draws a quantity of each way over the epochs, and dotted the level that it
// ends at, which may be NaN. It also returns all values of the whole ways, so that the
// axis can stay while curves grow.
func (v *Convergence) overEpochs(st *stage.Stage, value quantity, level float64, ends string) (plot chart.Curves, whole []float64) {
	now := chart.Marker{X: float64(st.Solution().Epochs), Style: chart.Accent}
	if st.PlayedFrame() != nil {
		now.Label = fmt.Sprintf("epoch %d", st.Solution().Epochs)
	}
	plot = chart.Curves{Markers: []chart.Marker{now}, LogX: v.logX, XLabel: "epoch", YMin: math.NaN(), YMax: math.NaN()}
	// The level is drawn over all epochs, so that the axis holds them: from 0 on, where
	// there is a place for that.
	from := 0.0
	if v.logX {
		plot.XLabel, from = "epoch, log", 1
	}
	for i, way := range ways(st) {
		curve := way.look
		curve.Reads = cmp.Or(curve.Reads, curve.Name)
		for _, c := range way.shown {
			curve.X, curve.Y = append(curve.X, float64(c.Epoch)), append(curve.Y, value(way, c))
		}
		for _, c := range way.points {
			whole = append(whole, value(way, c))
		}
		plot.Curves = append(plot.Curves, curve)
		if i == 1 {
			plot.Curves = append(plot.Curves, chart.Curve{
				X: []float64{from, float64(st.Update.Curves.Epochs)}, Y: []float64{level, level}, Style: chart.ClosedForm, Name: ends, Reads: ends, Dash: chart.Dotted,
			})
		}
	}
	return plot, whole
}

// scorePlot is the score over the epochs, with what it ends at in closed form: as it is,
// or on a logarithmic axis the error, which falls where accuracies saturate. Alone on the
// screen there are the scores of source and validation too.
func (v *Convergence) scorePlot(st *stage.Stage) chart.Curves {
	label, value := st.ScoreName(), func(score float64) float64 { return score }
	switch {
	case v.logY && st.Task() == model.Regression:
		label += ", log"
	case v.logY:
		label, value = "target error, 1 − accuracy, log", func(score float64) float64 { return 1 - score }
	}
	closed := value(st.Score(st.Update.Curves.Closed.Target))
	of := func(_ way, c model.CurvePoint) float64 { return value(st.Score(c.Target)) }
	plot, whole := v.overEpochs(st, of, closed, stage.TrainedToTheEnd)
	plot.LogY, plot.ZeroY, plot.YLabel = v.logY, v.logY, label
	stage.TargetMetric.Write(st.Task(), &plot)
	if st.Zoom {
		plot.YLabel = strings.TrimPrefix(label, "target ")
		plot.Curves[0].Name = "LAR, target"
		plot.Curves[1].Name += ", target"
		for i := range plot.Curves {
			if math.IsNaN(closed) {
				plot.Curves[i].Name = "" // without labels there is nothing of the target to name
			}
		}
		whole = append(whole, v.addScores(st, &plot, value)...)
	}
	if !v.logY {
		whole = append(whole, value(st.Score(st.Solution().Descent.Target)))
		plot.YMin, plot.YMax = stage.TargetMetric.Axis(st.Task(), whole, []float64{closed})
	}
	return plot
}

// addScores adds the scores of source and validation in the frames of the track, as far
// as playing has come. It returns those of the whole way.
func (v *Convergence) addScores(st *stage.Stage, plot *chart.Curves, value func(float64) float64) (whole []float64) {
	t := st.Track()
	if t == nil {
		return nil
	}
	for _, other := range []struct {
		name  string
		style chart.Style
		mark  rune
		stage.Metric
	}{{"LAR, source", chart.Source, '●', stage.SourceMetric}, {"LAR, validation", chart.Plain, '◇', stage.ValidationMetric}} {
		curve := chart.Curve{Style: other.style, Name: other.name, Mark: other.mark, Marks: marksOnCurve, Reads: "LAR on " + other.Side()}
		for _, f := range t.Frames {
			score := value(other.Of(st.Task(), f.Descent.Evaluation))
			if math.IsNaN(score) {
				continue
			}
			whole = append(whole, score)
			if f.Epoch <= st.Solution().Epochs {
				curve.X, curve.Y = append(curve.X, float64(f.Epoch)), append(curve.Y, score)
			}
		}
		if len(curve.X) > 0 {
			plot.Curves = append(plot.Curves, curve)
		}
	}
	return whole
}

// marksOnCurve is about how many marks tell a curve from others.
const marksOnCurve = 12

// reached is what may be left above the minimum, of ‖y‖²/n, at which descent is as
// good as there: below it lies rounding.
const reached = 1e-12

// objectivePlot is J/n over the epochs, with its minimum where there is one; on a
// logarithmic axis what is left above the minimum.
func (v *Convergence) objectivePlot(st *stage.Stage) chart.Curves {
	p := st.Update.Session.Problem
	least := p.LeastObjective(st.Update.Curves.Closed)
	value := func(w way, c model.CurvePoint) float64 {
		left := c.Objective - w.least
		switch {
		case !v.logY || math.IsNaN(w.least):
			return c.Objective
		case left < reached*p.Src.LabelNorm2/float64(p.Src.N):
			return math.NaN()
		}
		return left
	}
	level, ends := math.NaN(), ""
	if !v.logY && !math.IsNaN(least) {
		level, ends = least, "minimum"
	}
	plot, whole := v.overEpochs(st, value, level, ends)
	plot.LogY, plot.YLabel, plot.YWidth = v.logY, "objective J/n", stage.ErrorTickWidth
	switch {
	case v.logY && math.IsNaN(least):
		plot.YLabel = "objective J/n, log"
	case v.logY:
		plot.YLabel = "J/n above its minimum, log"
	default:
		plot.YMin, plot.YMax = chart.ErrorRange(append(whole, level))
	}
	return plot
}

// linesOfCurve is how many epochs a curve is said in.
const linesOfCurve = 12

// Lines says the score, or without labels the objective, at some epochs.
func (v *Convergence) Lines(st *stage.Stage) []string {
	s := st.Update.Curves
	if s == nil || s.Descent.Diverges {
		return []string{"descent diverges: there is no curve"}
	}
	curve := s.Descent.Curve
	known := !math.IsNaN(st.Score(s.Descent.Target))
	var lines []string
	for i := range min(linesOfCurve, len(curve)) {
		point := curve[i]
		if len(curve) > linesOfCurve {
			point = curve[i*(len(curve)-1)/(linesOfCurve-1)]
		}
		line := fmt.Sprintf("epoch %d: objective %s", point.Epoch, number.Digits(point.Objective, 4))
		if known {
			score := st.SpokenMetric(stage.TargetMetric, st.Score(point.Target))
			line = fmt.Sprintf("epoch %d: %s %s", point.Epoch, st.ScoreName(), score)
		}
		lines = append(lines, line)
	}
	return lines
}

// drawSimple draws the score over the epochs, scaled to LAR and no adaptation; where it
// is presented, with what it ends at.
func (v *Convergence) drawSimple(st *stage.Stage, g *chart.Grid) []chart.Group {
	st = st.Unzoomed()
	curves := st.Update.Curves
	switch {
	case st.Solution().Descent.Diverges:
		panel.DrawDivergence(st, g)
		return nil
	case curves == nil || curves.Descent.Diverges:
		g.Text(1, 0, "solving …", chart.Dim)
		return nil
	}
	plot, objective := v.scorePlot(st), v.objective || !st.Known(stage.TargetMetric)
	if objective {
		plot = v.objectivePlot(st)
	} else {
		plot.YLabel = ""
		plot.Curves = slices.DeleteFunc(plot.Curves, func(c chart.Curve) bool { return c.Style == chart.Source || c.Style == chart.Plain })
		for i := range plot.Curves {
			if c := &plot.Curves[i]; c.Style == chart.ClosedForm && !st.Present { // it holds the epochs to come
				c.Name, c.Y = "", []float64{math.NaN(), math.NaN()}
			}
		}
		var whole []float64
		for _, way := range ways(st) {
			for _, c := range way.points {
				whole = append(whole, st.Score(c.Target))
			}
		}
		var end []float64
		if st.Present {
			end = []float64{st.Score(curves.Closed.Target)}
		}
		if !v.logY {
			plot.YMin, plot.YMax = stage.TargetMetric.Axis(st.Task(), whole, end)
		}
	}
	return drawNamed(st, g, plot, v.readout(st, objective))
}

// Sketch is the score over the epochs.
func (v *Convergence) Sketch(st *stage.Stage) (stage.Sketch, bool) {
	return stage.Sketch{Title: "As it trains" + unusual(st, stage.ConvergenceName), Draw: v.drawSimple}, true
}

// scoreCaption says what the picture of scores shows.
func (v *Convergence) scoreCaption(st *stage.Stage) string {
	what := "accuracy"
	switch {
	case st.Task() == model.Regression:
		what = "mean squared error"
	case v.logY:
		what = "share of errors"
	}
	dotted := "dotted: trained to the end, where descent leads"
	switch closed := st.Update.Curves.Closed; {
	case !st.Known(stage.TargetMetric):
		dotted = "the target has no labels: its own can't be known"
	case closed.Weights == nil:
		dotted = stage.TrainedToTheEnd + " it is unknown: " + closed.Unknown
	case closed.UnboundedBelow:
		dotted = "dotted: " + stage.TrainedToTheEnd + " but for what never settles"
	}
	return what + " after each epoch; " + dotted
}

// objectiveCaption says how far the objective has come.
func objectiveCaption(st *stage.Stage) string {
	curves, p := st.Update.Curves, st.Update.Session.Problem
	now := math.NaN()
	if n := len(curves.Descent.Curve); n > 0 && curves.Descent.Curve[n-1].Epoch == curves.Epochs {
		now = curves.Descent.Curve[n-1].Objective
	}
	if f := st.PlayedFrame(); f != nil {
		now = f.Objective
	}
	text := fmt.Sprintf("J/n, what descent lowers: %s now, ", number.Measure(now))
	switch least := p.LeastObjective(curves.Closed); {
	case curves.Closed.Weights == nil:
		text += "its minimum unknown"
	case math.IsNaN(least):
		fall := p.ObjectiveFall(curves.Params, curves.Descent, curves.Closed)
		text += fmt.Sprintf("no minimum: falls by %s an epoch for ever, so stop early", number.Measure(fall))
	default:
		text += fmt.Sprintf("%s at its minimum (dotted)", number.Measure(least))
	}
	return text + fmt.Sprintf("; rate %s, stable below %s", number.Rate(curves.Descent.Rate), number.Rate(curves.Descent.LargestStableRate))
}
