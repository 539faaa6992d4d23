package model_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

// measure times work, which must not fail.
func measure(b *testing.B, name string, work func(ctx context.Context) error) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			testutil.NoError(b, work(context.Background()))
		}
	})
}

// errorOf is the error alone.
func errorOf[T any](_ T, err error) error { return err }

// digitsLike makes a pair of the size and ranks of two handwritten digits,
// MNIST→USPS: d = 785, source of rank 475, target of rank 257.
func digitsLike() model.Data { return model.Pictures(newRand(1), 785, 475, 257) }

// embeddings makes a pair of the size of a standard one of pictures' embeddings: 2,800 and
// 800 rows of 2,048 features.
func embeddings() model.Data {
	random, scale := newRand(1), make([]float64, 2048)
	for j := range scale {
		scale[j] = 1 / math.Sqrt(float64(j+1))
	}
	domain := func(n int) model.Domain {
		x, y := model.Gaussian(random, n, len(scale)), make([]float64, n)
		for i := range n {
			row := x.RawRowView(i)
			y[i] = math.Copysign(1, row[0]+row[1]+row[30])
			floats.Mul(row, scale)
		}
		return model.Domain{X: x, Y: y}
	}
	return model.Data{Source: domain(2800), Target: domain(800)}
}

// BenchmarkFirst prepares embeddings and solves at no adaptation, as files open, to its end
// points: what comes first on the screen.
func BenchmarkFirst(b *testing.B) {
	data := embeddings()
	params := model.Params{K: 2048, KTilde: 2048, Epochs: 1000, Rate: model.LearningRate{Rule: model.RateAuto}}
	measure(b, "n=2800/m=800/d=2048", func(ctx context.Context) error {
		return errorOf(model.NewSolver(newProblem(b, data)).Endpoints(ctx, params))
	})
}

// BenchmarkSolve measures a key press: closed form, descent of 5,000 epochs with
// its curve, at another λ (turn=lambda) or another k̃ (turn=ktilde) each time; and what
// follows it.
func BenchmarkSolve(b *testing.B) {
	turned := func(name string, problem *model.Problem, params model.Params, turn func(p *model.Params, i int)) {
		solver, i := model.NewSolver(problem), 0
		if _, err := solver.Solve(context.Background(), params); err != nil { // what is made once
			b.Fatal(err)
		}
		measure(b, name, func(ctx context.Context) error {
			i++
			turn(&params, i)
			return errorOf(solver.Solve(ctx, params))
		})
	}
	lambda := func(p *model.Params, _ int) { p.Lambda *= 1.001 }
	lambdas := []float64{1e-4, 1e-3, 1e-2, 0.1, 1, 3, 10, 100, 1e3, 1e4}
	problems := []*model.Problem{newProblem(b, digitsLike()), newProblem(b, embeddings())}
	for i := range 4 {
		problem, k := problems[i/2], []int{64, 256}[i%2]
		params := model.Params{K: k, KTilde: k, Lambda: 10, Epochs: 5000}
		at := fmt.Sprintf("d=%d/k=%d/", problem.D, k)
		turned(at+"turn=lambda", problem, params, lambda)
		turned(at+"turn=k", problem, params, func(p *model.Params, i int) { p.K = k + i%2 })
		turned(at+"turn=ktilde", problem, params, func(p *model.Params, i int) { p.KTilde = k - 1 - i%2 })
		measure(b, at+"theory", func(ctx context.Context) error {
			return errorOf(model.NewSolver(problem).Theory(ctx, params))
		})
		measure(b, at+"path/lambdas=10", func(ctx context.Context) error {
			return model.NewSolver(problem).VisitPath(ctx, params, lambdas, func(int, model.PathPoint) {})
		})
		measure(b, at+"ridge/weights=10", func(ctx context.Context) error {
			return model.NewSolver(problem).VisitRidgePath(ctx, params, lambdas, func(int, model.PathPoint) {})
		})
	}
	small := newProblem(b, shape{n: 1000, m: 1000, d: 2}.draw(newRand(1)))
	turned("d=2/k=1/turn=lambda", small, model.Params{K: 1, KTilde: 1, Lambda: 10, Epochs: 2000}, lambda)
}

