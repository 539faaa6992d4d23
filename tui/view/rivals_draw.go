package view

import (
	"fmt"
	"strings"

	"larui/tui/chart"
	"larui/tui/number"
)

// Draw draws the table, and below it what the selected rival is.
func (view *rivalsView) Draw(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	if w < leastRivalPlot || h < 1 {
		return
	}
	live, all := view.liveRows(sc), view.rivalRows(sc)
	c := view.rivalLayout(sc, w-1)
	axis := view.rivalAxis(sc, live, all)
	details, notes := view.rivalDetails(sc, c, w-2), view.rivalNotes(sc, w-2)
	top, list := view.rivalList(sc, w, h)
	shown := ""
	if list < len(all) && list > 0 {
		shown = fmt.Sprintf(" %d–%d of %d", top+1, top+list, len(all))
	}
	view.drawRivalHead(sc, g.Sub(1, 0, w-1, 1), c, shown, axis)
	y := 1
	for _, row := range append(live, all[top:top+list]...) {
		view.drawRivalRow(sc, g.Sub(1, y, w-1, 1), c, row, axis)
		y++
	}
	view.drawRivalText(sc, g.Sub(1, y, w-2, h-y), details, notes)
}

// rivalList returns the first rival of the list and how many of them have room in a
// panel of w×h cells, around the selected one. They begin below the heading and the
// rows of LAR.
func (view *rivalsView) rivalList(sc *Scene, w, h int) (top, list int) {
	details, notes := view.rivalDetails(sc, view.rivalLayout(sc, w-1), w-2), view.rivalNotes(sc, w-2)
	// The list goes first, then a note and a detail, then the others.
	const leastList = 4
	all := len(Lineup())
	rows := max(0, h-1-len(view.liveRows(sc)))
	below := min(len(details)+len(notes)+1, max(min(2, rows-leastList), rows-all))
	list = min(rows-max(0, below), all)
	return max(0, min(wrapIndex(view.selected, all)-list/2, all-list)), list
}

// Click selects the rival that was clicked; a second click trains it.
func (view *rivalsView) Click(sc *Scene, _, y int) Intent {
	inner := sc.Body(sc.Width, sc.Height).Inner()
	top, list := view.rivalList(sc, inner.W, inner.H)
	row := y - 1 - len(view.liveRows(sc))
	if row < 0 || row >= list {
		return Intent{}
	}
	if v := view; wrapIndex(v.selected, len(Lineup())) != top+row {
		v.selected = top + row
		return Intent{}
	}
	r := view.selectedRival(sc)
	if !view.CanTrain(sc, r) {
		return Tell("%s", view.whyNotTrained(sc, r))
	}
	return view.Train(sc, r, false)
}

// drawRivalText writes as many details as have room above the first notes.
func (view *rivalsView) drawRivalText(sc *Scene, g *chart.Grid, details, notes []piece) {
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
func (view *rivalsView) rivalDetails(sc *Scene, c rivalColumns, w int) []piece {
	r, s := view.selectedRival(sc), sc.Update.Session
	e, setting := view.RivalEntry(sc, r), view.setting(sc, r)
	const indent = 2
	var lines []piece
	add := func(text string, style chart.Style, rows int) {
		for _, line := range chart.Wrap(sc.Spell(text), w-indent, rows) {
			lines = append(lines, piece{line, style})
		}
	}
	var hidden []string
	if e.State == rivalTrained {
		if c.source == 0 {
			hidden = append(hidden, "source "+strings.TrimSpace(sc.formatScore(e.result.source)))
		}
		if c.validation == 0 && CanChoose(s) {
			hidden = append(hidden, "validation "+strings.TrimSpace(sc.formatScore(e.result.validation)))
		}
	}
	if name := view.settingText(sc, r, setting); c.setting == 0 && name != "" {
		hidden = append(hidden, name)
	}
	if e.State == rivalTrained && c.took == 0 && e.elapsed > 0 {
		hidden = append(hidden, "in "+number.Duration(e.elapsed))
	}
	if len(hidden) > 0 {
		add(r.Name+": "+strings.Join(hidden, " · "), chart.Plain, 1)
	}
	if e.State == RivalFailed {
		add(e.Err.Error(), chart.Bad, 2)
	}
	add(r.Name+": "+r.Method.About, chart.Plain, 2)
	if r.Method.Note != "" {
		add(r.Method.Note, chart.Plain, 3)
	}
	add(view.rivalSettings(sc, r, e, setting), chart.Plain, 2)
	add("runs with: "+r.runsWith(), chart.Dim, 2)
	return lines
}

// rivalSettings lists the settings of a rival, the one shown in brackets, and how
// they did on the validation rows where those have chosen.
func (view *rivalsView) rivalSettings(sc *Scene, r Rival, e RivalEntry, setting int) string {
	grid := r.Method.Grid
	if len(grid) < 2 {
		return "no hyperparameters to choose"
	}
	var names []string
	for i, h := range grid {
		name := settingName(h)
		if e.State == rivalTrained && e.result.candidates != nil {
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
	if CanChoose(sc.Update.Session) {
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
func (view *rivalsView) rivalNotes(sc *Scene, w int) []piece {
	var lines []piece
	add := func(text string, style chart.Style) {
		for _, line := range chart.Wrap(sc.Spell(text), w, 3) {
			lines = append(lines, piece{line, style})
		}
	}
	if n := view.Pending(); n > 0 {
		elsewhere := 0
		pair := sc.Update.Session.PairKey()
		for key, e := range view.Board {
			if e.Pending() && key.pair != pair {
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
	if CanChoose(sc.Update.Session) {
		given += fmt.Sprintf("validation rows only choose (%d of them, with X; ★ marks what they chose)", pair.Validation.Rows())
	} else {
		given += "no validation rows to choose by"
	}
	given += fmt.Sprintf("; seed %d", sc.Update.Session.Spec.Seed)
	add(given, chart.Dim)
	if source := pair.Source; source.Samples() > source.Rows() {
		add(fmt.Sprintf("rivals train on the %d source rows in memory, LAR on all %d", source.Rows(), source.Samples()), chart.Warning)
	}
	add("picture: target score of ● a rival, ◇ closed form; lines at │ LAR and ┊ no adaptation. Rivals don't depend on k, k̃ and λ: turn these and see when LAR is ahead", chart.Dim)
	return lines
}
