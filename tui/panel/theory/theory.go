package theory

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// View lists the statements of section 4 of the paper, each with its number and its verdict. The
// page of larui help theory explains the statements.
type View struct {
	stage.NoActions
	top int
}

// Memory returns the values that the view keeps between runs.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"top": stage.BoundedJSON(&v.top, math.MaxInt)}
}

// Info returns the key, the name and the description of the view.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "7", Name: stage.TheoryName, Title: "theory, trained to the end", Plots: "cosines between the components of the source and of the target", About: "list the theorems' assumptions and statements"}
}

// Keys returns the keys of the view.
func (v *View) Keys() []stage.Key {
	whole := stage.IdleUnless(func(st *stage.Stage) bool { return v.countHiddenLines(st) > 0 }, "all statements are visible")
	move := func(st *stage.Stage, n int) stage.Intent {
		end := "this is the last statement"
		if n < 0 {
			end = "this is the first statement"
		}
		return stage.Scroll(&v.top, n, v.countHiddenLines(st), end)
	}
	by := stage.StepFuncs(move)
	return append([]stage.Key{
		{Name: "theory.up", Keys: []string{"up", "K", "k"}, Hint: "scroll", Help: "scroll up, down", IdleReason: whole, Do: by(-1)},
		{Name: "theory.down", Keys: []string{"down", "J", "j"}, Hint: "scroll", IdleReason: whole, Do: by(1)},
	}, stage.PageKeys(stage.TheoryName, "scroll by ten lines, to the first or last line", whole, move)...)
}

// Wheel scrolls the statements by n turns of the wheel.
func (v *View) Wheel(st *stage.Stage, n int) stage.Intent {
	return stage.Scroll(&v.top, stage.WheelLines*n, v.countHiddenLines(st), stage.ChangesNothing)
}

// Jobs returns the job that computes the session.Dissection.
func (v *View) Jobs(st *stage.Stage) []session.Job {
	return []session.Job{session.DissectionJob(st.State.Params)}
}

func (v *View) countHiddenLines(st *stage.Stage) int {
	if st.Theory == nil || st.Solution == nil {
		return 0
	}
	w, h := st.ZoomedSize()
	// The first line does not scroll: it counts the statements.
	return max(0, drawSections(st, chart.NewGrid(w, 0).WithGlyphs(st.Glyphs), allSections(newSolvedState(st)), 0)-(h-1))
}

// Lines returns one line per statement with its verdict, and one line per row of a table.
func (v *View) Lines(st *stage.Stage) []string {
	if st.Theory == nil {
		return []string{"the theory is not solved"}
	}
	var lines []string
	for _, group := range allSections(newSolvedState(st)) {
		lines = append(lines, group.heading())
		for _, s := range group.statements {
			line := s.name + ": " + s.verdict.String() + "; " + s.measure + "; " + s.placeAndTolerance()
			if s.explanation != "" {
				line += "; now: " + s.explanation
			}
			lines = append(lines, line)
		}
		for i := 1; i < len(group.table); i++ {
			row := group.table[i]
			line := row[0] + ":"
			for j, name := range group.table[0][1:] {
				line += " " + name + " " + row[1+j] + ","
			}
			lines = append(lines, strings.TrimSuffix(line, ","))
		}
	}
	return lines
}

// Panels returns a heat map of the cosines between the first components of the source and of the
// target, with lines at k and k̃.
func (v *View) Panels(st *stage.Stage) []stage.Panel {
	const fewest, most = 8, 64
	p, at := st.Session.Problem, st.State.Params
	names := func(s model.Side, k int) (names []string) {
		for i := range min(s.Rank, max(fewest, 2*k), most) {
			names = append(names, strconv.Itoa(i+1))
		}
		return names
	}
	heat := chart.HeatMap{
		RowName: "v_i, component of the source", RowLabels: names(p.Src, at.K), RowCut: at.K,
		ColName: "ṽ_j, component of the target", ColLabels: names(p.Tgt, at.KTilde), ColCut: at.KTilde,
		Format: number.AllDigits,
	}
	for i := range heat.RowLabels {
		cosines := p.TargetCosines(i, len(heat.ColLabels))
		for j, c := range cosines {
			cosines[j] = math.Abs(c)
		}
		heat.Values = append(heat.Values, cosines)
	}
	return []stage.Panel{{Title: "cosines between components of both domains", Picture: heat, Shows: "|v_iᵀṽ_j|"}}
}

// Table returns the numbers of the theory in one row.
func (v *View) Table(ctx context.Context, st *stage.Stage, _ func(done, all int)) ([][]session.Fact, error) {
	theory, err := model.NewSolver(st.Session.Problem).Theory(ctx, st.State.Params)
	return [][]session.Fact{session.TheoryFacts(theory)}, err
}

