package rivals

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// gaussian draws n rows with covariance [[1, .5], [.5, .5]], labelled by the sign
// along its first axis, and turned by the angle in degrees: the paper's example.
func gaussian(n int, degrees float64, seed uint64) model.Domain {
	rng := newRand(seed, 100)
	c := mat.NewSymDense(2, []float64{1, .5, .5, .5})
	var eigen mat.EigenSym
	eigen.Factorize(c, true)
	var axes mat.Dense
	eigen.VectorsTo(&axes)
	var root mat.TriDense
	var cholesky mat.Cholesky
	cholesky.Factorize(c)
	cholesky.LTo(&root)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	d := model.Domain{X: mat.NewDense(n, 2, nil), Y: make([]float64, n)}
	for i := range n {
		z := mat.NewVecDense(2, []float64{rng.NormFloat64(), rng.NormFloat64()})
		var x mat.VecDense
		x.MulVec(&root, z)
		a, b := x.AtVec(0), x.AtVec(1)
		d.Y[i] = -1
		if a*axes.At(0, 1)+b*axes.At(1, 1) > 0 {
			d.Y[i] = 1
		}
		// As the rows of X·[[cos, −sin], [sin, cos]].
		d.X.SetRow(i, []float64{a*cos + b*sin, -a*sin + b*cos})
	}
	return d
}

// rotated is the paper's pair: a target turned by 45 degrees.
func rotated(seed uint64) (Problem, model.Domain) {
	target := gaussian(1000, 45, seed)
	return Problem{Task: model.Binary, Source: gaussian(1000, 0, seed+1000), Target: target.X}, target
}

// blobs draws n rows of classes around the corners of a regular simplex, moved by
// shift in every feature.
func blobs(n, classes, d int, shift float64, seed uint64) model.Domain {
	rng := newRand(seed, 101)
	b := model.Domain{X: mat.NewDense(n, d, nil), Y: make([]float64, n)}
	for i := range n {
		b.Y[i] = float64(rng.IntN(classes))
		for j := range d {
			v := rng.NormFloat64()/2 + shift
			if j == int(b.Y[i]) {
				v += 3
			}
			b.X.Set(i, j, v)
		}
	}
	return b
}

func trained(t *testing.T, m Method, p Problem, h Hyper, seed uint64) Classifier {
	t.Helper()
	c, err := m.Train(context.Background(), p, h, seed, nil)
	if err != nil {
		t.Fatalf("%s: %v", m.Name(), err)
	}
	return c
}

// The paper's figure 1 and the results published with it: after 50 epochs with 64
// hidden units and no biases, 88.4 % for the network trained on the source and
// 89.2 % for DANN. Other draws of the data differ by the binomial error of 1000
// rows, one percent; the bounds are some two and a half of the mean's over three
// draws. That DANN gains on the network is told from the same draws, where the
// difference varies by some tenths of a percent.
func TestRotatedGaussianAsPublished(t *testing.T) {
	options := Published(Training{Epochs: 50, NoBias: true})
	const draws = 3
	var plain, dann float64
	for seed := range uint64(draws) {
		p, target := rotated(seed)
		h := Hyper{Hidden: 64}
		plain += p.rate(trained(t, SourceOnly{options}, p, h, seed), target) / draws
		dann += p.rate(trained(t, DANN{options}, p, h, seed), target) / draws
	}
	if math.Abs(plain-0.884) > 0.015 {
		t.Errorf("source-only network reaches %.4f on average, published 0.884", plain)
	}
	if math.Abs(dann-0.892) > 0.015 {
		t.Errorf("DANN reaches %.4f on average, published 0.892", dann)
	}
	if dann <= plain {
		t.Errorf("DANN, %.4f, gains nothing on the source-only network, %.4f", dann, plain)
	}
}

// On a pair without shift nothing is there to be gained or lost: every method
// agrees with the source-only network but for a few rows near the boundary.
func TestWithoutShiftAllMethodsAgree(t *testing.T) {
	binary := Problem{Task: model.Binary, Source: gaussian(400, 0, 1), Target: gaussian(400, 0, 2).X}
	binaryTest := gaussian(1000, 0, 3)
	multi := Problem{Task: model.MultiClass, Classes: 3, Source: blobs(400, 3, 4, 0, 1), Target: blobs(400, 3, 4, 0, 2).X}
	multiTest := blobs(1000, 3, 4, 0, 3)
	for _, c := range []struct {
		p    Problem
		test model.Domain
	}{{binary, binaryTest}, {multi, multiTest}} {
		base := c.p.rate(trained(t, SourceOnly{}, c.p, Hyper{Hidden: 32}, 1), c.test)
		if base < 0.95 {
			t.Fatalf("the source-only network reaches only %.3f without shift", base)
		}
		for _, m := range short() {
			got := c.p.rate(trained(t, m, c.p, Hyper{Hidden: 32, Coefficient: 0.1, L2: 1, Beta: 0.01}, 1), c.test)
			// The linear ones have no constant and so go through zero; three percent is
			// 30 rows of 1000.
			if got < base-0.03 {
				t.Errorf("%s on a %s task reaches %.3f, the source-only network %.3f", m.Name(), c.p.Task, got, base)
			}
		}
	}
}

// short lists every method, with fewer steps where the defaults take seconds.
func short() []Method {
	return []Method{
		LeastSquares{}, Ridge{}, Ridge{ByDescent: true}, Logistic{Epochs: 500, Rate: 0.1},
		SourceOnly{}, DANN{}, CDAN{}, FDAL{}, IWDAN{}, IWCDAN{},
		AdversarialRefine{Epochs: 2, Width: 32}, AdversarialRefine{Head: LogisticHead, Epochs: 1, Width: 16, Refinements: 1},
	}
}
