package view

import (
	"fmt"
	"math"

	"larui/tui/number"
)

// Lines says the score for every step of λ.
func (view *lambdaView) Lines(sc *Scene) []string {
	if math.IsNaN(sc.score(sc.Solution().Closed.Target)) {
		return []string{"the target has no labels: its score can't be known"}
	}
	var lines []string
	for _, point := range sc.Update.Path {
		after := sc.spokenScore(sc.score(point.Descent.Target))
		lines = append(lines, fmt.Sprintf("lambda %s: %s %s after %d epochs, %s in closed form",
			number.Short(point.Lambda), sc.scoreName(), after, sc.Solution().Epochs, sc.spokenScore(sc.score(point.Closed.Target))))
	}
	return lines
}
