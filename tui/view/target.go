package view

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// targetView shows where the solution is right on the target; it remembers nothing.
type targetView struct{ still }

// Info says what the view is called.
func (v *targetView) Info() ViewInfo {
	return ViewInfo{Key: "0", Name: targetName, Title: "target domain", Reads: true, About: "say how much of each class of the target is right"}
}

// Draw draws the target domain: in the plane of its two features with the
// hyperplanes, or, with more features, in the plane of the score wᵀx and the
// strongest component orthogonal to w.
func (v *targetView) Draw(sc *Scene, g *chart.Grid) {
	p, s := sc.Update.Session.Problem, sc.Solution()
	classes, plane := p.Task == model.MultiClass, p.D == 2 && p.Task != model.Regression
	fit := !plane && !classes && (p.Task == model.Regression && p.Target.Y != nil || sc.Update.View == nil)
	switch unknown := s.Descent.Weights == nil || p.Target.Y == nil; {
	case s.Descent.Diverges && p.D != 2, s.Descent.Weights == nil && classes, unknown && fit:
		drawDivergence(sc, g)
	case classes:
		drawClasses(sc, g)
	case fit:
		drawTarget(sc, g, fitPlot(sc), mat.Col(nil, 0, p.TargetScores(s.Descent.Weights)), p.Target.Y)
	case plane:
		drawTarget(sc, g, planePlot(sc), mat.Col(nil, 0, p.Target.X), mat.Col(nil, 1, p.Target.X))
	default:
		drawTarget(sc, g, scorePlane(sc), sc.Update.View.Score, sc.Update.View.Across)
	}
}

// drawTarget draws the target, whose rows can be read off where they lie.
func drawTarget(sc *Scene, g *chart.Grid, plot chart.Scatter, across, up []float64) {
	sc.drawPoints(g, plot, readout{across: across, up: up, point: func(row int) []group { return pointOf(sc, row) }})
}

// divide splits target points by class, and by whether the solution has them
// right; without labels by what it predicts.
func divide(sc *Scene, x, y, scores []float64) []chart.Points {
	if sc.Task() == model.Regression {
		return []chart.Points{{X: x, Y: y, Mark: '●', Style: chart.Target, Name: "target"}}
	}
	names, labels := signNames(sc), sc.Update.Session.Problem.Target.Y
	sets := []chart.Points{
		{Mark: '●', Style: chart.Target, Name: names[1]},
		{Mark: '○', Style: chart.TargetPale, Name: names[0]},
		{Mark: '╳', Style: chart.Bad, Priority: 1},
		{Mark: '×', Style: chart.Bad, Name: "╳ wrong", Priority: 1}, // of both
	}
	if labels == nil {
		sets[0].Name, sets[1].Name, sets[3].Name = "predicted "+names[1], "predicted "+names[0], ""
	} else if len(labels) < len(x) {
		known := len(labels)
		sets = append(sets, chart.Points{X: x[known:], Y: y[known:], Mark: '·', Style: chart.Target, Name: "no label", Priority: -1})
		x = x[:known]
	}
	for i := range sets[:4] { // most points are in one or two, and memory is cheaper than growing
		sets[i].X, sets[i].Y = make([]float64, 0, len(x)/2+1), make([]float64, 0, len(x)/2+1)
	}
	for i := range x {
		said, at := scores != nil && scores[i] > 0, 1
		positive := said
		if labels != nil {
			positive = labels[i] > 0
		}
		if positive {
			at = 0
		}
		if scores != nil && said != positive {
			at += 2
		}
		set := &sets[at]
		set.X, set.Y = append(set.X, x[i]), append(set.Y, y[i])
	}
	return sets
}

// planePlot shows two features as they are.
func planePlot(sc *Scene) chart.Scatter {
	p, s := sc.Update.Session.Problem, sc.Solution()
	var scores []float64
	if w := s.Descent.Weights; w != nil {
		scores = mat.Col(nil, 0, p.TargetScores(w))
	}
	return chart.Scatter{
		Equal: true, XLabel: featureName(sc, 0), YLabel: featureName(sc, 1),
		Lines: slices.Concat(
			boundary(s.Descent.Weights, "LAR", chart.LAR, chart.Solid),
			boundary(s.Closed.Weights, trainedToTheEnd, chart.ClosedForm, chart.Dotted),
			boundary(s.None.Weights, noAdaptation, chart.NoAdaptation, chart.Dashed),
			sc.pinnedBoundaries()),
		Points: divide(sc, mat.Col(nil, 0, p.Target.X), mat.Col(nil, 1, p.Target.X), scores),
	}
}

