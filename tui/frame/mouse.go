package frame

import (
	"math"
	"slices"

	"larui/tui/session"
	"larui/tui/stage"
)

// Click handles a click of the left button on a cell of the frame.
func (h *Host) Click(x, y int) {
	if isTooSmall(&h.Scene) || h.Scene.Typing { // clicks do nothing while a value is typed
		return
	}
	defer h.askIfViewChanged(h.Scene.ViewName())
	h.dragged, h.Scene.Message = "", ""
	if y == h.Scene.Height-1 {
		if key := hintedKey(&h.Scene, x); key != "" {
			h.Press(key)
		}
		return
	}
	if over := h.Scene.TopOverlay(); over != nil {
		if inner := h.Scene.Body().Inner(); inner.Holds(x, y) {
			over.Click(h, x-inner.X, y-inner.Y)
		}
		return
	}
	if control, ok := regionAt(h.Scene.ControlRegions(), x, y); ok {
		clickControl(h, control, x-control.X)
		return
	}
	panel, ok := regionAt(h.Scene.PanelRegions(), x, y)
	if !ok {
		return
	}
	inner := panel.Inner()
	h.grabbed = grab(&h.Scene, panel, x-inner.X, y-inner.Y)
	if h.grabbed != nil {
		h.dragTurned = false
		return
	}
	switch {
	case h.Scene.Zoom && inner.Holds(x, y) && h.Scene.Solution != nil:
		h.carryOut(h.Scene.FindView(panel.Name).Click(&h.Scene.Stage, x-inner.X, y-inner.Y), "click")
	case panel.Name != h.Scene.Panel:
		selectPanel(&h.Scene, panel.Name)
	case !h.Scene.Zoom:
		hover, _, ok := hoverOf(&h.Scene)
		h.Scene.Zoom = true
		if ok && hover.Row >= 0 { // read off the clicked row
			h.Scene.Reader = stage.Reader{View: panel.Name, On: true, Row: hover.Row}
		}
	}
}

// clickControl focuses a control, and turns the control if the column is on an arrow or on the
// slider.
func clickControl(h *Host, control controlRegion, column int) {
	h.Scene.Focus = h.Scene.Controls()[control.Index].Name
	if h.Scene.Solution == nil {
		return
	}
	at := control.Layout()
	switch {
	case column == at.Down:
		h.carryOut(h.Scene.TurnControl(h.Scene.FocusedControl(), -1), "")
	case column == at.Up:
		h.carryOut(h.Scene.TurnControl(h.Scene.FocusedControl(), 1), "")
	case control.Slider > 0:
		h.dragged, h.dragTurned = h.Scene.FocusedControl().Name, false
		slide(h, control, column)
	default:
		h.carryOut(describeControl(&h.Scene), "")
	}
}

// grab returns a grip on the line of the state in the curves of a panel, nil if the cell is not on
// the line.
func grab(sc *Scene, panel panelRegion, x, y int) *grip {
	if sc.Solution == nil || sc.Play.On {
		return nil
	}
	inner := panel.Inner()
	for _, p := range stage.PicturesIn(&sc.Stage, inner.W, inner.H, drawingOf(sc, panel)) {
		column, lines, ok := p.Plot.Column(p.Now)
		if ok && p.GoTo != nil && max(x-column, column-x) <= 1 && y >= lines[0] && y < lines[1] {
			return &grip{p, inner.X}
		}
	}
	return nil
}

// dragState turns to a state during a drag. The whole drag is one turn for undo.
func (h *Host) dragState(next session.State) {
	switch {
	case next.Equal(h.Explorer.State):
	case h.dragTurned:
		h.Explorer.Show(next)
	default:
		h.dragTurned = true
		h.TurnTo(next)
	}
}

// Drag moves the held slider, or the held line of the state, to column x. Positions on curves refer
// to the picture at the start of the drag.
func (h *Host) Drag(x int) {
	if h.grabbed != nil && !h.Scene.Typing && h.Scene.TopOverlay() == nil {
		if in := h.grabbed.DraggedTo(x - h.grabbed.left); in.Kind == stage.Turn {
			h.Scene.Focus = in.Select
			h.dragState(in.State)
		}
		return
	}
	if h.dragged == "" || h.Scene.Typing || h.Scene.TopOverlay() != nil {
		return
	}
	for _, control := range h.Scene.ControlRegions() {
		if control.Slider > 0 && h.Scene.Controls()[control.Index].Name == h.dragged {
			slide(h, control, x-control.X)
		}
	}
}

// slide turns a control to the value at a column of its slider.
func slide(h *Host, control controlRegion, column int) {
	place := float64(column) / float64(max(1, control.Slider-1))
	next := h.Scene.Controls()[control.Index].Near(h.Explorer.State, h.Explorer.Limits, max(0, min(1, place)))
	h.dragState(next)
}

// EndDrag ends a drag.
func (h *Host) EndDrag() { h.dragged, h.grabbed = "", nil }

// Wheel handles n turns of the wheel, down if n > 0, over a cell of the frame. Controls turn, up
// for more. Curves zoom, and long contents scroll.
func (h *Host) Wheel(x, y, n int) {
	if isTooSmall(&h.Scene) || h.Scene.Typing {
		return
	}
	defer h.askIfViewChanged(h.Scene.ViewName())
	h.Scene.Message = ""
	if over := h.Scene.TopOverlay(); over != nil {
		over.Wheel(h, n)
		return
	}
	control, onControl := regionAt(h.Scene.ControlRegions(), x, y)
	panel, onPanel := regionAt(h.Scene.PanelRegions(), x, y)
	var in stage.Intent
	switch {
	case onControl && h.Scene.Solution != nil:
		h.Scene.Focus = h.Scene.Controls()[control.Index].Name
		in = h.Scene.TurnControl(h.Scene.FocusedControl(), -n)
	case onPanel && h.Hover(x, y) && onAxes(h):
		in = stage.ZoomReading(math.Pow(2, float64(n)/2))(&h.Scene.Stage, h.Scene.FindView(h.Scene.Panel))
	case onPanel && h.Scene.Solution != nil:
		in = h.Scene.FindView(panel.Name).Wheel(&h.Scene.Stage, n)
		if in.Kind == stage.Say {
			return // at an end the wheel is silent
		}
	}
	h.carryOut(in, "wheel")
}

// Hover moves the pointer to a cell of the frame, while the mouse is over the view. It reports
// whether the picture changes.
func (h *Host) Hover(x, y int) bool {
	covered := isTooSmall(&h.Scene) || h.Scene.TopOverlay() != nil
	if !covered && !h.Scene.Zoom && h.Scene.Solution != nil {
		return hoverAt(&h.Scene, x, y)
	}
	if info := h.Scene.FindView(h.Scene.Panel).Info(); covered || !h.Scene.Zoom || h.Scene.Solution == nil || info.Reads == nil && !info.Hovers {
		return false
	}
	r, inner := h.Scene.Reading(), h.Scene.Body().Inner()
	before := r.Pointer
	r.Pointer, r.Over = nil, ""
	if inner.Holds(x, y) {
		r.Pointer = &[2]int{x - inner.X, y - inner.Y}
	}
	h.Scene.Reader = r
	return before != r.Pointer
}

// onAxes reports whether the mouse is over curves or points.
func onAxes(h *Host) bool {
	at := h.Scene.Reading().Pointer
	return at != nil && slices.ContainsFunc(stage.VisiblePictures(&h.Scene.Stage, h.Scene.FindView(h.Scene.Panel)), func(p stage.Picture) bool {
		_, _, inside := p.Plot.At(at[0], at[1])
		return inside
	})
}