// Draw draws a list of numbers. A view that fills the screen has the statements, scrolled down by
// v.top lines.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	switch {
	case st.Theory == nil:
		g.Text(1, 0, "solving …", chart.Dim)
		return
	case !st.Zoom:
		drawTheoryPanel(st, g)
		return
	}
	w, h := g.Size()
	groups, rows := allSections(newSolvedState(st)), h-1
	all := drawSections(st, chart.NewGrid(w, 0).WithGlyphs(st.Glyphs), groups, 0)
	top := max(0, min(v.top, all-rows))
	drawSections(st, g.Sub(0, 1, w, rows), groups, top)
	place := ""
	if all > rows {
		place = st.Spell(fmt.Sprintf("lines %d–%d of %d  ↑ ↓", top+1, min(all, top+rows), all))
		g.TextRight(w-1, 0, place, chart.Key)
	}
	var counts []string
	for _, part := range groups {
		if part.short != "" {
			counts = append(counts, fmt.Sprintf("%d/%d %s", part.countHolding(), len(part.statements), part.short))
		}
	}
	count := strings.Join(counts, ", ") + " hold"
	advice := "; for explanations type larui help theory"
	long := "section 4 of the paper for w trained to the end, A w = Φᵀy: " + count
	g.Text(1, 0, st.ChooseFittingText([]string{long + advice, count + advice, count}, w-3-chart.TextWidth(place)), chart.Dim)
}

func newSolvedState(st *stage.Stage) solvedState {
	return solvedState{Update: st.Update, howToSet: st.HowToSet}
}

// drawSections draws one column or two; top is the number of lines scrolled out above. Of two
// columns, the left has the first section and the tables. The result is the number of lines of the
// longer column, visible or not.
func drawSections(st *stage.Stage, g *chart.Grid, sections []section, top int) (lines int) {
	const beside = 160
	w, h := g.Size()
	if w < beside {
		return drawSectionColumn(st, g, sections, top)
	}
	each := (w - 2) / 2
	left, right := g.Sub(0, 0, each, h), g.Sub(each+2, 0, each, h)
	var beginning, rest []section
	for i, group := range sections {
		if i == 0 || group.table != nil {
			beginning = append(beginning, group)
		} else {
			rest = append(rest, group)
		}
	}
	return max(drawSectionColumn(st, left, beginning, top), drawSectionColumn(st, right, rest, top))
}

// drawSectionColumn draws sections; top is the number of lines scrolled out above. The result is
// the number of all lines, visible or not.
func drawSectionColumn(st *stage.Stage, g *chart.Grid, sections []section, top int) (lines int) {
	// In a column of at least lineWidth, the name and the number are in one line. Sentences are
	// wrapped to textWidth.
	const (
		lineWidth, textWidth                 = 112, 116
		verdictAt, nameAt, measureAt, indent = 1, 19, 46, 3
		headingRows, measureRows, textRows   = 2, 2, 24
	)
	w, _ := g.Size()
	y := -top
	add := func(x int, text string, style chart.Style, width, rows int) {
		y += g.TextWrapped(x, y, width, rows, text, style)
	}
	sentences := min(textWidth, w-indent-1)
	for i, group := range sections {
		if i > 0 {
			y++
		}
		add(1, group.heading(), chart.Title, w-2, headingRows)
		for _, s := range group.statements {
			glyph, colour := []string{"✓", "×", "–", "·"}[s.verdict], []chart.Style{chart.Good, chart.Bad, chart.Dim, chart.Warning}[s.verdict]
			g.Text(verdictAt, y, glyph+" "+s.verdict.String(), colour)
			g.Text(nameAt, y, s.name, chart.Bold)
			measure, tolerance := st.Spell(s.measure), st.Spell(s.placeAndTolerance())
			right, at := w-1-chart.TextWidth(tolerance), measureAt
			room := right - 2 - chart.TextWidth(measure)
			if w < lineWidth || room < measureAt {
				y, at = y+1, indent
			}
			if at <= room {
				g.Text(at, y, measure, chart.Plain)
				g.Text(right, y, tolerance, chart.Dim)
			} else {
				add(indent, measure, chart.Plain, w-indent-1, measureRows)
				g.TextWithin(indent, y, w-indent-1, tolerance, chart.Dim)
			}
			y++
			style := chart.Warning
			if s.verdict == holds {
				style = chart.Good
			}
			if s.explanation != "" {
				add(indent, "now: "+s.explanation, style, sentences, textRows)
			}
		}
		y += drawTable(st, g, group.table, y)
	}
	return y + top
}

