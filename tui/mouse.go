package tui

import (
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/view"
)

// mouse answers the left button and the wheel.
func (p *Program) mouse(msg tea.MouseMsg) {
	sc := p.scene
	if p.scene.Width < view.MinWidth || p.scene.Height < view.MinHeight {
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
	case sc.Opener.Shown && sc.Body(p.scene.Width, p.scene.Height).Holds(x, y):
		p.host.ClickOpener(y)
		return
	case sc.Opener.Shown || p.clickControl(x, y) || sc.Help:
		return
	}
	for _, region := range sc.PanelRegions(p.scene.Width, p.scene.Height) {
		if !region.Holds(x, y) {
			continue
		}
		inner := region.Inner()
		switch {
		case sc.Zoom && inner.Holds(x, y) && sc.Solution() != nil:
			p.host.Apply(sc.Named(region.Name).Click(sc, x-inner.X, y-inner.Y), view.Key{}, "click")
		case region.Name != sc.Panel:
			sc.Panel = region.Name
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
	for _, region := range sc.ControlRegions(p.scene.Width, p.scene.Height) {
		if !region.Holds(x, y) {
			continue
		}
		sc.Focus = region.Index
		if sc.Solution() == nil {
			return true
		}
		c, at, column := sc.Focused(), region.Layout(), x-region.X
		switch {
		case column == at.Down && region.Arrows:
			p.host.Apply(sc.TurnBy(c, -1), view.Key{}, "")
		case column == at.Up && region.Arrows:
			p.host.Apply(sc.TurnBy(c, 1), view.Key{}, "")
		case at.Slider >= 0 && column >= at.Slider:
			next := c.Near(sc.State, sc.Limits, sliderPlace(column-at.Slider, region.Slider))
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
	for _, region := range sc.ControlRegions(p.scene.Width, p.scene.Height) {
		at := region.Layout()
		if c := sc.Controls()[region.Index]; c.Name == p.host.Dragged && at.Slider >= 0 {
			next := c.Near(sc.State, sc.Limits, sliderPlace(x-region.X-at.Slider, region.Slider))
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
		sc.Opener.Move(n)
		return
	}
	for _, region := range sc.ControlRegions(p.scene.Width, p.scene.Height) {
		if region.Holds(x, y) && sc.Solution() != nil {
			sc.Focus = region.Index
			p.host.Apply(sc.TurnBy(sc.Focused(), -n), view.Key{}, "wheel")
			return
		}
	}
	if sc.Help {
		view.ScrollHelp(sc, view.HelpWheel*n)
		return
	}
	for _, region := range sc.PanelRegions(p.scene.Width, p.scene.Height) {
		if region.Holds(x, y) && sc.Solution() != nil {
			if in := sc.Named(region.Name).Wheel(sc, n); in.Kind != view.Say {
				p.host.Apply(in, view.Key{}, "wheel")
			}
			return
		}
	}
}
