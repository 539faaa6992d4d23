package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// rivalsInWords says LAR and no adaptation, the other methods by their numbers, and
// how to train them.
func (sc *Scene) rivalsInWords() []string {
	lines := []string{"scores in " + sc.rivalUnit() + "; type train NUMBER or train NAME to train a method, train all for all, rivals NAME for its settings"}
	for _, row := range sc.liveRows() {
		row.took = "" // it is solved anew at every turn
		lines = append(lines, row.name+": "+sc.rivalRowInWords(row))
	}
	for i, r := range lineup() {
		lines = append(lines, fmt.Sprintf("%d %s: %s", i+1, r.name, sc.rivalRowInWords(sc.rivalRow(r))))
	}
	return lines
}

func (sc *Scene) rivalUnit() string {
	return strings.TrimPrefix(sc.scoreName(), "target ")
}

// rivalRowInWords says the scores of a row, or why it has none.
func (sc *Scene) rivalRowInWords(row rivalRow) string {
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
			text := spoken(s.value)
			if !s.of.isError(sc.task()) {
				text = spokenShare(s.value, sc.rowsOf(s.of))
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
func (sc *Scene) rivalInWords(r rival) []string {
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
			e := sc.Views.rivals.board[sc.rivalKey(r, i)]
			text := "not trained"
			if e.state == rivalTrained {
				text = "trained, target " + sc.spokenScore(e.result.target)
			}
			lines = append(lines, fmt.Sprintf("setting %d: %s, %s", i+1, settingName(h), text))
		}
	}
	if len(grid) > 1 && sc.Update.Session.canChoose() {
		lines = append(lines, "setting choose: the one that does best on the validation rows")
	}
	return append(lines, "present: "+sc.rivalRowInWords(sc.rivalRow(r)))
}
