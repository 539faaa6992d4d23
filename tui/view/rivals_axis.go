package view

import (
	"math"
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// A rivalAxis places target scores in the picture beside the table.
type rivalAxis struct {
	lo, hi    float64
	none, lar float64
	glyphs    chart.Glyphs
}

// rivalAxis returns the axis on which all scores have their place, but for errors
// far beyond that of no adaptation and a closed form worse than all others, beside
// which these would look alike.
func (view *rivalsView) rivalAxis(sc *Scene, live, all []rivalRow) rivalAxis {
	a := rivalAxis{none: math.NaN(), lar: math.NaN(), glyphs: sc.Glyphs}
	var firm, loose []float64
	for _, row := range append(live, all...) {
		switch {
		case !row.scored:
		case row.style == chart.ClosedForm:
			loose = append(loose, row.target)
		default:
			firm = append(firm, row.target)
		}
		switch {
		case !row.scored:
		case row.style == chart.NoAdaptation:
			a.none = row.target
		case row.style == chart.LAR:
			a.lar = row.target
		}
	}
	if sc.Task() != model.Regression {
		if worst, _ := bounds(firm); !math.IsNaN(worst) {
			loose = slices.DeleteFunc(loose, func(v float64) bool { return v < worst })
		}
		a.lo, a.hi = sc.scoreRange(firm, loose)
		return a
	}
	a.lo, a.hi = bounds(firm)
	if a.lo < 2*a.none && 2*a.none < a.hi {
		a.hi = 2 * a.none
	}
	a.lo, a.hi = errorRange([]float64{a.lo, a.hi})
	return a
}

// at returns the column of a score in a picture of w columns, held at its edges;
// beyond tells on which side it is out of it. False where it is not known.
func (a rivalAxis) at(v float64, w int) (x, beyond int, ok bool) {
	place := (v - a.lo) / (a.hi - a.lo)
	switch {
	case w < 1 || math.IsNaN(place):
		return 0, 0, false
	case place < 0:
		return 0, -1, true
	case place > 1:
		return w - 1, 1, true
	}
	return int(math.Round(place * float64(w-1))), 0, true
}

// drawHead writes the ends of the axis and which of them is better.
func (a rivalAxis) drawHead(g *chart.Grid, sc *Scene) {
	w, _ := g.Size()
	if math.IsNaN(a.lo) || math.IsNaN(a.hi) {
		g.Text(0, 0, chart.Truncate("no scores", w), chart.Dim)
		return
	}
	write, better := sc.formatTick(), "better ▸"
	if write == nil {
		write, better = number.Measure, "◂ better"
	}
	lo, hi := write(a.lo), write(a.hi)
	used := g.Text(0, 0, lo, chart.Dim)
	if used+chart.TextWidth(hi) < w {
		g.TextRight(w, 0, hi, chart.Dim)
	}
	if middle := w - used - chart.TextWidth(hi); middle >= chart.TextWidth(better)+2 {
		g.Text(used+(middle-chart.TextWidth(better))/2, 0, better, chart.Dim)
	}
}

// drawLines draws where no adaptation and LAR are, through all rows.
func (a rivalAxis) drawLines(g *chart.Grid) {
	w, _ := g.Size()
	if x, beyond, ok := a.at(a.none, w); ok && beyond == 0 {
		g.Set(x, 0, a.glyphs.Rune('┊'), chart.NoAdaptation)
	}
	if x, beyond, ok := a.at(a.lar, w); ok && beyond == 0 {
		g.Set(x, 0, a.glyphs.Rune('│'), chart.LAR)
	}
}

// drawMark draws a row's own mark, and how far it is from no adaptation.
func (a rivalAxis) drawMark(g *chart.Grid, row rivalRow) {
	w, _ := g.Size()
	x, beyond, ok := a.at(row.target, w)
	if !ok {
		return
	}
	if from, _, ok := a.at(a.none, w); ok {
		for between := min(x, from); between <= max(x, from); between++ {
			if between != from && between != x && g.At(between, 0).Style != chart.LAR {
				g.Set(between, 0, a.glyphs.Rune('─'), row.style)
			}
		}
	}
	mark := row.mark
	switch {
	case beyond > 0:
		mark = '▸'
	case beyond < 0:
		mark = '◂'
	}
	style := row.style
	if row.selected {
		style = chart.Accent
	}
	g.Set(x, 0, a.glyphs.Rune(mark), style)
}
