package view

import (
	"larui/model"
	"larui/tui/chart"
)

// drawNamed draws curves, and returns their legend.
func drawNamed(st *Stage, g *chart.Grid, plot chart.Curves) (legend []group) {
	for i := range plot.Curves {
		c := &plot.Curves[i]
		if c.Name != "" {
			legend = append(legend, group{{c.Sample(st.Glyphs) + " ", c.Style}, {c.Name, chart.Plain}})
		}
		c.Name = ""
	}
	plot.Draw(g, st.Glyphs)
	return legend
}

// unusual says of a panel what its numbers are, where that is not what the header says.
func unusual(st *Stage, panel string) string {
	switch {
	case st.Solution() == nil:
		return ""
	case st.Task() == model.Regression && st.known(targetMetric):
		return ": squared error"
	case !st.known(targetMetric) && panel == convergenceName:
		return ": the objective"
	case !st.known(targetMetric):
		return ": correct on the source"
	}
	return ""
}
