package frame

import (
	"larui/tui/session"
	"larui/tui/stage"
)

func whyNoPlay(st *stage.Stage) string {
	switch s := st.Solution; {
	case s == nil:
		return stage.NothingSolved
	case s.Descent.Diverges:
		return "descent diverges, so no epochs can be played: " + st.HowToSet("rate", "auto", -1)
	case st.State.Params.Epochs < 2:
		return "descent has a single epoch, so no epochs can be played"
	}
	return ""
}

func togglePlaying(st *stage.Stage) stage.Intent {
	if now := &st.Playback; now.On {
		now.Running = !now.Running
		return stage.Intent{}
	}
	return startPlaying(st, stage.Playback{On: true, Running: true})
}

// stepEpoch shows the next epoch of descent if n is 1, or the previous one if n is -1. After the
// last epoch it returns a message.
func stepEpoch(st *stage.Stage, n int) stage.Intent {
	now := &st.Playback
	frames := min(st.State.Params.Epochs, session.TrajectoryFrames)
	switch {
	case !now.On && n > 0:
		return endOfPlayMessage()
	case !now.On:
		return startPlaying(st, stage.Playback{On: true, At: frames - 2})
	case now.At+n < 0:
		now.Running = false
		return stage.NewMessage("epoch 1 is the first epoch: {step-on} steps on, {play} plays, {back} shows the last epoch")
	}
	now.Running = false
	stage.ShowFrame(st, now.At+n, frames)
	if !now.On {
		return endOfPlayMessage()
	}
	return stage.Intent{}
}

func endOfPlayMessage() stage.Intent {
	return stage.NewMessage("this is the last epoch: {step-back} steps back, {play} plays again from epoch 1")
}

// startPlaying plays epochs and requests those that are not solved. If the first screen shows only
// the spectrum, which epochs don't change, the target replaces the spectrum.
func startPlaying(st *stage.Stage, from stage.Playback) stage.Intent {
	st.Playback = from
	if st.HidesDetails() && !st.HasRoom() && st.Panel == stage.SpectrumName {
		st.Panel, st.ShowSource = stage.TargetName, false
	}
	if t := st.PlayedTrajectory(); t == nil || len(t.Frames) < len(t.Epochs) {
		return stage.Intent{Kind: stage.RequestJobs}
	}
	return stage.Intent{}
}
