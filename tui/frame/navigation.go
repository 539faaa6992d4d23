package frame

import (
	"slices"

	"larui/tui/stage"
)

// leaveView returns to the panels. It selects the target if the view is no panel of the screen.
func leaveView(sc *Scene) {
	sc.Zoom = false
	if !slices.Contains(panelNames(sc), sc.Panel) {
		selectPanel(sc, stage.TargetName)
	}
}

// ShowView shows the named view, and reports whether the view exists.
func (sc *Scene) ShowView(name string) bool {
	switch {
	case name == stage.FirstName, name == stage.AllName:
		sc.All = name == stage.AllName
		leaveView(sc)
	case sc.FindView(name) == nil:
		return false
	default:
		sc.Source = sc.Source && name == sc.Panel // for the return to the first screen
		sc.Panel, sc.Zoom = name, true
	}
	return true
}

// movePanel moves the selection by a number of panels, cyclically.
func movePanel(sc *Scene, by int) stage.Intent {
	names := panelNames(sc)
	at := max(slices.Index(names, sc.Panel), slices.Index(names, sc.Selected()))
	selectPanel(sc, names[stage.WrapIndex(at+by, len(names))])
	return stage.Intent{}
}

// selectPanel selects the named panel. The source is the target's panel with Source set.
func selectPanel(sc *Scene, name string) {
	sc.Panel, sc.Source = name, name == stage.SourceName
	if sc.Source {
		sc.Panel = stage.TargetName
	}
}

// zoomOn shows a panel on the whole screen.
func zoomOn(sc *Scene, name string) stage.Intent {
	sc.ShowView(name)
	closeOverlay(sc)
	return stage.Intent{}
}

func showFirst(sc *Scene) stage.Intent {
	sc.Zoom, sc.All = false, false
	selectPanel(sc, stage.TargetName)
	return stage.Intent{}
}

// switchAll shows all panels, or the first screen. The theory replaces the map.
func switchAll(sc *Scene) stage.Intent {
	sc.All, sc.Present = !sc.All || sc.Zoom || sc.Present, false
	leaveView(sc)
	if sc.Panel == stage.MapName {
		sc.Panel = stage.TargetName
	}
	return stage.Intent{}
}

// switchPresent turns present mode, with one picture for an audience, on or off.
func switchPresent(sc *Scene) stage.Intent {
	sc.Present = !sc.Present
	if sc.Present {
		sc.Message = sc.ReplaceKeys("present mode: {present} leaves it, {all-panels} shows all panels")
	}
	return stage.Intent{Kind: stage.Ask}
}

// fillsAlready is the reason why a panel can't be zoomed again.
const fillsAlready = "this panel fills the screen already: {back} leaves it"
