package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
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
	// saying is how many of the rows of the sentence are for it, beside a lesson.
	saying int
}

func (sc *Scene) layout(w, h int) layout {
	l := layout{full: w >= fullWidth && h >= fullHeight, score: 1, top: 2, bar: 1, said: 2}
	l.simple = sc.simple()
	l.stacked = sc.stacked(w, h)
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
	if l.saying = l.said; sc.Lessons.Step() != nil {
		l.said, l.saying = sc.lessonRows(w), 1
		if !l.stacked {
			l.score, l.top, l.gap = 1, 2, 0
		}
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
		regions[0].Source, regions[1].W = true, regions[0].W // on the same scales
		return regions
	}
	switch {
	case l.stacked:
		upper, lower := body, body
		upper.H = body.H * 3 / 5
		lower.Y, lower.H = body.Y+upper.H, body.H-upper.H
		return append(both(upper), row(lower, spectrumName, convergenceName, lambdaName)...)
	case w >= sideBySide && sc.Panel == targetName && !sc.Present:
		return both(body)
	}
	return []panelRegion{{Name: sc.Panel, rect: body, Source: sc.Source && !sc.Zoom}}
}

// sketchOf is how a region shows its view where the first screen or present mode has a
// plainer picture of it, false where it is drawn in full.
func (sc *Scene) sketchOf(r panelRegion) (sketch Sketch, ok bool) {
	sketcher, ok := sc.Named(r.Name).(Sketcher)
	if !ok || !sc.simple() {
		return sketch, false
	}
	on := sc.Stage
	on.Source = r.Source
	return sketcher.Sketch(&on)
}

// drawSketch draws a panel of the first screen: a title, a picture, and on its lower edge
// what its marks stand for.
func drawSketch(sc *Scene, l layout, r panelRegion, sketch Sketch, g *chart.Grid) {
	border, style := chart.Border, chart.Title
	if r.Name == sc.Panel && l.stacked && !r.Source {
		border, style = chart.Focus, chart.Focus
	}
	inner := g.Box(sc.Spell(sketch.Title), border, style, sc.Glyphs)
	if w, _ := g.Size(); !l.stacked && r.Source == sc.Source {
		if others := sc.otherPanels(); chart.TextWidth(sketch.Title+others)+8 <= w {
			g.TextRight(w-2, 0, sc.Spell(others), chart.Dim)
		}
	}
	if sc.Solution() == nil {
		if sc.Update.Err == nil {
			inner.Text(1, 0, "not solved yet", chart.Dim)
		}
		return
	}
	on := sc.Stage
	on.Source = r.Source
	legend := sketch.Draw(&on, inner)
	if sc.Present {
		inner.Embolden()
	}
	drawEdge(sc, g, legend)
}

// told is what else is known of the target, where the header has no room for it.
func told(sc *Stage) string {
	if wrong, of, ok := wrongOnes(sc); ok {
		return fmt.Sprintf("; %d of %d wrong", wrong, of)
	}
	if signs := sc.Solution().Signs; signs != nil && !math.IsNaN(signs.Changed) {
		return fmt.Sprintf("; LAR changes %s of predictions", number.Percent(signs.Changed, 1))
	}
	return ""
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
func (sc *Stage) unusual(panel string) string {
	switch {
	case sc.Solution() == nil:
		return ""
	case sc.Task() == model.Regression && sc.known(targetMetric):
		return ": squared error"
	case !sc.known(targetMetric) && panel == convergenceName:
		return ": the objective"
	case !sc.known(targetMetric):
		return ": correct on the source"
	}
	return ""
}

// drawSourceSide draws the source with its labels and what least squares makes of them.
func drawSourceSide(sc *Stage, g *chart.Grid) []group {
	p, s := sc.Update.Session.Problem, sc.Solution()
	right := group{{sc.percent(s.None.Source) + " right", chart.Plain}}
	if lar := sc.percent(s.Descent.Source); !math.IsNaN(sc.score(s.Descent.Source)) {
		right = append(right, piece{", LAR " + lar, chart.Plain})
	}
	switch {
	case math.IsNaN(sc.score(s.None.Source)): // which frames of playing leave out
		right = nil
	case p.Task == model.Regression:
		right = group{{"squared error " + strings.TrimSpace(sc.formatScore(s.None.Source.MSE)), chart.Plain}}
		if lar := s.Descent.Source.MSE; sc.apart() && !math.IsNaN(lar) {
			right[0].text += ", LAR " + strings.TrimSpace(sc.formatScore(lar))
		}
	}
	if p.Task == model.MultiClass {
		drawGiven(sc, g)
		return []group{{{"as labelled", chart.Source}}, right}
	}
	source, _ := clouds(sc)
	least := group{{"╲ ", chart.NoAdaptation}, {"least squares", chart.Plain}}
	if len(source.Lines) > 1 { // two that are told apart without colour, too
		source.Lines[0].Dash = chart.Dashed
		least[0].text = source.Lines[0].Sample(sc.Glyphs) + " "
		least = append(least, piece{"  ╲ ", chart.LAR}, piece{"LAR", chart.Plain})
	}
	source.Draw(g, sc.Glyphs)
	legend := []group{least, right}
	if p.Task == model.Regression {
		legend[0] = group{{"╱ ", chart.NoAdaptation}, {"where least squares is right", chart.Plain}}
		if sc.Width < pairWidth {
			slices.Reverse(legend) // which may leave room for one of them
		}
	} else if len(source.Lines) == 0 {
		legend = legend[1:]
	}
	return append(legend, classLegend(sc, chart.Source, chart.SourcePale)...)
}

// classLegend says which class has which mark.
func classLegend(sc *Stage, full, pale chart.Style) []group {
	if sc.Task() != model.Binary {
		return nil
	}
	names := signNames(sc)
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, "class ") // a sign says as much
	}
	return []group{{{"○ ", pale}, {names[0], chart.Plain}, {"  ● ", full}, {names[1], chart.Plain}}}
}

