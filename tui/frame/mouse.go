package frame

import (
	"math"
	"slices"

	"larui/tui/stage"
)

// tooSmall tells that nothing of the scene has room on the screen.
func (h *Host) tooSmall() bool { return h.Width < stage.MinWidth || h.Height < stage.MinHeight }

// under returns the region that holds a cell of the frame.
func under[R interface{ Holds(x, y int) bool }](regions []R, x, y int) (found R, ok bool) {
	for _, region := range regions {
		if region.Holds(x, y) {
			return region, true
		}
	}
	return found, false
}

// Click does what the left button stands for at a cell of the frame.
func (h *Host) Click(x, y int) {
	if h.tooSmall() || h.Typing { // for one control
		return
	}
	defer h.askAnew(h.ViewName())
	h.dragged, h.Message = "", ""
	if over := h.Over(); over != nil {
		if inner := h.Body(h.Width, h.Height).Inner(); inner.Holds(x, y) {
			over.Click(h, x-inner.X, y-inner.Y)
		}
		return
	}
	if control, ok := under(h.ControlRegions(h.Width, h.Height), x, y); ok {
		h.clickControl(control, x-control.X)
		return
	}
	panel, ok := under(h.PanelRegions(h.Width, h.Height), x, y)
	if !ok {
		return
	}
	inner := panel.Inner()
	switch {
	case h.Zoom && inner.Holds(x, y) && h.Solution() != nil:
		h.apply(h.Named(panel.Name).Click(&h.Stage, x-inner.X, y-inner.Y), "click")
	case panel.Name != h.Panel:
		selectPanel(&h.Scene, panel.Name)
	case !h.Zoom:
		h.Zoom = true
	}
}

// clickControl focuses a control, and turns it where the column is one of its arrows or
// on its slider.
func (h *Host) clickControl(control controlRegion, column int) {
	h.Focus = control.Index
	if h.Solution() == nil {
		return
	}
	at := control.Layout()
	switch {
	case column == at.Down:
		h.apply(h.TurnBy(h.Focused(), -1), "")
	case column == at.Up:
		h.apply(h.TurnBy(h.Focused(), 1), "")
	case at.Slider >= 0 && column >= at.Slider:
		h.dragged, h.dragTurned = h.Focused().Name, false
		h.slide(control, column-at.Slider)
	default:
		h.apply(tellSelected(&h.Scene), "")
	}
}

// Drag moves the slider that the button went down on to column x.
func (h *Host) Drag(x int) {
	if h.dragged == "" || h.Typing || h.Over() != nil {
		return
	}
	for _, control := range h.ControlRegions(h.Width, h.Height) {
		if at := control.Layout(); h.Controls()[control.Index].Name == h.dragged && at.Slider >= 0 {
			h.slide(control, x-control.X-at.Slider)
		}
	}
}

// slide turns a control to where a column of its slider stands. A whole drag is one turn
// to undo.
func (h *Host) slide(control controlRegion, column int) {
	place := float64(column) / float64(max(1, control.Slider-1))
	next := h.Controls()[control.Index].Near(h.State, h.Limits, max(0, min(1, place)))
	switch {
	case next.Equal(h.State):
	case h.dragTurned:
		h.Show(next)
	default:
		h.dragTurned = true
		h.TurnTo(next)
	}
}

// Release lets go of what is dragged.
func (h *Host) Release() { h.dragged = "" }

// Wheel turns the wheel by n (down where n > 0) over a cell of the frame: a control
// turns, up for more; what is longer than the screen scrolls.
func (h *Host) Wheel(x, y, n int) {
	if h.tooSmall() || h.Typing {
		return
	}
	defer h.askAnew(h.ViewName())
	h.Message = ""
	if over := h.Over(); over != nil {
		over.Wheel(h, n)
		return
	}
	control, onControl := under(h.ControlRegions(h.Width, h.Height), x, y)
	panel, onPanel := under(h.PanelRegions(h.Width, h.Height), x, y)
	var in stage.Intent
	switch {
	case onControl && h.Solution() != nil:
		h.Focus = control.Index
		in = h.TurnBy(h.Focused(), -n)
	case onPanel && h.Hover(x, y) && h.onAxes():
		in = stage.ZoomReading(math.Pow(2, float64(n)/2))(&h.Stage, h.Named(h.Panel))
	case onPanel && h.Solution() != nil:
		if in = h.Named(panel.Name).Wheel(&h.Stage, n); in.Kind == stage.Say {
			return // At an end the wheel is silent
		}
	}
	h.apply(in, "wheel")
}

// Hover puts the cursor on a cell of the frame, for as long as the mouse is over the view.
// It reports whether that changes what is to be seen.
func (h *Host) Hover(x, y int) bool {
	covered := h.tooSmall() || h.Over() != nil
	if info := h.Named(h.Panel).Info(); covered || !h.Zoom || h.Solution() == nil || info.Reads == nil && !info.Hovers {
		return false
	}
	r, inner := h.Reading(), h.Body(h.Width, h.Height).Inner()
	before := r.Pointer
	if r.Pointer = nil; inner.Holds(x, y) {
		r.Pointer = &[2]int{x - inner.X, y - inner.Y}
	}
	h.Reader = r
	return before != r.Pointer
}

// onAxes reports whether the mouse is over curves or points.
func (h *Host) onAxes() bool {
	at := h.Reading().Pointer
	return slices.ContainsFunc(stage.InSight(&h.Scene.Stage, h.Named(h.Panel)), func(p stage.Picture) bool {
		_, _, inside := p.Plot.At(at[0], at[1])
		return inside
	})
}
