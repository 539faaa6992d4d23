package rivals

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// digitsLike is a problem of the size of a digit pair from MNIST to USPS, with the
// given share of pixels inked: a fifth as the files have them, all once they are
// standardized.
func digitsLike(ink float64) Problem {
	rng := newRand(1, 1)
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
	return Problem{Task: model.Binary, Source: fill(12000), Target: fill(366).X}
}

// BenchmarkEpoch times one epoch of each method at the size of a digit pair; an
// epoch of a linear method is one step on the full batch.
func BenchmarkEpoch(b *testing.B) {
	problems, once := map[string]Problem{"sparse": digitsLike(0.2), "dense": digitsLike(1)}, Training{Epochs: 1}
	for _, c := range []struct {
		m      Method
		hidden []int
	}{
		{SourceOnly(once), []int{128, 512}},
		{DANN(once), []int{64, 128, 256, 512, 1024}},
		{CDAN(once), []int{128, 512}},
		{FDAL(once), []int{128}},
		{IWCDAN(once), []int{128}},
		{LeastSquares(Descent{Epochs: 1}), []int{0}},
		{Logistic(Descent{Epochs: 1}), []int{0}},
	} {
		for _, hidden := range c.hidden {
			for name, p := range problems {
				b.Run(fmt.Sprintf("%s/hidden=%d/%s", c.m.Name, hidden, name), func(b *testing.B) {
					for b.Loop() {
						if _, err := c.m.Train(b.Context(), p, Hyper{Hidden: hidden, Coefficient: 1}, 1, nil); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
