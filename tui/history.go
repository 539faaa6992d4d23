package tui

// historyKept bounds how many turns can be undone.
const historyKept = 1000

// A history remembers the states that turns left behind. It keeps states, not
// results: going back solves again.
type history struct {
	past, future []State
}

// push records that before was left by a turn.
func (h *history) push(before State) {
	h.past = append(h.past, before)
	if len(h.past) > historyKept {
		h.past = h.past[1:]
	}
	h.future = nil
}

// undo returns the state before now, if there is one.
func (h *history) undo(now State) (State, bool) {
	if len(h.past) == 0 {
		return now, false
	}
	before := h.past[len(h.past)-1]
	h.past = h.past[:len(h.past)-1]
	h.future = append(h.future, now)
	return before, true
}

// redo returns the state that the last undo left, if there is one.
func (h *history) redo(now State) (State, bool) {
	if len(h.future) == 0 {
		return now, false
	}
	next := h.future[len(h.future)-1]
	h.future = h.future[:len(h.future)-1]
	h.past = append(h.past, now)
	return next, true
}
