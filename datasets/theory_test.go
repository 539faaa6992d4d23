package datasets_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

func open(t rapid.TB, spec datasets.Spec) *datasets.Pair {
	t.Helper()
	return testutil.Must(datasets.Open(context.Background(), spec, nil))
}

func problemOf(t rapid.TB, pair *datasets.Pair) *model.Problem {
	t.Helper()
	return testutil.Must(model.NewProblem(context.Background(), pair.Data))
}

func drawSubspaceSpec(t *rapid.T) datasets.Spec {
	spec := datasets.DefaultSpec("subspace")
	spec.Seed = rapid.Uint64().Draw(t, "seed")
	spec.N, spec.M = rapid.IntRange(40, 300).Draw(t, "n"), rapid.IntRange(40, 300).Draw(t, "m")
	spec.Angle = rapid.Float64Range(0, 85).Draw(t, "angle")
	return spec
}

const head = 5 // the rank of the label alignment

// Labels are ±1 in equal numbers and lie in the span of the first five left
// singular vectors; the heads are as far apart as the angle says.
func TestSubspaceStructure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawSubspaceSpec(t)
		pair := open(t, spec)
		var bases [2]mat.Dense
		for i, d := range []model.Domain{pair.Source, pair.Target} {
			sum := 0.0
			for _, y := range d.Y {
				sum += y
			}
			if math.Abs(sum) > 1 {
				t.Fatalf("labels sum to %v", sum)
			}
			var svd mat.SVD
			if !svd.Factorize(d.X, mat.SVDThin) {
				t.Fatal("no singular value decomposition")
			}
			var u mat.Dense
			svd.UTo(&u)
			svd.VTo(&bases[i])
			sigma := svd.Values(nil)
			if last := sigma[len(sigma)-1]; len(sigma) != 40 || last < 0.1*sigma[0] {
				t.Fatalf("%d singular values from %v to %v", len(sigma), sigma[0], last)
			}
			// The projection is exact up to rounding, amplified by the gap behind the
			// head; the label has length √n.
			n := float64(d.Rows())
			bound := 1e-12 * math.Sqrt(n) / (1 - sigma[head]/sigma[head-1])
			y := mat.NewVecDense(len(d.Y), d.Y)
			square := 0.0
			for j := range 40 {
				part := mat.Dot(u.ColView(j), y)
				square += part * part
				if j >= head && math.Abs(part) > bound {
					t.Fatalf("y^U_%d = %v", j+1, part)
				}
			}
			if math.Abs(square/n-1) > 1e-12 {
				t.Fatalf("the label is not in the span: ‖y^U‖² = %v of %v", square, n)
			}
		}
		var overlap mat.Dense
		overlap.Mul(bases[0].Slice(0, 40, 0, head).T(), bases[1].Slice(0, 40, 0, head))
		var svd mat.SVD
		svd.Factorize(&overlap, mat.SVDNone)
		for j, cosine := range svd.Values(nil) {
			// Principal angles from half of the angle to all of it.
			want := math.Cos(spec.Angle * math.Pi / 180 * (1 + float64(j)/(head-1)) / 2)
			if math.Abs(cosine-want) > 1e-10 {
				t.Fatalf("cosine %d of the heads is %v, want %v", j, cosine, want)
			}
		}
	})
}

