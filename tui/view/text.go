package view

import (
	"fmt"
	"math"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// How text is laid in lines.

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

// flowGroups calls place with the place of each group in lines of w columns, none broken
// over lines, and returns how many lines there are.
func flowGroups(groups [][]piece, w int, place func(x, y int, group []piece)) (rows int) {
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
	return flowGroups(groups, w, func(int, int, []piece) {})
}

// drawFlow writes groups one after the other, in as many lines as they take.
func drawFlow(g *chart.Grid, groups [][]piece) {
	w, _ := g.Size()
	flowGroups(groups, w, func(x, y int, group []piece) { drawGroup(g, x, y, group) })
}

// Lines says in words what the screen shows: the view that fills it, else the scores.
func (sc *Scene) Lines() []string {
	if sc.Zoom {
		return sc.Named(sc.Panel).Lines(sc)
	}
	return sc.ScoreLines()
}

// ScoreLines says what no adaptation, LAR and its closed form score, a line for each
// score that can be known.
func (sc *Scene) ScoreLines() []string {
	var lines []string
	s, pair := sc.Solution(), sc.Update.Session.Pair
	say := func(name string, write func(model.Evaluation) string) {
		descent := func(d model.Descent) string {
			if d.Diverges {
				return "diverges"
			}
			return write(d.Evaluation)
		}
		line := "%s: no adaptation %s, LAR %s, closed form %s"
		lines = append(lines, fmt.Sprintf(line, name, descent(s.None), descent(s.Descent), write(s.Closed.Evaluation)))
	}
	for _, d := range []struct {
		name   string
		domain model.Domain
		of     func(model.Evaluation) model.Metrics
	}{
		{"target", pair.Target, func(e model.Evaluation) model.Metrics { return e.Target }},
		{"source", pair.Source, func(e model.Evaluation) model.Metrics { return e.Source }},
		{"validation", pair.Validation, func(e model.Evaluation) model.Metrics { return e.Validation }},
	} {
		switch {
		case d.domain.Rows() == 0:
		case sc.Task() == model.Regression:
			say(d.name+" squared error", func(e model.Evaluation) string { return number.Digits(d.of(e).MSE, 4) })
		default:
			say(d.name+" accuracy", func(e model.Evaluation) string { return spokenShare(d.of(e).Accuracy, d.domain.Rows()) })
		}
	}
	if !math.IsNaN(s.Closed.ParameterError) {
		say("distance to the target's optimum", func(e model.Evaluation) string { return number.Digits(e.ParameterError, 4) })
	}
	say("norm of the weights", func(e model.Evaluation) string { return number.Digits(e.WeightNorm, 4) })
	return lines
}
