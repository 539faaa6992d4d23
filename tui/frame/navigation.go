package frame

import (
	"slices"

	"larui/tui/stage"
)

// leaveView returns to the panels. It selects the target if the view is no panel of the screen.
func leaveView(sc *Scene) {
	sc.Zoom = false
	if !slices.Contains(placedPanels(sc), sc.Panel) {
		selectPanel(sc, stage.TargetName)
	}
}

// ShowView shows the named view, and reports whether the view exists.
func (sc *Scene) ShowView(name string) bool {
	switch {
	case name == stage.FirstName, name == stage.AllName:
		sc.ShowAll = name == stage.AllName
		leaveView(sc)
	case sc.FindView(name) == nil:
		return false
	default:
		sc.ShowSource = sc.ShowSource && name == sc.Panel // for the return to the first screen
		sc.Panel, sc.Zoom = name, true
	}
	return true
}

// movePanel moves the selection by a number of panels, cyclically.
func movePanel(sc *Scene, by int) stage.Intent {
	names := placedPanels(sc)
	at := max(slices.Index(names, sc.Panel), slices.Index(names, sc.SelectedPanel()))
	selectPanel(sc, names[stage.WrapIndex(at+by, len(names))])
	return stage.Intent{}
}

// selectPanel selects the named panel. The source is the target's panel with Source set.
func selectPanel(sc *Scene, name string) {
	sc.Panel, sc.ShowSource = name, name == stage.SourceName
	if sc.ShowSource {
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
	sc.Zoom, sc.ShowAll = false, false
	selectPanel(sc, stage.TargetName)
	return stage.Intent{}
}

// switchAll shows all panels, or the first screen. The theory replaces the map.
func switchAll(sc *Scene) stage.Intent {
	sc.ShowAll, sc.Presenting = !sc.ShowAll || sc.Zoom || sc.Presenting, false
	leaveView(sc)
	if sc.Panel == stage.MapName {
		sc.Panel = stage.TargetName
	}
	return stage.Intent{}
}

// switchPresent turns present mode, with one picture for an audience, on or off.
func switchPresent(sc *Scene) stage.Intent {
	sc.Presenting = !sc.Presenting
	if sc.Presenting {
		sc.Message = sc.ReplaceKeys("present mode: {present} leaves it, {all-panels} shows all panels")
	}
	return stage.Intent{Kind: stage.RequestJobs}
}

// fillsAlready is the reason why a panel can't be zoomed again.
const fillsAlready = "this panel fills the screen already: {back} leaves it"
