package view

import (
	"fmt"
	"math"

	"larui/tui/chart"
	"larui/tui/number"
)

// theoryView tells every number of the paper's section 4 with what the paper says of
// it and whether that holds now.
type theoryView struct {
	still
	// top is the first line shown.
	top int
}

// Info says what the view is called.
func (v *theoryView) Info() ViewInfo {
	return ViewInfo{Key: "7", Name: theoryName, Title: "theory of the closed form", About: "say what the theorems assume and state"}
}

// Keys are the keys of the view.
func (v *theoryView) Keys() []Key {
	const page = 10
	whole := unless(func(sc *Scene) bool { return v.hidden(sc) > 0 }, "all statements are in sight")
	move := func(n int, end string) func(*Scene) Intent {
		return func(sc *Scene) Intent { return scroll(&v.top, n, v.hidden(sc), end) }
	}
	const last, first = "this is the last statement", "this is the first statement"
	return []Key{
		{Keys: []string{"down", "J"}, Sign: "↑ ↓", Hint: "scroll", Help: "theory: scroll (also J K)", Idle: whole, Do: move(1, last)},
		{Keys: []string{"up", "K"}, Idle: whole, Do: move(-1, first)},
		{Keys: []string{"pgdown"}, Sign: "PgDn PgUp", Help: "theory: scroll by ten lines", Idle: whole, Do: move(page, last)},
		{Keys: []string{"pgup"}, Idle: whole, Do: move(-page, first)},
	}
}

// Wheel scrolls the statements by n turns of the wheel.
func (v *theoryView) Wheel(sc *Scene, n int) Intent {
	return scroll(&v.top, HelpWheel*n, v.hidden(sc), changesNothing)
}

// hidden returns how far the view can be scrolled.
func (v *theoryView) hidden(sc *Scene) int {
	if sc.Update.Theory == nil || sc.Solution() == nil {
		return 0
	}
	inner := sc.Body(sc.Width, sc.Height).Inner()
	// Above the lines is one of what they are.
	return max(0, longest(theoryColumns(sc, inner.W))-(inner.H-1))
}

// Lines says what the paper's theorems assume and state: for each number a line with
// its verdict and one with its sentence.
func (v *theoryView) Lines(sc *Scene) []string {
	if sc.Update.Theory == nil {
		return []string{"the theory is not solved"}
	}
	var lines []string
	for _, group := range theoryGroups(sc) {
		lines = append(lines, group.heading())
		for _, s := range group.statements {
			line := s.name + ": " + s.verdict.word() + "; " + s.measure + "; tolerance: " + s.tolerance
			if s.now != "" {
				line += "; now: " + s.now
			}
			lines = append(lines, line, s.source+": "+s.text)
		}
	}
	return lines
}

// Draw lists the numbers of the theory; as a view of its own with every statement in
// full, from the first line to be shown on.
func (v *theoryView) Draw(sc *Scene, g *chart.Grid) {
	switch {
	case sc.Update.Theory == nil:
		g.Text(1, 0, "solving …", chart.Dim)
		return
	case !sc.Zoom:
		drawTheoryPanel(sc, g)
		return
	}
	w, h := g.Size()
	columns, rows := theoryColumns(sc, w), h-1
	all := longest(columns)
	top := max(0, min(v.top, all-rows))
	place := ""
	if all > rows {
		place = sc.Spell(fmt.Sprintf("lines %d–%d of %d  ↑ ↓", top+1, min(all, top+rows), all))
		g.TextRight(w-1, 0, place, chart.Key)
	}
	// How much of the theory holds is said whatever is scrolled to.
	groups := theoryGroups(sc)
	count := fmt.Sprintf("%d/%d premises, %d/%d conclusions hold",
		groups[0].holding(), len(groups[0].statements), groups[1].holding(), len(groups[1].statements))
	long := "section 4 of the paper on the closed form w, A w = Φᵀy: " + count
	g.Text(1, 0, sc.firstFitting([]string{long, count}, w-3-chart.TextWidth(place)), chart.Dim)
	each := theoryColumnWidth(w)
	for i, lines := range columns {
		column := g.Sub(0, 1, w, rows)
		if len(columns) > 1 {
			column = g.Sub(i*(each+2), 1, each, rows)
		}
		for y := 0; y < rows && top+y < len(lines); y++ {
			for _, p := range lines[top+y] {
				column.Text(p.x, y, p.text, p.style)
			}
		}
	}
}

