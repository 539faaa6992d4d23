package view

import (
	"fmt"

	"larui/tui/chart"
)

// theoryView is what the view of the theory remembers.
type theoryView struct {
	still
	// top is the first line shown.
	top int
}

// Info says what the view is called.
func (view *theoryView) Info() ViewInfo {
	return ViewInfo{Key: "7", Name: theoryName, Title: "theory of the closed form", About: "say what the theorems assume and state"}
}

// theoryPage is how many lines the keys of a page scroll.
const theoryPage = 10

func (view *theoryView) Keys() []Key {
	scroll := func(n int) func(*Scene) Intent { return func(sc *Scene) Intent { return view.scrollTheory(sc, n) } }
	longer := func(sc *Scene) bool { return view.theoryHidden(sc, sc.Width, sc.Height) > 0 }
	idle := func(where string) func(*Scene) string {
		return func(sc *Scene) string {
			if !longer(sc) {
				return "all statements are in sight"
			}
			return where
		}
	}
	last, first := idle("this is the last statement"), idle("this is the first statement")
	return []Key{
		{Keys: []string{"down", "J"}, Sign: "↑ ↓", Hint: "scroll", Help: "theory: scroll (also J K)", Works: longer, Idle: last, Do: scroll(1)},
		{Keys: []string{"up", "K"}, Works: longer, Idle: first, Do: scroll(-1)},
		{Keys: []string{"pgdown"}, Sign: "PgDn PgUp", Help: "theory: scroll by ten lines", Works: longer, Idle: last, Do: scroll(theoryPage)},
		{Keys: []string{"pgup"}, Works: longer, Idle: first, Do: scroll(-theoryPage)},
	}
}

// scrollTheory scrolls the statements by n lines.
func (view *theoryView) scrollTheory(sc *Scene, n int) Intent {
	return scroll(&view.top, n, view.theoryHidden(sc, sc.Width, sc.Height))
}

// Wheel scrolls the statements by n turns of the wheel.
func (view *theoryView) Wheel(sc *Scene, n int) Intent { return view.scrollTheory(sc, HelpWheel*n) }

// Widths from which a statement has one line for its name and its number, and from
// which conclusions stand beside the premises; and the widest that sentences get.
const (
	theoryLineWidth   = 112
	theoryBesideWidth = 160
	theoryTextWidth   = 116
)

// A theoryLine is a line of the view, in pieces.
type theoryLine []theoryPiece

// A theoryPiece is text from column x on, or up to it where right is set.
type theoryPiece struct {
	x     int
	text  string
	style chart.Style
	right bool
}

// theoryColumns returns the lines of the view of all groups, w columns wide, in one
// column or two.
func (view *theoryView) theoryColumns(sc *Scene, groups []theoryGroup, w int) [][]theoryLine {
	if w < theoryBesideWidth {
		return [][]theoryLine{view.theoryLinesOf(sc, groups, w)}
	}
	each := theoryColumnWidth(w)
	return [][]theoryLine{view.theoryLinesOf(sc, groups[:1], each), view.theoryLinesOf(sc, groups[1:], each)}
}

// theoryColumnWidth is how wide a column is where two stand side by side.
func theoryColumnWidth(w int) int { return (w - 2) / 2 }

// theoryLinesOf returns the lines of some groups.
func (view *theoryView) theoryLinesOf(sc *Scene, groups []theoryGroup, w int) []theoryLine {
	var lines []theoryLine
	for i, group := range groups {
		if i > 0 {
			lines = append(lines, nil)
		}
		for _, text := range chart.Wrap(sc.Spell(group.heading()), w-2, 2) {
			lines = append(lines, theoryLine{{x: 1, text: text, style: chart.Title}})
		}
		for _, s := range group.statements {
			lines = append(lines, view.statementLines(sc, s, w)...)
		}
	}
	return lines
}

