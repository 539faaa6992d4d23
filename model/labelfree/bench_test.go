package labelfree_test

import (
	"cmp"
	"os"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
	"larui/model/testutil"
)

// BenchmarkGrid solves the paper's grid on two digits, without and with a rater of every
// descent, and measures the rater alone: once for the pair, and for each set of predictions.
func BenchmarkGrid(b *testing.B) {
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Data, spec.Classes = os.Getenv("LARUI_DATA"), []int{3, 8}
	if spec.Data == "" {
		b.Skip("needs the digits in LARUI_DATA")
	}
	pair := testutil.Must(datasets.Open(b.Context(), spec, nil))
	problem, err := model.NewProblem(b.Context(), pair.Data)
	if err != nil {
		b.Fatal(err)
	}
	var rater *labelfree.Rater
	prepare := func() error {
		rater, err = labelfree.NewRater(b.Context(), problem)
		return err
	}
	k, kTilde, lambda := problem.PaperGrid()
	grid := model.Grid{K: k, KTilde: kTilde, Lambda: lambda, Epochs: []int{5000}}
	judged := grid
	judged.Evaluate = func(_ int, cell model.Cell) { rater.RateWeights(cell.Descent[0].Weights, cell.KTilde) }
	sweep := func(grid model.Grid) error {
		_, err := model.Sweep(b.Context(), problem, grid, nil)
		return err
	}
	for _, work := range []struct {
		name string
		do   func() error
	}{
		{"judged=false", func() error { return sweep(grid) }},
		{"judged=true", func() error { return cmp.Or(prepare(), sweep(judged)) }},
		{"prepare", prepare},
		{"rate", func() error { rater.RateWeights(problem.Optimum, 128); return nil }},
	} {
		b.Run(work.name, func(b *testing.B) {
			for b.Loop() {
				testutil.NoError(b, work.do())
			}
		})
	}
}
