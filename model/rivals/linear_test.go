package rivals

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

func weightsOf(t *testing.T, m Method, p Problem, h Hyper) *mat.Dense {
	t.Helper()
	return trained(t, m, p, h, 0).(linear).w
}

func TestLeastSquaresFollowsPlainDescent(t *testing.T) {
	binary, _ := rotated(3)
	for _, p := range []Problem{binary, multiclass(), regression()} {
		for _, options := range []Descent{
			{Epochs: 40}, {Epochs: 40, Rate: 0.01}, {Epochs: 40, Rate: 0.01, Momentum: 0.9},
		} {
			n := float64(p.Source.Rows())
			_, y := p.source()
			gram := model.Gram(p.Source.X)
			var b mat.Dense
			b.Mul(p.Source.X.T(), y)
			rate := options.Rate
			if rate == 0 {
				var svd mat.SVD
				svd.Factorize(p.Source.X, mat.SVDNone)
				rate = 1 / (2 * svd.Values(nil)[0])
			}
			want, err := model.PlainDescent(t.Context(), gram, &b, 2*rate/n, options.Momentum, false, []int{40})
			if err != nil {
				t.Fatal(err)
			}
			// The rate comes from an iteration that stops at a change of 1e-12.
			if got := weightsOf(t, LeastSquares(options), p, Hyper{}); !mat.EqualApprox(got, want[0], 1e-8) {
				t.Errorf("%s, %+v: weights %v, want %v", p.Task, options, mat.Formatted(got), mat.Formatted(want[0]))
			}
		}
	}
}

// Nesterov's momentum as a plain loop in the form of Sutskever et al. (2013): the
// slope is taken after the velocity has been followed.
func TestNesterovAgainstItsOtherForm(t *testing.T) {
	p := regression()
	const rate, beta, epochs = 0.01, 0.9, 25
	got := weightsOf(t, LeastSquares(Descent{Epochs: epochs, Rate: rate, Momentum: beta, Nesterov: true}), p, Hyper{})
	n := float64(p.Source.Rows())
	x, y := p.source()
	slope := func(w *mat.Dense) *mat.Dense {
		var r, g mat.Dense
		r.Mul(x, w)
		r.Sub(&r, y)
		g.Mul(x.T(), &r)
		g.Scale(2/n, &g)
		return &g
	}
	// The weights that training holds are the points looked ahead to: w + βv.
	w, v, ahead := mat.NewDense(2, 1, nil), mat.NewDense(2, 1, nil), mat.NewDense(2, 1, nil)
	for range epochs {
		g := slope(ahead)
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
		x, y := p.source()
		for _, l2 := range []float64{1e-3, 1, 1000} {
			w := weightsOf(t, Ridge(), p, Hyper{L2: l2})
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
		w := weightsOf(t, Logistic(Descent{Rate: 0.1, Nesterov: nesterov}), p, Hyper{})
		g := zeros(1, 2)
		at := mat.DenseCopyOf(w.T())
		l.gradient(t.Context(), at.RawMatrix(), g)
		if size := math.Hypot(g.Data[0], g.Data[1]); size > 1e-9 {
			t.Errorf("nesterov %v: the gradient is still %g", nesterov, size)
		}
		ends = append(ends, w)
	}
	if !mat.EqualApprox(ends[0], ends[1], 1e-6) {
		t.Error("the two forms of momentum end apart")
	}
}

func TestMoments(t *testing.T) {
	x, y := random(333, 7, 1), random(333, 2, 2)
	s, b, err := moments(t.Context(), x, y)
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
	got, err := largestEigenvalue(t.Context(), s)
	if want := eigen.Values(nil)[6]; err != nil || math.Abs(got-want) > 1e-8*want {
		t.Errorf("largest eigenvalue %v, %v; want %v", got, err, want)
	}
}