// digits is MNIST → USPS for two digits, where LARUI_DATA has it.
func digits(b *testing.B, low, high int) *model.Problem {
	b.Helper()
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Data, spec.Classes = os.Getenv("LARUI_DATA"), []int{low, high}
	if spec.Data == "" {
		b.Skip("needs the digits in LARUI_DATA")
	}
	pair := testutil.Must(datasets.Open(context.Background(), spec, nil))
	return newProblem(b, model.Data{Source: pair.Source, Target: pair.Target})
}

// wholeGrid is that of the paper, whatever the ranks: k and k̃ in 8, 16, … 512, λ in
// 0.1, 10, 1000.
func wholeGrid() model.Grid {
	sizes := []int{8, 16, 32, 64, 128, 256, 512}
	return model.Grid{K: sizes, KTilde: sizes, Lambda: []float64{0.1, 10, 1000}, Epochs: []int{5000}}
}

// BenchmarkGrid solves the paper's grid on digits, for one pair of them and, opened
// one after the other, for all 45.
func BenchmarkGrid(b *testing.B) {
	problem := digits(b, 3, 8)
	measure(b, "pair=mnist-usps/classes=3,8", func(ctx context.Context) error {
		return errorOf(model.Sweep(ctx, problem, wholeGrid(), nil))
	})
	if testing.Short() {
		b.Skip("takes minutes")
	}
	measure(b, "pair=mnist-usps/classes=all45", func(ctx context.Context) error {
		for high := range 10 {
			for low := range high {
				if _, err := model.Sweep(ctx, digits(b, low, high), wholeGrid(), nil); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// BenchmarkCancel stops what takes long at times that differ, and reads how long it goes
// on: the 95th percentile is what is promised.
func BenchmarkCancel(b *testing.B) {
	problem := digits(b, 3, 8)
	wide := embeddings()
	params := model.Params{K: 256, KTilde: 8, Lambda: 10, L2: 1, Momentum: 0.5, Epochs: 5000}
	for name, work := range map[string]func(ctx context.Context) error{
		"grid":     func(ctx context.Context) error { return errorOf(model.Sweep(ctx, problem, wholeGrid(), nil)) },
		"opening":  func(ctx context.Context) error { return errorOf(model.NewProblem(ctx, problem.Data)) },
		"solution": func(ctx context.Context) error { return errorOf(model.NewSolver(problem).Solve(ctx, params)) },
		"theory":   func(ctx context.Context) error { return errorOf(model.NewSolver(problem).Theory(ctx, params)) },
		"wide":     func(ctx context.Context) error { return errorOf(model.NewProblem(ctx, wide)) },
		"frames": func(ctx context.Context) error {
			return model.NewSolver(problem).VisitFrames(ctx, params, model.FrameEpochs(5000, 80), func(int, model.DescentFrame) {})
		},
	} {
		b.Run(name, func(b *testing.B) {
			var readings []time.Duration
			for i := range b.N {
				ctx, stop := context.WithCancel(context.Background())
				at := make(chan time.Time, 1)
				tick := time.Millisecond
				if name == "wide" {
					tick *= 10
				}
				time.AfterFunc(time.Duration(37*i%100+1)*tick, func() {
					at <- time.Now()
					stop()
				})
				if err := work(ctx); err != nil && !errors.Is(err, context.Canceled) {
					b.Fatal(err)
				}
				// What was done before it was stopped has stopped by then.
				readings = append(readings, max(0, time.Since(<-at)))
			}
			slices.Sort(readings)
			b.ReportMetric(readings[(95*b.N-1)/100].Seconds()*1e3, "ms/stop-p95")
		})
	}
}

// BenchmarkWide prepares and solves a pair of few samples and many features.
func BenchmarkWide(b *testing.B) {
	const n, d = 200, 4096
	random := newRand(1)
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
	data, params := model.Data{Source: domain(), Target: domain()}, model.Params{K: 64, KTilde: 64, Lambda: 10, Epochs: 5000}
	measure(b, fmt.Sprintf("n=%d/d=%d", n, d), func(ctx context.Context) error {
		return errorOf(model.NewSolver(newProblem(b, data)).Solve(ctx, params))
	})
}
