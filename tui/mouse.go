package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/view"
)

// mouse answers the left button and the wheel.
func (p *Program) mouse(msg tea.MouseMsg) {
	sc := p.scene
	if sc.Width < view.MinWidth || sc.Height < view.MinHeight {
		return
	}
	event := tea.MouseEvent(msg)
	switch {
	case event.IsWheel():
		turns := map[tea.MouseButton]int{tea.MouseButtonWheelUp: -1, tea.MouseButtonWheelDown: 1}
		if n := turns[msg.Button]; n != 0 && !sc.Typing {
			sc.Message = ""
			p.wheel(msg.X, msg.Y, n)
		}
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

// under returns the region that holds a cell of the frame.
func under[R interface{ Holds(x, y int) bool }](regions []R, x, y int) (found R, ok bool) {
	for _, region := range regions {
		if region.Holds(x, y) {
			return region, true
		}
	}
	return found, false
}

// click does what the left button stands for at a cell of the frame.
func (p *Program) click(x, y int) {
	sc := p.scene
	p.host.Dragged = ""
	if sc.Opener.Shown && sc.Body(sc.Width, sc.Height).Holds(x, y) {
		p.host.ClickOpener(y)
		return
	}
	if sc.Opener.Shown || p.clickControl(x, y) || sc.Help {
		return
	}
	panel, ok := under(sc.PanelRegions(sc.Width, sc.Height), x, y)
	if !ok {
		return
	}
	inner := panel.Inner()
	switch {
	case sc.Zoom && inner.Holds(x, y) && sc.Solution() != nil:
		p.host.Apply(sc.Named(panel.Name).Click(sc, x-inner.X, y-inner.Y), "click")
	case panel.Name != sc.Panel:
		sc.Panel = panel.Name
	case !sc.Zoom:
		sc.Zoom = true
	}
}

// clickControl focuses the control at a cell, and turns it where the cell is one of
// its arrows or on its slider. It reports false where there is none.
func (p *Program) clickControl(x, y int) bool {
	sc := p.scene
	region, ok := under(sc.ControlRegions(sc.Width, sc.Height), x, y)
	if !ok {
		return false
	}
	sc.Focus = region.Index
	if sc.Solution() == nil {
		return true
	}
	c, at, column := sc.Focused(), region.Layout(), x-region.X
	switch {
	case column == at.Down && region.Arrows:
		p.host.Apply(sc.TurnBy(c, -1), "")
	case column == at.Up && region.Arrows:
		p.host.Apply(sc.TurnBy(c, 1), "")
	case at.Slider >= 0 && column >= at.Slider:
		next := c.Near(sc.State, sc.Limits, sliderPlace(column-at.Slider, region.Slider))
		p.host.Dragged, p.dragTurned = c.Name, !next.Equal(sc.State)
		p.host.TurnTo(next)
	}
	return true
}

// drag moves the slider that the button went down on to column x. The whole drag is
// one turn to undo.
func (p *Program) drag(x int) {
	sc := p.scene
	if p.host.Dragged == "" || sc.Typing || sc.Opener.Shown {
		return
	}
	for _, region := range sc.ControlRegions(sc.Width, sc.Height) {
		c, at := sc.Controls()[region.Index], region.Layout()
		if c.Name != p.host.Dragged || at.Slider < 0 {
			continue
		}
		next := c.Near(sc.State, sc.Limits, sliderPlace(x-region.X-at.Slider, region.Slider))
		switch {
		case next.Equal(sc.State):
		case p.dragTurned:
			sc.Show(next)
		default:
			p.dragTurned = true
			p.host.TurnTo(next)
		}
	}
}

// sliderPlace is the position in the range that a cell of a slider stands for.
func sliderPlace(column, length int) float64 {
	if length < 2 {
		return 0
	}
	return max(0, min(1, float64(column)/float64(length-1)))
}

// wheel turns the wheel by n (down where n > 0) over a cell of the frame: a control
// turns, up for more; what is longer than the screen scrolls.
func (p *Program) wheel(x, y, n int) {
	sc := p.scene
	if sc.Opener.Shown {
		sc.Opener.Move(n)
		return
	}
	if control, ok := under(sc.ControlRegions(sc.Width, sc.Height), x, y); ok && sc.Solution() != nil {
		sc.Focus = control.Index
		p.host.Apply(sc.TurnBy(sc.Focused(), -n), "wheel")
		return
	}
	if sc.Help {
		view.ScrollHelp(sc, view.HelpWheel*n)
		return
	}
	if panel, ok := under(sc.PanelRegions(sc.Width, sc.Height), x, y); ok && sc.Solution() != nil {
		if in := sc.Named(panel.Name).Wheel(sc, n); in.Kind != view.Say {
			p.host.Apply(in, "wheel")
		}
	}
}
