package stage

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// VisibleCursor returns the cursor if it belongs to the view that fills the screen, else a new
// cursor.
func (st *Stage) VisibleCursor() ReadingCursor {
	r := st.ReadingCursor
	if !st.Zoom || r.View != st.Panel {
		r = ReadingCursor{View: st.Panel}
	}
	if r.HoveredView != "" {
		r.HoveredView, r.Pointer = "", nil
	}
	return r
}

// DrawCurves draws the visible part of curves, with the reading cursor.
func (st *Stage) DrawCurves(g *chart.Grid, c chart.Curves, read Readout) {
	if st.IsDocument() {
		st.AddPanel(Panel{Picture: c})
		return
	}
	r := st.VisibleCursor()
	c.XMin, c.XMax = r.Low, r.High
	if low, high, part := c.VisibleX(); part {
		c.XLabel += fmt.Sprintf(" %s to %s", number.Digits(low, 3), number.Digits(high, 3))
		// The y axis ignores the closed form, whose values may be far away.
		lo, hi := c.VisibleY(func(c chart.Curve) bool { return c.Style != chart.ClosedForm })
		c.YMin, c.YMax = lo, hi
		if !c.LogY {
			c.YMin, c.YMax = lo-(hi-lo)/20, hi+(hi-lo)/20
		}
		if write := c.FormatX; write != nil {
			c.FormatX = func(x float64) string { return write(number.RoundDigits(x, 6)) }
		}
	}
	st.DrawWithCursor(g, c, read)
}

// DrawWithCursor draws curves with the reading cursor. If the stage only collects pictures, the
// picture is added to them and drawn is false.
func (st *Stage) DrawWithCursor(g *chart.Grid, c chart.Curves, read Readout) (plot chart.Plot, drawn bool) {
	if st.pictures != nil {
		plot = c.Layout(g)
		*st.pictures = append(*st.pictures, Picture{Readout: read, Curves: c, Plot: plot})
		return plot, false
	}
	if st.drawnCursor != nil {
		c.Cursor = &chart.Marker{X: st.drawnCursor.X, Style: chart.Focus, Label: read.X(st.drawnCursor.X)}
		c.Markers = slices.Clone(c.Markers)
		for i, m := range c.Markers {
			if m.X == st.drawnCursor.X {
				c.Markers[i].Label = ""
			}
		}
	}
	return c.Draw(g), true
}

// DrawPoints draws the visible part of a scatter plot, with the reading cursor.
func (st *Stage) DrawPoints(g *chart.Grid, s chart.Scatter, read Readout) {
	if st.IsDocument() {
		st.AddPanel(Panel{Picture: s})
		return
	}
	s.Window = st.VisibleCursor().Window
	if st.drawnCursor != nil {
		s.Cursor = &chart.Spot{X: read.Across[st.drawnCursor.Row], Y: read.Up[st.drawnCursor.Row], Style: chart.Accent}
	}
	if st.pictures != nil {
		*st.pictures = append(*st.pictures, Picture{Readout: read, points: s, Plot: s.Layout(g)})
		return
	}
	s.Draw(g)
}

// DrawReading draws the view that fills the screen and, below it, the values at the reading cursor.
func DrawReading(st *Stage, view View, g *chart.Grid) {
	on := *st
	w, h := g.Size()
	if at, pictures, rows := layOutReading(st, view, w, h); pictures != nil {
		below := g.Sub(1, h-rows, w-2, rows)
		if image := pictures[0].Image; image != nil {
			columns := imageColumns(rows)
			image(at.Row).Draw(below.Sub(0, 0, columns, rows))
			below = below.Sub(columns+2, 0, w-2-columns-2, rows)
		}
		chart.DrawGroups(below, ReadValues(st, pictures, at), chart.GroupGap)
		on.drawnCursor, g = &at, g.Sub(0, 0, w, h-rows)
	}
	view.Draw(&on, g)
}

// imageColumns returns the width of a square image, because cells are twice as high as wide.
func imageColumns(rows int) int { return 2 * rows }

