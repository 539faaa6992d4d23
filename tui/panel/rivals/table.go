package rivals

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/model"
	"larui/model/rivals"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

type rivalRow struct {
	session.RivalEntry
	name  string
	mark  rune
	style chart.Style
	// status is the reason why the method has no scores. The text is empty if the method has
	// scores.
	status     chart.Piece
	setting    string
	isSelected bool
}

func (r rivalRow) hasScores() bool { return r.status.Text == "" }

// elapsedText returns "" if the duration of the training is unknown.
func (r rivalRow) elapsedText() string {
	if !r.hasScores() || r.Elapsed == 0 {
		return ""
	}
	return number.Duration(r.Elapsed)
}

// solvedRows returns the methods that need no training here: LAR, LAR trained to the end, and no
// adaptation.
func solvedRows(st *stage.Stage) []rivalRow {
	s := st.Solution
	setting := fmt.Sprintf("k %d, k̃ %d, λ %s", s.K, s.KTilde, number.AllDigits(s.Lambda))
	epochs := session.FormatEpochs("", s.Epochs)
	row := func(name string, mark rune, style chart.Style, setting string, e model.Evaluation, diverges bool) rivalRow {
		row := rivalRow{name: name, mark: mark, style: style, setting: setting}
		row.Result.Source, row.Result.Target = e.Source.Score, e.Target.Score
		row.Result.Validation = e.Validation.Score
		if diverges {
			row.status = chart.Bad.Text("diverges at this rate")
		}
		return row
	}
	lar := row("LAR, "+epochs, '│', chart.LAR, setting, s.Descent.Evaluation, s.Descent.Diverges)
	lar.Elapsed = st.Elapsed
	return []rivalRow{
		lar,
		row("LAR, "+stage.ShortClosedFormName(s.Closed), '◇', chart.ClosedForm, setting, s.Closed.Evaluation, false),
		row(stage.NoAdaptation, '┊', chart.NoAdaptation, epochs, s.None.Evaluation, s.None.Diverges),
	}
}

func newRivalRow(st *stage.Stage, r rivals.Method) rivalRow {
	e := CurrentEntry(st, r)
	row := rivalRow{RivalEntry: e, name: r.Title, mark: '●', style: chart.Plain, setting: currentSettingText(st, r, e)}
	switch {
	case !r.AppliesTo(st.Task()):
		row.status, row.setting = chart.Dim.Text("does not apply: needs classes"), ""
	case e.State == session.Trained:
	case e.State == session.Training:
		row.status = chart.Warning.Text(DescribeProgress(e))
	case e.State == session.Waiting:
		row.status = chart.Warning.Text("waiting")
	case e.State == session.Cancelled:
		row.status = chart.Dim.Text("cancelled")
	case errors.Is(e.Err, rivals.ErrDiverged):
		row.status = chart.Bad.Text("diverged")
	case e.State == session.Failed:
		row.status = chart.Bad.Text("failed")
	default:
		row.status = chart.Dim.Text("not trained")
	}
	return row
}

type rivalColumn struct {
	title string
	style chart.Style
	// at is the screen column where the text begins, 0 for a hidden column. width includes a blank
	// at the end.
	at, width int
	// cell returns the text of the column in a row. If the column is hidden, the lines below
	// the table show this text after prefix.
	cell   func(rivalRow) chart.Piece
	prefix string
}

// A rivalPage is the layout of the view at one size: solvedRows above rivalRows[top:top+listed], a
// plot to the right of these rows, and text below.
type rivalPage struct {
	st                    *stage.Stage
	solvedRows, rivalRows []rivalRow
	columns               []rivalColumn
	axis                  rivalAxis
	// plotStart is the screen column where the plot begins. The status of a method without scores
	// ends before the screen column statusEnd.
	plotStart, statusEnd int
	top, listed          int
	// details are lines on the selected rival, notes are lines on all rivals.
	details, notes []chart.Piece
}

