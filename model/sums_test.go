package model_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/must"
)

// summed is a domain of which a sample of few rows is held, and of all rows the sums.
func summed(d model.Data, all model.Domain, few int) model.Domain {
	n, width := all.X.Dims()
	targets := d.Targets(all.Y)
	s := &model.Sums{Gram: &mat.Dense{}, XtY: &mat.Dense{}, LabelNorm2: math.Pow(mat.Norm(targets, 2), 2)}
	s.Gram.Mul(all.X.T(), all.X)
	s.XtY.Mul(all.X.T(), targets)
	return model.Domain{X: mat.DenseCopyOf(all.X.Slice(0, few, 0, width)), Y: all.Y[:few], N: n, Sums: s}
}

// From sums LAR is what it is from rows; rows that are set aside count no longer.
func TestSums(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 30))
	draw := func(n int) model.Domain {
		d := model.Domain{X: mat.NewDense(n, 4, nil)}
		for i := range n {
			for j := range 4 {
				d.X.Set(i, j, r.NormFloat64()*float64(4-j)+.5)
			}
			d.Y = append(d.Y, float64(i%3))
		}
		return d
	}
	rows := model.Data{Task: model.MultiClass, Classes: 3, Source: draw(90), Target: draw(80)}
	sums := rows
	sums.Source, sums.Target = summed(rows, rows.Source, 20), summed(rows, rows.Target, 80)
	params := model.Params{K: 2, KTilde: 1, Lambda: 2, Epochs: 100}
	solve := func(d model.Data) *model.Solution {
		p := must.Have(model.NewProblem(context.Background(), d))
		s := must.Have(model.NewSolver(p).Solve(context.Background(), params))
		return s
	}
	same := func(what string, a, b model.Data) {
		x, y := solve(a), solve(b)
		for _, w := range [][2]*mat.Dense{{x.None.Weights, y.None.Weights}, {x.Descent.Weights, y.Descent.Weights}, {x.Closed.Weights, y.Closed.Weights}} {
			if !mat.EqualApprox(w[0], w[1], 1e-11) {
				t.Errorf("%s: %v, not %v", what, mat.Formatted(w[1]), mat.Formatted(w[0]))
			}
		}
		if x.Closed.ParameterError-y.Closed.ParameterError > 1e-11 || math.IsNaN(y.Closed.ParameterError) {
			t.Errorf("%s: the optimum is another", what)
		}
	}
	same("all", rows, sums)
	last := rows.Target.X.Slice(70, 80, 0, 4).(*mat.Dense)
	left, without := rows, sums
	left.Target = model.Domain{X: rows.Target.X.Slice(0, 70, 0, 4).(*mat.Dense), Y: rows.Target.Y[:70]}
	without.Target = model.Domain{X: left.Target.X, Y: left.Target.Y, N: 70, Sums: sums.Target.Sums.Without(rows, last, rows.Target.Y[70:])}
	same("without rows set aside", left, without)

	wide := sums
	wide.Source.Sums = &model.Sums{Gram: mat.NewDense(3, 3, nil), XtY: mat.NewDense(3, 3, nil)}
	if _, err := model.NewProblem(context.Background(), wide); !errors.Is(err, model.ErrShape) {
		t.Errorf("sums of another width: %v", err)
	}
	unlabelled := sums
	unlabelled.Source.Y, unlabelled.Source.Sums = nil, &model.Sums{Gram: sums.Source.Sums.Gram}
	if _, err := model.NewProblem(context.Background(), unlabelled); !errors.Is(err, model.ErrShape) {
		t.Errorf("a source without labels: %v", err)
	}
}

// sloping draws n rows of two features and a constant, whose labels rise with the first and fall
// with the second.
func sloping(r *rand.Rand, n int) model.Domain {
	d := model.Domain{X: mat.NewDense(n, 3, nil)}
	for i := range n {
		x := []float64{r.NormFloat64(), 2 * r.NormFloat64(), 1}
		d.X.SetRow(i, x)
		d.Y = append(d.Y, x[0]-x[1]+.5*r.NormFloat64())
	}
	return d
}

// Of sums alone the squared error is that of the rows; not where rounding leaves nothing of it.
func TestSumsAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 30))
	rows := model.Data{Task: model.Regression, Source: sloping(r, 60)}
	alone := func(d model.Data, far float64) model.Data {
		for i := range 60 {
			d.Source.X.Set(i, 0, d.Source.X.At(i, 0)+far)
		}
		d.Target = d.Source
		d.Source = summed(d, d.Source, 1)
		d.Source.Y, d.Source.Sums.NoRows = nil, true
		return d
	}
	solve := func(d model.Data) (*model.Problem, model.Fit) {
		p := must.Have(model.NewProblem(context.Background(), d))
		return p, must.Have(model.NewSolver(p).Solve(context.Background(), model.Params{K: 3, KTilde: 3, Epochs: 300})).Closed.Fit
	}
	for _, far := range []float64{0, 1e4} {
		p, fit := solve(alone(rows, far))
		if got, want := fit.Source, fit.Target; !(math.Abs(got.MSE-want.MSE) <= 1e-6*want.MSE) || got.Score != got.MSE || !math.IsNaN(got.R2) {
			t.Errorf("%g from zero: %v, not the squared error of %v", far, got, want)
		}
		if mse := p.ScoreSource(mat.NewDense(3, 1, []float64{1, -1, -1e4})).MSE; far > 0 && !math.IsNaN(mse) {
			t.Errorf("what rounding leaves of the squared error is %v", mse)
		}
	}
}

// Folds of sums are held out as folds of rows are.
func TestFoldsOfSums(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 30))
	rows := model.Data{Task: model.Regression, Source: sloping(r, 90)}
	rows.Target = rows.Source
	sums := rows
	alone := func(d model.Domain) model.Domain {
		s := summed(rows, d, 1)
		s.Y, s.Sums.NoRows = nil, true
		return s
	}
	sums.Source = alone(rows.Source)
	params := model.Params{K: 2, KTilde: 1, Lambda: 2, Epochs: 50}
	want := 0.0
	for at := range 3 {
		rest := rows
		rest.Source = model.Domain{}
		var x, left []float64
		for i := range 90 {
			if i/30 == at {
				x, rest.Validation.Y = append(x, rows.Source.X.RawRowView(i)...), append(rest.Validation.Y, rows.Source.Y[i])
			} else {
				left, rest.Source.Y = append(left, rows.Source.X.RawRowView(i)...), append(rest.Source.Y, rows.Source.Y[i])
			}
		}
		rest.Source.X, rest.Validation.X = mat.NewDense(60, 3, left), mat.NewDense(30, 3, x)
		sums.Source.Sums.Folds = append(sums.Source.Sums.Folds, alone(rest.Validation))
		p := must.Have(model.NewProblem(context.Background(), rest))
		want += must.Have(model.NewSolver(p).Solve(context.Background(), params)).Descent.Validation.MSE / 3
	}
	p := must.Have(model.NewProblem(context.Background(), sums))
	grid := model.Grid{K: []int{2}, KTilde: []int{1}, Lambda: []float64{2}, Epochs: []int{50}, Base: params}
	v := must.Have(model.CrossValidate(context.Background(), p, grid, nil, nil))
	if got := v.Descent[0][0].Mean; math.Abs(got.MSE-want) > 1e-10 || v.Folds != 3 || v.Rows != 90 || !math.IsNaN(got.R2) {
		t.Errorf("%v of %d rows in %d folds, not %v", got, v.Rows, v.Folds, want)
	}
}
