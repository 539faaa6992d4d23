package chart

const (
	// usualMargin is the usual number of free columns left of the vertical axis. A label of at most
	// longestInMargin columns may widen this margin.
	usualMargin, longestInMargin = 3, 8
	// leastForNumbers is the least number of columns of a grid whose vertical axis has numbers.
	leastForNumbers = 16
)

// margins divides a grid, from the top, into the label of the vertical axis; the plot, with the
// numbers of the vertical axis; the horizontal axis; its numbers; its label; the legend. Parts
// without room are left out, first the last entries of the legend.
type margins struct {
	g                *Grid
	xLabel, yLabel   string
	formatX, formatY func(float64) string
	legend           legend
	yWidth           int  // least width of the labels of the vertical axis
	empty            bool // without data: no ticks, and a note in the plot

	top, axisLine, tickLine int // lines, each 0 or 1
	// The label of the horizontal axis stands in line labelY: at the right if labelEnd is 0, else
	// from column 0 to labelEnd. The numbers of ticks end before column tickEnd, short of the
	// label.
	labelY, labelEnd, tickEnd int
	left, rows                int // columns left of the plot, and lines of the plot

	y      axis // the vertical axis, once its ticks are chosen
	yTicks []tick
}

// newMargins divides only the lines of a grid. setVerticalAxis divides the columns.
func newMargins(g *Grid, xLabel, yLabel string, entries []legendEntry) *margins {
	f := &margins{
		g: g, xLabel: g.gl.Spell(xLabel), yLabel: g.gl.Spell(yLabel), tickEnd: g.w,
		axisLine: min(g.h/6, 1), tickLine: min(g.h/4, 1),
	}
	f.setLegend(entries)
	if g.h >= 9 && f.yLabel != "" {
		f.top = 1
	}
	f.rows = g.h - f.top - f.axisLine - f.tickLine - f.legend.lines - f.placeXLabel()
	return f
}

func (f *margins) setLegend(entries []legendEntry) {
	f.legend = newLegend(entries, 0, 2, f.g.Sub(0, 0, f.g.w, min(f.g.h/7, 1)+min(f.g.h/12, 1)))
}

// placeXLabel chooses a place without numbers of ticks for the label of the horizontal axis. It
// returns the number of lines to add for the label.
func (f *margins) placeXLabel() int {
	width := TextWidth(f.xLabel)
	f.labelY = f.g.h - 1 - f.legend.lines
	switch {
	case f.tickLine == 0:
		f.xLabel = ""
	case f.legend.lines > 0 && f.legend.end+2+width <= f.g.w:
		f.labelY = f.g.h - 1
	case width == 0:
	case f.g.h >= 12 && width > usualMargin && width <= f.g.w:
		return 1
	case f.g.w >= leastForNumbers && width <= min(longestInMargin, f.g.w/4):
		f.labelEnd, f.left = width+1, width+1
	default:
		f.xLabel = f.g.gl.Truncate(f.xLabel, f.g.w/2)
		f.tickEnd = f.g.w - min(width, f.g.w/2) - 2
	}
	return 0
}

func (f *margins) columns() int { return max(f.g.w-f.left, 0) }

func (f *margins) setVerticalAxis(y axis) {
	f.y, f.yTicks = y, nil
	if f.g.w < leastForNumbers || f.rows < 1 || f.empty {
		return
	}
	// gap is the least distance of two labels in lines.
	gap := [...]int{1, 2, 2, 3}[min(f.rows/8, 3)]
	f.y, f.yTicks = y.alignToLines(gap)
	f.y.labelTicks(f.yTicks, f.formatY)
	if f.yTicks == nil {
		f.yTicks = y.layoutTicks(f.rows, f.formatY, func(ticks []tick) []tick {
			fit := len(ticks) > 1 || y.constant
			for i := 1; i < len(ticks); i++ {
				fit = fit && ticks[i].cell-ticks[i-1].cell >= gap
			}
			if !fit {
				return nil
			}
			return ticks
		})
	}
	if f.yTicks == nil { // no two round values are far enough apart
		f.yTicks = y.endTicks(f.formatY)
	}
	f.left = max(f.left, f.yWidth+2)
	for i := range f.yTicks {
		label := &f.yTicks[i].label
		*label = f.g.gl.Truncate(*label, f.g.w/3)
		f.left = max(f.left, TextWidth(*label)+2)
	}
}