// drawTable draws a table from line y of g on and returns the number of lines. If the table is
// wider than g, each number has its own line.
func drawTable(st *stage.Stage, g *chart.Grid, table [][]string, y int) (lines int) {
	const indent, gap = 3, 2
	w, _ := g.Size()
	widths := make([]int, 0)
	total := indent
	for _, row := range table {
		for j, cell := range row {
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], chart.TextWidth(st.Spell(cell)))
		}
	}
	for _, width := range widths {
		total += width + gap
	}
	for i, row := range table {
		x := indent
		for j, cell := range row {
			style := chart.Plain
			if i == 0 || j == 0 {
				style = chart.Dim
			}
			switch {
			case total <= w && j == 0:
				g.Text(x, y+lines, cell, style)
			case total <= w:
				g.TextRight(x+widths[j], y+lines, cell, style)
			case i == 0: // the heading is repeated beside each number
			case j == 0:
				g.Text(indent, y+lines, cell, style)
				lines++
			default:
				g.TextWithin(2*indent, y+lines, w-2*indent, table[0][j]+" "+cell, chart.Plain)
				lines++
			}
			x += widths[j] + gap
		}
		if total <= w {
			lines++
		}
	}
	return lines
}

// drawTheoryPanel draws the view beside other panels: one number with a short note per line.
func drawTheoryPanel(st *stage.Stage, g *chart.Grid) {
	t, s := st.Theory, st.Solution
	w, _ := g.Size()
	labelWidth, valueWidth := 26, 8
	if st.Glyphs == chart.ASCII {
		labelWidth, valueWidth = 30, 7 // symbols are words in ASCII
	}
	right := 1 + labelWidth + valueWidth
	y := 0
	line := func(label, value string, style chart.Style, notes ...string) {
		g.TextWithin(1, y, labelWidth, label, chart.Plain)
		g.TextRight(right, y, value, chart.Bold)
		g.Text(right+2, y, st.ChooseFittingText(notes, w-right-2), style)
		y++
	}
	// health writes a line with a note. If well is true, the note is the argument note, else the
	// first of the warnings that fits in the line.
	health := func(label string, value float64, well bool, style chart.Style, note string, warnings ...string) {
		if well {
			line(label, number.ThreeDigits(value), style, note)
		} else {
			line(label, number.ThreeDigits(value), chart.Warning, warnings...)
		}
	}
	premises := checkPremises(newSolvedState(st))
	conclusions := checkConclusions(newSolvedState(st), premises)
	theorem := func(label string, value float64, s statement) {
		note, style := theoremNote(value, s, premises)
		line(label, number.ThreeDigits(value), style, note)
	}
	health("overlap σ_min(V_kᵀṼ_k̃)", t.HeadOverlapMin, t.HeadOverlapMin > invertibleTolerance,
		chart.Good, "invertible", "singular: no theorem", "singular")
	theorem("w outside span(ṽ₁..ṽ_k̃)", t.OutsideSpan, conclusions[0])
	from, drift := lambdaDrift(t)
	theorem("w moves, λ "+from+" → 100", drift, conclusions[1])
	if !math.IsNaN(t.Proportionality) {
		line("residual μ_k − c V_kᵀw*_T", number.ThreeDigits(t.Proportionality), chart.Dim, "0: w ∝ w*_T")
		notes := []string{""}
		if !math.IsNaN(t.PredictedAngle) {
			notes = []string{fmt.Sprintf("%.0f° if y^U ends at k", t.PredictedAngle), fmt.Sprintf("theory: %.0f°", t.PredictedAngle)}
		}
		line("angle of w to w*_T", number.Degrees(t.Angle), chart.Dim, notes...)
		line("‖w − w*_T‖ descent", number.ThreeDigits(s.Descent.ParameterError), chart.Dim, stage.NoAdaptation+" "+number.ThreeDigits(s.None.ParameterError), "from "+number.ThreeDigits(s.None.ParameterError))
	}
	health("condition of A", s.Closed.Condition, !s.Closed.RankDeficient, chart.Dim, "", "pseudo-inverse")
	health("leak ‖P_NΦᵀy‖/‖Φᵀy‖", s.Closed.Leak, !s.Closed.UnboundedBelow,
		chart.Dim, "J has a minimum", "J is unbounded below", "no minimum")
	stable := "below " + number.FormatStepSize(s.Descent.LargestStableRate)
	line("rate α in use", number.FormatStepSize(s.Descent.Rate), chart.Dim, "stable "+stable, stable)
}

// theoremNote returns a short note, with its style, on a value that is zero by Theorem 2. s is the
// conclusion about this value.
func theoremNote(value float64, s statement, premises []statement) (string, chart.Style) {
	switch {
	case s.verdict == holds:
		return "✓ theorem: 0", chart.Good
	case premises[equalPremise].verdict != holds:
		return "0 if k = k̃", chart.Dim
	case value <= shareTolerance:
		return "0 within 1 %", chart.Plain
	case s.verdict == doesNotApply && premises[labelsPremise].verdict == holds:
		return "no theorem: see 7", chart.Warning
	}
	return "0 if y^U ends at k", chart.Warning
}
