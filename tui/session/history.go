package session

import "slices"

const maxUndos = 1000

// A HistoryEntry is a state in the history. Start is the state in which the pair of the entry opened,
// to which the reset key returns.
type HistoryEntry struct {
	State State `json:"state"`
	Start State `json:"start"`
}

// A history is the list of states for undo and redo. It has no results: a step solves the state
// again. index is the place of the present entry in the list: undo leads to entries before it, redo
// to entries after it. If index is the length of the list, the present entry is not stored yet.
type history struct {
	entries []HistoryEntry
	index   int
	// forgotten is the number of entries that were dropped, because there were more than maxUndos.
	forgotten int
}

// push stores the present entry and moves on to a new one. It drops all entries after the present one.
func (h *history) push(present HistoryEntry) {
	h.entries = append(h.entries[:h.index], present)
	forgotten := max(0, len(h.entries)-maxUndos)
	h.entries, h.forgotten = h.entries[forgotten:], h.forgotten+forgotten
	h.index = len(h.entries)
}

// neighbour returns a copy of the entry before the present one (step -1) or after it (step 1), or nil.
func (h *history) neighbour(step int) *HistoryEntry {
	to := h.index + step
	if to < 0 || to >= len(h.entries) {
		return nil
	}
	entry := h.entries[to]
	return &entry
}

// moveBy stores the present entry and moves to the entry before it (step -1) or after it (step 1).
func (h *history) moveBy(step int, present HistoryEntry) {
	h.entries = slices.Replace(h.entries, h.index, min(h.index+1, len(h.entries)), present)
	h.index += step
}
