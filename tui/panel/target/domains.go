package target

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/session"
	"larui/tui/stage"
)

// domainPlots returns two plots with the same axes: the two features, two directions, or the score
// wᵀx and the strongest component orthogonal to w. A regression has labels over predictions.
func (v *View) domainPlots(st *stage.Stage) (source, target chart.Scatter) {
	p, s, view, of := st.Session.Problem, st.Solution, st.View, boundaryFinder(featureBoundary)
	switch {
	case p.Task == model.Regression && p.Target.Y != nil, p.D != 2 && view == nil:
		source, target = regressionPlots(st)
	case p.D == 2 && p.Task != model.Regression:
		target = featurePlanePlot(st)
		target.EqualUnits = !v.fillsPanel
		ends := stage.ShortClosedFormName(s.Closed)
		if !st.HasRoom() && st.Width >= stage.PairWidth && st.IsKnown(stage.TargetMetric) {
			ends += " " + stage.TargetMetric.Format(model.Binary, s.Closed.Target.Accuracy)
		}
		target.Lines = slices.Concat(of.larLine(st), of.noneLineUnlessSame(st), of.line(s.Closed.Weights, ends, chart.ClosedForm, chart.Dotted), of.pinLines(st))
		source = chart.Scatter{
			EqualUnits: !v.fillsPanel,
			Points:     sourcePoints(st, mat.Col(nil, 0, p.Source.X), mat.Col(nil, 1, p.Source.X), p.Source.Y),
			Lines:      of.linesOnSource(st),
			Arrows:     directionArrows(st, &p.Src),
		}
		if info, _ := datasets.LookupPair(st.State.Spec.Name); info.BuiltIn {
			target.XLabel, target.YLabel = "", "" // the names x1 and x2 say nothing
		}
		source.XLabel, source.YLabel = target.XLabel, target.YLabel
		if v.fillsPanel {
			source.YLabel, target.YLabel = notToScaleNote, notToScaleNote
		}
	case v.shownDirectionPlane(st) != nil:
		source, target = v.directionPlots(st, v.shownDirectionPlane(st))
	case view != nil:
		target = scorePlanePlot(st)
		source = chart.Scatter{Points: sourcePoints(st, view.SourceScore, view.SourceAcross, sourceLabels(st, view.SourceRows)), XLabel: target.XLabel, YLabel: target.YLabel}
		if view.SourceNone != nil && p.Task == model.Binary {
			if a, b, ok := regressOnPlane(view.SourceScore, view.SourceAcross, view.SourceNone); ok {
				dashed := chart.Line{A: a, B: b, Name: stage.NoAdaptation, Style: chart.NoAdaptation, Dash: chart.Dashed}
				source.Lines = append([]chart.Line{dashed}, larLinesOnSource(st, []chart.Line{{A: 1, Name: "LAR", Style: chart.LAR}})...)
				target.Lines = slices.Insert(target.Lines, min(1, len(target.Lines)), dashed)
			}
		}
	}
	source.HideAxes, target.HideAxes = true, true
	source.OtherPoints, target.OtherPoints = target.Points, source.Points
	if angle, _ := session.OptionByName("angle"); p.D == 2 && p.Task != model.Regression && angle.AppliesTo(st.Limits) {
		whole := rotationBounds(p.Target.X)
		source.OtherPoints, target.OtherPoints = append(source.OtherPoints, whole), append(target.OtherPoints, whole)
	}
	return source, target
}

func sourceLabels(st *stage.Stage, rows []int) []float64 {
	labels := make([]float64, len(rows))
	for i, row := range rows {
		labels[i] = st.Session.Problem.Source.Y[row]
	}
	return labels
}

// rotationBounds returns points that span all rotations of the rows of x (n×2), so that the axes of
// the plot stay the same while the user rotates the target.
func rotationBounds(x *mat.Dense) (p chart.Points) {
	n := x.RawMatrix().Rows
	p.X = make([]float64, 0, 2*n)
	for i := range n {
		r := math.Hypot(x.At(i, 0), x.At(i, 1))
		p.X = append(p.X, r, -r)
	}
	p.Y = p.X
	return p
}

// larLinesOnSource returns nil if the plot of the target, which has the lines of LAR too, is beside
// the plot of the source.
func larLinesOnSource(st *stage.Stage, lines []chart.Line) []chart.Line {
	if !st.Presenting && st.Width >= stage.SideBySide {
		return nil
	}
	return lines
}

// sourcePoints divides the source rows by class.
func sourcePoints(st *stage.Stage, x, y, labels []float64) []chart.Points {
	if st.Task() == model.Regression {
		return []chart.Points{{X: x, Y: y, Mark: '●', Style: chart.Source}}
	}
	sets := []chart.Points{{Mark: '●', Style: chart.Source}, {Mark: '○', Style: chart.SourcePale}}
	fillSets(sets, x, y, func(i int) int {
		if labels[i] > 0 {
			return 0
		}
		return 1
	})
	return sets
}

