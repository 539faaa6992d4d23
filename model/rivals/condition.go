package rivals

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// A condition makes a discriminator's input of features f and predictions p.
// Gradients go through f alone; p counts as given, as in the published code of
// CDAN.
type condition interface {
	// width is that of the input where there are h features.
	width(h int) int
	// join returns the input (rows×width), overwritten by the next call.
	join(b *batch) blas64.General
	// features returns the gradient by f, given that by the input, which it may
	// overwrite.
	features(b *batch, du blas64.General) blas64.General
	// reader returns a condition with memory of its own.
	reader(rows int) condition
}

// unconditioned passes the features on (DANN).
type unconditioned struct{}

func (unconditioned) width(h int) int                                     { return h }
func (unconditioned) join(b *batch) blas64.General                        { return b.features }
func (unconditioned) features(_ *batch, du blas64.General) blas64.General { return du }
func (u unconditioned) reader(int) condition                              { return u }

// largestProduct is the width of p ⊗ f above which CDAN samples it.
const largestProduct = 4096

// sampledProduct is the width of the sample.
const sampledProduct = 1024

// multilinear returns the condition of CDAN for the session's features and classes.
func (s *session) multilinear() condition {
	h, c := s.hyper.Hidden, s.head.outputs()
	if h*c <= largestProduct {
		return (&multilinear{h: h, c: c}).reader(s.rows)
	}
	rng := newRand(s.seed, projectionStream)
	r := &randomized{rf: zeros(h, sampledProduct), rp: zeros(c, sampledProduct)}
	for _, m := range []blas64.General{r.rf, r.rp} {
		for i := range m.Data {
			m.Data[i] = rng.NormFloat64()
		}
	}
	return r.reader(s.rows)
}

// multilinear is the product p ⊗ f (Long et al. 2018, multilinear conditioning) of
// c predictions and h features: entry k·h + j is p_k f_j.
type multilinear struct {
	h, c  int
	u, df blas64.General
}

func (m *multilinear) width(h int) int { return m.c * h }

func (m *multilinear) join(b *batch) blas64.General {
	u := span(m.u, 0, b.features.Rows)
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

func (m *multilinear) features(b *batch, du blas64.General) blas64.General {
	df := span(m.df, 0, du.Rows)
	for i := range df.Rows {
		to, from := row(df, i), row(du, i)
		clear(to)
		for k, p := range row(b.probs, i) {
			floats.AddScaled(to, p, from[k*len(to):(k+1)*len(to)])
		}
	}
	return df
}

func (m *multilinear) reader(rows int) condition {
	return &multilinear{m.h, m.c, zeros(rows, m.h*m.c), zeros(rows, m.h)}
}

// randomized samples the product, (R_f f) ⊙ (R_p p)/√D, where p ⊗ f is too wide
// (Long et al. 2018, randomized multilinear conditioning). R_f (h×D) and R_p (c×D) are Gaussian and stay.
type randomized struct{ rf, rp, u, byProbs, df blas64.General }

func (r *randomized) width(int) int { return r.rf.Cols }

func (r *randomized) join(b *batch) blas64.General {
	u, byProbs := span(r.u, 0, b.features.Rows), span(r.byProbs, 0, b.features.Rows)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1/math.Sqrt(float64(r.rp.Cols)), b.probs, r.rp, 0, byProbs)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, b.features, r.rf, 0, u)
	floats.Mul(u.Data, byProbs.Data)
	return u
}

func (r *randomized) features(_ *batch, du blas64.General) blas64.General {
	df := span(r.df, 0, du.Rows)
	floats.Mul(du.Data, span(r.byProbs, 0, du.Rows).Data)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, du, r.rf, 0, df)
	return df
}

func (r *randomized) reader(rows int) condition {
	return &randomized{r.rf, r.rp, zeros(rows, r.rf.Cols), zeros(rows, r.rf.Cols), zeros(rows, r.rf.Rows)}
}
