package view

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"larui/model"
	"larui/model/rivals"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// A rivalRow is one line of the table of rivals.
type rivalRow struct {
	name string
	// mark is what stands for it in the picture beside its score.
	mark  rune
	style chart.Style
	// scored tells that the numbers are there; else status says why not.
	scored                     bool
	source, target, validation float64
	status                     string
	statusStyle                chart.Style
	// fraction is how far a training is, 0 where none runs.
	fraction      float64
	setting, took string
	selected      bool
}

// liveRows returns the rows of what every turn solves: LAR and no adaptation.
func liveRows(sc *Scene) []rivalRow {
	s := sc.Solution()
	row := func(name string, mark rune, style chart.Style, e model.Evaluation, diverges bool) rivalRow {
		row := rivalRow{
			name: name, mark: mark, style: style, scored: !diverges,
			source: sc.score(e.Source), target: sc.score(e.Target), validation: sc.score(e.Validation),
			setting: fmt.Sprintf("k %d, k̃ %d, λ %s", s.K, s.KTilde, number.Short(s.Lambda)),
		}
		if diverges {
			row.status, row.statusStyle = "diverges at this rate", chart.Bad
		}
		return row
	}
	lar := row(fmt.Sprintf("LAR, %d epochs", s.Epochs), '│', chart.LAR, s.Descent.Evaluation, s.Descent.Diverges)
	closed := row("LAR, closed form", '◇', chart.ClosedForm, s.Closed.Evaluation, false)
	none := row("no adaptation", '┊', chart.NoAdaptation, s.None.Evaluation, s.None.Diverges)
	lar.took, none.setting = tookText(sc.Update.Elapsed), fmt.Sprintf("%d epochs", s.Epochs)
	return []rivalRow{lar, closed, none}
}

// tookText writes how long something took, empty where that is not known.
func tookText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return number.Duration(d)
}

// rowOf returns the row of a rival.
func rowOf(sc *Scene, r rivals.Method) rivalRow {
	e := rivalEntry(sc, r)
	row := rivalRow{name: r.Title, mark: '●', style: chart.Plain, statusStyle: chart.Dim, setting: settingText(sc, r)}
	switch {
	case !r.Applies(sc.Task()):
		row.status, row.setting = "does not apply: needs classes", ""
	case e.State == session.Trained:
		row.scored, row.took = true, tookText(e.Elapsed)
		row.source, row.target, row.validation = e.Result.Source, e.Result.Target, e.Result.Validation
	case e.State == session.Training:
		row.status, row.statusStyle, row.fraction = TrainingText(e), chart.Warning, e.Fraction
	case e.State == session.Waiting:
		row.status, row.statusStyle = "waiting", chart.Warning
	case e.State == session.Cancelled:
		row.status = "cancelled"
	case errors.Is(e.Err, rivals.ErrDiverged):
		row.status, row.statusStyle = "diverged", chart.Bad
	case e.State == session.Failed:
		row.status, row.statusStyle = "failed", chart.Bad
	default:
		row.status = "not trained"
	}
	return row
}

// TrainingText says how far a training is and, once that can be told, how long it
// will yet take.
func TrainingText(e session.RivalEntry) string {
	text := fmt.Sprintf("training %2.0f %%", math.Floor(100*e.Fraction))
	const telling = 0.05
	if left := time.Duration(float64(e.Elapsed) * (1 - e.Fraction) / e.Fraction); e.Fraction > telling && left > time.Second {
		text += fmt.Sprintf(", %.0f s left", left.Seconds())
	}
	return text
}

// A rivalColumn is a column of the table, from at on, or 0 for one without room. Its
// width counts the blank after it.
type rivalColumn struct {
	title     string
	style     chart.Style
	at, width int
}

// The columns of the table; the picture has what is left.
const (
	nameColumn = iota
	targetColumn
	changeColumn
	sourceColumn
	validationColumn
	settingColumn
	tookColumn
	plotColumn

	rivalScoreWidth = 10
	leastRivalPlot  = 12
)

