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

// Convergence plots the target score and the objective over the epochs of descent, with the values
// of the closed form for comparison.
type Convergence struct {
	stage.NoActions
	// By default the axis of epochs is linear, but logarithmic for a descent to the end; logX
	// reverses this. logY makes the other axis logarithmic. If only one plot fits, prefersObjective
	// selects J/n instead of the score.
	logX, logY, prefersObjective bool
}

// Memory returns the values that the view keeps between runs.
func (v *Convergence) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"logX": &v.logX, "logY": &v.logY, "objective": &v.prefersObjective}
}

// Info returns the key, the name and the description of the view.
func (v *Convergence) Info() stage.Info {
	return stage.Info{Key: "3", Name: stage.ConvergenceName, Title: "convergence", Plots: "the target's score over the epochs of descent", Reads: func(st *stage.Stage) bool { return !st.Solution.Descent.Diverges }, About: "list the score after several epochs of descent"}
}

// A view of at least tallConvergence lines has both plots. A plot has a caption if at least
// roomyConvergence lines are left for the plot.
const (
	tallConvergence  = 20
	roomyConvergence = 10
)

// Keys returns the keys of the view.
func (v *Convergence) Keys() []stage.Key {
	converges := stage.IdleUnless(func(st *stage.Stage) bool {
		return st.Solution != nil && !st.Solution.Descent.Diverges
	}, stage.ChangesNothing)
	single := func(st *stage.Stage) string {
		if _, h := st.ZoomedSize(); !st.Presenting && h >= tallConvergence {
			return stage.ChangesNothing
		}
		return converges(st)
	}
	return []stage.Key{
		{Name: "convergence.objective", Keys: []string{"v"}, Hint: "J/n", Help: "show the objective or the score, if both don't fit", IdleReason: single,
			Do: stage.ToggleFunc(&v.prefersObjective)},
		{Name: "convergence.log-x", Keys: []string{"x"}, Hint: "log x", Help: "make the axis of epochs logarithmic or linear", IdleReason: converges,
			Do: stage.ToggleFunc(&v.logX)},
		{Name: "convergence.log-y", Keys: []string{"X"}, Hint: "log y", Help: "plot errors on a logarithmic axis, or scores on a linear axis", IdleReason: converges,
			Do: stage.ToggleFunc(&v.logY)},
	}
}

// Jobs returns the job that computes the trajectory of descent, which adds scores on the source and
// more epochs. Jobs returns nil while the epochs are played, since the trajectory is already
// computed then.
func (v *Convergence) Jobs(st *stage.Stage) []session.Job {
	if st.Playback.On {
		return nil
	}
	return []session.Job{session.TrajectoryJob(st.State.Params)}
}

// Draw draws the score over the epochs, or the objective if the target has no labels. If the view
// fills the screen and both fit, Draw draws both. If descent diverges, it draws the reason.
func (v *Convergence) Draw(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	switch {
	case st.Solution.Descent.Diverges && st.Zoom:
		drawGrowth(st, g)
	case drawMissingReason(st, g):
	case !st.Zoom && !st.IsKnown(stage.TargetMetric):
		st.DrawCurves(g, v.objectivePlot(st), v.readout(st, true))
	case !st.Zoom:
		st.DrawCurves(g, v.scorePlot(st), v.readout(st, false))
	case h >= tallConvergence:
		v.drawCaptioned(st, g.Sub(0, 0, w, h/2), false)
		v.drawCaptioned(st, g.Sub(0, h/2, w, h-h/2), true)
	default:
		v.drawCaptioned(st, g, v.prefersObjective)
	}
}

// drawMissingReason returns false if there are curves.
func drawMissingReason(st *stage.Stage, g *chart.Grid) bool {
	switch curves := st.Curves; {
	case st.Solution.Descent.Diverges:
		panel.DrawMissingReason(st, g)
	case curves == nil || curves.Descent.Diverges:
		g.Text(1, 0, "solving …", chart.Dim)
	default:
		return false
	}
	return true
}

// Panels returns the plot of the score, if the target has labels, and the plot of the objective.
func (v *Convergence) Panels(st *stage.Stage) (panels []stage.Panel) {
	curves := st.Curves
	if curves.Descent.Diverges {
		return nil
	}
	if st.IsKnown(stage.TargetMetric) {
		panels = append(panels, stage.Panel{Picture: v.scorePlot(st)})
	}
	return append(panels, stage.Panel{Picture: v.objectivePlot(st)})
}

