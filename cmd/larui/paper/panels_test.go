package paper

import (
	"math"
	"testing"

	"larui/model/testutil"
)

// The panels show what is drawn of the samples: axes at right angles as long as two standard
// deviations along them, marks by labels, and a boundary of LAR that errs less than that of no
// adaptation.
func TestPanels(t *testing.T) {
	for _, e := range []Experiment{figure2(), regression()} {
		r := testutil.Must(e.Run(t.Context(), Options{Seeds: 1}, Settings{}))
		f := r.Figure()
		if len(r.Panels) != 2 || len(f.Panels) < 3 {
			t.Fatalf("%s: %d panels of samples, %d in all", e.Name, len(r.Panels), len(f.Panels))
		}
		for _, p := range r.Panels {
			if n := len(p.Points[0].X) + len(p.Points[1].X); n != panelRows || !p.X.Equal {
				t.Errorf("%s, %s: %d samples", e.Name, p.Title, n)
			}
			var wrong []float64
			for _, l := range p.Lines {
				errs := 0.0
				for class, sign := range []float64{-1, 1} {
					for i, x := range p.Points[class].X {
						if sign*(l.A*x+l.B*p.Points[class].Y[i]-l.C) < 0 {
							errs++
						}
					}
				}
				wrong = append(wrong, errs)
			}
			if (len(wrong) == 2) != (e.Name == "figure2") || len(wrong) == 2 && !(wrong[1] < wrong[0]) {
				t.Errorf("%s, %s: %v are on the wrong sides", e.Name, p.Title, wrong)
			}
		}
	}
	d := testutil.Must(newPanelPair(t.Context(), "rotated-gaussian", nil))
	for name, of := range map[string]panelDomain{"source": d.Source, "target": d.Target} {
		a, b := of.Axes[0], of.Axes[1]
		if math.Abs(a[0]*b[0]+a[1]*b[1]) > 1e-9 || !(math.Hypot(a[0], a[1]) > math.Hypot(b[0], b[1])) {
			t.Errorf("%s: axes %v and %v", name, a, b)
		}
		along := 0.0 // of 300 of 1,000 samples
		for i, x := range of.X {
			v := (a[0]*x + a[1]*of.Y[i]) / math.Hypot(a[0], a[1])
			along += v * v / panelRows
		}
		if length := math.Hypot(a[0], a[1]); math.Abs(2*math.Sqrt(along)-length) > 0.2*length {
			t.Errorf("%s: an axis is %g long, twice the deviation %g", name, length, math.Sqrt(along))
		}
	}
}
