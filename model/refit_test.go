package model_test

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/must"
)

// stacked has the validation rows of data behind the source's, row by row.
func stacked(data model.Data) model.Data {
	var rows []float64
	n, d := 0, 0
	for _, domain := range []model.Domain{data.Source, data.Validation} {
		for i := range domain.Rows() {
			rows = append(rows, domain.X.RawRowView(i)...)
		}
		n += domain.Rows()
		_, d = domain.X.Dims()
	}
	data.Source = model.Domain{X: mat.NewDense(n, d, rows), Y: append(slices.Clone(data.Source.Y), data.Validation.Y...)}
	data.Validation = model.Domain{}
	return data
}

// The fit with the validation rows in it is that of the stacked rows by definition: the closed form by a
// plain eigendecomposition, no adaptation by the pseudo-inverse, descent by plain loops. Sums and blocks
// of the source come to the same.
func TestRefit(t *testing.T) {
	for seed, s := range shapes {
		if s.n+s.m < 5 || !s.full() && s.n > s.d {
			continue // solutions of deficient pairs hang on the numerical range
		}
		data, more := s.draw(newRand(uint64(seed))), s.draw(newRand(uint64(seed+100)))
		data.Validation = model.Domain{X: more.Target.X, Y: more.Target.Y}
		want, params := stacked(data), model.Params{K: 1, KTilde: 1, Lambda: 2, L2: 0.5, Epochs: 30}
		naive := newNaive(t, want, params)
		forms := map[string]model.Data{"rows": data}
		if s.n > s.d {
			sums, blocks := data, data
			sums.Source, blocks.Source = summed(data, data.Source, s.n/2), inBlocks(data.Source, 7)
			forms["sums"], forms["blocks"] = sums, blocks
		}
		for form, data := range forms {
			validation := mat.DenseCopyOf(data.Validation.X)
			refit := data.Refit()
			p := newProblem(t, refit)
			solution := solve(t, model.NewSolver(p), params)
			if apart := distance(solution.Closed.Weights, naive.solve(t).w); apart > 1e-8*mat.Norm(naive.solve(t).w, 2) {
				t.Errorf("%s of %s: the closed form is %g away", form, s.name, apart)
			}
			plain := plainDescent(naive.a, naive.b, 2*solution.Descent.Rate/float64(want.Source.Rows()), params, []int{params.Epochs})[0]
			if apart := distance(solution.Descent.Weights, plain); apart > 1e-8*mat.Norm(plain, 2) {
				t.Errorf("%s of %s: descent is %g away", form, s.name, apart)
			}
			if e := solution.Descent.Evaluation; p.Src.N != s.n+s.m || !near(e.Target.MSE, mse(want, want.Target, plain), 1e-8) || e.Validation.MSE == e.Validation.MSE {
				t.Errorf("%s of %s: %d rows, target %v, validation %v", form, s.name, p.Src.N, e.Target.MSE, e.Validation.MSE)
			}
			if data.Validation.Rows() != s.m || !mat.Equal(validation, data.Validation.X) || refit.Refitted != s.m {
				t.Errorf("%s of %s: the validation rows were changed", form, s.name)
			}
		}
	}
}

// Rows that are held out of such a fit are the source's own, those that would be without the others in it;
// of sums, folds leave the validation rows in the fit.
func TestRefitHeldOut(t *testing.T) {
	s := shape{n: 40, m: 30, d: 5, task: model.Regression}
	data := s.draw(newRand(3))
	data.Validation = s.draw(newRand(4)).Target
	folds := newProblem(t, data).Folds(1, nil, 1000)
	p := newProblem(t, data.Refit())
	if got := p.Folds(1, nil, 1000); fmt.Sprint(got) != fmt.Sprint(folds) {
		t.Errorf("%v, want %v", got, folds)
	}
	rest := must.Have(p.Without(t.Context(), folds[0]))
	without := data
	var x []float64
	var y []float64
	for i := range s.n {
		if !slices.Contains(folds[0], i) {
			x, y = append(x, data.Source.X.RawRowView(i)...), append(y, data.Source.Y[i])
		}
	}
	without.Source = model.Domain{X: mat.NewDense(len(y), s.d, x), Y: y}
	var gram mat.Dense
	all := stacked(without).Source.X
	gram.Mul(all.T(), all)
	if !mat.EqualApprox(rest.Src.Gram, &gram, 1e-10) || rest.Src.N != len(y)+s.m {
		t.Errorf("without a fold there are %d rows with moments\n%v", rest.Src.N, mat.Formatted(rest.Src.Gram))
	}

	alone := data
	alone.Source = summed(data, data.Source, 1)
	alone.Source.Y, alone.Source.Sums.NoRows = nil, true
	alone.Source.Sums.Folds = []model.Domain{{N: 12}}
	refit := alone.Refit().Source
	var more mat.Dense
	more.Stack(data.Source.X, data.Validation.X)
	gram.Mul(more.T(), &more)
	if refit.Rows() != 1 || refit.N != s.n+s.m || !mat.EqualApprox(must.Have(model.Moments(t.Context(), alone.Refit())).Gram, &gram, 1e-10) || len(refit.Sums.Folds) != 1 {
		t.Errorf("sums without rows: %d of %d, folds %v", refit.Rows(), refit.N, refit.Sums.Folds)
	}
}
