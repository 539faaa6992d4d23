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

// Reading returns the cursor of the view that fills the screen, or a new cursor.
func (st *Stage) Reading() Reader {
	r := st.Reader
	if !st.Zoom || r.View != st.Panel {
		r = Reader{View: st.Panel}
	}
	if r.Over != "" {
		r.Over, r.Pointer = "", nil
	}
	return r
}

// DrawCurves draws the visible part of curves, with the reading cursor.
func (st *Stage) DrawCurves(g *chart.Grid, c chart.Curves, read Readout) {
	if st.OnPaper() {
		st.AddPanel(Panel{Picture: c})
		return
	}
	r := st.Reading()
	c.XMin, c.XMax = r.Low, r.High
	if low, high, part := c.VisibleX(); part {
		c.XLabel += fmt.Sprintf(" %s to %s", number.Digits(low, 3), number.Digits(high, 3))
		// Leave out the closed form, which may be far away.
		lo, hi := c.VisibleY(func(c chart.Curve) bool { return c.Style != chart.ClosedForm })
		c.YMin, c.YMax = lo, hi
		if !c.LogY {
			c.YMin, c.YMax = lo-(hi-lo)/20, hi+(hi-lo)/20
		}
		if write := c.FormatX; write != nil {
			c.FormatX = func(x float64) string { return write(number.RoundDigits(x, 6)) }
		}
	}
	st.DrawRead(g, c, read)
}

// DrawRead draws curves with the reading cursor. If the stage only collects pictures, it adds this
// one and draws nothing.
func (st *Stage) DrawRead(g *chart.Grid, c chart.Curves, read Readout) (plot chart.Plot, drawn bool) {
	if st.pictures != nil {
		plot = c.Layout(g, st.Glyphs)
		*st.pictures = append(*st.pictures, Picture{Readout: read, Curves: c, Plot: plot})
		return plot, false
	}
	if st.reads != nil {
		c.Cursor = &chart.Marker{X: st.reads.X, Style: chart.Focus, Label: read.X(st.reads.X)}
		c.Markers = slices.Clone(c.Markers)
		for i, m := range c.Markers {
			if m.X == st.reads.X {
				c.Markers[i].Label = "" // the cursor has this label already
			}
		}
	}
	return c.Draw(g, st.Glyphs), true
}

// DrawPoints draws the visible part of points, with the reading cursor.
func (st *Stage) DrawPoints(g *chart.Grid, s chart.Scatter, read Readout) {
	if st.OnPaper() {
		st.AddPanel(Panel{Picture: s})
		return
	}
	s.Window = st.Reading().Window
	if st.reads != nil {
		s.Cursor = &chart.Spot{X: read.Across[st.reads.Row], Y: read.Up[st.reads.Row], Style: chart.Accent}
	}
	if st.pictures != nil {
		*st.pictures = append(*st.pictures, Picture{Readout: read, points: s, Plot: s.Layout(g, st.Glyphs)})
		return
	}
	s.Draw(g, st.Glyphs)
}

// DrawReading draws the view that fills the screen and, below it, the values at the reading cursor.
func DrawReading(st *Stage, view View, g *chart.Grid) {
	on := *st
	w, h := g.Size()
	if at, pictures, rows := readingIn(st, view, w, h); pictures != nil {
		below := g.Sub(1, h-rows, w-2, rows)
		if image := pictures[0].Image; image != nil {
			columns := imageColumns(rows)
			image(at.Row).Draw(below.Sub(0, 0, columns, rows), st.Glyphs)
			below = below.Sub(columns+2, 0, w-2-columns-2, rows)
		}
		chart.DrawGroups(below, ReadOff(st, pictures, at), chart.GroupGap)
		on.reads, g = &at, g.Sub(0, 0, w, h-rows)
	}
	view.Draw(&on, g)
}

// imageColumns returns the width of a square picture of so many rows.
func imageColumns(rows int) int { return 2 * rows }

// readingIn returns the cursor in a view that fills w×h cells, the pictures it reads, and the
// number of rows for the values below. pictures is nil if nothing is read off.
func readingIn(st *Stage, view View, w, h int) (at Reader, pictures []Picture, rows int) {
	if r := st.Reading(); !st.Zoom || view.Info().Reads == nil || !r.On && r.Pointer == nil {
		return at, nil, 0
	}
	most := max(1, h/3)
	pictures = PicturesOf(st, view, w, h)
	at, ok := ReaderAt(st, pictures)
	if !ok {
		return at, nil, 0
	}
	rows = most
	if pictures[0].Image == nil {
		rows = min(len(chart.FillLines(ReadOff(st, pictures, at), w-2, chart.GroupGap)), most)
	}
	if pictures[0].Point == nil {
		return at, pictures, rows
	}
	// The values leave less height for the points, so lay out the points again under the mouse.
	pictures = PicturesOf(st, view, w, h-rows)
	at, ok = ReaderAt(st, pictures)
	if !ok {
		return at, nil, 0
	}
	return at, pictures, rows
}

