package model_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// drawPlane draws n rows of a population from its definition, turned or not.
func drawPlane(g model.Population, turn float64, n int, seed uint64) model.Domain {
	rng := newRand(seed)
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range y {
		a, b := g.Scale[0]*rng.NormFloat64(), g.Scale[1]*rng.NormFloat64()
		y[i] = math.Copysign(1, a)
		sin, cos := math.Sincos(g.Axis + turn)
		x.SetRow(i, []float64{a*cos - b*sin + g.Noise*rng.NormFloat64(), a*sin + b*cos + g.Noise*rng.NormFloat64()})
	}
	return model.Domain{X: x, Y: y}
}

// TestPopulation draws samples and solves them plainly. Their mean comes to the population's
// formulas and their spread to the standard errors.
//
// Tolerances: of 600 samples of 400 rows the mean of what is measured is 1/√600 of its spread off,
// here five times that, and the root of the mean square 1/√(2·600), 3 %, of itself: 10 %. Least
// squares is biased by 1/n of itself, which is less.
func TestPopulation(t *testing.T) {
	const samples, rows = 600, 400
	for _, g := range []model.Population{
		{Scale: [2]float64{1.144, 0.437}, Axis: 0.55, Turn: 0.6},
		{Scale: [2]float64{2, 1.5}, Axis: -1, Turn: 2.5, Noise: 0.7},
	} {
		for _, target := range []bool{false, true} {
			turn := 0.0
			if target {
				turn = g.Turn
			}
			var pulls, weights mat.Dense
			pulls.Scale(0, mat.NewDense(2, 1, []float64{1, 1}))
			weights.CloneFrom(&pulls)
			pullSpread, spread := 0.0, 0.0
			want := g.Optimum(target)
			for seed := range uint64(samples) {
				d := drawPlane(g, turn, rows, seed)
				var w mat.Dense
				gram := times(d.X.T(), d.X)
				pull := times(d.X.T(), mat.NewDense(rows, 1, d.Y))
				testutil.NoError(t, w.Solve(gram, pull))
				pull.Scale(1./rows, pull)
				if !target {
					pullSpread += math.Pow(distance(pull, g.CrossMoment()), 2) / samples
				}
				spread += math.Pow(distance(&w, want), 2) / samples
				w.Scale(1./samples, &w)
				pull.Scale(1./samples, pull)
				weights.Add(&weights, &w)
				pulls.Add(&pulls, pull)
			}
			off := 5 / math.Sqrt(samples)
			testutil.Near(t, distance(&weights, want), 0, off*g.OptimumError(rows), g, "w*")
			testutil.Near(t, math.Sqrt(spread)/g.OptimumError(rows), 1, 0.1, g, "spread of w*")
			if target {
				continue
			}
			testutil.Near(t, distance(&pulls, g.CrossMoment()), 0, off*g.CrossMomentError(rows), g, "E[xy]")
			testutil.Near(t, math.Sqrt(pullSpread)/g.CrossMomentError(rows), 1, 0.1, g, "spread of Φᵀy/n")
		}
	}
}

// TestPopulationSolution solves eq. label_alignment with the population's own moments: the same
// at every λ, w*_T/(p₁ᵀp̃₁), against the target where it is turned by more than a right angle.
// And a large sample comes near it, with c = 1.
func TestPopulationSolution(t *testing.T) {
	testutil.SkipInShort(t)
	for _, turn := range []float64{0, math.Pi / 4, 2.2} {
		g := model.Population{Scale: [2]float64{1.144, 0.437}, Axis: 0.55, Turn: turn}
		at := func(angle float64) *mat.VecDense {
			return mat.NewVecDense(2, []float64{math.Cos(angle), math.Sin(angle)})
		}
		for _, lambda := range []float64{0.01, 1, 100} {
			a := mat.NewSymDense(2, nil)
			a.SymRankOne(a, g.Scale[0]*g.Scale[0], at(g.Axis))
			a.SymRankOne(a, lambda*g.Scale[1]*g.Scale[1], at(g.Axis+turn+math.Pi/2))
			var w mat.Dense
			testutil.NoError(t, w.Solve(a, g.CrossMoment()))
			// The condition of A at λ = 100 or 0.01 leaves twelve digits.
			testutil.Near(t, distance(&w, g.Solution()), 0, 1e-10, turn, lambda)
		}
		const rows = 200000
		data := model.Data{Source: drawPlane(g, 0, rows, 1), Target: drawPlane(g, turn, rows, 2)}
		solver := model.NewSolver(newProblem(t, data))
		params := model.Params{K: 1, KTilde: 1, Lambda: 1000, Epochs: 1}
		solution := solve(t, solver, params)
		s := g.CompareSample(newProblem(t, data), params, solution.Closed.Weights)
		// All within five standard errors; LAR's own, of which none is known, is below 1 % here.
		for _, e := range []model.Estimate{s.CrossMoment, s.Source, s.Target} {
			if !(e.Apart <= 5*e.StandardError) {
				t.Errorf("turned by %v: %+v", turn, e)
			}
		}
		if length := floats.Norm(s.Solution.Population, 2); !(s.Solution.Apart <= 0.02*length) || !(math.Abs(s.C-1) <= 0.02) {
			t.Errorf("turned by %v: %+v", turn, s)
		}
	}
}
