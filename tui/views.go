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

// wanted returns what the visible view asks the engine for in the present state.
func (sc *Scene) wanted() []Extra {
	jobs := sc.playExtras()
	if p, ok := sc.view(); ok && p.extras != nil {
		jobs = append(jobs, p.extras(sc)...)
	}
	return jobs
}

// viewKeys returns the keys that the focused panel has while it fills the screen.
func (sc *Scene) viewKeys() []Key {
	if p := panelByID(sc.Panel); sc.Zoom && p.keys != nil {
		return p.keys()
	}
	return nil
}

// keys returns the keys that work now: those of the visible view before all others.
func (sc *Scene) keys() []Key {
	if sc.Help {
		return sc.Common
	}
	return slices.Concat(sc.viewKeys(), sc.Common)
}
