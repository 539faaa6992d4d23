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

// VisibleCursor returns the cursor of the view that fills the screen, or a new cursor.
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
	if low, high, part := c.Seen(); part {
		c.XLabel += fmt.Sprintf(" %s to %s", number.Digits(low, 3), number.Digits(high, 3))
		// Leave out the closed form, which may be far away.
		lo, hi := c.Span(func(c chart.Curve) bool { return c.Style != chart.ClosedForm })
		c.YMin, c.YMax = lo, hi
		if !c.LogY {
			c.YMin, c.YMax = lo-(hi-lo)/20, hi+(hi-lo)/20
		}
		if write := c.FormatX; write != nil {
			c.FormatX = func(x float64) string { return write(number.Round(x, 6)) }
		}
	}
	st.DrawRead(g, c, read)
}

// DrawRead draws curves with the reading cursor. If the stage only collects pictures, it adds this
// one and draws nothing.
func (st *Stage) DrawRead(g *chart.Grid, c chart.Curves, read Readout) (plot chart.Plot, drawn bool) {
	if st.pictures != nil {
		plot = c.Lay(g, st.Glyphs)
		*st.pictures = append(*st.pictures, Picture{Readout: read, Curves: c, Plot: plot})
		return plot, false
	}
	if st.drawnCursor != nil {
		c.Cursor = &chart.Marker{X: st.drawnCursor.X, Style: chart.Focus, Label: read.X(st.drawnCursor.X)}
		c.Markers = slices.Clone(c.Markers)
		for i, m := range c.Markers {
			if m.X == st.drawnCursor.X {
				c.Markers[i].Label = "" // the cursor has this label already
			}
		}
	}
	return c.Draw(g, st.Glyphs), true
}

// DrawPoints draws the visible part of points, with the reading cursor.
func (st *Stage) DrawPoints(g *chart.Grid, s chart.Scatter, read Readout) {
	if st.IsDocument() {
		st.AddPanel(Panel{Picture: s})
		return
	}
	s.Seen = st.VisibleCursor().Window
	if st.drawnCursor != nil {
		s.Cursor = &chart.Spot{X: read.Across[st.drawnCursor.Row], Y: read.Up[st.drawnCursor.Row], Style: chart.Accent}
	}
	if st.pictures != nil {
		*st.pictures = append(*st.pictures, Picture{Readout: read, points: s, Plot: s.Lay(g, st.Glyphs)})
		return
	}
	s.Draw(g, st.Glyphs)
}

// DrawReading draws the view that fills the screen and, below it, the values at the reading cursor.
func DrawReading(st *Stage, view View, g *chart.Grid) {
	on := *st
	w, h := g.Size()
	if at, pictures, rows := layOutReading(st, view, w, h); pictures != nil {
		below := g.Sub(1, h-rows, w-2, rows)
		if image := pictures[0].Image; image != nil {
			columns := imageColumns(rows)
			image(at.Row).Draw(below.Sub(0, 0, columns, rows), st.Glyphs)
			below = below.Sub(columns+2, 0, w-2-columns-2, rows)
		}
		chart.DrawGroups(below, ReadValues(st, pictures, at), chart.GroupGap)
		on.drawnCursor, g = &at, g.Sub(0, 0, w, h-rows)
	}
	view.Draw(&on, g)
}

// imageColumns returns the width of a square picture of so many rows.
func imageColumns(rows int) int { return 2 * rows }

// layOutReading returns the cursor in a view that fills w×h cells, the pictures it reads, and the
// number of rows for the values below. pictures is nil if nothing is read off.
func layOutReading(st *Stage, view View, w, h int) (at ReadingCursor, pictures []Picture, rows int) {
	if r := st.VisibleCursor(); !st.Zoom || view.Info().Reads == nil || !r.Active && r.Pointer == nil {
		return at, nil, 0
	}
	most := max(1, h/3)
	pictures = PicturesOf(st, view, w, h)
	at, ok := SnapCursor(st, pictures)
	if !ok {
		return at, nil, 0
	}
	rows = most
	if pictures[0].Image == nil {
		rows = min(len(chart.Flow(ReadValues(st, pictures, at), w-2, chart.GroupGap)), most)
	}
	if pictures[0].Point == nil {
		return at, pictures, rows
	}
	// The values leave less height for the points, so lay out the points again under the mouse.
	pictures = PicturesOf(st, view, w, h-rows)
	at, ok = SnapCursor(st, pictures)
	if !ok {
		return at, nil, 0
	}
	return at, pictures, rows
}

