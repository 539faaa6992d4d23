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

// ImportanceWeighting weights source rows by p_T(x)/p_S(x) (Shimodaira, "Improving predictive
// inference under covariate shift by weighting the log-likelihood function", 2000). It estimates
// the ratio by a logistic regression that predicts the domain (Bickel, Brückner and Scheffer,
// "Discriminative Learning for Differing Training and Test Distributions", ICML 2007). If p(x) is
// the predicted probability of the target, the row x has the weight p/(1 − p), scaled to 1 on
// average. Then it fits ridge regression to the weighted rows. Bickel et al. train both models at
// once and use a logistic classifier. The logistic regression with weights v minimizes the
// cross-entropy plus Hyper.Shrink/2·‖v‖². ImportanceWeighting uses Hyper.L2 and Hyper.Shrink.
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
