package model_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// scored builds a problem whose scores under identity weights are the rows of
// scores, and returns its metrics on the target.
func scored(t *testing.T, task model.Task, scores [][]float64, labels []float64) model.Metrics {
	t.Helper()
	d := len(scores[0])
	data := model.Data{Task: task, Classes: d}
	data.Source.X, data.Source.Y = mat.NewDense(2, d, nil), []float64{1, 0}
	data.Source.X.Set(0, 0, 1)
	data.Target.X, data.Target.Y = mat.NewDense(len(scores), d, nil), labels
	for i, row := range scores {
		data.Target.X.SetRow(i, row)
	}
	w := mat.NewDense(d, d, nil)
	for i := range d {
		w.Set(i, i, 1)
	}
	return newProblem(t, data).Evaluate(w).Target
}

// Binary tasks are in TestScores.
func TestMetricsByHand(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name   string
		task   model.Task
		scores [][]float64
		labels []float64
		want   model.Metrics
	}{
		{
			// Predicted 0 1 0 0 (the first of equals): class 0 has F1 2/4 (one hit,
			// two false alarms), class 1 2/3 (one hit, one miss), class 2 none.
			"multiclass", model.MultiClass,
			[][]float64{{1, -1, -1}, {-1, 1, -1}, {1, 0, 0}, {1, 1, 1}}, []float64{0, 1, 1, 2},
			model.Metrics{Accuracy: 0.5, Balanced: (1 + 0.5 + 0) / 3, F1: (0.5 + 2.0/3 + 0) / 3, MSE: (0 + 0 + 4 + 1 + 1 + 4 + 4 + 0) / 12.0},
		},
		{
			// Class 2 is neither there nor predicted, and does not count.
			"absent class", model.MultiClass,
			[][]float64{{1, -1, -1}, {-1, 1, -1}}, []float64{0, 1},
			model.Metrics{Accuracy: 1, Balanced: 1, F1: 1, MSE: 0},
		},
		{
			"regression", model.Regression, [][]float64{{1}, {2}}, []float64{0, 4},
			model.Metrics{Accuracy: nan, Balanced: nan, F1: nan, MSE: 2.5},
		},
		{
			"no labels", model.Regression, [][]float64{{1}, {2}}, nil,
			model.Metrics{Accuracy: nan, Balanced: nan, F1: nan, MSE: nan},
		},
	} {
		got := scored(t, c.task, c.scores, c.labels)
		for name, m := range map[string][2]float64{
			"accuracy":          {got.Accuracy, c.want.Accuracy},
			"balanced accuracy": {got.Balanced, c.want.Balanced},
			"F1":                {got.F1, c.want.F1},
			"MSE":               {got.MSE, c.want.MSE},
		} {
			// Ratios of small counts: to rounding.
			testutil.Near(t, m[0], m[1], 1e-14, c.name, name)
		}
	}
}

// TestEvaluation scores a solution by the definitions, in features or in the joint row
// space; and a curve ends where its descent does, also on more rows than are rated at
// once.
func TestEvaluation(t *testing.T) {
	all := append(slices.Clone(shapes),
		shape{name: "many rows", n: 30, m: 300, d: 5},
		shape{name: "many rows and classes", task: model.MultiClass, classes: 3, n: 30, m: 300, d: 5},
		shape{name: "many rows of a regression", task: model.Regression, n: 30, m: 300, d: 5})
	for _, s := range all {
		data := s.draw(newRand(9))
		data.Validation = model.Domain{X: data.Target.X}
		p := newProblem(t, data)
		solution := solve(t, model.NewSolver(p), model.Params{K: (s.d + 1) / 2, KTilde: 1, Lambda: 1, Epochs: 50})
		w, e := solution.Descent.Weights, solution.Descent.Evaluation
		for name, part := range map[string]struct {
			got model.Metrics
			model.Domain
		}{
			"source": {e.Source, data.Source}, "target": {e.Target, data.Target},
			"curve": {solution.Descent.Curve[len(solution.Descent.Curve)-1].Target, data.Target},
		} {
			if want := mse(data, part.Domain, w); !near(part.got.MSE, want, 1e-11) && want > 1e-15 {
				t.Errorf("%s, %s: MSE %v, want %v", s.name, name, part.got.MSE, want)
			}
			scores := times(part.X, w)
			right := 0.0
			for i, predicted := range s.task.Predict(scores) {
				if predicted == part.Y[i] {
					right++
				}
			}
			if want := right / float64(len(part.Y)); s.task != model.Regression && part.got.Accuracy != want {
				t.Errorf("%s, %s: accuracy %v, want %v", s.name, name, part.got.Accuracy, want)
			}
		}
		if !math.IsNaN(e.Validation.Accuracy) || !math.IsNaN(e.Validation.MSE) {
			t.Errorf("%s: known without labels: %+v", s.name, e.Validation)
		}
		var product mat.Dense
		product.MulElem(w, p.Optimum)
		cosine := mat.Sum(&product) / mat.Norm(w, 2) / mat.Norm(p.Optimum, 2)
		// In a row space the coordinates round otherwise.
		if !near(e.WeightNorm, mat.Norm(w, 2), 1e-12) || !near(e.ParameterError, distance(w, p.Optimum), 1e-10) || math.Abs(e.Cosine-cosine) > 1e-12 {
			t.Errorf("%s: norm %v, parameter error %v, cosine %v", s.name, e.WeightNorm, e.ParameterError, e.Cosine)
		}
	}
	if !math.IsNaN(model.AngleBetween(mat.NewDense(2, 1, nil), mat.NewDense(2, 1, []float64{1, 2}))) {
		t.Error("zero weights have a direction")
	}
}

