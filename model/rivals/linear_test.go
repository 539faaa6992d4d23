package rivals

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

func multiclass() Problem {
	return Problem{Task: model.MultiClass, Classes: 3, Source: blobs(150, 3, 4, 0, 1), Target: blobs(30, 3, 4, 1, 2).X}
}

func regression() Problem {
	p, _ := rotated(3)
	p.Task = model.Regression
	for i := range p.Source.Y {
		p.Source.Y[i] += p.Source.X.At(i, 0)
	}
	return p
}

func weightsOf(t *testing.T, m Method, p Problem, h Hyper) *mat.Dense {
	t.Helper()
	return trained(t, m, p, h, 0).(Weights).Weights()
}

// leastSquaresSlope is the gradient of ‖Φw − y‖²/n of a problem.
func leastSquaresSlope(p Problem, w *mat.Dense) *mat.Dense {
	var r, g mat.Dense
	r.Mul(p.Source.X, w)
	r.Sub(&r, p.responses())
	g.Mul(p.Source.X.T(), &r)
	g.Scale(2/float64(p.Source.Rows()), &g)
	return &g
}

func TestLeastSquaresFollowsPlainDescent(t *testing.T) {
	binary, _ := rotated(3)
	for _, p := range []Problem{binary, multiclass(), regression()} {
		for _, options := range []Descent{
			{Epochs: 40}, {Epochs: 40, Rate: 0.01}, {Epochs: 40, Rate: 0.01, Momentum: 0.9},
		} {
			rate := options.Rate
			if rate == 0 {
				var svd mat.SVD
				svd.Factorize(p.Source.X, mat.SVDNone)
				rate = 1 / (2 * svd.Values(nil)[0])
			}
			got := weightsOf(t, LeastSquares{options}, p, Hyper{})
			d, c := got.Dims()
			w, step := mat.NewDense(d, c, nil), mat.NewDense(d, c, nil)
			for range 40 {
				g := leastSquaresSlope(p, w)
				g.Scale(-rate, g)
				step.Scale(options.Momentum, step)
				step.Add(step, g)
				w.Add(w, step)
			}
			// The rate comes from an iteration that stops at a change of 1e-12.
			if !mat.EqualApprox(got, w, 1e-8) {
				t.Errorf("%s, %+v: weights %v, want %v", p.Task, options, mat.Formatted(got), mat.Formatted(w))
			}
		}
	}
}

// Nesterov's momentum as a plain loop in the form of Sutskever et al. (2013): the
// slope is taken after the velocity has been followed.
func TestNesterovAgainstItsOtherForm(t *testing.T) {
	p := regression()
	const rate, beta, epochs = 0.01, 0.9, 25
	got := weightsOf(t, LeastSquares{Descent{Epochs: epochs, Rate: rate, Momentum: beta, Nesterov: true}}, p, Hyper{})
	// The weights that training holds are the points looked ahead to: w + βv.
	w, v, ahead := mat.NewDense(2, 1, nil), mat.NewDense(2, 1, nil), mat.NewDense(2, 1, nil)
	for range epochs {
		g := leastSquaresSlope(p, ahead)
		g.Scale(rate, g)
		v.Scale(beta, v)
		v.Sub(v, g)
		w.Add(w, v)
		ahead.Scale(beta, v)
		ahead.Add(ahead, w)
	}
	if !mat.EqualApprox(got, ahead, 1e-12) {
		t.Errorf("weights %v, want %v", mat.Formatted(got), mat.Formatted(ahead))
	}
}

func TestRidgeSolvesItsNormalEquations(t *testing.T) {
	for _, p := range []Problem{multiclass(), regression()} {
		for _, l2 := range []float64{1e-3, 1, 1000} {
			w := weightsOf(t, Ridge{}, p, Hyper{L2: l2})
			// Φᵀ(y − Φw) = l2·w
			var r, left, right mat.Dense
			r.Mul(p.Source.X, w)
			r.Sub(p.responses(), &r)
			left.Mul(p.Source.X.T(), &r)
			right.Scale(l2, w)
			if !mat.EqualApprox(&left, &right, 1e-9) {
				t.Errorf("%s, l2 %g: residual's moments %v, want %v", p.Task, l2, mat.Formatted(&left), mat.Formatted(&right))
			}
			long := weightsOf(t, Ridge{ByDescent: true, Descent: Descent{Epochs: 20000, Rate: 0.05}}, p, Hyper{L2: l2})
			if !mat.EqualApprox(long, w, 1e-6) {
				t.Errorf("%s, l2 %g: descent ends at %v, the closed form is %v", p.Task, l2, mat.Formatted(long), mat.Formatted(w))
			}
		}
	}
}

// Descent of 5000 epochs on separated blobs ends where the gradient is small, and
// both forms of momentum end there.
func TestLogisticDescends(t *testing.T) {
	p := Problem{Task: model.Binary, Source: gaussian(200, 0, 1), Target: gaussian(20, 0, 2).X}
	for i := range 40 {
		p.Source.Y[i] = -p.Source.Y[i] // so that a minimum exists
	}
	l := newLogLoss(p)
	var ends []*mat.Dense
	for _, nesterov := range []bool{false, true} {
		w := weightsOf(t, Logistic{Rate: 0.1, Nesterov: nesterov}, p, Hyper{})
		g := zeros(1, 2)
		at := mat.DenseCopyOf(w.T())
		if _, err := l.gradient(context.Background(), at.RawMatrix(), g); err != nil {
			t.Fatal(err)
		}
		if size := math.Hypot(g.Data[0], g.Data[1]); size > 1e-9 {
			t.Errorf("nesterov %v: the gradient is still %g", nesterov, size)
		}
		ends = append(ends, w)
	}
	if !mat.EqualApprox(ends[0], ends[1], 1e-6) {
		t.Error("the two forms of momentum end apart")
	}
}

func TestLinearDivergence(t *testing.T) {
	p := regression()
	_, err := LeastSquares{Descent{Rate: 1e6}}.Train(context.Background(), p, Hyper{}, 0, nil)
	if !errors.Is(err, ErrDiverged) {
		t.Errorf("rate 1e6: %v", err)
	}
}

func TestMoments(t *testing.T) {
	x, y := random(333, 7, 1), random(333, 2, 2)
	s, b, err := moments(context.Background(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	var wantS, wantB mat.Dense
	wantS.Mul(dense(x).T(), dense(x))
	wantB.Mul(dense(y).T(), dense(x))
	if !mat.EqualApprox(dense(s), &wantS, 1e-10) || !mat.EqualApprox(dense(b), &wantB, 1e-10) {
		t.Error("not XᵀX and YᵀX")
	}
	var eigen mat.EigenSym
	eigen.Factorize(mat.NewSymDense(7, s.Data), false)
	got, err := largestEigenvalue(context.Background(), s)
	if want := eigen.Values(nil)[6]; err != nil || math.Abs(got-want) > 1e-8*want {
		t.Errorf("largest eigenvalue %v, %v; want %v", got, err, want)
	}
}
