package scores

import (
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/stage"
)

// drawWithLegend draws the curves without names and returns a legend of the visible curves. The
// legend is nil if another panel shows these names, or if st is for an exported document.
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

// titleSuffix returns an addition to the title of a panel that plots another score than the one in
// the header of the screen. The addition names the plotted score, as in ": squared error".
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
