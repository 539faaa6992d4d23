package model_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

func TestNewProblemErrors(t *testing.T) {
	for name, c := range map[string]struct {
		change func(d *model.Data)
		want   error
	}{
		"no source":                {func(d *model.Data) { d.Source = model.Domain{} }, model.ErrShape},
		"no target":                {func(d *model.Data) { d.Target = model.Domain{} }, model.ErrShape},
		"source without labels":    {func(d *model.Data) { d.Source.Y = nil }, model.ErrShape},
		"a label too few":          {func(d *model.Data) { d.Source.Y = d.Source.Y[1:] }, model.ErrShape},
		"a target label too few":   {func(d *model.Data) { d.Target.Y = d.Target.Y[1:] }, model.ErrShape},
		"differing widths":         {func(d *model.Data) { d.Target.X = mat.NewDense(d.Target.Rows(), 3, nil) }, model.ErrShape},
		"narrow validation":        {func(d *model.Data) { d.Validation.X = mat.NewDense(4, 3, nil) }, model.ErrShape},
		"NaN feature":              {func(d *model.Data) { d.Target.X.Set(2, 1, math.NaN()) }, model.ErrNotFinite},
		"infinite feature":         {func(d *model.Data) { d.Source.X.Set(2, 1, math.Inf(-1)) }, model.ErrNotFinite},
		"a single class":           {func(d *model.Data) { d.Source.Y = constant(d.Source.Rows(), 1) }, model.ErrOneClass},
		"label zero in binary":     {func(d *model.Data) { d.Source.Y[0] = 0 }, model.ErrLabel},
		"NaN target label":         {func(d *model.Data) { d.Target.Y[3] = math.NaN() }, model.ErrLabel},
		"class beyond the last":    {func(d *model.Data) { d.Task, d.Classes = model.MultiClass, 1 }, model.ErrLabel},
		"half a class":             {func(d *model.Data) { d.Task, d.Classes = model.MultiClass, 3; d.Source.Y[0] = 0.5 }, model.ErrLabel},
		"infinite regression":      {func(d *model.Data) { d.Task = model.Regression; d.Source.Y[0] = math.Inf(1) }, model.ErrLabel},
		"huge regression label":    {func(d *model.Data) { d.Task = model.Regression; d.Source.Y[0] = 1e200 }, model.ErrScale},
		"features too large":       {func(d *model.Data) { d.Source.X.Scale(1e155, d.Source.X) }, model.ErrScale},
		"features too small":       {func(d *model.Data) { d.Target.X.Scale(1e-155, d.Target.X) }, model.ErrScale},
		"validation far too large": {func(d *model.Data) { d.Validation.X = mat.NewDense(1, 8, constant(8, 1e300)) }, model.ErrScale},
	} {
		data := shapes[0].draw(newRand(1))
		c.change(&data)
		if _, err := model.NewProblem(context.Background(), data); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := model.NewProblem(cancelled, shapes[0].draw(newRand(1))); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func constant(n int, v float64) []float64 {
	y := make([]float64, n)
	for i := range y {
		y[i] = v
	}
	return y
}

// TestScales solves at scales far from one: every number is finite, or there is
// an error that names the scale.
func TestScales(t *testing.T) {
	var solved, refused int
	for _, s := range shapes {
		for _, source := range []float64{1e-300, 1e-150, 1e-60, 1, 1e60, 1e150, 1e300} {
			for _, target := range []float64{1e-150, 1e-60, 1, 1e60, 1e150} {
				data := s.draw(newRand(12))
				data.Source.X.Scale(source, data.Source.X)
				data.Target.X.Scale(target, data.Target.X)
				if s.task == model.Regression {
					for i := range data.Source.Y {
						data.Source.Y[i] *= source
					}
				}
				problem, err := model.NewProblem(context.Background(), data)
				if err != nil {
					refused++
					if !errors.Is(err, model.ErrScale) {
						t.Errorf("%s at %v, %v: %v", s.name, source, target, err)
					}
					continue
				}
				solver := model.NewSolver(problem)
				for _, params := range []model.Params{
					{K: s.d, KTilde: 1, Lambda: 1e4, Epochs: 1000},
					{K: 1, KTilde: 1, Lambda: 1, L2: 1, Epochs: 1_000_000, Momentum: 0.9},
					{K: 1, KTilde: s.d, Lambda: 1e-4, Epochs: 10},
					{K: 1, KTilde: 1, Lambda: math.MaxFloat64, Epochs: 10},
				} {
					solution, err := solver.Solve(context.Background(), params)
					if err != nil {
						if params.Lambda < math.MaxFloat64 || !errors.Is(err, model.ErrParams) {
							t.Errorf("%s at %v, %v: %v", s.name, source, target, err)
						}
						continue
					}
					solved++
					c, d := solution.Closed, solution.Descent
					if !finite(c.Weights.RawMatrix().Data...) || !finite(d.Weights.RawMatrix().Data...) ||
						!finite(c.Condition, c.Leak, c.Target.MSE, c.Source.MSE, c.WeightNorm, c.ParameterError,
							d.Target.MSE, d.ParameterError, d.Rate, d.Curve[0].Objective, d.Curve[len(d.Curve)-1].Objective) {
						t.Errorf("%s at %v, %v, %+v: %+v, %+v", s.name, source, target, params, c, d)
					}
				}
			}
		}
	}
	if solved < 100 || refused < 100 {
		t.Errorf("%d solved, %d refused", solved, refused)
	}
}

// TestScaleInvariance holds that features in other units give the same scores.
func TestScaleInvariance(t *testing.T) {
	for _, s := range shapes {
		params := model.Params{K: (s.d + 1) / 2, KTilde: (s.d + 1) / 2, Lambda: 3, Epochs: 1}
		plain, err := model.NewSolver(newProblem(t, s.draw(newRand(13)))).Solve(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		data := s.draw(newRand(13))
		// A power of two scales without rounding.
		scale := math.Ldexp(1, 150)
		data.Source.X.Scale(scale, data.Source.X)
		data.Target.X.Scale(scale, data.Target.X)
		scaled, err := model.NewSolver(newProblem(t, data)).Solve(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		back := mat.DenseCopyOf(scaled.Closed.Weights)
		back.Scale(scale, back)
		// The eigenvalue solver scales by a factor that is no power of two.
		if d := distance(back, plain.Closed.Weights); !(d <= 1e-9*plain.Closed.WeightNorm) {
			t.Errorf("%s: off by %v of %v", s.name, d, plain.Closed.WeightNorm)
		}
		if scaled.Closed.UnboundedBelow != plain.Closed.UnboundedBelow || scaled.Closed.Target.Accuracy != plain.Closed.Target.Accuracy &&
			s.task != model.Regression {
			t.Errorf("%s: %+v, want %+v", s.name, scaled.Closed, plain.Closed)
		}
	}
}

// TestLeastSquares holds that λ = 0 with the implicit term is the least squares
// solution of the source.
func TestLeastSquares(t *testing.T) {
	for _, s := range shapes {
		data := s.draw(newRand(14))
		problem := newProblem(t, data)
		if s.rankOf(s.n, s.sourceRank) < s.d {
			continue
		}
		solution, err := model.NewSolver(problem).Solve(context.Background(), model.Params{K: 1, KTilde: 1, KeepImplicit: true, Epochs: 1})
		if err != nil {
			t.Fatal(err)
		}
		var want mat.Dense
		if err := want.Solve(data.Source.X, targets(data, data.Source.Y)); err != nil {
			t.Fatal(err)
		}
		// Normal equations square the condition, here below 0.75^-16 ≈ 100.
		if d := distance(solution.Closed.Weights, &want); !(d <= 1e-10*mat.Norm(&want, 2)) {
			t.Errorf("%s: off by %v", s.name, d)
		}
	}
}

// TestOptimum compares w*_T with least squares by a decomposition of the target,
// of least norm where it is deficient.
func TestOptimum(t *testing.T) {
	for _, s := range shapes {
		data := s.draw(newRand(15))
		problem := newProblem(t, data)
		var svd mat.SVD
		if !svd.Factorize(data.Target.X, mat.SVDThin) {
			t.Fatal("no singular value decomposition")
		}
		var want mat.Dense
		svd.SolveTo(&want, targets(data, data.Target.Y), s.rankOf(s.m, s.targetRank))
		if d := distance(problem.Optimum, &want); !(d <= 1e-9*mat.Norm(&want, 2)) {
			t.Errorf("%s: off by %v of %v", s.name, d, mat.Norm(&want, 2))
		}
		data.Target.Y = nil
		if problem := newProblem(t, data); problem.Optimum != nil || problem.Tgt.Projection != nil || problem.Tgt.TailRank != 0 {
			t.Errorf("%s: known without target labels", s.name)
		}
	}
}

// TestCollinearFeatures has many rows and a feature that follows from others, as
// tables often do: the moments' rounding must not pass for a direction. It is
// largest with constant features, where every addition errs the same way.
func TestCollinearFeatures(t *testing.T) {
	const n = 20_000
	for seed := range uint64(5) {
		rng := newRand(seed)
		constants := gaussian(rng, n, 3)
		for i := range n {
			copy(constants.RawRowView(i), []float64{1, 0.7})
		}
		for name, x := range map[string]*mat.Dense{
			"sum":       oddMatrices(rng)["collinear columns"],
			"constants": constants,
		} {
			y := make([]float64, n)
			for i := range y {
				y[i] = x.At(i, 0) - 0.5*x.At(i, 2) + rng.NormFloat64()
			}
			domain := model.Domain{X: x, Y: y}
			p := newProblem(t, model.Data{Task: model.Regression, Source: domain, Target: domain})
			var svd mat.SVD
			if !svd.Factorize(x, mat.SVDThin) {
				t.Fatal("no singular value decomposition")
			}
			var want mat.Dense
			svd.SolveTo(&want, mat.NewDense(n, 1, y), 2)
			solution, err := model.NewSolver(p).Solve(context.Background(), model.Params{K: 3, KTilde: 3, KeepImplicit: seed%2 == 0, Epochs: 1})
			if err != nil {
				t.Fatal(err)
			}
			for solver, w := range map[string]*mat.Dense{"closed form": solution.Closed.Weights, "optimum": p.Optimum} {
				// n·ε of rounding times the condition of the two real directions.
				if d := distance(w, &want); !(d <= 1e-9*mat.Norm(&want, 2)) {
					t.Errorf("%s, seed %d: the %s is off by %v of %v", name, seed, solver, d, mat.Norm(&want, 2))
				}
			}
			if !solution.Closed.RankDeficient || solution.Closed.UnboundedBelow {
				t.Errorf("%s, seed %d: deficient %t, leak %v", name, seed, solution.Closed.RankDeficient, solution.Closed.Leak)
			}
		}
	}
}

// TestKeptImplicitIsBounded has labels that lie in weak components only, so that
// rounding is a large share of Φᵀy.
func TestKeptImplicitIsBounded(t *testing.T) {
	rng := newRand(16)
	sigma := []float64{1, 1e-7, 1e-8, 3e-9}
	u := orthonormal(rng, 30, 4)
	var us, x mat.Dense
	us.Mul(u, mat.NewDiagDense(4, sigma))
	x.Mul(&us, orthonormal(rng, 6, 4).T())
	source := model.Domain{X: &x, Y: mat.Col(nil, 2, u)}
	target := model.Domain{X: gaussian(rng, 20, 6)}
	p := newProblem(t, model.Data{Task: model.Regression, Source: source, Target: target})
	solution, err := model.NewSolver(p).Solve(context.Background(), model.Params{K: 2, KTilde: 6, KeepImplicit: true, Epochs: 10})
	if err != nil {
		t.Fatal(err)
	}
	if solution.Closed.UnboundedBelow {
		t.Errorf("a sum of squares is unbounded below, leak %v", solution.Closed.Leak)
	}
	if solution.Closed.Leak < model.LeakTolerance {
		t.Errorf("leak %v: the case does not test what it should", solution.Closed.Leak)
	}
}

func TestWithTarget(t *testing.T) {
	ctx := context.Background()
	for _, s := range shapes {
		first, second := s.draw(newRand(17)), s.draw(newRand(18))
		data := first
		data.Target, data.Validation = second.Target, model.Domain{X: first.Target.X, Y: first.Target.Y}
		got, err := newProblem(t, first).WithTarget(ctx, data.Target, data.Validation)
		if err != nil {
			t.Fatal(err)
		}
		want := newProblem(t, data)
		params := model.Params{K: 1, KTilde: 1, Lambda: 1, Epochs: 20}
		a, err := model.NewSolver(got).Solve(ctx, params)
		if err != nil {
			t.Fatal(err)
		}
		b, err := model.NewSolver(want).Solve(ctx, params)
		if err != nil {
			t.Fatal(err)
		}
		// The same operations in the same order.
		if fmt.Sprint(a.Closed.Evaluation, a.Descent.Evaluation, a.None.Evaluation) != fmt.Sprint(b.Closed.Evaluation, b.Descent.Evaluation, b.None.Evaluation) ||
			distance(a.Closed.Weights, b.Closed.Weights) != 0 || distance(got.Overlap, want.Overlap) != 0 {
			t.Errorf("%s: differs from a new problem", s.name)
		}
	}
	p := newProblem(t, shapes[0].draw(newRand(1)))
	for want, target := range map[error]model.Domain{
		model.ErrShape: {X: mat.NewDense(3, 3, nil)},
		model.ErrScale: {X: mat.NewDense(1, 8, constant(8, 1e200))},
	} {
		if _, err := p.WithTarget(ctx, target, model.Domain{}); !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}
