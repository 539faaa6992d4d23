package frame

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Layout says what a frame of some size is made of, from above: the title, the scores
// from row score on, the body from row top on, so many rows of controls behind a gap, the
// sentence in so many rows, the hints.
type layout struct {
	// Simple draws panels without axes and numbers that only an author reads, full says
	// that all of them have room.
	simple, full bool
	// Stacked scores stand below one another; quiet shows one control in front of others.
	stacked, quiet             bool
	score, top, gap, bar, said int
	// saying is how many of the rows of the sentence are for it, beside a lesson.
	saying int
}

func layoutOf(sc *Scene, w, h int) layout {
	l := layout{full: w >= stage.FullWidth && h >= stage.FullHeight, score: 1, top: 2, bar: 1, said: 2}
	l.simple = sc.Simple()
	l.stacked = sc.Stacked(w, h)
	l.quiet = l.simple || sc.Zoom && !l.full
	switch {
	case l.stacked:
		l.score, l.top = 2, 6
	case l.simple && h >= stage.AiryHeight:
		l.score, l.top, l.gap = 2, 4, 1
	case w >= wideSentence && !l.simple:
		l.said = 1
	}
	if !l.quiet {
		l.bar = len(controlRows(sc, w))
	}
	if l.saying = l.said; sc.Lessons.Step() != nil {
		l.said, l.saying = lessonRows(sc, w), 1
		if !l.stacked {
			l.score, l.top, l.gap = 1, 2, 0
		}
	}
	return l
}

// bottom is how many rows there are below the body.
func (l layout) bottom() int { return l.gap + l.bar + l.said + 1 }

// simpleRegions places the panels of the first screen: source and target above the
// others, or what is selected alone.
func simpleRegions(sc *Scene, l layout, body rect, w int) []panelRegion {
	both := func(in rect) []panelRegion {
		regions := row(in, stage.TargetName, stage.TargetName)
		regions[0].Source, regions[1].W = true, regions[0].W // On the same scales
		return regions
	}
	switch {
	case l.stacked:
		upper, lower := body, body
		upper.H = body.H * 3 / 5
		lower.Y, lower.H = body.Y+upper.H, body.H-upper.H
		return append(both(upper), row(lower, stage.SpectrumName, stage.ConvergenceName, stage.LambdaName)...)
	case w >= stage.SideBySide && sc.Panel == stage.TargetName && !sc.Present:
		return both(body)
	}
	return []panelRegion{{Name: sc.Panel, rect: body, Source: sc.Source && !sc.Zoom}}
}

// sketchOf is how a region shows its view where the first screen or present mode has a
// plainer picture of it, false where it is drawn in full.
func sketchOf(sc *Scene, r panelRegion) (sketch stage.Sketch, ok bool) {
	sketcher, ok := sc.Named(r.Name).(stage.Sketcher)
	if !ok || !sc.Simple() {
		return sketch, false
	}
	on := sc.Stage
	on.Source = r.Source
	return sketcher.Sketch(&on)
}

// drawSketch draws a panel of the first screen: a title, a picture, and on its lower edge
// what its marks stand for.
func drawSketch(sc *Scene, l layout, r panelRegion, sketch stage.Sketch, g *chart.Grid) {
	border, style := chart.Border, chart.Title
	if r.Name == sc.Panel && l.stacked && !r.Source {
		border, style = chart.Focus, chart.Focus
	}
	inner := g.Box(sc.Spell(sketch.Title), border, style, sc.Glyphs)
	if w, _ := g.Size(); !l.stacked && r.Source == sc.Source {
		if others := otherPanels(sc); chart.TextWidth(sketch.Title+others)+8 <= w {
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

// drawEdge writes what has room of a legend on the lower edge of a box.
func drawEdge(sc *Scene, g *chart.Grid, legend []chart.Group) {
	w, h := g.Size()
	x := 1
	for _, entry := range legend {
		if entry == nil {
			continue
		}
		width := chart.WidthOf([]chart.Group{entry}, 0)
		for _, p := range entry {
			width += chart.TextWidth(sc.Spell(p.Text)) - chart.TextWidth(p.Text)
		}
		if x+width+4 > w {
			return
		}
		g.Set(x, h-1, ' ', chart.Plain)
		x++
		for _, p := range entry {
			x += g.Text(x, h-1, p.Text, p.Style)
		}
		g.Set(x, h-1, ' ', chart.Plain)
		x += 2
	}
}

// quietRow lays out one row: the focused control in front, then what that means, and at
// the right end as many of the main ones as have room.
func quietRow(sc *Scene, w int) []controlRegion {
	usual := session.State{Spec: datasets.DefaultSpec(sc.State.Spec.Name)}
	var others []controlCell
	front, left, slider := controlRegion{}, 0, sliders[0]
	if w >= stage.PairWidth {
		slider *= 2 // each step of λ moves the knob, then
	}
	for i, c := range sc.Controls() {
		switch {
		case i == max(0, min(len(sc.Controls())-1, sc.Focus)):
			cell := newCell(sc, i, c, slider, usual)
			cell.focused, cell.Arrows, cell.Slider = true, true, slider
			front = controlRegion{cell, rect{quietLeft, 0, cell.width(), 1}}
			left = quietLeft + front.W + 2
			left += chart.WidthOf([]chart.Group{meaning(sc, w, w-1-left)}, 0) + barGap
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
func meaning(sc *Scene, w, room int) chart.Group {
	if w < stage.SideBySide && sc.Focused().Name == "lambda" {
		if ahead := ahead(sc, room); ahead != nil {
			return ahead
		}
	}
	c := sc.Focused()
	text := sc.Spell(cmp.Or(c.Means, c.Help))
	return chart.Group{chart.Styled(chart.Truncate(text, max(0, room)), chart.Dim)}
}

// ahead says how some larger λ score, as far as w columns have room; nil where that is not
// known.
func ahead(sc *Scene, w int) (text chart.Group) {
	if sc.Solution() == nil || !sc.Known(stage.TargetMetric) || !stage.PathHolds(&sc.Stage) {
		return nil
	}
	for _, point := range sc.Update.Path {
		ahead := fmt.Sprintf("%s → %s", number.Short(point.Lambda), strings.TrimSpace(sc.FormatScore(sc.Score(point.Descent.Target))))
		if exponent := math.Log10(point.Lambda); point.Lambda <= sc.State.Params.Lambda || point.Lambda < 10 || math.Abs(exponent-math.Round(exponent)) > 1e-9 {
			continue
		}
		if len(text) > 0 {
			ahead = "    " + ahead
		}
		if chart.WidthOf([]chart.Group{text}, 0)+chart.TextWidth(ahead) > w {
			break
		}
		text = append(text, chart.Styled(ahead, chart.Dim))
	}
	return text
}