// newRivalPage lays out the view in w×h cells so that the selected rival is visible.
func newRivalPage(st *stage.Stage, selected, w, h int) *rivalPage {
	p := &rivalPage{st: st, solvedRows: solvedRows(st), notes: rivalNotes(st, w-2)}
	all := st.ConfiguredRivals()
	for i, r := range all {
		row := newRivalRow(st, r)
		row.isSelected = i == selected
		p.rivalRows = append(p.rivalRows, row)
	}
	p.axis = newRivalAxis(st, slices.Concat(p.solvedRows, p.rivalRows))
	p.layOutColumns(w - 1)
	p.details = p.describeRival(all[selected], p.rivalRows[selected], w-2)
	// Room in the view goes first to leastList rivals, then to one note and one detail, then to more
	// rivals, then to more text.
	const leastList = 4
	methods := len(p.rivalRows)
	rows := max(0, h-1-len(p.solvedRows))
	below := min(len(p.details)+len(p.notes)+2, max(min(2, rows-leastList), rows-methods))
	p.listed = min(rows-max(0, below), methods)
	p.top = max(0, min(selected-p.listed/2, methods-p.listed))
	return p
}

const leastRivalPlot = 12

// layOutColumns divides w screen columns among the table and the plot. The first three columns of
// the table are always visible. Any other column is hidden if it would make the plot narrower than
// leastRivalPlot.
func (p *rivalPage) layOutColumns(w int) {
	const score, always = 10, 3
	st, name := p.st, 21
	if w >= stage.FullWidth-2 {
		name = 25
	}
	of := func(m stage.Metric, style chart.Style) func(rivalRow) chart.Piece {
		return func(row rivalRow) chart.Piece {
			if !row.hasScores() {
				return chart.Piece{}
			}
			return style.Text(st.FormatScore(m.ValueOfRival(row.Result)))
		}
	}
	p.columns = []rivalColumn{
		{style: chart.Dim, width: name, cell: func(row rivalRow) chart.Piece {
			if row.isSelected {
				return chart.Accent.Text(row.name)
			}
			return row.style.Text(row.name)
		}},
		{title: "target", style: chart.Target, width: score, cell: of(stage.TargetMetric, chart.Bold)},
		{title: "gained", style: chart.Dim, width: score + 1, cell: func(row rivalRow) chart.Piece {
			if !row.hasScores() || row.style == chart.NoAdaptation || math.IsNaN(p.axis.noneScore) {
				return chart.Piece{}
			}
			text, style := st.FormatChangeColumn(p.axis.noneScore, row.Result.Target)
			return style.Text(text)
		}},
		{title: "fitted", style: chart.Source, width: score, prefix: "fitted ", cell: of(stage.SourceMetric, chart.Plain)},
		{title: "validation", style: chart.Dim, width: score + 1, prefix: "validation ",
			cell: of(stage.ValidationMetric, chart.Plain)},
		// The width fits the longest usual setting of LAR.
		{title: "setting", style: chart.Dim, width: chart.TextWidth(st.Spell("k 256, k̃ 256, λ 1000")) + 1,
			cell: func(row rivalRow) chart.Piece { return chart.Dim.Text(row.setting) }},
		{title: "took", style: chart.Dim, width: score - 1, prefix: "in ",
			cell: func(row rivalRow) chart.Piece { return chart.Dim.Text(row.elapsedText()) }},
	}
	if !st.Session.HasValidationLabels() {
		p.columns = slices.DeleteFunc(p.columns, func(c rivalColumn) bool { return c.title == "validation" })
	}
	p.plotStart = 2
	for i := range p.columns {
		c := &p.columns[i]
		if i >= always && w-p.plotStart-c.width < leastRivalPlot {
			continue
		}
		c.at = p.plotStart
		p.plotStart += c.width
		if c.title == "setting" {
			p.statusEnd = c.at
		}
	}
	if w-p.plotStart > leastRivalPlot {
		p.plotStart++ // the axis begins with a number
	}
	if p.statusEnd == 0 {
		p.statusEnd = p.plotStart
	}
}

func (p *rivalPage) drawCells(g *chart.Grid, text func(rivalColumn) chart.Piece) {
	for _, c := range p.columns {
		if cell := text(c); c.at > 0 {
			g.TextWithin(c.at, 0, c.width-1, cell.Text, cell.Style)
		}
	}
}

