package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// A controlCell is a control in the bar, "label ◂ value ▸", or the slider of the focused control.
type controlCell struct {
	Index int
	label string
	// text is the value, written to the right in valueWidth columns.
	text       string
	valueWidth int
	// Slider is the length of a slider in columns, 0 for a control. place is the position of the
	// knob on the slider, from 0 to 1.
	Slider int
	place  float64
	// typing reports whether the user types a value. The typed text also covers the arrows.
	typing bool
	// focused reports whether arrow keys turn the control, changed whether the last turn has
	// changed its value.
	focused, changed bool
}

func newControlCell(sc *Scene, i int, focused bool, c session.Option) controlCell {
	cell := controlCell{Index: i, label: sc.ControlLabel(c), text: c.Get(sc.State), focused: focused}
	cell.changed = sc.Before != nil && cell.text != c.Get(sc.BeforeState)
	if c.Name == "angle" {
		cell.text += sc.Spell("°")
	}
	cell.valueWidth = max(c.ValueWidth(sc.Limits), chart.TextWidth(cell.text))
	if cell.focused && sc.Typing {
		cell.typing = true
		cell.text = visibleEntry([]rune(sc.Entry), sc.Cursor, cell.width()-chart.TextWidth(cell.label)-1)
	}
	return cell
}

// A cellLayout has columns of a controlCell, counted from its left end: the arrows Down and Up, and
// the first column of the value. width is the width of the cell. A slider has no arrows: Down and
// Up are −1.
type cellLayout struct{ Down, valueX, Up, width int }

func (c controlCell) Layout() cellLayout {
	if c.Slider > 0 {
		return cellLayout{Down: -1, Up: -1, width: c.Slider}
	}
	down := chart.TextWidth(c.label) + 1
	up := down + 2 + c.valueWidth + 1
	return cellLayout{down, down + 2, up, up + 1}
}

func (c controlCell) width() int { return c.Layout().width }

type controlRegion struct {
	controlCell
	rect
}

func moreControlsText(n int) string { return fmt.Sprintf("+%d more", n) }

// visibleEntry returns the part of a typed text around the text cursor, in at most w columns. A bar
// marks the cursor.
func visibleEntry(entry []rune, cursor, w int) string {
	at := max(0, min(cursor, len(entry)))
	all := slices.Insert(slices.Clone(entry), at, '▏')
	from := max(0, min(at-w/2, len(all)-w))
	return chart.Truncate(string(all[from:min(len(all), from+w)]), w)
}

func (c controlCell) draw(g *chart.Grid) {
	if c.Slider > 0 {
		knob := max(0, min(c.Slider-1, int(math.Round(c.place*float64(c.Slider-1))))) // k has no range before the first solution
		g.Text(0, 0, strings.Repeat("━", knob)+strings.Repeat("─", c.Slider-knob), chart.Dim)
		g.Set(knob, 0, '●', chart.Accent)
		return
	}
	label, value := chart.Plain, chart.Bold
	switch {
	case c.focused:
		label, value = chart.Inverse, chart.Inverse
	case c.changed:
		value = chart.Changed
	}
	at := c.Layout()
	g.Text(0, 0, c.label, label)
	if c.typing {
		g.Text(at.Down, 0, c.text, value)
		return
	}
	g.Text(at.valueX, 0, strings.Repeat(" ", max(0, c.valueWidth-chart.TextWidth(c.text)))+c.text, value)
	g.Text(at.Down, 0, "◂", chart.Dim)
	g.Text(at.Up, 0, "▸", chart.Dim)
}

// barGap is the number of columns between two controls in the bar. A slider has longSlider columns
// or, on narrow screens, shortSlider. Behind the slider, the score at a larger λ needs oneAhead
// columns, two scores need twoAhead.
const (
	barGap       = 2
	longSlider   = 19 // enough for each step of λ to move the knob
	shortSlider  = 7
	oneAhead     = 14
	twoAhead     = 29
	mostControls = 8
)

// layOutControls places the controls of the bar: as many main controls as fit, and then the slider
// of the focused control, always at the same column. If the focused control has no room, it
// replaces the last controls.
func layOutControls(sc *Scene, l layout) []controlRegion {
	all := sc.Controls()
	focus := sc.focusIndex(all)
	slider, behind := longSlider, twoAhead
	switch {
	case l.stacked: // a panel already shows the scores over λ
		slider, behind = longSlider+twoAhead, 0
	case l.w < stage.PairWidth:
		slider, behind = shortSlider, 0
	case l.full && !l.simple:
		behind = 0
	case l.w < stage.SideBySide:
		behind = oneAhead
	}
	sliderAt := l.w - behind - barGap - slider
	end := sliderAt - barGap - len(moreControlsText(len(all))) - barGap
	y := l.h - 2 - l.textRows
	var regions []controlRegion
	add := func(i int) bool {
		cell := newControlCell(sc, i, i == focus, all[i])
		x := 1
		if last := len(regions) - 1; last >= 0 {
			x = regions[last].X + regions[last].W + barGap
		}
		fits := x+cell.width() <= end && len(regions) < mostControls || len(regions) == 0
		if fits {
			regions = append(regions, controlRegion{cell, rect{x, y, cell.width(), 1}})
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
	knob := controlCell{Index: focus, Slider: slider, place: all[focus].Place(sc.State, sc.Limits)}
	return append(regions, controlRegion{knob, rect{sliderAt, y, slider, 1}})
}
