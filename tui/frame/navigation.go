package frame

import (
	"slices"

	"larui/tui/stage"
)

// leaveView returns from one view to the panels. If the view is not a panel there, the target's panel
// becomes the selected one.
func leaveView(sc *Scene) {
	sc.Zoom = false
	if !slices.Contains(panelNames(sc), sc.Panel) {
		selectPanel(sc, stage.TargetName)
	}
}

// ShowView shows the named view, and reports whether the view exists.
func (sc *Scene) ShowView(name string) bool {
	switch {
	case name == stage.FirstScreenName, name == stage.AllName:
		sc.ShowAll = name == stage.AllName
		leaveView(sc)
	case sc.FindView(name) == nil:
		return false
	default:
		sc.ShowSource = sc.ShowSource && name == sc.Panel // leaving the view then shows the source again
		sc.Panel, sc.Zoom = name, true
	}
	return true
}

// movePanelSelection selects the panel that stands n places after the selected one. After the last
// panel comes the first.
func movePanelSelection(sc *Scene, n int) stage.Intent {
	names := panelNames(sc)
	at := max(slices.Index(names, sc.Panel), slices.Index(names, sc.SelectedPanel()))
	selectPanel(sc, names[stage.WrapIndex(at+n, len(names))])
	return stage.Intent{}
}

// selectPanel selects the named panel. The source has no view: the target's view shows it.
func selectPanel(sc *Scene, name string) {
	sc.Panel, sc.ShowSource = name, name == stage.SourceName
	if sc.ShowSource {
		sc.Panel = stage.TargetName
	}
}

func zoomView(sc *Scene, name string) stage.Intent {
	sc.ShowView(name)
	closeOverlay(sc)
	return stage.Intent{}
}

func showFirstScreen(sc *Scene) stage.Intent {
	sc.Zoom, sc.ShowAll = false, false
	selectPanel(sc, stage.TargetName)
	return stage.Intent{}
}

// toggleAllPanels switches between all panels and the first screen. If the map is selected, it
// selects the target, because the first screen has no map.
func toggleAllPanels(sc *Scene) stage.Intent {
	sc.ShowAll, sc.Presenting = !sc.ShowAll || sc.Zoom || sc.Presenting, false
	leaveView(sc)
	if sc.Panel == stage.MapName {
		sc.Panel = stage.TargetName
	}
	return stage.Intent{}
}

func togglePresenting(sc *Scene) stage.Intent {
	sc.Presenting = !sc.Presenting
	if sc.Presenting {
		sc.Message = sc.ReplaceKeys("present mode: {present} leaves it, {all-panels} shows all panels")
	}
	return stage.Intent{Kind: stage.RequestJobs}
}

const fillsAlready = "this panel fills the screen already: {back} leaves it"
