package stage

import (
	"larui/model"
	"larui/tui/session"
)

// Playable returns the track of the present state, nil before it is there.
func (st *Stage) Playable() *session.Track {
	t := session.ResultOf[*session.Track](st.Update, session.TrackName)
	if t == nil || t.Session != st.Update.Session || t.Params != st.State.Params || !st.Update.State.Equal(st.State) {
		return nil
	}
	return t
}

// PlayedFrame returns the PlayedFrame that playing shows, nil at rest and while it is not
// there yet.
func (st *Stage) PlayedFrame() *model.Frame {
	t, at := st.Playable(), st.Play.At
	if !st.Play.On || t == nil || at >= len(t.Frames) || t.Frames[at].Descent.Weights == nil {
		return nil
	}
	return &t.Frames[at]
}

// Shown returns the stage as playing shows it: with the solution of the frame in
// place of that of the end.
func (st *Stage) Shown() *Stage {
	f := st.PlayedFrame()
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

// Track returns the Track of the curves that are shown, nil where there is none.
// Small panels at rest do without, so that they look as they did before playing.
func (st *Stage) Track() *session.Track {
	t, curves := session.ResultOf[*session.Track](st.Update, session.TrackName), st.Update.Curves
	if t == nil || curves == nil || t.Params != curves.Params || !st.Zoom && st.PlayedFrame() == nil {
		return nil
	}
	return t
}

// ShowFrame shows frame at of as many; the last one is the end, where playing rests.
func ShowFrame(st *Stage, at, frames int) {
	st.Play.At = max(0, at)
	if at >= frames-1 {
		st.Play = Play{Over: true}
	}
}

// StopPlaying shows the end again.
func (st *Stage) StopPlaying() { st.Play = Play{} }

// Unzoomed is the stage without what is shown alone only: other metrics, other seeds.
func (st *Stage) Unzoomed() *Stage {
	small := *st
	small.Zoom = false
	return &small
}
