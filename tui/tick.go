package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// The animation of playing is nothing but ticks.

// Playing takes about playTime, at intervals within these bounds.
const (
	playTime     = 3500 * time.Millisecond
	shortestTick = 40 * time.Millisecond
	longestTick  = 400 * time.Millisecond
)

// tickMsg says that it is time for the next frame.
type tickMsg struct{}

// nextTick returns the command that waits for the time of the next frame, nil
// where none is to follow by itself or one is waited for already.
func (p *Program) nextTick() tea.Cmd {
	t, now := p.scene.Playable(), p.scene.Play
	if !now.Running || p.ticking || t == nil || now.At+1 >= len(t.Frames) {
		return nil
	}
	p.ticking = true
	return p.tick(tickLength(len(t.Epochs)), func(time.Time) tea.Msg { return tickMsg{} })
}

// tickLength is how long each of as many frames is shown.
func tickLength(frames int) time.Duration {
	return max(shortestTick, min(longestTick, playTime/time.Duration(frames)))
}

// hearTick shows the next frame, once it is there.
func (p *Program) hearTick() {
	p.ticking = false
	p.host.NextFrame()
}
