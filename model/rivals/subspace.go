package rivals

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"larui/model/linalg"
)

// componentGrid returns candidates that equal h except for Components. Eight is first, because one or
// two dimensions rarely separate the classes.
func componentGrid(h Hyper) (grid []Hyper) {
	for _, count := range []int{8, 1, 2, 4, 16, 32, 64} {
		h.Components = count
		grid = append(grid, h)
	}
	return grid
}

// SubspaceAlignment is algorithm 1 of Fernando, Habrard, Sebban and Tuytelaars, "Unsupervised
// Visual Domain Adaptation Using Subspace Alignment" (ICCV 2013). P_S and P_T (d×q) are the leading
// principal components of both domains. P_S·P_SᵀP_T maps source rows, P_T maps target rows, and
// ridge regression is fitted to the mapped source rows. If the features contain no constant, the
// components are not centred. That paper standardizes the features, bounds q by a theorem and
// classifies by nearest neighbours or an SVM. SubspaceAlignment uses Hyper.L2 and Hyper.Components.
func SubspaceAlignment() Method {
	return newEmbeddingMethod(Method{
		Name: "subspace alignment", Command: "subspace", About: "maps the source's principal components to the target's, then fits ridge regression (Fernando et al. 2013)",
		Grid: componentGrid(Hyper{L2: 1}),
	}, embeddingLearner{centred: true, adapt: func(ctx context.Context, source, target blas64.General, h Hyper) (e embedding, err error) {
		var p [2]blas64.General
		for i, x := range []blas64.General{source, target} {
			_, leading, err := linalg.LeadingEigenvectors(ctx, covariance(ctx, x, 0), h.Components)
			if err != nil {
				return e, err
			}
			p[i] = leading.RawMatrix()
		}
		e.target, e.source = p[1], multiply(ctx, blas.NoTrans, p[0], crossProduct(ctx, p[0], p[1]))
		return e, nil
	}})
}