// rivalColumns divides w columns: what has no room gives way from the last on, the
// picture never.
func rivalColumns(sc *Scene, w int) []rivalColumn {
	name := 21
	if w >= fullWidth-2 {
		name = 25
	}
	columns := []rivalColumn{
		{style: chart.Dim, width: name},
		{title: "target", style: chart.Target, width: rivalScoreWidth},
		{title: "over none", style: chart.Dim, width: 11},
		{title: "source", style: chart.Source, width: rivalScoreWidth},
		{title: "validation", style: chart.Dim, width: rivalScoreWidth + 1},
		// The longest of usual ones fits, as the glyphs spell it.
		{title: "setting", style: chart.Dim, width: chart.TextWidth(sc.Spell("k 256, k̃ 256, λ 1000")) + 1},
		{title: "took", style: chart.Dim, width: 9},
	}
	next := 2
	for i := range columns {
		if c := &columns[i]; i <= changeColumn || w-next-c.width >= leastRivalPlot && (i != validationColumn || sc.Update.Session.CanChoose()) {
			c.at = next
			next += c.width
		}
	}
	if w-next > leastRivalPlot {
		next++ // the axis begins with a number
	}
	return append(columns, rivalColumn{at: next, width: w - next})
}

// drawCells writes a text in each column that has room.
func drawCells(g *chart.Grid, columns []rivalColumn, cells []piece) {
	for i, cell := range cells {
		if c := columns[i]; c.at > 0 && cell.text != "" {
			g.Text(c.at, 0, chart.Truncate(cell.text, c.width-1), cell.style)
		}
	}
}

// plotOf returns the column of the picture.
func plotOf(g *chart.Grid, columns []rivalColumn) *chart.Grid {
	c := columns[plotColumn]
	return g.Sub(c.at, 0, c.width, 1)
}

// drawRivalHead names the columns, the first one by a text.
func drawRivalHead(sc *Scene, g *chart.Grid, columns []rivalColumn, name string, axis rivalAxis) {
	cells := []piece{{name, chart.Dim}}
	for _, c := range columns[targetColumn:plotColumn] {
		cells = append(cells, piece{c.title, c.style})
	}
	drawCells(g, columns, cells)
	axis.drawHead(plotOf(g, columns), sc)
}

// drawRivalRow draws a row: its numbers or why there are none, and its place in the
// picture.
func drawRivalRow(sc *Scene, g *chart.Grid, columns []rivalColumn, row rivalRow, axis rivalAxis) {
	style := row.style
	switch {
	case row.selected:
		g.Set(0, 0, chart.FocusMark, chart.Accent)
		style = chart.Accent
	case row.style != chart.Plain:
		g.Set(0, 0, row.mark, row.style)
	}
	cells := []piece{nameColumn: {sc.Spell(row.name), style}, settingColumn: {sc.Spell(row.setting), chart.Dim}, tookColumn: {}}
	if row.scored {
		cells[targetColumn] = piece{sc.formatScore(row.target), chart.Bold}
		if row.style != chart.NoAdaptation && !math.IsNaN(axis.none) {
			text, style := sc.changeColumn(axis.none, row.target)
			cells[changeColumn] = piece{sc.Spell(text), style}
		}
		cells[sourceColumn], cells[validationColumn] = piece{sc.formatScore(row.source), chart.Plain}, piece{sc.formatScore(row.validation), chart.Plain}
		cells[tookColumn] = piece{row.took, chart.Dim}
	}
	drawCells(g, columns, cells)
	axis.drawLines(plotOf(g, columns))
	if row.scored {
		axis.drawMark(plotOf(g, columns), row)
		return
	}
	from, end := columns[targetColumn].at, columns[plotColumn].at
	if at := columns[settingColumn].at; at > 0 {
		end = at
	}
	drawRivalStatus(sc, g.Sub(from, 0, end-from-1, 1), row)
}

