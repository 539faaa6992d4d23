package tui

import "context"

// An Extra is further work on a state that a view asks for, beyond what every
// screen shows: done last, one after the other, and dropped when the view is left
// or the state turned.
type Extra struct {
	// Name tells extras apart; of each name only the newest result is kept.
	Name string
	// Key says what the result depends on, as far as it is not the session: while
	// it stays equal (==), the result is not computed again.
	Key any
	// Run computes. Through report it hands over functions that put what there is
	// so far into an update; the last one is remembered. It stops soon after ctx is
	// done.
	Run func(ctx context.Context, s *Session, report func(put func(*Update))) error
}

// An extraResult is what the newest run of an extra came to.
type extraResult struct {
	session *Session
	key     any
	put     func(*Update)
}

// runExtras adds the extras of a request to the update; those that are there
// already at once, the others as they come.
func (e *Engine) runExtras(ctx context.Context, extras []Extra, u *Update) error {
	var missing []Extra
	for _, x := range extras {
		if known, ok := e.extras[x.Name]; ok && known.session == e.session && known.key == x.Key {
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
			if e.extras == nil {
				e.extras = map[string]extraResult{}
			}
			e.extras[x.Name] = extraResult{e.session, x.Key, newest}
		}
	}
	return nil
}
