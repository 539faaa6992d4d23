package view

import "slices"

// What is selected, and which layer lies on top.

// FocusOn selects the control of that name.
func (sc *Scene) FocusOn(name string) {
	for i, c := range sc.Controls() {
		if c.Name == name {
			sc.Focus = i
		}
	}
}

// MoveFocus selects the control by that many further on, round and round.
func (sc *Scene) MoveFocus(by int) Intent {
	before := sc.Focus
	if sc.Focus = wrapIndex(sc.Focus+by, len(sc.Controls())); sc.Focus == before {
		return Intent{Kind: Say}
	}
	return Intent{}
}

// MovePanel selects the panel by that many further on, round and round.
func (sc *Scene) MovePanel(by int) Intent {
	var names []string
	for _, v := range sc.Views.All() {
		if !v.Info().Alone || sc.Zoom {
			names = append(names, v.Info().Name)
		}
	}
	sc.Panel = names[wrapIndex(slices.Index(names, sc.Panel)+by, len(names))]
	return Intent{}
}

// ZoomOn lets a panel fill the screen.
func (sc *Scene) ZoomOn(name string) Intent {
	sc.Panel, sc.Zoom, sc.Help = name, true, false
	return Intent{}
}

// ShowAll shows the dashboard as at first: the theory in its place, and not the map.
func (sc *Scene) ShowAll() Intent {
	if !sc.Zoom && sc.Panel != mapName && !sc.Named(sc.Panel).Info().Alone {
		return Intent{Kind: Say}
	}
	sc.leaveView()
	if sc.Panel == mapName {
		sc.Panel = targetName
	}
	return Intent{}
}

func (sc *Scene) CanGoBack() bool {
	return sc.Help || sc.Zoom || sc.Views.Play.on || sc.Update.Progress != nil || sc.Opening != ""
}

// WhyFull says why a panel can't be made to fill the screen.
func (sc *Scene) WhyFull() string {
	return "this panel fills the screen already: Esc shows all panels"
}

// wrapIndex counts round and round through n things, from any whole number.
func wrapIndex(i, n int) int {
	if n < 1 {
		return 0
	}
	return ((i % n) + n) % n
}
