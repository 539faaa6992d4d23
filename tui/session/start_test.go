package session

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

// A made problem is two domains of Gaussian classes: the features of the target are turned,
// moved by shift deviations and of other shares; all are mixed and then scaled up to fold
// times apart. rare is the share of the first class.
type made struct {
	d, classes, n           int
	fold, shift, turn, rare float64
}

// domain draws n rows and their classes.
func (m made) domain(rng *rand.Rand, centres, mix *mat.Dense, scales []float64, target bool) (*mat.Dense, []int) {
	x, classes := mat.NewDense(m.n, m.d, nil), make([]int, m.n)
	for i := range m.n {
		class := rng.IntN(m.classes)
		if m.rare > 0 && !target {
			class = 0
			if rng.Float64() > m.rare {
				class = 1 + rng.IntN(m.classes-1)
			}
		}
		classes[i] = class
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64() + centres.At(class, j)
		}
		if target {
			a, b := row[0], row[1]
			row[0], row[1] = math.Cos(m.turn)*a-math.Sin(m.turn)*b, math.Sin(m.turn)*a+math.Cos(m.turn)*b
		}
	}
	var mixed mat.Dense
	mixed.Mul(x, mix)
	for i := range m.n {
		for j, scale := range scales {
			v := mixed.At(i, j) + 1
			if target {
				v += m.shift * math.Sin(float64(j))
			}
			mixed.Set(i, j, v*scale)
		}
	}
	return &mixed, classes
}

// files writes the domains as CSV, the source's with labels, and returns the spec that
// opens them, the source and the target and their classes.
func (m made) files(t *testing.T, seed uint64) (spec datasets.Spec, x [2]*mat.Dense, classes [2][]int) {
	rng := rand.New(rand.NewPCG(13, seed))
	centres, mix, scales := mat.NewDense(m.classes, m.d, nil), mat.NewDense(m.d, m.d, nil), make([]float64, m.d)
	for j := range m.d {
		for class := range m.classes {
			centres.Set(class, j, 2*rng.NormFloat64()/math.Sqrt(float64(m.d)))
		}
		for i := range m.d {
			mix.Set(i, j, 0.4*rng.NormFloat64()/math.Sqrt(float64(m.d)))
		}
		mix.Set(j, j, mix.At(j, j)+1)
		scales[j] = math.Pow(m.fold, rng.Float64())
	}
	scales[0], scales[m.d-1] = 1, m.fold
	spec = defaultSpec(datasets.FilesName)
	spec.Cache = ""
	for side, path := range []*string{&spec.Source, &spec.Target} {
		x[side], classes[side] = m.domain(rng, centres, mix, scales, side == 1)
		var text strings.Builder
		for j := range m.d {
			fmt.Fprintf(&text, "f%d,", j)
		}
		text.WriteString([]string{"y\n", "\n"}[side])
		for i, class := range classes[side] {
			for j := range m.d {
				fmt.Fprintf(&text, "%v,", x[side].At(i, j))
			}
			text.WriteString([]string{string(rune('a' + class)), ""}[side] + "\n")
		}
		table := text.String()
		if side == 1 {
			table = strings.ReplaceAll(table, ",\n", "\n")
		}
		*path = testutil.WriteFile(t, "table.csv", table)
	}
	return spec, x, classes
}

// leastSquares returns the classes that least squares on the standardized source predicts
// for the target, by a singular value decomposition of the features.
func leastSquares(t *testing.T, x [2]*mat.Dense, labels []int, classes int) []int {
	n, d := x[0].Dims()
	var sides [2]*mat.Dense
	for side := range sides {
		rows, _ := x[side].Dims()
		sides[side] = mat.NewDense(rows, d+1, nil)
		for j := range d {
			mean, deviation := stat.PopMeanStdDev(mat.Col(nil, j, x[0]), nil)
			for i := range rows {
				sides[side].Set(i, j, (x[side].At(i, j)-mean)/deviation)
				sides[side].Set(i, d, 1)
			}
		}
	}
	y := mat.NewDense(n, classes, nil)
	for i, class := range labels {
		for j := range classes {
			y.Set(i, j, -1)
		}
		y.Set(i, class, 1)
	}
	var svd mat.SVD
	var w, scores mat.Dense
	if !svd.Factorize(sides[0], mat.SVDThin) {
		t.Fatal("no singular value decomposition")
	}
	svd.SolveTo(&w, y, svd.Rank(1e-12))
	scores.Mul(sides[1], &w)
	predicted := make([]int, n)
	for i := range predicted {
		row := scores.RawRowView(i)
		predicted[i] = slices.Index(row, slices.Max(row))
	}
	return predicted
}