// HoverOver lays out pictures beside others, drawn by draw into w×h cells, and reads values off
// under the mouse.
func HoverOver(st *Stage, w, h int, draw func(*Stage, *chart.Grid)) (hover Hover) {
	on := *st
	pictures := PicturesIn(st, w, h, draw)
	const near = 3 // in columns; a mouse farther away reads nothing
	at, ok := snapWithin(ReadingCursor{Pointer: st.ReadingCursor.Pointer}, pictures, near)
	if !ok {
		return Hover{Stage: st}
	}
	on.drawnCursor = &at
	hover = Hover{Stage: &on, Values: ReadValues(st, pictures, at), Row: -1}
	if pictures[0].Point != nil {
		hover.Row = at.Row
	} else if goTo := pictures[0].GoTo; goTo != nil {
		hover.GoTo = func() Intent { return goTo(at.X) }
	}
	return hover
}

// A Hover is the result of pointing at one of several pictures. On is the stage of this picture,
// which draws the cursor. Said has the values there. Row is the point under the mouse, -1 for none.
// Take returns the intent to adopt the position, nil if there is none.
type Hover struct {
	Stage  *Stage
	Values []chart.Group
	Row    int
	GoTo   func() Intent
}

// PicturesOf returns the pictures of a view on w×h cells that can be read off.
func PicturesOf(st *Stage, view View, w, h int) []Picture { return PicturesIn(st, w, h, view.Draw) }

// PicturesIn returns the pictures that draw draws into w×h cells and that can be read off.
func PicturesIn(st *Stage, w, h int, draw func(*Stage, *chart.Grid)) []Picture {
	var all []Picture
	on := *st
	on.pictures, on.drawnCursor = &all, nil
	draw(&on, chart.NewGrid(w, h).Spelling(st.Glyphs))
	return all
}

// GoToColumn returns the intent to adopt the position nearest to a column of the picture, and no
// intent if nothing can be adopted.
func (p Picture) GoToColumn(column int) Intent {
	stops := p.Curves.Stops()
	if at := p.Curves.Nearest(stops, p.Plot.Across(column)); p.GoTo != nil && at >= 0 {
		return p.GoTo(stops[at])
	}
	return Intent{}
}

// VisiblePictures returns the pictures of the view that fills the screen.
func VisiblePictures(st *Stage, view View) []Picture {
	if st.Solution == nil || !st.Zoom {
		return nil
	}
	w, h := st.ZoomedSize()
	return PicturesOf(st.AtPlayedFrame(), view, w, h)
}