// A statement is a sentence of the paper, or of numerical linear algebra, about a
// number that is measured here.
type statement struct {
	// name says in a few words what the number is about.
	name string
	// measure is the formula with its value now, tolerance what the value has to be
	// for the statement to count as holding.
	measure, tolerance string
	verdict            verdict
	// now says why it holds or doesn't, and what to turn; empty where there is
	// nothing to add.
	now string
	// source is where the paper says it, text the sentence.
	source, text string
	// need is what a conclusion lacks where the statement, a premise of it, does not
	// hold, and remedy what to do about it.
	need, remedy string
}

// A verdict says whether a statement holds.
type verdict int

const (
	holds verdict = iota
	doesNotHold
	doesNotApply // a premise fails, so that nothing is stated
	notKnown     // there are no target labels to tell
)

// glyph and word say the verdict, each without the other.
func (v verdict) glyph() string { return []string{"✓", "×", "–", "·"}[v] }

func (v verdict) word() string {
	return []string{"holds", "does not hold", "does not apply", "not known"}[v]
}

func (v verdict) style() chart.Style {
	return []chart.Style{chart.Good, chart.Bad, chart.Dim, chart.Warning}[v]
}

// judge returns holds or doesNotHold.
func judge(ok bool) verdict {
	if ok {
		return holds
	}
	return doesNotHold
}

// A theoryGroup is a part of the view.
type theoryGroup struct {
	title      string
	statements []statement
}

// holding counts the statements that hold.
func (t theoryGroup) holding() int {
	count := 0
	for _, s := range t.statements {
		if s.verdict == holds {
			count++
		}
	}
	return count
}

// heading names the group and counts what holds.
func (t theoryGroup) heading() string {
	n, format := t.holding(), "%s: %d of %d hold"
	if n == 1 {
		format += "s"
	}
	return fmt.Sprintf(format, t.title, n, len(t.statements))
}

// A theoryLine is a line of the view, in pieces that begin at columns.
type theoryLine []theoryPiece

type theoryPiece struct {
	x int
	piece
}

// theoryColumns returns the lines of the view, w columns wide, in one column or in two
// with the conclusions beside the premises.
func theoryColumns(sc *Scene, w int) [][]theoryLine {
	const beside = 160
	groups := theoryGroups(sc)
	if w < beside {
		return [][]theoryLine{theoryLines(sc, groups, w)}
	}
	each := theoryColumnWidth(w)
	return [][]theoryLine{theoryLines(sc, groups[:1], each), theoryLines(sc, groups[1:], each)}
}

// theoryColumnWidth is how wide a column is where two stand side by side.
func theoryColumnWidth(w int) int { return (w - 2) / 2 }

// longest returns how many lines the longest column has.
func longest(columns [][]theoryLine) int {
	most := 0
	for _, lines := range columns {
		most = max(most, len(lines))
	}
	return most
}

// theoryLines returns the lines of some groups: of each statement its verdict, its name
// and its number, then the sentence and what is to be said of it now.
func theoryLines(sc *Scene, groups []theoryGroup, w int) []theoryLine {
	// A statement has one line for its name and its number from lineWidth on; sentences
	// get no wider than textWidth.
	const (
		lineWidth, textWidth                 = 112, 116
		verdictAt, nameAt, measureAt, indent = 1, 19, 46, 3
		headingRows, measureRows, textRows   = 2, 2, 24
	)
	var lines []theoryLine
	add := func(x int, text string, style chart.Style, width, rows int) {
		for _, text := range chart.Wrap(sc.Spell(text), width, rows) {
			lines = append(lines, theoryLine{{x, piece{text, style}}})
		}
	}
	sentences := min(textWidth, w-indent-1)
	for i, group := range groups {
		if i > 0 {
			lines = append(lines, nil)
		}
		add(1, group.heading(), chart.Title, w-2, headingRows)
		for _, s := range group.statements {
			head := theoryLine{
				{verdictAt, piece{sc.Spell(s.verdict.glyph() + " " + s.verdict.word()), s.verdict.style()}},
				{nameAt, piece{sc.Spell(s.name), chart.Bold}},
			}
			measure, tolerance := sc.Spell(s.measure), sc.Spell("tolerance: "+s.tolerance)
			right := w - 1 - chart.TextWidth(tolerance)
			number := func(x int) theoryLine {
				return theoryLine{{x, piece{measure, chart.Plain}}, {right, piece{tolerance, chart.Dim}}}
			}
			room := right - 2 - chart.TextWidth(measure)
			switch {
			case w >= lineWidth && measureAt <= room:
				lines = append(lines, append(head, number(measureAt)...))
			case indent <= room:
				lines = append(lines, head, number(indent))
			default:
				lines = append(lines, head)
				add(indent, s.measure, chart.Plain, w-indent-1, measureRows)
				lines = append(lines, theoryLine{{indent, piece{chart.Truncate(tolerance, w-indent-1), chart.Dim}}})
			}
			add(indent, s.source+": "+s.text, chart.Plain, sentences, textRows)
			if s.now != "" {
				style := chart.Warning
				if s.verdict == holds {
					style = chart.Good
				}
				add(indent, "now: "+s.now, style, sentences, textRows)
			}
		}
	}
	return lines
}

