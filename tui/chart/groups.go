package chart

import "strings"

// A Piece is text in one style, a part of a line.
type Piece struct {
	Text  string
	Style Style
}

// Text returns a piece of text in the style s.
func (s Style) Text(text string) Piece { return Piece{text, s} }

// A Group is a list of pieces that stay in one line.
type Group []Piece

// Width returns the width of the group in columns.
func (g Group) Width() (width int) {
	for _, p := range g {
		width += TextWidth(p.Text)
	}
	return width
}

// GroupGap is the usual distance between groups, in columns.
const GroupGap = 3

// LineWidth returns the width in columns of groups in one line, gap columns apart.
func LineWidth(line []Group, gap int) int {
	width := gap * (len(line) - 1)
	for _, group := range line {
		width += group.Width()
	}
	return width
}

// FillLines distributes groups over lines of w columns, gap columns apart. A group is never split;
// a group wider than w has a line of its own.
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

// DrawGroups writes groups into the lines of g, gap columns apart, as far as they fit.
func DrawGroups(g *Grid, groups []Group, gap int) {
	lines := FillLines(groups, g.w, gap)
	for y, line := range lines[:min(g.h, len(lines))] {
		x := 0
		for _, group := range line {
			next := x + group.Width() + gap
			for _, p := range group {
				x += g.Text(x, y, p.Text, p.Style)
			}
			x = next
		}
	}
}

// JoinGroups returns the texts of groups, separated by commas, for a sentence.
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

// NamedValue returns a name in the given style, followed by a value in plain text.
func NamedValue(name string, style Style, value string) Group {
	return Group{{name, style}, {value, Plain}}
}
