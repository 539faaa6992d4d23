package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
)

// The first screen and present mode: what is given and what is wanted side by side, how
// good that is, and one control in front. Where there is little room there is one picture.

// A layout says what a frame of some size is made of, from above: the title, the scores
// from row score on, the body from row top on, so many rows of controls behind a gap, the
// sentence in so many rows, the hints.
type layout struct {
	// simple draws panels without axes and numbers that only an author reads, full says
	// that all of them have room.
	simple, full bool
	// stacked scores stand below one another; quiet shows one control in front of others.
	stacked, quiet             bool
	score, top, gap, bar, said int
}

func (sc *Scene) layout(w, h int) layout {
	l := layout{full: w >= fullWidth && h >= fullHeight, score: 1, top: 2, bar: 1, said: 2}
	l.simple = sc.Present || !sc.Zoom && !sc.All
	l.stacked = l.full && !sc.Zoom && !sc.All && !sc.Present
	l.quiet = l.simple || sc.Zoom && !l.full
	switch {
	case l.stacked:
		l.score, l.top = 2, 6
	case l.simple && h >= airyHeight:
		l.score, l.top, l.gap = 2, 4, 1
	case w >= wideSentence && !l.simple:
		l.said = 1
	}
	if !l.quiet {
		l.bar = len(controlRows(sc, w))
	}
	return l
}

// bottom is how many rows there are below the body.
func (l layout) bottom() int { return l.gap + l.bar + l.said + 1 }

// sideBySide is from how many columns on source and target stand beside each other.
const sideBySide = 100

// simpleRegions places the panels of the first screen: source and target above the
// others, or what is selected alone.
func (sc *Scene) simpleRegions(l layout, body rect, w int) []panelRegion {
	both := func(in rect) []panelRegion {
		regions := row(in, targetName, targetName)
		regions[0].Source = true
		// The same scales on both.
		regions[1].W = regions[0].W
		return regions
	}
	switch {
	case l.stacked:
		upper, lower := body, body
		upper.H = body.H * 3 / 5
		lower.Y, lower.H = body.Y+upper.H, body.H-upper.H
		return append(both(upper), row(lower, spectrumName, convergenceName, lambdaName)...)
	case w >= sideBySide && sc.Panel == targetName:
		return both(body)
	}
	return []panelRegion{{Name: sc.Panel, rect: body}}
}

// placed lists the panels of the screen, in the order in which the focus moves.
func (sc *Scene) placed() []string {
	if !sc.Zoom && !sc.All {
		return []string{targetName, spectrumName, convergenceName, lambdaName}
	}
	var names []string
	for _, v := range sc.Views.All() {
		if !v.Info().Alone || sc.Zoom {
			names = append(names, v.Info().Name)
		}
	}
	return names
}

// isSimple reports whether a region shows a picture as the first screen has it. Of the
// spectrum there is more to see alone.
func (sc *Scene) isSimple(r panelRegion) bool {
	simple := []string{targetName, convergenceName, lambdaName}
	return !sc.Zoom && !sc.All && (slices.Contains(simple, r.Name) || r.Name == spectrumName) || sc.Present && slices.Contains(simple, r.Name)
}

// drawSimple draws a panel of the first screen: a title, a picture, and on its lower edge
// what its marks stand for.
func drawSimple(sc *Scene, l layout, r panelRegion, g *chart.Grid) {
	border, style := chart.Border, chart.Title
	if r.Name == sc.Panel && l.stacked {
		border, style = chart.Focus, chart.Focus
	}
	title, draw := "Target: labels only score", drawTargetSide
	switch {
	case r.Source:
		title, draw = "Source: labels known", drawSourceSide
		border, style = chart.Border, chart.Title
	case r.Name == spectrumName:
		title, draw = "Where the labels live", drawLabels
	case r.Name == convergenceName:
		title, draw = "As it trains"+sc.unusual(), sc.Views.convergence.drawSimple
	case r.Name == lambdaName:
		title, draw = "As λ grows"+sc.unusual(), sc.Views.lambda.drawSimple
	case sc.Solution() == nil:
	case sc.Update.Session.Problem.Target.Y == nil:
		title = "Target: no labels"
	case len(sc.Update.Session.Problem.Target.Y) < sc.Update.Session.Problem.Target.Rows():
		title = "Target: some labels, which only score"
	}
	inner := g.Box(sc.Spell(title), border, style, sc.Glyphs)
	if sc.Solution() == nil {
		if sc.Update.Err == nil {
			inner.Text(1, 0, "not solved yet", chart.Dim)
		}
		return
	}
	legend := draw(sc, inner)
	if sc.Present {
		inner.Embolden()
	}
	drawEdge(sc, g, legend)
}

