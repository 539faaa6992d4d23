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

// readout returns a zero Readout if the rows have no coordinates.
func (v *View) readout(st *stage.Stage) stage.Readout {
	across, up := v.coordinates(st)
	if up == nil {
		return stage.Readout{}
	}
	read := stage.Readout{Across: across, Up: up, Point: func(row int) []chart.Group { return describeRow(st, row) }}
	if shape := st.Session.Pair.Shape; shape.Rows > 0 {
		x := st.Session.Problem.Target.X
		read.Image = func(row int) chart.Picture { return panel.FeaturePicture(x.RawRowView(row), shape) }
	}
	return read
}

// coordinates returns the coordinates of target rows in the plot. They are nil if the plot needs a
// prediction or a label that is unknown.
func (v *View) coordinates(st *stage.Stage) (across, up []float64) {
	p, w := st.Session.Problem, st.Solution.Descent.Weights
	plane := v.shownDirectionPlane(st)
	switch {
	case hasFeaturePlane(st):
		return mat.Col(nil, 0, p.Target.X), mat.Col(nil, 1, p.Target.X)
	case plane != nil:
		return plane.Target[0], plane.Target[1]
	case st.View != nil && (p.Task != model.Regression || p.Target.Y == nil):
		return st.View.Score, st.View.Across
	case w != nil && p.Target.Y != nil:
		return mat.Col(nil, 0, p.TargetScores(w)), p.Target.Y
	}
	return nil, nil
}

func describeRow(st *stage.Stage, row int) []chart.Group {
	p, w := st.Session.Problem, st.Solution.Descent.Weights
	d := model.Domain{X: p.Target.X, Y: p.Target.Y}
	name := fmt.Sprintf("row %d", row+1)
	if p.Target.IsSampled() {
		name = "a sampled row" // its number in the data is unknown
	}
	said := []chart.Group{{chart.Accent.Text(name)}}
	say := func(name string, style chart.Style, value string) {
		said = append(said, chart.NamedValue(name+" ", style, value))
	}
	regression := st.Task() == model.Regression
	label, predicted, wrong := stage.LabelAndPrediction(st, d, row)
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
				said = append(said, chart.Group{chart.Bad.Text("wrong")})
			}
			say("score wᵀx", chart.LAR, score)
		}
	}
	pair := st.Session.Pair
	if pair.Shape.Rows > 0 { // the features are pixels
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
