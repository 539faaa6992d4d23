package model_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// inBlocks returns d as a domain that keeps every tenth row and hands out all of
// them in blocks of size rows.
func inBlocks(d model.Domain, size int) model.Domain {
	n, cols := d.X.Dims()
	sample := model.Domain{N: n}
	var x []float64
	for i := 0; i < n; i += 10 {
		x = append(x, d.X.RawRowView(i)...)
		if d.Y != nil {
			sample.Y = append(sample.Y, d.Y[i])
		}
	}
	sample.X = mat.NewDense(len(x)/cols, cols, x)
	sample.Blocks = func(ctx context.Context, visit func(*mat.Dense, []float64) error) error {
		for lo := 0; lo < n; lo += size {
			if err := ctx.Err(); err != nil {
				return err
			}
			hi := min(lo+size, n)
			var y []float64
			if d.Y != nil {
				y = d.Y[lo:hi]
			}
			if err := visit(d.X.Slice(lo, hi, 0, cols).(*mat.Dense), y); err != nil {
				return err
			}
		}
		return nil
	}
	return sample
}

// TestStreamed holds that moments of blocks, however large, are those of all rows at
// once, also where fewer rows are kept than there are features, and scores those of the
// rows that are kept.
func TestStreamed(t *testing.T) {
	ctx := context.Background()
	for _, s := range []shape{
		{n: 400, m: 300, d: 20},
		{task: model.MultiClass, classes: 3, n: 400, m: 300, d: 20},
		{task: model.Regression, n: 400, m: 300, d: 20},
		{n: 150, m: 140, d: 20},
		{n: 35, m: 25, d: 80},
	} {
		data := s.draw(newRand(3))
		want := newProblem(t, data)
		for _, size := range []int{1, 7, 100, 700} {
			name := fmt.Sprintf("%+v in blocks of %d", s, size)
			streamed := data
			streamed.Source, streamed.Target = inBlocks(data.Source, size), inBlocks(data.Target, size)
			got, again := newProblem(t, streamed), newProblem(t, streamed)
			if !mat.Equal(again.Src.Gram, got.Src.Gram) {
				t.Errorf("%s: the sum is not the same twice", name)
			}
			for _, sides := range [][2]model.Side{{got.Src, want.Src}, {got.Tgt, want.Tgt}} {
				g, w := sides[0], sides[1]
				// Sums of up to 400 products, 25 in all.
				inRowSpace := s.n+s.m < s.d
				if g.N != w.N || !near(g.LabelNorm2, w.LabelNorm2, 1e-11) ||
					!inRowSpace && !(mat.EqualApprox(g.Gram, w.Gram, 1e-11) && mat.EqualApprox(g.XtY, w.XtY, 1e-11)) {
					t.Errorf("%s: other moments", name)
				}
				if g.Rank != w.Rank || g.HeadRank != w.HeadRank || g.TailRank != w.TailRank {
					t.Errorf("%s: other ranks", name)
				}
			}
			agree(t, got.Optimum, want.Optimum, 1e-8, name, "optimum")
			params := model.Params{K: 3, KTilde: 2, Lambda: 1, Epochs: 50}
			solution, whole := solve(t, model.NewSolver(got), params), solve(t, model.NewSolver(want), params)
			agreeSolutions(t, solution, whole, 1e-8, name)
			squares := mse(streamed, streamed.Target, solution.Descent.Weights)
			testutil.Near(t, solution.Descent.Target.MSE, squares, 1e-9*squares, name)
			side, err := model.ComputeAlignment(ctx, model.Data{Task: s.task, Classes: s.classes, Source: streamed.Source})
			if err != nil || side.Rank != want.Src.Rank || side.N != s.n {
				t.Errorf("%s: rank %d of %d samples alone, %v", name, side.Rank, side.N, err)
			}
		}
	}
}

