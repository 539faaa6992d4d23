package paper

import (
	"testing"

	"larui/cmd/larui/paper/figure"
	"larui/model/testutil"
)

func TestFigure(t *testing.T) {
	at := func(x, mean, stderr, paper float64) Point {
		return Point{X: x, Y: Estimate{Mean: mean, StdErr: stderr, N: 10}, Paper: paper}
	}
	r := &Report{Name: "figure9", Where: "Figure 9", Title: "Curves", Seeds: []uint64{0, 1}, Curves: []Curve{
		{Name: "LAR", X: "λ", Y: "accuracy, %", Style: figure.LAR, Points: []Point{at(1, 90, 1, 91), at(10, 95, 0.5, unknown)}},
		{Name: "other", X: "λ", Y: "accuracy, %", Points: []Point{at(1, 80, unknown, unknown)}},
		{Name: "error: ‖w‖", X: "λ", Y: "‖w‖", Points: []Point{at(1, 3, 0, unknown)}},
	}}
	f := r.Figure()
	if len(f.Panels) != 2 || f.Columns != 2 || len(f.Panels[0].Curves) != 2 || len(f.Panels[1].Curves) != 1 {
		t.Fatalf("%+v", f)
	}
	first := f.Panels[0]
	lar, other := first.Curves[0], first.Curves[1]
	if lar.Style != figure.LAR || lar.Error[1] != 0.5 || lar.Y[0] != 90 || !first.X.Log || first.X.Label != "λ" || first.Y.Label != "accuracy, %" {
		t.Errorf("%+v", first)
	}
	if other.Style == figure.Plain || other.Style == lar.Style || other.Error != nil {
		t.Errorf("%+v", other)
	}
	if len(first.Points) != 1 || len(first.Points[0].X) != 1 || first.Points[0].Y[0] != 91 {
		t.Errorf("the published points are %+v", first.Points)
	}
	testutil.Equal(t, f.Panels[1].Curves[0].Name, "error")
}