// layOutReading divides w×h cells into a view and, below, rows for the values at the reading
// cursor. It returns the cursor, the pictures with these values, and the number of rows; pictures
// is nil if no values are read.
func layOutReading(st *Stage, view View, w, h int) (at ReadingCursor, pictures []Picture, rows int) {
	if r := st.VisibleCursor(); !st.Zoom || view.Info().Reads == nil || !r.Active && r.Pointer == nil {
		return at, nil, 0
	}
	most := max(1, h/3)
	pictures = CollectViewPictures(st, view, w, h)
	at, ok := SnapCursor(st, pictures)
	if !ok {
		return at, nil, 0
	}
	rows = most
	if pictures[0].Image == nil {
		rows = min(len(chart.FillLines(ReadValues(st, pictures, at), w-2, chart.GroupGap)), most)
	}
	if pictures[0].Point != nil { // the values take rows from the points, which moves them under the mouse
		pictures = CollectViewPictures(st, view, w, h-rows)
		at, ok = SnapCursor(st, pictures)
		if !ok {
			return at, nil, 0
		}
	}
	return at, pictures, rows
}

// ReadMouseValues reads the values under the mouse off the pictures that the function draw makes in
// w×h cells.
func ReadMouseValues(st *Stage, w, h int, draw func(*Stage, *chart.Grid)) (hover MouseValues) {
	on := *st
	pictures := CollectPictures(st, w, h, draw)
	const near = 3 // in columns, from the mouse to a point
	at, ok := snapCursorWithin(ReadingCursor{Pointer: st.ReadingCursor.Pointer}, pictures, near)
	if !ok {
		return MouseValues{Stage: st}
	}
	on.drawnCursor = &at
	hover = MouseValues{Stage: &on, Values: ReadValues(st, pictures, at), Row: -1}
	if pictures[0].Point != nil {
		hover.Row = at.Row
	} else if goTo := pictures[0].GoTo; goTo != nil {
		hover.GoTo = func() Intent { return goTo(at.X) }
	}
	return hover
}

// MouseValues has the values under the mouse. Stage draws the picture with a cursor there. Row is
// the row of data whose point is under the mouse, or −1. GoTo returns the intent to go to the state
// under the mouse; nil if that is impossible.
type MouseValues struct {
	Stage  *Stage
	Values []chart.Group
	Row    int
	GoTo   func() Intent
}

// CollectViewPictures draws a view on w×h cells and returns the pictures whose values can be read off.
func CollectViewPictures(st *Stage, view View, w, h int) []Picture {
	return CollectPictures(st, w, h, view.Draw)
}

// CollectPictures calls draw with w×h cells and returns the pictures whose values can be read off.
func CollectPictures(st *Stage, w, h int, draw func(*Stage, *chart.Grid)) []Picture {
	var all []Picture
	on := *st
	on.pictures, on.drawnCursor = &all, nil
	draw(&on, chart.NewGrid(w, h).WithGlyphs(st.Glyphs))
	return all
}

// GoToColumn returns the intent to change the state to the position nearest to a column of the
// picture. It is NoIntent if that is impossible.
func (p Picture) GoToColumn(column int) Intent {
	stops := p.Curves.CursorStops()
	if at := p.Curves.NearestX(stops, p.Plot.XAt(column)); p.GoTo != nil && at >= 0 {
		return p.GoTo(stops[at])
	}
	return Intent{}
}

// VisiblePictures returns the pictures whose values can be read off the view that fills the screen.
func VisiblePictures(st *Stage, view View) []Picture {
	if st.Solution == nil || !st.Zoom {
		return nil
	}
	w, h := st.ZoomedSize()
	return CollectViewPictures(st.AtPlayedFrame(), view, w, h)
}

