package panel

import (
	"fmt"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// DrawDivergence says why there is no picture.
func DrawDivergence(st *stage.Stage, g *chart.Grid) {
	s := st.Solution()
	if !s.Descent.Diverges {
		g.Text(1, 0, "the target has no labels", chart.Dim)
		return
	}
	g.Text(1, 0, "descent diverges", chart.Bad)
	g.Text(1, 1, fmt.Sprintf("rate %s is above the largest", number.Short(number.Round(s.Descent.Rate, 3))), chart.Plain)
	g.Text(1, 2, fmt.Sprintf("stable one, %s", number.Short(number.Round(s.Descent.LargestStableRate, 3))), chart.Plain)
	g.Text(1, 4, "set rate to auto", chart.Dim)
}
