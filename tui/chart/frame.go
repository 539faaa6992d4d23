package chart

// pointer is a value pointed out on the horizontal axis.
type pointer struct {
	frac  float64
	style Style
}

// place is where the label of the horizontal axis stands. It never takes the place
// of a tick's number.
type place uint8

const (
	nowhere    place = iota // there is none, or no room
	inLegend                // at the right end of the legend
	ownLine                 // in a line of its own
	inMargin                // before the numbers of the ticks
	afterTicks              // behind them, in columns that the ticks leave to it
)

// What numbers at the vertical axis usually leave of its margin, and how wide a label
// the margin is widened for.
const usualMargin, longestInMargin = 3, 8

// frame divides a grid between a plot and what surrounds it, from above: the
// label of the vertical axis, the plot with labels to its left, the horizontal
// axis, its labels, its own label, and the legend. What has no room is left out, the
// legend's last entries first.
type frame struct {
	g              *Grid
	gl             Glyphs
	xLabel, yLabel string
	formatX        func(float64) string
	formatY        func(float64) string
	legend         [][]sample
	yWidth         int  // columns that labels of the vertical axis have at least
	empty          bool // nothing to show: no ticks, and the plot says so

	top, axisLine, tickLine, labelLine int // lines, each 0 or 1
	xPlace                             place
	left                               int // columns left of the plot
	rows                               int // lines of the plot

	y      axis              // the vertical axis, once its ticks are chosen
	yPlace func(float64) int // the line, from below, of a fraction of it
}

// newFrame plans the lines for the grid. The columns follow from the labels.
func newFrame(g *Grid, gl Glyphs, xLabel, yLabel string, legend []sample) *frame {
	f := &frame{g: g, gl: gl, xLabel: gl.Spell(xLabel), yLabel: gl.Spell(yLabel)}
	for i := range legend {
		legend[i].mark, legend[i].name = gl.Spell(legend[i].mark), gl.Spell(legend[i].name)
	}
	w, h := g.Size()
	switch {
	case h >= 12:
		f.legend = flow(legend, w, 2)
	case h >= 7:
		f.legend = flow(legend, w, 1)
	}
	if h >= 9 && f.yLabel != "" {
		f.top = 1
	}
	if h >= 6 {
		f.axisLine = 1
	}
	if h >= 4 {
		f.tickLine = 1
	}
	f.placeLabel()
	f.rows = h - f.top - f.axisLine - f.tickLine - f.labelLine - len(f.legend)
	return f
}

// placeLabel finds room for the label of the horizontal axis.
func (f *frame) placeLabel() {
	w, h := f.g.Size()
	width := TextWidth(f.xLabel)
	switch {
	case width == 0 || f.tickLine == 0:
	case len(f.legend) > 0 && legendWidth(f.legend[len(f.legend)-1])+2+width <= w:
		f.xPlace = inLegend
	case h >= 12 && width > usualMargin && width <= w:
		f.xPlace, f.labelLine = ownLine, 1
	case w >= 16 && width <= min(longestInMargin, w/4):
		f.xPlace, f.left = inMargin, width+1
	default:
		f.xPlace = afterTicks
	}
}

// cols returns the columns left for the plot.
func (f *frame) cols() int { return max(f.g.w-f.left, 0) }

// draw puts everything around the plot into the grid and returns the plot.
func (f *frame) draw(x axis, yTicks []tick, pointers []pointer) *Grid {
	w, _ := f.g.Size()
	plot := f.g.Sub(f.left, f.top, f.cols(), f.rows)
	cols, rows := plot.Size()
	if cols < 1 || rows < 1 {
		return plot
	}
	bottom := f.top + rows

	if f.top > 0 {
		f.g.Text(0, 0, f.gl.Truncate(f.yLabel, w), Dim)
	}
	if f.empty {
		text := Truncate("no data", cols)
		plot.Text((cols-TextWidth(text))/2, rows/2, text, Dim)
	}
	if f.left > 0 {
		f.drawYAxis(yTicks, bottom)
	}
	f.drawLegend()
	end := f.tickEnd()
	xTicks := f.xTicks(x, cols, end)
	if f.axisLine > 0 {
		f.drawXAxis(x, xTicks, pointers, bottom, cols)
	}
	if f.tickLine > 0 {
		for _, t := range xTicks {
			f.g.Text(t.start(f.left, end), bottom+f.axisLine, t.label, Dim)
		}
	}
	switch below := bottom + f.axisLine; f.xPlace {
	case inLegend:
		_, h := f.g.Size()
		f.g.TextRight(w, h-1, f.xLabel, Dim)
	case ownLine:
		f.g.TextRight(w, below+f.tickLine, f.xLabel, Dim)
	case inMargin:
		f.g.Text(0, below, f.xLabel, Dim)
	case afterTicks:
		f.g.TextRight(w, below, f.gl.Truncate(f.xLabel, w-end-2), Dim)
	}
	return plot
}

// drawYAxis draws the vertical axis and its labels.
func (f *frame) drawYAxis(ticks []tick, bottom int) {
	x := f.left - 1
	for y := f.top; y < bottom; y++ {
		f.g.Set(x, y, f.gl.Rune('│'), Border)
	}
	if f.gl != ASCII { // which has no smaller mark than that of a label
		for _, cell := range f.y.minor(ticks, f.rows, f.yPlace) {
			f.g.Set(x, bottom-1-cell, '├', Border)
		}
	}
	for _, cell := range f.y.breakCells(f.yPlace) {
		f.g.Set(x, bottom-1-cell, f.gl.Rune('╱'), Border)
	}
	for _, t := range ticks {
		y := bottom - 1 - t.cell
		f.g.TextRight(x-1, y, t.label, Dim)
		f.g.Set(x, y, f.gl.Rune('┤'), Border)
	}
}

// drawXAxis draws the horizontal axis with its ticks and what is pointed out.
func (f *frame) drawXAxis(x axis, ticks []tick, pointers []pointer, y, cols int) {
	if f.left > 0 {
		f.g.Set(f.left-1, y, f.gl.Rune('└'), Border)
	}
	for i := range cols {
		f.g.Set(f.left+i, y, f.gl.Rune('─'), Border)
	}
	if len(ticks) > 0 {
		place := func(v float64) int { return column(v, cols) }
		for _, cell := range x.minor(ticks, cols, place) {
			f.g.Set(f.left+cell, y, f.gl.Rune('╵'), Border)
		}
		for _, cell := range x.breakCells(place) {
			f.g.Set(f.left+cell, y, f.gl.Rune('╱'), Border)
		}
	}
	for _, t := range ticks {
		f.g.Set(f.left+t.cell, y, f.gl.Rune('┬'), Border)
	}
	for _, p := range pointers {
		if c := column(p.frac, cols); c >= 0 {
			f.g.Set(f.left+c, y, f.gl.Rune('▲'), p.style)
		}
	}
}
