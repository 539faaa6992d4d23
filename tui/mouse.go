package tui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// mouse hands the left button and the wheel to the host.
func (p *Program) mouse(msg tea.MouseMsg) {
	event := tea.MouseEvent(msg)
	switch {
	case event.Button == tea.MouseButtonWheelUp:
		p.host.Wheel(msg.X, msg.Y, -1)
	case event.Button == tea.MouseButtonWheelDown:
		p.host.Wheel(msg.X, msg.Y, 1)
	case event.Action == tea.MouseActionRelease || event.Button != tea.MouseButtonLeft:
		p.host.Release()
	case event.Action == tea.MouseActionMotion:
		p.host.Drag(msg.X)
	default:
		p.host.Click(msg.X, msg.Y)
	}
}
