package view

import (
	"errors"
	"fmt"
	"math"
	"time"

	"larui/model"
	"larui/model/rivals"
	"larui/tui/chart"
	"larui/tui/number"
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
func (view *rivalsView) liveRows(sc *Scene) []rivalRow {
	s := sc.Solution()
	row := func(name string, mark rune, style chart.Style, e model.Evaluation) rivalRow {
		return rivalRow{
			name: name, mark: mark, style: style, scored: true,
			source: sc.score(e.Source), target: sc.score(e.Target), validation: sc.score(e.Validation),
		}
	}
	lar := row(fmt.Sprintf("LAR, %d epochs", s.Epochs), '│', chart.LAR, s.Descent.Evaluation)
	closed := row("LAR, closed form", '◇', chart.ClosedForm, s.Closed.Evaluation)
	none := row("no adaptation", '┊', chart.NoAdaptation, s.None.Evaluation)
	lar.setting = fmt.Sprintf("k %d, k̃ %d, λ %s", s.K, s.KTilde, number.Short(s.Lambda))
	closed.setting = lar.setting
	none.setting = fmt.Sprintf("%d epochs", s.Epochs)
	lar.took = tookText(sc.Update.Elapsed)
	for r, d := range map[*rivalRow]model.Descent{&lar: s.Descent, &none: s.None} {
		if d.Diverges {
			r.scored, r.status, r.statusStyle = false, "diverges at this rate", chart.Bad
		}
	}
	return []rivalRow{lar, closed, none}
}

// tookText writes how long something took, empty where that is not known.
func tookText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return number.Duration(d)
}

// rivalRows returns the rows of the lineup.
func (view *rivalsView) rivalRows(sc *Scene) []rivalRow {
	var rows []rivalRow
	for i, r := range Lineup() {
		row := view.RivalRow(sc, r)
		row.selected = i == wrapIndex(view.selected, len(Lineup()))
		rows = append(rows, row)
	}
	return rows
}

func (view *rivalsView) RivalRow(sc *Scene, r Rival) rivalRow {
	e, setting := view.RivalEntry(sc, r), view.setting(sc, r)
	row := rivalRow{name: r.Name, mark: '●', style: chart.Plain, statusStyle: chart.Dim, setting: view.settingText(sc, r, setting)}
	switch {
	case !r.Method.Applies(sc.Task()):
		row.status, row.setting = "does not apply: needs classes", ""
	case e.State == rivalTrained:
		row.scored, row.took = true, tookText(e.elapsed)
		row.source, row.target, row.validation = e.result.source, e.result.target, e.result.validation
	case e.State == RivalTraining:
		row.status, row.statusStyle = TrainingText(e), chart.Warning
		row.fraction = e.Fraction
	case e.State == rivalWaiting:
		row.status, row.statusStyle = "waiting", chart.Warning
	case e.State == RivalCancelled:
		row.status = "cancelled"
	case errors.Is(e.Err, rivals.ErrDiverged):
		row.status, row.statusStyle = "diverged", chart.Bad
	case e.State == RivalFailed:
		row.status, row.statusStyle = "failed", chart.Bad
	default:
		row.status = "not trained"
	}
	return row
}

// TrainingText says how far a training is and, once that can be told, how long it
// will yet take.
func TrainingText(e RivalEntry) string {
	text := fmt.Sprintf("training %2.0f %%", math.Floor(100*e.Fraction))
	const telling = 0.05
	if left := time.Duration(float64(e.elapsed) * (1 - e.Fraction) / e.Fraction); e.Fraction > telling && left > time.Second {
		text += fmt.Sprintf(", %.0f s left", left.Seconds())
	}
	return text
}

// settingText writes a setting of a rival; one that the validation rows have
// chosen is starred.
func (view *rivalsView) settingText(sc *Scene, r Rival, setting int) string {
	if !r.isChoice(setting) {
		return settingName(r.Method.Grid[setting])
	}
	if e := view.Board[view.rivalKey(sc, r, setting)]; e.State == rivalTrained {
		return "★ " + settingName(e.result.hyper)
	}
	return "★ to be chosen"
}

// Widths of the columns of the table, each with the blank after it.
const (
	rivalScoreWidth  = 10
	rivalChangeWidth = 11
	rivalTookWidth   = 9
	leastRivalPlot   = 12
)

// settingWidth is the width of the column of settings: the longest of usual ones fits,
// as the glyphs spell it.
func (view *rivalsView) settingWidth(sc *Scene) int {
	return chart.TextWidth(sc.Spell("k 256, k̃ 256, λ 1000")) + 1
}

