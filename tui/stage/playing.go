package stage

import (
	"larui/model"
	"larui/tui/session"
)

// PlayedTrajectory returns the track of the present state, nil if not ready.
func (st *Stage) PlayedTrajectory() *session.Trajectory {
	if !st.Update.State.Equal(st.State) {
		return nil
	}
	return session.ResultAt[*session.Trajectory](st.Update, session.TrajectoryName, st.State.Params)
}

// PlayedFrame returns the frame on the screen. It is nil if none is played or the frame is not
// solved yet.
func (st *Stage) PlayedFrame() *model.Frame {
	t, at := st.PlayedTrajectory(), st.Playback.At
	if !st.Playback.On || t == nil || at >= len(t.Frames) || t.Frames[at].Descent.Weights == nil {
		return nil
	}
	return &t.Frames[at]
}

// AtPlayedFrame returns the stage with the solution of the played frame instead of the last epoch's.
func (st *Stage) AtPlayedFrame() *Stage {
	f := st.PlayedFrame()
	if f == nil || st.Solution == nil {
		return st
	}
	on, x, s := *st, *st.Snapshot, *st.Solution
	on.Snapshot = &x
	s.Epochs, s.Descent, s.None, s.Signs = f.Epoch, f.Descent, f.None, nil // signs belong to the last epoch
	on.Solution, on.Update.View = &s, session.NewScoreView(st.Session.Problem, &s)
	// A change against the state before does not belong to the frame.
	on.Before = nil
	return &on
}

// DrawnTrajectory returns the track of the curves on the screen, nil if there is none. Small panels use it
// during playing only.
func (st *Stage) DrawnTrajectory() *session.Trajectory {
	t, curves := session.ResultOf[*session.Trajectory](st.Update, session.TrajectoryName), st.Curves
	if t == nil || curves == nil || t.Params != curves.Params || !st.Zoom && st.PlayedFrame() == nil {
		return nil
	}
	return t
}

// ShowFrame shows the frame with index at of frames. The last frame ends playing.
func ShowFrame(st *Stage, at, frames int) {
	st.Playback.At = max(0, at)
	if at >= frames-1 {
		st.Playback = Playback{Over: true}
	}
}

// StopPlaying shows the last epoch.
func (st *Stage) StopPlaying() { st.Playback = Playback{} }

// WithoutZoom returns the stage as if the view were small, without the additions of a zoomed view.
func (st *Stage) WithoutZoom() *Stage {
	small := *st
	small.Zoom = false
	return &small
}
