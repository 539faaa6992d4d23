package target

import (
	"context"
	"fmt"
	"math"
	"slices"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/session"
	"larui/tui/stage"
)

// Several is the view of all targets of one source, one a row: whether a shift is found, what LAR
// changes, and the scores. Enter opens a target.
type Several struct {
	stage.Still
	// selected is the selected row, from 1; 0 selects the open target.
	selected int
}

// Memory returns the selected row, which the view keeps between runs.
func (v *Several) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"selected": stage.Below(&v.selected, math.MaxInt)}
}

// Info returns the key, the name and the description of the view.
func (v *Several) Info() stage.Info {
	return stage.Info{Key: "9", Name: "targets", Title: "targets of the source", Alone: true,
		Plots: "several targets of the source: AUC of a classifier of domains, predictions that LAR changes, scores",
		About: "say of each target of the source whether it is shifted, what LAR changes and the scores"}
}

// oneTarget is shown if only one target is open.
const oneTarget = "only one target is open: to compare several, open a folder as the target with {open}, or repeat --target"

// openingTargets is shown until the first targets are open.
const openingTargets = "opening the targets …"

// Keys returns the keys of the view.
func (v *Several) Keys() []stage.Key {
	move := func(n int) func(*stage.Stage) stage.Intent {
		return func(st *stage.Stage) stage.Intent { return v.Wheel(st, n) }
	}
	idle := func(st *stage.Stage) string {
		switch survey, _ := st.Update.Survey(st.State.Params); {
		case len(st.State.Spec.Targets) == 0 || survey != nil && survey.Of == 1:
			return oneTarget
		case survey == nil || len(survey.Rows) < 2:
			return openingTargets
		}
		return ""
	}
	return []stage.Key{
		{Name: "targets.open", Keys: []string{"enter", "x"}, Hint: "open it", Help: "targets: open the selected one", Idle: idle, Do: v.open},
		{Name: "targets.previous", Keys: []string{"up", "K", "k"}, Hint: "target", Help: "targets: select the one before, the next one", Idle: idle, Do: move(-1)},
		{Name: "targets.next", Keys: []string{"down", "J", "j"}, Hint: "target", Idle: idle, Do: move(1)},
	}
}

// Jobs returns the job that opens and solves the targets.
func (v *Several) Jobs(st *stage.Stage) []session.Job {
	return []session.Job{session.SurveyJob(st.State.Params)}
}

// rowsOf returns the rows known so far.
func rowsOf(st *stage.Stage) []session.TargetRow {
	if survey, _ := st.Update.Survey(st.State.Params); survey != nil {
		return survey.Rows
	}
	return nil
}

func (v *Several) open(st *stage.Stage) stage.Intent {
	rows := rowsOf(st)
	row := rows[v.selectedIndex(st, rows)]
	switch {
	case row.Err != nil:
		return stage.Tell("%s", reasonOf(row))
	case row.Target == st.State.Spec.Target:
		return stage.Tell("this target is open: {view-explore} shows it")
	}
	at, err := st.Update.Session.At(st.State, row.Target)
	if err != nil {
		return stage.Tell("%s", session.PlainError(err))
	}
	return stage.Intent{Kind: stage.Open, Opening: at}
}

// Wheel moves the selection n rows down.
func (v *Several) Wheel(st *stage.Stage, n int) stage.Intent {
	rows := rowsOf(st)
	v.selected = 1 + stage.WrapIndex(v.selectedIndex(st, rows)+n, len(rows))
	return stage.Intent{}
}

// selectedIndex returns the index of the selected row.
func (v *Several) selectedIndex(st *stage.Stage, rows []session.TargetRow) int {
	if v.selected > 0 {
		return min(v.selected, len(rows)) - 1
	}
	return max(0, slices.IndexFunc(rows, func(r session.TargetRow) bool { return r.Target == st.State.Spec.Target }))
}

// Click selects the clicked row. A click on the selected row opens it.
func (v *Several) Click(st *stage.Stage, _, y int) stage.Intent {
	_, h := st.Inner()
	rows := rowsOf(st)
	top, shown := visibleRows(len(rows), v.selectedIndex(st, rows), h)
	at := top + y - 1
	switch {
	case y < 1 || y > shown:
		return stage.Intent{}
	case at != v.selectedIndex(st, rows):
		v.selected = at + 1
		return stage.Intent{}
	}
	return v.open(st)
}

