package panel

import (
	"math"
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// TargetPanels returns plots of several targets of one source, the first on top: the AUC of a
// classifier of domains, the share of predictions that LAR changes, and the scores of no adaptation
// and LAR. A plot without any known value is left out.
func TargetPanels(task model.Task, rows []session.TargetRow) (panels []stage.Panel) {
	var names []string
	for _, r := range slices.Backward(rows) {
		names = append(names, r.Name())
	}
	points := func(name string, style chart.Style, mark rune, value func(session.TargetRow) float64) chart.Points {
		p := chart.Points{Name: name, Style: style, Mark: mark}
		for i, r := range rows {
			if v := value(r); r.Err == nil && !math.IsNaN(v) {
				p.X, p.Y = append(p.X, v), append(p.Y, float64(len(rows)-1-i))
			}
		}
		return p
	}
	add := func(title, along string, all ...chart.Points) {
		if len(all[0].X) > 0 {
			panels = append(panels, stage.Panel{Title: title, Picture: chart.Scatter{XLabel: along, Points: all}, Names: names})
		}
	}
	tested := func(of func(session.TargetRow) float64) func(session.TargetRow) float64 {
		return func(r session.TargetRow) float64 {
			if r.Shift.Report == nil {
				return math.NaN()
			}
			return of(r)
		}
	}
	interval := points("95 % interval", chart.Dim, '·', tested(func(r session.TargetRow) float64 { return r.Shift.Classifier.Low }))
	highest := points("", chart.Dim, '·', tested(func(r session.TargetRow) float64 { return r.Shift.Classifier.High }))
	interval.X, interval.Y = append(interval.X, highest.X...), append(interval.Y, highest.Y...)
	add("Distinguished from the source", "AUC of the classifier of domains, 0.5 is a coin",
		points("AUC", chart.Target, '×', tested(func(r session.TargetRow) float64 { return r.Shift.Classifier.AUC })),
		interval)
	score, unit := "score on the target, in %", 100.0
	if task == model.Regression {
		score, unit = "score on the target", 1
	} else {
		add("Changed by LAR", "share of the predictions, in %", points("changed", chart.LAR, '●', func(r session.TargetRow) float64 { return 100 * r.Changed }))
	}
	add("No adaptation and LAR", score,
		points(stage.NoAdaptation, chart.NoAdaptation, '○', func(r session.TargetRow) float64 { return unit * r.None.Target.Score }),
		points("LAR", chart.LAR, '×', func(r session.TargetRow) float64 { return unit * r.LAR.Target.Score }))
	if panels == nil && len(rows) > 0 {
		panels = []stage.Panel{{Title: "Targets", Picture: "too few rows to test for a shift, and no labels that score"}}
	}
	return panels
}
