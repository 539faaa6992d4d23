package opener

// Moves is by how many rows a key moves in a list, 0 for another key: Home and End edit the
// text that is typed, where there is any.
func Moves(key, text string) int {
	const page, farthest = 10, 1 << 20
	by := map[string]int{"up": -1, "shift+tab": -1, "down": 1, "tab": 1, "pgup": -page, "pgdown": page}[key]
	if by == 0 && text == "" {
		by = map[string]int{"home": -farthest, "end": farthest}[key]
	}
	return by
}

// Stepped returns which of n rows keys select that move by so many from one: held at the
// ends, from where a single step leads to the other end.
func Stepped(at, by, n int) int {
	switch next := max(0, min(n-1, at+by)); {
	case next == at && by == 1:
		return 0
	case next == at && by == -1:
		return max(0, n-1)
	default:
		return next
	}
}

// Scrolled returns which of n rows show where only some have room: at the first of
// them, how many. The row at stays in the middle, as far as the ends allow.
func Scrolled(n, at, room int) (top, shown int) {
	shown = min(n, room)
	return max(0, min(n-shown, at-shown/2)), shown
}
