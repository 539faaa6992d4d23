package spectrum

import (
	"fmt"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// heldOutSteps returns the scores of least squares on held-out source rows, within the first 1, 2,
// 4, … directions of the source. tail is the sentence on the remaining directions, maybe empty.
// steps is nil if not ready.
func heldOutSteps(st *stage.Stage) (steps []string, tail string) {
	held, _ := st.HeldOut()
	if held == nil || held.Folds == 0 {
		return nil, ""
	}
	for _, at := range held.Heads {
		value := number.Percent(at.Score, 0)
		if st.Task() == model.Regression {
			value = number.Digits(at.Score, 3)
		}
		steps = append(steps, fmt.Sprintf("%d: %s", at.K, value))
	}
	last := &steps[len(steps)-1]
	*last += " ±" + session.HeldOutError(st.Task(), held)
	return steps, session.TailText(held)
}

// drawHeldOut writes these scores in the first rows of g and returns the number of rows.
func drawHeldOut(st *stage.Stage, g *chart.Grid) int {
	steps, tail := heldOutSteps(st)
	if steps == nil {
		return 0
	}
	w, _ := g.Size()
	name := "right, held out, by the first directions"
	if st.Task() == model.Regression {
		name = "squared error, held out, by the first directions"
	}
	groups := []chart.Group{{chart.Source.Text(name)}}
	for _, step := range steps {
		groups = append(groups, chart.Group{chart.Plain.Text(st.Spell(step))})
	}
	chart.DrawGroups(g.Sub(1, 0, w-1, 1), groups, 2)
	if tail == "" {
		return 1
	}
	g.Text(1, 1, st.Spell(st.Glyphs.Truncate(tail, w-2)), chart.Warning)
	return 2
}
