package main

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"larui/cmd/larui/paper/figure"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

func newFigure(s *session.Session, at model.Params, name string, panels []stage.Panel) figure.Figure {
	settings := []string{fmt.Sprintf("k = %d, k̃ = %d, λ = %s", at.K, at.KTilde, number.AllDigits(at.Lambda))}
	if at.L2 > 0 {
		settings = append(settings, "ℓ₂ = "+number.AllDigits(at.L2))
	}
	if at.KeepImplicit {
		settings = append(settings, "implicit term kept")
	}
	if at.Tail != model.TargetTail {
		settings = append(settings, "tail weighted by the "+at.Tail.String())
	}
	settings = append(settings, session.FormatEpochs("", at.Epochs), "rate "+at.Rate.String())
	n, m, d := s.Pair.Source.Samples(), s.Pair.Target.Samples(), s.Problem.D
	f := figure.Figure{
		Title: s.Pair.Title + ": " + name,
		Note:  fmt.Sprintf("source %d × %d, target %d × %d; %s", n, d, m, d, strings.Join(settings, ", ")),
	}
	if len(panels) > 2 {
		f.Columns = 2
	}
	for _, p := range panels {
		f.Panels = append(f.Panels, newPanel(p))
	}
	return f
}

// newPanel adds curves, lines and bars in reverse order, because the screen draws the first one on
// top and a figure the last one.
func newPanel(p stage.Panel) figure.Panel {
	to := figure.Panel{Title: p.Title}
	switch picture := p.Picture.(type) {
	case chart.Curves:
		addCurves(&to, picture)
	case chart.Scatter:
		addPoints(&to, picture)
		to.Y.Ticks = p.Names
	case chart.Bars:
		to.X = figure.Axis{Label: p.Along, Ticks: p.Names, Whole: true}
		to.Y = figure.Axis{Label: p.Shows, Percent: isPercent(picture.Series[0].Format)}
		addBars(&to, picture, p.Names)
	case chart.HeatMap:
		addHeatMap(&to, picture, p.Shows)
	case string:
		to.Empty = picture
	}
	return to
}

func isPercent(write func(float64) string) bool {
	return write != nil && strings.HasPrefix(strings.TrimSpace(write(1)), "100")
}

func addCurves(to *figure.Panel, c chart.Curves) {
	name := strings.TrimSuffix(c.XLabel, ", log")
	to.X = figure.Axis{Label: name, Log: c.LogX}
	to.Y = figure.Axis{Label: c.YLabel, Percent: isPercent(c.FormatY) && !c.LogY}
	up := func(y float64) float64 { return y }
	if c.LogY {
		up, to.Y.Label = math.Log10, "log₁₀ of "+strings.TrimSuffix(c.YLabel, ", log")
	}
	for _, curve := range slices.Backward(c.Curves) {
		on := figure.Curve{Name: curve.Name, Style: figureStyle(curve.Style), Marks: curve.Mark != 0}
		order := make([]int, min(len(curve.X), len(curve.Y)))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(curve.X[a], curve.X[b]) })
		for _, i := range order {
			x := curve.X[i]
			on.X, on.Y = append(on.X, x), append(on.Y, up(curve.Y[i]))
			if i < len(curve.High) {
				on.Error = append(on.Error, up(curve.High[i])-up(curve.Y[i]))
			}
			if c.LogX && c.Zero && x > 0 && (to.X.Zero == 0 || x/10 < to.X.Zero) {
				to.X.Zero = x / 10 // zero is drawn left of all other values
			}
		}
		to.Curves = append(to.Curves, on)
	}
	write := number.AllDigits
	if c.FormatX != nil {
		write = c.FormatX
	}
	for _, m := range c.Markers {
		addLine(to, cmp.Or(m.Name, m.Label, name+" = "+write(m.X)), chart.Pinned, 1, 0, m.X)
	}
	for _, l := range c.Levels {
		addLine(to, l.Name, l.Style, 0, 1, up(l.Y))
	}
}

// figureMarks has the marks in figures for characters on the screen; all other characters become
// discs.
var figureMarks = map[rune]figure.Mark{'○': figure.Ring, '·': figure.Ring, '×': figure.Cross}

func addPoints(to *figure.Panel, s chart.Scatter) {
	to.X, to.Y = figure.Axis{Label: s.XLabel, Equal: s.EqualUnits}, figure.Axis{Label: s.YLabel}
	for _, p := range s.Points {
		to.Points = append(to.Points, figure.Points{Name: p.Name, Style: figureStyle(p.Style), Mark: figureMarks[p.Mark], X: p.X, Y: p.Y})
	}
	for _, l := range slices.Backward(s.Lines) {
		addLine(to, l.Name, l.Style, l.A, l.B, l.C)
	}
	for _, a := range s.Arrows {
		to.Curves = append(to.Curves, figure.Curve{Name: "directions, 2× spread", X: []float64{0, a.X}, Y: []float64{0, a.Y}})
	}
}

