package model_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/mat"

	"larui/model"
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

// labelledDomain draws n samples of d features with labels of a task.
func labelledDomain(rng *rand.Rand, task model.Task, n, d int) model.Domain {
	dom := model.Domain{X: gaussian(rng, n, d), Y: make([]float64, n)}
	for i := range dom.Y {
		score := dom.X.At(i, 0) + rng.NormFloat64()
		switch task {
		case model.MultiClass:
			dom.Y[i] = math.Max(0, math.Min(2, math.Floor(score+1)))
		case model.Regression:
			dom.Y[i] = score
		default:
			dom.Y[i] = math.Copysign(1, score)
		}
	}
	return dom
}

// Moments of blocks, however large, are those of all rows at once.
func TestStreamedMoments(t *testing.T) {
	ctx := context.Background()
	for _, task := range []model.Task{model.Binary, model.MultiClass, model.Regression} {
		rng := rand.New(rand.NewPCG(3, 4))
		data := model.Data{Task: task, Classes: 3, Source: labelledDomain(rng, task, 700, 30), Target: labelledDomain(rng, task, 500, 30)}
		want, err := model.NewProblem(ctx, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{1, 7, 100, 700} {
			streamed := data
			streamed.Source, streamed.Target = inBlocks(data.Source, size), inBlocks(data.Target, size)
			got, err := model.NewProblem(ctx, streamed)
			if err != nil {
				t.Fatal(err)
			}
			for _, sides := range [][2]model.Side{{got.Src, want.Src}, {got.Tgt, want.Tgt}} {
				g, w := sides[0], sides[1]
				// Sums of up to 700 products of magnitude 10.
				if g.N != w.N || !mat.EqualApprox(g.Gram, w.Gram, 1e-11) || !mat.EqualApprox(g.XtY, w.XtY, 1e-11) ||
					math.Abs(g.LabelNorm2-w.LabelNorm2) > 1e-11*w.LabelNorm2 {
					t.Errorf("%v in blocks of %d: other moments", task, size)
				}
				if g.Rank != w.Rank || g.HeadRank != w.HeadRank || g.TailRank != w.TailRank {
					t.Errorf("%v in blocks of %d: other ranks", task, size)
				}
			}
			if !mat.EqualApprox(got.Optimum, want.Optimum, 1e-10) {
				t.Errorf("%v in blocks of %d: another optimum", task, size)
			}
			again, err := model.NewProblem(ctx, streamed)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(again.Src.Gram, got.Src.Gram) {
				t.Errorf("%v in blocks of %d: the sum is not the same twice", task, size)
			}
			s, err := model.NewSolver(got).Solve(ctx, model.Params{K: 3, KTilde: 2, Lambda: 1, Epochs: 50})
			if err != nil {
				t.Fatal(err)
			}
			// Scores are those of the rows that are kept.
			if e := got.Evaluate(s.Descent.Weights); math.Abs(e.Target.MSE-s.Descent.Target.MSE) > 1e-9*e.Target.MSE {
				t.Errorf("%v in blocks of %d: MSE %v, want %v", task, size, s.Descent.Target.MSE, e.Target.MSE)
			}
			side, err := model.Align(ctx, model.Data{Task: task, Classes: 3, Source: streamed.Source})
			if err != nil || side.Rank != want.Src.Rank || side.N != 700 {
				t.Errorf("%v: rank %d of %d samples, %v", task, side.Rank, side.N, err)
			}
		}
	}
}

// A domain with fewer rows kept than it has features is not one with fewer
// samples.
func TestStreamedWide(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	data := model.Data{Source: labelledDomain(rng, model.Binary, 300, 60), Target: labelledDomain(rng, model.Binary, 250, 60)}
	want, err := model.NewProblem(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	data.Source, data.Target = inBlocks(data.Source, 50), inBlocks(data.Target, 50)
	got, err := model.NewProblem(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.EqualApprox(got.Overlap, want.Overlap, 1e-9) || got.Tgt.Rank != 60 {
		t.Errorf("rank %d", got.Tgt.Rank)
	}
}

func TestStreamedErrors(t *testing.T) {
	defer goleak.VerifyNone(t)
	broken := errors.New("broken")
	for name, test := range map[string]struct {
		change func(d *model.Data, cancel func())
		want   error
	}{
		"NaN":            {func(d *model.Data, cancel func()) { d.Source.X.Set(333, 2, math.NaN()) }, model.ErrNotFinite},
		"too large":      {func(d *model.Data, cancel func()) { d.Target.X.Set(333, 2, 1e80) }, model.ErrScale},
		"a label":        {func(d *model.Data, cancel func()) { d.Target.Y[333] = 2 }, model.ErrLabel},
		"a single class": {func(d *model.Data, cancel func()) { d.Source.Y = constant(d.Source.Rows(), 1) }, model.ErrOneClass},
		"too few":        {func(d *model.Data, cancel func()) { d.Source = inBlocks(d.Source, 50); d.Source.N++ }, model.ErrShape},
		"reading": {func(d *model.Data, cancel func()) {
			d.Source = inBlocks(d.Source, 50)
			d.Source.Blocks = func(context.Context, func(*mat.Dense, []float64) error) error { return broken }
		}, broken},
		"narrow": {func(d *model.Data, cancel func()) {
			d.Source = inBlocks(d.Source, 50)
			d.Source.X = mat.DenseCopyOf(d.Source.X.Slice(0, 40, 0, 3))
			d.Source.Y = d.Source.Y[:40]
			d.Target.X = mat.DenseCopyOf(d.Target.X.Slice(0, 400, 0, 3))
		}, model.ErrShape},
		"N without blocks": {func(d *model.Data, cancel func()) { d.Target.N = 401 }, model.ErrShape},
		"cancelled": {func(d *model.Data, cancel func()) {
			d.Source = inBlocks(d.Source, 50)
			blocks := d.Source.Blocks
			d.Source.Blocks = func(ctx context.Context, visit func(*mat.Dense, []float64) error) error {
				return blocks(ctx, func(x *mat.Dense, y []float64) error { cancel(); return visit(x, y) })
			}
		}, context.Canceled},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		rng := rand.New(rand.NewPCG(7, 8))
		data := model.Data{Source: labelledDomain(rng, model.Binary, 400, 4), Target: labelledDomain(rng, model.Binary, 400, 4)}
		test.change(&data, cancel)
		for _, d := range []*model.Domain{&data.Source, &data.Target} {
			if d.Blocks == nil && d.N == 0 {
				*d = inBlocks(*d, 50)
			}
		}
		if _, err := model.NewProblem(ctx, data); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
		cancel()
	}
}
