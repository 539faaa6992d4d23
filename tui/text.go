package tui

import (
	"strings"

	"larui/tui/chart"
)

// How text is laid in lines.

// wrap breaks text between words into at most rows lines of w columns; what does
// not fit ends in an ellipsis.
func wrap(text string, w, rows int) []string {
	var lines []string
	line, used := "", 0
	words := strings.Fields(text)
	for i, word := range words {
		width := chart.TextWidth(word)
		switch {
		case line == "":
			line, used = word, width
		case used+1+width <= w:
			line += " " + word
			used += 1 + width
		case len(lines) == rows-1:
			return append(lines, chart.Truncate(line+" "+strings.Join(words[i:], " "), w))
		default:
			lines = append(lines, line)
			line, used = word, width
		}
	}
	return append(lines, chart.Truncate(line, w))
}

// wrapAll breaks all of a text between words into lines of w columns.
func wrapAll(text string, w int) []string {
	return wrap(text, w, len(text)+1)
}

// firstFitting spells the first of some texts that fits w columns, else as much of the
// last as does.
func (sc *Scene) firstFitting(texts []string, w int) string {
	for _, text := range texts[:len(texts)-1] {
		if text = sc.spell(text); chart.TextWidth(text) <= w {
			return text
		}
	}
	return sc.Glyphs.Truncate(texts[len(texts)-1], w)
}

// A piece of a line is text in one style; pieces that belong together are a group.
type piece struct {
	text  string
	style chart.Style
}

// groupGap stands between groups.
const groupGap = 3

// groupWidth returns how many columns a group takes.
func groupWidth(group []piece) int {
	width := 0
	for _, p := range group {
		width += chart.TextWidth(p.text)
	}
	return width
}

// drawGroup writes a group from (x, y) on.
func drawGroup(g *chart.Grid, x, y int, group []piece) {
	for _, p := range group {
		x += g.Text(x, y, p.text, p.style)
	}
}

// drawGroups draws groups in a line and returns those that have no room.
func drawGroups(g *chart.Grid, groups [][]piece) (left [][]piece) {
	w, _ := g.Size()
	x := 1
	for i, group := range groups {
		width := groupWidth(group)
		if x+width > w {
			return groups[i:]
		}
		drawGroup(g, x, 0, group)
		x += width + groupGap
	}
	return nil
}

// flow calls place with the place of each group in lines of w columns, none broken
// over lines, and returns how many lines there are.
func flow(groups [][]piece, w int, place func(x, y int, group []piece)) (rows int) {
	x, y := 0, 0
	for _, group := range groups {
		width := groupWidth(group)
		if x > 0 && x+width > w {
			x, y = 0, y+1
		}
		place(x, y, group)
		x += width + groupGap
	}
	return y + 1
}

// flowRows returns how many lines of w columns groups take.
func flowRows(groups [][]piece, w int) int {
	return flow(groups, w, func(int, int, []piece) {})
}

// drawFlow writes groups one after the other, in as many lines as they take.
func drawFlow(g *chart.Grid, groups [][]piece) {
	w, _ := g.Size()
	flow(groups, w, func(x, y int, group []piece) { drawGroup(g, x, y, group) })
}