// drawTheoryPanel lists the numbers with a short note each, one a line.
func drawTheoryPanel(sc *Scene, g *chart.Grid) {
	t, s := sc.Update.Theory, sc.Solution()
	w, h := g.Size()
	labelWidth, valueWidth := 26, 8
	if sc.Glyphs == chart.ASCII {
		labelWidth, valueWidth = 30, 7 // symbols are spelled out
	}
	room := w - labelWidth - valueWidth - 3
	y := 0
	// The last note is taken that has room, of which the first is the longest.
	line := func(label, value string, style chart.Style, notes ...string) {
		if y >= h {
			return
		}
		g.Text(1, y, chart.Truncate(sc.Spell(label), labelWidth), chart.Plain)
		g.TextRight(1+labelWidth+valueWidth, y, sc.Spell(value), chart.Bold)
		note := sc.Spell(notes[0])
		if len(notes) > 1 && chart.TextWidth(note) > room {
			note = sc.Spell(notes[1])
		}
		g.Text(1+labelWidth+valueWidth+2, y, chart.Truncate(note, room), style)
		y++
	}
	premises := measurePremises(sc)
	conclusions := theoryConclusions(sc, premises)
	theorem := func(label string, value float64, s statement) {
		note, style := theoremNote(value, s, premises)
		line(label, number.Measure(value), style, note)
	}
	// warned says that something is as it should be, or not.
	warned := func(label, value string, bad bool, style chart.Style, fine string, notes ...string) {
		if bad {
			line(label, value, chart.Warning, notes...)
			return
		}
		line(label, value, style, fine)
	}
	warned("overlap σ_min(V_kᵀṼ_k̃)", number.Measure(t.HeadOverlapMin), !(t.HeadOverlapMin > invertibleTolerance), chart.Good, "invertible",
		"singular: no theorem", "singular")
	theorem("w outside span(ṽ₁..ṽ_k̃)", t.OutsideSpan, conclusions[0])
	theorem("w moves, λ 0.01 → 100", t.LambdaDrift, conclusions[1])
	if !math.IsNaN(t.Proportionality) {
		line("residual μ_k − c V_kᵀw*_T", number.Measure(t.Proportionality), chart.Dim, "0: w ∝ w*_T")
		notes := []string{""}
		if !math.IsNaN(t.PredictedAngle) {
			notes = []string{fmt.Sprintf("%.0f° if y^U ends at k", t.PredictedAngle), fmt.Sprintf("theory: %.0f°", t.PredictedAngle)}
		}
		line("angle of w to w*_T", number.Degrees(t.Angle), chart.Dim, notes...)
		line("‖w − w*_T‖ descent", number.Measure(s.Descent.ParameterError), chart.Dim, "none "+number.Measure(s.None.ParameterError))
	}
	warned("condition of A", number.Measure(s.Closed.Condition), s.Closed.RankDeficient, chart.Dim, "", "pseudo-inverse")
	warned("leak ‖P_NΦᵀy‖/‖Φᵀy‖", number.Measure(s.Closed.Leak), s.Closed.UnboundedBelow, chart.Dim, "J has a minimum",
		"J is unbounded below", "no minimum")
	stable := "below " + number.Measure(s.Descent.LargestStableRate)
	line("rate α in use", number.Measure(s.Descent.Rate), chart.Dim, "stable "+stable, stable)
}

// theoremNote says in the width of the panel what became of a number that Theorem 2
// says is zero.
func theoremNote(value float64, s statement, ps theoryPremises) (string, chart.Style) {
	switch {
	case s.verdict == holds:
		return "✓ theorem: 0", chart.Good
	case ps.equal.verdict != holds:
		return "0 if k = k̃", chart.Dim
	case value <= theoryTolerance:
		return "0 within 1 %", chart.Plain
	case s.verdict == doesNotApply && ps.labels.verdict == holds:
		return "no theorem: see 7", chart.Warning
	}
	return "0 if y^U ends at k", chart.Warning
}
