package model_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// summed is a domain of which a sample of few rows is held, and of all rows the sums.
func summed(d model.Data, all model.Domain, few int) model.Domain {
	n, width := all.X.Dims()
	x := mat.DenseCopyOf(all.X.Slice(0, few, 0, width))
	return model.Domain{X: x, Y: all.Y[:few], N: n, Sums: model.SumsOf(d, all.X, all.Y, mat.Row(nil, 0, all.X))}
}

// From sums LAR is what it is from rows; rows that are set aside count no longer.
func TestSums(t *testing.T) {
	r := testutil.NewRand(1, 30)
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
	same := func(what string, a, b model.Data) {
		x, y := solveData(t, a, params), solveData(t, b, params)
		agreeSolutions(t, y, x, 1e-11, what)
		if x.Closed.ParameterError-y.Closed.ParameterError > 1e-11 || math.IsNaN(y.Closed.ParameterError) {
			t.Errorf("%s: the optimum is another", what)
		}
	}
	same("all", rows, sums)
	last := rows.Target.X.Slice(70, 80, 0, 4).(*mat.Dense)
	left, without := rows, sums
	left.Target = model.Domain{X: rows.Target.X.Slice(0, 70, 0, 4).(*mat.Dense), Y: rows.Target.Y[:70]}
	without.Target = model.Domain{X: left.Target.X, Y: left.Target.Y, N: 70, Sums: sums.Target.Sums.WithoutRows(rows, last, rows.Target.Y[70:])}
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

// Where the shift lies far from the mean, as of Gram matrices that others have made, digits are
// lost. A feature that is the sum of two others is still one, and the fit is that of the rows in
// the digits left.
func TestSumsFarFromShift(t *testing.T) {
	const n, apart = 200, 3333.3
	r := testutil.NewRand(4, 30)
	for _, mean := range []float64{0, apart} {
		rows := model.Data{Task: model.Regression, Source: model.Domain{X: mat.NewDense(n, 4, nil)}}
		shift := []float64{mean - apart, mean - apart, 2*mean - apart, 1}
		for i := range n {
			a, b := mean+r.NormFloat64(), mean+r.NormFloat64()
			rows.Source.X.SetRow(i, []float64{a, b, a + b, 1})
			rows.Source.Y = append(rows.Source.Y, a-b+r.NormFloat64())
		}
		rows.Target = rows.Source
		sums := rows
		sums.Source.Sums = model.SumsOf(rows, rows.Source.X, rows.Source.Y, shift)
		sums.Source.N = n
		sums.Target = sums.Source
		var fits [2]model.ClosedSolution
		var predicted [2]mat.Dense
		for i, data := range []model.Data{rows, sums} {
			fits[i] = solveData(t, data, model.Params{K: 4, KTilde: 4, Epochs: 1}).Closed
			predicted[i].Mul(rows.Source.X, fits[i].Weights)
		}
		want, got := fits[0], fits[1]
		const within = 1e3 * model.DoublePrecision * apart * apart
		if !want.RankDeficient || !got.RankDeficient || math.Abs(got.Condition-want.Condition) > within*want.Condition || model.Distance(&predicted[1], &predicted[0]) > within*mat.Norm(&predicted[0], 2) {
			t.Errorf("mean %g: condition %g, weights %v; of rows %g, %v", mean, got.Condition, got.Weights.RawMatrix().Data, want.Condition, want.Weights.RawMatrix().Data)
		}
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
	r := testutil.NewRand(2, 30)
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
	for _, far := range []float64{0, 1e4, 1e12} {
		p := newProblem(t, alone(rows, far))
		fit := solve(t, model.NewSolver(p), model.Params{K: 3, KTilde: 3, Epochs: 300}).Closed.Fit
		if got, want := fit.Source, fit.Target; far < 1e12 && (!(math.Abs(got.MSE-want.MSE) <= 1e-6*want.MSE) || got.Score != got.MSE || !math.IsNaN(got.R2)) {
			t.Errorf("%g from zero: %v, not the squared error of %v", far, got, want)
		}
		if mse := p.ScoreSource(mat.NewDense(3, 1, []float64{1, -1, -far})).MSE; math.IsNaN(mse) != (far == 1e12) {
			t.Errorf("%g from zero: the squared error that rounding leaves is %v", far, mse)
		}
	}
}

// Folds of sums are held out as folds of rows are.
func TestFoldsOfSums(t *testing.T) {
	testFoldsOfSums(t, 0)
	testFoldsOfSums(t, 1e5)
}

func testFoldsOfSums(t *testing.T, far float64) {
	r := testutil.NewRand(3, 30)
	rows := model.Data{Task: model.Regression, Source: sloping(r, 90)}
	for i := range 90 {
		rows.Source.X.Set(i, 0, rows.Source.X.At(i, 0)+far)
	}
	rows.Target = rows.Source
	sums := rows
	alone := func(d model.Domain) model.Domain {
		s := model.Domain{X: mat.DenseCopyOf(d.X.Slice(0, 1, 0, 3)), N: d.Rows()}
		s.Sums = model.SumsOf(rows, d.X, d.Y, mat.Row(nil, 0, rows.Source.X))
		s.Sums.NoRows = true
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
		want += solveData(t, rest, params).Descent.Validation.MSE / 3
	}
	p := newProblem(t, sums)
	grid := model.Grid{K: []int{2}, KTilde: []int{1}, Lambda: []float64{2}, Epochs: []int{50}, Base: params}
	v := testutil.Must(model.CrossValidate(context.Background(), p, grid, nil, nil))
	if got := v.Descent[0][0].Mean; math.Abs(got.MSE-want) > 1e-10 || v.Folds != 3 || v.Rows != 90 || !math.IsNaN(got.R2) {
		t.Errorf("%v of %d rows in %d folds, not %v", got, v.Rows, v.Folds, want)
	}
}
