package view

import (
	"cmp"
	"fmt"
	"slices"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// A Reader is where that cursor stands; elsewhere than in its view it is not.
type Reader struct {
	view string
	// on tells that keys move it.
	on bool
	// x is where it stands among curves, row on which of points.
	x   float64
	row int
	// pointer is the cell of the view over which the mouse was moved last, nil for none.
	pointer *[2]int
	// low and high bound the part of the axis that is seen; all where they are equal.
	low, high float64
	// window is the part of the axes of points that is seen.
	window chart.Window
}

// Memory is all but where the mouse is.
func (r *Reader) Memory() memory {
	return memory{"view": &r.view, "on": &r.on, "x": &r.x, "row": &r.row, "low": &r.low, "high": &r.high, "window": &r.window}
}

// A readout says what is read off a picture: of curves, or of points.
type readout struct {
	// title says what its values are, where that needs a word.
	title string
	// x writes where the cursor stands, value what a curve has at its i-th point.
	x     func(x float64) string
	value func(c chart.Curve, i int) string
	// now is where the state stands, goTo turns to where the cursor does.
	now  float64
	goTo func(st *Stage, x float64) Intent
	// across and up are where points lie, point what is told of each; nil for curves.
	across, up []float64
	point      func(row int) []group
}

// zoomed tells that only a part of the axes is seen.
func (r Reader) zoomed() bool { return r.low < r.high || r.window.Side > 0 }

// A picture can be read off as it was drawn: curves, or points.
type picture struct {
	readout
	curves chart.Curves
	points chart.Scatter
	plot   chart.Plot
}

// reading returns the cursor of the view that fills the screen.
func (st *Stage) reading() Reader {
	if r := st.Reader; st.Zoom && r.view == st.Panel {
		return r
	}
	return Reader{view: st.Panel}
}

// drawCurves draws curves that can be read off, as much of their axis as is seen.
func (st *Stage) drawCurves(g *chart.Grid, c chart.Curves, read readout) {
	r := st.reading()
	c.XMin, c.XMax = r.low, r.high
	if low, high, part := c.Seen(); part {
		c.XLabel += fmt.Sprintf(" %s to %s", number.Digits(low, 3), number.Digits(high, 3))
		// The closed form may lie far off.
		lo, hi := c.Span(func(c chart.Curve) bool { return c.Style != chart.ClosedForm })
		if c.YMin, c.YMax = lo, hi; !c.LogY {
			c.YMin, c.YMax = lo-(hi-lo)/20, hi+(hi-lo)/20
		}
		if write := c.FormatX; write != nil {
			c.FormatX = func(x float64) string { return write(number.Round(x, 6)) }
		}
	}
	if st.reads != nil {
		c.Cursor = &chart.Marker{X: st.reads.x, Style: chart.Focus, Label: read.x(st.reads.x)}
		for i, m := range c.Markers {
			if c.Markers = slices.Clone(c.Markers); m.X == st.reads.x {
				c.Markers[i].Label = "" // the cursor's says it
			}
		}
	}
	if st.pictures == nil {
		c.Draw(g, st.Glyphs)
		return
	}
	*st.pictures = append(*st.pictures, picture{readout: read, curves: c, plot: c.Lay(g, st.Glyphs)})
}

// drawPoints draws points that can be read off, as much of their axes as is seen.
func (st *Stage) drawPoints(g *chart.Grid, s chart.Scatter, read readout) {
	s.Seen = st.reading().window
	if st.reads != nil {
		s.Cursor = &chart.Spot{X: read.across[st.reads.row], Y: read.up[st.reads.row], Style: chart.Accent}
	}
	if st.pictures != nil {
		*st.pictures = append(*st.pictures, picture{readout: read, points: s, plot: s.Lay(g, st.Glyphs)})
		return
	}
	s.Draw(g, st.Glyphs)
}

// drawRead draws the view that fills the screen and, where the cursor stands in it, what
// that reads off below.
func (st *Stage) drawRead(view View, g *chart.Grid) {
	r, on := st.reading(), *st
	if w, h := g.Size(); st.Zoom && view.Info().Reads != nil && (r.on || r.pointer != nil) {
		pictures := st.picturesOf(view, w, h)
		if at, ok := st.standing(pictures); ok {
			said := st.read(pictures, at)
			rows := min(len(flow(said, w-2, groupGap)), max(1, h/3))
			drawGroups(g.Sub(1, h-rows, w-2, rows), said, groupGap)
			on.reads, g = &at, g.Sub(0, 0, w, h-rows)
		}
	}
	view.Draw(&on, g)
}

// picturesOf returns what can be read off a view on w×h cells.
func (st *Stage) picturesOf(view View, w, h int) []picture {
	var all []picture
	on := *st
	on.pictures, on.reads = &all, nil
	view.Draw(&on, chart.NewGrid(w, h).Spelling(st.Glyphs))
	return all
}

// inSight returns what can be read off a view, where it fills the screen.
func (st *Stage) inSight(view View) []picture {
	if st.Solution() == nil || !st.Zoom {
		return nil
	}
	w, h := st.Inner()
	return st.shown().picturesOf(view, w, h)
}

// stopsOf returns the x at which there are values in some of the pictures.
func stopsOf(pictures []picture) (stops []float64) {
	for _, p := range pictures {
		stops = append(stops, p.curves.Stops()...)
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// standing returns the cursor on the values that are nearest to where it was put: by the
// mouse, else by keys; false where there is none.
func (st *Stage) standing(pictures []picture) (r Reader, ok bool) {
	r = st.reading()
	ok = r.on
	for _, p := range pictures {
		if r.pointer == nil {
			break
		}
		x, y, inside := p.plot.At(r.pointer[0], r.pointer[1])
		switch {
		case !inside:
		case p.point != nil:
			r.row, ok = p.plot.Nearest(p.across, p.up, x, y), true
		default:
			r.x, ok = x, true
		}
	}
	switch {
	case !ok || len(pictures) == 0:
		return r, false
	case pictures[0].point != nil:
		return r, r.row >= 0 && r.row < len(pictures[0].across)
	}
	stops := stopsOf(pictures)
	at := pictures[0].curves.Nearest(stops, r.x)
	if at < 0 {
		return r, false
	}
	r.x = stops[at]
	return r, true
}

// read says what is read off where the cursor stands, which comes first.
func (st *Stage) read(pictures []picture, at Reader) (said []group) {
	if first := pictures[0]; first.point != nil {
		said = first.point(at.row)
	} else {
		said = []group{{{first.x(at.x), chart.Accent}}}
	}
	for _, p := range pictures {
		for _, c := range p.curves.Curves {
			point := -1
			if c.Reads != "" {
				point = p.curves.Read(c, at.x)
			}
			if point < 0 {
				continue
			}
			value := group{{c.Reads + " ", c.Style}, {p.value(c, point), chart.Plain}}
			if p.title != "" {
				value = slices.Insert(value, 0, piece{p.title + " ", chart.Dim})
			}
			if !c.At(point, at.x) {
				value = append(value, piece{" at " + p.x(c.X[point]), chart.Dim})
			}
			said = append(said, value)
		}
	}
	for _, group := range said {
		for i := range group {
			group[i].text = st.Spell(group[i].text)
		}
	}
	return said
}

// noValues is said where there is no curve and no point.
const noValues = "there are no curves or points here to read off"

// readKeys are those of reading off a view: the one that begins it or, once it has begun, those
// that move the cursor.
func readKeys(view View, reading bool) []Key {
	onto := func(do func(*Stage, View) Intent) func(*Stage) Intent {
		return func(st *Stage) Intent { return do(st, view) }
	}
	if !reading {
		return []Key{{Name: "read", Keys: []string{"enter", "+"}, Hint: "read off", Help: "read exact values off: a cursor (also the mouse) says them, and the axis zooms",
			Idle: nothingToRead(view), Do: onto(beginReading)}}
	}
	move := func(right, up int) func(*Stage) Intent {
		return func(st *Stage) Intent { return moveReading(st, view, right, up) }
	}
	ofPoints := unless(func(*Stage) bool { return !view.Info().Points }, "points are only read off: there is nothing to turn to")
	const far = session.Farthest
	return []Key{
		{Name: "read-back", Keys: []string{"left", "h"}, Hint: "move", Help: "move the cursor that reads off", Do: move(-1, 0)},
		{Name: "read-on", Keys: []string{"right", "l"}, Hint: "move", Do: move(1, 0)},
		{Name: "read-back-far", Keys: []string{"shift+left"}, Help: "move it by ten values", Do: move(-bigStep, 0)},
		{Name: "read-on-far", Keys: []string{"shift+right"}, Do: move(bigStep, 0)},
		{Name: "read-first", Keys: []string{"home"}, Help: "move it to the first value, the last", Do: move(-far, 0)},
		{Name: "read-last", Keys: []string{"end"}, Do: move(far, 0)},
		{Name: "read-up", Keys: []string{"up"}, Help: "move it to the point above, below", Do: move(0, 1)},
		{Name: "read-down", Keys: []string{"down"}, Do: move(0, -1)},
		{Name: "axis-closer", Keys: []string{"+"}, Hint: "axis", Help: "see less of the axis, around the cursor, or more (also the wheel); Esc sees all",
			Do: onto(zoomReading(0.5))},
		{Name: "axis-wider", Keys: []string{"-"}, Hint: "axis", Do: onto(zoomReading(2))},
		{Name: "read-go", Keys: []string{"enter"}, Hint: "go there", Help: "turn to where the cursor stands", Idle: ofPoints, Do: onto(goToReading)},
	}
}

// beginReading puts the cursor where the state is, or on the point in the middle.
func beginReading(st *Stage, view View) Intent {
	pictures := st.inSight(view)
	if len(pictures) == 0 {
		return Tell(noValues)
	}
	r, first := st.reading(), pictures[0]
	r.on, r.x, r.row = true, first.now, first.plot.Nearest(first.across, first.up, 0, 0)
	st.Reader = r
	if _, ok := st.standing(pictures); !ok {
		st.Reader = Reader{}
		return Tell(noValues)
	}
	return Intent{}
}

// moveReading moves the cursor by so many values, or to the point beside, above or below
// it.
func moveReading(st *Stage, view View, right, up int) Intent {
	pictures := st.inSight(view)
	r, ok := st.standing(pictures)
	if !ok {
		return Tell(noValues)
	}
	before := r
	switch first := pictures[0]; {
	case first.point != nil:
		for range min(max(right, -right, up, -up), len(first.across)) {
			r.row = first.plot.Beside(first.across, first.up, r.row, sign(right), sign(up))
		}
	case up != 0:
		return Tell("the line reads every curve at once: it moves left and right")
	default:
		r.x = step(stopsOf(pictures), r.x, right)
	}
	r.pointer = nil
	st.Reader = r
	if r.x == before.x && r.row == before.row {
		return Tell("there is nothing to read off further on; Esc leaves reading")
	}
	return Intent{}
}

// sign is 1, -1 or 0.
func sign(n int) int { return max(-1, min(n, 1)) }

// zoomReading has so many times as much of the axes seen, around the cursor.
func zoomReading(by float64) func(*Stage, View) Intent {
	return func(st *Stage, view View) Intent {
		pictures := st.inSight(view)
		r, ok := st.standing(pictures)
		if !ok {
			return Tell(noValues)
		}
		const fewest = 3
		on, first, all := *st, pictures[0], !st.reading().zoomed()
		if first.point != nil {
			r.window = first.points.Zoom(first.across[r.row], first.up[r.row], by)
		} else {
			r.low, r.high = first.curves.Zoom(r.x, by)
		}
		on.Reader = r
		switch {
		case by > 1 && all:
			return Tell("all of the axis is in sight; Esc leaves reading")
		case by < 1 && (inPlace(pictures) < fewest || inPlace(on.inSight(view)) < fewest-1):
			return Tell("closer by there are no others to see")
		}
		st.Reader = r
		return Intent{}
	}
}

// inPlace is how many values, or points, are seen that the cursor can be put on.
func inPlace(pictures []picture) int {
	if first := pictures[0]; first.point != nil {
		return first.plot.Shown(first.across, first.up)
	}
	return len(stopsOf(pictures))
}

// goToReading turns to where the cursor stands.
func goToReading(st *Stage, view View) Intent {
	pictures := st.inSight(view)
	r, ok := st.standing(pictures)
	if !ok {
		return Tell(noValues)
	}
	return pictures[0].goTo(st, r.x)
}

// goToCell turns to the value that is nearest to a cell of the view, if that shows any.
func goToCell(st *Stage, view View, x, y int) Intent {
	on, pictures := *st, st.inSight(view)
	on.Reader = Reader{view: st.Panel, pointer: &[2]int{x, y}}
	if at, ok := on.standing(pictures); ok {
		return pictures[0].goTo(st, at.x)
	}
	return Intent{}
}

// leaveReading has all of the axis seen again, else lets go of the cursor. It reports
// false where there is nothing to leave.
func leaveReading(st *Stage) bool {
	r := st.reading()
	switch {
	case r.zoomed():
		r.low, r.high, r.window = 0, 0, chart.Window{}
		st.Reader = r
	case r.on:
		st.Reader = Reader{}
	default:
		return false
	}
	return true
}

// nothingToRead says why a view has nothing to read off now.
func nothingToRead(view View) func(*Stage) string {
	return func(st *Stage) string {
		if st.Solution() != nil && !view.Info().Reads(st) {
			return noValues
		}
		return unsolved(st)
	}
}

// step returns the value n places further in an ascending list than v, or than the
// place where v belongs.
func step[T cmp.Ordered](values []T, v T, n int) T {
	at, found := slices.BinarySearch(values, v)
	if !found && n > 0 {
		at--
	}
	return values[max(0, min(len(values)-1, at+n))]
}
