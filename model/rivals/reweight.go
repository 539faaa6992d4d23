package rivals

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"larui/model"
)

// ImportanceWeighting fits ridge regression to source rows weighted by p_T(x)/p_S(x) (Shimodaira,
// "Improving predictive inference under covariate shift by weighting the log-likelihood function",
// 2000). The weight of a row is p/(1 − p), scaled to 1 on average. Here p is the probability of the
// target, predicted by a logistic regression of the domain (Bickel, Brückner and Scheffer,
// "Discriminative Learning for Differing Training and Test Distributions", ICML 2007). Its weights
// v minimize the sum of cross-entropies plus Hyper.Shrink/2·‖v‖². Bickel et al. train both models
// at once and use a logistic classifier. ImportanceWeighting uses Hyper.L2 and Hyper.Shrink.
func ImportanceWeighting() Method {
	return newEmbeddingMethod(Method{
		Name: "importance weighting", Command: "importance", About: "ridge regression on source rows weighted by a discriminator of the domains (Bickel et al. 2007)",
		Grid: withRidgeWeights(Hyper{Shrink: 1}, Hyper{Shrink: 100}),
	}, embeddingLearner{adapt: func(ctx context.Context, source, target blas64.General, h Hyper) (e embedding, err error) {
		d := source.Cols
		all := zeros(source.Rows+target.Rows, d+1)
		toDense(all).Copy(toDense(source))
		toDense(sliceRows(all, source.Rows, all.Rows)).Copy(toDense(target))
		for i := range all.Rows {
			row(all, i)[d] = 1
		}
		// The penalties are divided by the number of rows, because logLoss is a mean over rows. The
		// constant has no penalty.
		penalties := append(slices.Repeat([]float64{h.Shrink / float64(all.Rows)}, d), 0)
		domains := slices.Concat(slices.Repeat([]float64{-1}, source.Rows), slices.Repeat([]float64{1}, target.Rows))
		l := newLogLoss(model.Data{Task: model.Binary, Source: model.Domain{X: toDense(all), Y: domains}})
		v, loss, err := l.minimizeByNewton(ctx, penalties, func(float64) {})
		const nothing = 1e-9 // a loss below this number gives weights with few digits
		switch {
		case err != nil:
			return e, err
		case loss < nothing:
			return e, fmt.Errorf("%w: a discriminator separates the domains without error", ErrDiverged)
		case math.IsNaN(loss):
			return e, fmt.Errorf("%w: the discriminator of the domains does not converge in %d steps", ErrDiverged, newtonSteps)
		}
		e.source = identity(d)
		e.target = e.source
		e.counts = make([]float64, source.Rows)
		for i := range e.counts {
			e.counts[i] = floats.Dot(row(all, i), v.Data)
		}
		largest, sum := floats.Max(e.counts), 0.0
		for i, z := range e.counts {
			e.counts[i] = math.Exp(z - largest)
			sum += e.counts[i]
		}
		floats.Scale(float64(len(e.counts))/sum, e.counts)
		return e, nil
	}})
}
