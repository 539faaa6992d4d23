package frame

import (
	"cmp"

	"larui/tui/session"
	"larui/tui/stage"
)

// withoutLabels reports whether the target has no labels.
func withoutLabels(sc *stage.Stage) bool {
	return sc.Solution() != nil && !sc.Known(stage.TargetMetric)
}

// warned reports whether the features of the pair differ too much in scale.
func warned(sc *Scene) bool {
	if sc.Update.Session == nil {
		return false
	}
	_, warned := sc.Update.Session.Scales()
	return warned
}

// looking returns on how many directions the numbers are those of a first look, 0 where they are of all.
func looking(sc *Scene) int { return stage.Looking(&sc.Stage) }

// notYet says why nothing that stays is made of a first look.
const notYet = "not of a first look: when all directions are there"

// toTurn says how to turn the control of that name up, or down where n < 0.
func toTurn(sc *Scene, name string, n int) string {
	c, _ := session.OptionByName(name)
	word, key := "up", sc.Sign(name+stage.Ups)
	if n < 0 {
		word, key = "down", sc.Sign(name+stage.Downs)
	}
	if sc.Spoken {
		return "type " + word + " " + name
	}
	if sc.Focused().Name == name { // the plainest key, then
		key = cmp.Or(sc.Sign("turn-"+word), key)
	}
	if key == "" {
		return "turn " + c.Label + " " + word
	}
	return key + " turns " + c.Label + " " + word
}

// toStandardize says how to give the features one scale.
func toStandardize(sc *Scene) string {
	if sc.Spoken {
		return "open the files with standardize=source"
	}
	return "press " + sc.Sign("standardize") + " to standardize"
}

// Selected says what the arrows turn now.
func tellSelected(sc *Scene) stage.Intent {
	return stage.Tell("%s: %s", sc.Focused().Label, sc.Focused().Help)
}

// toChoose says how to have a setting chosen.
func toChoose(sc *Scene) string {
	if sc.Spoken {
		return "type choose to have k, k̃ and λ chosen without labels"
	}
	return "press {choose} to choose k, k̃, λ without labels"
}

// judgeOf is what chooses: the judge that was selected or, where none was, the validation
// rows where the selected view of λ or of k and k̃ shows these, or nothing else can judge.
func judgeOf(sc *Scene) session.Judge {
	if sc.selectedJudge != "" {
		return sc.selectedJudge
	}
	shown := stage.TargetMetric
	if scorer, ok := sc.Named(sc.Panel).(stage.Scorer); ok {
		shown = scorer.Metric()
	}
	if sc.Known(stage.ValidationMetric) && (stage.ShownMetric(&sc.Stage, shown) == stage.ValidationMetric || !sc.Known(stage.LabelFreeMetric)) {
		return session.Validation
	}
	return session.LabelFree
}
