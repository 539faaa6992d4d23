package tui

import (
	"larui/tui/session"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is said to press leads to the value, in no more steps than there are, and what
// can't be reached so is to be typed.
func TestToSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state, limits := exampleState()
		limits.D = 60
		sc := Scene{State: state, Limits: limits}
		name := rapid.SampledFrom([]string{"k", "ktilde", "lambda", "rate", "epochs"}).Draw(t, "control")
		c, _ := session.OptionByName(name)
		number := rapid.Float64Range(0.001, 1e6).Draw(t, "number")
		text := strconv.FormatFloat(number, 'g', 2, 64)
		if name == "k" || name == "ktilde" || name == "epochs" {
			text = strconv.Itoa(1 + int(number)%60)
		}
		if rapid.Bool().Draw(t, "on a step") {
			text = c.Get(c.Step(state, limits, rapid.IntRange(-9, 9).Draw(t, "steps")))
		}
		want, err := c.Set(state, text)
		if err != nil || want.Equal(state) {
			t.Skip(err)
		}
		n := 1
		if c.Place(want, limits) < c.Place(state, limits) {
			n = -1
		}
		said := sc.toSet(name, c.Get(want), n)
		reached := state
		for range limits.D + len(epochLadder) + len(rateLadder) {
			if reached.Equal(want) {
				break
			}
			reached = c.Step(reached, limits, n)
		}
		if presses := strings.HasPrefix(said, "press "); presses != reached.Equal(want) {
			t.Errorf("from %s: %s", c.Get(state), said)
		}
		sc.Spoken = true
		if said := sc.toSet(name, c.Get(want), n); said != "type "+name+" "+c.Get(want) {
			t.Errorf("it is said as %q", said)
		}
	})
}

// Nobody who listens is told of keys, or of what is drawn.
func TestNoKeysAreSpoken(t *testing.T) {
	for _, opts := range []Options{plainGaussian(), {Spec: binarySpec(t)}} {
		said := talk(t, opts, "lambda 1e-4", "l2 1e5", "view map", "l2 1e6", "view lambda", "l2 1e5", "theory", "epochs 1")
		for _, word := range []string{"press", "Enter", "Esc", " maps ", "view 2", "b goes", "Tab"} {
			if strings.Contains(said, word) {
				t.Errorf("%q is said in\n%s", word, said)
			}
		}
		if !strings.Contains(said, "no adaptation: type map for the best k and ktilde") {
			t.Errorf("nothing is advised in\n%s", said)
		}
	}
}
