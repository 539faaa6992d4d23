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

// A rivalRow is one line of the table: a method, the state of its training, and its scores.
type rivalRow struct {
	session.RivalEntry
	name string
	// mark is drawn at the method's score in the plot.
	mark  rune
	style chart.Style
	// status is the reason why there are no scores, with empty text if there are.
	status   chart.Piece
	setting  string
	selected bool
}

func (r rivalRow) scored() bool { return r.status.Text == "" }

// elapsedText returns the duration of the training, empty if unknown.
func (r rivalRow) elapsedText() string {
	if !r.scored() || r.Elapsed == 0 {
		return ""
	}
	return number.Duration(r.Elapsed)
}

// liveRows returns the rows of LAR, LAR trained to the end, and no adaptation.
func liveRows(st *stage.Stage) []rivalRow {
	s := st.Solution
	setting := fmt.Sprintf("k %d, k̃ %d, λ %s", s.K, s.KTilde, number.Short(s.Lambda))
	epochs := session.TrainedFor("", s.Epochs)
	row := func(name string, mark rune, style chart.Style, setting string, e model.Evaluation, diverges bool) rivalRow {
		row := rivalRow{name: name, mark: mark, style: style, setting: setting}
		row.Result.Source, row.Result.Target = st.Score(e.Source), st.Score(e.Target)
		row.Result.Validation = st.Score(e.Validation)
		if diverges {
			row.status = chart.Styled("diverges at this rate", chart.Bad)
		}
		return row
	}
	lar := row("LAR, "+epochs, '│', chart.LAR, setting, s.Descent.Evaluation, s.Descent.Diverges)
	lar.Elapsed = st.Elapsed
	return []rivalRow{
		lar,
		row("LAR, "+strings.TrimPrefix(stage.ClosedFormName(s), "trained "), '◇', chart.ClosedForm, setting, s.Closed.Evaluation, false),
		row(stage.NoAdaptation, '┊', chart.NoAdaptation, epochs, s.None.Evaluation, s.None.Diverges),
	}
}

func rowOf(st *stage.Stage, r rivals.Method) rivalRow {
	e := EntryOf(st, r)
	row := rivalRow{RivalEntry: e, name: r.Title, mark: '●', style: chart.Plain, setting: settingText(st, r, e)}
	switch {
	case !r.Applies(st.Task()):
		row.status, row.setting = chart.Styled("does not apply: needs classes", chart.Dim), ""
	case e.State == session.Trained:
	case e.State == session.Training:
		row.status = chart.Styled(TrainingText(e), chart.Warning)
	case e.State == session.Waiting:
		row.status = chart.Styled("waiting", chart.Warning)
	case e.State == session.Cancelled:
		row.status = chart.Styled("cancelled", chart.Dim)
	case errors.Is(e.Err, rivals.ErrDiverged):
		row.status = chart.Styled("diverged", chart.Bad)
	case e.State == session.Failed:
		row.status = chart.Styled("failed", chart.Bad)
	default:
		row.status = chart.Styled("not trained", chart.Dim)
	}
	return row
}

// A rivalColumn is a column of the table. It begins at column at, 0 if there is no room for it.
// width includes the blank after it.
type rivalColumn struct {
	title     string
	style     chart.Style
	at, width int
	// cell returns the text of a row; aside stands before it in the details if the column is
	// hidden.
	cell  func(rivalRow) chart.Piece
	aside string
}

// A rivalPage is the content of the view laid out for its size: LAR and no adaptation, list rivals
// from index top on, a plot to their right, and text below them.
type rivalPage struct {
	st        *stage.Stage
	live, all []rivalRow
	columns   []rivalColumn
	axis      rivalAxis
	// plot is the first column of the plot. status is the first column after the text that replaces
	// missing scores.
	plot, status int
	top, list    int
	// details describe the selected rival, notes all rivals.
	details, notes []chart.Piece
}

// newPage lays out a panel of w×h cells around the selected rival.
func newPage(st *stage.Stage, selected, w, h int) *rivalPage {
	p := &rivalPage{st: st, live: liveRows(st), notes: rivalNotes(st, w-2)}
	all := st.State.Methods()
	for i, r := range all {
		row := rowOf(st, r)
		row.selected = i == selected
		p.all = append(p.all, row)
	}
	p.axis = newRivalAxis(st, slices.Concat(p.live, p.all))
	p.layOut(w - 1)
	p.details = p.detailsOf(all[selected], p.all[selected], w-2)
	// The list gets room first, then one note and one detail, then the other lines.
	const leastList = 4
	methods := len(p.all)
	rows := max(0, h-1-len(p.live))
	below := min(len(p.details)+len(p.notes)+1, max(min(2, rows-leastList), rows-methods))
	p.list = min(rows-max(0, below), methods)
	p.top = max(0, min(selected-p.list/2, methods-p.list))
	return p
}

// leastRivalPlot is the least width of the plot in columns.
const leastRivalPlot = 12

