package view

import (
	"larui/model"
	"larui/tui/session"
)

// A play is where playing stands; at rest it is zero, but for over.
type play struct {
	// on tells that a frame is shown instead of the end, running that the next one
	// follows by itself, over that the last one was come to.
	on, Running, over bool
	// At is the index of the frame among the epochs of the track.
	At int
}

// Memory is at which frame it stands: it goes on when it is told to.
func (p *play) Memory() memory {
	return memory{"on": &p.on, "at": below(&p.At, session.TrackFrames)}
}

// Playable returns the track of the present state, nil before it is there.
func (st *Stage) Playable() *session.Track {
	t := session.ResultOf[*session.Track](st.Update, session.TrackName)
	if t == nil || t.Session != st.Update.Session || t.Params != st.State.Params || !st.Update.State.Equal(st.State) {
		return nil
	}
	return t
}

// frame returns the frame that playing shows, nil at rest and while it is not
// there yet.
func (st *Stage) frame() *model.Frame {
	t, at := st.Playable(), st.Play.At
	if !st.Play.on || t == nil || at >= len(t.Frames) || t.Frames[at].Descent.Weights == nil {
		return nil
	}
	return &t.Frames[at]
}

// shown returns the stage as playing shows it: with the solution of the frame in
// place of that of the end.
func (st *Stage) shown() *Stage {
	f := st.frame()
	if f == nil || st.Solution() == nil {
		return st
	}
	on, x, s := *st, *st.Snapshot, *st.Solution()
	on.Snapshot = &x
	s.Epochs, s.Descent, s.None, s.Signs = f.Epoch, f.Descent, f.None, nil // signs are of the end
	on.Update.Solution, on.Update.View = &s, session.NewScoreView(st.Update.Session.Problem, &s)
	// What the last turn changed is not what changes now.
	on.Before = nil
	return &on
}

// track returns the track of the curves that are shown, nil where there is none.
// Small panels at rest do without, so that they look as they did before playing.
func (st *Stage) track() *session.Track {
	t, curves := session.ResultOf[*session.Track](st.Update, session.TrackName), st.Update.Curves
	if t == nil || curves == nil || t.Params != curves.Params || !st.Zoom && st.frame() == nil {
		return nil
	}
	return t
}

// showFrame shows frame at of as many; the last one is the end, where playing rests.
func (st *Stage) showFrame(at, frames int) {
	if st.Play.At = max(0, at); at >= frames-1 {
		st.Play = play{over: true}
	}
}

// StopPlaying shows the end again.
func (st *Stage) StopPlaying() { st.Play = play{} }

// unzoomed is the scene without what is shown alone only: other metrics, other seeds.
func (st *Stage) unzoomed() *Stage {
	small := *st
	small.Zoom = false
	return &small
}