// boundary is the hyperplane wᵀx = 0 in the plane, if there are weights.
func boundary(w *mat.Dense, name string, style chart.Style, dash chart.Dash) []chart.Line {
	if w == nil {
		return nil
	}
	return []chart.Line{{A: w.At(0, 0), B: w.At(1, 0), Name: name, Style: style, Dash: dash}}
}

// scorePlane shows the score against the strongest orthogonal component.
func scorePlane(sc *Scene) chart.Scatter {
	view := sc.Update.View
	plot := chart.Scatter{Points: divide(sc, view.Score, view.Across, view.Score), XLabel: "score wᵀx", YLabel: "strongest component beside w"}
	if sc.Task() == model.Regression {
		plot.XLabel = "prediction wᵀx"
	} else {
		plot.Lines = append([]chart.Line{{A: 1, Name: "LAR boundary", Style: chart.LAR}}, pinnedTraces(sc, view)...)
	}
	return plot
}

// fitPlot shows predictions against labels; on the diagonal they are right.
func fitPlot(sc *Scene) chart.Scatter {
	p := sc.Update.Session.Problem
	scores := mat.Col(nil, 0, p.TargetScores(sc.Solution().Descent.Weights))
	return chart.Scatter{
		Points: append([]chart.Points{{X: scores, Y: p.Target.Y, Mark: '●', Style: chart.Target, Name: "target"}}, sc.pinnedFits()...),
		Lines:  []chart.Line{{A: 1, B: -1, Name: "right", Style: chart.LAR}},
		XLabel: "prediction wᵀx", YLabel: "label",
	}
}

// A recallColumn is the share of each class that some weights have right, with the styles
// of its title and its numbers.
type recallColumn struct {
	title        string
	head, number chart.Style
	shares       []float64
}

// recallWidth is how many columns of the screen each of them takes without its title.
const recallWidth = len(" 100.0 %")

// leastRecall is how many columns names, bars and the title of no adaptation take at least.
const leastRecall = 24

// drawClasses draws, for every class, the share of its target rows that the solution
// has right or, without labels, the share of all rows that it predicts to be of it, as a
// bar beside those of no adaptation and of what is pinned.
func drawClasses(sc *Scene, g *chart.Grid) {
	p, s := sc.Update.Session.Problem, sc.Solution()
	w, _ := g.Size()
	what, lar := "right, by class", "LAR"
	if p.Target.Y == nil {
		what, lar = "predicted, by class", "LAR says"
	}
	recalled := []recallColumn{
		{lar, chart.LAR, chart.Plain, recalls(p, s.Descent.Weights)},
		{noAdaptation, chart.NoAdaptation, chart.NoAdaptation, recalls(p, s.None.Weights)},
	}
	for _, pin := range sc.weightedPins() {
		if recallWidth*(len(recalled)+1) <= w-leastRecall {
			recalled = append(recalled, recallColumn{"pin " + string(pin.name), chart.Pinned, chart.Pinned, recalls(p, pin.weights())})
		}
	}
	drawRecalls(sc, g, what, recalled)
}

// drawRecalls draws the shares of each class, which what says, the first as bars too.
func drawRecalls(sc *Scene, g *chart.Grid, what string, recalled []recallColumn) {
	w, h := g.Size()
	n, least := len(recalled[0].shares), 4+recallWidth*len(recalled)
	// What has no room below one another stands side by side, below one line of titles.
	columns := max(1, min((n+h-2)/max(1, h-1), w/least))
	each := min((n+columns-1)/columns, max(0, h-1))
	widths := make([]int, len(recalled))
	titles := []group{{{what + ":", chart.Dim}}}
	for i, c := range recalled {
		if widths[i] = recallWidth; columns == 1 {
			widths[i] = max(recallWidth, 1+chart.TextWidth(c.title))
		}
		titles = slices.Insert(titles, 1, group{{c.title, c.head}})
	}
	if columns > 1 {
		drawGroups(g.Sub(1, 0, w-1, 1), titles, 2)
	}
	for c := range columns {
		left, right := w*c/columns, w*(c+1)/columns
		drawClassColumn(sc, g.Sub(left, 0, right-left, h), what, recalled, widths, c*each, min(c*each+each, n))
	}
	if hidden := n - columns*each; hidden > 0 && h > 1 {
		last := g.Sub(0, h-1, w, 1)
		last.Clear()
		last.Text(1, 0, fmt.Sprintf("and %d more classes", hidden+columns), chart.Dim)
	}
}

