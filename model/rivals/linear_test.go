package rivals

import (
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
)

// plainDescent descends step by step on weights d×c with the given slope.
func plainDescent(d, c int, options DescentOptions, rate float64, slope func(w *mat.Dense) *mat.Dense) *mat.Dense {
	// Nesterov's momentum in the form of Sutskever et al. (2013): the slope is taken after
	// following the velocity, and training stores that point.
	w, v, ahead := mat.NewDense(d, c, nil), mat.NewDense(d, c, nil), mat.NewDense(d, c, nil)
	for range options.Epochs {
		step := slope(ahead)
		step.Scale(rate, step)
		v.Scale(options.Momentum, v)
		v.Sub(v, step)
		w.Add(w, v)
		ahead.Copy(w)
		if options.Nesterov {
			step.Scale(options.Momentum, v)
			ahead.Add(w, step)
		}
	}
	return ahead
}

// squaresSlope returns the slope of ‖Φw − y‖²/n.
func squaresSlope(x, y *mat.Dense) func(w *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	gram := linalg.MultiplyAny(x.T(), x)
	b := linalg.MultiplyAny(x.T(), y)
	return func(w *mat.Dense) *mat.Dense {
		slope := linalg.MultiplyAny(gram, w)
		slope.Sub(slope, b)
		slope.Scale(2/float64(n), slope)
		return slope
	}
}

// paperRate is 1/(2σ₁).
func paperRate(x *mat.Dense) float64 {
	var svd mat.SVD
	svd.Factorize(x, mat.SVDNone)
	return 1 / (2 * svd.Values(nil)[0])
}

// anticorrelated has columns whose product is negative and whose sizes are equal: an iteration that
// begins at (1, 1) finds the small singular value.
func anticorrelated() model.Data {
	p := plane(120, 1, 0)
	for i := range 120 {
		a := float64(1 - 2*(i%2))
		p.Source.X.SetRow(i, []float64{a, -a})
	}
	p.Source.X.Set(0, 1, 1)
	p.Source.X.Set(1, 1, -1)
	return p
}

// Least squares descends with a given rate, and with the rate from the largest singular value.
func TestLeastSquaresFollowsPlainDescent(t *testing.T) {
	binary := rotated(3)
	for _, p := range []model.Data{binary, simplex(150, 30, 4, 1), regression(), anticorrelated()} {
		x, y := p.Source.X, p.Targets(p.Source.Y)
		for _, options := range []DescentOptions{
			{Epochs: 40}, {Epochs: 40, Rate: 0.01}, {Epochs: 40, Rate: 0.01, Momentum: 0.9},
			{Epochs: 40, Rate: 0.01, Momentum: 0.9, Nesterov: true},
		} {
			rate := options.Rate
			if rate == 0 {
				rate = paperRate(x)
			}
			_, d := x.Dims()
			_, c := y.Dims()
			want := plainDescent(d, c, options, rate, squaresSlope(x, y))
			// The rate comes from an iteration that stops at a change of 1e-12.
			if got := trained(t, LeastSquares(options), p, Hyper{}, 0).(linearClassifier).w; !mat.EqualApprox(got, want, 1e-8) {
				t.Errorf("%s, %+v: weights %v, want %v", p.Task, options, mat.Formatted(got), mat.Formatted(want))
			}
		}
	}
}

