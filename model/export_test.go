package model

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
	"larui/model/testutil"
)

// What the tests of package model_test look into.

func Gram(x *mat.Dense) *mat.SymDense {
	side, _ := ComputeMoments(context.Background(), Data{Source: Domain{X: x}})
	return side.Gram
}

var RowSpectrum = rowSpectrum

// SumsOf are the moments of rows with labels, less a shift.
var SumsOf = Data.sumRows

// PlainDescent is the loop of Algorithm 1, the independent truth of descent: with the
// d×d matrix a, the d×c right-hand side b, step h = 2α/n and the momentum of params it
// returns w (d×c) after each of the epochs named in at, which ascend.
func PlainDescent(a *mat.SymDense, b *mat.Dense, h float64, params Params, at []int) []*mat.Dense {
	d, c := b.Dims()
	w, previous := mat.NewDense(d, c, nil), mat.NewDense(d, c, nil)
	var kept []*mat.Dense
	for t := 0; len(kept) < len(at); t++ {
		for len(kept) < len(at) && at[len(kept)] == t {
			kept = append(kept, w)
		}
		// ahead = w + β(w − w⁻)
		ahead, gradient, next := new(mat.Dense), new(mat.Dense), new(mat.Dense)
		ahead.Sub(w, previous)
		ahead.Scale(params.Momentum, ahead)
		ahead.Add(w, ahead)
		from := w
		if params.Nesterov {
			from = ahead
		}
		gradient.Mul(a, from)
		gradient.Sub(gradient, b)
		gradient.Scale(h, gradient)
		next.Sub(ahead, gradient)
		w, previous = next, w
	}
	return kept
}

// Gaussian draws an n×d matrix.
func Gaussian(rng *rand.Rand, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

// Distance is ‖a − b‖.
func Distance(a, b mat.Matrix) float64 {
	var difference mat.Dense
	difference.Sub(a, b)
	return mat.Norm(&difference, 2)
}

// Agree fails the test if got and want differ by more than within·‖want‖.
func Agree(t testutil.Test, got, want mat.Matrix, within float64, labels ...any) {
	t.Helper()
	testutil.Near(t, Distance(got, want), 0, within*mat.Norm(want, 2), labels...)
}

// Bases returns Ṽ and the overlap.
func (p *Problem) Bases() (vTilde, overlap *mat.Dense) {
	_ = p.joint.computeOnce(context.Background(), &p.Src, &p.Tgt)
	return p.joint.vTilde, p.joint.overlap
}

func (p *Problem) Evaluate(w *mat.Dense) Evaluation {
	return p.evaluate(p.scoredDomains, p.space.fromFeatures(w))
}

// Pictures draws a pair in the likeness of two digits from two collections: far
// fewer dimensions than features, spectra that fall by orders of magnitude, labels
// that lie across many components.
func Pictures(rng *rand.Rand, d, sourceRank, targetRank int) Data {
	domain := func(n, rank int) Domain {
		scores := Gaussian(rng, n, rank)
		for j := range rank {
			scale := 5 * math.Pow(float64(j+1), -1.2)
			for i := range n {
				scores.Set(i, j, scale*scores.At(i, j))
			}
		}
		x := linalg.MultiplyAny(scores, Gaussian(rng, rank, d))
		y := make([]float64, n)
		for i := range y {
			y[i] = math.Copysign(1, scores.At(i, 0)+scores.At(i, rank/2)+rng.NormFloat64())
		}
		return Domain{X: x, Y: y}
	}
	return Data{Source: domain(2*d, sourceRank), Target: domain(d, targetRank)}
}

// Filter is descent at params with step h on an eigenvalue after each of the epochs.
func Filter(params Params, h, lambda float64, epochs []int) (at []float64) {
	f := descentFilter{params: params, h: h, lambda: lambda}
	for _, t := range epochs {
		at = append(at, f.coefficient(t))
	}
	return at
}

// FitOf is what the weights z (d×c) are known as.
func (p *Problem) FitOf(z *mat.Dense) Fit { return p.newFit(p.scoredDomains, p.space.fromFeatures(z)) }

func prepared(t testutil.Test, data Data) *Problem {
	return testutil.Must(NewProblem(context.Background(), data))
}

// alone is a source with its rows as the target, without labels there.
func alone(t testutil.Test, task Task, x *mat.Dense, y []float64) *Problem {
	return prepared(t, Data{Task: task, Classes: 3, Source: Domain{X: x, Y: y}, Target: Domain{X: x}})
}
