package model

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
	"larui/model/testutil"
)

// factorOf returns B with A = BᵀB: the rows σ_i v_iᵀ of the head, √(λt_i) ṽ_iᵀ of the
// tail and √L2·I, in features.
func factorOf(p *Problem, params Params) *mat.Dense {
	heads := p.headCount(params.systemKey())
	from, weights := p.tailWeights(params.systemKey())
	b := mat.NewDense(heads+len(weights)+p.D, p.D, nil)
	for i := range p.D {
		b.Set(heads+len(weights)+i, i, math.Sqrt(params.L2))
	}
	for i := range heads {
		mat.Col(b.RawRowView(i), i, p.Src.V)
		floats.Scale(p.Src.Sigma[i], b.RawRowView(i))
	}
	for i, t := range weights {
		mat.Col(b.RawRowView(heads+i), from+i, p.joint.vTilde)
		floats.Scale(math.Sqrt(params.Lambda*t), b.RawRowView(heads+i))
	}
	return b
}

// pictureSettings are k, k̃ on both sides of the ranks, for λ over the ladder.
func pictureSettings() []Params {
	var all []Params
	for _, k := range []int{1, 8, 40, 70, 120} {
		for _, kTilde := range []int{1, 8, 40, 64, 100} {
			for _, lambda := range []float64{1e-4, 0.1, 10, 1e4} {
				all = append(all, Params{K: k, KTilde: kTilde, Lambda: lambda, Epochs: 1})
			}
		}
	}
	return append(all,
		Params{K: 40, KTilde: 8, Lambda: 0, Epochs: 1},
		Params{K: 1, KTilde: 8, Lambda: 10, KeepImplicit: true, Epochs: 1},
		Params{K: 40, KTilde: 8, Lambda: 10, Tail: SourceTail, Epochs: 1})
}

// TestClosedFormPictures compares the closed form with the singular value
// decomposition of B, A = BᵀB, from which A⁺b = B⁺(B⁺)ᵀb follows to full
// accuracy, on pairs where A is deficient, and where k leaves no room beside the
// tail, so that the rows of M_H are dependent; and with a little L2.
func TestClosedFormPictures(t *testing.T) {
	testutil.SkipInShort(t)
	p := prepared(t, Pictures(testutil.NewRand(1, 1), 150, 110, 64))
	solver := NewSolver(p)
	dependent := 0
	for i, params := range pictureSettings() {
		params.L2 = 1e-3 * float64(i%3/2)
		op := testutil.Must(solver.operator(context.Background(), params))
		if err := op.solve(context.Background()); err != nil || op.invert == nil && params.L2 == 0 {
			t.Errorf("%+v: not solved through the structure (%v)", params, err)
		} else if params.L2 == 0 && op.closed.dependent != nil {
			dependent++
		}
		sol := testutil.Must(solver.Solve(context.Background(), params))
		want, leak, condition := pseudoInverseSolution(t, factorOf(p, params), p.Src.XtY)
		Agree(t, sol.Closed.Weights, want, 1e-7, params)
		testutil.Near(t, sol.Closed.Leak, leak, 1e-7, params, "leak")
		testutil.Near(t, sol.Closed.Condition, condition, 1e-3*condition, params, "condition")
	}
	if dependent == 0 {
		t.Error("no setting has dependent rows")
	}
}

// pseudoInverseSolution returns A⁺b of A = BᵀB, the share of b outside the range
// of A, and the condition number of A on it.
func pseudoInverseSolution(t *testing.T, b, right *mat.Dense) (w *mat.Dense, leak, condition float64) {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(b, mat.SVDThinV) {
		t.Fatal("no singular value decomposition")
	}
	var v mat.Dense
	svd.VTo(&v)
	values := svd.Values(nil)
	rank := 0
	for rank < len(values) && values[rank] > 1e-12*values[0] {
		rank++
	}
	d, _ := v.Dims()
	basis := v.Slice(0, d, 0, rank).(*mat.Dense)
	coefs := linalg.ProductT(basis, right)
	inside := linalg.Product(basis, coefs)
	for i := range rank {
		floats.Scale(1/values[i]/values[i], coefs.RawRowView(i))
	}
	return linalg.Product(basis, coefs), relative(inside, right), values[0] / values[rank-1] * values[0] / values[rank-1]
}

