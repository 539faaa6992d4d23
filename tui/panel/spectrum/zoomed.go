package spectrum

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/stage"
)

// drawSentences writes the componentSentences in the last lines of g and returns the number of
// lines. If the list above would have fewer than leastList lines, the second and the last sentence
// are left out.
func drawSentences(st *stage.Stage, g *chart.Grid, component int) int {
	w, h := g.Size()
	sentences := componentSentences(st, component)
	lines := []string{sentences[0], sentences[2]}
	const leastList = 10
	for _, more := range []string{sentences[3], sentences[1]} {
		if more != "" && h > leastList+len(lines) {
			lines = append(lines, more)
		}
	}
	for i, line := range lines {
		short := line // without the share of the label, which is in the list
		if head, rest, ok := strings.Cut(line, ", "); ok {
			if _, tail, ok := strings.Cut(rest, "; "); ok {
				short = head + "; " + tail
			}
		}
		g.Text(1, max(0, h-len(lines))+i, st.ChooseFittingText([]string{line, short}, w-2), chart.Plain)
	}
	return len(lines)
}

// drawSpectrumFacts writes a line on a domain: the rank, k(0.1), the share of the label within the
// first k or k̃ components, and the share of the label that weights can fit.
func drawSpectrumFacts(st *stage.Stage, g *chart.Grid, s spectrumSide) {
	w, _ := g.Size()
	groups := []chart.Group{{s.style.Text(s.name)}}
	say := func(format string, args ...any) {
		groups = append(groups, chart.NamedValue(" · ", chart.Dim, st.Spell(fmt.Sprintf(format, args...))))
	}
	if !s.HasOnlyLeading() {
		say("rank %d of %d", s.Rank, s.D)
	}
	switch {
	case s.HasOnlyLeading():
		say("only the first %d of %d directions are computed, so rank, k(0.1) and shares are unknown", s.Known, s.D)
	case s.norms == nil:
		say("%s, so the label projection and k(0.1) are unknown", describeMissingLabels(st))
	case s.HeadRank == 0:
		say("the label is orthogonal to every component")
	default:
		say("k(0.1): head %d, tail %d", s.HeadRank, s.TailRank)
		say("%s = %d holds %.4g %% of ‖%s‖²", s.cutName, s.cut, 100*s.cumulatedShares[min(s.cut, len(s.cumulatedShares))-1], s.projection)
		say("weights can fit %s of ‖y‖²", number.Share(s.norm2/s.LabelNorm2))
	}
	chart.DrawGroups(g.Sub(1, 0, w-1, 1), groups, 0)
}

// Widths in screen columns, of the parts of the list of components beside the bars.
const (
	cursorColumns = 2
	shareColumns  = 6
	// Widths of the marks as letters, and as names in a list of at least leastNamesWidth columns.
	letterColumns   = 5
	nameColumns     = 26
	leastNamesWidth = 110
	// A list narrower than leastSharesWidth columns has no shares of the label. A list narrower
	// than leastMarksWidth columns has no marks.
	leastSharesWidth, leastMarksWidth = 68, 40
)

func drawComponents(st *stage.Stage, g *chart.Grid, component int) {
	w, h := g.Size()
	legend := 0
	for _, least := range []int{7, 16} {
		if h >= least {
			legend++
		}
	}
	letters := letterColumns
	switch {
	case w >= leastNamesWidth:
		letters = nameColumns
	case w < leastMarksWidth:
		letters = 0
	}
	sides := spectrumSides(st)
	right := w - letters
	if w >= leastSharesWidth {
		right -= len(sides) * shareColumns
	}
	rows := h - legend
	bars := spectrumBars(st, sides, right-cursorColumns, w < leastSharesWidth)
	bars.First = component - (rows-2)/2
	hit := bars.Draw(g.Sub(cursorColumns, 0, right-cursorColumns, rows))

	marks := visibleMarks(st)
	for y := range rows {
		place, ok := hit(0, y)
		style := chart.Dim
		if ok && place == component {
			g.Set(0, y, chart.FocusMark, chart.Focus)
			style = chart.Bold
		}
		for i, s := range sides {
			switch end := right + (i+1)*shareColumns; {
			case w < leastSharesWidth || s.cumulatedShares == nil:
			case ok && place < len(s.cumulatedShares):
				g.TextRight(end, y, number.CumulativeShare(s.cumulatedShares[place]), style)
			case y == 0:
				g.TextRight(end, 0, s.short+" %", s.style)
			}
		}
		if ok {
			drawMarks(st, g.Sub(w-letters+1, y, letters-1, 1), marks, place)
		}
	}
	drawSpectrumLegend(st, g.Sub(0, rows, w, legend), letters == letterColumns)
}

