package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// The bar of controls takes at most barRows rows: the main controls with the longest sliders that
// fit, then the advanced controls. Narrow screens show an advanced control only while it is
// selected or changed. barGap columns separate the controls.
const (
	barRows = 3
	barGap  = 3
)

// sliders are the lengths of sliders in columns, tried from the longest to none.
var sliders = []int{10, 7, 5, 0}

// A controlCell is one control as the bar shows it: label, value, slider.
type controlCell struct {
	// Index is the index of the control in Scene.Controls.
	Index int
	label string
	// text is the value as text, value the number of columns for it.
	text  string
	value int
	// Slider is the length of the slider, 0 for none. Arrows reports whether ◂ and ▸ stand beside
	// the value.
	Slider int
	Arrows bool
	// tight draws the arrows in the blanks beside the value, so that they move nothing.
	tight bool
	// place is the position of the knob, from 0 to 1.
	place float64
	// typing reports whether text is being typed. The text then replaces everything behind the
	// label.
	typing bool
	// focused and changed controls stand out; changed means that the last turn changed the value. A
	// spare control is advanced, unselected and at its default, and belongs to no rival.
	focused, changed, advanced, spare bool
}

// newCell returns the cell of control i with a slider of the given length. usual is the state in
// which the pair opens.
func newCell(sc *Scene, i int, focused bool, c session.Option, slider int, usual session.State) controlCell {
	cell := controlCell{
		Index: i, label: sc.Label(c), text: c.Get(sc.State), Slider: slider, Arrows: true,
		place: c.Place(sc.State, sc.Limits), focused: focused, advanced: c.Advanced,
	}
	cell.spare = c.Advanced && c.Changes != session.Rival && !cell.focused && cell.text == c.Get(usual)
	cell.changed = sc.Before != nil && cell.text != c.Get(sc.BeforeState)
	if c.Name == "angle" {
		cell.text += sc.Spell("°")
	}
	cell.value = max(c.WidthIn(sc.Limits), chart.TextWidth(cell.text))
	if c.Advanced {
		cell.Slider, cell.Arrows, cell.tight = 0, cell.focused, true
	}
	if cell.focused && sc.Typing {
		// The text replaces arrows and slider, so that the width of the cell stays.
		cell.typing = true
		cell.text = entryWindow([]rune(sc.Entry), sc.Cursor, cell.width()-chart.TextWidth(cell.label)-1)
	}
	return cell
}

// A cellLayout contains the first columns of the parts of a controlCell, and its width. A missing
// part has column -1.
type cellLayout struct{ Down, value, Up, Slider, width int }

func (c controlCell) Layout() cellLayout {
	at := cellLayout{Down: -1, value: chart.TextWidth(c.label) + 1, Up: -1, Slider: -1}
	switch {
	case c.tight:
		at.width = at.value + c.value + 1
		if c.Arrows {
			at.Down, at.Up = at.value-1, at.value+c.value
		}
	case c.Arrows:
		at.Down = at.value
		at.value += 2
		at.Up = at.value + c.value + 1
		at.width = at.Up + 1
	default:
		at.width = at.value + c.value
	}
	if c.Slider > 0 {
		at.Slider = at.width + 1
		at.width = at.Slider + c.Slider
	}
	return at
}

func (c controlCell) width() int { return c.Layout().width }

// A controlRegion is the place of a control in the bar or in a frame.
type controlRegion struct {
	controlCell
	rect
}

// controlRows lays out the bar for a screen of w columns. It always shows the focused control, and
// says how many controls are left out. Up to two controls give way to longer sliders, spare ones
// first.
func controlRows(sc *Scene, w int) (rows [][]controlRegion) {
	all := sc.Controls()
	focus := sc.focusAt(all)
	usual := session.State{Spec: datasets.DefaultSpec(sc.State.Spec.Name)}
	for i, slider := range sliders {
		var cells []controlCell
		for j, c := range all {
			cells = append(cells, newCell(sc, j, j == focus, c, slider, usual))
		}
		most := 2
		if i == len(sliders)-1 {
			most = len(cells)
		}
		rows = fitting(cells, w, most)
		if rows != nil {
			break
		}
	}
	return rows
}

// fitting lays out as many cells as fit in the bar. It drops cells from the end, spare ones first,
// and returns nil if it would drop more than most.
func fitting(cells []controlCell, w, most int) [][]controlRegion {
	isSpare := func(c controlCell) bool { return c.spare }
	for all := len(cells); all-len(cells) <= most; {
		rows := pack(cells, w, slices.ContainsFunc(cells, isSpare))
		text, x := moreText(all, rows)
		if len(cells) < 2 || len(rows) <= barRows && (text == "" || x+chart.TextWidth(text) <= w-1) {
			return rows
		}
		at := len(cells) - 1
		for i, c := range cells {
			if c.spare {
				at = i
			}
		}
		if cells[at].focused {
			at--
		}
		cells = slices.Delete(cells, at, at+1)
	}
	return nil
}

