package panel

import (
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/stage"
)

// DrawMissingReason writes why a view has no picture: descent diverges, LAR is unknown, or the
// target has no labels.
func DrawMissingReason(st *stage.Stage, g *chart.Grid) {
	s := st.Solution
	w, h := g.Size()
	if !s.Descent.Diverges {
		why := "the target has no labels"
		if s.Descent.Unknown != "" {
			why = "LAR is unknown: " + s.Descent.Unknown
		}
		g.TextWrapped(1, 0, w-2, h, why, chart.Dim)
		return
	}
	g.Text(1, 0, "descent diverges", chart.Bad)
	g.Text(1, 1, "the learning rate is "+number.FormatStepSize(s.Descent.Rate), chart.Plain)
	g.Text(1, 2, "the largest stable rate is "+number.FormatStepSize(s.Descent.LargestStableRate), chart.Plain)
	g.TextWrapped(1, 4, w-2, h-4, st.HowToSet("rate", "auto", -1), chart.Dim)
}
