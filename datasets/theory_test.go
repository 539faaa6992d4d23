package datasets_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
)

func open(t rapid.TB, spec datasets.Spec) *datasets.Pair {
	t.Helper()
	pair, err := datasets.Open(context.Background(), spec, nil)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	return pair
}

func problemOf(t rapid.TB, pair *datasets.Pair) *model.Problem {
	t.Helper()
	problem, err := model.NewProblem(context.Background(), pair.Data)
	if err != nil {
		t.Fatal(err)
	}
	return problem
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

// What thm:alignment and thm:proportional assume and state holds at k = k̃ = 5,
// at every λ: the closed form lies in span(ṽ₁..ṽ₅), does not depend on λ, and
// points along the target's optimum.
func TestSubspaceTheorems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawSubspaceSpec(t)
		problem := problemOf(t, open(t, spec))
		params := model.Params{
			K: head, KTilde: head, Epochs: 1,
			Lambda: math.Pow(10, rapid.Float64Range(-2, 3).Draw(t, "log λ")),
		}
		solver := model.NewSolver(problem)
		theory, err := solver.Theory(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		least := math.Cos(spec.Angle * math.Pi / 180)
		if math.Abs(theory.HeadOverlapMin-least) > 1e-8 || math.Abs(theory.TailOverlapMin-least) > 1e-8 {
			t.Fatalf("overlaps %v and %v, want cos %v° = %v", theory.HeadOverlapMin, theory.TailOverlapMin, spec.Angle, least)
		}
		// Rounding, 1e-16, times the condition of A, at most some 1e3·10⁵ at the
		// ends of λ.
		const bound = 1e-6
		for name, value := range map[string]float64{
			"outside the span": theory.OutsideSpan, "drift over λ": theory.LambdaDrift, "proportionality": theory.Proportionality,
		} {
			if !(value < bound) {
				t.Fatalf("%s: %v", name, value)
			}
		}
		if !(theory.Angle < 1e-3) {
			t.Fatalf("the closed form stands at %v° to the target's optimum", theory.Angle)
		}
		solution, err := solver.Endpoints(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		if a := solution.Closed.Target.Accuracy; a != 1 {
			t.Fatalf("target accuracy %v", a)
		}
	})
}

// Where each generated pair opens, no adaptation does well on the source and
// worse on the target, and LAR does better there: on the mean of some seeds by
// the margins given here, which are well below those measured.
func TestPairsShowAdaptation(t *testing.T) {
	const seeds = 4
	for name, want := range map[string]struct {
		// source is the least that no adaptation has on the source, loss what it
		// loses at least on the target and gain what LAR wins back of it; for
		// regression loss and gain are shares of the errors.
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
				params.Rate = model.Rate{Rule: model.RateFixed, Value: pair.Start.Rate}
			}
			solution, err := model.NewSolver(problemOf(t, pair)).Endpoints(context.Background(), params)
			if err != nil {
				t.Fatal(err)
			}
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
		solution, err := solver.Endpoints(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		none := params
		none.Lambda, none.KeepImplicit = 0, true
		source, err := solver.Endpoints(context.Background(), none)
		if err != nil {
			t.Fatal(err)
		}
		// Axes of 2·10⁵ samples are known to s₁s₂/(s₁²−s₂²)/√n = 0.2° each, labels
		// beside v₁ to 1/√n of those along it; five times their sum is below 3°.
		if got := model.Angle(source.Closed.Weights, solution.Closed.Weights); got < want-3 || got > want+3 {
			t.Errorf("implicit term kept %t: the boundary turns by %v°, want %v°", keep, got, want)
		}
	}
}

