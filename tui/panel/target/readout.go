package target

import (
	"cmp"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/panel"
	"larui/tui/stage"
)

// readout returns how target rows at the given coordinates are read off.
func readout(st *stage.Stage, across, up []float64) stage.Readout {
	read := stage.Readout{Across: across, Up: up, Point: func(row int) []chart.Group { return pointOf(st, row) }}
	if shape := st.Update.Session.Pair.Shape; shape.Rows > 0 {
		x := st.Update.Session.Problem.Target.X
		read.Image = func(row int) chart.Picture { return panel.PictureOf(x.RawRowView(row), shape) }
	}
	return read
}

// pointOf returns the description of a target row: label, prediction, score and features.
func pointOf(st *stage.Stage, row int) []chart.Group {
	p, w := st.Update.Session.Problem, st.Solution().Descent.Weights
	d := model.Domain{X: p.Target.X, Y: p.Target.Y}
	name := fmt.Sprintf("row %d", row+1)
	if p.Target.Sampled() {
		name = "a row of the sample" // the place of a sampled row is unknown
	}
	said := []chart.Group{{chart.Styled(name, chart.Accent)}}
	label, predicted, wrong := stage.Compare(st, d, row)
	if row < len(p.Target.Y) && st.Task() == model.Regression {
		label = number.Digits(p.Target.Y[row], 6)
	}
	said = append(said, chart.Group{chart.Styled("label ", chart.Dim), chart.Styled(cmp.Or(label, "unknown"), chart.Plain)})
	if predicted == "" {
		return append(said, valuesOf(st, row)...)
	}
	score := number.Digits(mat.Dot(p.Target.X.RowView(row), w.ColView(0)), 6)
	if st.Task() == model.Regression {
		said = append(said, chart.Group{chart.Styled("prediction ", chart.LAR), chart.Styled(score, chart.Plain)})
		return append(said, valuesOf(st, row)...)
	}
	said = append(said, chart.Group{chart.Styled("predicted ", chart.LAR), chart.Styled(predicted, chart.Plain)})
	if wrong {
		said = append(said, chart.Group{chart.Styled("wrong", chart.Bad)})
	}
	said = append(said, chart.Group{chart.Styled("score wᵀx ", chart.LAR), chart.Styled(score, chart.Plain)})
	return append(said, valuesOf(st, row)...)
}

// valuesOf returns the features of a target row with their names, nil if the features form a
// picture.
func valuesOf(st *stage.Stage, row int) (said []chart.Group) {
	pair, p := st.Update.Session.Pair, st.Update.Session.Problem
	if pair.Shape.Rows > 0 {
		return nil
	}
	named := p.D
	if pair.Bias {
		named-- // without the constant
	}
	for j := range named {
		said = append(said, chart.Group{chart.Styled(stage.FeatureName(st, j)+" ", chart.Dim), chart.Styled(number.Digits(p.Target.X.At(row, j), 4), chart.Plain)})
	}
	return said
}
