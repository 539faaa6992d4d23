package model

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// settle chooses the target's singular vectors of σ̃ = 0. Any orthonormal basis of
// that space will do; the one chosen makes the overlap VᵀṼ lower trapezoidal
// there: row i is zero beyond column r̃ + i. So the first k source components
// never reach beyond the first r̃ + k coordinates of Ṽ, however many features
// there are.
func (p *Problem) settle(ctx context.Context) error {
	at := p.Tgt.resolved()
	free := p.dim - at
	if free < 2 {
		return nil
	}
	null := p.Tgt.V.Slice(0, p.dim, at, p.dim).(*mat.Dense)
	// PᵀQ = R for P the overlap's first rows makes (PQ)ᵀ upper triangular.
	first := p.Src.V.Slice(0, p.dim, 0, free).(*mat.Dense)
	rotation, err := largeProduct(ctx, blas.Trans, null, first)
	if err != nil {
		return err
	}
	if err := orthonormalize(ctx, rotation); err != nil {
		return err
	}
	turned, err := largeProduct(ctx, blas.NoTrans, null, rotation)
	if err != nil {
		return err
	}
	v := mat.DenseCopyOf(p.Tgt.V)
	column := make([]float64, p.dim)
	for j := range free {
		mat.Col(column, j, turned)
		orient(column)
		v.SetCol(at+j, column)
	}
	p.Tgt.V = v
	return nil
}