// writeDomain writes n samples of d features with the label of a noisy rule.
func writeDomain(t *testing.T, name string, n, d, classes int, seed uint64) string {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	var text strings.Builder
	for range n {
		score := 0.2 * random.NormFloat64()
		for j := range d {
			v := float64(j) + random.NormFloat64()*float64(d-j)
			if j < 3 {
				score += v
			}
			fmt.Fprintf(&text, "%.5f,", v)
		}
		fmt.Fprintln(&text, max(0, min(classes-1, int(math.Floor(score/4))+1)))
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// solve opens the pair of spec and solves it.
func solve(t *testing.T, spec datasets.Spec) (*model.Problem, *model.Solution) {
	t.Helper()
	ctx := context.Background()
	pair, err := datasets.Open(ctx, spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := model.NewProblem(ctx, pair.Data)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.NewSolver(p).Solve(ctx, model.Params{K: 4, KTilde: 2, Lambda: 10, Epochs: 500})
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

// A pair that is read in blocks has the solution that it has in memory. The bound
// is a thousand times what sums of 1e4 terms lose to rounding, for the condition
// of the system.
func TestStreamedSolution(t *testing.T) {
	for name, change := range map[string]func(*datasets.Spec){
		"plain":        func(*datasets.Spec) {},
		"no bias":      func(s *datasets.Spec) { s.Bias = false },
		"standardized": func(s *datasets.Spec) { s.Standardize = datasets.FitSource },
		"scaled each":  func(s *datasets.Spec) { s.Scale = datasets.FitDomain },
		"regression":   func(s *datasets.Spec) { s.Label, s.ScaleLabel = "1", true },
	} {
		for _, classes := range []int{2, 3} {
			t.Run(fmt.Sprint(name, classes), func(t *testing.T) {
				spec := datasets.DefaultSpec(datasets.FilesName)
				spec.Source = writeDomain(t, "source.csv", 9000, 8, classes, 1)
				spec.Target = writeDomain(t, "target.csv", 7000, 8, classes, 2)
				change(&spec)
				whole, want := solve(t, spec)
				spec.Memory = 50_000
				streamed, got := solve(t, spec)
				if streamed.Source.Blocks == nil || streamed.Target.Blocks == nil || streamed.Source.Rows() >= 1000 {
					t.Fatal("the pair is held in memory")
				}
				if whole.Src.N != 9000 || streamed.Src.N != 9000 || streamed.Tgt.N != 7000 {
					t.Errorf("n = %d, m = %d", streamed.Src.N, streamed.Tgt.N)
				}
				const tolerance = 1e-10
				for what, pair := range map[string][2]mat.Matrix{
					"XᵀX of the source": {streamed.Src.Gram, whole.Src.Gram},
					"XᵀX of the target": {streamed.Tgt.Gram, whole.Tgt.Gram},
					"Xᵀy of the source": {streamed.Src.XtY, whole.Src.XtY},
					"Xᵀy of the target": {streamed.Tgt.XtY, whole.Tgt.XtY},
					"the optimum":       {streamed.Optimum, whole.Optimum},
					"the closed form":   {got.Closed.Weights, want.Closed.Weights},
					"descent":           {got.Descent.Weights, want.Descent.Weights},
					"no adaptation":     {got.None.Weights, want.None.Weights},
				} {
					var difference mat.Dense
					difference.Sub(pair[0], pair[1])
					if off := mat.Norm(&difference, 2) / mat.Norm(pair[1], 2); !(off <= tolerance) {
						t.Errorf("%s is off by %.2g", what, off)
					}
				}
				if math.Abs(streamed.Src.LabelNorm2-whole.Src.LabelNorm2) > tolerance*whole.Src.LabelNorm2 {
					t.Errorf("‖y‖² = %v, want %v", streamed.Src.LabelNorm2, whole.Src.LabelNorm2)
				}
				for i, point := range got.Descent.Curve {
					// A difference of terms as large as ‖y‖²/n.
					other := want.Descent.Curve[i].Objective
					if math.Abs(point.Objective-other) > tolerance*whole.Src.LabelNorm2/9000 {
						t.Errorf("after %d epochs the objective is %v, want %v", point.Epoch, point.Objective, other)
					}
				}
			})
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

func ExampleList() {
	for _, info := range datasets.List() {
		fmt.Println(info.Name, info.BuiltIn)
	}
	// Output:
	// rotated-gaussian true
	// wide-gaussian true
	// rotated-regression true
	// subspace true
	// correlated-features true
	// glyphs true
	// mnist-usps false
	// usps-mnist false
}
