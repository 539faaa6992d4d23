package rivals

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// The problems of the tests.

// gaussian draws n rows with covariance [[1, .5], [.5, .5]], labels them by the sign along the
// first axis and turns them by the angle in degrees: the paper's example.
func gaussian(n int, degrees float64, seed uint64) model.Domain {
	rng := newRandom(seed, 100)
	// The eigenvalues are (3 ± √5)/4, and the first axis is at ½·atan 2.
	long, short := math.Sqrt((3+math.Sqrt(5))/4), math.Sqrt((3-math.Sqrt(5))/4)
	sin, cos := math.Sincos(math.Atan(2)/2 - degrees*math.Pi/180)
	d := model.Domain{X: mat.NewDense(n, 2, nil), Y: make([]float64, n)}
	for i := range n {
		a, b := long*rng.NormFloat64(), short*rng.NormFloat64()
		d.Y[i] = math.Copysign(1, a)
		d.X.SetRow(i, []float64{cos*a - sin*b, sin*a + cos*b})
	}
	return d
}

// rotated is the paper's pair: a target turned by 45 degrees.
func rotated(seed uint64) model.Data {
	return model.Data{Task: model.Binary, Source: gaussian(1000, 0, seed+1000), Target: gaussian(1000, 45, seed)}
}

// plane is a pair of n and m rows whose target is turned by the angle in degrees.
func plane(n, m int, degrees float64) model.Data {
	return model.Data{Task: model.Binary, Source: gaussian(n, 0, 1), Target: gaussian(m, degrees, 2)}
}

// blobs draws n rows of classes around the corners of a regular simplex, shifted by shift in every
// feature.
func blobs(n, classes, d int, shift float64, seed uint64) model.Domain {
	rng := newRandom(seed, 101)
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

// simplex is a pair of n and m rows of three classes, whose target is shifted.
func simplex(n, m, d int, shift float64) model.Data {
	return model.Data{Task: model.MultiClass, Classes: 3, Source: blobs(n, 3, d, 0, 1), Target: blobs(m, 3, d, shift, 2)}
}

func regression() model.Data {
	p := rotated(3)
	p.Task = model.Regression
	for i := range p.Source.Y {
		p.Source.Y[i] += p.Source.X.At(i, 0)
	}
	return p
}

// wide returns a problem large enough for products to be split among cores.
func wide() model.Data { return simplex(200, 90, 150, 0.1) }

func random(rows, cols int, seed uint64) blas64.General {
	rng, a := newRandom(seed, 200), zeros(rows, cols)
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	return a
}

// few is a candidate that every method accepts and that takes little work.
var few = Hyper{L2: 1, Hidden: 20, Coefficient: 1, Beta: 0.01, Shrink: 1, Components: 2, Refinements: 2}

// short lists every method, with fewer steps where the defaults take seconds.
func short() []Method {
	return methods(DescentOptions{Epochs: 500}, Training{}, AlignmentOptions{Epochs: 2, Width: 32})
}

func trained(t *testing.T, m Method, p model.Data, h Hyper, seed uint64) Classifier {
	t.Helper()
	return testutil.Must(m.Train(t.Context(), p, h, seed, nil))
}

// refused fails the test unless the training fails with the error want.
func refused(t *testing.T, want error, m Method, p model.Data, h Hyper) {
	t.Helper()
	if _, err := m.Train(t.Context(), p, h, 1, nil); !errors.Is(err, want) {
		t.Errorf("%s (%s) with %+v: %v, want %v", m.Name, m.Variant, h, err, want)
	}
}

// run trains a session to its end.
func run(t *testing.T, s *trainingRun, task model.Task) Classifier {
	t.Helper()
	return testutil.Must(s.train(t.Context(), task, func(float64) {}))
}

// sessionOf begins the training of a network method.
func sessionOf(m Method, p model.Data, h Hyper, seed uint64) *trainingRun {
	return testutil.Must(m.learner.(networkLearner).newTrainingRun(p, h.WithDefaults(m.Defaults), seed))
}

// accuracy returns the share of rows of a domain that are predicted correctly.
func accuracy(t *testing.T, task model.Task, c Classifier, domain model.Domain) float64 {
	t.Helper()
	return testutil.Must(Evaluate(t.Context(), task, c.Scores, domain))
}
