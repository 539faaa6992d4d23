package rivals

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// componentGrid are the dimensions of subspaces that are tried, with h: first eight, as
// one or two seldom hold the classes.
func componentGrid(h Hyper) (grid []Hyper) {
	for _, count := range []int{8, 1, 2, 4, 16, 32, 64} {
		h.Components = count
		grid = append(grid, h)
	}
	return grid
}

// SubspaceAlignment is that of Fernando, Habrard, Sebban and Tuytelaars, "Unsupervised
// Visual Domain Adaptation Using Subspace Alignment" (ICCV 2013), their algorithm 1. Of the
// leading principal components P_S and P_T (d×q) of both domains, source rows are placed by
// P_S·P_SᵀP_T and target rows by P_T; then a ridge regression is fitted. They standardize
// the features, bound q by a theorem of their own and classify by nearest neighbours or an
// SVM. Without a constant among the features the components are those about zero. It uses
// Hyper.L2 and Hyper.Components.
func SubspaceAlignment() Method {
	return throughEmbedding(Method{
		Name: "subspace alignment", Command: "subspace", About: "principal components of the source turned into the target's, then ridge (Fernando et al. 2013)",
		Grid: componentGrid(Hyper{L2: 1}),
	}, embedder{centred: true, adapt: func(ctx context.Context, source, target blas64.General, h Hyper) (e embedding, err error) {
		var p [2]blas64.General
		for i, x := range []blas64.General{source, target} {
			c, err := covariance(ctx, x, 0)
			if err != nil {
				return e, err
			}
			p[i], _, err = leading(ctx, c, h.Components)
			if err != nil {
				return e, err
			}
		}
		turn, err := crossed(ctx, p[0], p[1])
		if err != nil {
			return e, err
		}
		e.target = p[1]
		e.source, err = multiply(ctx, blas.NoTrans, p[0], turn)
		return e, err
	}})
}
