package tui

import (
	"context"
	"slices"
)

// An Extra is further work on a state that a view asks for, beyond what every
// screen shows: done last, unless Soon, one after the other, and dropped when the
// view is left or the state turned.
type Extra struct {
	// Name tells extras apart; of each name a few results are kept, for as long as
	// the session lasts.
	Name string
	// Key says what the result depends on, as far as it is not the session: while
	// it stays equal (==), the result is not computed again.
	Key any
	// Soon has it done before theory and the path over λ.
	Soon bool
	// Run computes. Through report it hands over functions that put what there is
	// so far into an update; the last one is remembered. It stops soon after ctx is
	// done.
	Run func(ctx context.Context, s *Session, report func(put func(*Update))) error
}

// An extraResult is what a run of an extra came to.
type extraResult struct {
	name string
	key  any
	put  func(*Update)
}

// extrasKept bounds how many results of each name are kept, so that turning back
// shows at once what was there before.
const extrasKept = 8

// An extraMemory holds the results of one session's extras, the newest last.
type extraMemory struct {
	session *Session
	results []extraResult
}

// find returns the result of an extra in a session.
func (m *extraMemory) find(session *Session, x Extra) (extraResult, bool) {
	if m.session != session {
		*m = extraMemory{session: session}
	}
	for _, r := range m.results {
		if r.name == x.Name && r.key == x.Key {
			return r, true
		}
	}
	return extraResult{}, false
}

// add keeps a result; the oldest one of its name may give way.
func (m *extraMemory) add(result extraResult) {
	same := func(r extraResult) bool { return r.name == result.name }
	count := 0
	for _, r := range m.results {
		if same(r) {
			count++
		}
	}
	if count >= extrasKept {
		at := slices.IndexFunc(m.results, same)
		m.results = slices.Delete(m.results, at, at+1)
	}
	m.results = append(m.results, result)
}

// runExtras adds the extras of a request to the update; those that are there
// already at once, the others as they come.
func (e *Engine) runExtras(ctx context.Context, extras []Extra, u *Update) error {
	var missing []Extra
	for _, x := range extras {
		if known, ok := e.extras.find(e.session, x); ok {
			known.put(u)
			continue
		}
		missing = append(missing, x)
	}
	if len(missing) < len(extras) {
		e.notify(*u)
	}
	for _, x := range missing {
		var newest func(*Update)
		err := x.Run(ctx, e.session, func(put func(*Update)) {
			newest = put
			put(u)
			e.notify(*u)
		})
		if err != nil {
			return ignoreCancelled(ctx, err)
		}
		if newest != nil {
			e.extras.add(extraResult{x.Name, x.Key, newest})
		}
	}
	return nil
}
