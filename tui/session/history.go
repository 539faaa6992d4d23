package session

import "slices"

// historyKept bounds how many turns can be undone.
const historyKept = 1000

// A Moment is where a turn or the opening of another pair left from: the state, and
// the one in which its pair opened, to which reset leads.
type Moment struct {
	State State `json:"state"`
	Start State `json:"start"`
}

// A history is a walk over moments, of which the present one is number at; those behind
// it can be undone to, those ahead redone. It keeps states, not results: going back
// solves again, and opens again what is another pair.
type history struct {
	moments []Moment
	at      int
}

// push goes on from now to a moment that is new.
func (h *history) push(now Moment) {
	h.moments = append(h.moments[:h.at], now)
	h.moments = h.moments[max(0, len(h.moments)-historyKept):]
	h.at = len(h.moments)
}

// next returns the moment to which a step leads, back by -1 or forth by 1; nil where
// there is none.
func (h *history) next(step int) *Moment {
	to := h.at + step
	if to < 0 || to >= len(h.moments) {
		return nil
	}
	next := h.moments[to]
	return &next
}

// step takes a step to where next said, from now.
func (h *history) step(step int, now Moment) {
	h.moments = slices.Replace(h.moments, h.at, min(h.at+1, len(h.moments)), now)
	h.at += step
}
