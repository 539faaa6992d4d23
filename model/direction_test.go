package model

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A direction has unit length in features, and the domain stretches it by its
// singular value, ‖Φv_i‖ = σ_i, whether the problem is solved in features or in
// the joint row space.
func TestDirection(t *testing.T) {
	for _, shape := range []struct{ n, m, d int }{{20, 15, 6}, {4, 3, 12}, {5, 5, 1}} {
		data := Data{Task: Regression}
		for at, domain := range []*Domain{&data.Source, &data.Target} {
			rows := []int{shape.n, shape.m}[at]
			domain.X = mat.NewDense(rows, shape.d, nil)
			domain.Y = make([]float64, rows)
			for i := range rows {
				for j := range shape.d {
					domain.X.Set(i, j, math.Sin(float64(1+at+7*i+3*j*j)))
				}
				domain.Y[i] = math.Cos(float64(i))
			}
		}
		p, err := NewProblem(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		for at, side := range []*Side{&p.Src, &p.Tgt} {
			x := []Domain{data.Source, data.Target}[at].X
			for i, sigma := range side.Sigma {
				v := p.Direction(side, i)
				if len(v) != shape.d {
					t.Fatalf("%v: a direction of %d features", shape, len(v))
				}
				if norm := floats.Norm(v, 2); math.Abs(norm-1) > 1e-12 {
					t.Errorf("%v: component %d has length %v", shape, i+1, norm)
				}
				var image mat.VecDense
				image.MulVec(x, mat.NewVecDense(len(v), v))
				// Singular values below 1e-8 of the first are rounding: they are
				// square roots of eigenvalues.
				if norm := mat.Norm(&image, 2); math.Abs(norm-sigma) > 1e-7*side.Sigma[0] {
					t.Errorf("%v: component %d is stretched by %v, not %v", shape, i+1, norm, sigma)
				}
			}
		}
	}
}