// layOut divides w columns among the table and the plot. A column after the first three is hidden
// if it would leave less than leastRivalPlot columns for the plot.
func (p *rivalPage) layOut(w int) {
	const score, kept = 10, 3
	st, name := p.st, 21
	if w >= stage.FullWidth-2 {
		name = 25
	}
	of := func(m stage.Metric, style chart.Style) func(rivalRow) chart.Piece {
		return func(row rivalRow) chart.Piece {
			if !row.scored() {
				return chart.Piece{}
			}
			return chart.Styled(st.FormatScore(m.OfRival(row.Result)), style)
		}
	}
	p.columns = []rivalColumn{
		{style: chart.Dim, width: name, cell: func(row rivalRow) chart.Piece {
			if row.selected {
				return chart.Styled(row.name, chart.Accent)
			}
			return chart.Styled(row.name, row.style)
		}},
		{title: "target", style: chart.Target, width: score, cell: of(stage.TargetMetric, chart.Bold)},
		{title: "gained", style: chart.Dim, width: score + 1, cell: func(row rivalRow) chart.Piece {
			if !row.scored() || row.style == chart.NoAdaptation || math.IsNaN(p.axis.none) {
				return chart.Piece{}
			}
			text, style := st.ChangeColumn(p.axis.none, row.Result.Target)
			return chart.Styled(text, style)
		}},
		{title: "fitted", style: chart.Source, width: score, aside: "fitted ", cell: of(stage.SourceMetric, chart.Plain)},
		{title: "validation", style: chart.Dim, width: score + 1, aside: "validation ",
			cell: of(stage.ValidationMetric, chart.Plain)},
		// The column fits the longest usual setting as the present glyphs write it.
		{title: "setting", style: chart.Dim, width: chart.TextWidth(st.Spell("k 256, k̃ 256, λ 1000")) + 1,
			cell: func(row rivalRow) chart.Piece { return chart.Styled(row.setting, chart.Dim) }},
		{title: "took", style: chart.Dim, width: score - 1, aside: "in ",
			cell: func(row rivalRow) chart.Piece { return chart.Styled(row.elapsedText(), chart.Dim) }},
	}
	if !st.Session.CanChoose() {
		p.columns = slices.DeleteFunc(p.columns, func(c rivalColumn) bool { return c.title == "validation" })
	}
	p.plot = 2
	for i := range p.columns {
		c := &p.columns[i]
		if i >= kept && w-p.plot-c.width < leastRivalPlot {
			continue
		}
		c.at = p.plot
		p.plot += c.width
		if c.title == "setting" {
			p.status = c.at
		}
	}
	if w-p.plot > leastRivalPlot {
		p.plot++ // the axis begins with a number
	}
	if p.status == 0 {
		p.status = p.plot
	}
}

// drawCells writes one text in each visible column.
func (p *rivalPage) drawCells(g *chart.Grid, text func(rivalColumn) chart.Piece) {
	for _, c := range p.columns {
		if cell := text(c); c.at > 0 {
			g.Text(c.at, 0, chart.Truncate(p.st.Spell(cell.Text), c.width-1), cell.Style)
		}
	}
}

// drawRow draws the scores of a row, or its status with a bar while it trains, and its mark in the
// plot.
func (p *rivalPage) drawRow(g *chart.Grid, row rivalRow) {
	const leastBar = 5
	switch {
	case row.selected:
		g.Set(0, 0, chart.FocusMark, chart.Accent)
	case row.style != chart.Plain:
		g.Set(0, 0, row.mark, row.style)
	}
	p.drawCells(g, func(c rivalColumn) chart.Piece { return c.cell(row) })
	w, _ := g.Size()
	p.axis.draw(g.Sub(p.plot, 0, w, 1), row, p.st.Glyphs)
	status := g.Sub(p.columns[1].at, 0, p.status-p.columns[1].at-1, 1)
	w, _ = status.Size()
	used := status.Text(0, 0, chart.Truncate(row.status.Text, w), row.status.Style)
	if bar := w - used - 1; row.State == session.Training && row.Fraction > 0 && bar >= leastBar {
		text := strings.ReplaceAll(chart.Bar(row.Fraction, bar, p.st.Glyphs), " ", string(p.st.Glyphs.Rune('·')))
		status.Text(used+1, 0, text, row.status.Style)
	}
}

// drawText draws the details and below them the notes, at least the first one. Lines without room
// are left out.
func (p *rivalPage) drawText(g *chart.Grid) {
	w, h := g.Size()
	if h < 1 {
		return
	}
	blank, noted := 0, max(1, min(len(p.notes), h-len(p.details)))
	if h > len(p.details)+len(p.notes) {
		blank = 1
	}
	lines := slices.Concat(p.details[:min(len(p.details), max(0, h-noted-blank))], p.notes[:noted])
	if noted < len(p.notes) {
		last := &lines[len(lines)-1].Text
		*last = p.st.Glyphs.Truncate(*last+" …", w) // there is more
	}
	for i, line := range lines {
		g.Text(0, blank+i, line.Text, line.Style)
	}
}

