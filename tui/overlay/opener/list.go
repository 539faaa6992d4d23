package opener

// KeyStep returns the number of rows that a key moves by in a list, 0 for another key. Home and
// End move only if text is empty, because they edit a text.
func KeyStep(key, text string) int {
	const page, farthest = 10, 1 << 20
	by := map[string]int{"up": -1, "shift+tab": -1, "down": 1, "tab": 1, "pgup": -page, "pgdown": page}[key]
	if by == 0 && text == "" {
		by = map[string]int{"home": -farthest, "end": farthest}[key]
	}
	return by
}

// MoveSelection returns the row that a move of by rows from row at selects, of n rows. It stops at
// the ends, but a single step from an end goes to the other end.
func MoveSelection(at, by, n int) int {
	switch next := max(0, min(n-1, at+by)); {
	case next == at && by == 1:
		return 0
	case next == at && by == -1:
		return max(0, n-1)
	default:
		return next
	}
}

// VisibleRows returns the part of n rows that fits into room rows: shown rows from row top
// on. The row at is in the middle, except near the ends.
func VisibleRows(n, at, room int) (top, shown int) {
	shown = min(n, room)
	return max(0, min(n-shown, at-shown/2)), shown
}
