package rivals

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// With the rate given, or from the largest singular value.
func TestLeastSquaresFollowsPlainDescent(t *testing.T) {
	binary, _ := rotated(3)
	for _, p := range []Problem{binary, multiclass(), regression()} {
		x, y := p.Source.X, p.data().Targets(p.Source.Y)
		n, _ := x.Dims()
		var gram, b mat.Dense
		gram.Mul(x.T(), x)
		b.Mul(x.T(), y)
		for _, options := range []Descent{
			{Epochs: 40}, {Epochs: 40, Rate: 0.01}, {Epochs: 40, Rate: 0.01, Momentum: 0.9},
			{Epochs: 40, Rate: 0.01, Momentum: 0.9, Nesterov: true},
		} {
			rate := options.Rate
			if rate == 0 {
				var svd mat.SVD
				svd.Factorize(x, mat.SVDNone)
				rate = 1 / (2 * svd.Values(nil)[0])
			}
			// Nesterov in the form of Sutskever et al. (2013): the slope is taken after
			// the velocity has been followed, and what training holds is that point.
			d, c := b.Dims()
			w, v, ahead := mat.NewDense(d, c, nil), mat.NewDense(d, c, nil), mat.NewDense(d, c, nil)
			for range options.Epochs {
				var slope mat.Dense
				slope.Mul(&gram, ahead)
				slope.Sub(&slope, &b)
				slope.Scale(2*rate/float64(n), &slope)
				v.Scale(options.Momentum, v)
				v.Sub(v, &slope)
				w.Add(w, v)
				ahead.Copy(w)
				if options.Nesterov {
					slope.Scale(options.Momentum, v)
					ahead.Add(w, &slope)
				}
			}
			// The rate comes from an iteration that stops at a change of 1e-12.
			if got := trained(t, LeastSquares(options), p, Hyper{}, 0).(linear).w; !mat.EqualApprox(got, ahead, 1e-8) {
				t.Errorf("%s, %+v: weights %v, want %v", p.Task, options, mat.Formatted(got), mat.Formatted(ahead))
			}
		}
	}
}

func TestRidgeSolvesItsNormalEquations(t *testing.T) {
	for _, p := range []Problem{multiclass(), regression()} {
		x, y := p.Source.X, p.data().Targets(p.Source.Y)
		for _, l2 := range []float64{1e-3, 1, 1000} {
			w := trained(t, Ridge(), p, Hyper{L2: l2}, 0).(linear).w
			// Φᵀ(y − Φw) = l2·w
			var r, left, right mat.Dense
			r.Mul(x, w)
			r.Sub(y, &r)
			left.Mul(x.T(), &r)
			right.Scale(l2, w)
			if !mat.EqualApprox(&left, &right, 1e-9) {
				t.Errorf("%s, l2 %g: residual's moments %v, want %v", p.Task, l2, mat.Formatted(&left), mat.Formatted(&right))
			}
		}
	}
}
