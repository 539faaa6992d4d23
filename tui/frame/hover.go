package frame

import (
	"larui/tui/chart"
	"larui/tui/stage"
)

// findSketch returns the simple picture of a panel on the first screen or in present mode. ok is
// false if the panel is drawn in full.
func findSketch(sc *Scene, r panelRegion) (sketch stage.Sketch, ok bool) {
	sketcher, ok := sc.FindView(r.Name).(stage.Sketcher)
	if !ok || !sc.HidesDetails() {
		return sketch, false
	}
	on := sc.Stage
	on.ShowSource = r.Source
	return sketcher.Sketch(&on)
}

func panelDrawFunc(sc *Scene, region panelRegion) func(*stage.Stage, *chart.Grid) {
	if sketch, ok := findSketch(sc, region); ok {
		return func(st *stage.Stage, g *chart.Grid) { sketch.Draw(st, g) }
	}
	return sc.FindView(region.Name).Draw
}

// valuesUnderMouse returns the values under the mouse and their panel, while several panels show.
// hover.Values is nil if no values are there.
func valuesUnderMouse(sc *Scene) (hover stage.MouseValues, region panelRegion) {
	if r := sc.ReadingCursor; r.HoveredView == "" || r.Pointer == nil || sc.Zoom || sc.Solution == nil || sc.TopOverlay() != nil {
		return hover, region
	}
	for _, region := range sc.PanelRegions() {
		if region.Name == sc.ReadingCursor.HoveredView && !region.Source {
			inner := region.Inner()
			return stage.ReadMouseValues(&sc.Stage, inner.W, inner.H, panelDrawFunc(sc, region)), region
		}
	}
	return hover, region
}

func hoverKeys(sc *Scene) []stage.Key {
	hover, _ := valuesUnderMouse(sc)
	if hover.GoTo == nil {
		return nil
	}
	return applyUserKeys(sc, []stage.Key{turnToValueKey(hover.GoTo)})
}

// movePointer moves the pointer to cell (x, y) of the frame while several panels show. It reports
// whether the frame changes.
func movePointer(sc *Scene, x, y int) bool {
	before := sc.ReadingCursor
	sc.ReadingCursor.HoveredView, sc.ReadingCursor.Pointer, sc.ReadingCursor.Highlighted = "", nil, 0
	if panel, ok := regionAt(sc.PanelRegions(), x, y); ok && panel.Inner().Contains(x, y) {
		on, inner := sc.Stage, panel.Inner()
		on.ShowSource = panel.Source
		view := sc.FindView(panel.Name)
		if pointed, ok := view.(stage.DirectionView); ok {
			sc.ReadingCursor.Highlighted = pointed.DirectionAt(&on, inner.W, inner.H, x-inner.X, y-inner.Y)
		}
		if reads := view.Info().Reads; !panel.Source && reads != nil && reads(&sc.Stage) {
			sc.ReadingCursor.HoveredView, sc.ReadingCursor.Pointer = panel.Name, &[2]int{x - inner.X, y - inner.Y}
			if hover, _ := valuesUnderMouse(sc); hover.Values == nil {
				sc.ReadingCursor.HoveredView, sc.ReadingCursor.Pointer = "", nil
			}
		}
	}
	if step := sc.Lessons.Step(); step != nil && sc.ReadingCursor.Highlighted == 0 {
		sc.ReadingCursor.Highlighted = step.Direction
	}
	return sc.ReadingCursor.Highlighted != before.Highlighted || sc.ReadingCursor.HoveredView != before.HoveredView || sc.ReadingCursor.Pointer != nil
}