// drawTargetSide draws the target with what LAR makes of it.
func drawTargetSide(sc *Stage, g *chart.Grid) []group {
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
			if l.Dash != chart.Solid {
				mark = l.Sample(sc.Glyphs) + " "
			}
			legend = append(legend, group{{mark, l.Style}, {l.Name, chart.Plain}})
		}
	}
	if n, _, ok := wrongOnes(sc); ok && p.Task == model.Binary {
		wrong := fmt.Sprintf("wrong (%d)", n)
		if sc.Width < pairWidth {
			wrong = "wrong" // how many says the title
		}
		legend = slices.Insert(legend, min(2, len(legend)), group{{"×╳ ", chart.Bad}, {wrong, chart.Plain}})
	}
	return append(legend, classLegend(sc, chart.Target, chart.TargetPale)...)
}

// drawGiven shows what is given of several classes: a picture of each, or how often each
// occurs.
func drawGiven(sc *Stage, g *chart.Grid) {
	p := sc.Update.Session.Problem
	if sc.Update.Session.Pair.Shape.Rows > 0 {
		drawFaces(sc, g, p.Source, nil)
		return
	}
	drawRecalls(sc, g, "labelled, by class", []recallColumn{{"share of the rows", chart.Source, chart.Plain, p.Shares(p.Source.Y)}})
}

// drawWanted shows what is wanted of several classes, and how many of each LAR has right
// or, where no labels tell, predicts.
func drawWanted(sc *Stage, g *chart.Grid) []group {
	p, s := sc.Update.Session.Problem, sc.Solution()
	if p.Target.Y == nil || sc.Update.Session.Pair.Shape.Rows == 0 {
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

// drawLabels draws how large each component of both domains is, and how much of the label
// it carries.
func drawLabels(sc *Stage, g *chart.Grid) []group {
	w, h := g.Size()
	rows := min(components(sc)+1, (h+1)/2)
	for i, s := range spectrumSides(sc) {
		if s.sigma, s.projection = "", ""; i == 0 {
			s.sigma, s.projection = "size", "carries label"
		}
		drawSide(sc, g.Sub(0, i*rows, w, min(rows, h-i*rows)), s)
	}
	return []group{{{"▸ ", chart.Key}, {"kept: k of the source, k̃ of the target", chart.Plain}}}
}

// quietRow lays out one row: the focused control in front, then what that means, and at
// the right end as many of the main ones as have room.
func quietRow(sc *Scene, w int) []controlRegion {
	usual := session.State{Spec: datasets.DefaultSpec(sc.State.Spec.Name)}
	var others []controlCell
	front, left, slider := controlRegion{}, 0, sliders[0]
	if w >= pairWidth {
		slider *= 2 // each step of λ moves the knob, then
	}
	for i, c := range sc.Controls() {
		switch {
		case i == max(0, min(len(sc.Controls())-1, sc.Focus)):
			cell := newCell(sc, i, c, slider, usual)
			cell.focused, cell.Arrows, cell.Slider = true, true, slider
			front = controlRegion{cell, rect{quietLeft, 0, cell.width(), 1}}
			left = quietLeft + front.W + 2
			left += widthOf([]group{meaning(sc, w, w-1-left)}, 0) + barGap
		case !c.Advanced:
			others = append(others, newCell(sc, i, c, 0, usual))
		}
	}
	regions, room := []controlRegion{front}, 0
	for i, cell := range others {
		if room += cell.width() + barGap; left+room > w+barGap-1 {
			room -= cell.width() + barGap
			others = others[:i]
			break
		}
	}
	x := w - 1 - room + barGap
	for _, cell := range others {
		regions = append(regions, controlRegion{cell, rect{x, 0, cell.width(), 1}})
		x += cell.width() + barGap
	}
	return regions
}

// quietLeft is the column of the control in front.
const quietLeft = 3

// meaning says in so many columns what the control in front means or, on a screen that is
// narrow, where λ leads to.
func meaning(sc *Scene, w, room int) group {
	if w < sideBySide && sc.Focused().Name == "lambda" {
		if ahead := ahead(sc, room); ahead != nil {
			return ahead
		}
	}
	c := sc.Focused()
	text := sc.Spell(cmp.Or(c.Means, c.Help))
	return group{{chart.Truncate(text, max(0, room)), chart.Dim}}
}

// ahead says how some larger λ score, as far as w columns have room; nil where that is not
// known.
func ahead(sc *Scene, w int) (text group) {
	if sc.Solution() == nil || !sc.known(targetMetric) || !sc.pathHolds() {
		return nil
	}
	for _, point := range sc.Update.Path {
		ahead := fmt.Sprintf("%s → %s", number.Short(point.Lambda), strings.TrimSpace(sc.formatScore(sc.score(point.Descent.Target))))
		if exponent := math.Log10(point.Lambda); point.Lambda <= sc.State.Params.Lambda || point.Lambda < 10 || math.Abs(exponent-math.Round(exponent)) > 1e-9 {
			continue
		}
		if len(text) > 0 {
			ahead = "    " + ahead
		}
		if widthOf([]group{text}, 0)+chart.TextWidth(ahead) > w {
			break
		}
		text = append(text, piece{ahead, chart.Dim})
	}
	return text
}
