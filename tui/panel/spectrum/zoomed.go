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

// drawSentences writes sentences about component at, one a line, at the bottom of g and returns
// their number. The first and the third of componentSentences always stand there, the others if
// leastList rows remain for the list.
func drawSentences(st *stage.Stage, g *chart.Grid, at int) int {
	w, h := g.Size()
	said := componentSentences(st, at)
	lines := []string{said[0], said[2]}
	const leastList = 10
	for _, more := range []string{said[3], said[1]} {
		if more != "" && h > leastList+len(lines) {
			lines = append(lines, more)
		}
	}
	for i, line := range lines {
		short := line // the list has the share of the label already
		if head, rest, ok := strings.Cut(line, ", "); ok {
			if _, tail, ok := strings.Cut(rest, "; "); ok {
				short = head + "; " + tail
			}
		}
		g.Text(1, max(0, h-len(lines))+i, st.FirstFitting([]string{line, short}, w-2), chart.Plain)
	}
	return len(lines)
}

// drawSideFacts writes the ranks of a domain and the label's share of its components.
func drawSideFacts(st *stage.Stage, g *chart.Grid, s spectrumSide) {
	w, _ := g.Size()
	groups := []chart.Group{{chart.Styled(s.name, s.style)}}
	say := func(format string, args ...any) {
		groups = append(groups, chart.Named(" · ", chart.Dim, st.Spell(fmt.Sprintf(format, args...))))
	}
	if !s.OnlyLeading() {
		say("rank %d of %d", s.Rank, s.D)
	}
	switch {
	case s.OnlyLeading():
		say("%d leading of %d directions are known; rank, k(0.1) and shares need all", s.Known, s.D)
	case s.norms == nil:
		say("%s: its projection and k(0.1) can't be known", missingLabels(st))
	case s.HeadRank == 0:
		say("the label has no part in any component")
	default:
		say("k(0.1): head %d, tail %d", s.HeadRank, s.TailRank)
		say("%s = %d holds %.4g %% of ‖%s‖²", s.cutName, s.cut, 100*s.shares[min(s.cut, len(s.shares))-1], s.projection)
		say("weights can fit %s of ‖y‖²", number.Share(s.norm2/s.LabelNorm2))
	}
	chart.DrawGroups(g.Sub(1, 0, w-1, 1), groups, 0)
}

// The columns of the list of components beside its bars.
const (
	cursorColumns = 2
	shareColumns  = 6
	// Marks are letters, or names if the list has at least spelledList columns.
	letterColumns = 5
	nameColumns   = 26
	spelledList   = 110
	// A list narrower than sharesList has no shares, one narrower than markedList no marks.
	sharesList, markedList = 68, 40
)

