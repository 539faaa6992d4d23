package view

import "strings"

// Lines says the facts of the data, a line each with the domains by name.
func (view *dataView) Lines(sc *Scene) []string {
	domains := []string{"source", "target", "validation"}
	const unbroken = 1 << 16
	var lines []string
	for _, fact := range view.factLines(sc, unbroken) {
		label := strings.TrimSpace(fact.label)
		switch {
		case fact.text != "" && label == "":
			lines = append(lines, fact.text)
		case fact.text != "":
			lines = append(lines, label+": "+fact.text)
		case len(fact.cells) == 1:
			lines = append(lines, label+": "+fact.cells[0])
		default:
			var parts []string
			for i, cell := range fact.cells {
				if cell = strings.Join(strings.Fields(cell), " "); cell != "" {
					parts = append(parts, domains[i]+" "+strings.ReplaceAll(cell, " × ", " by "))
				}
			}
			lines = append(lines, strings.ReplaceAll(label, " × ", " by ")+": "+strings.Join(parts, ", "))
		}
	}
	return lines
}
