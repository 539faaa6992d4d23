package view

import (
	"fmt"
	"math"

	"larui/tui/number"
)

// linesOfCurve is how many epochs a curve is said in.
const linesOfCurve = 12

// Lines says the score, or without labels the objective, at some epochs.
func (view *convergenceView) Lines(sc *Scene) []string {
	s := sc.Update.Curves
	if s == nil || s.Descent.Diverges {
		return []string{"descent diverges: there is no curve"}
	}
	curve := s.Descent.Curve
	known := !math.IsNaN(sc.score(s.Descent.Target))
	var lines []string
	for i := range min(linesOfCurve, len(curve)) {
		point := curve[i]
		if len(curve) > linesOfCurve {
			point = curve[i*(len(curve)-1)/(linesOfCurve-1)]
		}
		line := fmt.Sprintf("epoch %d: objective %s", point.Epoch, number.Digits(point.Objective, 4))
		if known {
			line = fmt.Sprintf("epoch %d: %s %s", point.Epoch, sc.scoreName(), sc.spokenScore(sc.score(point.Target)))
		}
		lines = append(lines, line)
	}
	return lines
}
