package model_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// digitsLike makes a pair of the size and ranks of two handwritten digits,
// MNIST→USPS: d = 785, source of rank 400, target of rank 257.
func digitsLike() model.Data {
	const d = 785
	rng := newRand(1)
	domain := func(n, rank int) model.Domain {
		scores := gaussian(rng, n, rank)
		for j := range rank {
			scale := math.Pow(float64(j+1), -1)
			for i := range n {
				scores.Set(i, j, scale*scores.At(i, j))
			}
		}
		x := mat.NewDense(n, d, nil)
		x.Mul(scores, gaussian(rng, rank, d))
		y := make([]float64, n)
		for i := range y {
			y[i] = math.Copysign(1, scores.At(i, 0)+0.2*rng.NormFloat64())
		}
		return model.Domain{X: x, Y: y}
	}
	return model.Data{Source: domain(2000, 400), Target: domain(600, 257)}
}

func BenchmarkGram(b *testing.B) {
	for _, n := range []int{2000, 12000} {
		b.Run(fmt.Sprintf("n=%d/d=785", n), func(b *testing.B) {
			x := gaussian(newRand(1), n, 785)
			b.ReportAllocs()
			for b.Loop() {
				model.Gram(x)
			}
		})
	}
}

func BenchmarkSpectrum(b *testing.B) {
	b.Run("d=785", func(b *testing.B) {
		gram := model.Gram(digitsLike().Source.X)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := model.NewSpectrum(context.Background(), gram); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkNewProblem(b *testing.B) {
	b.Run("d=785", func(b *testing.B) {
		data := digitsLike()
		b.ReportAllocs()
		for b.Loop() {
			newProblem(b, data)
		}
	})
}

// BenchmarkSolve measures a key press: closed form, descent of 5,000 epochs with
// its curve, at another λ (turn=lambda) or another k̃ (turn=ktilde) each time.
func BenchmarkSolve(b *testing.B) {
	problem := newProblem(b, digitsLike())
	for _, k := range []int{64, 256} {
		for _, turn := range []string{"lambda", "ktilde"} {
			b.Run(fmt.Sprintf("d=785/k=%d/turn=%s", k, turn), func(b *testing.B) {
				solver := model.NewSolver(problem)
				params := model.Params{K: k, KTilde: min(k, 256), Lambda: 10, Epochs: 5000}
				if _, err := solver.Solve(context.Background(), params); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if turn == "lambda" {
						params.Lambda *= 1.001
					} else {
						params.KTilde = min(k, 256) - 1 - i%2
					}
					if _, err := solver.Solve(context.Background(), params); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	b.Run("d=2/k=1/turn=lambda", func(b *testing.B) {
		rng := newRand(1)
		small := newProblem(b, model.Data{Source: symmetricGaussian(rng, 250, 0), Target: symmetricGaussian(rng, 250, 45)})
		solver := model.NewSolver(small)
		params := model.Params{K: 1, KTilde: 1, Lambda: 10, Epochs: 2000}
		b.ReportAllocs()
		for b.Loop() {
			params.Lambda *= 1.001
			if _, err := solver.Solve(context.Background(), params); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkTheory(b *testing.B) {
	problem := newProblem(b, digitsLike())
	for _, k := range []int{64, 256} {
		b.Run(fmt.Sprintf("d=785/k=%d", k), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := model.NewSolver(problem).Theory(context.Background(), model.Params{K: k, KTilde: min(k, 256), Lambda: 10, Epochs: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPath solves ten λ at one (k, k̃).
func BenchmarkPath(b *testing.B) {
	problem := newProblem(b, digitsLike())
	lambdas := []float64{1e-4, 1e-3, 1e-2, 0.1, 1, 3, 10, 100, 1e3, 1e4}
	for _, k := range []int{64, 256} {
		b.Run(fmt.Sprintf("d=785/k=%d/lambdas=10", k), func(b *testing.B) {
			params := model.Params{K: k, KTilde: min(k, 256), Epochs: 5000}
			b.ReportAllocs()
			for b.Loop() {
				if err := model.NewSolver(problem).Path(context.Background(), params, lambdas, func(int, model.PathPoint) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSweep solves the paper's whole grid.
func BenchmarkSweep(b *testing.B) {
	b.Run("d=785/grid=paper", func(b *testing.B) {
		problem := newProblem(b, digitsLike())
		k, kTilde, lambda := problem.PaperGrid()
		grid := model.Grid{K: k, KTilde: kTilde, Lambda: lambda, Epochs: []int{500, 5000}}
		b.ReportMetric(float64(grid.Cells()), "cells")
		b.ReportAllocs()
		for b.Loop() {
			if _, err := model.Sweep(context.Background(), problem, grid, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
