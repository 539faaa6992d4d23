package chart

import (
	"math"
	"strings"

	"github.com/guptarohit/asciigraph"
)

// A knot is a point of a curve. It has a column and a row of dots, counted from the lower left. A
// centred knot lies in the middle of its column.
type knot struct {
	col, row int
	centred  bool
	from     float64 // length of the curve up to the knot, set by traceRun
}

// splitIntoRuns returns the knots of a path, a list for each part that is inside the plot and has no
// gap. Each column has a centred knot, and each turn of the curve a knot, so the curve is monotone
// between two knots. A cell has across×up dots.
func (c canvas) splitIntoRuns(p path, across, up int) (runs [][]knot) {
	w, h := across*c.w, up*c.h
	place := func(x, y float64, centred bool) knot {
		row := int((y*float64(c.h-1) + 0.5) * float64(up))
		return knot{col: min(int(x*float64(w)), w-1), row: min(row, h-1), centred: centred}
	}
	run := make([]knot, 0, w+len(p))
	end := func() {
		if len(run) > 0 {
			runs = append(runs, simplifyRun(run))
		}
		run = run[len(run):] // the next run uses the free capacity
	}
	for i, a := range p {
		if a.isInside() {
			run = append(run, place(a.x, a.y, false))
		}
		if i+1 == len(p) || math.IsNaN(a.y) || math.IsNaN(p[i+1].y) {
			end()
			continue
		}
		b := p[i+1]
		s, seen := segment{a.x, a.y, b.x, b.y}.clip()
		if seen && !a.isInside() {
			run = append(run, place(s.x0, s.y0, false))
		}
		for col := max(0, int(math.Ceil(s.x0*float64(w)-0.5))); seen && col < w; col++ {
			x := (float64(col) + 0.5) / float64(w)
			if x >= s.x1 {
				break
			}
			run = append(run, place(x, s.y0+(x-s.x0)/(s.x1-s.x0)*(s.y1-s.y0), true))
		}
		if seen && !b.isInside() {
			run = append(run, place(s.x1, s.y1, false))
		}
		if !b.isInside() {
			end()
		}
	}
	end()
	return runs
}

// simplifyRun keeps the ends of a run, its turning points, and the knots in the middle of a column. Of
// equal knots it keeps one.
func simplifyRun(run []knot) []knot {
	kept := run[:0]
	for i, k := range run {
		if i+1 < len(run) && k.position() == run[i+1].position() {
			run[i+1].centred = k.centred || run[i+1].centred
			continue
		}
		between := len(kept) > 0 && i+1 < len(run) && (k.row-kept[len(kept)-1].row)*(run[i+1].row-k.row) >= 0
		if k.centred || !between {
			kept = append(kept, k)
		}
	}
	return kept
}

func (k knot) position() [2]int { return [2]int{k.col, k.row} }

// pencil is the set of characters for asciigraph: "#" from one point to the next, and a blank at
// the next point, where the next stretch begins.
var pencil = asciigraph.CharSet{
	Horizontal: "#", VerticalLine: "#", ArcDownLeft: "#", ArcUpLeft: "#", EndCap: "#",
	ArcDownRight: " ", ArcUpRight: " ", StartCap: " ",
}

// traceRun draws a run of knots with asciigraph, one column from each knot to the next. It calls
// ink for each dot, with the length of the curve before the dot, in dots.
func traceRun(run []knot, ink func(k knot, length float64)) {
	// asciigraph draws at most maxStretches at once, because its running time grows with the area
	// of the picture.
	const maxStretches = 48
	length, rows := 0.0, make([]float64, 0, maxStretches+1)
	options := []asciigraph.Option{asciigraph.Offset(1), asciigraph.SeriesChars(pencil), asciigraph.YAxisValueFormatter(func(float64) string { return "" }), nil}
	for len(run) > 0 {
		part := run[:min(maxStretches+1, len(run))]
		run = run[len(part)-1:]
		rows = rows[:0]
		low, high := part[0].row, part[0].row
		for _, k := range part {
			low, high = min(low, k.row), max(high, k.row)
			rows = append(rows, float64(k.row))
		}
		if len(run) == 1 {
			rows = append(rows, math.NaN()) // an extra column, so that asciigraph draws the last one
			run = nil
		}
		options[len(options)-1] = asciigraph.Height(max(high-low, 1))
		picture := asciigraph.Plot(rows, options...)
		for i := range part {
			part[i].from = length
			if i+1 < len(part) {
				length += max(1, math.Abs(rows[i+1]-rows[i]))
			}
		}
		line := high
		for text := range strings.SplitSeq(picture, "\n") {
			text = text[len("┤"):] // or ┼: the axis that asciigraph draws
			for at := range len(text) {
				if text[at] == '#' {
					k := part[at]
					ink(knot{col: k.col, row: line}, k.from+math.Abs(float64(line-k.row)))
				}
			}
			line--
		}
	}
}
