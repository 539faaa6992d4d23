package tui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// mouse hands the left button, the wheel and where the mouse is to the host. It reports
// whether anything may look different then: a mouse moves often where nobody asks.
func (p *Program) mouse(msg tea.MouseMsg) bool {
	event := tea.MouseEvent(msg)
	switch {
	case event.Button == tea.MouseButtonWheelUp:
		p.host.Wheel(msg.X, msg.Y, -1)
	case event.Button == tea.MouseButtonWheelDown:
		p.host.Wheel(msg.X, msg.Y, 1)
	case event.Action == tea.MouseActionMotion && event.Button == tea.MouseButtonNone:
		return p.host.Hover(msg.X, msg.Y)
	case event.Action == tea.MouseActionRelease || event.Button != tea.MouseButtonLeft:
		p.host.Release()
	case event.Action == tea.MouseActionMotion:
		p.host.Drag(msg.X)
	default:
		p.host.Click(msg.X, msg.Y)
	}
	return true
}
