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
	if shape := st.Session.Pair.Shape; shape.Rows > 0 {
		x := st.Session.Problem.Target.X
		read.Image = func(row int) chart.Picture { return panel.PictureOf(x.RawRowView(row), shape) }
	}
	return read
}

// pointOf returns the description of a target row: label, prediction, score and features.
func pointOf(st *stage.Stage, row int) []chart.Group {
	p, w := st.Session.Problem, st.Solution.Descent.Weights
	d := model.Domain{X: p.Target.X, Y: p.Target.Y}
	name := fmt.Sprintf("row %d", row+1)
	if p.Target.IsSampled() {
		name = "a row of the sample" // the place of a sampled row is unknown
	}
	said := []chart.Group{{chart.Styled(name, chart.Accent)}}
	say := func(name string, style chart.Style, value string) {
		said = append(said, chart.Named(name+" ", style, value))
	}
	regression := st.Task() == model.Regression
	label, predicted, wrong := stage.Compare(st, d, row)
	if row < len(p.Target.Y) && regression {
		label = number.Digits(p.Target.Y[row], 6)
	}
	say("label", chart.Dim, cmp.Or(label, "unknown"))
	if predicted != "" {
		score := number.Digits(mat.Dot(p.Target.X.RowView(row), w.ColView(0)), 6)
		if regression {
			say("prediction", chart.LAR, score)
		} else {
			say("predicted", chart.LAR, predicted)
			if wrong {
				said = append(said, chart.Group{chart.Styled("wrong", chart.Bad)})
			}
			say("score wᵀx", chart.LAR, score)
		}
	}
	pair := st.Session.Pair
	if pair.Shape.Rows > 0 { // the features form a picture
		return said
	}
	named := p.D
	if pair.Bias {
		named-- // without the constant
	}
	for j := range named {
		say(stage.FeatureName(st, j), chart.Dim, number.Digits(p.Target.X.At(row, j), 4))
	}
	return said
}
