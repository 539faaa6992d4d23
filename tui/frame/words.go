package frame

import (
	"cmp"
	"slices"

	"larui/tui/session"
	"larui/tui/stage"
)

func lacksTargetLabels(st *stage.Stage) bool {
	return st.Solution != nil && !st.IsKnown(stage.TargetMetric)
}

func changesPredictions(sc *Scene) bool {
	signs := sc.Solution.Signs
	return signs != nil && signs.Changed != 0
}

func scalesDiffer(sc *Scene) bool {
	if sc.Session == nil {
		return false
	}
	_, warned := sc.Session.ScaleWarning()
	return warned
}

// turnAdvice returns "> turns λ up" for the control called name, or how to turn it down if n < 0.
func turnAdvice(sc *Scene, name string, n int) string {
	c, _ := session.OptionByName(name)
	word := "up"
	if n < 0 {
		word = "down"
	}
	if sc.NamesCommands {
		return "type " + word + " " + name
	}
	key := turnKeySign(sc, name, word)
	if key == "" {
		return "turn " + c.Label + " " + word
	}
	return key + " turns " + c.Label + " " + word
}

// turnKeySign returns the key that turns the control called name up or down, as the screen writes
// it: the arrow if the control is focused and the view does not use the arrow, else the control's
// own key.
func turnKeySign(sc *Scene, name, direction string) string {
	key, arrow := sc.FirstKey(name+"."+direction), sc.FirstKey("turn-"+direction)
	used := slices.ContainsFunc(viewKeys(sc), func(k stage.Key) bool { return len(k.Keys) > 0 && stage.KeySign(k.Keys[0]) == arrow })
	if sc.FocusedControl().Name == name && !used {
		return cmp.Or(arrow, key)
	}
	return key
}

func standardizeAdvice(sc *Scene) string {
	if sc.NamesCommands {
		return "open the files with standardize=source"
	}
	return "press " + sc.FirstKey("standardize") + " to standardize"
}

func describeControl(sc *Scene) stage.Intent {
	return stage.NewMessage("%s: %s", sc.FocusedControl().Label, sc.FocusedControl().Help)
}

func chooseAdvice(sc *Scene) string {
	if sc.NamesCommands {
		return "type choose to choose k, k̃ and λ without labels"
	}
	return "press {choose} to choose k, k̃, λ without labels"
}

func presentJudge(sc *Scene) session.JudgeName { return cmp.Or(sc.selectedJudge, viewJudge(sc)) }

// viewJudge returns how the selected view compares settings: by validation if the view shows
// validation scores, or if only validation is known; else by the label-free rating.
func viewJudge(sc *Scene) session.JudgeName {
	shown := stage.TargetMetric
	if scorer, ok := sc.FindView(sc.Panel).(stage.MetricView); ok {
		shown = scorer.Metric()
	}
	if sc.IsKnown(stage.ValidationMetric) && (stage.ShownMetric(&sc.Stage, shown) == stage.ValidationMetric || !sc.IsKnown(stage.LabelFreeMetric)) {
		return session.Validation
	}
	return session.LabelFree
}
