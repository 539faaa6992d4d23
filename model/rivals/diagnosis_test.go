package rivals

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// asIs is a Representer that returns the rows themselves.
type asIs struct{}

func (asIs) Representation(x *mat.Dense) *mat.Dense { return x }

// If the target's classes are where the source's are, one hypothesis is right on both domains. If
// they have changed places, every hypothesis fails on one domain, and 1-NN fails on all rows. A
// feature that is always zero changes nothing, and neither do target rows without labels.
func TestDiagnosisByHand(t *testing.T) {
	for _, c := range []struct {
		name             string
		labels           []float64
		neighbour, joint float64
	}{
		{"same", []float64{1, 1, -1, -1}, 1, 0},
		{"changed places", []float64{-1, -1, 1, 1}, 0, 1},
		{"half labelled", []float64{1, 1}, 1, 0},
		{"one in four", []float64{1, 1, -1, 1}, 0.75, 0.25},
	} {
		x := mat.NewDense(4, 2, []float64{2, 0, 3, 0, -2, 0, -3, 0})
		data := model.Data{Task: model.Binary, Source: model.Domain{X: x, Y: []float64{1, 1, -1, -1}}, Target: model.Domain{X: x, Y: c.labels}}
		d := testutil.Must(Diagnose(t.Context(), asIs{}, data))
		// If the places have changed, the least squares solution is zero, and a score of zero
		// counts as one of the classes.
		if d.Neighbour != c.neighbour || d.Joint != c.joint {
			t.Errorf("%s: %+v, want %g and %g", c.name, d, c.neighbour, c.joint)
		}
	}
	x := mat.NewDense(6, 2, []float64{5, 0, 6, 0, 0, 5, 0, 6, -5, -5, -6, -6})
	y := []float64{0, 0, 1, 1, 2, 2}
	data := model.Data{Task: model.MultiClass, Classes: 3, Source: model.Domain{X: x, Y: y}, Target: model.Domain{X: x, Y: y}}
	testutil.Equal(t, testutil.Must(Diagnose(t.Context(), asIs{}, data)), Diagnosis{1, 0})
}
