package rivals

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// matrixOf returns the matrix of the rows, with a constant before its last column if one is wanted.
func matrixOf(rows [][]float64, constant float64) *mat.Dense {
	var x *mat.Dense
	for i, r := range rows {
		r = slices.Clone(r)
		if constant != 0 {
			r = slices.Insert(r, len(r)-1, constant)
		}
		if x == nil {
			x = mat.NewDense(len(rows), len(r), nil)
		}
		x.SetRow(i, r)
	}
	return x
}

// The methods that embed rows agree with scikit-learn, skada, POT and SciPy (testdata/linear.py) on
// all tasks, with a constant and without. The constant may be any number in any column.
func TestLinearMethodsAgainstLibraries(t *testing.T) {
	var pairs []struct {
		Task     string
		Constant bool
		X, Other [][]float64
		Y        []float64
		Cases    []struct {
			Method         string
			Hyper          Hyper
			Source, Target [][]float64
		}
	}
	testutil.ReadJSON(t, "testdata/linear.json", &pairs)
	met := map[string]int{}
	for _, pair := range pairs {
		constant := 0.0
		if pair.Constant {
			constant = 2.5
		}
		p := model.Data{Source: model.Domain{X: matrixOf(pair.X, constant), Y: pair.Y}, Target: model.Domain{X: matrixOf(pair.Other, constant)}}
		for _, task := range []model.Task{model.Binary, model.MultiClass, model.Regression} {
			if task.String() == pair.Task {
				p.Task = task
			}
		}
		if p.Task == model.MultiClass {
			p.Classes = 3
		}
		for _, c := range pair.Cases {
			all := Methods()
			m := all[slices.IndexFunc(all, func(m Method) bool { return m.Command == c.Method })]
			got := trained(t, m, p, c.Hyper, 0)
			met[c.Method]++
			for i, side := range []struct {
				scores *mat.Dense
				want   [][]float64
			}{{got.Scores(p.Target.X), c.Target}, {SourceScores(got)(p.Source.X), c.Source}} {
				for r, want := range side.want {
					for j, v := range want {
						if difference := math.Abs(side.scores.At(r, j) - v); !(difference <= 1e-9*max(1, math.Abs(v))) {
							t.Errorf("%s %s, %+v, constant %t, domain %d, row %d: %v, want %v (%.1g apart)",
								pair.Task, c.Method, c.Hyper, pair.Constant, i, r, side.scores.At(r, j), v, difference)
						}
					}
				}
			}
			w, source := got.(WeightedClassifier).Weights()
			if !mat.EqualApprox(linearClassifier{w}.Scores(p.Target.X), got.Scores(p.Target.X), 1e-12) || !mat.EqualApprox(linearClassifier{source}.Scores(p.Source.X), SourceScores(got)(p.Source.X), 1e-12) {
				t.Errorf("%s: weights do not score as it does", c.Method)
			}
		}
	}
	for _, m := range Methods() {
		if m.Variant == "closed form" && m.Command != "ridge" && met[m.Command] == 0 {
			t.Errorf("%s is not compared", m.Name)
		}
	}
}

// If all kernels are equal, all rows count equally: KLIEP at coefficient 0, and on domains that do
// not differ, is a ridge regression. Far from the source it has no weights, and importance
// weighting by a discriminator with hardly a penalty has none.
func TestKLIEPAtItsEnds(t *testing.T) {
	x := matrixOf([][]float64{{1, 2}, {3, 1}, {2, 5}, {-1, 0}}, 1)
	p := model.Data{Task: model.Regression, Source: model.Domain{X: x, Y: []float64{1, 2, 3, 5}}, Target: model.Domain{X: x}}
	flat := trained(t, KLIEP(), p, Hyper{L2: 1}, 0)
	same := trained(t, SubspaceAlignment(), p, Hyper{L2: 1, Components: 2}, 0)
	if !mat.EqualApprox(flat.Scores(x), same.Scores(x), 1e-9) {
		t.Errorf("%v, a ridge regression scores %v", mat.Formatted(flat.Scores(x)), mat.Formatted(same.Scores(x)))
	}
	far := p
	far.Target.X = matrixOf([][]float64{{900, 900}, {901, 900}}, 1)
	for _, m := range []Method{KLIEP(), ImportanceWeighting()} {
		refused(t, ErrDiverged, m, far, Hyper{L2: 1, Coefficient: 1e4, Shrink: 1e-12})
	}
}

// Transfer components work with features whose sizes differ by seven powers of ten, and their
// fourth powers by twenty-eight.
func TestTransferComponentsOfUnlikeScale(t *testing.T) {
	random := testutil.NewRand(1, 2)
	domain := func(shift float64) (x *mat.Dense, y []float64) {
		const n, d = 40, 8
		x = mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, math.Pow(10, 3-float64(j))*(random.NormFloat64()+shift))
			}
			y = append(y, x.At(i, 0)/1e3)
		}
		return x, y
	}
	x, y := domain(0)
	target, want := domain(1)
	p := model.Data{Task: model.Regression, Source: model.Domain{X: x, Y: y}, Target: model.Domain{X: target}}
	scores := trained(t, TransferComponents(), p, Hyper{L2: 1e-3, Coefficient: 1, Components: 8}, 0).Scores(target)
	for i, label := range want {
		if !(math.Abs(scores.At(i, 0)-label) < 2) {
			t.Fatalf("row %d scores %v, its label is %v", i, scores.At(i, 0), label)
		}
	}
}