func (p *rivalPage) drawRow(g *chart.Grid, row rivalRow) {
	const leastBar = 5
	switch {
	case row.isSelected:
		g.Set(0, 0, chart.FocusMark, chart.Accent)
	case row.style != chart.Plain:
		g.Set(0, 0, row.mark, row.style)
	}
	p.drawCells(g, func(c rivalColumn) chart.Piece { return c.cell(row) })
	w, _ := g.Size()
	p.axis.draw(g.Sub(p.plotStart, 0, w, 1), row, p.st.Glyphs)
	status := g.Sub(p.columns[1].at, 0, p.statusEnd-p.columns[1].at-1, 1)
	w, _ = status.Size()
	used := status.TextWithin(0, 0, w, row.status.Text, row.status.Style)
	if bar := w - used - 1; row.State == session.Training && row.Fraction > 0 && bar >= leastBar {
		text := strings.ReplaceAll(chart.Bar(row.Fraction, bar, p.st.Glyphs), " ", string(p.st.Glyphs.ReplaceRune('·')))
		status.Text(used+1, 0, text, row.status.Style)
	}
}

// drawText draws the details above the notes. If not all lines fit, details after the first are
// left out, then notes after the first. If a line is still free, it is a legend of the plot's
// symbols.
func (p *rivalPage) drawText(g *chart.Grid) {
	w, h := g.Size()
	if h < 1 {
		return
	}
	blank, noted := 0, min(len(p.notes), max(1, h-1))
	if h > len(p.details)+len(p.notes) {
		blank = 1
	}
	shown := min(len(p.details), max(0, h-noted-blank))
	if 0 < shown && shown < len(p.details) {
		last := &p.details[shown-1].Text
		*last = p.st.Glyphs.Truncate(*last+" …", w) // some details have no room
	}
	lines := slices.Concat(p.details[:shown], p.notes[:noted])
	if h > blank+len(lines) && shown > 0 {
		lines = append(lines, chart.Dim.Text(p.st.Spell("picture: ● a rival, ◇ LAR trained to the end, │ LAR, ┊ no adaptation")))
	}
	for i, line := range lines {
		g.Text(0, blank+i, line.Text, line.Style)
	}
}

// A rivalAxis maps target scores from lo to hi to screen columns of the plot. noneScore and
// larScore are NaN if unknown.
type rivalAxis struct{ lo, hi, noneScore, larScore float64 }

// newRivalAxis returns an axis without outliers, which would press the other scores together.
// Outliers are, in a regression, the closed form and errors above twice the error of no adaptation;
// in a classification, a closed form that is worse than every other method.
func newRivalAxis(st *stage.Stage, rows []rivalRow) rivalAxis {
	a := rivalAxis{noneScore: math.NaN(), larScore: math.NaN()}
	var firm, loose []float64
	for _, row := range rows {
		score := row.Result.Target
		switch {
		case !row.hasScores():
			continue
		case row.style == chart.ClosedForm:
			loose = append(loose, score)
			continue
		case row.style == chart.NoAdaptation:
			a.noneScore = score
		case row.style == chart.LAR:
			a.larScore = score
		}
		firm = append(firm, score)
	}
	lo, hi := chart.Bounds(firm)
	if st.Task() != model.Regression {
		loose = slices.DeleteFunc(loose, func(v float64) bool { return v < lo })
		a.lo, a.hi = stage.TargetMetric.AxisBounds(st.Task(), firm, loose)
		return a
	}
	if lo < 2*a.noneScore && 2*a.noneScore < hi {
		hi = 2 * a.noneScore
	}
	a.lo, a.hi = chart.ErrorRange([]float64{lo, hi})
	return a
}

const unknownColumn = math.MinInt

// column returns the screen column of the score v: 0 to w−1 on the axis, -1 left of the axis, w
// right of the axis, unknownColumn if v is NaN or w is 0.
func (a rivalAxis) column(v float64, w int) int {
	place := (v - a.lo) / (a.hi - a.lo)
	switch {
	case w < 1 || math.IsNaN(place):
		return unknownColumn
	case place < 0:
		return -1
	case place > 1:
		return w
	}
	return int(math.Round(place * float64(w-1)))
}

func (a rivalAxis) drawEnds(st *stage.Stage, g *chart.Grid) {
	w, _ := g.Size()
	if math.IsNaN(a.lo) || math.IsNaN(a.hi) {
		g.TextWithin(0, 0, w, "no scores", chart.Dim)
		return
	}
	write, better := stage.TargetMetric.FormatTick(st.Task()), "better ▸"
	if write == nil {
		write, better = number.ThreeDigits, "◂ better"
	}
	hi := write(a.hi)
	used := g.Text(0, 0, write(a.lo), chart.Dim)
	middle := w - used - chart.TextWidth(hi)
	if middle > 0 {
		g.TextRight(w, 0, hi, chart.Dim)
	}
	if middle >= chart.TextWidth(better)+2 {
		g.Text(used+(middle-chart.TextWidth(better))/2, 0, better, chart.Dim)
	}
}

