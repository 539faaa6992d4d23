package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// An animation takes about playTime. Each frame is visible for shortestTick to longestTick.
const (
	playTime     = 3500 * time.Millisecond
	shortestTick = 40 * time.Millisecond
	longestTick  = 400 * time.Millisecond
)

type tickMsg struct{}

// nextTick returns the command that sends a tickMsg when the next frame is due; nil if no frame
// follows, or if a tickMsg is on its way.
func (p *Program) nextTick() tea.Cmd {
	t, now := p.scene.PlayedTrajectory(), p.scene.Playback
	if !now.Running || p.ticking || t == nil || now.At+1 >= len(t.Frames) {
		return nil
	}
	p.ticking = true
	return p.tick(frameDuration(len(t.Epochs)), func(time.Time) tea.Msg { return tickMsg{} })
}

func frameDuration(frames int) time.Duration {
	return max(shortestTick, min(longestTick, playTime/time.Duration(frames)))
}