// TestNewProblemErrors holds what is refused of domains that are held and, where it is in
// a row that a sample of them has not, of those that are streamed.
func TestNewProblemErrors(t *testing.T) {
	defer goleak.VerifyNone(t)
	broken := errors.New("broken")
	streamed := func(d *model.Data) *model.Domain {
		d.Source = inBlocks(d.Source, 3)
		return &d.Source
	}
	for name, c := range map[string]struct {
		change func(d *model.Data)
		want   error
	}{
		"no source":                {func(d *model.Data) { d.Source = model.Domain{} }, model.ErrShape},
		"no target":                {func(d *model.Data) { d.Target = model.Domain{} }, model.ErrShape},
		"source without labels":    {func(d *model.Data) { d.Source.Y = nil }, model.ErrShape},
		"a label too few":          {func(d *model.Data) { d.Source.Y = d.Source.Y[1:] }, model.ErrShape},
		"a target label too many":  {func(d *model.Data) { d.Target.Y = append(d.Target.Y, 1) }, model.ErrShape},
		"differing widths":         {func(d *model.Data) { d.Target.X = mat.NewDense(d.Target.Rows(), 3, nil) }, model.ErrShape},
		"narrow validation":        {func(d *model.Data) { d.Validation.X = mat.NewDense(4, 3, nil) }, model.ErrShape},
		"N without blocks":         {func(d *model.Data) { d.Target.N = 401 }, model.ErrShape},
		"NaN feature":              {func(d *model.Data) { d.Target.X.Set(2, 1, math.NaN()) }, model.ErrNotFinite},
		"infinite feature":         {func(d *model.Data) { d.Source.X.Set(2, 1, math.Inf(-1)) }, model.ErrNotFinite},
		"a single class":           {func(d *model.Data) { d.Source.Y = constant(d.Source.Rows(), 1) }, model.ErrOneClass},
		"label zero in binary":     {func(d *model.Data) { d.Source.Y[3] = 0 }, model.ErrLabel},
		"NaN target label":         {func(d *model.Data) { d.Target.Y[3] = math.NaN() }, model.ErrLabel},
		"class beyond the last":    {func(d *model.Data) { d.Task, d.Classes = model.MultiClass, 1 }, model.ErrLabel},
		"half a class":             {func(d *model.Data) { d.Task, d.Classes = model.MultiClass, 3; d.Source.Y[0] = 0.5 }, model.ErrLabel},
		"infinite regression":      {func(d *model.Data) { d.Task = model.Regression; d.Source.Y[3] = math.Inf(1) }, model.ErrLabel},
		"huge regression label":    {func(d *model.Data) { d.Task = model.Regression; d.Source.Y[3] = 1e200 }, model.ErrScale},
		"features too large":       {func(d *model.Data) { d.Source.X.Scale(1e155, d.Source.X) }, model.ErrScale},
		"features too small":       {func(d *model.Data) { d.Target.X.Scale(1e-155, d.Target.X) }, model.ErrScale},
		"a target far too large":   {func(d *model.Data) { d.Target.X.Set(3, 2, 1e80) }, model.ErrScale},
		"validation far too large": {func(d *model.Data) { d.Validation.X = mat.NewDense(1, 8, constant(8, 1e300)) }, model.ErrScale},
		"too few blocks":           {func(d *model.Data) { streamed(d).N++ }, model.ErrShape},
		"narrow blocks": {func(d *model.Data) {
			s := streamed(d)
			s.Blocks = inBlocks(model.Domain{X: gaussian(newRand(1), 40, 3), Y: d.Target.Y}, 3).Blocks
		}, model.ErrShape},
		"blocks without labels": {func(d *model.Data) {
			s := streamed(d)
			s.Blocks = inBlocks(model.Domain{X: gaussian(newRand(1), 40, 8)}, 3).Blocks
		}, model.ErrShape},
		"reading": {func(d *model.Data) {
			streamed(d).Blocks = func(context.Context, func(*mat.Dense, []float64) error) error { return broken }
		}, broken},
	} {
		data := shapes[0].draw(newRand(1))
		c.change(&data)
		if _, err := model.NewProblem(context.Background(), data); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
		for _, d := range []*model.Domain{&data.Source, &data.Target} {
			if d.X == nil || d.Y != nil && len(d.Y) != d.Rows() || d.Blocks != nil || d.N != 0 {
				continue
			}
			*d = inBlocks(*d, 3)
		}
		if _, err := model.NewProblem(context.Background(), data); !errors.Is(err, c.want) && c.want != model.ErrShape {
			t.Errorf("%s, streamed: error %v, want %v", name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	data := shapes[0].draw(newRand(1))
	blocks := streamed(&data).Blocks
	data.Source.Blocks = func(ctx context.Context, visit func(*mat.Dense, []float64) error) error {
		return blocks(ctx, func(x *mat.Dense, y []float64) error { cancel(); return visit(x, y) })
	}
	if _, err := model.NewProblem(ctx, data); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

// TestScales solves at scales far from one: every number is finite, or there is
// an error that names the scale; and features in other units give the same scores.
func TestScales(t *testing.T) {
	var solved, refused, unknown int
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
					if c.Unknown != "" && c.Weights == nil && params.L2 > 0 {
						// Where the features are huge A is nearly zero, but for L2, in a direction
						// in which b is huge.
						if source < 1e60 {
							t.Errorf("%s at %v, %v, %+v: %s", s.name, source, target, params, c.Unknown)
						}
						unknown++
						continue
					}
					if !finite(c.Weights.RawMatrix().Data...) || !finite(d.Weights.RawMatrix().Data...) ||
						!finite(c.Condition, c.Leak, c.Target.MSE, c.Source.MSE, c.WeightNorm, c.ParameterError,
							d.Target.MSE, d.ParameterError, d.Rate, d.Curve[0].Objective, d.Curve[len(d.Curve)-1].Objective) {
						t.Errorf("%s at %v, %v, %+v: %+v, %+v", s.name, source, target, params, c, d)
					}
				}
			}
		}
		// A power of two scales without rounding.
		var ends [2]*model.Solution
		for i, scale := range []float64{1, math.Ldexp(1, 150)} {
			data := s.draw(newRand(13))
			data.Source.X.Scale(scale, data.Source.X)
			data.Target.X.Scale(scale, data.Target.X)
			ends[i] = solveData(t, data, model.Params{K: (s.d + 1) / 2, KTilde: (s.d + 1) / 2, Lambda: 3, Epochs: 1})
			ends[i].Closed.Weights.Scale(scale, ends[i].Closed.Weights)
		}
		// The eigenvalue solver scales by a factor that is no power of two.
		plain, scaled := ends[0].Closed, ends[1].Closed
		agree(t, scaled.Weights, plain.Weights, 1e-9, s.name)
		testutil.Equal(t, scaled.UnboundedBelow, plain.UnboundedBelow, s.name)
	}
	if solved < 100 || refused < 100 || unknown > solved/10 {
		t.Errorf("%d solved, %d refused, %d unknown", solved, refused, unknown)
	}
}

