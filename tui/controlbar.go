package tui

import (
	"math"
	"strings"

	"larui/datasets"
	"larui/tui/chart"
)

// The bar of controls is always in sight. It takes at most barRows rows: the
// main controls with the longest sliders that fit, then the advanced ones, which
// narrow screens show only while they are selected or changed.
const (
	barRows = 3
	barGap  = 3
	// focusMark stands before the focused control and panel, so that they can be
	// told without colour too.
	focusMark = '›'
)

// sliders are the lengths to try, longest first.
var sliders = []int{10, 7, 5, 0}

// A controlCell is one control as the bar shows it: label, value, slider.
type controlCell struct {
	label string
	// text is its value; value how many columns that gets.
	text  string
	value int
	// slider is its length; arrows tells whether ◂ and ▸ stand beside the value.
	slider int
	arrows bool
	// place is the position of the knob.
	place float64
	// focused controls stand out, changed ones say that they just moved.
	focused, changed bool
}

func (c controlCell) width() int {
	w := chart.TextWidth(c.label) + 1 + c.value
	if c.arrows {
		w += 4
	}
	if c.slider > 0 {
		w += 1 + c.slider
	}
	return w
}

// controlRows lays out the bar for a screen of w columns.
func (sc *Scene) controlRows(w int) [][]controlCell {
	every := len(sc.controls())
	for _, slider := range sliders {
		if rows := sc.layOut(w, slider, every); len(rows) <= barRows {
			return rows
		}
	}
	for spare := every - 1; spare > 0; spare-- {
		if rows := sc.layOut(w, 0, spare); len(rows) <= barRows {
			return rows
		}
	}
	rows := sc.layOut(w, 0, 0)
	for len(rows) > barRows {
		rows = rows[:barRows]
	}
	return rows
}

// layOut packs the controls into rows; of the advanced ones that are neither
// selected nor changed, only the first spare ones show.
func (sc *Scene) layOut(w, slider, spare int) [][]controlCell {
	var rows [][]controlCell
	var row []controlCell
	used := 1
	wrap := func() {
		if row != nil {
			rows = append(rows, row)
		}
		row, used = nil, 1
	}
	apart := spare > 0 // advanced controls begin a row
	wasAdvanced := false
	usual := State{Spec: datasets.DefaultSpec(sc.State.Spec.Name)}
	for i, c := range sc.controls() {
		cell := sc.cell(i, c, slider)
		if c.Advanced && !cell.focused && cell.text == c.Format(usual) {
			if spare == 0 {
				continue
			}
			spare--
		}
		if used+cell.width() > w-1 || (apart && c.Advanced && !wasAdvanced) {
			wrap()
		}
		wasAdvanced = c.Advanced
		row = append(row, cell)
		used += cell.width() + barGap
	}
	wrap()
	return rows
}

func (sc *Scene) cell(i int, c Control, slider int) controlCell {
	cell := controlCell{label: sc.label(c), text: c.Format(sc.State), slider: slider, arrows: true, focused: i == sc.Focus, place: c.Place(sc.State, sc.Limits)}
	cell.changed = sc.Before != nil && cell.text != c.Format(sc.BeforeState)
	if cell.focused && sc.Typing {
		runes := []rune(sc.Entry)
		at := max(0, min(sc.Cursor, len(runes)))
		cell.text = string(runes[:at]) + "▏" + string(runes[at:])
	} else if c.Name == "angle" {
		cell.text += "°"
	}
	cell.value = max(c.Width, chart.TextWidth(cell.text))
	if c.Advanced {
		cell.slider, cell.arrows = 0, cell.focused
	}
	return cell
}

// drawControls draws rows of the bar.
func drawControls(g *chart.Grid, rows [][]controlCell) {
	for y, row := range rows {
		x := 1
		for _, cell := range row {
			if cell.focused {
				g.Set(x-1, y, focusMark, chart.Accent)
			}
			cell.draw(g.Sub(x, y, cell.width(), 1))
			x += cell.width() + barGap
		}
	}
}

func (c controlCell) draw(g *chart.Grid) {
	label, value := chart.Plain, chart.Bold
	switch {
	case c.focused:
		label, value = chart.Inverse, chart.Inverse
	case c.changed:
		value = chart.Changed
	case !c.arrows:
		label, value = chart.Dim, chart.Dim
	}
	x := g.Text(0, 0, c.label, label) + 1
	if !c.arrows {
		g.Text(x, 0, c.text, value)
		return
	}
	g.Text(x, 0, "◂", chart.Dim)
	padding := strings.Repeat(" ", c.value-chart.TextWidth(c.text))
	g.Text(x+2, 0, padding+c.text, value)
	g.Text(x+2+c.value+1, 0, "▸", chart.Dim)
	if c.slider > 0 {
		drawSlider(g.Sub(x+2+c.value+3, 0, c.slider, 1), c.place, c.focused)
	}
}

// drawSlider draws a knob on a rail.
func drawSlider(g *chart.Grid, place float64, focused bool) {
	w, _ := g.Size()
	knob := int(math.Round(place * float64(w-1)))
	for x := range w {
		switch {
		case x == knob && focused:
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
