package spectrum

import (
	"fmt"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// heldOutScores returns scores of least squares on held-out source rows. The text "2: 98 %" in
// scores is the score of a fit within the first two source directions. scores is nil until
// computed. tail is the text of session.LateDirectionsWarning.
func heldOutScores(st *stage.Stage) (title string, scores []string, tail string) {
	held, _ := st.HeldOut()
	if held == nil || held.Folds == 0 {
		return "", nil, ""
	}
	for _, at := range held.Heads {
		value := number.Percent(at.Score, 0)
		title = "held-out accuracy by directions used"
		if st.Task() == model.Regression {
			value = number.Digits(at.Score, 3)
			title = "held-out squared error by directions used"
		}
		scores = append(scores, fmt.Sprintf("%d: %s", at.K, value))
	}
	scores[len(scores)-1] += " ±" + session.HeldOutStandardErrorText(st.Task(), held)
	return title, scores, session.LateDirectionsWarning(held)
}

// drawHeldOutScores returns the number of lines.
func drawHeldOutScores(st *stage.Stage, g *chart.Grid) int {
	title, scores, tail := heldOutScores(st)
	if scores == nil {
		return 0
	}
	w, _ := g.Size()
	groups := []chart.Group{{chart.Source.Text(title)}}
	for _, score := range scores {
		groups = append(groups, chart.Group{chart.Plain.Text(st.Spell(score))})
	}
	chart.DrawGroups(g.Sub(1, 0, w-1, 1), groups, 2)
	if tail == "" {
		return 1
	}
	g.TextWithin(1, 1, w-2, tail, chart.Warning)
	return 2
}
