package tui

import "strings"

// theoryLines says what the paper's theorems assume and state: for each number a line
// with its verdict and one with its sentence.
func (sc *Scene) theoryLines() []string {
	if sc.Update.Theory == nil {
		return []string{"the theory is not solved"}
	}
	// Signs of formulas; the talker knows the others.
	spoken := strings.NewReplacer("Ṽ", "V~", "μ", "mu", "α", "alpha", "S̃", "S~", "Σ", "sum", "ᵀ", "^T ", "Φw", "Phi w", "²(", "² (")
	var lines []string
	say := func(text string) { lines = append(lines, spoken.Replace(text)) }
	for _, group := range sc.theoryGroups() {
		say(group.heading())
		for _, s := range group.statements {
			line := s.name + ": " + s.verdict.word() + "; " + s.measure + "; tolerance: " + s.tolerance
			if s.now != "" {
				line += "; now: " + s.now
			}
			say(line)
			say(s.source + ": " + s.text)
		}
	}
	return lines
}
