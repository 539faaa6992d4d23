package view

import (
	"fmt"
	"strings"

	"larui/model/rivals"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// A rivalsPage is what has room of the view of rivals: LAR and no adaptation, so many
// rivals from the one at top on, and below them what is to be said.
type rivalsPage struct {
	live, all []rivalRow
	columns   []rivalColumn
	top, list int
	// details are of the selected rival, notes of all.
	details, notes []piece
}

// page returns the page of a panel of w×h cells, around the selected rival.
func (v *rivalsView) page(sc *Scene, w, h int) rivalsPage {
	p := rivalsPage{live: liveRows(sc), columns: rivalColumns(sc, w-1), notes: rivalNotes(sc, w-2)}
	for i, r := range session.Rivals() {
		row := rowOf(sc, r)
		row.selected = i == v.selected
		p.all = append(p.all, row)
	}
	p.details = rivalDetails(sc, v.rival(), p.columns, w-2)
	// The list goes first, then a note and a detail, then the others.
	const leastList = 4
	all := len(p.all)
	rows := max(0, h-1-len(p.live))
	below := min(len(p.details)+len(p.notes)+1, max(min(2, rows-leastList), rows-all))
	p.list = min(rows-max(0, below), all)
	p.top = max(0, min(v.selected-p.list/2, all-p.list))
	return p
}

// Draw draws the table, and below it what the selected rival is.
func (v *rivalsView) Draw(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	if w < leastRivalPlot || h < 1 {
		return
	}
	p := v.page(sc, w, h)
	axis := newRivalAxis(sc, append(p.live, p.all...))
	head := "method"
	if p.list < len(p.all) && p.list > 0 {
		head += fmt.Sprintf(" %d–%d of %d", p.top+1, p.top+p.list, len(p.all))
	}
	drawRivalHead(sc, g.Sub(1, 0, w-1, 1), p.columns, head, axis)
	y := 1
	for _, row := range append(p.live, p.all[p.top:p.top+p.list]...) {
		drawRivalRow(sc, g.Sub(1, y, w-1, 1), p.columns, row, axis)
		y++
	}
	p.drawText(sc, g.Sub(1, y, w-2, h-y))
}

// drawText writes as many details as have room above the first notes.
func (p rivalsPage) drawText(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	if h < 1 {
		return
	}
	noted := max(1, min(len(p.notes), h-len(p.details)))
	y := 0
	if h > len(p.details)+len(p.notes) {
		y = 1
	}
	for _, line := range p.details[:min(len(p.details), max(0, h-noted-y))] {
		g.Text(0, y, chart.Truncate(line.text, w), line.style)
		y++
	}
	for i, line := range p.notes[:min(noted, len(p.notes))] {
		text := line.text
		if i == noted-1 && noted < len(p.notes) {
			text = sc.Glyphs.Truncate(text+" …", w) // there is more
		}
		g.Text(0, y+i, chart.Truncate(text, w), line.style)
	}
}

// rivalDetails returns lines of w columns about a rival, the most telling first: what
// has no column of its own, what the method is and what its settings are.
func rivalDetails(sc *Scene, r rivals.Method, columns []rivalColumn, w int) []piece {
	const indent = 2
	var lines []piece
	add := func(text string, style chart.Style, rows int) {
		for _, line := range chart.Wrap(sc.Spell(text), w-indent, rows) {
			lines = append(lines, piece{line, style})
		}
	}
	e, row := rivalEntry(sc, r), rowOf(sc, r)
	var hidden []string
	hide := func(column int, what, text string) {
		if columns[column].at == 0 && text != "" {
			hidden = append(hidden, what+strings.TrimSpace(text))
		}
	}
	if row.scored {
		hide(sourceColumn, "source ", sc.formatScore(row.source))
		if sc.Update.Session.CanChoose() {
			hide(validationColumn, "validation ", sc.formatScore(row.validation))
		}
	}
	hide(settingColumn, "", settingText(sc, r))
	hide(tookColumn, "in ", row.took)
	if len(hidden) > 0 {
		add(r.Title+": "+strings.Join(hidden, " · "), chart.Plain, 1)
	}
	if e.State == session.Failed {
		add(e.Err.Error(), chart.Bad, 2)
	}
	add(r.Title+": "+r.About, chart.Plain, 2)
	if r.Note != "" {
		add(r.Note, chart.Plain, 3)
	}
	add(settingsText(sc, r, e), chart.Plain, 2)
	add("runs with: "+runsWith(r), chart.Dim, 2)
	return lines
}

// settingText writes the setting of a rival that is shown; one that the validation
// rows have chosen is starred.
func settingText(sc *Scene, r rivals.Method) string {
	setting := sc.Trainer.Setting(sc.Update.Session, r)
	if !session.IsChoice(r, setting) {
		return r.Grid[setting].Words(number.Short)
	}
	if e := rivalEntry(sc, r); e.State == session.Trained {
		return "★ " + e.Result.Hyper.Words(number.Short)
	}
	return "★ to be chosen"
}

// settingsText lists the settings of a rival, the one shown in brackets, and how they
// did on the validation rows where those have chosen.
func settingsText(sc *Scene, r rivals.Method, e session.RivalEntry) string {
	if len(r.Grid) < 2 {
		return "no hyperparameters to choose"
	}
	var names []string
	for i, h := range r.Grid {
		name := h.Words(number.Short)
		if e.State == session.Trained && e.Result.Candidates != nil {
			candidate := e.Result.Candidates[i]
			if candidate.Err == nil {
				name += " → " + strings.TrimSpace(sc.formatScore(candidate.Validation))
			} else {
				name += " → diverged"
			}
			if candidate.Hyper == e.Result.Hyper {
				name += " ★"
			}
		}
		names = append(names, name)
	}
	if sc.Update.Session.CanChoose() {
		names = append(names, "★ by validation")
	}
	setting := sc.Trainer.Setting(sc.Update.Session, r)
	names[setting] = "[" + names[setting] + "]"
	return "settings (v): " + strings.Join(names, " · ")
}

// rivalNotes says what the rivals are given, and what still trains.
func rivalNotes(sc *Scene, w int) []piece {
	var lines []piece
	add := func(style chart.Style, format string, args ...any) {
		for _, line := range chart.Wrap(sc.Spell(fmt.Sprintf(format, args...)), w, 3) {
			lines = append(lines, piece{line, style})
		}
	}
	s := sc.Update.Session
	if n := sc.Trainer.Pending(); n > 0 {
		elsewhere, pair := 0, s.PairKey()
		for key, e := range sc.Trainer.Board {
			if e.Pending() && key.Pair != pair {
				elsewhere++
			}
		}
		others := ""
		if elsewhere > 0 {
			others = fmt.Sprintf(", %d of them for other data", elsewhere)
		}
		add(chart.Warning, "%d to train%s; Backspace cancels the selected one, C all; turn on meanwhile", n, others)
	}
	given := "no validation rows to choose by"
	if s.CanChoose() {
		given = fmt.Sprintf("validation rows only choose (%d of them, with X; ★ marks what they chose)", s.Pair.Validation.Rows())
	}
	add(chart.Dim, "target labels only score; %s; seed %d", given, s.Spec.Seed)
	if source := s.Pair.Source; source.Samples() > source.Rows() {
		add(chart.Warning, "rivals train on the %d source rows in memory, LAR on all %d", source.Rows(), source.Samples())
	}
	add(chart.Dim, "picture: target score of ● a rival, ◇ closed form; lines at │ LAR and ┊ no adaptation. "+
		"Rivals don't depend on k, k̃ and λ: turn these and see when LAR is ahead")
	return lines
}
