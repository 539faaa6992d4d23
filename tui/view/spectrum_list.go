package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// Columns of the list of components, beside its bars.
const (
	cursorColumns = 2
	shareColumns  = 6
	// Marks are letters or, from spelledList columns on, names.
	letterColumns = 5
	nameColumns   = 26
	spelledList   = 110
	// Below these, cumulative shares and marks give way to the bars.
	sharesList, markedList = 68, 40
)

// drawComponents lists components with the bars of both domains, the share of the
// label that lies in those up to each, and what ends where. What is around the
// cursor is shown.
func (view *spectrumView) drawComponents(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	legend := 0
	switch {
	case h >= 16:
		legend = 2
	case h >= 7:
		legend = 1
	}
	p := sc.Update.Session.Problem
	sides := []struct {
		*model.Side
		style chart.Style
	}{{&p.Src, chart.Source}, {&p.Tgt, chart.Target}}
	marks := letterColumns
	switch {
	case w >= spelledList:
		marks = nameColumns
	case w < markedList:
		marks = 0
	}
	// The marks stand at the right, the shares before them.
	right := w - marks
	var shares [][]float64
	if w >= sharesList {
		for _, s := range sides {
			shares = append(shares, labelShares(s.Side))
			right -= shareColumns
		}
	}
	bars := view.spectrumBars(sc, w < sharesList)
	view.shortenNames(sc, bars.Series, right-cursorColumns)
	rows := h - legend
	bars.First = view.component(sc) - (rows-2)/2
	hit := bars.Draw(g.Sub(cursorColumns, 0, right-cursorColumns, rows), sc.Glyphs)

	for i, share := range shares {
		if share != nil {
			g.TextRight(right+(i+1)*shareColumns, 0, []string{"src", "tgt"}[i]+" %", sides[i].style)
		}
	}
	all := view.spectrumMarks(sc)
	for y := range rows {
		at, ok := hit(0, y)
		if !ok {
			continue
		}
		style := chart.Dim
		if at.Component == view.component(sc) {
			g.Text(0, y, "▸", chart.Focus)
			style = chart.Bold
		}
		for i, share := range shares {
			if share != nil {
				g.TextRight(right+(i+1)*shareColumns, y, number.Cumulated(share[at.Component]), style)
			}
		}
		view.drawMarks(sc, g.Sub(w-marks+1, y, marks-1, 1), all, at.Component)
	}
	if legend > 0 {
		view.drawSpectrumLegend(sc, g.Sub(0, h-legend, w, legend), marks == letterColumns)
	}
}

// drawMarks says what ends at component i: in letters or, with room, in names.
func (view *spectrumView) drawMarks(sc *Scene, g *chart.Grid, all []spectrumMark, i int) {
	w, _ := g.Size()
	x := 0
	for _, m := range all {
		if m.component != i {
			continue
		}
		text := m.letter
		if w >= nameColumns-1 {
			if text = sc.Spell(m.name); x > 0 {
				text = ", " + text
			}
		}
		x += g.Text(x, 0, chart.Truncate(text, w-x), m.style)
	}
}

// spectrumBars returns the bars of both domains, with short numbers where these have
// narrow columns. Singular values below the rank's tolerance are nothing but
// rounding, and count as 0.
func (view *spectrumView) spectrumBars(sc *Scene, narrow bool) chart.Bars {
	p, params := sc.Update.Session.Problem, sc.State.Params
	var b chart.Bars
	for _, s := range []struct {
		*model.Side
		sigma, projection, cutName string
		cut                        int
		style                      chart.Style
	}{
		{&p.Src, "σ source", "|y^U|", "k", params.K, chart.Source},
		{&p.Tgt, "σ̃ target", "|ỹ^Ũ|", "k̃", params.KTilde, chart.Target},
	} {
		b.Series = append(b.Series, chart.Series{
			Name: s.sigma, Values: resolvedSigma(s.Side), Log: true,
			Style: s.style, Cut: s.cut, CutName: sc.Spell(s.cutName),
			Format: func(v float64) string { return formatSigma(v, narrow) },
		})
		if norms, largest := projectionNorms(s.Side); norms != nil {
			for i, v := range norms {
				if v < projectionRounding*largest {
					norms[i] = 0
				}
			}
			b.Series = append(b.Series, chart.Series{
				Name: s.projection, Values: norms, Style: s.style, Cut: s.cut, CutName: sc.Spell(s.cutName),
				Format: func(v float64) string { return formatProjection(v, largest, narrow) },
			})
		}
	}
	return b
}