// listStops returns the positions of the values of all pictures, in ascending order.
func listStops(pictures []Picture) (stops []float64) {
	for _, p := range pictures {
		stops = append(stops, p.Curves.Stops()...)
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// SnapCursor returns the cursor on the values nearest to the mouse or, without a mouse, to its
// position. ok is false if there are none.
func SnapCursor(st *Stage, pictures []Picture) (r ReadingCursor, ok bool) {
	return snapWithin(st.VisibleCursor(), pictures, math.Inf(1))
}

// snapWithin returns a cursor moved to the nearest values of pictures. A mouse reads only points at
// most within columns away.
func snapWithin(r ReadingCursor, pictures []Picture, within float64) (_ ReadingCursor, ok bool) {
	ok = r.Active
	for _, p := range pictures {
		if r.Pointer == nil {
			break
		}
		x, y, inside := p.Plot.At(r.Pointer[0], r.Pointer[1])
		switch {
		case !inside:
		case p.Point != nil:
			r.Row, ok = p.Plot.Nearest(p.Across, p.Up, x, y, within), true
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
	stops := listStops(pictures)
	at := pictures[0].Curves.Nearest(stops, r.X)
	if at < 0 {
		return r, false
	}
	r.X = stops[at]
	return r, true
}

// ReadValues returns the cursor's position and the values there.
func ReadValues(st *Stage, pictures []Picture, at ReadingCursor) (said []chart.Group) {
	if first := pictures[0]; first.Point != nil {
		said = first.Point(at.Row)
	} else {
		said = []chart.Group{{chart.Styled(first.X(at.X), chart.Accent)}}
	}
	for _, p := range pictures {
		for _, c := range p.Curves.Curves {
			point := -1
			if c.Reads != "" {
				point = p.Curves.Read(c, at.X)
			}
			if point < 0 {
				continue
			}
			value := chart.Named(c.Reads+" ", c.Style, p.Curves.Value(c, point))
			if p.Title != "" {
				value = slices.Insert(value, 0, chart.Styled(p.Title+" ", chart.Dim))
			}
			if !c.At(point, at.X) {
				value = append(value, chart.Styled(" at "+p.X(c.X[point]), chart.Dim))
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

// noValues is the message if a picture has no curve and no point.
const noValues = "there are no curves or points here to read off"

// ReadingKeys returns the keys of reading a view: the one that starts it or, while reading, those that
// move the cursor.
func ReadingKeys(view View, reading bool) []Key {
	onto := func(do func(*Stage, View) Intent) func(*Stage) Intent {
		return func(st *Stage) Intent { return do(st, view) }
	}
	if !reading {
		return []Key{{Name: "read", Keys: []string{"enter", "+"}, Hint: "read off", Help: "read off exact values (also by the mouse), zoom the axis",
			IdleReason: whyUnreadable(view), Do: onto(beginReading)}}
	}
	move := func(right, up int) func(*Stage) Intent {
		return func(st *Stage) Intent { return moveReading(st, view, right, up) }
	}
	ofPoints := IdleUnless(func(*Stage) bool { return !view.Info().Points }, "points are only read off: they have no setting to turn to")
	const far = session.AllSteps
	return []Key{
		{Name: "read-back", Keys: []string{"left", "h"}, Hint: "move", Help: "move the cursor that reads off", Do: move(-1, 0)},
		{Name: "read-on", Keys: []string{"right", "l"}, Hint: "move", Do: move(1, 0)},
		{Name: "read-back-far", Keys: []string{"shift+left"}, Help: "move it by ten values", Do: move(-BigStep, 0)},
		{Name: "read-on-far", Keys: []string{"shift+right"}, Do: move(BigStep, 0)},
		{Name: "read-first", Keys: []string{"home"}, Help: "move it to the first value, the last", Do: move(-far, 0)},
		{Name: "read-last", Keys: []string{"end"}, Do: move(far, 0)},
		{Name: "read-up", Keys: []string{"up"}, Help: "among points: move it to the point above, below", Do: move(0, 1)},
		{Name: "read-down", Keys: []string{"down"}, Do: move(0, -1)},
		{Name: "axis-closer", Keys: []string{"+"}, Hint: "axis", Help: "see less of the axis, around the cursor, or more (also the wheel); Esc sees all",
			Do: onto(ZoomReading(0.5))},
		{Name: "axis-wider", Keys: []string{"-"}, Hint: "axis", Do: onto(ZoomReading(2))},
		{Name: "read-go", Keys: []string{"enter"}, Hint: "go there", Help: "turn to where the cursor stands", IdleReason: ofPoints, Do: onto(goToReading)},
	}
}

// ReadUnderMouse moves the cursor to the mouse over a view that fills the screen. It reports whether there
// are values.
func ReadUnderMouse(st *Stage, view View) bool {
	w, h := st.ZoomedSize()
	r, pictures, _ := layOutReading(st.AtPlayedFrame(), view, w, h)
	if pictures == nil {
		return false
	}
	r.Active, r.Pointer = true, nil
	st.ReadingCursor = r
	return true
}

// beginReading puts the cursor under the mouse, else at the present state or on the middle point.
func beginReading(st *Stage, view View) Intent {
	if st.VisibleCursor().Pointer != nil && ReadUnderMouse(st, view) {
		return Intent{}
	}
	pictures := VisiblePictures(st, view)
	if len(pictures) == 0 {
		return NewMessage(noValues)
	}
	r, first := st.VisibleCursor(), pictures[0]
	r.Active, r.X, r.Row = true, first.Now, first.Plot.Nearest(first.Across, first.Up, 0, 0, math.Inf(1))
	st.ReadingCursor = r
	if _, ok := SnapCursor(st, pictures); !ok {
		st.ReadingCursor = ReadingCursor{}
		return NewMessage(noValues)
	}
	return Intent{}
}

// moveReading moves the cursor by so many values, or to the point beside, above or below.
func moveReading(st *Stage, view View, right, up int) Intent {
	pictures := VisiblePictures(st, view)
	r, ok := SnapCursor(st, pictures)
	if !ok {
		return NewMessage(noValues)
	}
	before := r
	switch first := pictures[0]; {
	case first.Point != nil:
		for range min(max(right, -right, up, -up), len(first.Across)) {
			r.Row = first.Plot.Beside(first.Across, first.Up, r.Row, sign(right), sign(up))
		}
	case up != 0:
		return NewMessage("the line reads every curve at once: it moves left and right")
	default:
		r.X = StepInList(listStops(pictures), r.X, right)
	}
	r.Pointer = nil
	st.ReadingCursor = r
	if r.X == before.X && r.Row == before.Row {
		return NewMessage("there is nothing to read off further on; Esc leaves reading")
	}
	return Intent{}
}

func sign(n int) int { return max(-1, min(n, 1)) }

// ZoomReading returns an action that multiplies the visible part of the axes by by, around the
// cursor.
func ZoomReading(by float64) func(*Stage, View) Intent {
	return func(st *Stage, view View) Intent {
		pictures := VisiblePictures(st, view)
		r, ok := SnapCursor(st, pictures)
		if !ok {
			return NewMessage(noValues)
		}
		const fewest = 3
		on, first, all := *st, pictures[0], !st.VisibleCursor().IsZoomed()
		if first.Point != nil {
			r.Window = first.points.Zoom(first.Across[r.Row], first.Up[r.Row], by)
		} else {
			r.Low, r.High = first.Curves.Zoom(r.X, by)
		}
		on.ReadingCursor = r
		switch {
		case by > 1 && all:
			return NewMessage("all of the axis is in sight; Esc leaves reading")
		case by < 1 && (countStops(pictures) < fewest || countStops(VisiblePictures(&on, view)) < fewest-1):
			return NewMessage("a closer look would leave no other values in sight")
		}
		st.ReadingCursor = r
		return Intent{}
	}
}

// countStops returns the number of visible values or points that the cursor can read.
func countStops(pictures []Picture) int {
	if first := pictures[0]; first.Point != nil {
		return first.Plot.Shown(first.Across, first.Up)
	}
	return len(listStops(pictures))
}

// goToReading adopts the position of the cursor.
func goToReading(st *Stage, view View) Intent {
	pictures := VisiblePictures(st, view)
	r, ok := SnapCursor(st, pictures)
	if !ok {
		return NewMessage(noValues)
	}
	return pictures[0].GoTo(r.X)
}

// GoToCell returns the intent to adopt the position nearest to a cell of the view.
func GoToCell(st *Stage, view View, x, y int) Intent {
	on, pictures := *st, VisiblePictures(st, view)
	on.ReadingCursor = ReadingCursor{View: st.Panel, Pointer: &[2]int{x, y}}
	if at, ok := SnapCursor(&on, pictures); ok {
		return pictures[0].GoTo(at.X)
	}
	return Intent{}
}

// LeaveReading shows the whole axis or, if it is visible already, removes the cursor. It reports
// whether anything changed.
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

// whyUnreadable returns an Idle function: why a view has no values to read now.
func whyUnreadable(view View) func(*Stage) string {
	return func(st *Stage) string {
		if st.Solution != nil && !view.Info().Reads(st) {
			return noValues
		}
		return IdleUnsolved(st)
	}
}

// StepInList returns the value n places after v in an ascending list, held at the ends. From a v between
// two values, the first step reaches the next value in its direction.
func StepInList[T cmp.Ordered](values []T, v T, n int) T {
	at, found := slices.BinarySearch(values, v)
	if !found && n > 0 {
		at--
	}
	return values[max(0, min(len(values)-1, at+n))]
}
