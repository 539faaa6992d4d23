package rivals

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A condition makes a discriminator's input of features f and predictions p.
// Gradients go through f alone; p counts as given, as in the published code of
// CDAN.
type condition interface {
	// plain tells that the input is f itself.
	plain() bool
	// join returns the input (rows×width), overwritten by the next call.
	join(b *batch) blas64.General
	// features writes the gradient by f to df, given that by the input.
	features(b *batch, du, df blas64.General)
	// reader returns a condition with memory of its own.
	reader(rows int) condition
}

// unconditioned passes the features on (DANN).
type unconditioned struct{}

func (unconditioned) plain() bool                              { return true }
func (unconditioned) join(b *batch) blas64.General             { return b.features }
func (unconditioned) features(_ *batch, du, df blas64.General) { blas64.Copy(vector(du), vector(df)) }
func (u unconditioned) reader(int) condition                   { return u }

// vector returns the entries of a matrix without gaps between its rows.
func vector(a blas64.General) blas64.Vector {
	return blas64.Vector{N: a.Rows * a.Cols, Inc: 1, Data: a.Data}
}

// largestProduct is the width of p ⊗ f above which CDAN samples it.
const largestProduct = 4096

// sampledProduct is the width of the sample.
const sampledProduct = 1024

// newCondition returns the condition of CDAN for h features and c classes.
func newCondition(h, c, rows int, rng *rand.Rand) condition {
	if h*c <= largestProduct {
		return &multilinear{u: zeros(rows, h*c)}
	}
	r := &randomized{rf: zeros(h, sampledProduct), rp: zeros(c, sampledProduct)}
	for _, m := range []blas64.General{r.rf, r.rp} {
		for i := range m.Data {
			m.Data[i] = rng.NormFloat64()
		}
	}
	return r.reader(rows)
}

// multilinear is the product p ⊗ f (Long et al. 2018, multilinear conditioning): entry k·h + j
// is p_k f_j.
type multilinear struct{ u blas64.General }

func (*multilinear) plain() bool { return false }

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

func (m *multilinear) features(b *batch, du, df blas64.General) {
	for i := range df.Rows {
		to, from := row(df, i), row(du, i)
		clear(to)
		for k, p := range row(b.probs, i) {
			for j := range to {
				to[j] += p * from[k*len(to)+j]
			}
		}
	}
}

func (m *multilinear) reader(rows int) condition { return &multilinear{zeros(rows, m.u.Cols)} }

// randomized samples the product, (R_f f) ⊙ (R_p p)/√D, where p ⊗ f is too wide
// (Long et al. 2018, randomized multilinear conditioning). R_f (h×D) and R_p (c×D) are Gaussian and stay.
type randomized struct {
	rf, rp      blas64.General
	u, byProbs  blas64.General
	dByFeatures blas64.General
}

func (*randomized) plain() bool { return false }

func (r *randomized) join(b *batch) blas64.General {
	u, byProbs := span(r.u, 0, b.features.Rows), span(r.byProbs, 0, b.features.Rows)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1/math.Sqrt(float64(r.rp.Cols)), b.probs, r.rp, 0, byProbs)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, b.features, r.rf, 0, u)
	scaleBy(u, byProbs)
	return u
}

func (r *randomized) features(_ *batch, du, df blas64.General) {
	d := span(r.dByFeatures, 0, du.Rows)
	blas64.Copy(vector(du), vector(d))
	scaleBy(d, span(r.byProbs, 0, du.Rows))
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, d, r.rf, 0, df)
}

func (r *randomized) reader(rows int) condition {
	return &randomized{
		rf: r.rf, rp: r.rp, u: zeros(rows, r.rf.Cols),
		byProbs: zeros(rows, r.rf.Cols), dByFeatures: zeros(rows, r.rf.Cols),
	}
}

// scaleBy sets a to a ⊙ b.
func scaleBy(a, b blas64.General) {
	for i, v := range b.Data[:len(a.Data)] {
		a.Data[i] *= v
	}
}
