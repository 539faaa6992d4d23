package view

import (
	"fmt"
	"strconv"
	"strings"

	"larui/tui/session"
)

// How a control is turned, and what is said where it can't be.

// TurnBy turns a control by n steps, or says that it is at its end.
func (sc *Scene) TurnBy(c session.Option, n int) Intent {
	next := c.Turned(sc.State, sc.Limits, n)
	if next.Equal(sc.State) && n != 0 {
		return Tell("%s", c.EndText(next, sc.Limits, n))
	}
	return Intent{Kind: Turn, State: next}
}

// NothingSolved is said where a key needs a solution to work on.
const NothingSolved = "nothing is solved yet: wait for the first picture"

// unbound says of a key that stands for nothing on the screen what it is for
// elsewhere.
func (sc *Scene) unbound(key string) string {
	const longest = 12
	for _, c := range session.Controls() {
		if key == c.Down || key == c.Up {
			return c.Label + " belongs to " + fewPairs(c) + ": this pair has none"
		}
	}
	if len(key) > longest || strings.ContainsFunc(key, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return "this does nothing here (? lists the keys)"
	}
	return fmt.Sprintf("%s does nothing here (? lists the keys)", keySign(key))
}

// fewPairs names a few pairs for which the control does something.
func fewPairs(c session.Option) string {
	const most = 3
	names := c.Pairs()
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}