func drawMarks(st *stage.Stage, g *chart.Grid, marks []spectrumMark, i int) {
	w, _ := g.Size()
	x := 0
	for _, m := range marks {
		if m.component != i {
			continue
		}
		text := m.letter
		if w >= nameColumns-1 {
			text = st.Spell(m.name)
			if x > 0 {
				text = ", " + text
			}
		}
		x += g.TextWithin(x, 0, w-x, text, m.style)
	}
}

// drawSpectrumLegend explains the symbols in the list of components, as many as fit. letters
// reports whether the list has marks as single letters.
func drawSpectrumLegend(st *stage.Stage, g *chart.Grid, letters bool) {
	w, h := g.Size()
	entries := [][2]string{{"┃", "within k, k̃"}, {"┊", "beyond"}, {"σ", "log scale"}}
	if letters {
		entries = append(entries, [2]string{"h t", "head, tail"}, [2]string{"r", "rank"}, [2]string{"H T R", "target's"})
	}
	entries = append(entries, [2]string{"src % tgt %", "share of the label up to here: head > 81 %, tail > 99 %"}, [2]string{"σ 0", "beyond the rank"})
	var groups []chart.Group
	for _, e := range entries {
		groups = append(groups, chart.Group{chart.Bold.Text(st.Spell(e[0]) + " "), chart.Dim.Text(st.Spell(e[1]))})
	}
	chart.DrawGroups(g.Sub(1, 0, w-1, h), groups, 2)
}

// drawComponentCurves draws the singular values, and the cumulated shares of the label. It marks
// component i. goTo moves the cursor to a component.
func drawComponentCurves(st *stage.Stage, g *chart.Grid, i int, goTo func(component int) stage.Intent) {
	w, h := g.Size()
	upper := h
	if h >= 14 {
		upper = (h + 1) / 2
	}
	n := countComponents(st)
	// Of many components, only the first few have large shares of the label. A logarithmic axis
	// gives these few more room.
	const many = 40
	over := chart.Curves{
		Markers: []chart.Marker{{X: float64(i + 1), Style: chart.Focus, Label: fmt.Sprint(i + 1)}},
		XLabel:  "component", LogX: n >= many,
		FormatX: func(x float64) string {
			if x != math.Round(x) {
				return "" // only whole numbers are components
			}
			return fmt.Sprint(int(x))
		},
	}
	sigma, share := over, over
	sigma.YLabel, sigma.LogY = "singular value, up to the rank", true
	share.YLabel, share.YMin, share.YMax = "cumulated share of the label", 0, 1
	share.Levels = []chart.Level{
		{Y: 0.81, Name: "head", Style: chart.Dim, Dash: chart.Dotted},
		{Y: 0.99, Name: "tail", Style: chart.Dim, Dash: chart.Dotted},
	}
	share.FormatY = func(v float64) string { return fmt.Sprintf("%.0f%%", 100*v) }
	share.FormatReading = func(v float64) string { return fmt.Sprintf("%.2f %%", 100*v) }
	numbers := floats.CumSum(make([]float64, n), slices.Repeat([]float64{1}, n))
	for _, s := range spectrumSides(st) {
		curve := func(values []float64, name string) chart.Curve {
			return chart.Curve{X: numbers[:len(values)], Y: values, Name: name, ReadingName: name, Style: s.style, Dash: s.dash}
		}
		sigma.Curves = append(sigma.Curves, curve(s.Sigma[:s.Rank], s.sigma+" "+s.name))
		sigma.Markers = append(sigma.Markers, chart.Marker{X: float64(min(n, s.cut)), Style: s.style, Name: st.Spell(s.cutName)})
		if s.cumulatedShares != nil {
			share.Curves = append(share.Curves, curve(s.cumulatedShares, s.name))
		}
	}
	read := stage.Readout{
		Now:  float64(i + 1),
		X:    func(x float64) string { return fmt.Sprintf("component %.0f", x) },
		GoTo: func(x float64) stage.Intent { return goTo(int(x) - 1) },
	}
	st.DrawCurves(g.Sub(0, 0, w, upper), sigma, read)
	if upper < h {
		read.Title = "share of the label"
		st.DrawCurves(g.Sub(0, upper, w, h-upper), share, read)
	}
}

func drawVectors(st *stage.Stage, g *chart.Grid, d *singularVectors, component int) {
	w, h := g.Size()
	var lines []string
	for _, sentence := range componentSentences(st, component) {
		// A sentence is left out if the vectors above would have less than half of the height.
		more := chart.Wrap(st.Spell(sentence), w-1, 4)
		if sentence != "" && len(lines)+len(more) < h/2 {
			lines = append(lines, more...)
		}
	}
	upper := h - len(lines)
	g.Lines(0, upper, lines, chart.Plain)
	drawBothVectors(st, g.Sub(0, 0, w, upper), d)
}

