package view

import (
	"fmt"

	"larui/model"
	"larui/tui/session"
)

// Playing shows descent on its way, frame by frame: everything on the screen is
// then the solution after fewer epochs. The frames are solved once, as a Track; the
// animation is nothing but ticks.

// A play is where playing stands; at rest it is zero.
type play struct {
	// on tells that a frame is shown instead of the end, running that the next one
	// follows by itself.
	on, Running bool
	// At is the index of the frame among the epochs of the track.
	At int
}

// Memory is at which frame it stands: it goes on when it is told to.
func (p *play) Memory() memory {
	return memory{"on": &p.on, "at": below(&p.At, session.TrackFrames)}
}

// fewestPlayables is how many epochs there have to be for a way.
const fewestPlayables = 2

// Playable returns the track of the present state, nil before it is there.
func (sc *Scene) Playable() *session.Track {
	t := session.ResultOf[*session.Track](sc.Update, session.TrackName)
	if t == nil || t.Session != sc.Update.Session || t.Params != sc.State.Params || !sc.Update.State.Equal(sc.State) {
		return nil
	}
	return t
}

// frame returns the frame that playing shows, nil at rest and while it is not
// there yet.
func (sc *Scene) frame() *model.Frame {
	t, at := sc.Playable(), sc.Views.Play.At
	if !sc.Views.Play.on || t == nil || at >= len(t.Frames) || t.Frames[at].Descent.Weights == nil {
		return nil
	}
	return &t.Frames[at]
}

// shown returns the scene as playing shows it: with the solution of the frame in
// place of that of the end.
func (sc *Scene) shown() *Scene {
	f := sc.frame()
	if f == nil || sc.Solution() == nil {
		return sc
	}
	on, x, s := *sc, *sc.Explorer, *sc.Solution()
	on.Explorer = &x
	s.Epochs, s.Descent, s.None, s.Signs = f.Epoch, f.Descent, f.None, nil // signs are of the end
	on.Update.Solution, on.Update.View = &s, session.NewScoreView(sc.Update.Session.Problem, &s)
	// What the last turn changed is not what changes now.
	on.Before = nil
	return &on
}

// playSentence says where playing stands.
func playSentence(sc *Scene) string {
	f, paused, space := sc.frame(), "", "pauses"
	if f == nil {
		return "working out the way there …; {back} leaves it"
	}
	if !sc.Views.Play.Running {
		paused, space = "paused at ", "goes on"
	}
	return fmt.Sprintf("%sepoch %d of %d: {play} %s, {step-on} and {step-back} step, {back} shows the end",
		paused, f.Epoch, sc.State.Params.Epochs, space)
}

// whyNoPlay says why there is nothing to play, empty where there is a way.
func whyNoPlay(sc *Scene) string {
	switch s := sc.Solution(); {
	case s == nil:
		return nothingSolved
	case s.Descent.Diverges:
		return "descent diverges: there is no way to play (set rate to auto)"
	case sc.State.Params.Epochs < fewestPlayables:
		return "nothing to play: a single epoch has no way"
	}
	return ""
}

// playPause begins to play, pauses or goes on.
func playPause(sc *Scene) Intent {
	if now := &sc.Views.Play; now.on {
		now.Running = !now.Running
		return Intent{}
	}
	return playFrom(sc, play{on: true, Running: true})
}

// stepFrame shows the next or the previous frame. The end is the last one: it stays.
func stepFrame(sc *Scene, by int) Intent {
	now := &sc.Views.Play
	frames := min(sc.State.Params.Epochs, session.TrackFrames)
	switch {
	case !now.on && by > 0:
		return endOfPlay(sc)
	case !now.on:
		return playFrom(sc, play{on: true, At: frames - 2})
	case now.At+by < 0:
		now.Running = false
		return Tell("epoch 1 is the first: {step-on} steps on, {play} plays, {back} shows the end")
	}
	now.Running = false
	if sc.ShowFrame(now.At+by, frames); !now.on {
		return endOfPlay(sc)
	}
	return Intent{}
}

// endOfPlay says that the last epoch shows, and how to see the others.
func endOfPlay(sc *Scene) Intent {
	return Tell("epoch %d is the last: , steps back, space plays again from epoch 1", sc.State.Params.Epochs)
}

// playFrom begins to show frames and asks for what is missing of them.
func playFrom(sc *Scene, from play) Intent {
	sc.Views.Play = from
	if t := sc.Playable(); t == nil || len(t.Frames) < len(t.Epochs) {
		return Intent{Kind: Ask}
	}
	return Intent{}
}

// ShowFrame shows frame at of as many; the last one is the end, where playing
// rests.
func (sc *Scene) ShowFrame(at, frames int) {
	if at >= frames-1 {
		sc.StopPlaying()
		return
	}
	sc.Views.Play.At = max(0, at)
}

// StopPlaying shows the end again.
func (sc *Scene) StopPlaying() { sc.Views.Play = play{} }

// track returns the track of the curves that are shown, nil where there is none.
// Small panels at rest do without, so that they look as they did before playing.
func (sc *Scene) track() *session.Track {
	t, curves := session.ResultOf[*session.Track](sc.Update, session.TrackName), sc.Update.Curves
	if t == nil || curves == nil || t.Params != curves.Params || !sc.Zoom && sc.frame() == nil {
		return nil
	}
	return t
}
