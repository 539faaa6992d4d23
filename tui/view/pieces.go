package view

import (
	"larui/tui/chart"
	"slices"
	"strings"
)

// A piece of a line is text in one style.
type piece struct {
	text  string
	style chart.Style
}

// A group is pieces that belong together.
type group []piece

// groupGap is how far groups usually stand apart.
const groupGap = 3

// widthOf returns how many columns groups take in one line.
func widthOf(line []group, gap int) int {
	width := gap * (len(line) - 1)
	for _, group := range line {
		for _, p := range group {
			width += chart.TextWidth(p.text)
		}
	}
	return width
}

// flow puts groups into lines of w columns, none broken over lines.
func flow(groups []group, w, gap int) (lines [][]group) {
	for _, g := range groups {
		if last := len(lines) - 1; last >= 0 && widthOf(append(lines[last], g), gap) <= w {
			lines[last] = append(lines[last], g)
		} else {
			lines = append(lines, []group{g})
		}
	}
	return lines
}

// drawGroups writes groups over the lines of g, and returns those that have no room.
func drawGroups(g *chart.Grid, groups []group, gap int) (left []group) {
	w, h := g.Size()
	lines := flow(groups, w, gap)
	h = min(h, len(lines))
	for y, line := range lines[:h] {
		x := 0
		for i, group := range line {
			next := x + widthOf(line[i:i+1], gap) + gap
			for _, p := range group {
				x += g.Text(x, y, p.text, p.style)
			}
			x = next
		}
	}
	return slices.Concat(lines[h:]...)
}

// inWords is what groups say, in a sentence.
func inWords(groups []group) string {
	var words []string
	for _, group := range groups {
		text := ""
		for _, piece := range group {
			text += piece.text
		}
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}
