package tui

import (
	"fmt"
	"strings"

	"larui/model"
	"larui/tui/chart"
)

// drawRivals draws the table, and below it what the selected rival is.
func (sc *Scene) drawRivals(g *chart.Grid) {
	w, h := g.Size()
	if w < leastRivalPlot || h < 1 {
		return
	}
	live, all := sc.liveRows(), sc.rivalRows()
	c := sc.rivalLayout(w - 1)
	axis := sc.rivalAxis(live, all)
	details, notes := sc.rivalDetails(c, w-2), sc.rivalNotes(w-2)
	top, list := sc.rivalList(w, h)
	shown := ""
	if list < len(all) && list > 0 {
		shown = fmt.Sprintf(" %d–%d of %d", top+1, top+list, len(all))
	}
	sc.drawRivalHead(g.Sub(1, 0, w-1, 1), c, shown, axis)
	y := 1
	for _, row := range append(live, all[top:top+list]...) {
		sc.drawRivalRow(g.Sub(1, y, w-1, 1), c, row, axis)
		y++
	}
	sc.drawRivalText(g.Sub(1, y, w-2, h-y), details, notes)
}

// rivalList returns the first rival of the list and how many of them have room in a
// panel of w×h cells, around the selected one. They begin below the heading and the
// rows of LAR.
func (sc *Scene) rivalList(w, h int) (top, list int) {
	details, notes := sc.rivalDetails(sc.rivalLayout(w-1), w-2), sc.rivalNotes(w-2)
	// The list goes first, then a note and a detail, then the others.
	const leastList = 4
	all := len(lineup())
	rows := max(0, h-1-len(sc.liveRows()))
	below := min(len(details)+len(notes)+1, max(min(2, rows-leastList), rows-all))
	list = min(rows-max(0, below), all)
	return max(0, min(wrapIndex(sc.Views.rivals.selected, all)-list/2, all-list)), list
}

// clickRival selects the rival that was clicked; a second click trains it.
func (p *Program) clickRival(_, y int) {
	sc := &p.scene
	inner := sc.body(p.width, p.height).inner()
	top, list := sc.rivalList(inner.w, inner.h)
	row := y - 1 - len(sc.liveRows())
	if row < 0 || row >= list {
		return
	}
	if v := &sc.Views.rivals; wrapIndex(v.selected, len(lineup())) != top+row {
		v.selected = top + row
		return
	}
	r := sc.selectedRival()
	if !sc.canTrain(r) {
		sc.Message = sc.whyNotTrained(r)
		return
	}
	p.train(r, false)
}

// drawRivalText writes as many details as have room above the first notes.
func (sc *Scene) drawRivalText(g *chart.Grid, details, notes []piece) {
	w, h := g.Size()
	if h < 1 {
		return
	}
	noted := max(1, min(len(notes), h-len(details)))
	blank := 0
	if h > len(details)+len(notes) {
		blank = 1
	}
	details = details[:min(len(details), max(0, h-noted-blank))]
	for i, line := range details {
		g.Text(0, blank+i, chart.Truncate(line.text, w), line.style)
	}
	for i, line := range notes[:min(noted, len(notes))] {
		text := line.text
		if i == noted-1 && noted < len(notes) {
			text = sc.Glyphs.Truncate(text+" …", w) // there is more
		}
		g.Text(0, blank+len(details)+i, chart.Truncate(text, w), line.style)
	}
}

