package model_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// scored builds a problem whose scores under identity weights are the rows of
// scores, and returns its metrics on the target.
func scored(t *testing.T, task model.Task, scores [][]float64, labels []float64) model.Metrics {
	t.Helper()
	d := len(scores[0])
	data := model.Data{Task: task, Classes: d}
	data.Source.X, data.Source.Y = mat.NewDense(2, d, nil), []float64{1, 0}
	data.Source.X.Set(0, 0, 1)
	if task == model.Binary {
		data.Source.Y[1] = -1
	}
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
			// Predicted + − − +: one hit, one miss and one false alarm; a score of
			// zero is negative.
			"binary", model.Binary, [][]float64{{2}, {-1}, {0}, {3}}, []float64{1, 1, -1, -1},
			model.Metrics{Accuracy: 0.5, Balanced: 0.5, F1: 0.5, MSE: (1 + 4 + 1 + 16) / 4.0},
		},
		{
			// Recall 1/3 of + and 1 of −.
			"imbalanced", model.Binary, [][]float64{{1}, {-1}, {-1}, {-1}}, []float64{1, 1, 1, -1},
			model.Metrics{Accuracy: 0.5, Balanced: 2.0 / 3, F1: 0.5, MSE: 2},
		},
		{
			"only negatives, right", model.Binary, [][]float64{{-1}, {-1}}, []float64{-1, -1},
			model.Metrics{Accuracy: 1, Balanced: 1, F1: 0, MSE: 0},
		},
		{
			"only positives, half right", model.Binary, [][]float64{{1}, {-1}}, []float64{1, 1},
			model.Metrics{Accuracy: 0.5, Balanced: 0.5, F1: 2.0 / 3, MSE: 2},
		},
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
			"no labels", model.Binary, [][]float64{{1}, {2}}, nil,
			model.Metrics{Accuracy: nan, Balanced: nan, F1: nan, MSE: nan},
		},
	} {
		got := scored(t, c.task, c.scores, c.labels)
		for _, m := range []struct {
			name      string
			got, want float64
		}{
			{"accuracy", got.Accuracy, c.want.Accuracy},
			{"balanced accuracy", got.Balanced, c.want.Balanced},
			{"F1", got.F1, c.want.F1},
			{"MSE", got.MSE, c.want.MSE},
		} {
			// Ratios of small counts: to rounding.
			if math.IsNaN(m.got) != math.IsNaN(m.want) || math.Abs(m.got-m.want) > 1e-14 {
				t.Errorf("%s: %s is %v, want %v", c.name, m.name, m.got, m.want)
			}
		}
	}
}

// TestMetricsAgainstLoops scores random weights by the definitions.
func TestMetricsAgainstLoops(t *testing.T) {
	for _, s := range shapes {
		rng := newRand(9)
		data := s.draw(rng)
		data.Validation = model.Domain{X: data.Target.X}
		p := newProblem(t, data)
		w := gaussian(rng, s.d, p.C)
		e := p.Evaluate(w)
		for _, part := range []struct {
			name string
			got  model.Metrics
			model.Domain
		}{{"source", e.Source, data.Source}, {"target", e.Target, data.Target}} {
			var scores mat.Dense
			scores.Mul(part.X, w)
			n, c := scores.Dims()
			residual := distance(&scores, targets(data, part.Y))
			if want := residual * residual / float64(n*c); !near(part.got.MSE, want, 1e-12) {
				t.Errorf("%s, %s: MSE %v, want %v", s.name, part.name, part.got.MSE, want)
			}
			if s.task == model.Regression {
				continue
			}
			right, recalls, classes := 0.0, 0.0, 0.0
			predicted := s.task.Predict(&scores)
			for _, class := range []float64{-1, 0, 1, 2, 3} {
				hit, all := 0.0, 0.0
				for i, y := range part.Y {
					if y == class {
						all++
						if predicted[i] == y {
							hit++
						}
					}
				}
				right += hit
				if all > 0 {
					recalls += hit / all
					classes++
				}
			}
			if !near(part.got.Accuracy, right/float64(n), 1e-14) || !near(part.got.Balanced, recalls/classes, 1e-14) {
				t.Errorf("%s, %s: accuracy %v and balanced %v, want %v and %v", s.name, part.name,
					part.got.Accuracy, part.got.Balanced, right/float64(n), recalls/classes)
			}
		}
		if !math.IsNaN(e.Validation.Accuracy) || !math.IsNaN(e.Validation.MSE) {
			t.Errorf("%s: known without labels: %+v", s.name, e.Validation)
		}
		norm, optimum := mat.Norm(w, 2), mat.Norm(p.Optimum, 2)
		dot := 0.0
		for i := range s.d {
			for j := range p.C {
				dot += w.At(i, j) * p.Optimum.At(i, j)
			}
		}
		if !near(e.WeightNorm, norm, 1e-12) || !near(e.ParameterError, distance(w, p.Optimum), 1e-12) || math.Abs(e.Cosine-dot/norm/optimum) > 1e-12 {
			t.Errorf("%s: norm %v, parameter error %v, cosine %v", s.name, e.WeightNorm, e.ParameterError, e.Cosine)
		}
		if cos := p.Evaluate(mat.NewDense(s.d, p.C, nil)).Cosine; !math.IsNaN(cos) {
			t.Errorf("%s: zero weights have cosine %v", s.name, cos)
		}
	}
}

func TestPredict(t *testing.T) {
	scores := mat.NewDense(3, 2, []float64{0.5, 0.5, -1, 2, 0, -3})
	for task, want := range map[model.Task][]float64{
		model.Binary:     {1, -1, -1},
		model.MultiClass: {0, 1, 0},
		model.Regression: {0.5, -1, 0},
	} {
		for i, got := range task.Predict(scores) {
			if got != want[i] {
				t.Errorf("%s row %d: %v, want %v", task, i, got, want[i])
			}
		}
	}
}

// A curve ends where the descent does, also on more rows than are rated at once.
func TestCurveScores(t *testing.T) {
	ctx := context.Background()
	for _, task := range []model.Task{model.Binary, model.MultiClass, model.Regression} {
		rng := rand.New(rand.NewPCG(9, 10))
		data := model.Data{Task: task, Classes: 3, Source: labelledDomain(rng, task, 300, 5), Target: labelledDomain(rng, task, 700, 5)}
		p, err := model.NewProblem(ctx, data)
		if err != nil {
			t.Fatal(err)
		}
		s, err := model.NewSolver(p).Solve(ctx, model.Params{K: 3, KTilde: 2, Lambda: 1, Epochs: 50})
		if err != nil {
			t.Fatal(err)
		}
		curve := s.Descent.Curve
		got, want := curve[len(curve)-1].Target, p.Evaluate(s.Descent.Weights).Target
		same := got.Accuracy == want.Accuracy && got.Balanced == want.Balanced && got.F1 == want.F1
		if task == model.Regression {
			same = math.IsNaN(got.Accuracy) && math.IsNaN(want.Accuracy)
		}
		// Scores differ by the rounding of the coordinates that they are computed in.
		if !same || math.Abs(got.MSE-want.MSE) > 1e-12*want.MSE {
			t.Errorf("%v: the curve ends at %+v, descent at %+v", task, got, want)
		}
	}
}
