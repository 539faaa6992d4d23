package tui

import "slices"

// What is selected, and which layer lies on top.

// focus selects the control of that name.
func (sc *Scene) focus(name string) {
	for i, c := range sc.controls() {
		if c.Name == name {
			sc.Focus = i
		}
	}
}

// moveFocus selects the control by that many further on, round and round.
func (sc *Scene) moveFocus(by int) Intent {
	before := sc.Focus
	if sc.Focus = wrapIndex(sc.Focus+by, len(sc.controls())); sc.Focus == before {
		return Intent{Kind: Say}
	}
	return Intent{}
}

// movePanel selects the panel by that many further on, round and round.
func (sc *Scene) movePanel(by int) Intent {
	var names []string
	for _, v := range sc.Views.all() {
		if !v.Info().Alone || sc.Zoom {
			names = append(names, v.Info().Name)
		}
	}
	sc.Panel = names[wrapIndex(slices.Index(names, sc.Panel)+by, len(names))]
	return Intent{}
}

// zoomOn lets a panel fill the screen.
func (sc *Scene) zoomOn(name string) Intent {
	sc.Panel, sc.Zoom, sc.Help = name, true, false
	return Intent{}
}

// showAll shows the dashboard as at first: the theory in its place, and not the map.
func (sc *Scene) showAll() Intent {
	if !sc.Zoom && sc.Panel != mapName && !sc.named(sc.Panel).Info().Alone {
		return Intent{Kind: Say}
	}
	sc.leaveView()
	if sc.Panel == mapName {
		sc.Panel = targetName
	}
	return Intent{}
}

func (sc *Scene) canGoBack() bool {
	return sc.Help || sc.Zoom || sc.Views.play.on || sc.Update.Progress != nil || sc.Opening != ""
}

// whyFull says why a panel can't be made to fill the screen.
func (sc *Scene) whyFull() string {
	return "this panel fills the screen already: Esc shows all panels"
}

// wrapIndex counts round and round through n things, from any whole number.
func wrapIndex(i, n int) int {
	if n < 1 {
		return 0
	}
	return ((i % n) + n) % n
}
