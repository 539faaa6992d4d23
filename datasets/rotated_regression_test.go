package datasets

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// Labels are the first left singular vector of each domain, by gonum's own
// decomposition of the samples.
func TestRotatedRegressionLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawGaussianSpec(t)
		spec.Name = "rotated-regression"
		pair := mustOpen(t, spec)
		if pair.Task != model.Regression || pair.ClassNames != nil {
			t.Fatalf("task %v, classes %v", pair.Task, pair.ClassNames)
		}
		for _, d := range []model.Domain{pair.Source, pair.Target} {
			var svd mat.SVD
			if !svd.Factorize(d.X, mat.SVDThin) {
				t.Fatal("no singular value decomposition")
			}
			var u mat.Dense
			svd.UTo(&u)
			sigma := svd.Values(nil)
			y := mat.NewVecDense(len(d.Y), d.Y)
			if norm := mat.Norm(y, 2); math.Abs(norm-1) > 1e-13 {
				t.Fatalf("the labels have length %v", norm)
			}
			// v₁ is known to about rounding·σ₁²/(σ₁²−σ₂²).
			bound := 1e-13 / (1 - sigma[1]*sigma[1]/(sigma[0]*sigma[0]))
			if beside := mat.Dot(u.ColView(1), y); math.Abs(beside) > bound {
				t.Fatalf("u₂ᵀy = %v", beside)
			}
			if along := math.Abs(mat.Dot(u.ColView(0), y)); math.Abs(along-1) > bound {
				t.Fatalf("u₁ᵀy = %v", along)
			}
		}
	})
}

// Samples are those of rotated-gaussian, and labels have its signs on the whole;
// validation rows are labelled by the target's linear function.
func TestRotatedRegressionFollowsTheGaussian(t *testing.T) {
	for _, angle := range []float64{0, 45, 200} {
		spec := DefaultSpec("rotated-gaussian")
		spec.Angle = angle
		gaussian := mustOpen(t, spec)
		spec.Name = "rotated-regression"
		pair := mustOpen(t, spec)
		for name, part := range map[string][2]model.Domain{
			"source": {gaussian.Source, pair.Source}, "target": {gaussian.Target, pair.Target}, "validation": {gaussian.Validation, pair.Validation},
		} {
			if !mat.Equal(part[0].X, part[1].X) {
				t.Errorf("%v°: the %s has other samples", angle, name)
			}
			agree := 0
			for i, y := range part[1].Y {
				if y*part[0].Y[i] > 0 {
					agree++
				}
			}
			// The sample's axis is within a few degrees of the true one: an error
			// of φ turns φ/180° of the signs.
			if agree < 95*len(part[1].Y)/100 {
				t.Errorf("%v°: %d of %d labels of the %s have the sign of the class", angle, agree, len(part[1].Y), name)
			}
		}
		var w mat.VecDense
		if err := w.SolveVec(pair.Target.X, mat.NewVecDense(len(pair.Target.Y), pair.Target.Y)); err != nil {
			t.Fatal(err)
		}
		var predicted mat.VecDense
		predicted.MulVec(pair.Validation.X, &w)
		if !slices.EqualFunc(predicted.RawVector().Data, pair.Validation.Y, func(a, b float64) bool { return math.Abs(a-b) < 1e-14 }) {
			t.Errorf("%v°: validation rows are labelled by another function than the target's", angle)
		}
	}
}
