package model_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
)

// digits is MNIST → USPS for two digits, where LARUI_DATA has it.
func digits(b *testing.B, low, high int) *model.Problem {
	b.Helper()
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Data, spec.Classes = os.Getenv("LARUI_DATA"), []int{low, high}
	if spec.Data == "" {
		b.Skip("needs the digits in LARUI_DATA")
	}
	pair, err := datasets.Open(context.Background(), spec, nil)
	if err != nil {
		b.Fatal(err)
	}
	return newProblem(b, model.Data{Source: model.Domain(pair.Source), Target: model.Domain(pair.Target)})
}

// wholeGrid is that of the paper, whatever the ranks: k and k̃ in 8, 16, … 512, λ in
// 0.1, 10, 1000.
func wholeGrid() model.Grid {
	sizes := []int{8, 16, 32, 64, 128, 256, 512}
	return model.Grid{K: sizes, KTilde: sizes, Lambda: []float64{0.1, 10, 1000}, Epochs: []int{5000},
		Base: model.Params{K: 1, KTilde: 1, Epochs: 5000}}
}

// BenchmarkGrid solves the paper's grid on digits, for one pair of them and, opened
// one after the other, for all 45.
func BenchmarkGrid(b *testing.B) {
	b.Run("pair=mnist-usps/classes=3,8", func(b *testing.B) {
		problem := digits(b, 3, 8)
		for b.Loop() {
			if _, err := model.Sweep(context.Background(), problem, wholeGrid(), nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("pair=mnist-usps/classes=all45", func(b *testing.B) {
		if testing.Short() {
			b.Skip("takes minutes")
		}
		for b.Loop() {
			for high := range 10 {
				for low := range high {
					if _, err := model.Sweep(context.Background(), digits(b, low, high), wholeGrid(), nil); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	})
}

// BenchmarkCancel stops the grid at times that differ, and reads how long it goes on:
// the 95th percentile is what is promised.
func BenchmarkCancel(b *testing.B) {
	problem := digits(b, 3, 8)
	var readings []time.Duration
	for i := range b.N {
		ctx, stop := context.WithCancel(context.Background())
		at := make(chan time.Time, 1)
		time.AfterFunc(time.Duration(i%100+1)*time.Millisecond, func() {
			at <- time.Now()
			stop()
		})
		if _, err := model.Sweep(ctx, problem, wholeGrid(), nil); !errors.Is(err, context.Canceled) {
			b.Fatal(err)
		}
		readings = append(readings, time.Since(<-at))
	}
	slices.Sort(readings)
	b.ReportMetric(readings[(95*b.N-1)/100].Seconds()*1e3, "ms/stop-p95")
}

// BenchmarkWide prepares and solves a pair of few samples and many features.
func BenchmarkWide(b *testing.B) {
	const n, d = 200, 4096
	random := rand.New(rand.NewPCG(1, 1))
	domain := func() model.Domain {
		x, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			y[i] = float64(2*(i%2) - 1)
			for j := range d {
				x.Set(i, j, random.NormFloat64()/float64(1+j/100)+y[i]*float64(j%2))
			}
		}
		return model.Domain{X: x, Y: y}
	}
	data := model.Data{Source: domain(), Target: domain()}
	b.Run(fmt.Sprintf("n=%d/d=%d", n, d), func(b *testing.B) {
		for b.Loop() {
			solver := model.NewSolver(newProblem(b, data))
			if _, err := solver.Solve(context.Background(), model.Params{K: 64, KTilde: 64, Lambda: 10, Epochs: 5000}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
