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

// A Group is pieces that belong together.
type Group []Piece

// GroupGap is how far groups usually stand apart.
const GroupGap = 3

// WidthOf returns how many columns groups take in one line.
func WidthOf(line []Group, gap int) int {
	width := gap * (len(line) - 1)
	for _, group := range line {
		for _, p := range group {
			width += TextWidth(p.Text)
		}
	}
	return width
}

// Flow puts groups into lines of w columns, none broken over lines.
func Flow(groups []Group, w, gap int) (lines [][]Group) {
	for _, g := range groups {
		if last := len(lines) - 1; last >= 0 && WidthOf(append(lines[last], g), gap) <= w {
			lines[last] = append(lines[last], g)
		} else {
			lines = append(lines, []Group{g})
		}
	}
	return lines
}

// DrawGroups writes groups over the lines of g, and returns those that have no room.
func DrawGroups(g *Grid, groups []Group, gap int) (left []Group) {
	w, h := g.Size()
	lines := Flow(groups, w, gap)
	h = min(h, len(lines))
	for y, line := range lines[:h] {
		x := 0
		for i, group := range line {
			next := x + WidthOf(line[i:i+1], gap) + gap
			for _, p := range group {
				x += g.Text(x, y, p.Text, p.Style)
			}
			x = next
		}
	}
	return slices.Concat(lines[h:]...)
}

// InWords is what groups say, in a sentence.
func InWords(groups []Group) string {
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

// Styled is a text in one style.
func Styled(text string, style Style) Piece { return Piece{text, style} }
