package session

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"larui/model"
	"larui/model/labelfree"
	"larui/model/testutil"
)

// TestNoJudgeOfRegressions is why a regression has no judge without labels: joint label alignment,
// carried over to it in two ways, tells little of what is better there: where it leads no adaptation
// it is about as often worse as better, while fifty labels rarely choose a worse one.
func TestNoJudgeOfRegressions(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after the other, which is nothing for the race detector")
	}
	judges := []struct {
		name    string
		prepare func(t *testing.T, p *model.Problem) func(scores []float64) float64
	}{{"classes on both sides of the median", byMedian}, {"the numbers themselves", byNumbers}, {"fifty labels", byLabels}}
	const telling = 0.02 // of the squared error
	adapt, gain, lose := make([]int, len(judges)), make([]int, len(judges)), make([]int, len(judges))
	problems, better := 0, 0
	change := make([]float64, len(judges))
	for _, draw := range regressionShifts() {
		for seed := range uint64(12) {
			s := testutil.Must(openRegression(draw(rand.New(rand.NewPCG(seed, 271))), []string{"none", "source", "domain"}[seed%3]))
			p := s.Problem
			k, kTilde, lambda := p.PaperGrid()
			var weights []*mat.Dense
			var errors []float64
			grid := model.Grid{K: k, KTilde: kTilde, Lambda: lambda, Epochs: []int{1000}, DescentOnly: true}
			for _, cell := range testutil.Must(model.Sweep(t.Context(), p, grid, nil)) {
				weights, errors = append(weights, cell.Descent[0].Weights), append(errors, cell.Descent[0].Target.MSE)
			}
			none := testutil.Must(model.NewSolver(p).Endpoints(t.Context(), model.Params{K: p.D, KTilde: 1, Epochs: 1000})).None
			problems++
			if floats.Min(errors) < (1-telling)*none.Target.MSE {
				better++
			}
			for i, judge := range judges {
				rate := judge.prepare(t, p)
				of := func(w *mat.Dense) labelfree.Candidate {
					return labelfree.Candidate{Value: rate(mat.Col(nil, 0, p.TargetScores(w)))}
				}
				var candidates []labelfree.Candidate
				for _, w := range weights {
					candidates = append(candidates, of(w))
				}
				choice, _, _ := labelfree.Choose(of(none.Weights), candidates, labelfree.Margin)
				if choice < 0 {
					continue
				}
				adapt[i]++
				change[i] += errors[choice]/none.Target.MSE - 1
				if share := errors[choice] / none.Target.MSE; share < 1-telling {
					gain[i]++
				} else if share > 1+telling {
					lose[i]++
				}
			}
		}
	}
	for i, judge := range judges {
		t.Logf("by %s: of %d problems, %d of which have a better setting, %d adapt: %d gain and %d lose more than %g of the squared error, which rises by %.0f %% on average",
			judge.name, problems, better, adapt[i], gain[i], lose[i], telling, 100*change[i]/float64(adapt[i]))
		testutil.Equal(t, 2*lose[i] < gain[i], i == len(judges)-1, judge.name)
	}
}

// byLabels judges by the squared error on fifty rows of the target.
func byLabels(_ *testing.T, p *model.Problem) func([]float64) float64 {
	return func(scores []float64) (value float64) {
		for i, y := range p.Target.Y[:50] {
			value -= (scores[i] - y) * (scores[i] - y) / 50
		}
		return value
	}
}

// byMedian judges predictions as classes, cut at the median label of the source.
func byMedian(t *testing.T, p *model.Problem) func([]float64) float64 {
	median := stat.Quantile(0.5, stat.Empirical, slices.Sorted(slices.Values(p.Source.Y)), nil)
	class := func(values []float64) (classes []float64) {
		for _, v := range values {
			classes = append(classes, math.Copysign(1, v-median))
		}
		return classes
	}
	data := model.Data{Task: model.Binary, Source: model.Domain{X: p.Source.X, Y: class(p.Source.Y)}, Target: model.Domain{X: p.Target.X}}
	rater := testutil.Must(labelfree.NewRater(t.Context(), testutil.Must(model.NewProblem(t.Context(), data))))
	return func(scores []float64) float64 { return rater.RatePredictions(class(scores), 1).JLA }
}

// byNumbers puts labels and scores, centred and of equal norm, in the place of classes: the mean of
// ½‖U_jᵀL‖² over j = 1, 2, 4, …, 512.
func byNumbers(_ *testing.T, p *model.Problem) func([]float64) float64 {
	n, d := p.Source.X.Dims()
	m, _ := p.Target.X.Dims()
	z := mat.NewDense(n+m, d, nil)
	for from, x := range map[int]*mat.Dense{0: p.Source.X, n: p.Target.X} {
		rows, _ := x.Dims()
		part := z.Slice(from, from+rows, 0, d).(*mat.Dense)
		for j := range d {
			column := mat.Col(nil, j, x)
			floats.AddConst(-stat.Mean(column, nil), column)
			part.SetCol(j, column)
		}
		part.Scale(1/mat.Norm(part, 2), part)
	}
	var svd mat.SVD
	svd.Factorize(z, mat.SVDThin)
	var u mat.Dense
	svd.UTo(&u)
	sigma := svd.Values(nil)
	unit := func(values []float64) []float64 {
		values = slices.Clone(values)
		floats.AddConst(-stat.Mean(values, nil), values)
		floats.Scale(1/floats.Norm(values, 2), values)
		return values
	}
	return func(scores []float64) float64 {
		labels := slices.Concat(unit(p.Source.Y), unit(scores))
		value, sum, rung := 0.0, 0.0, 1
		for i := range 512 {
			if i < len(sigma) && sigma[i] > 1e-4*sigma[0] {
				along := floats.Dot(mat.Col(nil, i, &u), labels)
				sum += along * along / 2
			}
			if i+1 == rung {
				value, rung = value+sum/10, 2*rung
			}
		}
		return value
	}
}
