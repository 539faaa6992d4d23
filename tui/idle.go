package tui

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"larui/datasets"
)

// No key is silent: where one can do nothing, the sentence says why.

// nothingSolved is said where a key needs a solution to work on.
const nothingSolved = "nothing is solved yet: wait for the first picture"

// act does what a key stands for, or says why that does nothing.
func (p *Program) act(a action, key string) {
	if a.works != nil && !a.works(p) {
		p.scene.Message = a.whyIdle(p, key)
		return
	}
	before := *p
	a.do(p)
	if p.scene.Message == "" && p.isAsBefore(&before) {
		p.scene.Message = a.whyIdle(p, key)
	}
}

// isAsBefore reports whether nothing that shows or is to be done has changed.
func (p *Program) isAsBefore(before *Program) bool {
	return reflect.DeepEqual(p.scene, before.scene) && p.theme == before.theme &&
		p.quitting == before.quitting && p.suspending == before.suspending && p.clipboard == before.clipboard
}

// whyIdle says why the action of a key does nothing now.
func (a action) whyIdle(p *Program, key string) string {
	if a.idle != nil {
		if text := a.idle(p); text != "" {
			return text
		}
	}
	return fmt.Sprintf("%s changes nothing here and now (? lists the keys)", keySign(key))
}

// sayUnbound says of a key that stands for nothing on the screen what it is for
// elsewhere.
func (p *Program) sayUnbound(key string) {
	const longest = 12
	for _, c := range Controls() {
		if key == c.Down || key == c.Up {
			p.scene.Message = c.Label + " belongs to " + strings.Join(c.pairs(), ", ") + ": this pair has none"
			return
		}
	}
	if len(key) > longest || strings.ContainsFunc(key, func(r rune) bool { return !strconv.IsPrint(r) }) {
		p.scene.Message = "this does nothing here (? lists the keys)"
		return
	}
	p.scene.Message = fmt.Sprintf("%s does nothing here (? lists the keys)", keySign(key))
}

// pairs names a few pairs for which the control does something.
func (c Control) pairs() []string {
	const most = 3
	var names []string
	for _, info := range datasets.List() {
		if c.Applies(Limits{Adjustable: info.Adjustable}) {
			names = append(names, info.Name)
		}
	}
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return names
}

// turned returns the state with the control turned by n steps. A switch has no way
// to go beyond its end: steps of more than one lead there.
func (c Control) turned(s State, l Limits, n int) State {
	if c.Switch && (n > 1 || n < -1) {
		if up := c.Place(s, l) > 0; up == (n > 0) {
			return s
		}
		n = 1
	}
	return c.Step(s, l, n)
}

// endText says that the control can't be turned any further up, or down where
// n < 0, but typed where that is so.
func (c Control) endText(s State, l Limits, n int) string {
	shown := c.Format(s)
	v, err := strconv.ParseFloat(shown, 64)
	if err != nil {
		return fmt.Sprintf("%s is %s already", c.Label, shown)
	}
	end, beyond := "largest", 2*v
	if n < 0 {
		end, beyond = "smallest", v/2
		if v < 0 {
			beyond = 2 * v
		}
	}
	text := fmt.Sprintf("%s is at its %s, %s", c.Label, end, shown)
	if next, err := c.Parse(s, strconv.FormatFloat(beyond, 'f', -1, 64)); err == nil && !sameState(next, s) && next.Params.Check(l.D) == nil {
		return fmt.Sprintf("%s is at its %s step, %s (= types others)", c.Label, end, shown)
	}
	return text
}

// whyFull says why a panel can't be made to fill the screen.
func (p *Program) whyFull() string {
	return "this panel fills the screen already: Esc shows all panels"
}

// whyNoPlay says why there is nothing to play.
func (p *Program) whyNoPlay() string {
	switch s := p.scene.solution(); {
	case s == nil:
		return nothingSolved
	case s.Descent.Diverges:
		return "descent diverges: there is no way to play (set rate to auto)"
	}
	return "nothing to play: a single epoch has no way"
}