// drawClassColumn draws the recalls of the classes from…to, one a row, below their titles
// where the widths have room for these.
func drawClassColumn(sc *Scene, g *chart.Grid, what string, recalled []recallColumn, widths []int, from, to int) {
	w, _ := g.Size()
	lar, label, all := recalled[0].shares, 0, 0
	for _, width := range widths {
		all += width
	}
	for i := range lar {
		label = max(label, min(12, chart.TextWidth(className(sc, i))))
	}
	room := w - 3 - all
	label = max(1, min(label, room-1))
	if room > len(what) {
		g.Text(1, 0, what, chart.Dim)
	}
	for i := from; i < to; i++ {
		g.Text(1, i-from+1, sc.Glyphs.Truncate(className(sc, i), label), chart.Plain)
		g.Text(label+2, i-from+1, chart.Bar(lar[i], room-label-2, sc.Glyphs), chart.LAR)
	}
	x := w - 1
	for at, c := range recalled {
		if widths[at] > chart.TextWidth(c.title) && all > len(widths)*recallWidth {
			g.TextRight(x, 0, c.title, c.head)
		}
		for i := from; i < to; i++ {
			g.TextRight(x, i-from+1, sc.formatScore(c.shares[i]), c.number)
		}
		x -= widths[at]
	}
}

// recalls returns the share of each class of the target that w has right or, without
// labels, of all rows that it predicts to be of that; NaN for a class that does not
// occur, and for all of them without weights.
func recalls(p *model.Problem, w *mat.Dense) []float64 {
	if w == nil {
		return slices.Repeat([]float64{math.NaN()}, max(2, p.C))
	}
	if p.Target.Y == nil {
		return p.Shares(p.Task.Predict(p.TargetScores(w)))
	}
	right, all := p.ClassHits(w)
	shares := make([]float64, len(right))
	for i := range shares {
		shares[i] = float64(right[i]) / float64(all[i])
	}
	return shares
}

// Lines says how much of each class of the target is right.
func (v *targetView) Lines(sc *Scene) []string {
	p, s := sc.Update.Session.Problem, sc.Solution()
	switch {
	case p.Target.Y == nil:
		return []string{"the target has no labels: what is right can't be known"}
	case s.Descent.Weights == nil:
		return []string{"descent diverges: there are no weights"}
	case p.Task == model.Regression:
		return []string{"target squared error: LAR " + number.Digits(s.Descent.Target.MSE, 4)}
	}
	right, all := p.ClassHits(s.Descent.Weights)
	var lines []string
	for i, name := range sc.Update.Session.Pair.ClassNames {
		lines = append(lines, fmt.Sprintf("class %s: LAR has %d of %d right", phrase.Shown(name), right[i], all[i]))
	}
	if s.None.Weights != nil {
		right, _ = p.ClassHits(s.None.Weights)
		for i := range lines {
			lines[i] += fmt.Sprintf(", no adaptation %d", right[i])
		}
	}
	return lines
}

