package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/pixels"
)

// A paced program draws no more often than leaves as much time for keys, and than shortest: of
// many keys at once only the last are seen. What a key asked of the engine is drawn as soon as it
// is there, to be in the same frame of the terminal.
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

// Frames go to the terminal so often a second, and are drawn no sooner than shortest after another.
const (
	frameRate = 120
	shortest  = time.Second / (2 * frameRate)
)

// Update is the program's; what can't be drawn yet is drawn a little later.
func (p *paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := p.Program.Update(msg)
	if _, due := msg.(drawMsg); due {
		p.awaited = false
	}
	if _, resized := msg.(tea.WindowSizeMsg); resized && p.images.protocol != pixels.Cells {
		p.shown = "" // whose images may lie beyond the screen
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
	if p.frame == "" && p.scene.Width > 0 && began.After(p.free) {
		p.shown = p.Program.View()
		p.free = began.Add(max(shortest, 2*time.Since(began)))
	}
	return p.shown
}
