package session

// historyKept bounds how many turns can be undone.
const historyKept = 1000

// A moment is where a turn or the opening of another pair left from: the state, and
// the one in which its pair opened, to which reset leads.
type moment struct{ state, start State }

// A history remembers the moments that were left. It keeps states, not results:
// going back solves again, and opens again what is another pair.
type history struct {
	past, future []moment
}

// push records that before was left by a turn or an opening.
func (h *history) push(before moment) {
	h.past = append(h.past, before)
	if len(h.past) > historyKept {
		h.past = h.past[1:]
	}
	h.future = nil
}

// A direction is one in which to walk through the history.
type direction int

const (
	backward direction = iota
	forward
)

// ways returns the moments that lie ahead in a direction, and those behind.
func (h *history) ways(d direction) (ahead, behind *[]moment) {
	if d == forward {
		return &h.future, &h.past
	}
	return &h.past, &h.future
}

// next returns the moment to which a step leads, if there is one.
func (h *history) next(d direction) (moment, bool) {
	ahead, _ := h.ways(d)
	if len(*ahead) == 0 {
		return moment{}, false
	}
	return (*ahead)[len(*ahead)-1], true
}

// step takes the step to where next said, from now.
func (h *history) step(d direction, now moment) {
	ahead, behind := h.ways(d)
	*ahead = (*ahead)[:len(*ahead)-1]
	*behind = append(*behind, now)
}
