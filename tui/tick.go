package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Playing takes about playTime. Each frame is shown for shortestTick to longestTick.
const (
	playTime     = 3500 * time.Millisecond
	shortestTick = 40 * time.Millisecond
	longestTick  = 400 * time.Millisecond
)

// tickMsg asks for the next frame of playing.
type tickMsg struct{}

// nextTick returns the command that waits for the next frame of playing. It is nil if no frame
// follows, or if a tick is on its way.
func (p *Program) nextTick() tea.Cmd {
	t, now := p.scene.PlayedTrajectory(), p.scene.Playback
	if !now.Running || p.ticking || t == nil || now.At+1 >= len(t.Frames) {
		return nil
	}
	p.ticking = true
	return p.tick(tickLength(len(t.Epochs)), func(time.Time) tea.Msg { return tickMsg{} })
}

// tickLength returns how long each of the frames is shown.
func tickLength(frames int) time.Duration {
	return max(shortestTick, min(longestTick, playTime/time.Duration(frames)))
}

// hearTick shows the next frame if it is ready.
func (p *Program) hearTick() {
	p.ticking = false
	p.host.AdvancePlay()
}