// What opens of files whose target has no labels is no adaptation as a setting of LAR, and
// predicts the target as least squares does that is solved another way: never three points
// of accuracy below it, judged by labels that are in neither file.
func TestFilesOpenAtNoAdaptation(t *testing.T) {
	testutil.SkipInShort(t)
	for i, m := range []made{
		{d: 3, classes: 2, n: 300}, {d: 3, classes: 2, n: 1000, fold: 300}, {d: 5, classes: 3, n: 500, fold: 1e4, shift: 1},
		{d: 6, classes: 2, n: 2000, fold: 100, turn: 0.6}, {d: 8, classes: 5, n: 800, shift: 0.5}, {d: 10, classes: 2, n: 400, rare: 0.1},
		{d: 12, classes: 2, n: 2000, fold: 300}, {d: 12, classes: 2, n: 2000, fold: 3000, shift: 1, turn: 0.4},
		{d: 12, classes: 3, n: 1000, rare: 0.05, fold: 30}, {d: 15, classes: 4, n: 600, turn: 0.8}, {d: 20, classes: 2, n: 200, fold: 1000},
		{d: 20, classes: 5, n: 1500, fold: 10, shift: 2}, {d: 30, classes: 2, n: 500, turn: 1, rare: 0.2}, {d: 40, classes: 3, n: 400, fold: 300, shift: 0.3},
		{d: 50, classes: 2, n: 1000, fold: 1e4}, {d: 64, classes: 4, n: 500, rare: 0.1, turn: 0.3}, {d: 100, classes: 2, n: 300, fold: 50},
		{d: 120, classes: 5, n: 600, fold: 1000, shift: 0.5}, {d: 200, classes: 2, n: 500, fold: 300, turn: 0.5}, {d: 300, classes: 3, n: 500, fold: 100},
	} {
		m.fold = max(1, m.fold)
		spec, x, classes := m.files(t, uint64(i))
		s := mustOpen(t, spec, nil)
		state, err := s.StartStateWith(OptionSet{})
		if err != nil || !state.Equal(s.StartState()) {
			t.Fatalf("%+v: %+v, %v", m, state, err)
		}
		solution := testutil.Must(model.NewSolver(s.Problem).Endpoints(context.Background(), state.Params))
		right := func(predicted func(i int) int) (points float64) {
			for i, class := range classes[1] {
				if predicted(i) == class {
					points += 100 / float64(m.n)
				}
			}
			return points
		}
		predicted := s.Problem.Task.Predict(s.Problem.TargetScores(solution.Descent.Weights))
		opens := right(func(i int) int { return s.Problem.Task.Class(predicted[i]) })
		solved := leastSquares(t, x, classes[0], m.classes)
		want := right(func(i int) int { return solved[i] })
		t.Logf("%2d %+v: opens at %.1f %%, least squares %.1f %%, %d epochs", i+1, m, opens, want, state.Params.Epochs)
		if opens < want-3 {
			t.Errorf("%+v: opens at %v, least squares is right on %v", m, opens, want)
		}
		if !mat.Equal(solution.Descent.Weights, solution.None.Weights) || solution.Signs.Changed != 0 {
			t.Errorf("%+v: what opens is not no adaptation", m)
		}
		if _, unequal := s.ScaleWarning(); unequal && m.fold <= 10 || !unequal && m.fold >= 300 {
			t.Errorf("%+v: scales are warned of: %v", m, unequal)
		}
	}
}

// Where the target has fewer directions than features, λ still has one to weigh at the start.
func TestStartLeavesADirection(t *testing.T) {
	for _, n := range []int{2, 3, 5, 8} {
		s := mustOpen(t, fileSpec(t, n, 9), nil)
		if k, rank := s.StartState().Params.KTilde, s.Problem.Tgt.Rank; k >= rank && rank > 1 {
			t.Errorf("%d rows: k̃ = %d of %d directions", n, k, rank)
		}
	}
}

// The scale that Columns auto proposes is the scale of the session, so that commands, titles and
// scripts name it.
func TestProposedScale(t *testing.T) {
	testutil.SkipInShort(t)
	m := made{d: 3, classes: 2, n: 300, fold: 300}
	for columns, fit := range map[string]datasets.ScaleFit{"given": datasets.FitNone, "auto": datasets.FitSource} {
		spec, _, _ := m.files(t, 1)
		spec.Columns = columns
		s := mustOpen(t, spec, nil)
		if s.Spec.Standardize != fit || s.StartState().Spec.Standardize != fit {
			t.Errorf("%s: %v", columns, s.Spec.Standardize)
		}
	}
}

// Training to the end is least squares, also of features that differ 300-fold.
func TestToTheEnd(t *testing.T) {
	testutil.SkipInShort(t)
	m := made{d: 5, classes: 2, n: 400, fold: 300}
	spec, _, _ := m.files(t, 2)
	s := mustOpen(t, spec, nil)
	params := s.StartState().Params
	epochs, _ := OptionByName("epochs")
	state := testutil.Must(epochs.Set(State{Params: params}, "end"))
	testutil.Equal(t, epochs.Get(state), "end", "what is set")
	testutil.Equal(t, state.Params.Epochs, ToTheEnd, "the end")
	solution := testutil.Must(model.NewSolver(s.Problem).Endpoints(context.Background(), state.Params))
	var apart mat.Dense
	apart.Sub(solution.None.Weights, solution.Closed.Weights)
	if far := mat.Norm(&apart, 2) / mat.Norm(solution.Closed.Weights, 2); !(far < 1e-6) {
		t.Errorf("%g of the weights of least squares away", far)
	}
}