// Table returns one row per recorded epoch of no adaptation and of LAR. A row without an epoch has
// the closed form.
func (v *Convergence) Table(_ context.Context, st *stage.Stage, _ func(done, all int)) (rows [][]session.Fact, err error) {
	curves := st.Curves
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

// drawCaptioned draws the plot of the objective if objective is true, else the plot of the score. A
// caption is above the plot if there is room.
func (v *Convergence) drawCaptioned(st *stage.Stage, g *chart.Grid, objective bool) {
	w, h := g.Size()
	caption, plot := v.scoreCaption(st), v.scorePlot
	if objective {
		caption, plot = objectiveCaption(st), v.objectivePlot
	}
	y := 0
	if lines := chart.Wrap(st.Spell(caption), w-2, 2); h >= roomyConvergence+len(lines) {
		y = g.TextWrapped(1, 0, w-2, 2, caption, chart.Dim)
	}
	st.DrawCurves(g.Sub(0, y, w, h-y), plot(st), v.readout(st, objective))
}

func (v *Convergence) readout(st *stage.Stage, objective bool) stage.Readout {
	read := stage.Readout{
		Now: float64(st.Solution.Epochs),
		X:   func(x float64) string { return fmt.Sprintf("epoch %.0f", x) },
		GoTo: func(x float64) stage.Intent {
			return stage.TurnControl(st, "epochs", func(p *model.Params) { p.Epochs = max(1, int(x)) })
		},
	}
	switch {
	case v.logY && objective && !math.IsNaN(st.Session.Problem.LeastObjective(st.Curves.Closed)):
		read.Title = "J/n above its minimum"
	case objective:
		read.Title = "J/n"
	case v.logY && st.Task() != model.Regression:
		read.Title = "error"
	}
	return read
}

// A descentPath has the score and the objective of one descent over the epochs.
type descentPath struct {
	// points has all epochs, shown only the epochs up to the present one.
	points, shown []model.CurvePoint
	// least is the minimum of the objective, NaN without a minimum.
	least float64
	curve chart.Curve
}

// descentPaths returns the paths of LAR, of no adaptation and of the pinned solutions. While epochs
// are played, only the pinned solutions are shown beyond the played epoch.
func descentPaths(st *stage.Stage) []descentPath {
	curves, p := st.Curves, st.Session.Problem
	all := []descentPath{
		{least: p.LeastObjective(curves.Closed), curve: chart.Curve{Style: chart.LAR, Name: "LAR"}},
		{least: p.LeastSquaresObjective(), curve: chart.Curve{Style: chart.NoAdaptation, Name: stage.NoAdaptation, Dash: chart.Dashed}},
	}
	if curves.None.Diverges {
		all[1].curve.Name += " diverges"
	}
	all[0].points = addFrames(curves.Descent.Curve, st.DrawnTrajectory(), func(f model.DescentFrame) model.CurvePoint {
		return model.CurvePoint{Epoch: f.Epoch, Objective: f.Objective, Target: f.Descent.Target}
	})
	all[1].points = addFrames(curves.None.Curve, st.DrawnTrajectory(), func(f model.DescentFrame) model.CurvePoint {
		return model.CurvePoint{Epoch: f.Epoch, Objective: f.NoneObjective, Target: f.None.Target}
	})
	for i := range all {
		all[i].shown = stage.TruncateCurve(all[i].points, st.Solution.Epochs)
	}
	for _, p := range st.SolvedPins() {
		if points := p.Solution.Descent.Curve; len(points) > 0 {
			all = append(all, descentPath{points, points, p.Session.Problem.LeastObjective(p.Solution.Closed), stage.PinCurve(st, p)})
		}
	}
	return all
}

// addFrames adds the frames of the trajectory t that lie before the last epoch of the curve. t may
// be nil.
func addFrames(curve []model.CurvePoint, t *session.Trajectory, point func(model.DescentFrame) model.CurvePoint) []model.CurvePoint {
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

type pointValue func(descentPath, model.CurvePoint) float64

// epochCurves returns the curves over the epochs, with a dotted horizontal line, called levelName,
// at level (which may be NaN). whole has the values at all epochs, so that the axis can stay the
// same while the curves grow.
func (v *Convergence) epochCurves(st *stage.Stage, value pointValue, level float64, levelName string) (plot chart.Curves, whole []float64) {
	now := chart.Marker{X: float64(st.Solution.Epochs), Style: chart.Accent}
	if st.PlayedFrame() != nil {
		now.Label = fmt.Sprintf("epoch %d", st.Solution.Epochs)
	}
	logX := v.logX != (st.State.Params.Epochs == session.ToTheEnd) // a linear axis has no room for an endless descent
	plot = chart.Curves{Markers: []chart.Marker{now}, LogX: logX, XLabel: "epoch"}
	// Both the dotted line and the axis span all epochs. A logarithmic axis can't begin at 0.
	from := 0.0
	if logX {
		plot.XLabel, from = "epoch, log", 1
	}
	for i, path := range descentPaths(st) {
		curve := path.curve
		curve.ReadingName = cmp.Or(curve.ReadingName, curve.Name)
		for _, c := range path.shown {
			curve.X, curve.Y = append(curve.X, float64(c.Epoch)), append(curve.Y, value(path, c))
		}
		for _, c := range path.points {
			whole = append(whole, value(path, c))
		}
		plot.Curves = append(plot.Curves, curve)
		if i == 1 {
			plot.Curves = append(plot.Curves, chart.Curve{
				X: []float64{from, float64(st.Curves.Epochs)}, Y: []float64{level, level}, Style: chart.ClosedForm, Name: levelName, ReadingName: levelName, Dash: chart.Dotted,
			})
		}
	}
	return plot, whole
}

// scorePlot plots the score over the epochs, with a dotted line at the closed form. With logY it
// plots the error of a classification, because high accuracies look alike. A view that fills the
// screen adds the scores on source and validation rows.
func (v *Convergence) scorePlot(st *stage.Stage) chart.Curves {
	label, value := st.ScoreName(), func(score float64) float64 { return score }
	switch {
	case v.logY && st.Task() == model.Regression:
		label += ", log"
	case v.logY:
		label, value = "target error (1 − accuracy), log", func(score float64) float64 { return 1 - score }
	}
	closed, ends := value(st.Curves.Closed.Target.Score), stage.TrainedToTheEnd
	if st.HidesDetails() && !st.Presenting && !st.IsDocument() {
		closed, ends = math.NaN(), "" // on the first screen the line would stretch the axis
	}
	of := func(_ descentPath, c model.CurvePoint) float64 { return value(c.Target.Score) }
	plot, whole := v.epochCurves(st, of, closed, ends)
	plot.LogY, plot.ZeroY, plot.YLabel = v.logY, v.logY, label
	stage.TargetMetric.FormatCurves(st.Task(), &plot)
	if st.Zoom {
		plot.YLabel = strings.TrimPrefix(label, "target ")
		plot.Curves[0].Name = "LAR, target"
		plot.Curves[1].Name += ", target"
		for i := range plot.Curves {
			if math.IsNaN(closed) {
				plot.Curves[i].Name = "" // without labels no curve of the target has points
			}
		}
		whole = append(whole, v.addSourceCurves(st, &plot, value)...)
	}
	if !v.logY {
		whole = append(whole, value(st.Solution.Descent.Target.Score))
		plot.YMin, plot.YMax = stage.TargetMetric.AxisBounds(st.Task(), whole, []float64{closed})
	}
	return plot
}

// addSourceCurves adds to the plot the scores on source and validation rows, up to the present
// epoch. It returns the scores at all epochs.
func (v *Convergence) addSourceCurves(st *stage.Stage, plot *chart.Curves, value func(float64) float64) (whole []float64) {
	t := st.DrawnTrajectory()
	if t == nil {
		return nil
	}
	for _, other := range []struct {
		name  string
		style chart.Style
		mark  rune
		stage.Metric
	}{{"LAR, source", chart.Source, '●', stage.SourceMetric}, {"LAR, validation", chart.Plain, '◇', stage.ValidationMetric}} {
		curve := chart.Curve{Style: other.style, Name: other.name, Mark: other.mark, Marks: marksOnCurve, ReadingName: "LAR on " + other.SubjectName()}
		for _, f := range t.Frames {
			score := value(other.ValueOf(f.Descent.Evaluation))
			if math.IsNaN(score) {
				continue
			}
			whole = append(whole, score)
			if f.Epoch <= st.Solution.Epochs {
				curve.X, curve.Y = append(curve.X, float64(f.Epoch)), append(curve.Y, score)
			}
		}
		if len(curve.X) > 0 {
			plot.Curves = append(plot.Curves, curve)
		}
	}
	return whole
}

// marksOnCurve is the approximate number of marks on a curve with marks.
const marksOnCurve = 12

// If J/n, the objective per row, is less than roundingExcess times ‖y‖²/n above the minimum, the
// difference is a rounding error.
const roundingExcess = 1e-12

// objectivePlot plots the objective per row, J/n, with a dotted line at the minimum if there is
// one. With logY it plots J/n minus the minimum.
func (v *Convergence) objectivePlot(st *stage.Stage) chart.Curves {
	p := st.Session.Problem
	least := p.LeastObjective(st.Curves.Closed)
	value := func(w descentPath, c model.CurvePoint) float64 {
		left := c.Objective - w.least
		switch {
		case !v.logY || math.IsNaN(w.least):
			return c.Objective
		case left < roundingExcess*p.Src.LabelNorm2/float64(p.Src.N):
			return math.NaN()
		}
		return left
	}
	level, ends := math.NaN(), ""
	if !v.logY && !math.IsNaN(least) {
		level, ends = least, "minimum"
	}
	plot, whole := v.epochCurves(st, value, level, ends)
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

// mostLines is the largest number of epochs in the result of Convergence.Lines.
const mostLines = 12

// Lines returns the score at up to mostLines epochs, one a line, or the objective if the target has
// no labels.
func (v *Convergence) Lines(st *stage.Stage) []string {
	s := st.Curves
	if s == nil || s.Descent.Diverges {
		return []string{"descent diverges, so there is no curve"}
	}
	curve := s.Descent.Curve
	known := !math.IsNaN(s.Descent.Target.Score)
	var lines []string
	for i := range min(mostLines, len(curve)) {
		point := curve[i]
		if len(curve) > mostLines {
			point = curve[i*(len(curve)-1)/(mostLines-1)]
		}
		line := fmt.Sprintf("epoch %d: objective %s", point.Epoch, number.Digits(point.Objective, 4))
		if known {
			score := st.FormatInSentence(stage.TargetMetric, point.Target.Score)
			line = fmt.Sprintf("epoch %d: %s %s", point.Epoch, st.ScoreName(), score)
		}
		lines = append(lines, line)
	}
	return lines
}

// drawSketch draws the score for the first screen, or the objective if the target has no labels. It
// returns the legend.
func (v *Convergence) drawSketch(st *stage.Stage, g *chart.Grid) []chart.Group {
	st = st.WithoutZoom()
	if drawMissingReason(st, g) {
		return nil
	}
	objective := v.prefersObjective || !st.IsKnown(stage.TargetMetric)
	plot := v.objectivePlot(st)
	if !objective {
		plot = v.scorePlot(st)
		plot.YLabel = ""
	}
	return drawWithLegend(st, g, plot, v.readout(st, objective))
}

// Sketch returns the drawing for the first screen.
func (v *Convergence) Sketch(st *stage.Stage) (stage.Sketch, bool) {
	return stage.Sketch{Title: "As LAR trains" + titleSuffix(st, stage.ConvergenceName), Draw: v.drawSketch}, true
}

func (v *Convergence) scoreCaption(st *stage.Stage) string {
	score := "accuracy"
	switch {
	case st.Task() == model.Regression:
		score = "mean squared error"
	case v.logY:
		score = "share of errors"
	}
	dotted := "dotted: trained to the end, the limit of descent"
	switch closed := st.Curves.Closed; {
	case !st.IsKnown(stage.TargetMetric):
		dotted = "the target has no labels, so its score is unknown"
	case closed.Weights == nil:
		dotted = stage.TrainedToTheEnd + ", the score is unknown: " + closed.Unknown
	case closed.UnboundedBelow:
		dotted = "dotted: the pseudo-inverse solution; directions that lower J without end are left out"
	}
	return score + " after each epoch; " + dotted
}

func objectiveCaption(st *stage.Stage) string {
	curves, p := st.Curves, st.Session.Problem
	now := math.NaN()
	if n := len(curves.Descent.Curve); n > 0 && curves.Descent.Curve[n-1].Epoch == curves.Epochs {
		now = curves.Descent.Curve[n-1].Objective
	}
	if f := st.PlayedFrame(); f != nil {
		now = f.Objective
	}
	text := fmt.Sprintf("objective J/n: %s now, ", number.ThreeDigits(now))
	switch least := p.LeastObjective(curves.Closed); {
	case curves.Closed.Weights == nil:
		text += "the minimum is unknown"
	case math.IsNaN(least):
		fall := p.ObjectiveFall(curves.Params, curves.Descent, curves.Closed)
		text += fmt.Sprintf("without a minimum; it falls by %s in every epoch, so stop early", number.ThreeDigits(fall))
	default:
		text += fmt.Sprintf("%s at the minimum (dotted)", number.ThreeDigits(least))
	}
	return text + fmt.Sprintf("; rate %s, stable below %s", number.FormatStepSize(curves.Descent.Rate), number.FormatStepSize(curves.Descent.LargestStableRate))
}