// statementLines returns the lines of a statement: verdict, name and number, then
// the sentence and what is to be said of it now.
func (view *theoryView) statementLines(sc *Scene, s statement, w int) []theoryLine {
	const verdictAt, nameAt, measureAt, textAt, textRows = 1, 19, 46, 3, 24
	head := theoryLine{
		{x: verdictAt, text: sc.Spell(s.verdict.glyph() + " " + s.verdict.word()), style: s.verdict.style()},
		{x: nameAt, text: sc.Spell(s.name), style: chart.Bold},
	}
	measure, tolerance := sc.Spell(s.measure), sc.Spell("tolerance: "+s.tolerance)
	lines := []theoryLine{head}
	room := chart.TextWidth(measure) + 2 + chart.TextWidth(tolerance)
	switch {
	case w >= theoryLineWidth && measureAt+room < w:
		lines[0] = append(head, theoryPiece{x: measureAt, text: measure, style: chart.Plain},
			theoryPiece{x: w - 1, text: tolerance, style: chart.Dim, right: true})
	case textAt+room < w:
		lines = append(lines, theoryLine{{x: textAt, text: measure, style: chart.Plain}, {x: w - 1, text: tolerance, style: chart.Dim, right: true}})
	default:
		for _, text := range chart.Wrap(measure, w-textAt-1, 2) {
			lines = append(lines, theoryLine{{x: textAt, text: text, style: chart.Plain}})
		}
		lines = append(lines, theoryLine{{x: textAt, text: chart.Truncate(tolerance, w-textAt-1), style: chart.Dim}})
	}
	width := min(theoryTextWidth, w-textAt-1)
	for _, text := range chart.Wrap(sc.Spell(s.source+": "+s.text), width, textRows) {
		lines = append(lines, theoryLine{{x: textAt, text: text, style: chart.Plain}})
	}
	if s.now != "" {
		style := chart.Warning
		if s.verdict == holds {
			style = chart.Good
		}
		for _, text := range chart.Wrap(sc.Spell("now: "+s.now), width, textRows) {
			lines = append(lines, theoryLine{{x: textAt, text: text, style: style}})
		}
	}
	return lines
}

// drawTheoryView draws every number of the theory with its statement, from the
// first line to be shown on.
func (view *theoryView) drawTheoryView(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	groups := view.theoryGroups(sc)
	columns := view.theoryColumns(sc, groups, w)
	rows := h - 1
	top := max(0, min(view.top, longest(columns)-rows))
	place := ""
	if all := longest(columns); all > rows {
		place = sc.Spell(fmt.Sprintf("lines %d–%d of %d  ↑ ↓", top+1, min(all, top+rows), all))
		g.TextRight(w-1, 0, place, chart.Key)
	}
	room := w - 3 - chart.TextWidth(place)
	head := theoryCount(groups)
	if long := sc.Spell("section 4 of the paper on the closed form w, A w = Φᵀy: ") + head; chart.TextWidth(long) <= room {
		head = long
	}
	g.Text(1, 0, chart.Truncate(head, room), chart.Dim)
	for i, lines := range columns {
		column := g.Sub(0, 1, w, rows)
		if len(columns) > 1 {
			each := theoryColumnWidth(w)
			column = g.Sub(i*(each+2), 1, each, rows)
		}
		for y := range rows {
			if at := top + y; at < len(lines) {
				lines[at].draw(column, y)
			}
		}
	}
}

// theoryCount says how much of the theory holds, whatever is scrolled to.
func theoryCount(groups []theoryGroup) string {
	premises, conclusions := groups[0], groups[1]
	return fmt.Sprintf("%d/%d premises, %d/%d conclusions hold",
		premises.holding(), len(premises.statements), conclusions.holding(), len(conclusions.statements))
}

func (l theoryLine) draw(g *chart.Grid, y int) {
	for _, piece := range l {
		if piece.right {
			g.TextRight(piece.x, y, piece.text, piece.style)
		} else {
			g.Text(piece.x, y, piece.text, piece.style)
		}
	}
}

// longest returns how many lines the longest column has.
func longest(columns [][]theoryLine) int {
	most := 0
	for _, lines := range columns {
		most = max(most, len(lines))
	}
	return most
}

// theoryHidden returns how far the view can be scrolled in a frame of w×h cells.
func (view *theoryView) theoryHidden(sc *Scene, w, h int) int {
	if sc.Update.Theory == nil || sc.Solution() == nil {
		return 0
	}
	_, body := sc.bodySize(w, h)
	// Around the lines is a frame, above them a line of what they are.
	return max(0, longest(view.theoryColumns(sc, view.theoryGroups(sc), w-2))-(body-3))
}