// drawEdge writes what has room of a legend on the lower edge of a box.
func drawEdge(sc *Scene, g *chart.Grid, legend []group) {
	w, h := g.Size()
	x := 1
	for _, entry := range legend {
		if entry == nil {
			continue
		}
		width := widthOf([]group{entry}, 0)
		for _, p := range entry {
			width += chart.TextWidth(sc.Spell(p.text)) - chart.TextWidth(p.text)
		}
		if x+width+4 > w {
			return
		}
		g.Set(x, h-1, ' ', chart.Plain)
		x++
		for _, p := range entry {
			x += g.Text(x, h-1, p.text, p.style)
		}
		g.Set(x, h-1, ' ', chart.Plain)
		x += 2
	}
}

// unusual says of a panel what its numbers are, where that is not what the header says.
func (sc *Scene) unusual() string {
	switch {
	case sc.Solution() == nil:
		return ""
	case sc.Task() == model.Regression:
		return ": squared error"
	case !sc.known(targetMetric):
		return ": correct on the source"
	}
	return ""
}

// drawSourceSide draws the source with its labels and what least squares makes of them.
func drawSourceSide(sc *Scene, g *chart.Grid) []group {
	p, s := sc.Update.Session.Problem, sc.Solution()
	right := group{{sc.percent(s.None.Source) + " right here", chart.Plain}}
	switch {
	case math.IsNaN(sc.score(s.None.Source)): // which frames of playing leave out
		right = nil
	case p.Task == model.Regression:
		right = group{{"squared error " + strings.TrimSpace(sc.formatScore(s.None.Source.MSE)), chart.Plain}}
	}
	if p.Task == model.MultiClass {
		drawGiven(sc, g)
		return []group{{{"as labelled", chart.Source}}, right}
	}
	source, _ := clouds(sc)
	source.Draw(g, sc.Glyphs)
	legend := []group{{{"╲ ", chart.NoAdaptation}, {"plain least squares", chart.Plain}}, right}
	if p.Task == model.Regression {
		legend[0] = group{{"╱ ", chart.NoAdaptation}, {"where least squares is right", chart.Plain}}
	} else if len(source.Lines) == 0 {
		legend = legend[1:]
	}
	return append(legend, classLegend(sc, chart.Source, chart.SourcePale)...)
}

// percent writes the accuracy of metrics without padding.
func (sc *Scene) percent(m model.Metrics) string {
	return targetMetric.format(model.Binary, m.Accuracy)
}

// classLegend says which class has which mark.
func classLegend(sc *Scene, full, pale chart.Style) []group {
	if sc.Task() != model.Binary {
		return nil
	}
	names := signNames(sc)
	return []group{{{"○ ", pale}, {names[0], chart.Plain}, {"  ● ", full}, {names[1], chart.Plain}}}
}

// drawTargetSide draws the target with what LAR makes of it.
func drawTargetSide(sc *Scene, g *chart.Grid) []group {
	p, s := sc.Update.Session.Problem, sc.Solution()
	if s.Descent.Diverges && p.D != 2 {
		drawDivergence(sc, g)
		return nil
	}
	if p.Task == model.MultiClass {
		return drawWanted(sc, g)
	}
	_, target := clouds(sc)
	target.Draw(g, sc.Glyphs)
	var legend []group
	for _, l := range target.Lines {
		if l.Name != "" {
			mark := "╲ "
			if p.Task == model.Regression {
				mark = "╱ "
			}
			if l.Dash == chart.Dotted {
				mark = "·· "
			} else if l.Dash == chart.LongDashed {
				mark = "╌╌ "
			}
			legend = append(legend, group{{mark, l.Style}, {l.Name, chart.Plain}})
		}
	}
	if n, _, ok := wrongOnes(sc); ok && p.Task == model.Binary {
		legend = slices.Insert(legend, min(2, len(legend)), group{{"× ", chart.Bad}, {fmt.Sprintf("wrong (%d)", n), chart.Plain}})
	}
	return append(legend, classLegend(sc, chart.Target, chart.TargetPale)...)
}

