package tui

import (
	"math"

	tea "github.com/charmbracelet/bubbletea"
)

// helpWheel is how many lines of the help a turn of the wheel scrolls.
const helpWheel = 3

// mouse answers the left button and the wheel.
func (p *Program) mouse(msg tea.MouseMsg) {
	sc := p.scene
	if p.scene.Width < minWidth || p.scene.Height < minHeight {
		return
	}
	event := tea.MouseEvent(msg)
	switch {
	case event.IsWheel():
		turns := map[tea.MouseButton]int{tea.MouseButtonWheelUp: -1, tea.MouseButtonWheelDown: 1}
		if turns[msg.Button] != 0 {
			sc.Message = ""
		}
		p.wheel(msg.X, msg.Y, turns[msg.Button])
	case event.Action == tea.MouseActionRelease || event.Button != tea.MouseButtonLeft:
		p.host.Dragged = ""
	case event.Action == tea.MouseActionMotion:
		p.drag(msg.X)
	case sc.Typing:
		// A value is being typed, for one control.
	default:
		sc.Message = ""
		p.click(msg.X, msg.Y)
	}
}

// click does what the left button stands for at a cell of the frame.
func (p *Program) click(x, y int) {
	sc := p.scene
	p.host.Dragged = ""
	switch {
	case sc.Opener.Shown && sc.body(p.scene.Width, p.scene.Height).holds(x, y):
		p.clickOpener(x, y)
		return
	case sc.Opener.Shown || p.clickControl(x, y) || sc.Help:
		return
	}
	for _, region := range sc.panelRegions(p.scene.Width, p.scene.Height) {
		if !region.holds(x, y) {
			continue
		}
		inner := region.inner()
		switch {
		case sc.Zoom && inner.holds(x, y) && sc.solution() != nil:
			p.host.Apply(sc.named(region.name).Click(sc, x-inner.x, y-inner.y), Key{}, "click")
		case region.name != sc.Panel:
			sc.Panel = region.name
		case !sc.Zoom:
			sc.Zoom = true
		}
		return
	}
}

// clickControl focuses the control at a cell, and turns it where the cell is one of
// its arrows or on its slider. It reports false where there is none.
func (p *Program) clickControl(x, y int) bool {
	sc := p.scene
	for _, region := range sc.controlRegions(p.scene.Width, p.scene.Height) {
		if !region.holds(x, y) {
			continue
		}
		sc.Focus = region.index
		if sc.solution() == nil {
			return true
		}
		c, at, column := sc.focused(), region.layout(), x-region.x
		switch {
		case column == at.down && region.arrows:
			p.host.Apply(sc.turnBy(c, -1), Key{}, "")
		case column == at.up && region.arrows:
			p.host.Apply(sc.turnBy(c, 1), Key{}, "")
		case at.slider >= 0 && column >= at.slider:
			next := c.Near(sc.State, sc.Limits, sliderPlace(column-at.slider, region.slider))
			p.host.Dragged, p.dragTurned = c.Name, !next.Equal(sc.State)
			p.host.TurnTo(next)
		}
		return true
	}
	return false
}

// drag moves the slider that the button went down on to column x. The whole drag is
// one turn to undo.
func (p *Program) drag(x int) {
	sc := p.scene
	if p.host.Dragged == "" || sc.Typing || sc.Opener.Shown {
		return
	}
	for _, region := range sc.controlRegions(p.scene.Width, p.scene.Height) {
		at := region.layout()
		if c := sc.controls()[region.index]; c.Name == p.host.Dragged && at.slider >= 0 {
			next := c.Near(sc.State, sc.Limits, sliderPlace(x-region.x-at.slider, region.slider))
			switch {
			case next.Equal(sc.State):
			case p.dragTurned:
				p.scene.Show(next)
			default:
				p.dragTurned = true
				p.host.TurnTo(next)
			}
		}
	}
}

// sliderPlace is the position in the range that a cell of a slider stands for.
func sliderPlace(column, length int) float64 {
	if length < 2 {
		return 0
	}
	return math.Max(0, math.Min(1, float64(column)/float64(length-1)))
}

// wheel turns the wheel by n (down where n > 0) over a cell of the frame: a control
// turns, up for more; what is longer than the screen scrolls.
func (p *Program) wheel(x, y, n int) {
	sc := p.scene
	switch {
	case n == 0 || sc.Typing:
		return
	case sc.Opener.Shown:
		p.moveInOpener(n)
		return
	}
	for _, region := range sc.controlRegions(p.scene.Width, p.scene.Height) {
		if region.holds(x, y) && sc.solution() != nil {
			sc.Focus = region.index
			p.host.Apply(sc.turnBy(sc.focused(), -n), Key{}, "wheel")
			return
		}
	}
	if sc.Help {
		scrollHelp(sc, helpWheel*n)
		return
	}
	for _, region := range sc.panelRegions(p.scene.Width, p.scene.Height) {
		if region.holds(x, y) && sc.solution() != nil {
			if in := sc.named(region.name).Wheel(sc, n); in.Kind != Say {
				p.host.Apply(in, Key{}, "wheel")
			}
			return
		}
	}
}
