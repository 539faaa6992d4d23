package labelfree_test

import (
	"os"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
)

// BenchmarkJudge prepares a judge of two digits, and rates the predictions of weights.
func BenchmarkJudge(b *testing.B) {
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Data, spec.Classes = os.Getenv("LARUI_DATA"), []int{3, 8}
	if spec.Data == "" {
		b.Skip("needs the digits in LARUI_DATA")
	}
	pair, err := datasets.Open(b.Context(), spec, nil)
	if err != nil {
		b.Fatal(err)
	}
	problem, err := model.NewProblem(b.Context(), pair.Data)
	if err != nil {
		b.Fatal(err)
	}
	var judge *labelfree.Judge
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			if judge, err = labelfree.New(b.Context(), problem); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("rate", func(b *testing.B) {
		for b.Loop() {
			judge.Rate(problem.Optimum, 128)
		}
	})
}
