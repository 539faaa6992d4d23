package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/tui/number"
)

// Lines says LAR and no adaptation, the other methods by their numbers, and
// how to train them.
func (view *rivalsView) Lines(sc *Scene) []string {
	lines := []string{"scores in " + view.rivalUnit(sc) + "; type train NUMBER or train NAME to train a method, train all for all, rivals NAME for its settings"}
	for _, row := range view.liveRows(sc) {
		row.took = "" // it is solved anew at every turn
		lines = append(lines, row.name+": "+view.RivalRowInWords(sc, row))
	}
	for i, r := range Lineup() {
		lines = append(lines, fmt.Sprintf("%d %s: %s", i+1, r.Name, view.RivalRowInWords(sc, view.RivalRow(sc, r))))
	}
	return lines
}

func (view *rivalsView) rivalUnit(sc *Scene) string {
	return strings.TrimPrefix(sc.scoreName(), "target ")
}

// RivalRowInWords says the scores of a row, or why it has none.
func (view *rivalsView) RivalRowInWords(sc *Scene, row rivalRow) string {
	var parts []string
	if !row.scored {
		parts = append(parts, strings.Join(strings.Fields(row.status), " "))
	} else {
		for _, s := range []struct {
			name  string
			of    metric
			value float64
		}{{"target", targetMetric, row.target}, {"source", sourceMetric, row.source}, {"validation", validationMetric, row.validation}} {
			if s.of != targetMetric && math.IsNaN(s.value) {
				continue
			}
			text := number.Digits(s.value, 4)
			if !s.of.isError(sc.Task()) {
				text = spokenShare(s.value, sc.Views.grid.rowsOf(sc, s.of))
			}
			parts = append(parts, s.name+" "+text)
		}
	}
	if row.setting != "" {
		parts = append(parts, "with "+strings.Replace(row.setting, "★ ", "", 1))
	}
	if row.took != "" {
		parts = append(parts, "took "+row.took)
	}
	return strings.Join(parts, ", ")
}

// RivalInWords says what a method is and the settings it can be trained with.
func (view *rivalsView) RivalInWords(sc *Scene, r Rival) []string {
	number := 1 + slices.IndexFunc(Lineup(), func(other Rival) bool { return other.Name == r.Name })
	lines := []string{
		fmt.Sprintf("%d %s: %s", number, r.Name, r.Method.About),
		"runs with: " + r.runsWith(),
	}
	if r.Method.Note != "" {
		lines = append(lines, r.Method.Note)
	}
	grid := r.Method.Grid
	switch {
	case !r.Method.Applies(sc.Task()):
		return append(lines, "does not apply here: it needs classes")
	case len(grid) < 2:
		lines = append(lines, "no settings to choose")
	}
	for i, h := range grid {
		if len(grid) > 1 {
			e := view.Board[view.rivalKey(sc, r, i)]
			text := "not trained"
			if e.State == rivalTrained {
				text = "trained, target " + sc.spokenScore(e.result.target)
			}
			lines = append(lines, fmt.Sprintf("setting %d: %s, %s", i+1, settingName(h), text))
		}
	}
	if len(grid) > 1 && CanChoose(sc.Update.Session) {
		lines = append(lines, "setting choose: the one that does best on the validation rows")
	}
	return append(lines, "present: "+view.RivalRowInWords(sc, view.RivalRow(sc, r)))
}
