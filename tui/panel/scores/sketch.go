package scores

import (
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/stage"
)

// drawWithLegend draws the curves without names and returns a legend of the visible curves. The
// legend is nil if another panel shows it, or if st only collects pictures.
func drawWithLegend(st *stage.Stage, g *chart.Grid, plot chart.Curves, read stage.Readout) (legend []chart.Group) {
	named := slices.Clone(plot.Curves)
	for i := range plot.Curves {
		plot.Curves[i].Name = ""
	}
	shown, drawn := st.DrawWithCursor(g, plot, read)
	above := st.HasRoom() && st.Task() != model.MultiClass
	for _, c := range named {
		if drawn && !above && c.Name != "" && shown.ShowsCurve(c) {
			legend = append(legend, chart.NamedValue(c.LegendSample(st.Glyphs)+" ", c.Style, c.Name))
		}
	}
	return legend
}

// titleSuffix names the score in the title of a panel with another score than the header.
func titleSuffix(st *stage.Stage, panel string) string {
	switch {
	case st.Solution == nil:
		return ""
	case st.Task() == model.Regression && st.IsKnown(stage.TargetMetric):
		return ": squared error"
	case !st.IsKnown(stage.TargetMetric) && panel == stage.ConvergenceName:
		return ": the objective"
	case !st.IsKnown(stage.TargetMetric):
		return ": accuracy on the source"
	}
	return ""
}
