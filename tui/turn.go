package tui

import "slices"

// How keys lead from state to state.

// press does what a key stands for: an action, or a turn by a direct key.
func (p *Program) press(key string) {
	if p.scene.Help {
		p.pressInHelp(key)
		return
	}
	before := p.scene.viewName()
	defer func() { p.askAnew(before) }()
	for _, a := range p.actions() {
		if slices.Contains(a.keys, key) {
			p.act(a, key)
			return
		}
	}
	for i, c := range p.scene.controls() {
		if key != c.Down && key != c.Up {
			continue
		}
		if p.scene.solution() == nil || p.scene.Opening != "" {
			p.scene.Message = nothingSolved
			return
		}
		p.scene.Focus = i
		if key == c.Up {
			p.turn(c, 1)
		} else {
			p.turn(c, -1)
		}
		return
	}
	p.sayUnbound(key)
}

// turn turns a control by n steps, or says that it is at its end.
func (p *Program) turn(c Control, n int) {
	next := c.turned(p.scene.State, p.scene.Limits, n)
	if sameState(next, p.scene.State) && n != 0 {
		p.scene.Message = c.endText(next, p.scene.Limits, n)
	}
	p.become(next)
}

// become makes next the state, remembers the present one and asks for the
// solution.
func (p *Program) become(next State) {
	if sameState(next, p.scene.State) || p.scene.Opening != "" {
		return
	}
	p.history.push(p.now())
	p.show(next)
}

// show makes next the state without remembering the present one.
func (p *Program) show(next State) {
	if p.scene.Opening != "" {
		return
	}
	p.scene.State = next
	p.stopPlaying()
	p.ask()
}

// ask asks for what the screen needs of the present state.
func (p *Program) ask() {
	if p.scene.Opening != "" {
		return
	}
	p.scene.Solving = true
	// The view may ask for a state that it does not show yet.
	sc := p.scene
	p.asked = p.engine.Submit(Request{State: sc.State, Extras: sc.extrasOf})
}

// askAnew asks for what the screen needs where the view is another one than before.
func (p *Program) askAnew(before string) {
	if p.scene.viewName() != before && p.scene.solution() != nil {
		p.ask()
	}
}

func (p *Program) undo() { p.walk(backward) }

func (p *Program) redo() { p.walk(forward) }

// walk takes a step through the history. Where that leads to another pair, this is
// opened, and the step taken once it is there.
func (p *Program) walk(d direction) {
	to, ok := p.history.next(d)
	switch {
	case !ok || p.scene.Opening != "":
	case anotherPair(to.state.Spec, p.scene.State.Spec):
		p.openAgain(to, d)
	default:
		p.history.step(d, p.now())
		p.start = to.start
		p.show(to.state)
	}
}

// now is the moment that a turn leaves.
func (p *Program) now() moment { return moment{p.scene.State, p.start} }

func (p *Program) reset() { p.become(p.start) }
