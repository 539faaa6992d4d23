package tui

import "reflect"

// How what the engine says comes onto the screen.

// hear takes in what the engine says. What answers an older request than the
// newest still brings its picture, as long as it is for the same pair; the
// solution on the screen stays where a state can't be solved.
func (p *Program) hear(u Update) {
	sc := &p.scene
	newest := u.Generation == p.asked
	if p.heardOpening(u) {
		return
	}
	samePair := sc.Update.Session != nil && u.Session != nil && !anotherPair(sc.Update.Session.Spec, u.Session.Spec)
	if !newest && (u.Err != nil || u.Solution == nil || !samePair) {
		return
	}
	if newest {
		sc.Solving = !u.Done
	}
	if u.Solution == nil {
		// Opening, or failed: keep the picture.
		sc.Update.Progress, sc.Update.Err = u.Progress, u.Err
		// A pair that never opened leaves nothing to explore: the error is said on
		// the terminal that is given back.
		p.quitting = p.quitting || (u.Err != nil && sc.solution() == nil)
		return
	}
	if !samePair {
		p.start, sc.State, sc.Before = p.arrival.startOf(u.State), u.State, nil
		p.stopPlaying()
		sc.Update = Update{}
		p.recents.add(u.Session.Spec)
	}
	sc.completePin(u)
	sc.keepPin(u.Session)
	if sc.Update.Solution != nil && !sameState(sc.Update.State, u.State) {
		sc.Before, sc.BeforeState = sc.Update.Solution, sc.Update.State
	}
	if !u.Done || !newest {
		u.keepRefined(&sc.Update)
	}
	u.keepViews(&sc.Update)
	sc.Update = u
	sc.Limits = u.Session.Limits()
	if !samePair && p.arrival.view != "" {
		view := p.arrival.view
		p.arrival = arrival{}
		p.askAnew(view)
	}
}

func sameState(a, b State) bool { return reflect.DeepEqual(a, b) }
