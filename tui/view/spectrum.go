package view

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// spectrumView is what the view of the spectrum remembers.
type spectrumView struct {
	still
	// cursor is the component looked at, counted from 0. It may lie beyond the last
	// one where the pair has changed: component says which one is meant.
	cursor int
	layout spectrumLayout
}

// Info says what the view is called.
func (view *spectrumView) Info() ViewInfo {
	return ViewInfo{Key: "2", Name: spectrumName, Title: "spectrum and labels", About: "say the singular values and how much of the label each holds"}
}

// A spectrumLayout says what fills the view of the spectrum.
type spectrumLayout int

const (
	spectrumVectors spectrumLayout = iota // components, and the vectors at the cursor
	spectrumCurves                        // components, and curves over all of them
	spectrumList                          // components alone
	spectrumAlone                         // the vectors alone
	spectrumLayouts
)

// page is how many components the keys of a page move by.
const page = 10

func (view *spectrumView) Keys() []Key {
	move := func(n int) func(*Scene) Intent { return func(sc *Scene) Intent { return view.Wheel(sc, n) } }
	return []Key{
		{Keys: []string{"J"}, Sign: "J K", Hint: "component", Help: "cursor to the next component, back", Do: move(1)},
		{Keys: []string{"K"}, Do: move(-1)},
		{Keys: []string{"c"}, Sign: "c C", Hint: "set k, k̃", Help: "set k (C: k̃) to the component at the cursor", Do: func(sc *Scene) Intent { return view.cut(sc, "k") }},
		{Keys: []string{"C"}, Do: func(sc *Scene) Intent { return view.cut(sc, "ktilde") }},
		{Keys: []string{"v"}, Sign: "v", Hint: "vectors or curves", Help: "vectors, curves or nothing beside the list", Do: func(sc *Scene) Intent {
			v := view
			v.layout = (v.layout + 1) % spectrumLayouts
			return Intent{Kind: Ask}
		}},
		{Keys: []string{"z"}, Sign: "z Z", Hint: "next mark", Help: "cursor to the next of k, k̃, k(0.1), rank, back", Do: func(sc *Scene) Intent { return view.seekMark(sc, 1) }},
		{Keys: []string{"Z"}, Do: func(sc *Scene) Intent { return view.seekMark(sc, -1) }},
		{Keys: []string{"pgdown"}, Sign: "PgDn PgUp", Help: "cursor by ten components", Do: move(page)},
		{Keys: []string{"pgup"}, Do: move(-page)},
	}
}

// component returns the component under the cursor, from 0.
func (view *spectrumView) component(sc *Scene) int {
	return max(0, min(view.components(sc)-1, view.cursor))
}

// components returns how many there are: the features or, where the pair has
// fewer rows than features, the rows.
func (view *spectrumView) components(sc *Scene) int {
	if sc.Update.Session == nil {
		return 0
	}
	return len(sc.Update.Session.Problem.Src.Sigma)
}

// Wheel moves the cursor of the spectrum by n components.
func (view *spectrumView) Wheel(sc *Scene, n int) Intent {
	return view.toComponent(sc, view.component(sc)+n)
}

// toComponent puts the cursor of the spectrum on component i, from 0.
func (view *spectrumView) toComponent(sc *Scene, i int) Intent {
	before := view.component(sc)
	view.cursor = i
	view.cursor = view.component(sc)
	if view.component(sc) == before {
		return Intent{Kind: Say}
	}
	return Intent{Kind: Ask}
}

// cut sets the control k or k̃ so that the component at the cursor is the last one
// within.
func (view *spectrumView) cut(sc *Scene, control string) Intent {
	if sc.Solution() == nil {
		return Intent{Kind: Say}
	}
	sc.FocusOn(control)
	next := sc.State
	if value := view.component(sc) + 1; control == "k" {
		next.Params.K = value
	} else {
		next.Params.KTilde = value
	}
	return Intent{Kind: Turn, State: next}
}

// seekMark moves the cursor to the next component with a mark, or back to the one
// before.
func (view *spectrumView) seekMark(sc *Scene, by int) Intent {
	if sc.Solution() == nil {
		return Intent{Kind: Say}
	}
	at := view.component(sc)
	places := []int{0, view.components(sc) - 1}
	for _, m := range view.spectrumMarks(sc) {
		places = append(places, m.component)
	}
	slices.Sort(places)
	if by < 0 {
		slices.Reverse(places)
	}
	for _, i := range places {
		if (i-at)*by > 0 {
			return view.toComponent(sc, i)
		}
	}
	return Intent{Kind: Say}
}

// A spectrumMark is a component, from 0, that ends something.
type spectrumMark struct {
	component int
	// letter is short for name; empty where the bars show it anyway.
	letter, name string
	style        chart.Style
}

// spectrumMarks lists what ends where, leaving out what can't be known.
func (view *spectrumView) spectrumMarks(sc *Scene) []spectrumMark {
	p := sc.Update.Session.Problem
	all := []spectrumMark{
		{sc.State.Params.K - 1, "", "k", chart.Source},
		{sc.State.Params.KTilde - 1, "", "k̃", chart.Target},
		{p.Src.HeadRank - 1, "h", "source head", chart.Source},
		{p.Src.TailRank - 1, "t", "source tail", chart.Source},
		{p.Src.Rank - 1, "r", "source rank", chart.Source},
		{p.Tgt.HeadRank - 1, "H", "target head", chart.Target},
		{p.Tgt.TailRank - 1, "T", "target tail", chart.Target},
		{p.Tgt.Rank - 1, "R", "target rank", chart.Target},
	}
	return slices.DeleteFunc(all, func(m spectrumMark) bool {
		return m.component < 0 || m.component >= view.components(sc)
	})
}