// rivalDetails returns lines of w columns about the selected rival, the most
// telling first: what has no column of its own, what the method is and what its
// settings are.
func (sc *Scene) rivalDetails(c rivalColumns, w int) []piece {
	r, s := sc.selectedRival(), sc.Update.Session
	e, setting := sc.rivalEntry(r), sc.setting(r)
	const indent = 2
	var lines []piece
	add := func(text string, style chart.Style, rows int) {
		for _, line := range wrap(sc.spell(text), w-indent, rows) {
			lines = append(lines, piece{line, style})
		}
	}
	var hidden []string
	if e.state == rivalTrained {
		if c.source == 0 {
			hidden = append(hidden, "source "+strings.TrimSpace(sc.formatScore(e.result.source)))
		}
		if c.validation == 0 && s.canChoose() {
			hidden = append(hidden, "validation "+strings.TrimSpace(sc.formatScore(e.result.validation)))
		}
	}
	if name := sc.settingText(r, setting); c.setting == 0 && name != "" {
		hidden = append(hidden, name)
	}
	if e.state == rivalTrained && c.took == 0 && e.elapsed > 0 {
		hidden = append(hidden, "in "+formatDuration(e.elapsed))
	}
	if len(hidden) > 0 {
		add(r.name+": "+strings.Join(hidden, " · "), chart.Plain, 1)
	}
	if e.state == rivalFailed {
		add(e.err.Error(), chart.Bad, 2)
	}
	add(r.name+": "+r.method.About, chart.Plain, 2)
	if r.method.Note != "" {
		add(r.method.Note, chart.Plain, 3)
	}
	add(sc.rivalSettings(r, e, setting), chart.Plain, 2)
	add("runs with: "+r.runsWith(), chart.Dim, 2)
	return lines
}

// rivalSettings lists the settings of a rival, the one shown in brackets, and how
// they did on the validation rows where those have chosen.
func (sc *Scene) rivalSettings(r rival, e rivalEntry, setting int) string {
	grid := r.method.Grid
	if len(grid) < 2 {
		return "no hyperparameters to choose"
	}
	var names []string
	for i, h := range grid {
		name := settingName(h)
		if e.state == rivalTrained && e.result.candidates != nil {
			candidate := e.result.candidates[i]
			result := "diverged"
			if candidate.Err == nil {
				result = strings.TrimSpace(sc.formatScore(candidate.Validation))
			}
			name += " → " + result
			if candidate.Hyper == e.result.hyper {
				name += " ★"
			}
		}
		names = append(names, bracketed(name, i == setting))
	}
	if sc.Update.Session.canChoose() {
		names = append(names, bracketed("★ by validation", r.isChoice(setting)))
	}
	return "settings (v): " + strings.Join(names, " · ")
}

func bracketed(name string, yes bool) string {
	if yes {
		return "[" + name + "]"
	}
	return name
}

// rivalNotes says what the rivals are given, and what still trains.
func (sc *Scene) rivalNotes(w int) []piece {
	var lines []piece
	add := func(text string, style chart.Style) {
		for _, line := range wrap(sc.spell(text), w, 3) {
			lines = append(lines, piece{line, style})
		}
	}
	if n := sc.Views.rivals.pending(); n > 0 {
		elsewhere := 0
		pair := sc.Update.Session.pairKey()
		for key, e := range sc.Views.rivals.board {
			if e.pending() && key.pair != pair {
				elsewhere++
			}
		}
		text := fmt.Sprintf("%d to train", n)
		if elsewhere > 0 {
			text = fmt.Sprintf("%d to train, %d of them for other data", n, elsewhere)
		}
		add(text+"; Backspace cancels the selected one, C all; turn on meanwhile", chart.Warning)
	}
	pair := sc.Update.Session.Pair
	given := "target labels only score; "
	if sc.Update.Session.canChoose() {
		given += fmt.Sprintf("validation rows only choose (%d of them, with X; ★ marks what they chose)", model.Domain(pair.Validation).Rows())
	} else {
		given += "no validation rows to choose by"
	}
	given += fmt.Sprintf("; seed %d", sc.Update.Session.Spec.Seed)
	add(given, chart.Dim)
	if source := model.Domain(pair.Source); source.Samples() > source.Rows() {
		add(fmt.Sprintf("rivals train on the %d source rows in memory, LAR on all %d", source.Rows(), source.Samples()), chart.Warning)
	}
	add("picture: target score of ● a rival, ◇ closed form; lines at │ LAR and ┊ no adaptation. Rivals don't depend on k, k̃ and λ: turn these and see when LAR is ahead", chart.Dim)
	return lines
}
