package rivals

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// LinearTransport is optimal transport between the Gaussians of both domains: Knott and Smith, "On
// the optimal mapping of distributions" (1984); for adaptation Flamary, Lounici and Ferrari,
// "Concentration bounds for linear Monge mapping estimation" (2019). It maps source rows by x ↦ (x
// − μ_S)·A + μ_T with
//
//	A = C_S^(−1/2)·(C_S^(1/2)·C_T·C_S^(1/2))^(1/2)·C_S^(−1/2),
//
// and fits ridge regression to the mapped rows. The covariances C_S and C_T are divided by n, and
// Hyper.Shrink is added to their diagonals. If the features contain no constant, the means μ_S and
// μ_T are zero. LinearTransport uses Hyper.L2 and Hyper.Shrink.
func LinearTransport() Method {
	return newEmbeddingMethod(Method{
		Name: "linear optimal transport", Title: "linear transport", Command: "ot",
		About: "maps the source to the target as Gaussians, then fits ridge regression (Flamary et al. 2019)",
		Grid:  withRidgeWeights(Hyper{Shrink: 1}, Hyper{Shrink: 0.1}, Hyper{Shrink: 0.01}),
	}, embeddingLearner{centred: true, adapt: fitTransportMap})
}

func fitTransportMap(ctx context.Context, source, target blas64.General, h Hyper) (e embedding, err error) {
	root, err := covariancePower(ctx, source, h.Shrink, 0.5)
	if err != nil {
		return e, err
	}
	inverse, err := covariancePower(ctx, source, h.Shrink, -0.5)
	if err != nil {
		return e, err
	}
	c := covariance(ctx, target, h.Shrink)
	full := zeros(c.SymmetricDim(), c.SymmetricDim())
	toDense(full).Copy(c)
	middle, err := spectralFunction(ctx, symmetrize(productABA(ctx, root, full), 1, 0), math.Sqrt)
	if err != nil {
		return e, err
	}
	e.target = identity(source.Cols)
	e.source = productABA(ctx, inverse, middle)
	return e, nil
}

func productABA(ctx context.Context, a, b blas64.General) blas64.General {
	return multiply(ctx, blas.NoTrans, multiply(ctx, blas.NoTrans, a, b), a)
}
