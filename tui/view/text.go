package view

import (
	"fmt"
	"math"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
)

// How text is laid in lines.

// A piece of a line is text in one style.
type piece struct {
	text  string
	style chart.Style
}

// A group is pieces that belong together.
type group []piece

// groupGap stands between groups.
const groupGap = 3

// widthOf returns how many columns groups take in one line.
func widthOf(line []group) int {
	width := groupGap * (len(line) - 1)
	for _, group := range line {
		for _, p := range group {
			width += chart.TextWidth(p.text)
		}
	}
	return width
}

// flow puts groups into lines of w columns, none broken over lines.
func flow(groups []group, w int) (lines [][]group) {
	for _, g := range groups {
		if last := len(lines) - 1; last >= 0 && widthOf(append(lines[last], g)) <= w {
			lines[last] = append(lines[last], g)
		} else {
			lines = append(lines, []group{g})
		}
	}
	return lines
}

// drawFlow writes lines of groups, as many as have room.
func drawFlow(g *chart.Grid, lines [][]group) {
	for y, line := range lines {
		x := 0
		for i, group := range line {
			next := x + widthOf(line[i:i+1]) + groupGap
			for _, p := range group {
				x += g.Text(x, y, p.text, p.style)
			}
			x = next
		}
	}
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
