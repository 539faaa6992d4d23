package view

import (
	"fmt"
	"math"

	"larui/model"
)

// littleGain is up to how many points of accuracy, or per cent of an error, LAR has
// gained too little to leave it at that.
const littleGain = 0.5

// advice says what to try where LAR does no better than no adaptation, or where
// nothing can tell; empty where it does.
func (sc *Scene) advice(s *model.Solution) string {
	judge := targetMetric
	if !sc.known(targetMetric) {
		judge = validationMetric
	}
	switch {
	case sc.known(judge):
	case sc.Before != nil:
		return ""
	default:
		where := "view 2"
		if sc.Spoken {
			where = "type spectrum"
		}
		return "no labels of the target, so nothing tells how good this is: keep k near k(0.1) (" + where + "), or give --validation FILE"
	}
	task := sc.Task()
	gain := sc.gain(judge.of(task, s.None.Evaluation), judge.of(task, s.Descent.Evaluation))
	if math.IsNaN(gain) || gain > littleGain {
		return ""
	}
	if task != model.Regression && judge.of(task, s.Closed.Evaluation)-judge.of(task, s.Descent.Evaluation) > 0.01 && !s.Closed.UnboundedBelow {
		return "" // more epochs get there
	}
	what := "LAR is worse than no adaptation"
	switch {
	case gain > 0:
		what = "LAR hardly beats no adaptation"
	case gain == 0:
		what = "LAR does not beat no adaptation"
	}
	if judge == validationMetric {
		what += " by the validation rows"
	}
	if sc.Before != nil {
		// What the turn did goes before.
		if change, _ := sc.change(judge.of(task, sc.Before.Descent.Evaluation), judge.of(task, s.Descent.Evaluation)); change != "" {
			what = judge.name(task) + " " + change + sc.worth(change) + "; " + what
		}
	}
	return what + ": " + sc.remedy()
}

// gain is what a score is better by than another, in points of accuracy or per cent
// of an error, as shown.
func (sc *Scene) gain(from, to float64) float64 {
	from, to = sc.roundScore(from), sc.roundScore(to)
	if sc.Task() == model.Regression {
		return 100 * (from - to) / from
	}
	return to - from
}

// remedy says where a better k, k̃ or λ may be found.
func (sc *Scene) remedy() string {
	if sc.Spoken {
		return sc.spokenRemedy()
	}
	_, best, _ := sc.Glyphs.HeatMarks()
	shown := sc.ViewName()
	switch {
	case sc.hasOneComponent():
		return "4 shows it for every λ"
	case shown == mapName:
		return fmt.Sprintf("b goes to %c, the best k and k̃, and Enter takes it", best)
	case sc.Before != nil:
		return fmt.Sprintf("5 maps k and k̃ (%c the best)", best)
	}
	text := fmt.Sprintf("5 opens the map of k and k̃, %c marks the best", best)
	if sc.known(validationMetric) {
		text += " (v: also by validation)"
	}
	if shown == lambdaName {
		return text
	}
	return text + "; 4 shows other λ"
}

// spokenRemedy is remedy in commands.
func (sc *Scene) spokenRemedy() string {
	switch {
	case sc.hasOneComponent():
		return "type lambda for its score at every step"
	case sc.Before != nil:
		return "type map for the best k and k̃"
	}
	return "type map for the best k and k̃, lambda for its score at every step"
}

// hasOneComponent reports whether there is nothing to choose k and k̃ from.
func (sc *Scene) hasOneComponent() bool {
	p := sc.Update.Session.Problem
	return max(p.Src.Rank, p.Tgt.Rank) < 2
}