// drawComponents lists the components around component at: the bars of both domains, the label's
// share of all components up to each, and the marks.
func drawComponents(st *stage.Stage, g *chart.Grid, at int) {
	w, h := g.Size()
	legend := 0
	for _, least := range []int{7, 16} {
		if h >= least {
			legend++
		}
	}
	letters := letterColumns
	switch {
	case w >= spelledList:
		letters = nameColumns
	case w < markedList:
		letters = 0
	}
	// The marks stand at the right edge, the shares left of them.
	sides := sidesOf(st)
	right := w - letters
	if w >= sharesList {
		right -= len(sides) * shareColumns
	}
	rows := h - legend
	bars := spectrumBars(st, sides, right-cursorColumns, w < sharesList)
	bars.First = at - (rows-2)/2
	hit := bars.Draw(g.Sub(cursorColumns, 0, right-cursorColumns, rows), st.Glyphs)

	marks := marksOf(st)
	for y := range rows {
		place, ok := hit(0, y)
		style := chart.Dim
		if ok && place == at {
			g.Set(0, y, chart.FocusMark, chart.Focus)
			style = chart.Bold
		}
		for i, s := range sides {
			switch end := right + (i+1)*shareColumns; {
			case w < sharesList || s.shares == nil:
			case ok && place < len(s.shares):
				g.TextRight(end, y, number.Cumulated(s.shares[place]), style)
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

// drawMarks writes the marks of component i as letters or, with room, as names.
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
		x += g.Text(x, 0, chart.Truncate(text, w-x), m.style)
	}
}

// drawSpectrumLegend explains the signs of the list, as far as there is room.
func drawSpectrumLegend(st *stage.Stage, g *chart.Grid, letters bool) {
	w, h := g.Size()
	entries := [][2]string{{"┃", "within k, k̃"}, {"┊", "beyond"}, {"σ", "log scale"}}
	if letters {
		entries = append(entries, [2]string{"h t", "head, tail"}, [2]string{"r", "rank"}, [2]string{"H T R", "target's"})
	}
	entries = append(entries, [2]string{"src % tgt %", "share of the label up to here: head > 81 %, tail > 99 %"}, [2]string{"σ 0", "below the rank's tolerance"})
	var groups []chart.Group
	for _, e := range entries {
		groups = append(groups, chart.Group{chart.Styled(st.Spell(e[0])+" ", chart.Bold), chart.Styled(st.Spell(e[1]), chart.Dim)})
	}
	chart.DrawGroups(g.Sub(1, 0, w-1, h), groups, 2)
}

// drawCurves draws two plots over all components: the singular values, and the label's share of the
// components up to each. The cursor's component at is marked.
func drawCurves(st *stage.Stage, g *chart.Grid, at int, goTo func(component int) stage.Intent) {
	w, h := g.Size()
	upper := h
	if h >= 14 {
		upper = (h + 1) / 2
	}
	n := components(st)
	// Most of the label lies in the first of many components.
	const many = 40
	over := chart.Curves{
		Markers: []chart.Marker{{X: float64(at + 1), Style: chart.Focus, Label: fmt.Sprint(at + 1)}},
		XLabel:  "component", LogX: n >= many,
		FormatX: func(x float64) string {
			if x != math.Round(x) {
				return "" // components have whole numbers
			}
			return fmt.Sprint(int(x))
		},
	}
	sigma, share := over, over
	sigma.YLabel, sigma.LogY = "singular value, up to the rank", true
	share.YLabel, share.YMin, share.YMax = "share of the label up to here", 0, 1
	share.Levels = []chart.Level{
		{Y: 0.81, Name: "head", Style: chart.Dim, Dash: chart.Dotted},
		{Y: 0.99, Name: "tail", Style: chart.Dim, Dash: chart.Dotted},
	}
	share.FormatY = func(v float64) string { return fmt.Sprintf("%.0f%%", 100*v) }
	share.Exact = func(v float64) string { return fmt.Sprintf("%.2f %%", 100*v) }
	numbers := floats.CumSum(make([]float64, n), slices.Repeat([]float64{1}, n))
	for _, s := range sidesOf(st) {
		curve := func(values []float64, name string) chart.Curve {
			return chart.Curve{X: numbers[:len(values)], Y: values, Name: name, Reads: name, Style: s.style, Dash: s.dash}
		}
		sigma.Curves = append(sigma.Curves, curve(s.Sigma[:s.Rank], s.sigma+" "+s.name))
		sigma.Markers = append(sigma.Markers, chart.Marker{X: float64(min(n, s.cut)), Style: s.style, Name: st.Spell(s.cutName)})
		if s.shares != nil {
			share.Curves = append(share.Curves, curve(s.shares, s.name))
		}
	}
	read := stage.Readout{
		Now:  float64(at + 1),
		X:    func(x float64) string { return fmt.Sprintf("component %.0f", x) },
		GoTo: func(x float64) stage.Intent { return goTo(int(x) - 1) },
	}
	st.DrawCurves(g.Sub(0, 0, w, upper), sigma, read)
	if upper < h {
		read.Title = "share of the label"
		st.DrawCurves(g.Sub(0, upper, w, h-upper), share, read)
	}
}

// drawVectors draws the singular vectors of component at above the sentences about it.
func drawVectors(st *stage.Stage, g *chart.Grid, d *directions, at int) {
	w, h := g.Size()
	var lines []string
	for _, sentence := range componentSentences(st, at) {
		// Keep at least half of the height for the vectors.
		more := chart.Wrap(st.Spell(sentence), w-1, 4)
		if sentence != "" && len(lines)+len(more) < h/2 {
			lines = append(lines, more...)
		}
	}
	upper := h - len(lines)
	for i, line := range lines {
		g.Text(0, upper+i, line, chart.Plain)
	}
	drawBothVectors(st, g.Sub(0, 0, w, upper), d)
}

// drawBothVectors draws the singular vectors side by side, or one below the other if feature names
// need the whole width. A vector is drawn as a picture if the features form one, else as its
// largest entries.
func drawBothVectors(st *stage.Stage, g *chart.Grid, d *directions) {
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
	for i, s := range sidesOf(st) {
		bw, _ := boxes[i].Size()
		if d.vectors[i] == nil {
			boxes[i].Text(0, 0, chart.Truncate(st.Spell(fmt.Sprintf("%s%d is not known yet", s.vector, d.component+1)), bw), chart.Dim)
			continue
		}
		names := []string{fmt.Sprintf("%s%d %s", s.vector, d.component+1, s.name), fmt.Sprintf("%s %s%d", s.short, s.vector, d.component+1)}
		panel.DrawFeatures(st, boxes[i], st.FirstFitting(names, bw), d.vectors[i], s.style)
	}
}

// componentSentences returns sentences about component i: its singular value and role in the source, the
// labels of samples along it, the same as the first for the target, and its angle to the target's
// directions. The second and the last may be empty.
func componentSentences(st *stage.Stage, i int) [4]string {
	params := st.State.Params
	within := [2]string{"within k: fitted", "within k̃: weights are free here"}
	beyond := [2]string{"beyond k: its term is removed", "beyond k̃: λ holds weights small"}
	if params.KeepImplicit {
		beyond[0] = "beyond k, but kept: the implicit term stays"
	}
	if params.Lambda == 0 {
		beyond[1] = "beyond k̃, but λ = 0 leaves it alone"
	}
	var texts [2]string
	sides := sidesOf(st)
	for at, s := range sides {
		if i >= s.Known {
			texts[at] = fmt.Sprintf("%s %s%d: not known yet", s.name, s.vector, i+1)
			continue
		}
		text := fmt.Sprintf("%s %s%d: %s %.4g", s.name, s.vector, i+1, s.sigma, s.Sigma[i])
		if i < s.Rank && s.norm2 > 0 {
			text += fmt.Sprintf(", %s of the label", number.Share(s.parts[i]))
		}
		switch {
		case i >= s.Rank:
			text += ", below the rank's tolerance: next to nothing"
		case i < s.cut:
			text += "; " + within[at]
		default:
			text += "; " + beyond[at]
		}
		texts[at] = text
	}
	return [4]string{texts[0], labelSentence(st, sides[0], i), texts[1], angleSentence(st.Session.Problem, i)}
}

// labelSentence returns which labels source samples along component i tend to have, empty if the
// component carries almost no label.
func labelSentence(st *stage.Stage, s spectrumSide, i int) string {
	const least = 1e-3
	if i >= s.Known || !(s.parts[i] > least) {
		return ""
	}
	// Choose the output with the largest projection.
	row := s.Projection.RawRowView(i)
	most := panel.LargestOf(row, 1)[0]
	names, not, size := stage.SignNames(st), "", "larger"
	if row[most] < 0 {
		not, size = "not ", "smaller"
	} else {
		slices.Reverse(names[:])
	}
	switch st.Task() {
	case model.Regression:
		return "samples along it have " + size + " labels"
	case model.MultiClass:
		return "samples along it tend " + not + "to be " + stage.ClassName(st, most)
	}
	return fmt.Sprintf("samples along it tend to be %s, against it %s", names[0], names[1])
}

// angleSentence returns the angle between component i of the source and the target, and the target's
// component nearest to the source's. It is empty if i is beyond the rank of a domain, where
// components are arbitrary.
func angleSentence(p *model.Problem, i int) string {
	if i >= min(p.Src.Rank, p.Tgt.Rank) {
		return ""
	}
	row := p.Cosines(i, p.Tgt.Rank)
	cosine := min(1, math.Abs(row[i]))
	text := fmt.Sprintf("|v%dᵀṽ%d| = %.2f: %.0f° apart", i+1, i+1, cosine, math.Acos(cosine)*180/math.Pi)
	if most := panel.LargestOf(row, 1)[0]; most != i && !p.Tgt.OnlyLeading() {
		text += fmt.Sprintf("; v%d is nearest to ṽ%d (%.2f)", i+1, most+1, math.Abs(row[most]))
	}
	return text
}
