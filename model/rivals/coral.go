package rivals

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// CORAL is correlation alignment: Sun, Feng and Saenko, "Return of Frustratingly Easy Domain
// Adaptation" (AAAI 2016), their algorithm 1. It maps source rows by x ↦ x·C_S^(−1/2)·C_T^(1/2),
// which gives them the target's covariance, and fits ridge regression to the mapped rows. The
// covariances C_S and C_T are divided by n, not n − 1, and Hyper.Shrink, 1 in that paper, is added
// to their diagonals. If the features contain a constant, each domain is centred. That paper has
// standardized features and an SVM. CORAL uses Hyper.L2 and Hyper.Shrink.
func CORAL() Method {
	return newEmbeddingMethod(Method{
		Name: "CORAL", Command: "coral", About: "gives the source the target's correlations, then fits ridge regression (Sun et al. 2016)",
		Grid: withRidgeWeights(Hyper{Shrink: 1}, Hyper{Shrink: 0.1}, Hyper{Shrink: 0.01}),
	}, embeddingLearner{centred: true, adapt: func(ctx context.Context, source, target blas64.General, h Hyper) (e embedding, err error) {
		whiten, err := covariancePower(ctx, source, h.Shrink, -0.5)
		if err != nil {
			return e, err
		}
		colour, err := covariancePower(ctx, target, h.Shrink, 0.5)
		if err != nil {
			return e, err
		}
		e.target = identity(source.Cols)
		e.source = multiply(ctx, blas.NoTrans, whiten, colour)
		return e, nil
	}})
}

// covariancePower returns (xᵀx/n + shrink·I)^exponent.
func covariancePower(ctx context.Context, x blas64.General, shrink, exponent float64) (blas64.General, error) {
	f := func(v float64) float64 { return math.Pow(max(v, shrink), exponent) }
	return spectralFunction(ctx, covariance(ctx, x, shrink), f)
}