// pack puts cells into rows of w columns. If apart is set, the advanced controls begin a row.
func pack(cells []controlCell, w int, apart bool) (rows [][]controlRegion) {
	x := 1
	for i, cell := range cells {
		last, width := len(rows)-1, cell.width()
		if last < 0 || x+width > w-1 || apart && cell.advanced && !cells[i-1].advanced {
			rows = append(rows, nil)
			last, x = last+1, 1
		}
		rows[last] = append(rows[last], controlRegion{cell, rect{x, last, width, 1}})
		x += width + barGap
		if cell.tight {
			x-- // the blank column of an arrow is part of the gap
		}
	}
	return rows
}

// moreText returns how many of all controls the rows leave out, and the column of this note. The
// text is empty if none is left out.
func moreText(all int, rows [][]controlRegion) (text string, x int) {
	shown := slices.Concat(rows...)
	if len(shown) == 0 || len(shown) == all {
		return "", 0
	}
	last := shown[len(shown)-1]
	return moreControls(all - len(shown)), last.X + last.W + barGap
}

func moreControls(n int) string { return fmt.Sprintf("+%d more", n) }

// entryWindow returns the part of a typed text around the cursor, in at most w columns. The cursor
// is marked.
func entryWindow(entry []rune, cursor, w int) string {
	at := max(0, min(cursor, len(entry)))
	all := slices.Insert(slices.Clone(entry), at, '▏')
	from := max(0, min(at-w/2, len(all)-w))
	return chart.Truncate(string(all[from:min(len(all), from+w)]), w)
}

func (c controlCell) draw(g *chart.Grid) {
	label, value := chart.Plain, chart.Bold
	switch {
	case c.focused:
		label, value = chart.Inverse, chart.Inverse
	case c.changed:
		value = chart.Changed
	case !c.Arrows:
		label, value = chart.Dim, chart.Dim
	}
	at := c.Layout()
	g.Text(0, 0, c.label, label)
	switch padding := strings.Repeat(" ", max(0, c.value-chart.TextWidth(c.text))); {
	case c.typing:
		g.Text(chart.TextWidth(c.label)+1, 0, c.text, value)
		return
	case c.tight:
		g.Text(at.value, 0, c.text, value)
	default:
		g.Text(at.value, 0, padding+c.text, value)
	}
	if c.Arrows {
		g.Text(at.Down, 0, "◂", chart.Dim)
		g.Text(at.Up, 0, "▸", chart.Dim)
	}
	knob := at.Slider + int(math.Round(c.place*float64(c.Slider-1)))
	for x := at.Slider; c.Slider > 0 && x < at.width; x++ {
		switch {
		case x == knob && c.focused:
			g.Set(x, 0, '●', chart.Accent)
		case x == knob:
			g.Set(x, 0, '●', chart.Plain)
		case x < knob:
			g.Set(x, 0, '━', chart.Dim)
		default:
			g.Set(x, 0, '─', chart.Dim)
		}
	}
}

// The layout of a bar with one row, in columns: quietGap lies between controls, longSlider is the
// length of the slider. Behind the slider, aheadWidth is for one score at a larger λ, twoAhead for
// two.
const (
	quietGap   = 2
	longSlider = 20 // each step of λ moves the knob
	aheadWidth = 14
	twoAhead   = 29
)

// quietRow lays out one row: as many main controls as fit, then the slider of the selected control,
// always at the same column. A selected control without room replaces the last controls.
func quietRow(sc *Scene, l layout) []controlRegion {
	usual := session.State{Spec: datasets.DefaultSpec(sc.State.Spec.Name)}
	all := sc.Controls()
	focus := sc.focusAt(all)
	slider, behind := longSlider, twoAhead
	switch {
	case l.stacked: // a panel shows the scores at all λ
		slider, behind = longSlider+twoAhead, 0
	case l.w < stage.PairWidth:
		slider, behind = sliders[1], 0
	case l.w < stage.SideBySide:
		behind = aheadWidth
	}
	sliderAt := l.w - behind - quietGap - slider
	end := sliderAt - quietGap - len(moreControls(len(all))) - quietGap
	var regions []controlRegion
	add := func(i int) bool {
		cell := newCell(sc, i, i == focus, all[i], 0, usual)
		cell.Arrows, cell.tight = true, false
		x := 1
		if last := len(regions) - 1; last >= 0 {
			x = regions[last].X + regions[last].W + quietGap
		}
		fits := x+cell.width() <= end || len(regions) == 0
		if fits {
			regions = append(regions, controlRegion{cell, rect{x, 0, cell.width(), 1}})
		}
		return fits
	}
	for i := range all {
		if all[i].Advanced || !add(i) {
			break
		}
	}
	for shown := len(regions); focus >= shown && !add(focus); {
		regions = regions[:len(regions)-1]
	}
	knob := controlCell{Index: focus, Slider: slider, place: all[focus].Place(sc.State, sc.Limits), focused: true}
	at := knob.Layout().Slider
	return append(regions, controlRegion{knob, rect{sliderAt - at, 0, at + slider, 1}})
}
