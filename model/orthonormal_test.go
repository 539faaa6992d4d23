package model

import (
	"context"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The basis is orthonormal and its span holds the columns, however dependent
// they are and however many zeros they end in.
func TestOrthonormalize(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		n := 1 + rng.IntN(150)
		m, rank := n+rng.IntN(100), 1+rng.IntN(5)
		left, right := mat.NewDense(m, rank, nil), mat.NewDense(rank, n, nil)
		for i := range m {
			for j := range rank {
				left.Set(i, j, rng.NormFloat64())
			}
		}
		for i := range rank {
			for j := range n {
				right.Set(i, j, rng.NormFloat64())
			}
		}
		var a mat.Dense
		a.Mul(left, right)
		switch seed % 3 {
		case 0: // every other column ends in zeros
			for j := 1; j < n; j += 2 {
				for i := m / 3; i < m; i++ {
					a.Set(i, j, 0)
				}
			}
		case 1: // every other column is zero
			for j := 0; j < n; j += 2 {
				for i := range m {
					a.Set(i, j, 0)
				}
			}
		}
		q := mat.DenseCopyOf(&a)
		if err := orthonormalize(context.Background(), q); err != nil {
			t.Fatal(err)
		}
		var product, projected mat.Dense
		product.Mul(q.T(), q)
		for i := range n {
			product.Set(i, i, product.At(i, i)-1)
		}
		// m products, n reflections.
		bound := 16 * float64(m+n) * DoublePrecision
		if got := mat.Norm(&product, 2); got > bound {
			t.Errorf("seed %d, %d×%d of rank %d: QᵀQ differs from 1 by %v", seed, m, n, rank, got)
		}
		product.Reset()
		product.Mul(q.T(), &a)
		projected.Mul(q, &product)
		projected.Sub(&projected, &a)
		if got, most := mat.Norm(&projected, 2), bound*mat.Norm(&a, 2); got > most {
			t.Errorf("seed %d, %d×%d of rank %d: %v lies outside, of %v", seed, m, n, rank, got, most)
		}
	}
}