// addBars puts the series of bars side by side. The first bar of a series is at x = 1, or at x = 0
// if the bars have names.
func addBars(to *figure.Panel, b chart.Bars, names []string) {
	const all = 0.8
	first, width := 1.0, all/float64(len(b.Series))
	if names != nil {
		first = 0
	}
	for at, s := range slices.Backward(b.Series) {
		bars := figure.Bars{Name: s.Name, Style: figureStyle(s.Style), Width: 0.9 * width, Offset: width*float64(len(b.Series)-1-at) + (width-all)/2}
		if len(b.Series) == 1 {
			bars.Width = all
		}
		pale := bars
		pale.Name, pale.Pale = "", true
		for i, v := range s.Values {
			to := &bars
			if s.CutName != "" && i >= s.Cut {
				to = &pale
			}
			to.X, to.Y = append(to.X, first+float64(i)), append(to.Y, v)
		}
		to.Bars = append(to.Bars, bars, pale)
		if s.CutName != "" {
			addLine(to, fmt.Sprintf("cut at %s = %d", s.CutName, s.Cut), chart.Pinned, 1, 0, first+float64(s.Cut)-0.5)
		}
	}
}

// addHeatMap puts the first row on top, as on the screen. Cells as good as the reference value, if
// there is one, are white.
func addHeatMap(to *figure.Panel, m chart.HeatMap, shows string) {
	from := slices.Clone(m.RowLabels)
	slices.Reverse(from)
	last := len(from) - 1
	to.X, to.Y = figure.Axis{Label: m.ColName, Ticks: m.ColLabels}, figure.Axis{Label: m.RowName, Ticks: from}
	to.Map = &figure.HeatMap{
		Rows: len(m.RowLabels), Cols: len(m.ColLabels), Label: shows, Percent: isPercent(m.Format),
		Value: func(row, col int) float64 { return m.Values[last-row][col] },
	}
	if m.Reference != nil {
		to.Title += "; white: " + m.Reference.Name
		to.Map.Colour = func(v float64) color.Color {
			c := color.RGBA{A: 0xff}
			_, _ = fmt.Sscanf(chart.GainColour(m.Gain(v)), "#%02x%02x%02x", &c.R, &c.G, &c.B)
			return c
		}
	}
	// mark adds a mark in the corner of a cell, so that the number of the cell stays legible.
	mark := func(at *chart.Position, name string, right, up float64, p figure.Points) {
		if at != nil {
			p.Name, p.Rim = name, true
			p.X, p.Y = []float64{float64(at.Col) + 0.36*right}, []float64{float64(last-at.Row) + 0.24*up}
			to.Points = append(to.Points, p)
		}
	}
	mark(m.Best, "best", 1, 1, figure.Points{Mark: figure.Star, Scale: 1.7})
	mark(m.Leader, "leads without labels", 1, -1, figure.Points{Mark: figure.Ring, Scale: 1.1})
	if here := m.Cursor; here != nil {
		mark(here, fmt.Sprintf("%s = %s, %s = %s", m.RowName, m.RowLabels[here.Row], m.ColName, m.ColLabels[here.Col]), -1, 1, figure.Points{Style: figure.Pinned, Scale: 1.2})
	}
	cut := func(name string, at int, labels []string, a, b, c float64) {
		if at > 0 && at < len(labels) {
			addLine(to, fmt.Sprintf("%s = %d", name, at), chart.Pinned, a, b, c)
		}
	}
	cut("k", m.RowCut, m.RowLabels, 0, 1, float64(last-m.RowCut)+0.5)
	cut("k̃", m.ColCut, m.ColLabels, 1, 0, float64(m.ColCut)-0.5)
}

// addLine adds the line a·x + b·y = c.
func addLine(to *figure.Panel, name string, style chart.Style, a, b, c float64) {
	to.Lines = append(to.Lines, figure.Line{Name: name, Style: figureStyle(style), A: a, B: b, C: c})
}

func figureStyle(s chart.Style) figure.Style {
	return map[chart.Style]figure.Style{
		chart.Source: figure.Source, chart.SourcePale: figure.Source, chart.Target: figure.Target, chart.TargetPale: figure.TargetPale,
		chart.LAR: figure.LAR, chart.NoAdaptation: figure.NoAdaptation, chart.ClosedForm: figure.ClosedForm,
		chart.Pinned: figure.Pinned, chart.Accent: figure.Pinned, chart.Bad: figure.Wrong,
	}[s]
}
