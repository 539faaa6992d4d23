package rivals

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ImportanceWeighting weights source rows by p_T(x)/p_S(x) (Shimodaira, "Improving predictive
// inference under covariate shift by weighting the log-likelihood function", 2000). It estimates
// the ratio by a logistic regression that predicts the domain (Bickel, Brückner and Scheffer,
// "Discriminative Learning for Differing Training and Test Distributions", ICML 2007). If p(x) is
// the predicted probability of the target, a row has the weight p/(1 − p), scaled to 1 on average.
// Then a ridge regression is fitted to the weighted rows. Bickel et al. train both models at once,
// and their classifier is logistic. The discriminator's loss is the cross-entropy plus
// shrink/2·‖v‖². ImportanceWeighting uses Hyper.L2 and Hyper.Shrink.
func ImportanceWeighting() Method {
	return throughEmbedding(Method{
		Name: "importance weighting", Command: "importance", About: "ridge on source rows weighted by a discriminator of the domains (Bickel et al. 2007)",
		Grid: ridged(Hyper{Shrink: 1}, Hyper{Shrink: 100}),
	}, embedder{adapt: func(ctx context.Context, source, target blas64.General, h Hyper) (e embedding, err error) {
		d := source.Cols
		all := zeros(source.Rows+target.Rows, d+1)
		dense(all).Copy(dense(source))
		dense(span(all, source.Rows, all.Rows)).Copy(dense(target))
		for i := range all.Rows {
			row(all, i)[d] = 1
		}
		v, err := fitDiscriminator(ctx, all, source.Rows, h.Shrink)
		if err != nil {
			return e, err
		}
		e.source = identity(d)
		e.target = e.source
		e.counts = make([]float64, source.Rows)
		for i := range e.counts {
			e.counts[i] = floats.Dot(row(all, i), v)
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

// fitDiscriminator returns the weights v that distinguish the first source rows of x from the
// others. It minimizes the cross-entropy plus shrink/2·‖v‖², without the weight of the last column,
// by Newton's method with halved steps.
func fitDiscriminator(ctx context.Context, x blas64.General, source int, shrink float64) ([]float64, error) {
	d := x.Cols
	penalty := func(j int) float64 {
		if j < d-1 {
			return shrink
		}
		return 0
	}
	// loss returns the loss, and for each row the predicted probability of the target minus the
	// true one (0 or 1).
	loss := func(v []float64) (total float64, residuals []float64) {
		residuals = make([]float64, x.Rows)
		blas64.Gemv(blas.NoTrans, 1, x, vector(v), 0, vector(residuals))
		for i, z := range residuals {
			total += max(z, 0) + math.Log1p(math.Exp(-math.Abs(z)))
			residuals[i] = 1 / (1 + math.Exp(-z))
			if i >= source {
				total -= z
				residuals[i] = -1 / (1 + math.Exp(z))
			}
		}
		for j, w := range v {
			total += penalty(j) / 2 * w * w
		}
		return total, residuals
	}
	v := make([]float64, d)
	now, residuals := loss(v)
	const most, enough = 100, 1e-13
	for range most {
		curved := copyOf(x)
		for i, r := range residuals {
			floats.Scale(math.Abs(r)*(1-math.Abs(r)), row(curved, i))
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		slope := mat.NewVecDense(d, nil)
		blas64.Gemv(blas.Trans, 1, x, vector(residuals), 0, slope.RawVector())
		h := symmetric(crossProduct(ctx, curved, x), 1, 0)
		for j, w := range v {
			slope.SetVec(j, slope.AtVec(j)+penalty(j)*w)
			h.SetSym(j, j, h.At(j, j)+penalty(j))
		}
		step := solveDefinite(h, slope)
		if step == nil {
			return nil, fmt.Errorf("%w: a discriminator separates the domains without error", ErrDiverged)
		}
		next, size, then, rest := make([]float64, d), 1.0, math.Inf(1), residuals
		for ; size > enough; size /= 2 {
			floats.AddScaledTo(next, v, -size, step.RawMatrix().Data)
			then, rest = loss(next)
			if then <= now {
				break
			}
		}
		moved := size * mat.Norm(step, math.Inf(1))
		if !(then <= now) {
			return v, nil // no step is better: only rounding is left
		}
		v, now, residuals = next, then, rest
		if moved <= enough*max(1, floats.Norm(v, math.Inf(1))) {
			return v, nil
		}
	}
	return nil, fmt.Errorf("%w: the discriminator of the domains does not converge in %d steps", ErrDiverged, most)
}
