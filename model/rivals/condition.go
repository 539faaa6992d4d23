package rivals

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// An inputFunction computes a discriminator's input from features f and predictions p. The gradient
// treats p as a constant, as CDAN's published code does.
type inputFunction interface {
	// width returns the number of columns of the input for h features.
	width(h int) int
	// compute returns the input (rows×width).
	compute(b *batch) blas64.General
	// featureGradient returns the gradient with respect to the features, for the gradient du with
	// respect to the input. It may overwrite du.
	featureGradient(b *batch, du blas64.General) blas64.General
}

type featureInput struct{}

func (featureInput) width(h int) int                                            { return h }
func (featureInput) compute(b *batch) blas64.General                            { return b.features }
func (featureInput) featureGradient(_ *batch, du blas64.General) blas64.General { return du }

const largestProduct = 4096

// sampledWidth is the number D of columns of sampledInput.
const sampledWidth = 1024

func (s *trainingRun) newMultilinearInput() inputFunction {
	h, c := s.hyper.Hidden, s.head.outputWidth()
	if h*c <= largestProduct {
		return productInput{c}
	}
	rng := newRandom(s.seed, projectionStream)
	r := sampledInput{rf: zeros(h, sampledWidth), rp: zeros(c, sampledWidth)}
	for _, m := range []blas64.General{r.rf, r.rp} {
		for i := range m.Data {
			m.Data[i] = rng.NormFloat64()
		}
	}
	return r
}

// productInput is the inputFunction p ⊗ f (Long et al. 2018, multilinear conditioning). For h
// features, entry k·h + j is p_k f_j.
type productInput struct{ classes int }

func (m productInput) width(h int) int { return m.classes * h }

func (m productInput) compute(b *batch) blas64.General {
	u := b.memory.lendZeros(b.features.Rows, m.width(b.features.Cols))
	for i := range u.Rows {
		f, product := row(b.features, i), row(u, i)
		for k, p := range row(b.probs, i) {
			for j, v := range f {
				product[k*len(f)+j] = p * v
			}
		}
	}
	return u
}

func (m productInput) featureGradient(b *batch, du blas64.General) blas64.General {
	df := b.memory.lendZeros(b.features.Rows, b.features.Cols)
	for i := range df.Rows {
		to, from := row(df, i), row(du, i)
		for k, p := range row(b.probs, i) {
			floats.AddScaled(to, p, from[k*len(to):(k+1)*len(to)])
		}
	}
	return df
}

// sampledInput is the inputFunction (R_f f) ⊙ (R_p p)/√D. It replaces a p ⊗ f that is too wide
// (Long et al. 2018, randomized multilinear conditioning). R_f (h×D) and R_p (c×D) are Gaussian and
// fixed.
type sampledInput struct{ rf, rp blas64.General }

func (r sampledInput) width(int) int { return r.rf.Cols }

func (r sampledInput) projectPredictions(b *batch) blas64.General {
	by := b.memory.lendZeros(b.probs.Rows, r.rp.Cols)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1/math.Sqrt(float64(r.rp.Cols)), b.probs, r.rp, 0, by)
	return by
}

func (r sampledInput) compute(b *batch) blas64.General {
	u := b.memory.lendZeros(b.features.Rows, r.rf.Cols)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, b.features, r.rf, 0, u)
	floats.Mul(u.Data, r.projectPredictions(b).Data)
	return u
}

func (r sampledInput) featureGradient(b *batch, du blas64.General) blas64.General {
	df := b.memory.lendZeros(b.features.Rows, b.features.Cols)
	floats.Mul(du.Data, r.projectPredictions(b).Data)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, du, r.rf, 0, df)
	return df
}
