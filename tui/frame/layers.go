package frame

import "larui/tui/stage"

// GoBack leaves or cancels the topmost layer, such as an overlay, reading off, playing, a search, an
// opening, a lesson or a zoomed view.
func (h *Host) GoBack() stage.Intent {
	switch {
	case h.Scene.TopOverlay() != nil:
		closeOverlay(&h.Scene)
	case stage.LeaveReading(&h.Scene.Stage):
	case h.Scene.Play.On:
		h.Scene.StopPlaying()
	case h.Scene.IsChoosing():
		h.StopChoosing()
		return stage.Message("choosing was cancelled: all is as it was")
	case h.Explorer.Opening != "" && !(h.Scene.Zoom && h.Explorer.Update.Opening):
		h.CancelOpening()
	case h.Scene.Writer.Now != nil:
		h.Scene.Writer.Cancel()
		return stage.Message("cancelling …")
	case h.Explorer.Update.Progress != nil && !h.Scene.Zoom:
		h.Explorer.Cancel()
		return stage.Message("cancelling …")
	case h.Scene.Lessons.Step() != nil && !h.Scene.Zoom:
		return hideLesson(h)
	case !h.Scene.Zoom && h.Scene.Present:
		h.Scene.Present = false
	default:
		leaveView(&h.Scene)
		if h.Scene.All && h.Scene.Panel == stage.MapName && h.Scene.Width >= stage.FullWidth && h.Scene.Height >= stage.FullHeight {
			return stage.Message("the map stands in the place of the theory: {next-panel} brings that back")
		}
	}
	return stage.Intent{}
}

func canGoBack(sc *Scene) bool {
	return sc.TopOverlay() != nil || sc.Zoom || sc.Present || sc.Lessons.Step() != nil || sc.IsChoosing() || sc.Play.On ||
		sc.Writer.Now != nil || sc.Update.Progress != nil || sc.Opening != ""
}

// hideLesson hides the lesson, which later resumes at the same step.
func hideLesson(h *Host) stage.Intent {
	h.Scene.Lessons.Shown = false
	return stage.Message("the lesson is put aside: %s and Enter come back to this step", h.Scene.Sign("lessons"))
}