// visibleRows returns the first row and the number of rows with room in h lines, around the selected
// one. The other lines are one of headings and three of text.
func visibleRows(rows, selected, h int) (top, shown int) {
	const around = 4
	shown = max(0, min(rows, h-around))
	return max(0, min(selected-shown/2, rows-shown)), shown
}

type targetColumn struct {
	title string
	width int
	cell  func(session.TargetRow) chart.Piece
	// bar returns the length of a bar behind the text, from 0 to 1. It is nil for a column without
	// bars.
	bar func(session.TargetRow) float64
}

// columnsOf returns the columns with room in w, the most important first.
func columnsOf(st *stage.Stage, rows []session.TargetRow, w int) (fit []targetColumn) {
	name := 8
	for _, r := range rows {
		name = max(name, chart.TextWidth(r.Name()))
	}
	score := func(of func(session.TargetRow) float64, style chart.Style) func(session.TargetRow) chart.Piece {
		return func(r session.TargetRow) chart.Piece { return chart.Styled(st.FormatScore(of(r)), style) }
	}
	none := func(r session.TargetRow) float64 { return st.Score(r.None.Target) }
	lar := func(r session.TargetRow) float64 { return st.Score(r.LAR.Target) }
	barred := 0
	if w >= stage.FullWidth-2 {
		barred = 10
	}
	all := []targetColumn{
		{title: "target", width: min(name, w/4) + 2, cell: func(r session.TargetRow) chart.Piece {
			if r.Target == st.State.Spec.Target {
				return chart.Styled(r.Name(), chart.Target)
			}
			return chart.Styled(r.Name(), chart.Plain)
		}},
		{title: "AUC", width: 6 + barred, cell: func(r session.TargetRow) chart.Piece {
			if r.Shift.Report == nil {
				return chart.Styled(number.Unknown, chart.Dim)
			}
			style := chart.Plain
			if r.Shift.Found() {
				style = chart.Bad
			}
			return chart.Styled(fmt.Sprintf("%.2f", r.Shift.Classifier.AUC), style)
		}, bar: func(r session.TargetRow) float64 {
			if r.Shift.Report == nil {
				return 0
			}
			return max(0, 2*r.Shift.Classifier.AUC-1)
		}},
		{title: "changed", width: 9 + barred, cell: func(r session.TargetRow) chart.Piece {
			return chart.Styled(percent(r.Changed), chart.Plain)
		}, bar: func(r session.TargetRow) float64 { return r.Changed }},
		{title: "no adaptation", width: 15, cell: score(none, chart.NoAdaptation)},
		{title: "LAR", width: 9, cell: score(lar, chart.LAR)},
		{title: "gained", width: 10, cell: func(r session.TargetRow) chart.Piece {
			if math.IsNaN(lar(r)) {
				return chart.Piece{}
			}
			text, style := st.ChangeColumn(none(r), lar(r))
			return chart.Styled(st.Spell(text), style)
		}},
		{title: "shifted most, in σ", width: 22, cell: func(r session.TargetRow) chart.Piece {
			if r.Feature == "" {
				return chart.Styled(number.Unknown, chart.Dim)
			}
			return chart.Styled(st.Spell(fmt.Sprintf("%s %s", r.Feature, panel.Signed(r.FeatureShift))), chart.Plain)
		}},
		{title: "rows", width: 8, cell: func(r session.TargetRow) chart.Piece { return chart.Styled(fmt.Sprint(r.Rows), chart.Dim) }},
	}
	used := 2
	for _, c := range all {
		if used+c.width > w {
			break
		}
		used, fit = used+c.width, append(fit, c)
	}
	return fit
}

// reasonOf returns why a target could not be opened.
func reasonOf(r session.TargetRow) string { return session.WithoutFlags(session.PlainError(r.Err)) }

func percent(v float64) string {
	if math.IsNaN(v) {
		return number.Unknown
	}
	return number.Percent(v, 1)
}