// Hovering lays out pictures beside others, drawn by draw into w×h cells, and reads values off
// under the mouse.
func Hovering(st *Stage, w, h int, draw func(*Stage, *chart.Grid)) (hover Hover) {
	on := *st
	pictures := PicturesIn(st, w, h, draw)
	const near = 3 // in columns; a mouse farther away reads nothing
	at, ok := snap(Reader{Pointer: st.Reader.Pointer}, pictures, near)
	if !ok {
		return Hover{On: st}
	}
	on.reads = &at
	hover = Hover{On: &on, Said: ReadOff(st, pictures, at), Row: -1}
	if pictures[0].Point != nil {
		hover.Row = at.Row
	} else if goTo := pictures[0].GoTo; goTo != nil {
		hover.Take = func() Intent { return goTo(at.X) }
	}
	return hover
}

// A Hover is the result of pointing at one of several pictures. On is the stage of this picture,
// which draws the cursor. Said has the values there. Row is the point under the mouse, -1 for none.
// Take returns the intent to adopt the position, nil if there is none.
type Hover struct {
	On   *Stage
	Said []chart.Group
	Row  int
	Take func() Intent
}

// PicturesOf returns the pictures of a view on w×h cells that can be read off.
func PicturesOf(st *Stage, view View, w, h int) []Picture { return PicturesIn(st, w, h, view.Draw) }

// PicturesIn returns the pictures that draw draws into w×h cells and that can be read off.
func PicturesIn(st *Stage, w, h int, draw func(*Stage, *chart.Grid)) []Picture {
	var all []Picture
	on := *st
	on.pictures, on.reads = &all, nil
	draw(&on, chart.NewGrid(w, h).WithGlyphs(st.Glyphs))
	return all
}

// DraggedTo returns the intent to adopt the position nearest to a column of the picture, and no
// intent if nothing can be adopted.
func (p Picture) DraggedTo(column int) Intent {
	stops := p.Curves.CursorStops()
	if at := p.Curves.NearestX(stops, p.Plot.XAt(column)); p.GoTo != nil && at >= 0 {
		return p.GoTo(stops[at])
	}
	return Intent{}
}

// VisiblePictures returns the pictures of the view that fills the screen.
func VisiblePictures(st *Stage, view View) []Picture {
	if st.Solution == nil || !st.Zoom {
		return nil
	}
	w, h := st.Inner()
	return PicturesOf(st.AtPlayedFrame(), view, w, h)
}

