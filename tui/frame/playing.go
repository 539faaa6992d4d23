package frame

import (
	"larui/tui/session"
	"larui/tui/stage"
)

// whyNoPlay returns the reason why playing is impossible, empty if it is possible.
func whyNoPlay(sc *stage.Stage) string {
	switch s := sc.Solution; {
	case s == nil:
		return stage.NothingSolved
	case s.Descent.Diverges:
		return "descent diverges: there is no way to play (set rate to auto)"
	case sc.State.Params.Epochs < fewestPlayables:
		return "nothing to play: a single epoch has no way"
	}
	return ""
}

const fewestPlayables = 2 // in epochs

// playPause starts, pauses or resumes playing.
func playPause(sc *stage.Stage) stage.Intent {
	if now := &sc.Play; now.On {
		now.Running = !now.Running
		return stage.Intent{}
	}
	return playFrom(sc, stage.Play{On: true, Running: true})
}

// stepFrame shows the next or the previous frame. The last frame, the end of descent, stays.
func stepFrame(sc *stage.Stage, by int) stage.Intent {
	now := &sc.Play
	frames := min(sc.State.Params.Epochs, session.TrackFrames)
	switch {
	case !now.On && by > 0:
		return endOfPlay()
	case !now.On:
		return playFrom(sc, stage.Play{On: true, At: frames - 2})
	case now.At+by < 0:
		now.Running = false
		return stage.Message("epoch 1 is the first: {step-on} steps on, {play} plays, {back} shows the end")
	}
	now.Running = false
	stage.ShowFrame(sc, now.At+by, frames)
	if !now.On {
		return endOfPlay()
	}
	return stage.Intent{}
}

// endOfPlay says that the last epoch is shown, and how to see other epochs.
func endOfPlay() stage.Intent {
	return stage.Message("this epoch is the last: {step-back} steps back, {play} plays again from epoch 1")
}

// playFrom starts playing and asks for missing frames. On a first screen with one panel, the target
// replaces the spectrum, which does not move.
func playFrom(sc *stage.Stage, from stage.Play) stage.Intent {
	sc.Play = from
	if sc.Simple() && !sc.HasRoom() && sc.Panel == stage.SpectrumName {
		sc.Panel, sc.Source = stage.TargetName, false
	}
	if t := sc.Playable(); t == nil || len(t.Frames) < len(t.Epochs) {
		return stage.Intent{Kind: stage.Ask}
	}
	return stage.Intent{}
}
