package rivals

import (
	"cmp"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// digitsLike returns a problem of the size of the digit pair MNIST to USPS, with the given share of
// nonzero pixels: a fifth in the files, all once they are standardized.
func digitsLike(ink float64) model.Data {
	rng := newRandom(1, 1)
	fill := func(rows int) model.Domain {
		d := model.Domain{X: mat.NewDense(rows, 784, nil), Y: make([]float64, rows)}
		for i := range d.X.RawMatrix().Data {
			if rng.Float64() < ink {
				d.X.RawMatrix().Data[i] = rng.Float64()
			}
		}
		for i := range d.Y {
			d.Y[i] = float64(2*(i%2) - 1)
		}
		return d
	}
	return model.Data{Task: model.Binary, Source: fill(12000), Target: fill(366)}
}

// BenchmarkEpoch times one epoch of each method at the size of a digit pair, networks
// with 128 hidden units; an epoch of a linear method is one step on the full batch.
func BenchmarkEpoch(b *testing.B) {
	for name, ink := range map[string]float64{"sparse": 0.2, "dense": 1} {
		p := digitsLike(ink)
		for _, m := range methods(DescentOptions{Epochs: 1}, Training{Epochs: 1}, AlignmentOptions{}) {
			if _, ok := m.learner.(adversarialLearner); ok {
				continue // it takes minutes
			}
			b.Run(cmp.Or(m.Title, m.Name)+"/"+name, func(b *testing.B) {
				for b.Loop() {
					testutil.Must(m.Train(b.Context(), p, Hyper{Hidden: 128, Coefficient: 1, L2: 1, Shrink: 1, Components: 8}, 1, nil))
				}
			})
		}
	}
}