// wrongOnes counts the labelled target rows that LAR has wrong, false where that is not
// known.
func wrongOnes(sc *Scene) (wrong, of int, ok bool) {
	accuracy := sc.Solution().Descent.Target.Accuracy
	of = len(sc.Update.Session.Problem.Target.Y)
	if sc.Task() == model.Regression || !(math.Abs(accuracy) <= 1) || of == 0 {
		return 0, of, false
	}
	return int(math.Round((1 - accuracy) * float64(of))), of, true
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
		ends := trainedToTheEnd
		if l := sc.layout(sc.Width, sc.Height); !l.stacked && sc.known(targetMetric) {
			ends += " (" + sc.percent(s.Closed.Target) + ")"
		}
		target.Lines = slices.Concat(
			boundary(lar, "LAR now", chart.LAR, chart.Solid),
			boundary(s.Closed.Weights, ends, chart.ClosedForm, chart.Dotted),
			sc.pinnedBoundary())
		source = chart.Scatter{
			Points: labelled(sc, mat.Col(nil, 0, p.Source.X), mat.Col(nil, 1, p.Source.X), p.Source.Y),
			Lines:  boundary(none, "", chart.NoAdaptation, chart.Solid),
		}
		if info, _ := datasets.Lookup(sc.State.Spec.Name); info.BuiltIn {
			target.XLabel, target.YLabel = "", "" // their names say nothing
		}
	case view != nil:
		target = scorePlane(sc)
		labels := make([]float64, len(view.SourceRows))
		for i, row := range view.SourceRows {
			labels[i] = p.Source.Y[row]
		}
		source = chart.Scatter{Points: labelled(sc, view.SourceScore, view.SourceAcross, labels)}
		if none != nil && p.Task == model.Binary {
			scores, _ := p.SourceCoordinates(none, view.SourceRows)
			if a, b, ok := regress(view.SourceScore, view.SourceAcross, scores); ok {
				source.Lines = []chart.Line{{A: a, B: b, Style: chart.NoAdaptation}}
			}
		}
	}
	source.XLabel, source.YLabel = target.XLabel, target.YLabel
	source.Bare, target.Bare = true, true
	source.Equal, target.Equal = false, false // clouds fill their panels
	source.Beside, target.Beside = target.Points, source.Points
	return source, target
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
		rows := sourceRows(p)
		x, y := make([]float64, len(rows)), make([]float64, len(rows))
		weights := mat.Col(nil, 0, none)
		for i, row := range rows {
			x[i], y[i] = mat.Dot(p.Source.X.RowView(row), mat.NewVecDense(len(weights), weights)), p.Source.Y[row]
		}
		source.Points = []chart.Points{{X: x, Y: y, Mark: '●', Style: chart.Source}}
	}
	source.Lines = []chart.Line{{A: 1, B: -1, Style: chart.NoAdaptation}}
	return source, target
}

// sourceRows are evenly spread rows of the source, as many as a picture needs.
func sourceRows(p *model.Problem) (rows []int) {
	const most = 1000
	n := p.Source.Rows()
	for i := range min(n, most) {
		rows = append(rows, i*n/min(n, most))
	}
	return rows
}

// drawGiven shows what is given of several classes: a picture of each, or how often each
// occurs.
func drawGiven(sc *Scene, g *chart.Grid) {
	p := sc.Update.Session.Problem
	if sc.Update.Session.Pair.Shape.Rows > 0 {
		drawFaces(sc, g, p.Source, nil)
		return
	}
	shares := make([]float64, p.C)
	for _, y := range p.Source.Y {
		shares[p.Task.Class(y)] += 1 / float64(len(p.Source.Y))
	}
	drawRecalls(sc, g, []recallColumn{{"share of the rows", chart.Source, chart.Plain, shares}})
}

