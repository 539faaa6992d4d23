package linalg

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/testutil"
)

// Products agree with gonum's, column by column or as a whole. 1e-13 bounds the rounding of sums of
// 700 products of numbers below 1.
func TestProducts(t *testing.T) {
	rng := testutil.NewRand(1, 2)
	random := func(rows, columns int) *mat.Dense {
		m := mat.NewDense(rows, columns, nil)
		m.Apply(func(int, int, float64) float64 { return rng.Float64() - 0.5 }, m)
		return m
	}
	for _, c := range []int{1, fewColumns, fewColumns + 1, 10, 40} {
		for _, r := range []int{7, 300} {
			a, x, y := random(r, 700), random(700, c), random(r, c)
			var want, wantT mat.Dense
			want.Mul(a, x)
			wantT.Mul(a.T(), y)
			if !mat.EqualApprox(Product(a, x), &want, 1e-13) || !mat.EqualApprox(ProductT(a, y), &wantT, 1e-13) {
				t.Errorf("%d×700 by %d columns is another product", r, c)
			}
		}
	}
}
