package view

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/tui/chart"
)

// Draw draws singular values and label projections of both domains, one
// component a row; the leading k (k̃) are marked. Alone on the screen there is more.
func (view *spectrumView) Draw(sc *Scene, g *chart.Grid) {
	if sc.Zoom {
		view.drawSpectrumView(sc, g)
		return
	}
	w, h := g.Size()
	p := sc.Update.Session.Problem
	rows := min(p.D, max(1, (h-2)/2-1))
	source := g.Sub(0, 0, w, rows+1)
	target := g.Sub(0, rows+1, w, rows+1)
	view.drawSide(sc, source, &p.Src, "source", "σ", "y^U", chart.Source, sc.State.Params.K)
	view.drawSide(sc, target, &p.Tgt, "target", "σ̃", "ỹ^Ũ", chart.Target, sc.State.Params.KTilde)
	view.drawRanks(sc, g.Sub(0, 2*rows+2, w, h-2*rows-2))
}

// drawSide draws one domain into g: a line of headings, then components.
func (view *spectrumView) drawSide(sc *Scene, g *chart.Grid, s *model.Side, name, sigma, projection string, style chart.Style, k int) {
	w, h := g.Size()
	sigma, projection = sc.Spell(sigma), sc.Spell(projection)
	digits := len(fmt.Sprint(len(s.Sigma)))
	// " ▸ i  σ-value bar  y-value bar"
	left := 2 + digits + 1
	// The heading of σ̃, which ASCII spells out, has room behind the domain's name.
	valueWidth := max(8, len("source")+2+chart.TextWidth(sc.Spell("σ̃"))-left+1)
	half := (w - left) / 2
	bar := half - valueWidth - 2
	g.Text(1, 0, name, style)
	g.Text(left+valueWidth-chart.TextWidth(sigma), 0, sigma, chart.Dim)
	projections, largest := projectionNorms(s)
	if projections == nil {
		g.Text(left+half, 0, "no labels", chart.Dim)
	} else {
		g.Text(left+half+valueWidth-chart.TextWidth(projection), 0, projection, chart.Dim)
	}
	for at, i := range window(h-1, k, len(s.Sigma)) {
		row := at + 1
		if i < 0 {
			g.Text(2, row, "⋮", chart.Dim)
			continue
		}
		text := chart.Dim
		if i < k {
			g.Text(0, row, "▸", style)
			text = chart.Plain
		}
		g.TextRight(2+digits, row, fmt.Sprint(i+1), text)
		g.TextRight(left+valueWidth, row, fmt.Sprintf("%.4g", s.Sigma[i]), text)
		barStyle := style
		if i >= k {
			barStyle = chart.Dim
		}
		g.Text(left+valueWidth+1, row, chart.Bar(ratio(s.Sigma[i], s.Sigma[0]), bar, sc.Glyphs), barStyle)
		if projections != nil {
			g.TextRight(left+half+valueWidth, row, formatProjection(projections[i], largest, false), text)
			g.Text(left+half+valueWidth+1, row, chart.Bar(ratio(projections[i], largest), w-left-half-valueWidth-1, sc.Glyphs), barStyle)
		}
	}
}

// window chooses which of d components to show in the given number of rows: the
// first ones and, where the cut at k lies further down, those around it behind a
// gap, which is −1.
func window(rows, k, d int) []int {
	var shown []int
	first := rows
	if around := min(3, rows-3); k >= rows && k < d && around > 1 {
		first = rows - around - 1
		for i := range first {
			shown = append(shown, i)
		}
		shown = append(shown, -1)
		from := min(k-around/2-around%2, d-around)
		for i := range around {
			shown = append(shown, from+i)
		}
		return shown
	}
	for i := range min(first, d) {
		shown = append(shown, i)
	}
	return shown
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// projectionNorms returns |y^U_i| per component, over all outputs, and the
// largest; nil without labels.
func projectionNorms(s *model.Side) (norms []float64, largest float64) {
	if s.Projection == nil {
		return nil, 0
	}
	d, _ := s.Projection.Dims()
	norms = make([]float64, d)
	for i := range norms {
		norms[i] = floats.Norm(s.Projection.RawRowView(i), 2)
		largest = math.Max(largest, norms[i])
	}
	return norms, largest
}

// drawRanks says how many components carry the labels.
func (view *spectrumView) drawRanks(sc *Scene, g *chart.Grid) {
	p := sc.Update.Session.Problem
	w, h := g.Size()
	if h < 1 {
		return
	}
	line := fmt.Sprintf("k(0.1) source %d head, %d tail", p.Src.HeadRank, p.Src.TailRank)
	rank := fmt.Sprintf("  rank %d, %d of %d", p.Src.Rank, p.Tgt.Rank, p.D)
	x := 1 + g.Text(1, 0, chart.Truncate(line, w-1), chart.Dim)
	if x+chart.TextWidth(rank) <= w {
		g.Text(x, 0, rank, chart.Dim)
	} else if h > 1 {
		g.Text(1, 1, chart.Truncate(rank[2:], w-1), chart.Dim)
	}
}