// Where each generated pair opens, no adaptation does well on the source and
// worse on the target, and LAR does better there: on the mean of some seeds by
// the margins given here, which are well below those measured.
func TestPairsShowAdaptation(t *testing.T) {
	testutil.SkipInShort(t)
	const seeds = 4
	for name, want := range map[string]struct {
		// source is the least score of no adaptation on the source, loss the least loss of it on
		// the target, and gain the part that LAR wins back; for regression loss and gain are shares
		// of the errors.
		source, loss, gain float64
	}{
		"wide-gaussian":       {0.95, 0.12, 0.08},
		"rotated-regression":  {0, 0.5, 0.4},
		"correlated-features": {0, 0.5, 0.3},
		"subspace":            {0.99, 0.12, 0.12},
		"glyphs":              {0.95, 0.18, 0.06},
	} {
		source, loss, gain := 0.0, 0.0, 0.0
		for seed := range uint64(seeds) {
			spec := datasets.DefaultSpec(name)
			spec.Seed = seed
			pair := open(t, spec)
			params := model.Params{K: pair.Start.K, KTilde: pair.Start.KTilde, Lambda: pair.Start.Lambda, Epochs: pair.Start.Epochs}
			if pair.Start.Rate > 0 {
				params.Rate = model.LearningRate{Rule: model.RateFixed, Value: pair.Start.Rate}
			}
			solution := testutil.Must(model.NewSolver(problemOf(t, pair)).Endpoints(context.Background(), params))
			none, lar := solution.None, solution.Descent
			if pair.Task == model.Regression {
				loss += (1 - none.Source.MSE/none.Target.MSE) / seeds
				gain += (1 - lar.Target.MSE/none.Target.MSE) / seeds
				continue
			}
			source += none.Source.Accuracy / seeds
			loss += (none.Source.Accuracy - none.Target.Accuracy) / seeds
			gain += (lar.Target.Accuracy - none.Target.Accuracy) / seeds
		}
		t.Logf("%s: source %.3f, loss %.3f, gain %.3f", name, source, loss, gain)
		if source < want.source || loss < want.loss || gain < want.gain {
			t.Errorf("%s: source %.3f, loss %.3f, gain %.3f; want %+v", name, source, loss, gain, want)
		}
	}
}

// With the implicit term removed, the wide Gaussian's closed form at λ = 1 points
// along ṽ₁; kept, it gets atan(½/(1 + ½)) = 18.4° of the way there.
func TestWideGaussianAblation(t *testing.T) {
	spec := datasets.DefaultSpec("wide-gaussian")
	spec.N, spec.M = 200_000, 200_000
	solver := model.NewSolver(problemOf(t, open(t, spec)))
	for keep, want := range map[bool]float64{false: 45, true: 18.435} {
		params := model.Params{K: 1, KTilde: 1, Lambda: 1, Epochs: 1, KeepImplicit: keep}
		solution := testutil.Must(solver.Endpoints(context.Background(), params))
		none := params
		none.Lambda, none.KeepImplicit = 0, true
		source := testutil.Must(solver.Endpoints(context.Background(), none))
		// Axes of 2·10⁵ samples are known to s₁s₂/(s₁²−s₂²)/√n = 0.2° each, labels
		// beside v₁ to 1/√n of those along it; five times their sum is below 3°.
		if got := model.AngleBetween(source.Closed.Weights, solution.Closed.Weights); got < want-3 || got > want+3 {
			t.Errorf("implicit term kept %t: the boundary turns by %v°, want %v°", keep, got, want)
		}
	}
}

func ExampleOpen() {
	pair, err := datasets.Open(context.Background(), datasets.DefaultSpec("rotated-gaussian"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	n, d := pair.Source.X.Dims()
	fmt.Printf("%s: %s, %d×%d\n", pair.Title, pair.Task, n, d)
	fmt.Println(pair.Features, pair.ClassNames)
	// Output:
	// rotated Gaussian 45°: binary, 1000×2
	// [x1 x2] [-1 +1]
}

func ExampleDefaultSpec() {
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Classes = []int{3, 8}
	fmt.Println(spec.Name, spec.Ratio, spec.TargetSplit, spec.ValidationSize, spec.Bias)
	// Output:
	// mnist-usps 1 test 100 true
}

func ExampleListPairs() {
	for _, info := range datasets.ListPairs() {
		if !info.BuiltIn {
			fmt.Println(info.Name, "needs files")
		}
	}
	// Output:
	// mnist-usps needs files
	// usps-mnist needs files
	// xed needs files
}
