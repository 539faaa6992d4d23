package frame

import (
	"cmp"
	"slices"

	"larui/tui/session"
	"larui/tui/stage"
)

// withoutLabels reports whether the target has no labels.
func withoutLabels(sc *stage.Stage) bool {
	return sc.Solution != nil && !sc.IsKnown(stage.TargetMetric)
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
	_, warned := sc.Session.ScaleWarning()
	return warned
}

// toTurn says how to turn a control up, or down if n < 0.
func toTurn(sc *Scene, name string, n int) string {
	c, _ := session.OptionByName(name)
	word := "up"
	if n < 0 {
		word = "down"
	}
	if sc.NamesCommands {
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
	key, arrow := sc.FirstKey(name+map[string]string{"up": stage.UpSuffix, "down": stage.DownSuffix}[word]), sc.FirstKey("turn-"+word)
	used := slices.ContainsFunc(viewKeys(sc), func(k stage.Key) bool { return len(k.Keys) > 0 && stage.KeySign(k.Keys[0]) == arrow })
	if sc.Focused().Name == name && !used {
		return cmp.Or(arrow, key)
	}
	return key
}

// toStandardize says how to standardize the features.
func toStandardize(sc *Scene) string {
	if sc.NamesCommands {
		return "open the files with standardize=source"
	}
	return "press " + sc.FirstKey("standardize") + " to standardize"
}

// describeControl returns the label and the help of the focused control.
func describeControl(sc *Scene) stage.Intent {
	return stage.NewMessage("%s: %s", sc.Focused().Label, sc.Focused().Help)
}

// toChoose says how to choose a setting without labels.
func toChoose(sc *Scene) string {
	if sc.NamesCommands {
		return "type choose to have k, k̃ and λ chosen without labels"
	}
	return "press {choose} to choose k, k̃, λ without labels"
}

// judgeOf returns the judge that chooses: the selected one, else validation or the label-free
// rating. Validation is used if the selected view shows validation scores, or if the label-free
// rating is unknown.
func judgeOf(sc *Scene) session.JudgeName {
	if sc.selectedJudge != "" {
		return sc.selectedJudge
	}
	shown := stage.TargetMetric
	if scorer, ok := sc.FindView(sc.Panel).(stage.MetricView); ok {
		shown = scorer.Metric()
	}
	if sc.IsKnown(stage.ValidationMetric) && (stage.ShownMetric(&sc.Stage, shown) == stage.ValidationMetric || !sc.IsKnown(stage.LabelFreeMetric)) {
		return session.Validation
	}
	return session.LabelFree
}