// draw draws one line of the plot: the scores of no adaptation and LAR, the mark of the row, and a
// bar from no adaptation to the mark.
func (a rivalAxis) draw(g *chart.Grid, row rivalRow, glyphs chart.Glyphs) {
	w, _ := g.Size()
	set := func(x int, r rune, style chart.Style) { g.Set(x, 0, glyphs.ReplaceRune(r), style) }
	none, lar, at := a.column(a.noneScore, w), a.column(a.larScore, w), a.column(row.Result.Target, w)
	set(none, '┊', chart.NoAdaptation)
	set(lar, '│', chart.LAR)
	if !row.hasScores() || at == unknownColumn {
		return
	}
	for x := min(at, none) + 1; x < max(at, none) && none != unknownColumn; x++ {
		if x != lar {
			set(x, '─', row.style)
		}
	}
	mark, style := row.mark, row.style
	switch {
	case at == w:
		mark, at = '▸', w-1
	case at < 0:
		mark, at = '◂', 0
	}
	if row.isSelected {
		style = chart.Accent
	}
	set(at, mark, style)
}

// describeRival returns lines of at most w columns: scores without a visible column, an error, the
// description, and the settings.
func (p *rivalPage) describeRival(r rivals.Method, row rivalRow, w int) (lines []chart.Piece) {
	const indent = 2
	add := func(text string, style chart.Style, rows int) {
		for _, line := range chart.Wrap(p.st.Spell(text), w-indent, rows) {
			lines = append(lines, style.Text(line))
		}
	}
	var hidden []string
	for _, c := range p.columns {
		if text := strings.TrimSpace(c.cell(row).Text); c.at == 0 && text != "" {
			hidden = append(hidden, c.prefix+text)
		}
	}
	if len(hidden) > 0 {
		add(r.Title+": "+strings.Join(hidden, " · "), chart.Plain, 1)
	}
	if row.State == session.Failed {
		add(row.Err.Error(), chart.Bad, 2)
	}
	add(r.Title+": "+r.About, chart.Plain, 2)
	if right := row.Result.Discriminator; row.State == session.Trained && right > 0 {
		add(fmt.Sprintf("the discriminator of the method predicts the domain of %s of the rows correctly; guessing predicts 50 %%", number.Percent(right, 1)), chart.Plain, 2)
	}
	if d := row.Result.Diagnosis; row.State == session.Trained && d.Neighbour > 0 {
		add(fmt.Sprintf("in the features of the method, 1-NN predicts %s of the target rows right; the best linear model for both domains has a joint error of %s",
			number.Percent(d.Neighbour, 1), number.Percent(d.Joint, 1)), chart.Plain, 2)
	}
	if r.Note != "" {
		add(r.Note, chart.Plain, 3)
	}
	add(allSettingsText(p.st, r, row.RivalEntry), chart.Plain, 2)
	runs := "runs with: " + fixedSettingsText(r)
	if !r.Quick {
		runs += fmt.Sprintf("; seed %d", p.st.Session.Spec.Seed)
	}
	add(runs, chart.Dim, 2)
	return lines
}

func describeRow(st *stage.Stage, row rivalRow) string {
	var parts []string
	if !row.hasScores() {
		parts = append(parts, strings.Join(strings.Fields(row.status.Text), " "))
	} else {
		for _, m := range []stage.Metric{stage.TargetMetric, stage.SourceMetric, stage.ValidationMetric} {
			if v := m.ValueOfRival(row.Result); m == stage.TargetMetric || !math.IsNaN(v) {
				parts = append(parts, m.SubjectName()+" "+st.FormatInSentence(m, v))
			}
		}
	}
	if row.setting != "" {
		parts = append(parts, "with "+strings.NewReplacer("★ to be", "a setting to be", "★ ", "").Replace(row.setting))
	}
	if took := row.elapsedText(); took != "" {
		parts = append(parts, "took "+took)
	}
	return strings.Join(parts, ", ")
}
