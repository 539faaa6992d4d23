package rivals

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// componentGrid returns h with different dimensions of the subspace. Eight comes first, because one
// or two dimensions rarely separate the classes.
func componentGrid(h Hyper) (grid []Hyper) {
	for _, count := range []int{8, 1, 2, 4, 16, 32, 64} {
		h.Components = count
		grid = append(grid, h)
	}
	return grid
}

// SubspaceAlignment is the method of Fernando, Habrard, Sebban and Tuytelaars, "Unsupervised Visual
// Domain Adaptation Using Subspace Alignment" (ICCV 2013), their algorithm 1. With the leading
// principal components P_S and P_T (d×q) of both domains, source rows are mapped by P_S·P_SᵀP_T and
// target rows by P_T. Then a ridge regression is fitted. The paper standardizes the features,
// bounds q by a theorem and classifies by nearest neighbours or an SVM. If the features contain no
// constant, the components are not centred. SubspaceAlignment uses Hyper.L2 and Hyper.Components.
func SubspaceAlignment() Method {
	return throughEmbedding(Method{
		Name: "subspace alignment", Command: "subspace", About: "principal components of the source turned into the target's, then ridge (Fernando et al. 2013)",
		Grid: componentGrid(Hyper{L2: 1}),
	}, embeddingLearner{centred: true, adapt: func(ctx context.Context, source, target blas64.General, h Hyper) (e embedding, err error) {
		var p [2]blas64.General
		for i, x := range []blas64.General{source, target} {
			p[i], _, err = leadingEigenvectors(ctx, covariance(ctx, x, 0), h.Components)
			if err != nil {
				return e, err
			}
		}
		e.target, e.source = p[1], multiply(ctx, blas.NoTrans, p[0], crossProduct(ctx, p[0], p[1]))
		return e, nil
	}})
}