// drawSpectrumView draws the spectrum over the whole screen.
func (view *spectrumView) drawSpectrumView(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	top := view.drawSpectrumFacts(sc, g)
	body := g.Sub(0, top, w, h-top)
	_, bh := body.Size()
	side := spectrumSide(w)
	layout := view.layout
	if layout == spectrumVectors && w < wideSpectrum {
		view.drawNarrowSpectrum(sc, body)
		return
	}
	// From so many rows on there is room for vectors and curves beside the list.
	const both = 36
	switch {
	case layout == spectrumAlone:
		view.drawVectors(sc, body)
	case layout == spectrumCurves && side == 0:
		view.drawSpectrumCurves(sc, body)
	case layout == spectrumList:
		view.drawComponents(sc, body)
	default:
		// Two components make no curve.
		const leastComponents, leastCurves = 3, 9
		list, n := bh, view.components(sc)
		if needed := n + 4; layout == spectrumVectors && n >= leastComponents && bh < both && bh-needed > leastCurves {
			// The curves have room below a short list.
			list = needed
			view.drawSpectrumCurves(sc, body.Sub(0, list+1, w-side-2, bh-list-1))
		}
		view.drawComponents(sc, body.Sub(0, 0, w-side-2, list))
		beside := body.Sub(w-side, 0, side, bh)
		switch {
		case bh >= both:
			// There is room for all.
			upper := min(bh-24, 24)
			view.drawSpectrumCurves(sc, beside.Sub(0, 0, side, upper))
			view.drawVectors(sc, beside.Sub(0, upper+1, side, bh-upper-1))
		case layout == spectrumCurves:
			view.drawSpectrumCurves(sc, beside)
		default:
			view.drawVectors(sc, beside)
		}
	}
}

// drawNarrowSpectrum draws components and vectors above the sentences on them, which
// need the whole width, where that is small. The smallest has no room for vectors.
func (view *spectrumView) drawNarrowSpectrum(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	source, target := view.meaning(sc)
	const leastList = 10
	lines := []string{source[0], target[0]}
	if h >= leastList+len(lines)+len(target)-1 {
		lines = append(lines, target[1:]...)
	}
	if h >= leastList+len(lines)+len(source)-1 {
		lines = append(lines, source[1:]...)
	}
	list := max(0, h-len(lines))
	side := spectrumSide(w)
	if side == 0 {
		view.drawComponents(sc, g.Sub(0, 0, w, list))
	} else {
		view.drawComponents(sc, g.Sub(0, 0, w-side-2, list))
		view.drawBothVectors(sc, g.Sub(w-side, 0, side, list))
	}
	for i, line := range lines {
		g.Text(1, list+i, sc.Glyphs.Truncate(line, w-2), chart.Plain)
	}
}

// wideSpectrum is from how many columns on sentences have room beside the list.
const wideSpectrum = 98

// spectrumSide returns how many of w columns are for what stands beside the list, 0
// for none.
func spectrumSide(w int) int {
	switch {
	case w >= 170:
		return w * 2 / 5
	case w >= wideSpectrum:
		return w * 3 / 8
	case w >= pairWidth-2:
		return w * 3 / 10
	}
	return 0
}

// drawSpectrumFacts writes what both spectra come to, and returns how many rows
// that took.
func (view *spectrumView) drawSpectrumFacts(sc *Scene, g *chart.Grid) int {
	p, params := sc.Update.Session.Problem, sc.State.Params
	view.drawSideFacts(sc, g, 0, "source", "k", &p.Src, params.K, chart.Source)
	view.drawSideFacts(sc, g, 1, "target", "k̃", &p.Tgt, params.KTilde, chart.Target)
	return 2
}

func (view *spectrumView) drawSideFacts(sc *Scene, g *chart.Grid, row int, name, cut string, s *model.Side, k int, style chart.Style) {
	pieces := []string{fmt.Sprintf("rank %d of %d", s.Rank, s.D)}
	shares := labelShares(s)
	switch {
	case shares == nil:
		pieces = append(pieces, "no labels: its projection and k(0.1) can't be known")
	case s.HeadRank == 0:
		pieces = append(pieces, "the label has no part in any component")
	default:
		pieces = append(pieces,
			fmt.Sprintf("k(0.1): head %d, tail %d", s.HeadRank, s.TailRank),
			fmt.Sprintf("%s = %d holds %s of the label", cut, k, number.Share(shares[min(k, len(shares))-1])),
			fmt.Sprintf("weights can fit %s of it", number.Share(floats.Sum(labelSquares(s))/s.LabelNorm2)))
	}
	w, _ := g.Size()
	x := 1 + g.Text(1, row, name, style)
	for _, piece := range pieces {
		piece = sc.Spell(piece)
		if x+3+chart.TextWidth(piece) > w {
			return
		}
		x += g.Text(x, row, " · ", chart.Dim)
		x += g.Text(x, row, piece, chart.Plain)
	}
}

// labelSquares returns the squares of the label projection per component, summed
// over all outputs; nil without labels.
func labelSquares(s *model.Side) []float64 {
	norms, _ := projectionNorms(s)
	for i, v := range norms {
		norms[i] = v * v
	}
	return norms
}

// labelShares returns the share of ‖y^U‖² in the components up to each; nil
// without labels, NaN where the label has no part in any.
func labelShares(s *model.Side) []float64 {
	shares := labelSquares(s)
	if shares == nil {
		return nil
	}
	floats.CumSum(shares, shares)
	total := shares[len(shares)-1]
	for i := range shares {
		if total == 0 {
			shares[i] = math.NaN()
		} else {
			shares[i] /= total
		}
	}
	return shares
}
