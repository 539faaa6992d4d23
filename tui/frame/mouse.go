package frame

import (
	"math"
	"slices"

	"larui/tui/session"
	"larui/tui/stage"
)

// Click handles a click of the left button on a cell of the frame.
func (h *Host) Click(x, y int) {
	sc := &h.Scene
	if isTooSmall(sc) || sc.Typing { // while a value is typed, clicks do nothing
		return
	}
	defer h.requestJobsIfViewChanged(sc.ViewName())
	h.dragged, sc.Message = "", ""
	if y == sc.Height-1 {
		if key := hintKeyAt(sc, x); key != "" {
			h.Press(key)
		}
		return
	}
	if over := sc.TopOverlay(); over != nil {
		if inner := sc.Body().Inner(); inner.Contains(x, y) {
			over.Click(h, x-inner.X, y-inner.Y)
		}
		return
	}
	controls := sc.ControlRegions()
	if control, ok := regionAt(controls, x, y); ok {
		clickControl(h, control, x-control.X)
		return
	}
	if shown := len(controls) - 1; shown > 0 && shown < len(sc.Controls()) {
		last, width := controls[shown-1], barGap+len(moreControlsText(len(sc.Controls())-shown))
		if right := last.X + last.W; y == last.Y && x >= right && x < right+width { // on the number of further controls
			h.Focus = sc.Controls()[(last.Index+1)%len(sc.Controls())].Name
			return
		}
	}
	panel, ok := regionAt(sc.PanelRegions(), x, y)
	if !ok {
		return
	}
	inner := panel.Inner()
	h.grabbed = grabLine(sc, panel, x-inner.X, y-inner.Y)
	switch {
	case h.grabbed != nil:
		h.dragTurned = false
	case sc.Zoom && inner.Contains(x, y) && sc.Solution != nil:
		h.carryOut(sc.FindView(panel.Name).Click(&sc.Stage, x-inner.X, y-inner.Y), "click")
	case panel.Name != sc.Panel:
		selectPanel(sc, panel.Name)
	case !sc.Zoom:
		hover, _ := currentHover(sc)
		sc.Zoom = true
		if hover.Values != nil && hover.Row >= 0 { // read off the clicked row
			sc.ReadingCursor = stage.ReadingCursor{View: panel.Name, Active: true, Row: hover.Row}
		}
	}
}

func clickControl(h *Host, control controlRegion, column int) {
	option := h.Controls()[control.Index]
	h.Focus = option.Name
	if h.Solution == nil {
		return
	}
	at := control.Layout()
	switch {
	case column == at.Down:
		h.carryOut(h.TurnControl(option, -1), "")
	case column == at.Up:
		h.carryOut(h.TurnControl(option, 1), "")
	case control.Slider > 0:
		h.dragged, h.dragTurned = option.Name, false
		slideControl(h, control, column)
	default:
		h.carryOut(describeControl(&h.Scene), "")
	}
}

// grabLine returns the line at the present value in a panel, for Drag, if cell (x, y) is on the
// line. Else it returns nil.
func grabLine(sc *Scene, panel panelRegion, x, y int) *grabbedLine {
	if sc.Solution == nil || sc.Playback.On {
		return nil
	}
	inner := panel.Inner()
	for _, p := range stage.CollectPictures(&sc.Stage, inner.W, inner.H, panelDrawFunc(sc, panel)) {
		column, lines, ok := p.Plot.ColumnOf(p.Now)
		if ok && p.GoTo != nil && max(x-column, column-x) <= 1 && y >= lines[0] && y < lines[1] {
			return &grabbedLine{p, inner.X}
		}
	}
	return nil
}

// A single undo takes back all calls of dragTo in one drag.
func (h *Host) dragTo(next session.State) {
	switch {
	case next.Equal(h.State):
	case h.dragTurned:
		h.Explorer.SetState(next)
	default:
		h.dragTurned = true
		h.TurnTo(next)
	}
}

// Drag moves a slider, or the line at the present value, to column x of the frame, whichever the
// mouse holds. The axis of curves stays as at the start of the drag.
func (h *Host) Drag(x int) {
	switch {
	case h.Typing || h.TopOverlay() != nil:
	case h.grabbed != nil:
		if in := h.grabbed.GoToColumn(x - h.grabbed.left); in.Kind == stage.ChangeState {
			h.Focus = in.Select
			h.dragTo(in.State)
		}
	case h.dragged != "":
		for _, control := range h.ControlRegions() {
			if control.Slider > 0 && h.Controls()[control.Index].Name == h.dragged {
				slideControl(h, control, x-control.X)
			}
		}
	}
}

func slideControl(h *Host, control controlRegion, column int) {
	sc, place := &h.Scene, float64(column)/float64(max(1, control.Slider-1))
	h.dragTo(sc.Controls()[control.Index].StepNearest(sc.State, sc.Limits, max(0, min(1, place))))
}

// EndDrag releases what Drag moves.
func (h *Host) EndDrag() { h.dragged, h.grabbed = "", nil }

// Wheel handles n turns of the wheel over a cell of the frame, down if n > 0. Over a control,
// turning up makes the value larger. Over a panel, the wheel zooms curves or scrolls.
func (h *Host) Wheel(x, y, n int) {
	if isTooSmall(&h.Scene) || h.Typing {
		return
	}
	defer h.requestJobsIfViewChanged(h.ViewName())
	h.Message = ""
	if over := h.TopOverlay(); over != nil {
		over.Wheel(h, n)
		return
	}
	control, onControl := regionAt(h.ControlRegions(), x, y)
	panel, onPanel := regionAt(h.PanelRegions(), x, y)
	var in stage.Intent
	switch {
	case onControl && h.Solution != nil:
		h.Focus = h.Controls()[control.Index].Name
		in = h.TurnControl(h.FocusedControl(), -n)
	case onPanel && h.Hover(x, y) && isOnAxes(&h.Scene):
		in = stage.ZoomReading(math.Pow(2, float64(n)/2))(&h.Stage, h.FindView(h.Panel))
	case onPanel && h.Solution != nil:
		in = h.FindView(panel.Name).Wheel(&h.Stage, n)
		if in.Kind == stage.ShowMessage {
			return // at an end the wheel shows no message
		}
	}
	h.carryOut(in, "wheel")
}

// Hover moves the pointer to a cell of the frame. It reports whether the frame changes.
func (h *Host) Hover(x, y int) bool {
	if isTooSmall(&h.Scene) || h.TopOverlay() != nil || h.Solution == nil {
		return false
	}
	if !h.Zoom {
		return moveHover(&h.Scene, x, y)
	}
	if info := h.FindView(h.Panel).Info(); info.Reads == nil && !info.Hovers {
		return false
	}
	r, inner := h.VisibleCursor(), h.Body().Inner()
	before := r.Pointer
	r.Pointer, r.HoveredView = nil, ""
	if inner.Contains(x, y) {
		r.Pointer = &[2]int{x - inner.X, y - inner.Y}
	}
	h.ReadingCursor = r
	return before != r.Pointer
}

func isOnAxes(sc *Scene) bool {
	at := sc.VisibleCursor().Pointer
	return at != nil && slices.ContainsFunc(stage.VisiblePictures(&sc.Stage, sc.FindView(sc.Panel)), func(p stage.Picture) bool {
		_, _, inside := p.Plot.ValuesAt(at[0], at[1])
		return inside
	})
}