func listXPositions(pictures []Picture) (stops []float64) {
	for _, p := range pictures {
		stops = append(stops, p.Curves.CursorStops()...)
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// SnapCursor returns the cursor moved to the values nearest to the mouse or, if the mouse is
// elsewhere, nearest to the cursor's old position. ok is false if there are no values.
func SnapCursor(st *Stage, pictures []Picture) (r ReadingCursor, ok bool) {
	return snapCursorWithin(st.VisibleCursor(), pictures, math.Inf(1))
}

// snapCursorWithin moves the cursor r to the nearest values of pictures. It ignores points that are
// more than reach columns from the mouse.
func snapCursorWithin(r ReadingCursor, pictures []Picture, reach float64) (_ ReadingCursor, ok bool) {
	ok = r.Active
	for _, p := range pictures {
		if r.Pointer == nil {
			break
		}
		x, y, inside := p.Plot.ValuesAt(r.Pointer[0], r.Pointer[1])
		switch {
		case !inside:
		case p.Point != nil:
			r.Row, ok = p.Plot.NearestPoint(p.Across, p.Up, x, y, reach), true
		default:
			r.X, ok = x, true
		}
	}
	switch {
	case !ok || len(pictures) == 0:
		return r, false
	case pictures[0].Point != nil:
		return r, r.Row >= 0 && r.Row < len(pictures[0].Across)
	}
	stops := listXPositions(pictures)
	at := pictures[0].Curves.NearestX(stops, r.X)
	if at < 0 {
		return r, false
	}
	r.X = stops[at]
	return r, true
}

// ReadValues returns the position of a cursor and the values there.
func ReadValues(st *Stage, pictures []Picture, at ReadingCursor) (said []chart.Group) {
	if first := pictures[0]; first.Point != nil {
		said = first.Point(at.Row)
	} else {
		said = []chart.Group{{chart.Accent.Text(first.X(at.X))}}
	}
	for _, p := range pictures {
		for _, c := range p.Curves.Curves {
			point := -1
			if c.ReadingName != "" {
				point = p.Curves.NearestPoint(c, at.X)
			}
			if point < 0 {
				continue
			}
			value := chart.NamedValue(c.ReadingName+" ", c.Style, p.Curves.FormatPoint(c, point))
			if p.Title != "" {
				value = slices.Insert(value, 0, chart.Dim.Text(p.Title+" "))
			}
			if !c.HasPointAt(point, at.X) {
				value = append(value, chart.Dim.Text(" at "+p.X(c.X[point])))
			}
			said = append(said, value)
		}
	}
	for _, group := range said {
		for i := range group {
			group[i].Text = st.Spell(group[i].Text)
		}
	}
	return said
}

const noValues = "this view has no curves or points to read"

// ReadingKeys returns the keys for reading values off a view: the key that starts reading or, if
// reading is true, the keys that move the cursor.
func ReadingKeys(view View, reading bool) []Key {
	onto := func(do func(*Stage, View) Intent) func(*Stage) Intent {
		return func(st *Stage) Intent { return do(st, view) }
	}
	if !reading {
		return []Key{{Name: "read", Keys: []string{"enter", "+"}, Hint: "read off", Help: "read exact values off the curves (also with the mouse), zoom the axis",
			IdleReason: whyUnreadable(view), Do: onto(startReadingCursor)}}
	}
	move := func(right, up int) func(*Stage) Intent {
		return func(st *Stage) Intent { return moveReadingCursor(st, view, right, up) }
	}
	ofPoints := IdleUnless(func(*Stage) bool { return !view.Info().Points }, "a point is a row of data, not a setting to change to")
	const far = session.AllSteps
	return []Key{
		{Name: "read-back", Keys: []string{"left", "h"}, Hint: "move", Help: "move the reading cursor", Do: move(-1, 0)},
		{Name: "read-on", Keys: []string{"right", "l"}, Hint: "move", Do: move(1, 0)},
		{Name: "read-back-far", Keys: []string{"shift+left"}, Help: "move the cursor by ten values", Do: move(-BigStep, 0)},
		{Name: "read-on-far", Keys: []string{"shift+right"}, Do: move(BigStep, 0)},
		{Name: "read-first", Keys: []string{"home"}, Help: "move the cursor to the first or last value", Do: move(-far, 0)},
		{Name: "read-last", Keys: []string{"end"}, Do: move(far, 0)},
		{Name: "read-up", Keys: []string{"up"}, Help: "among points: move the cursor to the point above or below", Do: move(0, 1)},
		{Name: "read-down", Keys: []string{"down"}, Do: move(0, -1)},
		{Name: "axis-closer", Keys: []string{"+"}, Hint: "axis", Help: "zoom the axis in around the cursor, or out (also with the wheel); Esc shows the whole axis",
			Do: onto(ZoomReading(0.5))},
		{Name: "axis-wider", Keys: []string{"-"}, Hint: "axis", Do: onto(ZoomReading(2))},
		{Name: "read-go", Keys: []string{"enter"}, Hint: "go there", Help: "change the state to the cursor's position", IdleReason: ofPoints, Do: onto(goToCursor)},
	}
}

// MoveCursorToMouse moves the reading cursor to the values under the mouse, in a view that fills
// the screen. It returns false if there are none.
func MoveCursorToMouse(st *Stage, view View) bool {
	w, h := st.ZoomedSize()
	r, pictures, _ := layOutReading(st.AtPlayedFrame(), view, w, h)
	if pictures == nil {
		return false
	}
	r.Active, r.Pointer = true, nil
	st.ReadingCursor = r
	return true
}

// startReadingCursor puts the cursor under the mouse or, if the mouse is elsewhere, at the present
// state or on the middle point.
func startReadingCursor(st *Stage, view View) Intent {
	if st.VisibleCursor().Pointer != nil && MoveCursorToMouse(st, view) {
		return Intent{}
	}
	pictures := VisiblePictures(st, view)
	if len(pictures) == 0 {
		return NewMessage(noValues)
	}
	r, first := st.VisibleCursor(), pictures[0]
	r.Active, r.X, r.Row = true, first.Now, first.Plot.NearestPoint(first.Across, first.Up, 0, 0, math.Inf(1))
	st.ReadingCursor = r
	if _, ok := SnapCursor(st, pictures); !ok {
		st.ReadingCursor = ReadingCursor{}
		return NewMessage(noValues)
	}
	return Intent{}
}

// moveReadingCursor moves the cursor by the given numbers of values to the right and of points up.
func moveReadingCursor(st *Stage, view View, right, up int) Intent {
	pictures := VisiblePictures(st, view)
	r, ok := SnapCursor(st, pictures)
	if !ok {
		return NewMessage(noValues)
	}
	before := r
	switch first := pictures[0]; {
	case first.Point != nil:
		for range min(max(right, -right, up, -up), len(first.Across)) {
			r.Row = first.Plot.NextPoint(first.Across, first.Up, r.Row, cmp.Compare(right, 0), cmp.Compare(up, 0))
		}
	case up != 0:
		return NewMessage("the cursor reads all curves at once, so it only moves left and right")
	default:
		r.X = StepInList(listXPositions(pictures), r.X, right)
	}
	r.Pointer = nil
	st.ReadingCursor = r
	if r.X == before.X && r.Row == before.Row {
		return NewMessage("there are no more values in this direction; Esc ends reading")
	}
	return Intent{}
}

// ZoomReading returns a function that zooms the visible axes around the cursor: it multiplies their
// lengths by factor.
func ZoomReading(factor float64) func(*Stage, View) Intent {
	return func(st *Stage, view View) Intent {
		pictures := VisiblePictures(st, view)
		r, ok := SnapCursor(st, pictures)
		if !ok {
			return NewMessage(noValues)
		}
		const fewest = 3
		on, first, all := *st, pictures[0], !st.VisibleCursor().IsZoomed()
		if first.Point != nil {
			r.Window = first.points.Zoom(first.Across[r.Row], first.Up[r.Row], factor)
		} else {
			r.Low, r.High = first.Curves.Zoom(r.X, factor)
		}
		on.ReadingCursor = r
		switch {
		case factor > 1 && all:
			return NewMessage("the whole axis is visible; Esc ends reading")
		case factor < 1 && (countPositions(pictures) < fewest || countPositions(VisiblePictures(&on, view)) < fewest-1):
			return NewMessage("zooming in would hide all other values")
		}
		st.ReadingCursor = r
		return Intent{}
	}
}

func countPositions(pictures []Picture) int {
	if first := pictures[0]; first.Point != nil {
		return first.Plot.CountVisible(first.Across, first.Up)
	}
	return len(listXPositions(pictures))
}

func goToCursor(st *Stage, view View) Intent {
	pictures := VisiblePictures(st, view)
	r, ok := SnapCursor(st, pictures)
	if !ok {
		return NewMessage(noValues)
	}
	return pictures[0].GoTo(r.X)
}

// GoToCell returns the intent to change the state to the position nearest to a cell of the view.
func GoToCell(st *Stage, view View, x, y int) Intent {
	on, pictures := *st, VisiblePictures(st, view)
	on.ReadingCursor = ReadingCursor{View: st.Panel, Pointer: &[2]int{x, y}}
	if at, ok := SnapCursor(&on, pictures); ok {
		return pictures[0].GoTo(at.X)
	}
	return Intent{}
}

// LeaveReading shows the whole axis or, if the whole axis is visible already, ends reading. It
// returns false if nothing is zoomed or read.
func LeaveReading(st *Stage) bool {
	r := st.VisibleCursor()
	switch {
	case r.IsZoomed():
		r.Low, r.High, r.Window = 0, 0, chart.Window{}
		st.ReadingCursor = r
	case r.Active:
		st.ReadingCursor = ReadingCursor{}
	default:
		return false
	}
	return true
}

func whyUnreadable(view View) func(*Stage) string {
	return func(st *Stage) string {
		if st.Solution != nil && !view.Info().Reads(st) {
			return noValues
		}
		return IdleUnsolved(st)
	}
}

// StepInList returns the value n places after v in an ascending list, or the end of the list. If v
// is between two values, the first step leads to the next value in its direction.
func StepInList[T cmp.Ordered](values []T, v T, n int) T {
	at, found := slices.BinarySearch(values, v)
	if !found && n > 0 {
		at--
	}
	return values[max(0, min(len(values)-1, at+n))]
}
