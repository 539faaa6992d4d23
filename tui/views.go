package tui

import "slices"

// A view is a panel that fills the screen, with more detail and keys of its own.
// This file holds what views have in common; each has a file of its own.

// views hold what each view remembers beside the state: cursors, scales, what is
// scrolled to. A view's part is declared in its own file.
type views struct {
	spectrum    spectrumView
	data        dataView
	lambda      lambdaView
	grid        mapView
	play        play
	pin         *pin
	convergence convergenceView
	rivals      rivalsView
	theory      theoryView
}

// keepViews takes over what views had solved before: each result says what it is
// of, and going back to a view finds it there.
func (u *Update) keepViews(before *Update) {
	if u.Session != before.Session {
		return
	}
	if u.Sweep == nil {
		u.Sweep = before.Sweep
	}
	if u.Map == nil {
		u.Map = before.Map
	}
}

// view returns the panel that fills the screen; false on the dashboard.
func (sc *Scene) view() (panel, bool) {
	return panelByID(sc.Panel), sc.Zoom && !sc.Help
}

// leaveView goes back to the dashboard, where a panel that is only a view has no
// place.
func (sc *Scene) leaveView() {
	sc.Zoom = false
	if panelByID(sc.Panel).viewOnly {
		sc.Panel = panelTarget
	}
}

// extrasOf returns what the visible view asks the engine for in a state.
func (sc Scene) extrasOf(state State) []Extra {
	sc.State = state
	extras := sc.playExtras()
	if p, ok := sc.view(); ok && p.extras != nil {
		extras = append(extras, p.extras(&sc)...)
	}
	return extras
}

// actionsOfPanel returns the keys that the focused panel has while it fills the
// screen.
func (sc *Scene) actionsOfPanel() []action {
	if p := panelByID(sc.Panel); sc.Zoom && p.actions != nil {
		return p.actions()
	}
	return nil
}

// actions returns the keys that work now: those of the visible view before all
// others.
func (p *Program) actions() []action {
	if p.scene.Help {
		return actions()
	}
	return slices.Concat(p.scene.actionsOfPanel(), actions())
}