// rivalColumns are where columns of the table begin; 0 for one without room.
type rivalColumns struct {
	name, target, change, source, validation, setting, took, plot, end int
}

// rivalLayout divides w columns: what has no room gives way from the last on, the
// picture never.
func (view *rivalsView) rivalLayout(sc *Scene, w int) rivalColumns {
	name := 23
	if w >= fullWidth-2 {
		name = 27
	}
	c := rivalColumns{name: 2, target: name, change: name + rivalScoreWidth, end: w}
	next := c.change + rivalChangeWidth
	place := func(to *int, width int) {
		if w-next-width >= leastRivalPlot {
			*to = next
			next += width
		}
	}
	place(&c.source, rivalScoreWidth)
	if CanChoose(sc.Update.Session) {
		place(&c.validation, rivalScoreWidth+1)
	}
	place(&c.setting, view.settingWidth(sc))
	place(&c.took, rivalTookWidth)
	c.plot = next
	if w-next > leastRivalPlot {
		c.plot++ // the axis begins with a number
	}
	return c
}

// drawRivalHead names the columns.
func (view *rivalsView) drawRivalHead(sc *Scene, g *chart.Grid, c rivalColumns, shown string, axis rivalAxis) {
	g.Text(c.name, 0, chart.Truncate("method"+shown, c.target-c.name-1), chart.Dim)
	for _, column := range []struct {
		at    int
		text  string
		style chart.Style
	}{
		{c.target, "target", chart.Target}, {c.change, "over none", chart.Dim}, {c.source, "source", chart.Source},
		{c.validation, "validation", chart.Dim}, {c.setting, "setting", chart.Dim}, {c.took, "took", chart.Dim},
	} {
		if column.at > 0 {
			g.Text(column.at, 0, column.text, column.style)
		}
	}
	axis.drawHead(g.Sub(c.plot, 0, c.end-c.plot, 1), sc)
}

// drawRivalRow draws a row: its numbers or why there are none, and its place in
// the picture.
func (view *rivalsView) drawRivalRow(sc *Scene, g *chart.Grid, c rivalColumns, row rivalRow, axis rivalAxis) {
	style := row.style
	switch {
	case row.selected:
		g.Set(0, 0, chart.FocusMark, chart.Accent)
		style = chart.Accent
	case row.style != chart.Plain:
		g.Set(0, 0, row.mark, row.style)
	}
	g.Text(c.name, 0, chart.Truncate(sc.Spell(row.name), c.target-c.name-1), style)
	if c.setting > 0 {
		g.Text(c.setting, 0, chart.Truncate(sc.Spell(row.setting), view.settingWidth(sc)-1), chart.Dim)
	}
	axis.drawLines(g.Sub(c.plot, 0, c.end-c.plot, 1))
	if !row.scored {
		view.drawRivalStatus(sc, g, c, row)
		return
	}
	g.Text(c.target, 0, view.rivalScore(sc, row.target), chart.Bold)
	if none := axis.none; !math.IsNaN(none) && row.style != chart.NoAdaptation {
		text, style := sc.changeColumn(none, row.target)
		g.Text(c.change, 0, sc.Spell(text), style)
	}
	if c.source > 0 {
		g.Text(c.source, 0, view.rivalScore(sc, row.source), chart.Plain)
	}
	if c.validation > 0 {
		g.Text(c.validation, 0, view.rivalScore(sc, row.validation), chart.Plain)
	}
	if c.took > 0 {
		g.Text(c.took, 0, row.took, chart.Dim)
	}
	axis.drawMark(g.Sub(c.plot, 0, c.end-c.plot, 1), row)
}

// rivalScore writes a score within its column.
func (view *rivalsView) rivalScore(sc *Scene, v float64) string {
	return chart.Truncate(sc.formatScore(v), rivalScoreWidth-1)
}

// drawRivalStatus says why there are no numbers, with a bar while it trains.
func (view *rivalsView) drawRivalStatus(sc *Scene, g *chart.Grid, c rivalColumns, row rivalRow) {
	end := c.plot
	if c.setting > 0 {
		end = c.setting
	}
	room := end - c.target - 1
	used := g.Text(c.target, 0, chart.Truncate(row.status, room), row.statusStyle)
	const leastBar = 5
	if bar := room - used - 1; row.fraction > 0 && bar >= leastBar {
		for x, r := range []rune(chart.Bar(row.fraction, bar, sc.Glyphs)) {
			if r == ' ' {
				r = sc.Glyphs.Rune('·')
			}
			g.Set(c.target+used+1+x, 0, r, row.statusStyle)
		}
	}
}
