package spectrum

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// countComponents returns how many components are computed in the source or in the target,
// whichever number is larger.
func countComponents(st *stage.Stage) int {
	if st.Session == nil {
		return 0
	}
	p := st.Session.Problem
	return max(p.Src.Known, p.Tgt.Known)
}

// singularVectors are the singular vectors of one component, from 0, in the source and the target.
// An unknown vector is nil.
type singularVectors struct {
	component int
	vectors   [2][]float64
}

func newSingularVectors(p *model.Problem, i int) *singularVectors {
	d := &singularVectors{component: i}
	for at, side := range []*model.Side{&p.Src, &p.Tgt} {
		if i < side.Known {
			d.vectors[at] = side.Direction(i)
		}
	}
	return d
}

// A spectrumMark is at the last component of a range, such as the first k components. Components
// count from 0.
type spectrumMark struct {
	component int
	// letter is a short form of name. It is empty for k and k̃, since the bars show where these
	// ranges end.
	letter, name string
	style        chart.Style
}

// visibleMarks returns the marks of k and k̃ and, for both domains, of HeadRank, TailRank and Rank.
// Marks beyond the components that are computed are left out. HeadRank and TailRank are two
// estimates of how many components carry the label.
func visibleMarks(st *stage.Stage) []spectrumMark {
	p := st.Session.Problem
	all := []spectrumMark{
		{st.State.Params.K - 1, "", "k", chart.Source},
		{st.State.Params.KTilde - 1, "", "k̃", chart.Target},
		{p.Src.HeadRank - 1, "h", "source head", chart.Source},
		{p.Src.TailRank - 1, "t", "source tail", chart.Source},
		{p.Src.Rank - 1, "r", "source rank", chart.Source},
		{p.Tgt.HeadRank - 1, "H", "target head", chart.Target},
		{p.Tgt.TailRank - 1, "T", "target tail", chart.Target},
		{p.Tgt.Rank - 1, "R", "target rank", chart.Target},
	}
	if p.Src.HasOnlyLeading() { // the ranks are unknown
		all = all[:2]
	}
	return slices.DeleteFunc(all, func(m spectrumMark) bool { return m.component < 0 || m.component >= countComponents(st) })
}

type spectrumSide struct {
	*model.Side
	labelProjection
	// vector, sigma and projection are the symbols of the singular vectors, singular values and
	// label projection; cutName is k or k̃.
	name, short, vector, sigma, projection, cutName string
	cut                                             int // k or k̃
	style                                           chart.Style
	dash                                            chart.Dash
}

func spectrumSides(st *stage.Stage) [2]spectrumSide {
	params, p := st.State.Params, st.Session.Problem
	src, tgt := withoutUnknown(&p.Src), withoutUnknown(&p.Tgt)
	return [2]spectrumSide{
		{src, newLabelProjection(src), "source", "src", "v", "σ", "y^U", "k", params.K, chart.Source, chart.Solid},
		{tgt, newLabelProjection(tgt), "target", "tgt", "ṽ", "σ̃", "ỹ^Ũ", "k̃", params.KTilde, chart.Target, chart.Dashed},
	}
}

func withoutUnknown(s *model.Side) *model.Side {
	side := *s
	side.Sigma = s.Sigma[:s.Known]
	return &side
}

// A labelProjection has the label projection y^U of a domain. Each slice has one entry per
// component.
type labelProjection struct {
	// norms are the norms of y^U_i over all outputs, nil without labels.
	norms          []float64
	largest, norm2 float64 // the largest of norms, and ‖y^U‖²
	// shares are the shares |y^U_i|²/‖y^U‖². They are NaN in two cases: y^U is 0, or only the
	// leading entries of y^U are computed.
	shares, cumulatedShares []float64
}

func newLabelProjection(s *model.Side) labelProjection {
	a := labelProjection{norms: s.ProjectionNorms()}
	if a.norms == nil {
		return a
	}
	n := len(a.norms)
	a.shares = floats.MulTo(make([]float64, n), a.norms, a.norms)
	a.largest, a.norm2 = floats.Norm(a.norms, math.Inf(1)), floats.Sum(a.shares)
	if s.HasOnlyLeading() {
		a.norm2 = math.NaN()
	}
	floats.Scale(1/a.norm2, a.shares)
	a.cumulatedShares = floats.CumSum(make([]float64, n), a.shares)
	return a
}

func drawSide(st *stage.Stage, g *chart.Grid, s spectrumSide) {
	w, h := g.Size()
	digits := len(fmt.Sprint(len(s.Sigma)))
	// A line has the form "▸ i  σ_i bar  |y^U_i| bar".
	left := 2 + digits + 1
	// The heading of this column is the name of the domain and σ or σ̃. On a screen without
	// Unicode, a word replaces σ̃, so the column must be wide enough for both words.
	valueWidth := max(8, len("source")+2+chart.TextWidth(st.Spell("σ̃"))-left+1)
	half := (w - left) / 2
	g.Text(1, 0, s.name, s.style)
	g.TextRight(left+valueWidth, 0, s.sigma, chart.Dim)
	if s.norms == nil {
		g.Text(left+half, 0, describeMissingLabels(st), chart.Dim)
	} else {
		g.TextRight(left+half+valueWidth, 0, s.projection, chart.Dim)
	}
	for at, i := range visibleComponents(h-1, len(s.Sigma), s.cut, s.HeadRank) {
		row := at + 1
		if i < 0 {
			g.Text(2, row, "⋮", chart.Dim)
			continue
		}
		text, bars := chart.Dim, chart.Dim
		if i < s.cut {
			g.Text(0, row, "▸", s.style)
			text, bars = chart.Plain, s.style
		}
		if st.ReadingCursor.Highlighted == i+1 {
			g.Set(1, row, chart.FocusMark, chart.Accent)
			text = chart.Accent
		}
		g.TextRight(2+digits, row, fmt.Sprint(i+1), text)
		g.TextRight(left+valueWidth, row, st.Spell(s.sigmaText(i)), text)
		g.Text(left+valueWidth+1, row, chart.Bar(s.Sigma[i]/s.Sigma[0], half-valueWidth-2, st.Glyphs), bars)
		if s.norms != nil {
			g.TextRight(left+half+valueWidth, row, formatProjection(s.norms[i], s.largest, false), text)
			g.Text(left+half+valueWidth+1, row, chart.Bar(s.norms[i]/s.largest, w-left-half-valueWidth-1, st.Glyphs), bars)
		}
	}
}

