package stage

import (
	"larui/model"
	"larui/tui/session"
)

// PlayedTrajectory returns the trajectory of the present state, or nil if it is not computed yet.
func (st *Stage) PlayedTrajectory() *session.Trajectory {
	if !st.Update.State.Equal(st.State) {
		return nil
	}
	return session.ResultAt[*session.Trajectory](st.Update, session.TrajectoryName, st.State.Params)
}

// PlayedFrame returns the solution after the played epoch. It is nil if nothing plays, and before
// the epoch is solved.
func (st *Stage) PlayedFrame() *model.DescentFrame {
	t, at := st.PlayedTrajectory(), st.Playback.At
	if !st.Playback.On || t == nil || at >= len(t.Frames) || t.Frames[at].Descent.Weights == nil {
		return nil
	}
	return &t.Frames[at]
}

// AtPlayedFrame returns a stage with the solution after the played epoch, or st if nothing plays.
func (st *Stage) AtPlayedFrame() *Stage {
	f := st.PlayedFrame()
	if f == nil || st.Solution == nil {
		return st
	}
	on, x, s := *st, *st.Snapshot, *st.Solution
	on.Snapshot = &x
	s.Epochs, s.Descent, s.None, s.Signs = f.Epoch, f.Descent, f.None, nil // signs belong to the last epoch
	on.Solution, on.Update.View = &s, session.NewScoreView(st.Session.Problem, &s)
	// Before is the solution before the last turn of a control. Views must not compare the played
	// epoch with it.
	on.Before = nil
	return &on
}

// DrawnTrajectory returns the trajectory of descent that the curves on the screen show, or nil if
// they show none. Curves in small panels show a trajectory only during playback.
func (st *Stage) DrawnTrajectory() *session.Trajectory {
	t, curves := session.ResultOf[*session.Trajectory](st.Update, session.TrajectoryName), st.Curves
	if t == nil || curves == nil || t.Params != curves.Params || !st.Zoom && st.PlayedFrame() == nil {
		return nil
	}
	return t
}

// ShowFrame shows the frame with an index, counted from 0, of the given number of frames, each at a
// chosen epoch. Playing ends at the last frame.
func ShowFrame(st *Stage, index, frames int) {
	st.Playback.At = max(0, index)
	if index >= frames-1 {
		st.Playback = Playback{Over: true}
	}
}

// StopPlaying shows the last epoch.
func (st *Stage) StopPlaying() { st.Playback = Playback{} }

// WithoutZoom returns the stage as if no view filled the screen.
func (st *Stage) WithoutZoom() *Stage {
	small := *st
	small.Zoom = false
	return &small
}
