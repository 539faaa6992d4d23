package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/frame"
)

// handleMouse reports whether the next frame may differ from the last one. Most movements of the
// mouse change nothing.
func handleMouse(h *frame.Host, msg tea.MouseMsg) bool {
	event := tea.MouseEvent(msg)
	switch {
	case event.Button == tea.MouseButtonWheelUp:
		h.Wheel(msg.X, msg.Y, -1)
	case event.Button == tea.MouseButtonWheelDown:
		h.Wheel(msg.X, msg.Y, 1)
	case event.Action == tea.MouseActionMotion && event.Button == tea.MouseButtonNone:
		return h.Hover(msg.X, msg.Y)
	case event.Action == tea.MouseActionRelease || event.Button != tea.MouseButtonLeft:
		h.EndDrag()
	case event.Action == tea.MouseActionMotion:
		h.Drag(msg.X)
	default:
		h.Click(msg.X, msg.Y)
	}
	return true
}