func TestPredict(t *testing.T) {
	scores := mat.NewDense(3, 2, []float64{0.5, 0.5, -1, 2, 0, -3})
	for task, want := range map[model.Task][]float64{
		model.Binary:     {1, -1, -1},
		model.MultiClass: {0, 1, 0},
		model.Regression: {0.5, -1, 0},
	} {
		if got := task.Predict(scores); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", task, got, want)
		}
	}
}

// Rows of the target without labels count in the fit, and scores are those of the others
// alone, on which w*_T is least squares.
func TestPartlyLabelled(t *testing.T) {
	for _, s := range shapes {
		data := s.draw(newRand(16))
		params := model.Params{K: min(2, s.d), KTilde: 1, Lambda: 0.3, Epochs: 40}
		count := s.m/2 + 1
		labels := slices.Clone(data.Target.Y[:count])
		data.Target.Y = nil
		bare := solveData(t, data, params)
		data.Target.Y = labels
		problem := newProblem(t, data)
		solver := model.NewSolver(problem)
		got := solve(t, solver, params)
		if !mat.Equal(got.Descent.Weights, bare.Descent.Weights) || !mat.Equal(got.Closed.Weights, bare.Closed.Weights) {
			t.Errorf("%s: labels change the fit", s.name)
		}
		data.Target.X = data.Target.X.Slice(0, count, 0, s.d).(*mat.Dense)
		alone := newProblem(t, data)
		want := alone.Evaluate(got.Descent.Weights)
		near := func(a, b float64) bool {
			return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
		}
		last := got.Descent.Curve[len(got.Descent.Curve)-1].Target
		for what, pair := range map[string][2]float64{
			"accuracy": {got.Descent.Target.Accuracy, want.Target.Accuracy}, "MSE": {got.Descent.Target.MSE, want.Target.MSE},
			"MSE of the curve": {last.MSE, want.Target.MSE}, "distance to w*_T": {got.Descent.ParameterError, distance(got.Descent.Weights, alone.Optimum)},
		} {
			if !near(pair[0], pair[1]) {
				t.Errorf("%s: the %s is %v, want %v", s.name, what, pair[0], pair[1])
			}
		}
		if theory := theoryOf(t, solver, params); problem.Tgt.Projection != nil || problem.Tgt.TailRank != 0 ||
			!finite(theory.Proportionality) || finite(theory.TargetLabelTail) || finite(theory.LeadingCosine) {
			t.Errorf("%s: with some labels %+v", s.name, theory)
		}
		data.Source.Y = data.Source.Y[:1]
		if _, err := model.NewProblem(t.Context(), data); !errors.Is(err, model.ErrShape) {
			t.Errorf("%s: a source with one label: %v", s.name, err)
		}
	}
}

// What is lost between features that nearly repeat each other is found as a decomposition
// of the source finds it, and nothing between those that do, or that differ enough.
func TestLost(t *testing.T) {
	for seed := range uint64(100) {
		rng := newRand(seed)
		n, d := 30+rng.IntN(1000), 3+rng.IntN(6)
		for _, apart := range []float64{0, 1e-3, 1e-8, 1e-10} {
			data := model.Data{Source: model.Domain{X: gaussian(rng, n, d), Y: make([]float64, n)}}
			x := data.Source.X
			for i := range n {
				between := rng.NormFloat64()
				x.Set(i, d-1, x.At(i, 0)+x.At(i, 1)+apart*between)
				data.Source.Y[i] = math.Copysign(1, between+x.At(i, 0))
			}
			data.Target.X = x
			got, want := newProblem(t, data).LostResidualShare(), 0.0
			if y := targets(data, data.Source.Y); apart > 0 && apart < 1e-5 {
				whole := mse(data, data.Source, leastSquares(t, x, y, d))
				want = 1 - whole/mse(data, data.Source, leastSquares(t, x, y, d-1))
			}
			// A direction is known to 1e-16/apart.
			testutil.Near(t, got, want, 0.01, seed, "lost of features apart by", apart)
		}
	}
}
