package view

import (
	"fmt"
	"math"

	"larui/model"
	"larui/tui/number"
)

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