// Draw draws the table, or a note while the targets are being opened.
func (v *Several) Draw(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	rows := rowsOf(st)
	if len(rows) == 0 {
		stage.DrawWrapped(st, g, 1, h-1, openingTargets, chart.Dim)
		return
	}
	columns := columnsOf(st, rows, w)
	x := 2
	for _, c := range columns {
		g.Text(x, 0, chart.Truncate(st.Spell(c.title), c.width-1), chart.Dim)
		x += c.width
	}
	selected := v.selectedIndex(st, rows)
	top, shown := visibleRows(len(rows), selected, h)
	for i, r := range rows[top : top+shown] {
		line := g.Sub(0, 1+i, w, 1)
		if top+i == selected {
			line.Set(0, 0, chart.FocusMark, chart.Accent)
		}
		drawTargetRow(st, line, columns, r)
	}
	drawNotes(st, g.Sub(0, 1+shown, w, h-1-shown), rows, rows[selected])
}

// drawTargetRow draws the cells of a row or, if the target failed to open, the reason.
func drawTargetRow(st *stage.Stage, g *chart.Grid, columns []targetColumn, r session.TargetRow) {
	w, _ := g.Size()
	x := 2
	for _, c := range columns {
		if r.Err != nil && x > 2 {
			g.Text(x, 0, st.Glyphs.Truncate(st.Spell(reasonOf(r)), w-x), chart.Warning)
			return
		}
		cell := c.cell(r)
		g.Text(x, 0, st.Glyphs.Truncate(cell.Text, c.width-1), cell.Style)
		const text = 8
		if room := c.width - text - 1; c.bar != nil && room > 3 {
			g.Text(x+text-1, 0, chart.Bar(c.bar(r), room, st.Glyphs), cell.Style)
		}
		x += c.width
	}
}

// drawNotes explains the numbers below the table and describes the selected row.
func drawNotes(st *stage.Stage, g *chart.Grid, rows []session.TargetRow, selected session.TargetRow) {
	_, h := g.Size()
	survey, at := st.Update.Survey(st.State.Params)
	lines := []string{"AUC: of a classifier that tells domains apart, 0.5 is a coin; red where a shift is found. changed: predictions that LAR changes at this setting."}
	switch {
	case len(rows) < survey.Of:
		lines = append(lines, fmt.Sprintf("%d of %d targets are opened …", len(rows), survey.Of))
	case !at:
		lines = append(lines, "being solved at this setting …")
	case survey.Of == 1:
		lines = append(lines, st.Keyed(oneTarget))
	case selected.Err != nil:
		lines = append(lines, reasonOf(selected))
	}
	y := 1
	for _, line := range slices.Backward(lines) {
		y = stage.DrawWrapped(st, g, y, max(0, h-y), line, chart.Dim)
	}
}

// Lines returns a sentence on each target.
func (v *Several) Lines(st *stage.Stage) []string {
	var lines []string
	for _, r := range rowsOf(st) {
		if r.Err != nil {
			lines = append(lines, r.Name()+": "+reasonOf(r))
			continue
		}
		said := r.Name() + ": "
		if r.Shift.Report != nil {
			found := "no shift is found"
			if r.Shift.Found() {
				found = "shifted"
			}
			said += fmt.Sprintf("%s, AUC %.2f, ", found, r.Shift.Classifier.AUC)
		}
		if r.Feature != "" {
			said += fmt.Sprintf("most in %s by %s deviations, ", r.Feature, panel.Signed(r.FeatureShift))
		}
		lines = append(lines, said+fmt.Sprintf("%s changed, no adaptation %s, LAR %s", percent(r.Changed),
			st.SpokenMetric(stage.TargetMetric, st.Score(r.None.Target)), st.SpokenMetric(stage.TargetMetric, st.Score(r.LAR.Target))))
	}
	return lines
}

// Panels returns plots of all targets.
func (v *Several) Panels(st *stage.Stage) []stage.Panel {
	return panel.TargetPanels(st.Task(), rowsOf(st))
}

// Table returns one row per target.
func (v *Several) Table(ctx context.Context, st *stage.Stage, progress func(done, all int)) (rows [][]session.Fact, err error) {
	_, err = st.Plot(ctx, v, progress)
	for _, r := range rowsOf(st) {
		rows = append(rows, r.Facts())
	}
	return rows, err
}
