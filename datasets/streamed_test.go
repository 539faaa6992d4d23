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

	"larui/datasets"
	"larui/model"
)

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