// A rivalAxis maps target scores to columns of the plot. none and lar are the scores of no
// adaptation and LAR, NaN if unknown.
type rivalAxis struct{ lo, hi, none, lar float64 }

// newRivalAxis returns an axis over the scores of all rows. It leaves out errors beyond twice the
// error of no adaptation, and a closed form worse than all others, because the other scores would
// fall together.
func newRivalAxis(st *stage.Stage, rows []rivalRow) rivalAxis {
	a := rivalAxis{none: math.NaN(), lar: math.NaN()}
	var firm, loose []float64
	for _, row := range rows {
		score := row.Result.Target
		switch {
		case !row.scored():
			continue
		case row.style == chart.ClosedForm:
			loose = append(loose, score)
			continue
		case row.style == chart.NoAdaptation:
			a.none = score
		case row.style == chart.LAR:
			a.lar = score
		}
		firm = append(firm, score)
	}
	lo, hi := chart.Bounds(firm)
	if st.Task() != model.Regression {
		loose = slices.DeleteFunc(loose, func(v float64) bool { return v < lo })
		a.lo, a.hi = stage.TargetMetric.Axis(st.Task(), firm, loose)
		return a
	}
	if lo < 2*a.none && 2*a.none < hi {
		hi = 2 * a.none
	}
	a.lo, a.hi = chart.ErrorRange([]float64{lo, hi})
	return a
}

// unknownColumn is the column of an unknown score.
const unknownColumn = math.MinInt

// column returns the column of a score in a plot of w columns: -1 if the score is left of the plot, w
// if right of it.
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

// drawHead draws both ends of the axis and the direction of better scores.
func (a rivalAxis) drawHead(st *stage.Stage, g *chart.Grid) {
	w, _ := g.Size()
	if math.IsNaN(a.lo) || math.IsNaN(a.hi) {
		g.Text(0, 0, chart.Truncate("no scores", w), chart.Dim)
		return
	}
	write, better := stage.TargetMetric.FormatTick(st.Task()), "better ▸"
	if write == nil {
		write, better = number.Measure, "◂ better"
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

// draw draws the lines of no adaptation and LAR, the mark of the row, and a bar from no adaptation
// to the mark.
func (a rivalAxis) draw(g *chart.Grid, row rivalRow, glyphs chart.Glyphs) {
	w, _ := g.Size()
	set := func(x int, r rune, style chart.Style) { g.Set(x, 0, glyphs.Rune(r), style) }
	none, lar, at := a.column(a.none, w), a.column(a.lar, w), a.column(row.Result.Target, w)
	set(none, '┊', chart.NoAdaptation)
	set(lar, '│', chart.LAR)
	if !row.scored() || at == unknownColumn {
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
	if row.selected {
		style = chart.Accent
	}
	set(at, mark, style)
}

// detailsOf returns lines of at most w columns about a rival, the most important first: hidden
// columns, failure, description, settings.
func (p *rivalPage) detailsOf(r rivals.Method, row rivalRow, w int) (lines []chart.Piece) {
	const indent = 2
	add := func(text string, style chart.Style, rows int) {
		for _, line := range chart.Wrap(p.st.Spell(text), w-indent, rows) {
			lines = append(lines, chart.Styled(line, style))
		}
	}
	var hidden []string
	for _, c := range p.columns {
		if text := strings.TrimSpace(c.cell(row).Text); c.at == 0 && text != "" {
			hidden = append(hidden, c.aside+text)
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
		add("its discriminator finds the domain of "+number.Percent(right, 1)+" of the rows; by chance it would be half", chart.Plain, 2)
	}
	if d := row.Result.Diagnosis; row.State == session.Trained && d.Neighbour > 0 {
		add("in its features 1-NN gets "+number.Percent(d.Neighbour, 1)+" of the target right; joint error of the best linear model for both: "+number.Percent(d.Joint, 1), chart.Plain, 2)
	}
	if r.Note != "" {
		add(r.Note, chart.Plain, 3)
	}
	add(settingsText(p.st, r, row.RivalEntry), chart.Plain, 2)
	add("runs with: "+fixedSettings(r), chart.Dim, 2)
	return lines
}

// rowInWords returns the scores of a row in words, or why they are missing.
func rowInWords(st *stage.Stage, row rivalRow) string {
	parts := []string{strings.Join(strings.Fields(row.status.Text), " ")}
	if row.scored() {
		parts = nil
	}
	for _, m := range []stage.Metric{stage.TargetMetric, stage.SourceMetric, stage.ValidationMetric} {
		if v := m.OfRival(row.Result); row.scored() && (m == stage.TargetMetric || !math.IsNaN(v)) {
			parts = append(parts, m.Side()+" "+st.SpokenMetric(m, v))
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
