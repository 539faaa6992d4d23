package rivals

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// CORAL is correlation alignment: Sun, Feng and Saenko, "Return of Frustratingly Easy Domain
// Adaptation" (AAAI 2016), their algorithm 1. It gives the source the covariance of the target, x ↦
// x·C_S^(−1/2)·C_T^(1/2), and fits ridge regression to the mapped source. Hyper.Shrink, 1 in that
// paper, is added to the diagonal of both covariances. The covariances are divided by n, not n − 1.
// Each domain is centred if the features contain a constant. That paper has standardized features
// and an SVM. CORAL uses Hyper.L2 and Hyper.Shrink.
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
