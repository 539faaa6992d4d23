package frame

import (
	"larui/tui/session"
	"larui/tui/stage"
)

// whyNoPlay says why there is nothing to play, empty where there is a way.
func whyNoPlay(sc *stage.Stage) string {
	switch s := sc.Solution(); {
	case s == nil:
		return stage.NothingSolved
	case s.Descent.Diverges:
		return "descent diverges: there is no way to play (set rate to auto)"
	case sc.State.Params.Epochs < fewestPlayables:
		return "nothing to play: a single epoch has no way"
	}
	return ""
}

const fewestPlayables = 2 // epochs: else there is no way

// playPause begins to play, pauses or goes on.
func playPause(sc *stage.Stage) stage.Intent {
	if now := &sc.Play; now.On {
		now.Running = !now.Running
		return stage.Intent{}
	}
	return playFrom(sc, stage.Play{On: true, Running: true})
}

// stepFrame shows the next or the previous frame. The end is the last one: it stays.
func stepFrame(sc *stage.Stage, by int) stage.Intent {
	now := &sc.Play
	frames := min(sc.State.Params.Epochs, session.TrackFrames)
	switch {
	case !now.On && by > 0:
		return endOfPlay(sc)
	case !now.On:
		return playFrom(sc, stage.Play{On: true, At: frames - 2})
	case now.At+by < 0:
		now.Running = false
		return stage.Tell("epoch 1 is the first: {step-on} steps on, {play} plays, {back} shows the end")
	}
	now.Running = false
	stage.ShowFrame(sc, now.At+by, frames)
	if !now.On {
		return endOfPlay(sc)
	}
	return stage.Intent{}
}

// endOfPlay says that the last epoch shows, and how to see the others.
func endOfPlay(sc *stage.Stage) stage.Intent {
	return stage.Tell("epoch %d is the last: , steps back, space plays again from epoch 1", sc.State.Params.Epochs)
}

// playFrom begins to show frames, in a panel that moves, and asks for those that are missing.
func playFrom(sc *stage.Stage, from stage.Play) stage.Intent {
	sc.Play = from
	if sc.Simple() && !sc.Stacked(sc.Width, sc.Height) && sc.Panel == stage.SpectrumName {
		sc.Panel, sc.Source = stage.TargetName, false
	}
	if t := sc.Playable(); t == nil || len(t.Frames) < len(t.Epochs) {
		return stage.Intent{Kind: stage.Ask}
	}
	return stage.Intent{}
}