// stopsOf returns the positions of the values of all pictures, in ascending order.
func stopsOf(pictures []Picture) (stops []float64) {
	for _, p := range pictures {
		stops = append(stops, p.Curves.CursorStops()...)
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// ReaderAt returns the cursor on the values nearest to the mouse or, without a mouse, to its
// position. ok is false if there are none.
func ReaderAt(st *Stage, pictures []Picture) (r Reader, ok bool) {
	return snap(st.Reading(), pictures, math.Inf(1))
}

// snap returns a cursor moved to the nearest values of pictures. A mouse reads only points at
// most within columns away.
func snap(r Reader, pictures []Picture, within float64) (_ Reader, ok bool) {
	ok = r.On
	for _, p := range pictures {
		if r.Pointer == nil {
			break
		}
		x, y, inside := p.Plot.ValuesAt(r.Pointer[0], r.Pointer[1])
		switch {
		case !inside:
		case p.Point != nil:
			r.Row, ok = p.Plot.NearestPoint(p.Across, p.Up, x, y, within), true
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
	stops := stopsOf(pictures)
	at := pictures[0].Curves.NearestX(stops, r.X)
	if at < 0 {
		return r, false
	}
	r.X = stops[at]
	return r, true
}

// ReadOff returns the cursor's position and the values there.
func ReadOff(st *Stage, pictures []Picture, at Reader) (said []chart.Group) {
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

// noValues is the message if a picture has no curve and no point.
const noValues = "there are no curves or points here to read off"

// ReadKeys returns the keys of reading a view: the one that starts it or, while reading, those that
// move the cursor.
func ReadKeys(view View, reading bool) []Key {
	onto := func(do func(*Stage, View) Intent) func(*Stage) Intent {
		return func(st *Stage) Intent { return do(st, view) }
	}
	if !reading {
		return []Key{{Name: "read", Keys: []string{"enter", "+"}, Hint: "read off", Help: "read off exact values (also by the mouse), zoom the axis",
			Idle: readIdle(view), Do: onto(beginReading)}}
	}
	move := func(right, up int) func(*Stage) Intent {
		return func(st *Stage) Intent { return moveReading(st, view, right, up) }
	}
	ofPoints := IdleUnless(func(*Stage) bool { return !view.Info().Points }, "points are only read off: they have no setting to turn to")
	const far = session.Farthest
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
		{Name: "read-go", Keys: []string{"enter"}, Hint: "go there", Help: "turn to where the cursor stands", Idle: ofPoints, Do: onto(goToReading)},
	}
}

// ReadAt moves the cursor to the mouse over a view that fills the screen. It reports whether there
// are values.
func ReadAt(st *Stage, view View) bool {
	w, h := st.Inner()
	r, pictures, _ := readingIn(st.AtPlayedFrame(), view, w, h)
	if pictures == nil {
		return false
	}
	r.On, r.Pointer = true, nil
	st.Reader = r
	return true
}

// beginReading puts the cursor under the mouse, else at the present state or on the middle point.
func beginReading(st *Stage, view View) Intent {
	if st.Reading().Pointer != nil && ReadAt(st, view) {
		return Intent{}
	}
	pictures := VisiblePictures(st, view)
	if len(pictures) == 0 {
		return Message(noValues)
	}
	r, first := st.Reading(), pictures[0]
	r.On, r.X, r.Row = true, first.Now, first.Plot.NearestPoint(first.Across, first.Up, 0, 0, math.Inf(1))
	st.Reader = r
	if _, ok := ReaderAt(st, pictures); !ok {
		st.Reader = Reader{}
		return Message(noValues)
	}
	return Intent{}
}

// moveReading moves the cursor by so many values, or to the point beside, above or below.
func moveReading(st *Stage, view View, right, up int) Intent {
	pictures := VisiblePictures(st, view)
	r, ok := ReaderAt(st, pictures)
	if !ok {
		return Message(noValues)
	}
	before := r
	switch first := pictures[0]; {
	case first.Point != nil:
		for range min(max(right, -right, up, -up), len(first.Across)) {
			r.Row = first.Plot.NextPoint(first.Across, first.Up, r.Row, sign(right), sign(up))
		}
	case up != 0:
		return Message("the line reads every curve at once: it moves left and right")
	default:
		r.X = Step(stopsOf(pictures), r.X, right)
	}
	r.Pointer = nil
	st.Reader = r
	if r.X == before.X && r.Row == before.Row {
		return Message("there is nothing to read off further on; Esc leaves reading")
	}
	return Intent{}
}

func sign(n int) int { return max(-1, min(n, 1)) }

// ZoomReading returns an action that multiplies the visible part of the axes by by, around the
// cursor.
func ZoomReading(by float64) func(*Stage, View) Intent {
	return func(st *Stage, view View) Intent {
		pictures := VisiblePictures(st, view)
		r, ok := ReaderAt(st, pictures)
		if !ok {
			return Message(noValues)
		}
		const fewest = 3
		on, first, all := *st, pictures[0], !st.Reading().Zoomed()
		if first.Point != nil {
			r.Window = first.points.Zoom(first.Across[r.Row], first.Up[r.Row], by)
		} else {
			r.Low, r.High = first.Curves.Zoom(r.X, by)
		}
		on.Reader = r
		switch {
		case by > 1 && all:
			return Message("all of the axis is in sight; Esc leaves reading")
		case by < 1 && (countStops(pictures) < fewest || countStops(VisiblePictures(&on, view)) < fewest-1):
			return Message("a closer look would leave no other values in sight")
		}
		st.Reader = r
		return Intent{}
	}
}

// countStops returns the number of visible values or points that the cursor can read.
func countStops(pictures []Picture) int {
	if first := pictures[0]; first.Point != nil {
		return first.Plot.CountVisible(first.Across, first.Up)
	}
	return len(stopsOf(pictures))
}

// goToReading adopts the position of the cursor.
func goToReading(st *Stage, view View) Intent {
	pictures := VisiblePictures(st, view)
	r, ok := ReaderAt(st, pictures)
	if !ok {
		return Message(noValues)
	}
	return pictures[0].GoTo(r.X)
}

// GoToCell returns the intent to adopt the position nearest to a cell of the view.
func GoToCell(st *Stage, view View, x, y int) Intent {
	on, pictures := *st, VisiblePictures(st, view)
	on.Reader = Reader{View: st.Panel, Pointer: &[2]int{x, y}}
	if at, ok := ReaderAt(&on, pictures); ok {
		return pictures[0].GoTo(at.X)
	}
	return Intent{}
}

// LeaveReading shows the whole axis or, if it is visible already, removes the cursor. It reports
// whether anything changed.
func LeaveReading(st *Stage) bool {
	r := st.Reading()
	switch {
	case r.Zoomed():
		r.Low, r.High, r.Window = 0, 0, chart.Window{}
		st.Reader = r
	case r.On:
		st.Reader = Reader{}
	default:
		return false
	}
	return true
}

// readIdle returns an Idle function: why a view has no values to read now.
func readIdle(view View) func(*Stage) string {
	return func(st *Stage) string {
		if st.Solution != nil && !view.Info().Reads(st) {
			return noValues
		}
		return IdleUnsolved(st)
	}
}

// Step returns the value n places after v in an ascending list, held at the ends. From a v between
// two values, the first step reaches the next value in its direction.
func Step[T cmp.Ordered](values []T, v T, n int) T {
	at, found := slices.BinarySearch(values, v)
	if !found && n > 0 {
		at--
	}
	return values[max(0, min(len(values)-1, at+n))]
}
