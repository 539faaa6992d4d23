package opener

// SelectionStep returns by how many rows a key moves the selection of a list; 0 for other keys.
// text is the typed text: Home and End move the selection only if text is empty, because they also
// edit text.
func SelectionStep(key, text string) int {
	const page, farthest = 10, 1 << 20
	by := map[string]int{"up": -1, "shift+tab": -1, "down": 1, "tab": 1, "pgup": -page, "pgdown": page}[key]
	if by == 0 && text == "" {
		by = map[string]int{"home": -farthest, "end": farthest}[key]
	}
	return by
}

// MoveSelection returns the selected row after a move by step in a list of n rows. The move stops
// at the ends of the list, but a single step from an end goes to the other.
func MoveSelection(selected, step, n int) int {
	switch next := max(0, min(n-1, selected+step)); {
	case next == selected && step == 1:
		return 0
	case next == selected && step == -1:
		return max(0, n-1)
	default:
		return next
	}
}

// VisibleRows returns which of n rows to show on h lines: top is the first one, and shown is their
// number. The selected row is in the middle, except near the ends of the list.
func VisibleRows(n, selected, h int) (top, shown int) {
	shown = max(0, min(n, h))
	return max(0, min(n-shown, selected-shown/2)), shown
}

// RowAt returns the row that VisibleRows puts on line y. ok is false if no row is there.
func RowAt(n, selected, h, y int) (row int, ok bool) {
	top, shown := VisibleRows(n, selected, h)
	return top + y, y >= 0 && y < shown
}