// TestOptimum compares w*_T with least squares by a decomposition of the target,
// of least norm where it is deficient.
func TestOptimum(t *testing.T) {
	for _, s := range shapes {
		data := s.draw(newRand(15))
		problem := newProblem(t, data)
		want := leastSquares(t, data.Target.X, targets(data, data.Target.Y), s.rankOf(s.m, s.targetRank))
		agree(t, problem.Optimum, want, 1e-9, s.name)
		data.Target.Y = nil
		problem = newProblem(t, data)
		theory := theoryOf(t, model.NewSolver(problem), model.Params{K: 1, KTilde: 1, Lambda: 1, Epochs: 1})
		if problem.Optimum != nil || problem.Tgt.Projection != nil || problem.Tgt.TailRank != 0 ||
			finite(theory.Proportionality) || finite(theory.Angle) || finite(theory.PredictedAngle) {
			t.Errorf("%s: known without target labels: %+v", s.name, theory)
		}
	}
}

// leastSquares is the solution of least norm on the leading rank components of x.
func leastSquares(t testutil.Test, x, y *mat.Dense, rank int) *mat.Dense {
	w := new(mat.Dense)
	svdOf(t, x).SolveTo(w, y, rank)
	return w
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
			want := leastSquares(t, x, mat.NewDense(n, 1, y), 2)
			solution := solve(t, model.NewSolver(p), model.Params{K: 3, KTilde: 3, KeepImplicit: seed%2 == 0, Epochs: 1})
			for solver, w := range map[string]*mat.Dense{"closed form": solution.Closed.Weights, "optimum": p.Optimum} {
				// n·ε of rounding times the condition of the two real directions.
				agree(t, w, want, 1e-9, name, seed, solver)
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
	u := orthonormal(rng, 30, 4)
	var x mat.Dense
	x.Product(u, mat.NewDiagDense(4, []float64{1, 1e-7, 1e-8, 3e-9}), orthonormal(rng, 6, 4).T())
	source := model.Domain{X: &x, Y: mat.Col(nil, 2, u)}
	p := newProblem(t, model.Data{Task: model.Regression, Source: source, Target: model.Domain{X: gaussian(rng, 20, 6)}})
	solution := solve(t, model.NewSolver(p), model.Params{K: 2, KTilde: 6, KeepImplicit: true, Epochs: 10})
	if c := solution.Closed; c.UnboundedBelow || c.Leak < model.LeakTolerance {
		t.Errorf("a sum of squares, unbounded below %t, with a leak of %v: the case does not test what it should", c.UnboundedBelow, c.Leak)
	}
}

func TestWithTarget(t *testing.T) {
	ctx := context.Background()
	for i, s := range append(shapes, shapes...) {
		first := s.draw(newRand(17))
		if i >= len(shapes) {
			// A target of so many rows that there is no joint row space any more.
			s.m += s.d
		}
		data, second := first, s.draw(newRand(18))
		data.Target, data.Validation = second.Target, model.Domain{X: first.Target.X, Y: first.Target.Y}
		got := testutil.Must(newProblem(t, first).WithTarget(ctx, data.Target, data.Validation))
		want := newProblem(t, data)
		var ends [2]string
		for i, p := range []*model.Problem{got, want} {
			solution := solve(t, model.NewSolver(p), model.Params{K: 1, KTilde: 1, Lambda: 1, Epochs: 20})
			ends[i] = fmt.Sprint(solution.Closed.Evaluation, solution.Closed.Weights.RawMatrix(), solution.Descent.Evaluation, solution.None.Evaluation)
		}
		// The same operations in the same order.
		_, gotOverlap := got.Bases()
		_, wantOverlap := want.Bases()
		if ends[0] != ends[1] || distance(gotOverlap, wantOverlap) != 0 {
			t.Errorf("%s: differs from a new problem", s.name)
		}
	}
}

// TestHeldOutOfOneSource: rows are held out once for all targets of a source, and are to the bit what
// a new problem has; a joint row space is each target's own.
func TestHeldOutOfOneSource(t *testing.T) {
	ctx := t.Context()
	for i, s := range append(shapes, shapes...) {
		if i >= len(shapes) {
			s.m += s.d
		}
		data := s.draw(newRand(19))
		first := newProblem(t, data)
		data.Target = s.draw(newRand(20)).Target
		again, alone := testutil.Must(first.WithTarget(ctx, data.Target, data.Validation)), newProblem(t, data)
		apart := first.Source.Samples()+first.Target.Samples() < first.D
		for _, groups := range [][]int{nil, slices.Repeat([]int{1, 2, 3}, data.Source.Rows())[:data.Source.Rows()]} {
			firstHeld, held, want := testutil.Must(first.HeldOut(ctx, 3, groups)), testutil.Must(again.HeldOut(ctx, 3, groups)), testutil.Must(alone.HeldOut(ctx, 3, groups))
			if (held == firstHeld) == apart || fmt.Sprint(*held) != fmt.Sprint(*want) {
				t.Errorf("%s: held out anew: %v, of a new problem %v", s.name, *held, *want)
			}
			var folds [3][][]float64
			for at, p := range []*model.Problem{first, again, alone} {
				for _, rows := range p.DrawFolds(3, groups, 50) {
					gram := testutil.Must(p.HoldOutRows(ctx, rows)).Src.Gram
					folds[at] = append(folds[at], gram.RawSymmetric().Data)
				}
			}
			for j := range folds[0] {
				if (&folds[0][j][0] == &folds[1][j][0]) == apart || !slices.Equal(folds[1][j], folds[2][j]) {
					t.Errorf("%s: fold %d is summed anew, or is another than that of a new problem", s.name, j)
				}
			}
		}
	}
}

// TestDirections: a direction has unit length in features and the domain stretches it by
// its singular value, ‖Φv_i‖ = σ_i, in features and in the joint row space; and the
// coordinates across w have the largest sum of squares of all directions orthogonal to w.
func TestDirections(t *testing.T) {
	for _, s := range shapes {
		data := s.draw(newRand(9))
		p := newProblem(t, data)
		for at, side := range []*model.Side{&p.Src, &p.Tgt} {
			x := []model.Domain{data.Source, data.Target}[at].X
			for i, sigma := range side.Sigma {
				v := mat.NewVecDense(s.d, side.Direction(i))
				var image mat.VecDense
				image.MulVec(x, v)
				// Singular values below 1e-8 of the first are rounding: they are
				// square roots of eigenvalues.
				if length := mat.Norm(v, 2); math.Abs(length-1) > 1e-12 || math.Abs(mat.Norm(&image, 2)-sigma) > 1e-7*side.Sigma[0] {
					t.Errorf("%s: component %d has length %v and is stretched by %v, not %v", s.name, i+1, length, mat.Norm(&image, 2), sigma)
				}
			}
		}
		if data.Task == model.MultiClass || s.d < 3 {
			continue
		}
		// The target's rows with w projected out.
		var unit, along, inside mat.Dense
		unit.Scale(1/mat.Norm(p.Optimum, 2), p.Optimum)
		along.Product(data.Target.X, &unit, unit.T())
		inside.Sub(data.Target.X, &along)
		sigma, _ := rightSVD(t, &inside)
		// Power iteration has come close where it has not converged: good enough
		// for a picture, and never above the maximum.
		across, _, _ := p.ScorePlane(p.Optimum, nil)
		if got := mat.Norm(mat.NewVecDense(s.m, across), 2); got > sigma[0]*(1+1e-9) || got < 0.99*sigma[0] {
			t.Errorf("%s: the strongest component across w has σ = %v, want %v", s.name, got, sigma[0])
		}
	}
}