// visibleComponents returns which of d components, counted from 0, to draw in the given number of
// rows; −1 stands for a row which shows that components are left out. The first component is drawn,
// and of k and of head each the last component within the range and the next one. In the rows that
// are then left, the lowest further components are drawn.
func visibleComponents(rows, d, k, head int) (shown []int) {
	laid := func(chosen []int) (all []int) {
		for at, i := range chosen {
			if at > 0 && i > chosen[at-1]+1 {
				all = append(all, -1)
			}
			all = append(all, i)
		}
		return all
	}
	wanted, chosen := []int{0, k - 1, head - 1, head, k}, []int(nil)
	for i := range min(d, rows) {
		wanted = append(wanted, i)
	}
	for _, i := range wanted {
		at, there := slices.BinarySearch(chosen, i)
		if more := laid(slices.Insert(slices.Clone(chosen), at, i)); !there && i >= 0 && i < d && len(more) <= rows {
			chosen, shown = slices.Insert(chosen, at, i), more
		}
	}
	return shown
}

// projectionRounding is the share of the largest label projection below which a label projection is
// a rounding error.
const projectionRounding = 1e-12

// formatProjection writes 0 for a rounding error. largest is the largest label projection. narrow
// asks for fewer digits.
func formatProjection(v, largest float64, narrow bool) string {
	if v < projectionRounding*largest {
		return "0"
	}
	return formatSigma(number.RoundDigits(v, 3), narrow)
}

// formatSigma writes a singular value with four significant digits. If narrow is true, it writes
// three, or fewer if the text would be longer than five characters. Values from 1000 to 10000
// always have four digits: with three, the last would be a zero and take the same room.
func formatSigma(v float64, narrow bool) string {
	text := number.AllDigits(number.RoundDigits(v, 4))
	if !narrow || v >= 1000 && v < 1e4 {
		return text
	}
	for digits := 3; digits == 3 || digits > 0 && len(text) > 5; digits-- {
		text = number.AllDigits(number.RoundDigits(v, digits))
	}
	return text
}

// sigmaText writes ≈ 0 for a rounding error.
func (s spectrumSide) sigmaText(i int) string {
	if i >= s.ResolvedCount() {
		return "≈ 0"
	}
	return formatSigma(s.Sigma[i], false)
}

// barSeries draws rounding errors and singular values beyond the rank as 0.
func (s spectrumSide) barSeries(narrow bool) []chart.Series {
	sigma := slices.Clone(s.Sigma)
	clear(sigma[s.Rank:])
	bars := chart.Series{
		Values: sigma, Log: true, Style: s.style, Cut: s.cut, CutName: s.cutName,
		Format: func(v float64) string { return formatSigma(v, narrow) },
	}
	if s.norms == nil {
		return []chart.Series{bars}
	}
	label := bars
	label.Values, label.Log = slices.Clone(s.norms), false
	for i, v := range label.Values {
		if v < projectionRounding*s.largest {
			label.Values[i] = 0
		}
	}
	label.Format = func(v float64) string { return formatProjection(v, s.largest, narrow) }
	return []chart.Series{bars, label}
}

func spectrumBars(st *stage.Stage, sides [2]spectrumSide, w int, narrow bool) (b chart.Bars) {
	var names [][]string
	for _, s := range sides {
		series := s.barSeries(narrow)
		b.Series = append(b.Series, series...)
		names = append(names, [][]string{{s.sigma + " " + s.name, s.sigma + " " + s.short, s.sigma}, {"|" + s.projection + "|"}}[:len(series)]...)
	}
	// The numbers of the components and the scroll bar take part of the width.
	room := (w-len(fmt.Sprint(countComponents(st)))-3)/len(b.Series) - 2
	for i := range b.Series {
		b.Series[i].Name, b.Series[i].CutName = st.ChooseFittingText(names[i], room), st.Spell(b.Series[i].CutName)
	}
	return b
}

// sourceTextHeight returns the number of lines, with the heading, for the source in a panel of h
// lines. The target below has the same number.
func sourceTextHeight(st *stage.Stage, h int) int {
	if st.HidesDetails() {
		return max(1, min(countComponents(st)+1, (h+1)/2))
	}
	return 1 + min(st.Session.Problem.D, max(1, (h-2)/2-1))
}

func drawSketch(st *stage.Stage, g *chart.Grid) []chart.Group {
	w, h := g.Size()
	rows := sourceTextHeight(st, h)
	for i, s := range spectrumSides(st) {
		s.sigma, s.projection = "", ""
		if i == 0 {
			s.sigma, s.projection = "size", "carries label"
		}
		drawSide(st, g.Sub(0, i*rows, w, min(rows, h-i*rows)), s)
	}
	return []chart.Group{chart.NamedValue("▸ ", chart.Key, "directions LAR keeps: k, k̃")}
}

func describeMissingLabels(st *stage.Stage) string {
	target := st.Session.Pair.Target
	if target.Y == nil {
		return "no labels"
	}
	return fmt.Sprintf("%d labels missing", target.Rows()-len(target.Y))
}
