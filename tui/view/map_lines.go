package view

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui/number"
	"larui/tui/session"
)

// linesOfBest is how many of the best cells of the map are said.
const linesOfBest = 5

// A wordedCell is a cell of the map in words: its place and what it scores.
type wordedCell struct {
	row, col int
	value    float64
}

// Lines says the best cells of the map and those of the present k and k̃.
func (view *mapView) Lines(sc *Scene) []string {
	m := view.currentMap(sc)
	if m == nil || m.params != mapParams(sc.State.Params) {
		return []string{"the map is not solved"}
	}
	shown, closed := sc.shownMetric(view.metric), view.closed
	what := fmt.Sprintf("after %d epochs", m.params.Epochs)
	if closed {
		what = "in closed form"
	}
	lines := []string{
		fmt.Sprintf("%s %s at λ %s for %d by %d values of k and k̃", shown.name(sc.Task()), what, number.Short(m.params.Lambda), len(m.k), len(m.kTilde)),
		"k: " + joinNumbers(m.k) + "; k̃: " + joinNumbers(m.kTilde),
	}
	if missing := sc.unknowable(); missing != "" {
		lines = append(lines, missing)
	}
	var known []wordedCell
	for row := range m.k {
		for col := range m.kTilde {
			if v := m.value(row, col, shown, closed); v == v {
				known = append(known, wordedCell{row, col, v})
			}
		}
	}
	slices.SortStableFunc(known, func(a, b wordedCell) int {
		switch {
		case shown.better(sc.Task(), a.value, b.value):
			return -1
		case shown.better(sc.Task(), b.value, a.value):
			return 1
		}
		return 0
	})
	for i, cell := range known[:min(linesOfBest, len(known))] {
		lines = append(lines, fmt.Sprintf("best %d: %s", i+1, view.cellInWords(sc, m, cell.row, cell.col)))
	}
	if len(known) == 0 {
		lines = append(lines, "no cell has a known score")
	}
	here := m.position(sc.State.Params.K, sc.State.Params.KTilde)
	if here == nil {
		return lines
	}
	lines = append(lines, "here: "+view.cellInWords(sc, m, here.Row, here.Col))
	for col := range m.kTilde {
		if col != here.Col {
			lines = append(lines, "same k: "+view.cellInWords(sc, m, here.Row, col))
		}
	}
	for row := range m.k {
		if row != here.Row {
			lines = append(lines, "same k̃: "+view.cellInWords(sc, m, row, here.Col))
		}
	}
	return lines
}

// cellInWords says what a cell scores, after the epochs and in closed form.
func (view *mapView) cellInWords(sc *Scene, m *ComponentMap, row, col int) string {
	cell, shown := m.at(row, col), sc.shownMetric(view.metric)
	place := fmt.Sprintf("k %d, k̃ %d: ", m.k[row], m.kTilde[col])
	if !cell.solved {
		return place + "not solved"
	}
	value := func(closed bool) string {
		v := m.value(row, col, shown, closed)
		if shown.isError(sc.Task()) {
			return number.Digits(v, 4)
		}
		return spokenShare(v, view.rowsOf(sc, shown))
	}
	after := "diverges"
	if !cell.diverges {
		after = value(false)
	}
	return place + after + ", closed form " + value(true)
}

// rowsOf returns how many rows a metric counts over.
func (view *mapView) rowsOf(sc *Scene, m metric) int {
	switch pair := sc.Update.Session.Pair; m {
	case sourceMetric:
		return pair.Source.Rows()
	case validationMetric:
		return pair.Validation.Rows()
	default:
		return pair.Target.Rows()
	}
}

func joinNumbers(values []int) string {
	return strings.ReplaceAll(session.JoinWholes(values), ",", ", ")
}
