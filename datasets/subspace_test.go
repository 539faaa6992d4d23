package datasets_test

import (
	"context"
	"math"
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

// With the default angle, adaptation helps a lot, for any seed.
func TestSubspaceAdaptationHelps(t *testing.T) {
	for seed := range uint64(5) {
		spec := datasets.DefaultSpec("subspace")
		spec.Seed = seed
		pair := open(t, spec)
		params := model.Params{K: pair.Start.K, KTilde: pair.Start.KTilde, Lambda: pair.Start.Lambda, Epochs: pair.Start.Epochs}
		solution, err := model.NewSolver(problemOf(t, pair)).Endpoints(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		none, lar := solution.None, solution.Descent
		if none.Source.Accuracy != 1 || none.Target.Accuracy > 0.9 || lar.Target.Accuracy < 0.99 {
			t.Errorf("seed %d: no adaptation %v on the source and %v on the target, LAR %v", seed, none.Source.Accuracy, none.Target.Accuracy, lar.Target.Accuracy)
		}
	}
}