// relative is ‖a − b‖/‖b‖.
func relative(a, b *mat.Dense) float64 { return Distance(a, b) / mat.Norm(b, 2) }

// TestKrylov compares descent in the Krylov space with the plain loop, which
// it must meet on a space of fewer dimensions than there are features.
func TestKrylov(t *testing.T) {
	p := prepared(t, Pictures(testutil.NewRand(2, 1), 50, 40, 20))
	solver := NewSolver(p)
	epochs, spaces := []int{1, 10, 100, 1000}, 0
	for i, params := range pictureSettings() {
		if params.K > p.D || params.KTilde > p.D || i%5 > 1 {
			continue
		}
		params.Momentum, params.L2 = 0.9*float64(i%2), float64(i%2)
		op := testutil.Must(solver.operator(context.Background(), params))
		b := factorOf(p, params)
		a := mat.NewSymDense(p.D, nil)
		a.SymOuterK(1, b.T())
		_, runs, err := solver.solveAndDescend(context.Background(), params, epochs, false)
		if err != nil {
			t.Fatal(err)
		}
		plain := PlainDescent(a, p.Src.XtY, solver.stepSize(runs[0]), params, epochs)
		for e, epoch := range epochs {
			Agree(t, runs[e].Weights, plain[e], 1e-9, params, epoch)
		}
		if op.space == nil { // the eigenpairs were there
			continue
		}
		spaces++
		if params.L2 == 0 && params.Lambda > 0 && len(op.space.diagonal) >= p.D {
			t.Errorf("%+v: a space of %d dimensions", params, len(op.space.diagonal))
		}
	}
	if spaces == 0 {
		t.Error("no descent was in a Krylov space")
	}
}

// With k = d and λ = 0 nothing is removed and nothing added: descent is no adaptation to
// the last bit, and the closed form the pseudo-inverse solution of least squares, of tall
// and of wide domains and where features drown each other.
func TestCornerIsNoAdaptation(t *testing.T) {
	rng := testutil.NewRand(3, 1)
	for name, data := range map[string]Data{
		"tall": scaledPair(rng, 80, []float64{1, 2, 0.5, 1}), "pictures": Pictures(rng, 50, 40, 20),
		"wide": Pictures(rng, 12, 9, 64), "drowned": scaledPair(rng, 60, []float64{1, 1e10, 1e-3}),
	} {
		p := prepared(t, data)
		solver := NewSolver(p)
		for i, rate := range []LearningRate{{}, {Rule: RatePaper}} {
			params := Params{K: p.D, KTilde: 2, Epochs: 300, Momentum: 0.5 * float64(i), Rate: rate}
			sol := testutil.Must(solver.Endpoints(context.Background(), params))
			if sol.Descent.Diverges != sol.None.Diverges || !sol.None.Diverges && !mat.Equal(sol.Descent.Weights, sol.None.Weights) {
				t.Errorf("%s, %+v: descent is not no adaptation", name, params)
			}
			kept, err := solver.Endpoints(context.Background(), params.WithoutAdaptation())
			if err != nil || relative(sol.Closed.Weights, kept.Closed.Weights) > 1e-13 {
				t.Errorf("%s: not the closed form with the implicit term kept (%v)", name, err)
			}
			if name == "drowned" {
				continue // TestClosedFormsOfAnyScale has its truth
			}
			want, _, _ := pseudoInverseSolution(t, data.Source.X, p.Src.XtY)
			if p.D != p.dim {
				want, _, _ = pseudoInverseSolution(t, data.Source.X, linalg.ProductT(data.Source.X, data.Targets(data.Source.Y)))
			}
			Agree(t, sol.Closed.Weights, want, 1e-10, name)
		}
	}
}

