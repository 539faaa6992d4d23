package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/pixels"
)

// A paced program spends at most half of its time on drawing, and waits at least shortest between
// frames. Of many keys at once only the last ones are seen. The waits are short, so that the
// engine's answer to a key can get into the same frame of the terminal.
type paced struct {
	*Program
	// shown is the last frame drawn. The next frame may be drawn after the time free.
	shown string
	free  time.Time
	// awaited reports whether a drawMsg is on its way.
	awaited bool
}

// drawMsg asks for a frame that was delayed.
type drawMsg struct{}

// frameRate is the number of frames per second on the terminal, shortest the least time between two
// drawings.
const (
	frameRate = 120
	shortest  = time.Second / (2 * frameRate)
)

// Update updates the program. A frame that can't be drawn yet is scheduled for later.
func (p *paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := p.Program.Update(msg)
	if _, due := msg.(drawMsg); due {
		p.awaited = false
	}
	if _, resized := msg.(tea.WindowSizeMsg); resized && p.images.protocol != pixels.Cells {
		p.shown = "" // its images may lie beyond the screen
	}
	if wait := time.Until(p.free); wait > 0 && p.frame == "" && !p.awaited {
		p.awaited = true
		cmd = tea.Batch(cmd, tea.Tick(wait, func(time.Time) tea.Msg { return drawMsg{} }))
	}
	return p, cmd
}

// View returns the program's frame, or the last frame if a new one would be too soon.
func (p *paced) View() string {
	began := time.Now()
	if p.frame == "" && p.scene.Width > 0 && began.After(p.free) {
		p.shown = p.Program.View()
		p.free = began.Add(max(shortest, 2*time.Since(began)))
	}
	return p.shown
}