// shortenNames gives the series, in w columns together, names that fit.
func (view *spectrumView) shortenNames(sc *Scene, series []chart.Series, w int) {
	// The components' numbers and the scroll indicator take their part.
	w -= len(fmt.Sprint(view.components(sc))) + 3
	each := w/max(1, len(series)) - 2
	for i := range series {
		names := []string{series[i].Name}
		if symbol, domain, ok := strings.Cut(series[i].Name, " "); ok {
			names = append(names, symbol+" "+map[string]string{"source": "src", "target": "tgt"}[domain], symbol)
		}
		series[i].Name = sc.firstFitting(names, each)
	}
}

// resolvedSigma returns the singular values, 0 beyond the numerical rank.
func resolvedSigma(s *model.Side) []float64 {
	sigma := slices.Clone(s.Sigma)
	clear(sigma[s.Rank:])
	return sigma
}

// drawSpectrumLegend explains the signs of the list, as far as there is room.
func (view *spectrumView) drawSpectrumLegend(sc *Scene, g *chart.Grid, letters bool) {
	w, h := g.Size()
	entries := []entry{{"┃", "within k, k̃"}, {"┊", "beyond"}}
	if letters {
		entries = append(entries, entry{"h t", "head, tail of k(0.1)"}, entry{"r", "rank"}, entry{"H T R", "target's"})
	}
	entries = append(entries, entry{"src % tgt %", "share of the label up to here: head > 81 %, tail > 99 %"}, entry{"σ 0", "below the rank's tolerance"})
	x, y := 1, 0
	for _, e := range entries {
		e.key, e.text = sc.Spell(e.key), sc.Spell(e.text)
		width := chart.TextWidth(e.key) + 1 + chart.TextWidth(e.text)
		if x+width > w {
			x, y = 1, y+1
		}
		if x+width > w || y >= h {
			return
		}
		x += g.Text(x, y, e.key, chart.Bold) + 1
		x += g.Text(x, y, e.text, chart.Dim) + 2
	}
}

// logComponents is from how many components on their axis is logarithmic: most of
// a label lies in the first ones.
const logComponents = 40

// formatComponent labels whole numbers alone: there are no components between.
func formatComponent(v float64) string {
	if v != math.Round(v) {
		return ""
	}
	return fmt.Sprint(int(v))
}

// drawSpectrumCurves draws singular values and the cumulated label over all
// components.
func (view *spectrumView) drawSpectrumCurves(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	p, params := sc.Update.Session.Problem, sc.State.Params
	upper := h
	if h >= 14 {
		upper = (h + 1) / 2
	}
	n := view.components(sc)
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = float64(i + 1)
	}
	markers := []chart.Marker{
		{X: float64(view.component(sc) + 1), Style: chart.Focus, Label: fmt.Sprint(view.component(sc) + 1)},
		{X: float64(min(n, params.K)), Style: chart.Source, Name: "k"},
		{X: float64(min(n, params.KTilde)), Style: chart.Target, Name: sc.Spell("k̃")},
	}
	curve := func(values []float64, name string, style chart.Style, dash chart.Dash) chart.Curve {
		return chart.Curve{X: numbers[:len(values)], Y: values, Name: name, Style: style, Dash: dash}
	}
	sigma := chart.Curves{
		Curves: []chart.Curve{
			curve(p.Src.Sigma[:p.Src.Rank], "σ source", chart.Source, chart.Solid),
			curve(p.Tgt.Sigma[:p.Tgt.Rank], "σ̃ target", chart.Target, chart.Dashed),
		},
		Markers: markers, XLabel: "component", YLabel: "singular value, up to the rank",
		FormatX: formatComponent, LogX: n >= logComponents, LogY: true, YMin: math.NaN(), YMax: math.NaN(),
	}
	sigma.Draw(g.Sub(0, 0, w, upper), sc.Glyphs)
	if upper == h {
		return
	}
	share := chart.Curves{
		Markers: markers[:1], XLabel: "component", YLabel: "share of the label up to here",
		Levels: []chart.Level{
			{Y: 0.81, Name: "head", Style: chart.Dim, Dash: chart.Dotted},
			{Y: 0.99, Name: "tail", Style: chart.Dim, Dash: chart.Dotted},
		},
		FormatX: formatComponent, LogX: n >= logComponents, YMin: 0, YMax: 1,
		FormatY: func(v float64) string { return fmt.Sprintf("%.0f%%", 100*v) },
	}
	for _, s := range []struct {
		*model.Side
		name  string
		style chart.Style
		dash  chart.Dash
	}{{&p.Src, "source", chart.Source, chart.Solid}, {&p.Tgt, "target", chart.Target, chart.Dashed}} {
		if shares := labelShares(s.Side); shares != nil {
			share.Curves = append(share.Curves, curve(shares, s.name, s.style, s.dash))
		}
	}
	share.Draw(g.Sub(0, upper, w, h-upper), sc.Glyphs)
}
