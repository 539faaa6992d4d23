package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A paced program draws no more often than leaves as much time for keys, and for the
// eye: of many keys at once only the last are seen.
type paced struct {
	*Program
	// shown is the last frame that was drawn; the next one may be from free on.
	shown string
	free  time.Time
	// awaited tells that drawMsg comes then.
	awaited bool
}

// drawMsg says that the time has come to draw.
type drawMsg struct{}

// frameTime is the shortest from one frame to the next.
const frameTime = time.Second / 60

// Update is the program's; what can't be drawn yet is drawn a little later.
func (p *paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := p.Program.Update(msg)
	if _, due := msg.(drawMsg); due {
		p.awaited = false
	}
	if wait := time.Until(p.free); wait > 0 && p.frame == "" && !p.awaited {
		p.awaited = true
		cmd = tea.Batch(cmd, tea.Tick(wait, func(time.Time) tea.Msg { return drawMsg{} }))
	}
	return p, cmd
}

// View is the program's frame, or the last one where that would be too soon.
func (p *paced) View() string {
	began := time.Now()
	if p.frame == "" && began.After(p.free) {
		p.shown = p.Program.View()
		p.free = began.Add(max(frameTime, 2*time.Since(began)))
	}
	return p.shown
}
