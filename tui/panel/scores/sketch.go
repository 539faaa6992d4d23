package scores

import (
	"slices"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/stage"
)

// drawWithLegend draws curves that can be dragged, without names, and returns the legend of the visible
// ones, unless a legend above explains them.
func drawWithLegend(st *stage.Stage, g *chart.Grid, plot chart.Curves, read stage.Readout) (legend []chart.Group) {
	named := slices.Clone(plot.Curves)
	for i := range plot.Curves {
		plot.Curves[i].Name = ""
	}
	shown, drawn := st.DrawRead(g, plot, read)
	above := st.HasRoom() && st.Task() != model.MultiClass
	for _, c := range named {
		if drawn && !above && c.Name != "" && shown.Shows(c) {
			legend = append(legend, chart.Named(c.Sample(st.Glyphs)+" ", c.Style, c.Name))
		}
	}
	return legend
}

// titleSuffix returns a suffix for the title of a panel whose numbers differ from the header's.
func titleSuffix(st *stage.Stage, panel string) string {
	switch {
	case st.Solution == nil:
		return ""
	case st.Task() == model.Regression && st.Known(stage.TargetMetric):
		return ": squared error"
	case !st.Known(stage.TargetMetric) && panel == stage.ConvergenceName:
		return ": the objective"
	case !st.Known(stage.TargetMetric):
		return ": correct on the source"
	}
	return ""
}
