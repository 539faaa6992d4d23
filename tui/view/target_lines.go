package view

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/number"
)

// Lines says how much of each class of the target is right.
func (view *targetView) Lines(sc *Scene) []string {
	p, s := sc.Update.Session.Problem, sc.Solution()
	switch {
	case p.Target.Y == nil:
		return []string{"the target has no labels: what is right can't be known"}
	case s.Descent.Weights == nil:
		return []string{"descent diverges: there are no weights"}
	case p.Task == model.Regression:
		return []string{"target squared error: LAR " + number.Digits(s.Descent.Target.MSE, 4)}
	}
	names := sc.Update.Session.Pair.ClassNames
	lar, all := classHits(p, s.Descent.Weights)
	none, _ := classHits(p, s.None.Weights)
	var lines []string
	for i, name := range names {
		line := fmt.Sprintf("class %s: LAR has %d of %d right", name, lar[i], all[i])
		if s.None.Weights != nil {
			line += fmt.Sprintf(", no adaptation %d", none[i])
		}
		lines = append(lines, line)
	}
	return lines
}

// classHits counts, by class, the target rows that w has right, and all of them.
func classHits(p *model.Problem, w *mat.Dense) (right, all []int) {
	classes := max(2, p.C)
	right, all = make([]int, classes), make([]int, classes)
	class := func(label float64) int {
		if p.Task == model.MultiClass {
			return int(label)
		}
		if label > 0 {
			return 1
		}
		return 0
	}
	var predicted []float64
	if w != nil {
		predicted = p.Task.Predict(p.TargetScores(w))
	}
	for i, label := range p.Target.Y {
		all[class(label)]++
		if predicted != nil && class(predicted[i]) == class(label) {
			right[class(label)]++
		}
	}
	return right, all
}