// labelStart centres the label of a horizontal tick below the tick, but lets the label end before
// tickEnd.
func (f *margins) labelStart(t tick) int {
	width := TextWidth(t.label)
	return max(min(f.left+t.cell-(width-1)/2, f.tickEnd-width), 0)
}

func (f *margins) xTicks(x axis) []tick {
	if f.tickLine == 0 || f.empty {
		return nil
	}
	return x.layoutTicks(min(max(x.cells/4, 2), 12), f.formatX, func(ticks []tick) (kept []tick) {
		free := f.labelEnd // first free column
		for i, t := range ticks {
			start := f.labelStart(t)
			switch {
			case f.left+t.cell >= f.tickEnd, TextWidth(t.label) > f.tickEnd:
				continue // no room beside the label of the axis
			case start >= free && t.cell >= 0:
			case i > 0 && x.zeroFraction > 0 && len(kept) == 1:
				continue // too near to the zero
			default:
				return nil
			}
			kept = append(kept, t)
			free = start + TextWidth(t.label) + 2
		}
		return kept
	})
}

func (f *margins) draw(x axis, markers []Marker) canvas {
	g := f.g.Sub(f.left, f.top, f.columns(), f.rows)
	c := canvas{g, Plot{x, f.y, g.x0, g.y0}}
	if c.w < 1 || c.h < 1 {
		return c
	}
	if f.top > 0 {
		f.g.TextWithin(0, 0, f.g.w, f.yLabel, Dim)
	}
	if f.empty {
		c.drawNoData(c.h)
	}
	f.drawYAxis()
	f.drawXAxis(x, markers)
	at := 0
	if f.labelEnd == 0 {
		at = f.g.w - TextWidth(f.xLabel)
	}
	f.g.Text(at, f.labelY, f.xLabel, Dim)
	f.legend.draw(f.g.Sub(0, f.g.h-f.legend.lines, f.g.w, f.legend.lines))
	return c
}

func (f *margins) drawYAxis() {
	x, bottom := f.left-1, f.top+f.rows-1
	f.drawTicks(f.y, f.yTicks, "│┤├", func(cell int, r rune) { f.g.Set(x, bottom-cell, r, Border) })
	for _, t := range f.yTicks {
		f.g.TextRight(x-1, bottom-t.cell, t.label, Dim)
	}
}

func (f *margins) drawXAxis(x axis, markers []Marker) {
	y := f.top + f.rows
	ticks := f.xTicks(x)
	for _, t := range ticks {
		f.g.Text(f.labelStart(t), y+f.axisLine, t.label, Dim)
	}
	if f.axisLine == 0 {
		return
	}
	f.drawTicks(x, ticks, "─┬╵", func(cell int, r rune) { f.g.Set(f.left+cell, y, r, Border) })
	f.g.Set(f.left-1, y, '└', Border)
	for _, m := range markers {
		if cell := x.cell(m.X); cell >= 0 {
			f.g.Set(f.left+cell, y, '▲', m.Style)
		}
	}
}

// drawTicks draws an axis with its ticks. The three characters of runes are for the axis, for a
// tick with a label and for a tick without. set draws a character into a cell of the axis.
func (f *margins) drawTicks(a axis, ticks []tick, runes string, set func(cell int, r rune)) {
	look := []rune(runes)
	for cell := range a.cells {
		set(cell, look[0])
	}
	if len(ticks) == 0 {
		return
	}
	if f.g.gl.ReplaceRune(look[1]) != f.g.gl.ReplaceRune(look[2]) {
		for _, cell := range a.minorTickCells(ticks) {
			set(cell, look[2])
		}
	}
	for _, cell := range a.breakCells() {
		set(cell, '╱')
	}
	for _, t := range ticks {
		set(t.cell, look[1])
	}
}
