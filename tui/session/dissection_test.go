package session

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

// A dissection has the projections of labels and predictions as the rows themselves give them,
// and what is unknown of weights that diverge.
func TestDissection(t *testing.T) {
	opened := mustOpen(t, datasets.DefaultSpec("subspace"), nil)
	params := opened.StartState().Params
	for _, rate := range []float64{0, 1e3} {
		if rate > 0 {
			params.Rate = model.LearningRate{Rule: model.RateFixed, Value: rate}
		}
		solution := testutil.Must(model.NewSolver(opened.Problem).Solve(context.Background(), params))
		d := testutil.Must(opened.Dissect(context.Background(), solution))
		if diverges := rate > 0; math.IsNaN(d.Descent.Objective) != diverges || math.IsNaN(d.Source[0].Descent) != diverges || math.IsNaN(d.Closed.Objective) {
			t.Errorf("rate %v: J/n is %v by descent, %v in the end", rate, d.Descent.Objective, d.Closed.Objective)
		}
		for side, list := range map[*model.Domain][]ProjectedComponent{&opened.Pair.Source: d.Source, &opened.Pair.Target: d.Target} {
			var svd mat.SVD
			if !svd.Factorize(side.X, mat.SVDThin) {
				t.Fatal("no decomposition")
			}
			var u, scores mat.Dense
			svd.UTo(&u)
			scores.Mul(side.X, solution.Closed.Weights)
			if len(list) != maxProjections {
				t.Fatalf("%d components", len(list))
			}
			for i, p := range list {
				label := mat.Dot(u.ColView(i), mat.NewVecDense(len(side.Y), side.Y))
				predicted := mat.Dot(u.ColView(i), scores.ColView(0))
				// The sign of a singular vector is free, but the same for both.
				if sign := math.Copysign(1, predicted*p.Closed); math.Abs(label-sign*p.Projection) > 1e-8 || math.Abs(predicted-sign*p.Closed) > 1e-8 {
					t.Errorf("component %d: %v and %v, want %v and %v", i+1, p.Projection, p.Closed, label, predicted)
				}
			}
		}
	}
}
