package frame

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/stage"
)

// Draw draws the scene on a grid of Width×Height cells. On a screen below 60×20 it only says which
// size larui needs.
func (sc *Scene) Draw() *chart.Grid {
	w, h := sc.Width, sc.Height
	g := chart.NewGrid(w, h).WithGlyphs(sc.Glyphs)
	if isTooSmall(sc) {
		text := fmt.Sprintf("larui needs %d×%d cells, this terminal has %d×%d; Ctrl+C quits", stage.MinWidth, stage.MinHeight, w, h)
		g.TextWrapped(0, 0, w, max(1, h), text, chart.Warning)
		return g
	}
	if sc.Images {
		g = g.WithImages()
	}
	on := *sceneAtPlayedEpoch(sc) // a copy, because connect changes it
	sc = &on
	setStageFuncs(sc)
	l := newLayout(sc)
	hover, hovered := valuesUnderMouse(sc)
	drawSentence(sc, l, g, hover)
	drawHints(sc, g.Sub(1, h-1, w-1, 1))
	if over := sc.TopOverlay(); over != nil {
		over.Draw(sc, l.body().gridOf(g).Box(over.Title(sc), chart.Focus, chart.Focus))
	} else {
		drawHeader(sc, l, g)
		drawControls(sc, l, g)
		for _, region := range sc.PanelRegions() {
			on := *sc
			if hover.Values != nil && region == hovered {
				on.Stage = *hover.Stage
			}
			if sketch, ok := findSketch(&on, region); ok {
				drawSketch(&on, l, region, sketch, region.gridOf(g))
			} else {
				drawPanel(&on, on.FindView(region.Name), region.gridOf(g))
			}
		}
	}
	drawMessage(sc, l, g)
	return g
}

func drawPanel(sc *Scene, view stage.View, g *chart.Grid) {
	info := view.Info()
	border, title := chart.Border, chart.Title
	if info.Name == sc.Panel {
		border, title = chart.Focus, chart.Focus
	}
	name := info.Title
	if titled, ok := view.(stage.Titled); ok {
		name = titled.Title(&sc.Stage)
	}
	name = strings.TrimSpace(sc.FirstKey("view-"+info.Name) + " " + name)
	if info.Name == stage.MapName && !sc.Zoom {
		name += sc.ReplaceKeys(" ({next-panel}: {view-theory} theory)")
	}
	if info.Name == sc.Panel {
		name = string(chart.FocusMark) + " " + name
	}
	inner := g.Box(sc.Spell(name), border, title)
	switch {
	case sc.Solution != nil:
		stage.DrawReading(&sc.Stage, view, inner)
	case sc.Update.Err == nil:
		inner.Text(1, 0, "not solved yet", chart.Dim)
	}
}

func lessonPointsAt(sc *Scene, r panelRegion) bool {
	step, name := sc.Lessons.Step(), r.Name
	if r.Source {
		name = stage.SourceName
	}
	return step != nil && !sc.Zoom && slices.Contains(step.Panels, name)
}

func drawMessage(sc *Scene, l layout, g *chart.Grid) {
	lines := boxedMessage(sc, l)
	if lines == nil {
		return
	}
	box := g.Sub(0, l.bodyY, l.w, min(len(lines)+2, l.h-l.bodyY-1))
	box.Clear()
	inner := box.Box("", chart.Focus, chart.Focus)
	inner.Lines(1, 0, lines, chart.Plain)
}

func setStageFuncs(sc *Scene) {
	sc.FirstKey = func(action string) string { return firstKeySign(sc, action) }
	sc.ZoomedSize = func() (w, h int) { return zoomedViewSize(sc) }
}

// sceneAtPlayedEpoch returns the scene with the solution after the played epoch. Lessons still
// check the solution after the last epoch.
func sceneAtPlayedEpoch(sc *Scene) *Scene {
	st := sc.Stage.AtPlayedFrame()
	if st == &sc.Stage {
		return sc
	}
	on := *sc
	on.Stage, on.Lessons.checked = *st, lessonSituation(sc)
	return &on
}

func drawSketch(sc *Scene, l layout, r panelRegion, sketch stage.Sketch, g *chart.Grid) {
	border, style := chart.Border, chart.Title
	if r.Name == sc.Panel && l.stacked && !r.Source {
		border, style = chart.Focus, chart.Focus
	}
	box := g.Box
	if lessonPointsAt(sc, r) {
		border, style, box = chart.Focus, chart.Focus, g.DoubleBox
	}
	inner := box(sc.Spell(sketch.Title), border, style)
	if w, _ := g.Size(); !l.stacked && r.Source == sc.ShowSource {
		if note := nextPanelNote(sc); chart.TextWidth(sketch.Title+note)+8 <= w {
			g.TextRight(w-2, 0, note, chart.Dim)
		}
	}
	if sc.Solution == nil {
		if sc.Update.Err == nil {
			inner.Text(1, 0, "not solved yet", chart.Dim)
		}
		return
	}
	on := sc.Stage
	on.ShowSource = r.Source
	legend := sketch.Draw(&on, inner)
	if sc.Presenting {
		inner.ThickenLines()
	}
	drawLegend(sc, g, legend)
}

// drawLegend writes as many entries of a legend as fit on the lower edge of a box.
func drawLegend(sc *Scene, g *chart.Grid, legend []chart.Group) {
	w, h := g.Size()
	x := 1
	for _, entry := range legend {
		if entry == nil {
			continue
		}
		width := 0
		for _, p := range entry {
			width += chart.TextWidth(sc.Spell(p.Text))
		}
		if x+width+3 > w {
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
