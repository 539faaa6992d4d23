package rivals

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// KLIEP fits ridge regression to source rows weighted by an estimate w(x) of p_T(x)/p_S(x):
// Sugiyama, Nakajima, Kashima, von Bünau and Kawanabe, "Direct Importance Estimation with Model
// Selection and Its Application to Covariate Shift Adaptation" (NIPS 2007). Among all w(x) = Σ
// α_l·exp(−γ‖x − c_l‖²) with α ≥ 0 and mean 1 over the source, it chooses the w with the largest
// mean log w over the target.
//
// The c_l are kliepCentres evenly spaced target rows; that paper draws random rows. γ is
// Hyper.Coefficient/(d·variance of all entries); that paper chooses γ by the likelihood of held-out
// rows. KLIEP uses Hyper.L2 and Hyper.Coefficient.
func KLIEP() Method {
	return newEmbeddingMethod(Method{
		Name: "KLIEP", Command: "kliep", About: "ridge regression on source rows weighted by kernels around target rows (Sugiyama et al. 2007)",
		Grid: withRidgeWeights(Hyper{Coefficient: 1}, Hyper{Coefficient: 0.1}),
	}, embeddingLearner{adapt: func(ctx context.Context, source, target blas64.General, h Hyper) (e embedding, err error) {
		e.source = identity(source.Cols)
		e.target = e.source
		e.counts, err = likelihoodRatio(ctx, source, target, h.Coefficient)
		return e, err
	}})
}

// kliepCentres is the largest number of kernels. There are fewer kernels only if the target has fewer
// rows.
const kliepCentres = 100

// likelihoodRatio returns KLIEP's estimate of p_T(x)/p_S(x) for each source row x.
func likelihoodRatio(ctx context.Context, source, target blas64.General, coefficient float64) ([]float64, error) {
	d := source.Cols
	gamma := coefficient / (float64(d) * stat.PopVariance(slices.Concat(source.Data, target.Data), nil))
	if !isFinite(gamma) {
		gamma = 0 // all entries are equal
	}
	centres := zeros(min(kliepCentres, target.Rows), d)
	for l := range centres.Rows {
		copy(row(centres, l), row(target, l*target.Rows/centres.Rows))
	}
	here, there := kernelMatrix(ctx, source, centres, gamma), kernelMatrix(ctx, target, centres, gamma)
	// Scale each kernel to mean 1 over the source, so that w is a mixture of kernels.
	for l := range centres.Rows {
		mean := 0.0
		for i := range here.Rows {
			mean += row(here, i)[l] / float64(here.Rows)
		}
		if mean < 1e-200 {
			return nil, fmt.Errorf("%w: no source row is near the target with coefficient %g; set a smaller coefficient", ErrDiverged, coefficient)
		}
		for _, k := range []blas64.General{here, there} {
			for i := range k.Rows {
				row(k, i)[l] /= mean
			}
		}
	}
	beta, err := likeliestMixture(ctx, there)
	if err != nil {
		return nil, err
	}
	w := make([]float64, source.Rows)
	for i := range w {
		w[i] = floats.Dot(row(here, i), beta)
	}
	floats.Scale(float64(len(w))/floats.Sum(w), w) // Σβ is 1 only up to rounding
	return w, nil
}

func kernelMatrix(ctx context.Context, x, centres blas64.General, gamma float64) blas64.General {
	k := zeros(x.Rows, centres.Rows)
	visitStrips(ctx, x.Rows, max(1, stripWork/(centres.Rows*centres.Cols)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for l := range centres.Rows {
				distance := floats.Distance(row(x, i), row(centres, l), 2)
				row(k, i)[l] = math.Exp(-gamma * distance * distance)
			}
		}
	})
	return k
}

// likeliestMixture returns the β ≥ 0 with Σβ = 1 that maximizes the mean of log (aβ)_j, for a ≥ 0.
// An interior-point method minimizes Σβ − mean log (aβ)_j subject to β ≥ 0, which has the same
// solution.
func likeliestMixture(ctx context.Context, a blas64.General) ([]float64, error) {
	n, m := a.Cols, float64(a.Rows)
	beta, z, slope := make([]float64, n), make([]float64, n), make([]float64, n)
	for l := range beta {
		beta[l], z[l] = 1/float64(n), 1
	}
	const most, enough = 200, 1e-12
	// Each Newton step goes towards ∇ = z and β_l z_l = μ, with decreasing μ. The z ≥ 0 are the
	// multipliers of β ≥ 0.
	for range most {
		bent := copyOf(a)
		for l := range slope {
			slope[l] = 1
		}
		for j := range a.Rows {
			ratio := floats.Dot(row(a, j), beta)
			if !(ratio > 0) {
				return nil, fmt.Errorf("%w: no kernel is near one of the target rows", ErrDiverged)
			}
			floats.AddScaled(slope, -1/(m*ratio), row(a, j))
			floats.Scale(1/(m*ratio*ratio), row(bent, j))
		}
		gap := floats.Dot(beta, z)
		if gap <= enough && floats.Distance(slope, z, math.Inf(1)) <= enough {
			return beta, nil
		}
		mu := 0.1 * gap / float64(n)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		curved, right := symmetrize(crossProduct(ctx, bent, a), 1, 0), mat.NewVecDense(n, nil)
		for l := range n {
			curved.SetSym(l, l, curved.At(l, l)+z[l]/beta[l])
			right.SetVec(l, mu/beta[l]-slope[l])
		}
		step := solveDefinite(curved, right)
		if step == nil {
			return nil, fmt.Errorf("%w: all kernels are equal", ErrDiverged)
		}
		// size becomes at most 1, and slightly less than the longest step that keeps β and z
		// positive.
		size, other := 1.0, make([]float64, n)
		for l := range n {
			other[l] = mu/beta[l] - z[l] - z[l]/beta[l]*step.At(l, 0)
			for _, moved := range [][2]float64{{beta[l], step.At(l, 0)}, {z[l], other[l]}} {
				if moved[1] < 0 {
					size = min(size, -0.995*moved[0]/moved[1])
				}
			}
		}
		floats.AddScaled(beta, size, step.RawMatrix().Data)
		floats.AddScaled(z, size, other)
	}
	return nil, fmt.Errorf("%w: the kernels' weights do not converge in %d steps", ErrDiverged, most)
}
