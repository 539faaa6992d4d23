package tui

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"larui/model"
	"larui/tui/chart"
)

// Playing shows descent on its way, frame by frame: everything on the screen is
// then the solution after fewer epochs. The frames are solved once, as a Track; the
// animation is nothing but ticks.

// A play is where playing stands; at rest it is zero.
type play struct {
	// on tells that a frame is shown instead of the end, running that the next one
	// follows by itself.
	on, running bool
	// at is the index of the frame among the epochs of the track.
	at int
}

// Playing takes about playTime, at intervals within these bounds.
const (
	playTime        = 3500 * time.Millisecond
	shortestTick    = 40 * time.Millisecond
	longestTick     = 400 * time.Millisecond
	fewestPlayables = 2
)

// tickMsg says that it is time for the next frame.
type tickMsg struct{}

// playable returns the track of the present state, nil before it is there.
func (sc *Scene) playable() *Track {
	t := sc.Update.Track
	if t == nil || t.Session != sc.Update.Session || t.Params != sc.State.Params || !sameState(sc.Update.State, sc.State) {
		return nil
	}
	return t
}

// frame returns the frame that playing shows, nil at rest and while it is not
// there yet.
func (sc *Scene) frame() *model.Frame {
	t, at := sc.playable(), sc.Views.play.at
	if !sc.Views.play.on || t == nil || at >= len(t.Frames) || t.Frames[at].Descent.Weights == nil {
		return nil
	}
	return &t.Frames[at]
}

// shown returns the scene as playing shows it: with the solution of the frame in
// place of that of the end.
func (sc *Scene) shown() *Scene {
	f := sc.frame()
	if f == nil || sc.solution() == nil {
		return sc
	}
	on, s := *sc, *sc.solution()
	s.Epochs, s.Descent, s.None = f.Epoch, f.Descent, f.None
	on.Update.Solution, on.Update.View = &s, newScoreView(sc.Update.Session.Problem, &s)
	// What the last turn changed is not what changes now.
	on.Before = nil
	return &on
}

// playSentence says where playing stands; empty at rest.
func (sc *Scene) playSentence() (string, chart.Style) {
	p := sc.Views.play
	f := sc.frame()
	switch {
	case !p.on:
		return "", chart.Plain
	case f == nil:
		return "working out the way there …; Esc leaves it", chart.Plain
	case p.running:
		return fmt.Sprintf("epoch %d of %d: space pauses, . and , step, Esc shows the end", f.Epoch, sc.State.Params.Epochs), chart.Plain
	}
	return fmt.Sprintf("paused at epoch %d of %d: space goes on, . and , step, Esc shows the end", f.Epoch, sc.State.Params.Epochs), chart.Plain
}

// playExtras is what playing needs of the engine.
func (sc *Scene) playExtras() []Extra {
	if !sc.Views.play.on {
		return nil
	}
	return []Extra{sc.trackExtra()}
}

// canPlay reports whether there is a way to play.
func (p *Program) canPlay() bool {
	s := p.scene.solution()
	return s != nil && !s.Descent.Diverges && p.scene.State.Params.Epochs >= fewestPlayables
}

// playPause begins to play, pauses or goes on.
func (p *Program) playPause() {
	if now := &p.scene.Views.play; now.on {
		now.running = !now.running
		return
	}
	p.playFrom(play{on: true, running: true})
}

// step shows the next or the previous frame. The end is the last one: it stays.
func (p *Program) step(by int) {
	now := &p.scene.Views.play
	frames := min(p.scene.State.Params.Epochs, trackFrames)
	switch {
	case !now.on && by > 0:
		p.scene.Message = p.endOfPlay()
	case !now.on:
		p.playFrom(play{on: true, at: frames - 2})
	case now.at+by < 0:
		now.running = false
		p.scene.Message = "epoch 1 is the first: . steps on, space plays, Esc shows the end"
	default:
		now.running = false
		if p.showFrame(now.at+by, frames); !now.on {
			p.scene.Message = p.endOfPlay()
		}
	}
}

// endOfPlay says that the last epoch shows, and how to see the others.
func (p *Program) endOfPlay() string {
	return fmt.Sprintf("epoch %d is the last: , steps back, space plays again from epoch 1", p.scene.State.Params.Epochs)
}

// playFrom begins to show frames and asks for what is missing of them.
func (p *Program) playFrom(from play) {
	p.scene.Views.play = from
	if t := p.scene.playable(); t == nil || len(t.Frames) < len(t.Epochs) {
		p.ask()
	}
}

// showFrame shows frame at of as many; the last one is the end, where playing
// rests.
func (p *Program) showFrame(at, frames int) {
	if at >= frames-1 {
		p.stopPlaying()
		return
	}
	p.scene.Views.play.at = max(0, at)
}

// stopPlaying shows the end again.
func (p *Program) stopPlaying() { p.scene.Views.play = play{} }

// nextTick returns the command that waits for the time of the next frame, nil
// where none is to follow by itself or one is waited for already.
func (p *Program) nextTick() tea.Cmd {
	t, now := p.scene.playable(), p.scene.Views.play
	if !now.running || p.ticking || t == nil || now.at+1 >= len(t.Frames) {
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
	now, t := p.scene.Views.play, p.scene.playable()
	if now.running && t != nil && now.at+1 < len(t.Frames) {
		p.showFrame(now.at+1, len(t.Epochs))
	}
}
