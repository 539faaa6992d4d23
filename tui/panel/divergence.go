package panel

import (
	"fmt"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// DrawDivergence draws the reason why a view has no picture: descent diverges, LAR is unknown, or
// labels are missing.
func DrawDivergence(st *stage.Stage, g *chart.Grid) {
	s := st.Solution
	if !s.Descent.Diverges {
		why := "the target has no labels"
		if s.Descent.Unknown != "" {
			why = "LAR is unknown: " + s.Descent.Unknown
		}
		_, h := g.Size()
		stage.DrawWrapped(st, g, 0, h, why, chart.Dim)
		return
	}
	g.Text(1, 0, "descent diverges", chart.Bad)
	g.Text(1, 1, fmt.Sprintf("rate %s is above the largest", number.AllDigits(number.RoundDigits(s.Descent.Rate, 3))), chart.Plain)
	g.Text(1, 2, fmt.Sprintf("stable one, %s", number.AllDigits(number.RoundDigits(s.Descent.LargestStableRate, 3))), chart.Plain)
	g.Text(1, 4, "set rate to auto", chart.Dim)
}