// drawWanted shows what is wanted of several classes, and how many of each LAR has right.
func drawWanted(sc *Scene, g *chart.Grid) []group {
	p, s := sc.Update.Session.Problem, sc.Solution()
	switch {
	case p.Target.Y == nil:
		drawDivergence(sc, g)
		return nil
	case sc.Update.Session.Pair.Shape.Rows == 0:
		drawClasses(sc, g)
		return nil
	}
	none, lar := recalls(p, s.None.Weights), recalls(p, s.Descent.Weights)
	var captions []piece
	for i := range lar {
		style := chart.Plain
		if lar[i] < none[i] {
			style = chart.Bad
		}
		captions = append(captions, piece{fmt.Sprintf("%s %.0f→%.0f %%", className(sc, i), 100*none[i], 100*lar[i]), style})
	}
	drawFaces(sc, g, p.Target, captions)
	return []group{{{"right, of each class: ", chart.Plain}, {noAdaptation, chart.NoAdaptation}, {" → ", chart.Plain}, {"LAR", chart.LAR}}}
}

// drawFaces draws pictures of each class, with a caption below the first of each, or its
// name.
func drawFaces(sc *Scene, g *chart.Grid, d model.Domain, captions []piece) {
	shape, n := sc.Update.Session.Pair.Shape, sc.Update.Session.Problem.C
	w, h := g.Size()
	lines, columns := pictureSize(w, h, n, shape)
	across, down := (w+1)/(columns+1), h/(lines+1)
	if across < 1 || down < 1 {
		return
	}
	per := max(1, across*down/n)
	faces, left := make([][]int, n), n*per
	for row := 0; row < len(d.Y) && left > 0; row++ {
		if class := sc.Task().Class(d.Y[row]); len(faces[class]) < per {
			faces[class] = append(faces[class], row)
			left--
		}
	}
	for at := range min(across*down, n*per) {
		class, nth := at/per, at%per
		if nth >= len(faces[class]) {
			continue
		}
		x, y := at%across*(columns+1), at/across*(lines+1)
		pictureOf(d.X.RawRowView(faces[class][nth]), shape).Draw(g.Sub(x, y, columns, lines), sc.Glyphs)
		caption := piece{className(sc, class), chart.Plain}
		switch {
		case captions != nil && nth == 0:
			caption = captions[class]
		case captions != nil:
			continue
		}
		g.Text(x, y+lines, sc.Glyphs.Truncate(sc.Spell(caption.text), columns), caption.style)
	}
}

// drawLabels draws how large each component of both domains is, and how much of the label
// it carries.
func drawLabels(sc *Scene, g *chart.Grid) []group {
	w, h := g.Size()
	rows := min(components(sc), max(1, h/2-1))
	for i, s := range spectrumSides(sc) {
		if s.sigma, s.projection = "", ""; i == 0 {
			s.sigma, s.projection = "size", "carries label"
		}
		drawSide(sc, g.Sub(0, i*(rows+1), w, rows+1), s)
	}
	return []group{{{"▸ ", chart.Key}, {"kept: k of the source, k̃ of the target", chart.Plain}}}
}

// drawSimple draws the score over the epochs, scaled to LAR and no adaptation.
func (v *convergenceView) drawSimple(sc *Scene, g *chart.Grid) []group {
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

// drawNamed draws curves, and returns their legend.
func drawNamed(sc *Scene, g *chart.Grid, plot chart.Curves) (legend []group) {
	for i := range plot.Curves {
		c := &plot.Curves[i]
		if c.Name != "" {
			legend = append(legend, group{{c.Dash.Sample() + " ", c.Style}, {c.Name, chart.Plain}})
		}
		c.Name = ""
	}
	plot.Draw(g, sc.Glyphs)
	return legend
}

// aim says in plain words what is learned and what is predicted.
func (sc *Scene) aim() string {
	s := sc.Update.Session
	info, _ := datasets.Lookup(s.Spec.Name)
	if info.Aim != "" {
		return info.AimOf(s.Spec)
	}
	return fmt.Sprintf("learn on %d labelled rows, predict %d", s.Problem.Src.N, s.Problem.Tgt.N)
}
