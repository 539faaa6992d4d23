package session

import "slices"

// historyKept is the largest number of turns that can be undone.
const historyKept = 1000

// A HistoryEntry is a state in the history. Start is the state in which its pair opened; reset leads to
// Start.
type HistoryEntry struct {
	State State `json:"state"`
	Start State `json:"start"`
}

// A history is the list of moments for undo and redo. The present moment has index at: earlier
// moments are undone to, later ones redone. A history keeps states without results, so each step
// solves the state again and opens its pair if needed.
type history struct {
	moments []HistoryEntry
	at      int
}

// push adds now to the history and moves on to a new moment. It drops the moments that could be
// redone.
func (h *history) push(now HistoryEntry) {
	h.moments = append(h.moments[:h.at], now)
	h.moments = h.moments[max(0, len(h.moments)-historyKept):]
	h.at = len(h.moments)
}

// neighbour returns the moment one step back (-1) or forth (1), or nil.
func (h *history) neighbour(step int) *HistoryEntry {
	to := h.at + step
	if to < 0 || to >= len(h.moments) {
		return nil
	}
	next := h.moments[to]
	return &next
}

// step moves one step back (-1) or forth (1) and stores now in the place that it leaves.
func (h *history) step(step int, now HistoryEntry) {
	h.moments = slices.Replace(h.moments, h.at, min(h.at+1, len(h.moments)), now)
	h.at += step
}
