package tui

import (
	"fmt"
	"larui/tui/number"
	"math"
	"slices"
	"strings"
)

// Lines says LAR and no adaptation, the other methods by their numbers, and
// how to train them.
func (view *rivalsView) Lines(sc *Scene) []string {
	lines := []string{"scores in " + view.rivalUnit(sc) + "; type train NUMBER or train NAME to train a method, train all for all, rivals NAME for its settings"}
	for _, row := range view.liveRows(sc) {
		row.took = "" // it is solved anew at every turn
		lines = append(lines, row.name+": "+view.rivalRowInWords(sc, row))
	}
	for i, r := range lineup() {
		lines = append(lines, fmt.Sprintf("%d %s: %s", i+1, r.name, view.rivalRowInWords(sc, view.rivalRow(sc, r))))
	}
	return lines
}

func (view *rivalsView) rivalUnit(sc *Scene) string {
	return strings.TrimPrefix(sc.scoreName(), "target ")
}

// rivalRowInWords says the scores of a row, or why it has none.
func (view *rivalsView) rivalRowInWords(sc *Scene, row rivalRow) string {
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
			if !s.of.isError(sc.task()) {
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

// rivalInWords says what a method is and the settings it can be trained with.
func (view *rivalsView) rivalInWords(sc *Scene, r rival) []string {
	number := 1 + slices.IndexFunc(lineup(), func(other rival) bool { return other.name == r.name })
	lines := []string{
		fmt.Sprintf("%d %s: %s", number, r.name, r.method.About),
		"runs with: " + r.runsWith(),
	}
	if r.method.Note != "" {
		lines = append(lines, r.method.Note)
	}
	grid := r.method.Grid
	switch {
	case !r.method.Applies(sc.task()):
		return append(lines, "does not apply here: it needs classes")
	case len(grid) < 2:
		lines = append(lines, "no settings to choose")
	}
	for i, h := range grid {
		if len(grid) > 1 {
			e := view.board[view.rivalKey(sc, r, i)]
			text := "not trained"
			if e.state == rivalTrained {
				text = "trained, target " + sc.spokenScore(e.result.target)
			}
			lines = append(lines, fmt.Sprintf("setting %d: %s, %s", i+1, settingName(h), text))
		}
	}
	if len(grid) > 1 && canChoose(sc.Update.Session) {
		lines = append(lines, "setting choose: the one that does best on the validation rows")
	}
	return append(lines, "present: "+view.rivalRowInWords(sc, view.rivalRow(sc, r)))
}