// Settled finds the epoch at which the plain loop is near enough to least squares by the
// singular value decomposition.
func TestSettled(t *testing.T) {
	rng := testutil.NewRand(4, 1)
	for _, scales := range [][]float64{{1, 1, 1}, {1, 0.2, 3, 0.5}, {5, 0.3}} {
		data := scaledPair(rng, 70, scales)
		p := prepared(t, data)
		end, _, _ := pseudoInverseSolution(t, data.Source.X, p.Src.XtY)
		fitted := linalg.Product(data.Source.X, end)
		rest := Distance(fitted, data.Targets(data.Source.Y))
		for _, params := range []Params{{}, {Momentum: 0.5}, {Rate: LearningRate{Rule: RateFixed, Value: 0.01}}} {
			epochs := []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000}
			solver := NewSolver(p)
			h := solver.stepSize(solver.newDescent(p.Src.Sigma[0]*p.Src.Sigma[0], params))
			plain := PlainDescent(p.Src.Gram, p.Src.XtY, h, params, epochs)
			for _, tolerance := range []float64{0.3, 0.05, 0.001} {
				near := func(i int) bool {
					return Distance(linalg.Product(data.Source.X, plain[i]), fitted) <= tolerance*min(mat.Norm(fitted, 2), rest)
				}
				got, settled := p.SettledEpoch(params, epochs, tolerance)
				i := 0
				for i < len(epochs)-1 && !near(i) {
					i++
				}
				if got != epochs[i] || settled != near(i) {
					t.Errorf("%v %+v: settled after %d epochs (%v), want %d (%v)", scales, params, got, settled, epochs[i], near(i))
				}
			}
		}
	}
}

// Signs are known where the target has no labels, and are those that counting finds: LAR
// scored against the predictions of no adaptation as if these were labels, classes of the
// largest score, and of a regression the error against that of the mean.
func TestSigns(t *testing.T) {
	for task, classes := range map[Task]int{Binary: 2, MultiClass: 3, Regression: 0} {
		data := scaledPair(testutil.NewRand(5, 1), 90, []float64{1, 2, 0.5, 1})
		data.Task, data.Classes = task, classes
		for i := range data.Source.Y {
			switch task {
			case MultiClass:
				data.Source.Y[i] = float64(i % 3)
			case Regression:
				data.Source.Y[i] = 0.1 + data.Source.X.At(i, 0)
			}
		}
		data.Target.Y = nil
		p := prepared(t, data)
		params := Params{K: 2, KTilde: 1, Lambda: 3, Epochs: 200}
		sol, err := NewSolver(p).Endpoints(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		got := *sol.Signs
		if task == Regression {
			mean, variance := mat.Sum(mat.NewVecDense(90, data.Source.Y))/90, 0.0
			for _, y := range data.Source.Y {
				variance += (y - mean) * (y - mean) / 90
			}
			want := nan // through the origin no better than the mean
			if sol.None.Source.MSE < variance {
				want = (variance - sol.Descent.Source.MSE) / (variance - sol.None.Source.MSE)
			}
			if math.Abs(got.Kept-want) > 1e-12 || math.IsNaN(got.Kept) != math.IsNaN(want) || !math.IsNaN(got.Changed+got.Predicted+got.Labelled) {
				t.Errorf("regression: %+v, want %v kept", got, want)
			}
			continue
		}
		data.Target.Y = task.Predict(p.TargetScores(sol.None.Weights))
		as := prepared(t, data)
		if want := 1 - as.scoredDomains[1].score(as.Data, as.space.fromFeatures(sol.Descent.Weights)).Accuracy; math.Abs(got.Changed-want) > 1e-12 || want == 0 {
			t.Errorf("%v: LAR changes %v, want %v", task, got.Changed, want)
		}
		counts, labels := make([]float64, classes), make([]float64, classes)
		scores := linalg.Product(data.Target.X, sol.Descent.Weights)
		for i := range 90 {
			row := scores.RawRowView(i)
			if task == Binary {
				row = []float64{0, row[0]}
			}
			counts[floats.MaxIdx(row)]++
			labels[task.Class(data.Source.Y[i])]++
		}
		least := 0
		for class := range counts {
			if counts[class]/labels[class] < counts[least]/labels[least] {
				least = class
			}
		}
		if got.Class != least || math.Abs(got.Predicted-counts[least]/90) > 1e-12 || math.Abs(got.Labelled-labels[least]/90) > 1e-12 {
			t.Errorf("%v: class %d, %v of %v; counted %v of %v", task, got.Class, got.Predicted, got.Labelled, counts, labels)
		}
		chance := floats.Max(labels) / 90
		if want := (sol.Descent.Source.Accuracy - chance) / (sol.None.Source.Accuracy - chance); math.Abs(got.Kept-want) > 1e-12 {
			t.Errorf("%v: %v kept, want %v", task, got.Kept, want)
		}
		sol, err = NewSolver(as).Endpoints(context.Background(), params)
		if err != nil || sol.Signs != nil {
			t.Errorf("%v: signs %v beside labels (%v)", task, sol.Signs, err)
		}
	}
}
