package frame

import "larui/tui/stage"

// GoBack leaves or cancels the first of these that is present: an overlay; reading values off a
// picture; playing; a search; an opening; the writing of a file; work in progress; a lesson;
// present mode; a zoomed view.
func (h *Host) GoBack() stage.Intent {
	sc := &h.Scene
	switch {
	case sc.TopOverlay() != nil:
		closeOverlay(sc)
	case stage.LeaveReading(&sc.Stage):
	case sc.Playback.On:
		sc.StopPlaying()
	case sc.IsChoosing():
		h.StopChoosing()
		return stage.NewMessage("choosing was cancelled: nothing has changed")
	case sc.Opening != "" && !(sc.Zoom && sc.Update.Opening):
		h.CancelOpening()
	case sc.Writer.Current != nil:
		sc.Writer.Cancel()
		return stage.NewMessage("cancelling …")
	case sc.Update.Progress != nil && !sc.Zoom:
		h.Explorer.Cancel()
		return stage.NewMessage("cancelling …")
	case sc.Lessons.Step() != nil && !sc.Zoom:
		sc.Lessons.Shown = false
		return stage.NewMessage("the lesson is put aside: {lessons} and Enter return to this step")
	case !sc.Zoom && sc.Presenting:
		sc.Presenting = false
	default:
		leaveView(sc)
		if sc.ShowAll && sc.Panel == stage.MapName && isFull(sc) {
			return stage.NewMessage("the map has replaced the theory: {next-panel} shows the theory again")
		}
	}
	return stage.Intent{}
}

func canGoBack(sc *Scene) bool {
	return sc.TopOverlay() != nil || sc.Zoom || sc.Presenting || sc.Lessons.Step() != nil || sc.IsChoosing() || sc.Playback.On ||
		sc.Writer.Current != nil || sc.Update.Progress != nil || sc.Opening != ""
}
