package data

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/panel"
	"larui/tui/session"
	"larui/tui/stage"
)

// drawWeightPictures leaves out the closed form if there is no room.
func drawWeightPictures(st *stage.Stage, g *chart.Grid, output int) {
	w, h := g.Size()
	s := st.Solution
	g.TextWithin(0, 0, w, describeWeightSign(st, output), chart.Dim)
	all := []struct {
		name  string
		style chart.Style
		model.Fit
	}{
		{"LAR, " + session.FormatEpochs("", s.Epochs), chart.LAR, s.Descent.Fit},
		{stage.NoAdaptation, chart.NoAdaptation, s.None.Fit},
		{stage.ClosedFormName(s.Closed), chart.ClosedForm, s.Closed.Fit},
	}
	const least = 36
	all = all[:max(2, min(3, w/least))]
	for i, one := range all {
		left, right := w*i/len(all), w*(i+1)/len(all)-2
		box := g.Sub(left, 1, right-left, h-1)
		if one.Weights == nil {
			panel.DrawHeading(box, one.name, one.style).Text(0, 0, one.Unknown, chart.Bad)
			continue
		}
		panel.DrawVector(st, box, one.name, mat.Col(nil, output, one.Weights), one.style)
	}
}

func describeWeightSign(st *stage.Stage, output int) string {
	p := st.Session.Problem
	switch p.Task {
	case model.Regression:
		return "a positive weight raises the prediction, a negative one lowers it"
	case model.MultiClass:
		return fmt.Sprintf("a positive weight speaks for %s, a negative one against it; J K: other classes (%d of %d)", stage.ClassName(st, output), output+1, p.C)
	}
	names := stage.SignedClassNames(st)
	return fmt.Sprintf("a positive weight speaks for %s, a negative one for %s", names[1], names[0])
}