func fillSets(sets []chart.Points, x, y []float64, setOf func(i int) int) {
	// Allocate room for half of all points in each set. This takes more memory, but less time than
	// growing the sets, since usually one or two sets have most points.
	for i := range sets {
		sets[i].X, sets[i].Y = make([]float64, 0, len(x)/2+1), make([]float64, 0, len(x)/2+1)
	}
	for i := range x {
		set := &sets[setOf(i)]
		set.X, set.Y = append(set.X, x[i]), append(set.Y, y[i])
	}
}

// regressionPlots plots labels over predictions: of no adaptation on the source, and of LAR on the
// target.
func regressionPlots(st *stage.Stage) (source, target chart.Scatter) {
	p, s := st.Session.Problem, st.Solution
	if s.Descent.Weights != nil && p.Target.Y != nil {
		target = predictionPlot(st)
		target.Lines[0].Name = "where LAR is right"
	}
	target.XLabel, target.YLabel = "prediction →", "label ↑"
	if none := s.None.Weights; none != nil {
		rows := session.SampleSourceRows(p)
		source.Points = []chart.Points{{X: p.SourceScores(none, rows), Y: sourceLabels(st, rows), Mark: '●', Style: chart.Source}}
	}
	source.Lines = []chart.Line{{A: 1, B: -1, Name: "where " + stage.NoAdaptation + " is right", Style: chart.NoAdaptation, Dash: chart.Dashed}}
	source.XLabel, source.YLabel = target.XLabel, target.YLabel
	return source, target
}

// drawSourceSide draws pictures of the rows if the pair has several classes and pixels as features.
// It returns the legend.
func (v *View) drawSourceSide(st *stage.Stage, g *chart.Grid) []chart.Group {
	if st.Task() == model.MultiClass {
		if p := st.Session.Problem; st.Session.Pair.Shape.Rows > 0 {
			drawClassPictures(st, g, p.Source, nil)
		} else {
			drawShares(st, g, "labelled, by class", []shareColumn{{"share of the rows", chart.Source, chart.Plain, p.ClassShares(p.Source.Y)}})
		}
		return []chart.Group{{chart.Source.Text("classes by label")}}
	}
	source, _ := v.domainPlots(st)
	source.ThickPoints = st.Presenting
	return append(classLegend(st, chart.Source, chart.SourcePale), lineLegend(source, source.Draw(g), st.Glyphs)...)
}

func lineLegend(s chart.Scatter, plot chart.Plot, glyphs chart.Glyphs) (legend []chart.Group) {
	for _, l := range s.Lines {
		if l.Name != "" {
			legend = append(legend, chart.NamedValue(plot.LegendSample(l, glyphs)+" ", l.Style, l.Name))
		}
	}
	return legend
}

func classLegend(st *stage.Stage, full, pale chart.Style) []chart.Group {
	if st.Task() != model.Binary {
		return nil
	}
	names := stage.SignedClassNames(st)
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, "class ")
	}
	return []chart.Group{append(chart.NamedValue("○ ", pale, names[0]), chart.NamedValue("  ● ", full, names[1])...)}
}

func (v *View) drawTargetSide(st *stage.Stage, g *chart.Grid) []chart.Group {
	p, s := st.Session.Problem, st.Solution
	if s.Descent.Diverges && p.D != 2 {
		panel.DrawMissingReason(st, g)
		return nil
	}
	if p.Task == model.MultiClass {
		return drawTargetClasses(st, g)
	}
	_, target := v.domainPlots(st)
	target.ThickPoints = st.Presenting
	st.DrawPoints(g, target, v.readout(st))
	return append(classLegend(st, chart.Target, chart.TargetPale), lineLegend(target, target.Layout(g), st.Glyphs)...)
}

// targetNote returns the number of wrong rows. If the number is unknown, it says what labels are
// used for or, without labels, which share of predictions LAR changes.
func targetNote(st *stage.Stage) string {
	const scored = "labels only score"
	if st.Solution == nil {
		return scored
	}
	d := st.Session.Problem.Target
	wrong, of, ok := stage.CountWrong(st)
	switch signs := st.Solution.Signs; {
	case ok && of < d.Rows():
		return fmt.Sprintf("× %d of %d labelled rows wrong", wrong, of)
	case ok:
		return fmt.Sprintf("× %d of %d wrong", wrong, of)
	case d.Y != nil && of < d.Rows():
		return "some labels, only to score"
	case d.Y != nil:
		return scored
	case signs != nil && signs.Changed > 0:
		return fmt.Sprintf("no labels; LAR changes %s of predictions", number.Percent(signs.Changed, 1))
	}
	return "no labels"
}