// drawBothVectors draws the vectors side by side, or one below the other if names of features need
// the whole width.
func drawBothVectors(st *stage.Stage, g *chart.Grid, d *singularVectors) {
	w, h := g.Size()
	if d == nil {
		g.Text(0, 0, "computing …", chart.Dim)
		return
	}
	half := (w - 2) / 2
	boxes := []*chart.Grid{g.Sub(0, 0, half, h), g.Sub(w-half, 0, half, h)}
	const leastList, leastRows = 16, 8
	if st.Session.Pair.Shape.Rows == 0 && half < leastList && h >= leastRows {
		boxes = []*chart.Grid{g.Sub(0, 0, w, h/2), g.Sub(0, h/2, w, h-h/2)}
	}
	for i, s := range spectrumSides(st) {
		bw, _ := boxes[i].Size()
		if d.vectors[i] == nil {
			boxes[i].TextWithin(0, 0, bw, fmt.Sprintf("%s%d is unknown so far", s.vector, d.component+1), chart.Dim)
			continue
		}
		names := []string{fmt.Sprintf("%s%d %s", s.vector, d.component+1, s.name), fmt.Sprintf("%s %s%d", s.short, s.vector, d.component+1)}
		panel.DrawVector(st, boxes[i], st.ChooseFittingText(names, bw), d.vectors[i], s.style)
	}
}

// componentSentences returns four sentences on component i: its singular value and role in the
// source, the labelSentence, its singular value and role in the target, the angleSentence. The
// second and the last may be empty.
func componentSentences(st *stage.Stage, i int) [4]string {
	params := st.State.Params
	within := [2]string{"within k: fitted", "within k̃: λ leaves weights free"}
	beyond := [2]string{"beyond k: the term is removed", "beyond k̃: λ keeps weights small"}
	if params.KeepImplicit {
		beyond[0] = "beyond k, but fitted too, because the implicit term is kept"
	}
	if params.Lambda == 0 {
		beyond[1] = "beyond k̃, but λ = 0 leaves weights free"
	}
	var texts [2]string
	sides := spectrumSides(st)
	for at, s := range sides {
		if i >= s.Known {
			texts[at] = fmt.Sprintf("%s %s%d: unknown so far", s.name, s.vector, i+1)
			continue
		}
		text := fmt.Sprintf("%s %s%d: %s %s", s.name, s.vector, i+1, s.sigma, s.sigmaText(i))
		if i < s.Rank && s.norm2 > 0 {
			text += fmt.Sprintf(", %s of the label", number.Share(s.shares[i]))
		}
		switch {
		case i >= s.ResolvedCount():
			text += ", beyond the rank: a rounding error"
		case i < s.cut:
			text += "; " + within[at]
		default:
			text += "; " + beyond[at]
		}
		texts[at] = text
	}
	return [4]string{texts[0], labelSentence(st, sides[0], i), texts[1], angleSentence(st.Session.Problem, i)}
}

// labelSentence says which labels the source samples far along component i tend to have. It returns ""
// if almost none of the label is along the component.
func labelSentence(st *stage.Stage, s spectrumSide, i int) string {
	const least = 1e-3
	if i >= s.Known || !(s.shares[i] > least) {
		return ""
	}
	row := s.Projection.RawRowView(i)
	most := panel.LargestEntries(row, 1)[0] // the output
	names, not, size := stage.SignedClassNames(st), "", "larger"
	if row[most] < 0 {
		not, size = "not ", "smaller"
	} else {
		slices.Reverse(names[:])
	}
	switch st.Task() {
	case model.Regression:
		return fmt.Sprintf("samples far along %s%d have %s labels", s.vector, i+1, size)
	case model.MultiClass:
		return fmt.Sprintf("samples far along %s%d tend %sto be %s", s.vector, i+1, not, stage.ClassName(st, most))
	}
	return fmt.Sprintf("samples far along %s%d tend to be %s, in the opposite direction %s", s.vector, i+1, names[0], names[1])
}

// angleSentence gives the angle between component i of the source and component i of the target,
// and the target component nearest to component i of the source. It returns "" if i is beyond a
// rank, where singular vectors are arbitrary.
func angleSentence(p *model.Problem, i int) string {
	if i >= min(p.Src.Rank, p.Tgt.Rank) {
		return ""
	}
	row := p.TargetCosines(i, p.Tgt.Rank)
	cosine := min(1, math.Abs(row[i]))
	text := fmt.Sprintf("|v%dᵀṽ%d| = %.2f: %.0f° apart", i+1, i+1, cosine, math.Acos(cosine)*180/math.Pi)
	if most := panel.LargestEntries(row, 1)[0]; most != i && !p.Tgt.HasOnlyLeading() {
		text += fmt.Sprintf("; v%d is nearest to ṽ%d (cosine %.2f)", i+1, most+1, math.Abs(row[most]))
	}
	return text
}