// drawRivalStatus says why there are no numbers, with a bar while it trains.
func drawRivalStatus(sc *Scene, g *chart.Grid, row rivalRow) {
	w, _ := g.Size()
	used := g.Text(0, 0, chart.Truncate(row.status, w), row.statusStyle)
	const leastBar = 5
	if bar := w - used - 1; row.fraction > 0 && bar >= leastBar {
		for x, r := range []rune(chart.Bar(row.fraction, bar, sc.Glyphs)) {
			if r == ' ' {
				r = sc.Glyphs.Rune('·')
			}
			g.Set(used+1+x, 0, r, row.statusStyle)
		}
	}
}

// A rivalAxis places target scores in the picture beside the table.
type rivalAxis struct {
	lo, hi    float64
	none, lar float64
	glyphs    chart.Glyphs
}

// newRivalAxis returns the axis on which all scores have their place, but for errors
// far beyond that of no adaptation and a closed form worse than all others, beside
// which these would look alike.
func newRivalAxis(sc *Scene, rows []rivalRow) rivalAxis {
	a := rivalAxis{none: math.NaN(), lar: math.NaN(), glyphs: sc.Glyphs}
	var firm, loose []float64
	for _, row := range rows {
		if !row.scored {
			continue
		}
		switch row.style {
		case chart.ClosedForm:
			loose = append(loose, row.target)
			continue
		case chart.NoAdaptation:
			a.none = row.target
		case chart.LAR:
			a.lar = row.target
		}
		firm = append(firm, row.target)
	}
	lo, hi := bounds(firm)
	if sc.Task() != model.Regression {
		loose = slices.DeleteFunc(loose, func(v float64) bool { return v < lo })
		a.lo, a.hi = sc.scoreRange(firm, loose)
		return a
	}
	if lo < 2*a.none && 2*a.none < hi {
		hi = 2 * a.none
	}
	a.lo, a.hi = errorRange([]float64{lo, hi})
	return a
}

// at returns the column of a score in a picture of w columns, held at its edges;
// beyond tells on which side it is out of it. False where it is not known.
func (a rivalAxis) at(v float64, w int) (x, beyond int, ok bool) {
	place := (v - a.lo) / (a.hi - a.lo)
	switch {
	case w < 1 || math.IsNaN(place):
		return 0, 0, false
	case place < 0:
		return 0, -1, true
	case place > 1:
		return w - 1, 1, true
	}
	return int(math.Round(place * float64(w-1))), 0, true
}

// drawHead writes the ends of the axis and which of them is better.
func (a rivalAxis) drawHead(g *chart.Grid, sc *Scene) {
	w, _ := g.Size()
	if math.IsNaN(a.lo) || math.IsNaN(a.hi) {
		g.Text(0, 0, chart.Truncate("no scores", w), chart.Dim)
		return
	}
	write, better := formatTick(sc), "better ▸"
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

// drawLines draws where no adaptation and LAR are, through all rows.
func (a rivalAxis) drawLines(g *chart.Grid) {
	w, _ := g.Size()
	if x, beyond, ok := a.at(a.none, w); ok && beyond == 0 {
		g.Set(x, 0, a.glyphs.Rune('┊'), chart.NoAdaptation)
	}
	if x, beyond, ok := a.at(a.lar, w); ok && beyond == 0 {
		g.Set(x, 0, a.glyphs.Rune('│'), chart.LAR)
	}
}

// drawMark draws a row's own mark, and how far it is from no adaptation.
func (a rivalAxis) drawMark(g *chart.Grid, row rivalRow) {
	w, _ := g.Size()
	x, beyond, ok := a.at(row.target, w)
	if !ok {
		return
	}
	if from, _, ok := a.at(a.none, w); ok {
		for between := min(x, from) + 1; between < max(x, from); between++ {
			if g.At(between, 0).Style != chart.LAR {
				g.Set(between, 0, a.glyphs.Rune('─'), row.style)
			}
		}
	}
	mark, style := row.mark, row.style
	switch {
	case beyond > 0:
		mark = '▸'
	case beyond < 0:
		mark = '◂'
	}
	if row.selected {
		style = chart.Accent
	}
	g.Set(x, 0, a.glyphs.Rune(mark), style)
}
