package view

// Lines says what the paper's theorems assume and state: for each number a line
// with its verdict and one with its sentence.
func (view *theoryView) Lines(sc *Scene) []string {
	if sc.Update.Theory == nil {
		return []string{"the theory is not solved"}
	}
	var lines []string
	for _, group := range view.theoryGroups(sc) {
		lines = append(lines, group.heading())
		for _, s := range group.statements {
			line := s.name + ": " + s.verdict.word() + "; " + s.measure + "; tolerance: " + s.tolerance
			if s.now != "" {
				line += "; now: " + s.now
			}
			lines = append(lines, line, s.source+": "+s.text)
		}
	}
	return lines
}
