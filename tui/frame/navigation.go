package frame

import (
	"slices"

	"larui/tui/stage"
)

// leaveView goes back to the panels, of which the selected view may be none.
func leaveView(sc *Scene) {
	sc.Zoom = false
	if !slices.Contains(placedPanels(sc), sc.Panel) {
		selectPanel(sc, stage.TargetName)
	}
}

// ShowView shows the view of that name. It reports false where there is none.
func (sc *Scene) ShowView(name string) bool {
	switch {
	case name == stage.FirstName, name == stage.AllName:
		sc.All = name == stage.AllName
		leaveView(sc)
	case sc.Named(name) == nil:
		return false
	default:
		sc.Source = sc.Source && name == sc.Panel // to come back to
		sc.Panel, sc.Zoom = name, true
	}
	return true
}

// movePanel selects the panel by that many further on, round and round.
func movePanel(sc *Scene, by int) stage.Intent {
	names := placedPanels(sc)
	at := max(slices.Index(names, sc.Panel), slices.Index(names, sc.Selected()))
	selectPanel(sc, names[stage.WrapIndex(at+by, len(names))])
	return stage.Intent{}
}

// selectPanel selects the panel of that name.
func selectPanel(sc *Scene, name string) {
	sc.Panel, sc.Source = name, name == stage.SourceName
	if sc.Source {
		sc.Panel = stage.TargetName
	}
}

// zoomOn lets a panel fill the screen.
func zoomOn(sc *Scene, name string) stage.Intent {
	sc.ShowView(name)
	uncover(sc)
	return stage.Intent{}
}

// showFirst shows the first screen.
func showFirst(sc *Scene) stage.Intent {
	sc.Zoom, sc.All = false, false
	selectPanel(sc, stage.TargetName)
	return stage.Intent{}
}

// switchAll shows all panels, with the theory and not the map, or the first screen.
func switchAll(sc *Scene) stage.Intent {
	sc.All, sc.Present = !sc.All || sc.Zoom || sc.Present, false
	leaveView(sc)
	if sc.Panel == stage.MapName {
		sc.Panel = stage.TargetName
	}
	return stage.Intent{}
}

// switchPresent shows one picture for a room, or what there was before.
func switchPresent(sc *Scene) stage.Intent {
	sc.Present = !sc.Present
	if sc.Present {
		sc.Message = sc.Keyed("present mode: {present} leaves it, {all-panels} shows all panels")
	}
	return stage.Intent{Kind: stage.Ask}
}

// fillsAlready says why a panel can't be made to fill the screen.
const fillsAlready = "this panel fills the screen already: {back} leaves it"
