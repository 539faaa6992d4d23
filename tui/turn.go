package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"larui/tui/session"
)

// How keys lead from state to state. No key is silent: where one can do nothing, the
// sentence says why.

// press does what a key stands for: what a table says, or a turn by a direct key.
func (p *Program) press(key string) {
	sc := &p.scene
	if sc.Help {
		p.apply(pressInHelp(sc, key), Key{}, key)
		return
	}
	before := sc.viewName()
	defer func() { p.askAnew(before) }()
	for _, k := range sc.keys() {
		switch {
		case !slices.Contains(k.Keys, key):
			continue
		case k.Works != nil && !k.Works(sc):
			sc.Message = k.WhyIdle(sc, key)
		default:
			p.apply(k.Do(sc), k, key)
		}
		return
	}
	for i, c := range sc.controls() {
		if key != c.Down && key != c.Up {
			continue
		}
		if sc.solution() == nil || sc.Opening != "" {
			sc.Message = nothingSolved
			return
		}
		sc.Focus = i
		n := 1
		if key != c.Up {
			n = -1
		}
		p.apply(sc.turnBy(c, n), Key{}, key)
		return
	}
	sc.Message = sc.unbound(key)
}

// apply does what is to follow from a key.
func (p *Program) apply(in Intent, k Key, key string) {
	switch in.Kind {
	case Ask:
		p.scene.Ask()
	case Turn:
		p.become(in.State)
	case Say:
		if p.scene.Message = in.Text; in.Text == "" {
			p.scene.Message = k.WhyIdle(&p.scene, key)
		}
	case Quit:
		p.quitting = true
	}
}

// turnBy turns a control by n steps, or says that it is at its end.
func (sc *Scene) turnBy(c Control, n int) Intent {
	next := c.Turned(sc.State, sc.Limits, n)
	if next.Equal(sc.State) && n != 0 {
		return say("%s", c.EndText(next, sc.Limits, n))
	}
	return Intent{Kind: Turn, State: next}
}

// become makes next the state, remembers the present one and asks for the
// solution.
func (p *Program) become(next State) {
	if p.scene.Become(next) {
		p.scene.stopPlaying()
	}
}

// show makes next the state without remembering the present one.
func (p *Program) show(next State) {
	if p.scene.Show(next) {
		p.scene.stopPlaying()
	}
}

// askAnew asks for what the screen needs where the view is another one than before.
func (p *Program) askAnew(before string) {
	if p.scene.viewName() != before && p.scene.solution() != nil {
		p.scene.Ask()
	}
}

func (p *Program) undo() { p.walked(p.scene.Undo()) }

func (p *Program) redo() { p.walked(p.scene.Redo()) }

// walked shows where a step through the history has led, which may be another pair.
func (p *Program) walked(moved bool) {
	switch {
	case moved && p.scene.Opening != "":
		p.awaitPair(false)
	case moved:
		p.scene.stopPlaying()
	}
}

// back goes one layer back.
func (p *Program) back() Intent {
	switch sc := &p.scene; {
	case sc.Help:
		sc.Help, sc.HelpTop = false, 0
	case sc.Views.play.on:
		sc.stopPlaying()
	case sc.Opening != "":
		p.cancelOpening()
	case sc.Update.Progress != nil:
		sc.Cancel()
		return say("cancelling …")
	default:
		sc.leaveView()
		if sc.Panel == mapName && p.width >= fullWidth && p.height >= fullHeight {
			return say("the map stands in the place of the theory: w or 1 brings that back")
		}
	}
	return Intent{}
}

// nothingSolved is said where a key needs a solution to work on.
const nothingSolved = "nothing is solved yet: wait for the first picture"

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
func fewPairs(c Control) string {
	const most = 3
	names := c.Pairs()
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}