// If the paper's rate diverges, the rate is 0.9 of the largest stable one, with momentum at most
// the rate without. The test finds the stable rate by bisection, as the rate where the spectral
// radius of an epoch's step, a companion matrix, reaches 1. Above the stable rate, training reports
// that it diverged.
func TestLeastSquaresStaysStable(t *testing.T) {
	// Features so large that the paper's rate diverges.
	p := model.Data{Task: model.Binary, Target: model.Domain{X: mat.NewDense(1, 1, []float64{1})}}
	p.Source = model.Domain{X: mat.NewDense(3, 1, []float64{30, -40, 50}), Y: []float64{1, -1, 1}}
	const n, sigma2, best = 3, 5000, 120. / 5000
	for _, d := range []DescentOptions{{}, {Momentum: 0.5}, {Momentum: 0.9}, {Momentum: 0.99}, {Momentum: 0.5, Nesterov: true},
		{Momentum: 0.9, Nesterov: true}, {Momentum: 0.99, Nesterov: true}} {
		// The spectral radius of (u, u⁻) → (u + β(u − u⁻) − h∇, u), and of the same with ∇ ahead.
		radius := func(rate float64) float64 {
			x, beta := 2*rate/n*sigma2, d.Momentum
			a, b := 1+beta-x, -beta
			if d.Nesterov {
				a, b = (1+beta)*(1-x), -beta*(1-x)
			}
			var eigen mat.Eigen
			eigen.Factorize(mat.NewDense(2, 2, []float64{a, b, 1, 0}), mat.EigenNone)
			values := eigen.Values(nil)
			return max(cmplx.Abs(values[0]), cmplx.Abs(values[1]))
		}
		lo, hi := 0.0, 1.0
		for range 60 {
			if middle := (lo + hi) / 2; radius(middle) < 1 {
				lo = middle
			} else {
				hi = middle
			}
		}
		d.Epochs, d.Rate = 5000, 0.9*min(lo, 1.*n/sigma2)
		want := trained(t, LeastSquares(d), p, Hyper{}, 0).(linearClassifier).w.At(0, 0)
		d.Rate = 0
		got := trained(t, LeastSquares(d), p, Hyper{}, 0).(linearClassifier).w.At(0, 0)
		if math.Abs(got-want) > 1e-9 || math.Abs(got-best) > 1e-9 {
			t.Errorf("%+v: w = %v, at 0.9 of the rate found by halving %v, least squares %v", d, got, want, best)
		}
		d.Rate = lo / 0.85
		refused(t, ErrDiverged, LeastSquares(d), p, Hyper{})
	}
}

// The heads of Adversarial Refinement descend as all linear models of the paper's Table 4: with
// Nesterov's momentum, on the mapped rows. The second feature is so small that 5000 epochs do not
// reach the optimum. After refinement the mapping is orthogonal.
func TestAlignedHeadsHaveNesterovsMomentum(t *testing.T) {
	p := plane(60, 50, 20)
	for _, x := range []*mat.Dense{p.Source.X, p.Target.X} {
		x.Apply(func(_, j int, v float64) float64 { return v * math.Pow(0.01, float64(j)) }, x)
	}
	y := p.Targets(p.Source.Y)
	for i := range 4 {
		entropy := i%2 == 1
		m := AdversarialRefine(AlignmentOptions{CrossEntropy: entropy, Epochs: 1, Width: 8})
		got := trained(t, m, p, Hyper{Beta: 0.01, Refinements: i / 2}, 1).(alignedClassifier)
		x := linalg.MultiplyAny(p.Source.X, toDense(got.mapping).T())
		rate, slope := paperRate(x), squaresSlope(x, y)
		if entropy {
			rate, slope = 0.01, func(w *mat.Dense) *mat.Dense {
				// The gradient of the mean of log(1 + exp(−y·wᵀx)).
				z := linalg.MultiplyAny(x, w)
				z.Apply(func(i, _ int, v float64) float64 { return -y.At(i, 0) / (1 + math.Exp(y.At(i, 0)*v)) / 60 }, z)
				return linalg.MultiplyAny(x.T(), z)
			}
		}
		want := plainDescent(2, 1, DescentOptions{Epochs: 5000, Momentum: 0.9, Nesterov: true}, rate, slope)
		if w := got.w; !mat.EqualApprox(w, want, 1e-8*mat.Norm(want, 2)) {
			t.Errorf("cross-entropy %t, %d rounds: weights %v, want %v", entropy, i/2, mat.Formatted(w), mat.Formatted(want))
		}
	}
}

func TestRidgeSolvesItsNormalEquations(t *testing.T) {
	for _, p := range []model.Data{simplex(150, 30, 4, 1), regression()} {
		x, y := p.Source.X, p.Targets(p.Source.Y)
		for _, l2 := range []float64{1e-3, 1, 1000} {
			w := trained(t, Ridge(), p, Hyper{L2: l2}, 0).(linearClassifier).w
			// Φᵀ(y − Φw) = l2·w
			var right mat.Dense
			r := linalg.MultiplyAny(x, w)
			r.Sub(y, r)
			left := linalg.MultiplyAny(x.T(), r)
			right.Scale(l2, w)
			if !mat.EqualApprox(left, &right, 1e-9) {
				t.Errorf("%s, l2 %g: residual's moments %v, want %v", p.Task, l2, mat.Formatted(left), mat.Formatted(&right))
			}
		}
	}
}
