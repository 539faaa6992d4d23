package frame

import (
	"cmp"
	"slices"

	"larui/tui/session"
	"larui/tui/stage"
)

// withoutLabels reports whether the target has no labels.
func withoutLabels(sc *stage.Stage) bool {
	return sc.Solution != nil && !sc.Known(stage.TargetMetric)
}

// changes reports whether LAR and no adaptation differ on rows of the target. In a regression they
// always do.
func changes(sc *Scene) bool {
	signs := sc.Solution.Signs
	return signs != nil && signs.Changed != 0
}

// scalesDiffer reports whether the features of the pair differ too much in scale.
func scalesDiffer(sc *Scene) bool {
	if sc.Session == nil {
		return false
	}
	_, warned := sc.Session.Scales()
	return warned
}

// toTurn says how to turn a control up, or down if n < 0.
func toTurn(sc *Scene, name string, n int) string {
	c, _ := session.OptionByName(name)
	word := "up"
	if n < 0 {
		word = "down"
	}
	if sc.Spoken {
		return "type " + word + " " + name
	}
	key := turnSign(sc, name, word)
	if key == "" {
		return "turn " + c.Label + " " + word
	}
	return key + " turns " + c.Label + " " + word
}

// turnSign returns the sign of the simplest key that turns a control: the arrow if the control is
// selected and the view does not use the arrow.
func turnSign(sc *Scene, name, word string) string {
	key, arrow := sc.Sign(name+map[string]string{"up": stage.Ups, "down": stage.Downs}[word]), sc.Sign("turn-"+word)
	used := slices.ContainsFunc(viewKeys(sc), func(k stage.Key) bool { return len(k.Keys) > 0 && stage.KeySign(k.Keys[0]) == arrow })
	if sc.FocusedControl().Name == name && !used {
		return cmp.Or(arrow, key)
	}
	return key
}

// toStandardize says how to standardize the features.
func toStandardize(sc *Scene) string {
	if sc.Spoken {
		return "open the files with standardize=source"
	}
	return "press " + sc.Sign("standardize") + " to standardize"
}

// describeControl returns the label and the help of the focused control.
func describeControl(sc *Scene) stage.Intent {
	return stage.Message("%s: %s", sc.FocusedControl().Label, sc.FocusedControl().Help)
}

// toChoose says how to choose a setting without labels.
func toChoose(sc *Scene) string {
	if sc.Spoken {
		return "type choose to have k, k̃ and λ chosen without labels"
	}
	return "press {choose} to choose k, k̃, λ without labels"
}

// judgeOf returns the judge that chooses: the selected one, else validation or the label-free
// rating. Validation is used if the selected view shows validation scores, or if the label-free
// rating is unknown.
func judgeOf(sc *Scene) session.Judge {
	if sc.selectedJudge != "" {
		return sc.selectedJudge
	}
	shown := stage.TargetMetric
	if scorer, ok := sc.FindView(sc.Panel).(stage.Scorer); ok {
		shown = scorer.Metric()
	}
	if sc.Known(stage.ValidationMetric) && (stage.ShownMetric(&sc.Stage, shown) == stage.ValidationMetric || !sc.Known(stage.LabelFreeMetric)) {
		return session.Validation
	}
	return session.LabelFree
}
