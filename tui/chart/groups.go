package chart

import (
	"slices"
	"strings"
)

// A Piece of a line is text in one style.
type Piece struct {
	Text  string
	Style Style
}

// Text returns text in the style.
func (s Style) Text(text string) Piece { return Piece{text, s} }

// A Group is a list of pieces that a line break must not separate.
type Group []Piece

// GroupGap is the usual number of columns between groups.
const GroupGap = 3

// LineWidth returns the width of groups in one line, in columns.
func LineWidth(line []Group, gap int) int {
	width := gap * (len(line) - 1)
	for _, group := range line {
		for _, p := range group {
			width += TextWidth(p.Text)
		}
	}
	return width
}

// FillLines breaks groups into lines of w columns. No group is broken.
func FillLines(groups []Group, w, gap int) (lines [][]Group) {
	for _, g := range groups {
		if last := len(lines) - 1; last >= 0 && LineWidth(append(lines[last], g), gap) <= w {
			lines[last] = append(lines[last], g)
		} else {
			lines = append(lines, []Group{g})
		}
	}
	return lines
}

// DrawGroups writes groups over the lines of g and returns the groups that don't fit.
func DrawGroups(g *Grid, groups []Group, gap int) (left []Group) {
	w, h := g.Size()
	lines := FillLines(groups, w, gap)
	h = min(h, len(lines))
	for y, line := range lines[:h] {
		x := 0
		for i, group := range line {
			next := x + LineWidth(line[i:i+1], gap) + gap
			for _, p := range group {
				x += g.Text(x, y, p.Text, p.Style)
			}
			x = next
		}
	}
	return slices.Concat(lines[h:]...)
}

// JoinGroups returns the texts of groups as part of a sentence, separated by commas.
func JoinGroups(groups []Group) string {
	var words []string
	for _, group := range groups {
		text := ""
		for _, piece := range group {
			text += piece.Text
		}
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}

// NamedValue returns a plain value after its name, which has a style.
func NamedValue(name string, style Style, value string) Group {
	return Group{{name, style}, {value, Plain}}
}