// clouds are source and target in one plane on the same axes: of two features as they
// are; of more, of the score wᵀx and the strongest component of the target beside it; of
// a regression, predictions over labels.
func clouds(sc *Scene) (source, target chart.Scatter) {
	p, s, view := sc.Update.Session.Problem, sc.Solution(), sc.Update.View
	none, lar := s.None.Weights, s.Descent.Weights
	switch {
	case p.Task == model.Regression && p.Target.Y != nil, p.D != 2 && view == nil:
		source, target = fits(sc)
	case p.D == 2 && p.Task != model.Regression:
		target = planePlot(sc)
		now, ends := "LAR now", trainedToTheEnd
		if sc.Width < sideBySide {
			now, ends = "LAR", "to the end"
		}
		if l := sc.layout(sc.Width, sc.Height); !l.stacked && sc.Width >= pairWidth && sc.known(targetMetric) {
			ends += " " + sc.percent(s.Closed.Target)
		}
		target.Lines = slices.Concat(
			boundary(lar, now, chart.LAR, chart.Solid),
			sc.besideLAR(boundary(none, noAdaptation, chart.NoAdaptation, chart.Dashed)),
			boundary(s.Closed.Weights, ends, chart.ClosedForm, chart.Dotted),
			sc.pinnedBoundaries())
		source = chart.Scatter{
			Points: labelled(sc, mat.Col(nil, 0, p.Source.X), mat.Col(nil, 1, p.Source.X), p.Source.Y),
			Lines:  append(boundary(none, "", chart.NoAdaptation, chart.Solid), sc.besideLAR(boundary(lar, "", chart.LAR, chart.Solid))...),
		}
		if info, _ := datasets.Lookup(sc.State.Spec.Name); info.BuiltIn {
			target.XLabel, target.YLabel = "", "" // their names say nothing
		}
	case view != nil:
		target = scorePlane(sc)
		if len(target.Lines) > 0 {
			target.Lines[0].Name = "LAR now"
		}
		labels := make([]float64, len(view.SourceRows))
		for i, row := range view.SourceRows {
			labels[i] = p.Source.Y[row]
		}
		source = chart.Scatter{Points: labelled(sc, view.SourceScore, view.SourceAcross, labels)}
		if view.SourceNone != nil && p.Task == model.Binary {
			if a, b, ok := regress(view.SourceScore, view.SourceAcross, view.SourceNone); ok {
				source.Lines = append([]chart.Line{{A: a, B: b, Style: chart.NoAdaptation}}, sc.besideLAR([]chart.Line{{A: 1, Style: chart.LAR}})...)
				dashed := chart.Line{A: a, B: b, Name: noAdaptation, Style: chart.NoAdaptation, Dash: chart.Dashed}
				target.Lines = slices.Insert(target.Lines, min(1, len(target.Lines)), sc.besideLAR([]chart.Line{dashed})...)
			}
		}
	}
	source.XLabel, source.YLabel = target.XLabel, target.YLabel
	source.Bare, target.Bare = true, true
	source.Equal, target.Equal = false, false // clouds fill their panels
	source.Beside, target.Beside = target.Points, source.Points
	if angle, _ := session.OptionByName("angle"); p.D == 2 && p.Task != model.Regression && angle.Applies(sc.Limits) {
		whole := turning(p.Target.X)
		source.Beside, target.Beside = append(source.Beside, whole), append(target.Beside, whole)
	}
	return source, target
}

// turning are points that keep the axes as they are while rows of two features turn.
func turning(x *mat.Dense) (p chart.Points) {
	for i := range x.RawMatrix().Rows {
		r := math.Hypot(x.At(i, 0), x.At(i, 1))
		p.X, p.Y = append(p.X, r, -r), append(p.Y, r, -r)
	}
	return p
}

// besideLAR are the lines of no adaptation in the picture of the target, of LAR in that of
// the source: those given, but none where both stand side by side.
func (sc *Scene) besideLAR(lines []chart.Line) []chart.Line {
	if !sc.Present && sc.Width >= sideBySide {
		return nil
	}
	return lines
}

// labelled divides source points by class.
func labelled(sc *Scene, x, y, labels []float64) []chart.Points {
	if sc.Task() == model.Regression {
		return []chart.Points{{X: x, Y: y, Mark: '●', Style: chart.Source}}
	}
	sets := []chart.Points{{Mark: '●', Style: chart.Source}, {Mark: '○', Style: chart.SourcePale}}
	for i := range x {
		set := &sets[1]
		if labels[i] > 0 {
			set = &sets[0]
		}
		set.X, set.Y = append(set.X, x[i]), append(set.Y, y[i])
	}
	return sets
}

// fits are predictions over labels: of least squares on the source, of LAR on the target.
func fits(sc *Scene) (source, target chart.Scatter) {
	p, s := sc.Update.Session.Problem, sc.Solution()
	if s.Descent.Weights != nil && p.Target.Y != nil {
		target = fitPlot(sc)
		target.Lines[0].Name = "where LAR is right"
	}
	target.XLabel, target.YLabel = "prediction →", "label ↑"
	if none := s.None.Weights; none != nil {
		rows := session.SourceRows(p)
		labels := make([]float64, len(rows))
		for i, row := range rows {
			labels[i] = p.Source.Y[row]
		}
		source.Points = []chart.Points{{X: p.SourceScores(none, rows), Y: labels, Mark: '●', Style: chart.Source}}
	}
	source.Lines = []chart.Line{{A: 1, B: -1, Style: chart.NoAdaptation}}
	return source, target
}
