package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Sparse and dense rows give the products of a plain loop.
func TestRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, share := range []float64{0, 0.01, 0.2, 0.5, 1} {
		for _, shape := range [][3]int{{1, 1, 1}, {7, 5, 1}, {300, 40, 1}, {31, 17, 4}} {
			n, d, c := shape[0], shape[1], shape[2]
			x, w := mat.NewDense(n, d, nil), mat.NewDense(d, c, nil)
			for i := range n {
				for j := range d {
					if rng.Float64() < share {
						x.Set(i, j, rng.NormFloat64())
					}
				}
			}
			for j := range d {
				for k := range c {
					w.Set(j, k, rng.NormFloat64())
				}
			}
			r := newRows(x)
			if sparse := r.starts != nil; n*d > 100 && sparse != (share < sparseShare) {
				t.Errorf("%d×%d with a share of %v: sparse %t", n, d, share, sparse)
			}
			got := r.times(w)
			for i := range n {
				for k := range c {
					want := 0.0
					for j := range d {
						want += x.At(i, j) * w.At(j, k)
					}
					// d products of order one, summed in some order.
					if math.Abs(got.At(i, k)-want) > 1e-14*float64(d+1) {
						t.Errorf("%d×%d, share %v: product %v, want %v", n, d, share, got.At(i, k), want)
					}
				}
			}
		}
	}
}
