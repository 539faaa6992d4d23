package frame

import (
	"larui/tui/chart"
	"larui/tui/stage"
)

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

// drawingOf is what draws the inner part of a panel.
func drawingOf(sc *Scene, region panelRegion) func(*stage.Stage, *chart.Grid) {
	if sketch, ok := sketchOf(sc, region); ok {
		return func(st *stage.Stage, g *chart.Grid) { sketch.Draw(st, g) }
	}
	return sc.Named(region.Name).Draw
}

// hoverOf is what the mouse reads off a panel beside others, and where that lies; ok tells
// whether there is such a one.
func hoverOf(sc *Scene) (hover stage.Hover, region panelRegion, ok bool) {
	if r := sc.Reader; r.Over == "" || r.Pointer == nil || sc.Zoom || sc.Solution() == nil || sc.Over() != nil {
		return hover, region, false
	}
	for _, region := range sc.PanelRegions(sc.Width, sc.Height) {
		if region.Name != sc.Reader.Over || region.Source {
			continue
		}
		inner := region.Inner()
		hover = stage.Hovering(&sc.Stage, inner.W, inner.H, drawingOf(sc, region))
		return hover, region, hover.Said != nil
	}
	return hover, region, false
}

// hoverKeys are what keys do while the mouse is over curves beside other panels.
func hoverKeys(sc *Scene) []stage.Key {
	hover, _, ok := hoverOf(sc)
	if !ok || hover.Take == nil {
		return nil
	}
	return bound(sc, []stage.Key{takeKey(hover.Take)})
}

// hoverAt puts the mouse over a cell of the frame, beside other panels, and reports whether that
// changes what is to be seen.
func hoverAt(sc *Scene, x, y int) bool {
	before := sc.Reader
	sc.Reader.Over, sc.Reader.Pointer, sc.Reader.Lit = "", nil, 0
	if panel, ok := under(sc.PanelRegions(sc.Width, sc.Height), x, y); ok && panel.Inner().Holds(x, y) {
		on, inner := sc.Stage, panel.Inner()
		on.Source = panel.Source
		view := sc.Named(panel.Name)
		if pointed, ok := view.(stage.Pointed); ok {
			sc.Reader.Lit = pointed.DirectionAt(&on, inner.W, inner.H, x-inner.X, y-inner.Y)
		}
		if reads := view.Info().Reads; !panel.Source && reads != nil && reads(&sc.Stage) {
			sc.Reader.Over, sc.Reader.Pointer = panel.Name, &[2]int{x - inner.X, y - inner.Y}
			if _, _, ok := hoverOf(sc); !ok {
				sc.Reader.Over, sc.Reader.Pointer = "", nil
			}
		}
	}
	if step := sc.Lessons.Step(); step != nil && sc.Reader.Lit == 0 {
		sc.Reader.Lit = step.Direction
	}
	return sc.Reader.Lit != before.Lit || sc.Reader.Over != before.Over || sc.Reader.Pointer != nil
}
