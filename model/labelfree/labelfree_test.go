package labelfree

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// tolerance is that of the truths: what any sound order of summation stays within.
const tolerance = 1e-9

type rated struct {
	JLA    *float64
	Vetoed bool
}

func (r rated) value() float64 {
	if r.JLA == nil {
		return math.NaN()
	}
	return *r.JLA
}

func near(got, want float64) bool {
	return math.Abs(got-want) <= tolerance || math.IsNaN(got) && math.IsNaN(want)
}

// columns reads a file of numbers, by the names of its columns.
func columns(t *testing.T, name string) (names []string, values map[string][]float64) {
	t.Helper()
	file := testutil.Must(os.Open(filepath.Join("testdata", name)))
	defer file.Close()
	rows := testutil.Must(csv.NewReader(file).ReadAll())
	values = map[string][]float64{}
	for _, row := range rows[1:] {
		for j, text := range row {
			v := testutil.Must(strconv.ParseFloat(text, 64))
			values[rows[0][j]] = append(values[rows[0][j]], v)
		}
	}
	return rows[0], values
}

// domain reads one of three classes, with a constant feature where bias is set.
func domain(t *testing.T, name string, bias bool) model.Domain {
	t.Helper()
	names, values := columns(t, name)
	y := values["label"]
	names = slices.DeleteFunc(names, func(name string) bool { return name == "label" })
	d := len(names)
	if bias {
		d++
	}
	x := mat.NewDense(len(y), d, nil)
	for i := range y {
		for j := range d {
			x.Set(i, j, 1)
			if j < len(names) {
				x.Set(i, j, values[names[j]][i])
			}
		}
	}
	return model.Domain{X: x, Y: y}
}

func mustRater(t testing.TB, data model.Data) *Rater {
	t.Helper()
	return testutil.Must(NewRater(t.Context(), testutil.Must(model.NewProblem(t.Context(), data))))
}

// wide appends so many features to a domain that are all zero: they change nothing but
// the way in which it is decomposed.
func wide(d model.Domain, more int) model.Domain {
	n, width := d.X.Dims()
	x := mat.NewDense(n, width+more, nil)
	x.Slice(0, n, 0, width).(*mat.Dense).Copy(d.X)
	d.X = x
	return d
}

// Every value and veto of the problems in files, computed independently in extended
// precision, both from B and from ZZᵀ.
func TestTruth(t *testing.T) {
	var truth struct {
		CSV map[string]struct {
			VetoBelow   float64
			Predictions map[string]struct {
				rated
				A             map[string]float64
				SmallestShare float64
			}
		}
	}
	testutil.ReadJSON(t, "testdata/truth.json", &truth)
	if len(truth.CSV) != 5 {
		t.Fatalf("%d problems", len(truth.CSV))
	}
	for name, want := range truth.CSV {
		files, bias := name, name == "duplicate-bias"
		if bias {
			files = "duplicate"
		}
		data := model.Data{Task: model.MultiClass, Classes: 3,
			Source: domain(t, files+"-source.csv", bias), Target: domain(t, files+"-target.csv", bias)}
		_, sets := columns(t, files+"-predictions.csv")
		sets["truth"] = data.Target.Y
		for _, more := range []int{0, 150} {
			data.Source, data.Target = wide(data.Source, more), wide(data.Target, more)
			rater := mustRater(t, data)
			if !near(rater.VetoBelow, want.VetoBelow) {
				t.Errorf("%s: vetoed below %v, want %v", name, rater.VetoBelow, want.VetoBelow)
			}
			for set, want := range want.Predictions {
				r := rater.RatePredictions(sets[set], 1)
				if !near(r.JLA, want.value()) || r.Vetoed != want.Vetoed || !near(r.SmallestShare, want.SmallestShare) {
					t.Errorf("%s, %s, %d features more: %+v, want %v, vetoed %t, share %v",
						name, set, more, r, want.value(), want.Vetoed, want.SmallestShare)
				}
				if want.A == nil {
					continue
				}
				predicted := newClassAssignment(data.Task, sets[set], 3)
				for i, a := range rater.cumulativeAlignment(rater.target.sumByClass(predicted), predicted) {
					if !near(a, want.A[strconv.Itoa(1<<i)]) {
						t.Errorf("%s, %s: A(%d) = %v, want %v", name, set, 1<<i, a, want.A[strconv.Itoa(1<<i)])
					}
				}
			}
		}
	}
}

// Random problems of two to four classes, wide and narrow, against ½‖U_jᵀL‖² from the
// singular value decomposition of Z, which forms no moments.
func TestAgainstSVD(t *testing.T) {
	testutil.SkipInShort(t)
	for seed, shape := range [][]int{{40, 30, 6, 2}, {40, 30, 6, 3}, {12, 9, 50, 2}, {30, 500, 20, 4}, {600, 500, 600, 2}} {
		n, m, d, classes := shape[0], shape[1], shape[2], shape[3]
		random := testutil.NewRand(uint64(seed), 1)
		draw := func(rows int) model.Domain {
			x, y := mat.NewDense(rows, d, nil), make([]float64, rows)
			for i := range y {
				class := i % classes
				y[i] = float64(class)
				if classes == 2 {
					y[i] = 2*y[i] - 1
				}
				for j := range d {
					x.Set(i, j, 3+random.NormFloat64()*float64(1+j%7)+float64(class*(j%2)))
				}
			}
			return model.Domain{X: x, Y: y}
		}
		data := model.Data{Task: model.MultiClass, Classes: classes, Source: draw(n), Target: draw(m)}
		if classes == 2 {
			data.Task = model.Binary
		}
		predicted := slices.Clone(data.Target.Y)
		random.Shuffle(m/2, func(i, j int) { predicted[i], predicted[j] = predicted[j], predicted[i] })

		z, l := mat.NewDense(n+m, d, nil), mat.NewDense(n+m, classes, nil)
		put := func(from int, x *mat.Dense, labels []float64) {
			rows := len(labels)
			oneHot := mat.NewDense(rows, classes, nil)
			for i, label := range labels {
				oneHot.Set(i, data.Task.Class(label), 1)
			}
			for _, part := range []struct{ to, of *mat.Dense }{{z, x}, {l, oneHot}} {
				_, width := part.of.Dims()
				to := part.to.Slice(from, from+rows, 0, width).(*mat.Dense)
				for j := range width {
					mean := mat.Sum(part.of.ColView(j)) / float64(rows)
					for i := range rows {
						to.Set(i, j, part.of.At(i, j)-mean)
					}
				}
				to.Scale(1/mat.Norm(to, 2), to)
			}
		}
		put(0, data.Source.X, data.Source.Y)
		put(n, data.Target.X, predicted)
		var svd mat.SVD
		var u mat.Dense
		svd.Factorize(z, mat.SVDThinU)
		svd.UTo(&u)
		rank := 0
		for _, sigma := range svd.Values(nil) {
			if sigma*sigma > negligible*svd.Values(nil)[0]*svd.Values(nil)[0] {
				rank++
			}
		}
		want := 0.0
		for rung := 1; rung <= maxDirections; rung *= 2 {
			var along mat.Dense
			along.Mul(u.Slice(0, n+m, 0, min(rung, rank)).T(), l)
			want += math.Pow(mat.Norm(&along, 2), 2) / 2 / alignmentCount
		}
		if got := mustRater(t, data).RatePredictions(predicted, 1); !near(got.JLA, want) || got.Vetoed {
			t.Errorf("%v: %+v, want %v", shape, got, want)
		}
	}
}

func TestChoices(t *testing.T) {
	var truth struct {
		Choices []struct {
			Why    string
			None   rated
			Cells  []rated
			Choice *int
		}
	}
	testutil.ReadJSON(t, "testdata/truth.json", &truth)
	if len(truth.Choices) < 10 {
		t.Fatalf("%d choices", len(truth.Choices))
	}
	for _, c := range truth.Choices {
		var cells []Candidate
		for _, cell := range c.Cells {
			cells = append(cells, Candidate{cell.value(), cell.Vetoed})
		}
		want := -1
		if c.Choice != nil {
			want = *c.Choice
		}
		if got, _, why := Choose(Candidate{c.None.value(), c.None.Vetoed}, cells, Margin); got != want || (got >= 0) != (why < TooClose) {
			t.Errorf("%s: %d for reason %d, want %d", c.Why, got, why, want)
		}
	}
}

// Target alignment is what the left singular vectors of the target hold of the
// predictions, and not known beyond its rank.
func TestTargetAlignment(t *testing.T) {
	for name, rank := range map[string]int{"plain": 6, "duplicate": 8} {
		data := model.Data{Task: model.MultiClass, Classes: 3,
			Source: domain(t, name+"-source.csv", true), Target: domain(t, name+"-target.csv", true)}
		m, d := data.Target.X.Dims()
		var svd mat.SVD
		var u mat.Dense
		svd.Factorize(data.Target.X, mat.SVDThinU)
		svd.UTo(&u)
		oneHot := mat.NewDense(m, 3, nil)
		for i, label := range data.Target.Y {
			oneHot.Set(i, int(label), 1)
		}
		for class := range 3 {
			mean := mat.Sum(oneHot.ColView(class)) / float64(m)
			for i := range m {
				oneHot.Set(i, class, oneHot.At(i, class)-mean)
			}
		}
		rater, norm := mustRater(t, data), mat.Norm(oneHot, 2)
		for kTilde := 1; kTilde <= d; kTilde++ {
			var along mat.Dense
			along.Mul(u.Slice(0, m, 0, kTilde).T(), oneHot)
			want := math.Pow(mat.Norm(&along, 2)/norm, 2)
			if kTilde > rank {
				want = math.NaN()
			}
			if got := rater.RatePredictions(data.Target.Y, kTilde).TargetAlignment; !near(got, want) {
				t.Errorf("%s: target alignment at k̃ = %d is %v, want %v", name, kTilde, got, want)
			}
		}
	}
}

// Where only some rows are held, the rater goes by these.
func TestHeldRows(t *testing.T) {
	data := model.Data{Task: model.MultiClass, Classes: 3, Source: domain(t, "plain-source.csv", true), Target: domain(t, "plain-target.csv", true)}
	want := mustRater(t, data).RatePredictions(data.Target.Y, 2)
	for _, domain := range []*model.Domain{&data.Source, &data.Target} {
		held := *domain
		domain.N = 2 * held.Rows()
		domain.Blocks = func(_ context.Context, visit func(x *mat.Dense, y []float64) error) error {
			return cmp.Or(visit(held.X, held.Y), visit(held.X, held.Y))
		}
	}
	got := mustRater(t, data).RatePredictions(data.Target.Y, 2)
	if !near(got.JLA, want.JLA) || !near(got.TargetAlignment, want.TargetAlignment) || got.Vetoed {
		t.Errorf("all rows twice: %+v, once %+v", got, want)
	}
}

func TestUnknown(t *testing.T) {
	data := model.Data{Task: model.MultiClass, Classes: 3, Source: domain(t, "plain-source.csv", true), Target: domain(t, "plain-target.csv", true)}
	if r := mustRater(t, data).RateWeights(nil, 1); !math.IsNaN(r.JLA) || !math.IsNaN(r.TargetAlignment) || !r.Vetoed {
		t.Errorf("without weights: %+v", r)
	}
	// A single class of 49 rows: 49·(1/49) is not 1.
	all := data
	all.Target = model.Domain{X: data.Target.X.Slice(0, 49, 0, 6).(*mat.Dense)}
	if r := mustRater(t, all).RatePredictions(make([]float64, 49), 1); !math.IsNaN(r.JLA) || !math.IsNaN(r.TargetAlignment) || !r.Vetoed {
		t.Errorf("a single class: %+v", r)
	}
	// A target without spread has target alignment of a constant alone.
	still := data
	still.Target = model.Domain{X: mat.NewDense(2, 6, []float64{1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6})}
	if r := mustRater(t, still).RatePredictions([]float64{0, 1}, 1); !math.IsNaN(r.JLA) || !near(r.TargetAlignment, 0) || !r.Vetoed {
		t.Errorf("without spread: %+v", r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	problem := mustRater(t, data).problem
	if _, err := NewRater(ctx, problem); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	data.Task = model.Regression
	problem, err := model.NewProblem(t.Context(), data)
	if err == nil {
		_, err = NewRater(t.Context(), problem)
	}
	if !errors.Is(err, ErrRegression) {
		t.Errorf("a regression: %v", err)
	}
}

func TestStability(t *testing.T) {
	grid := model.Grid{K: []int{1, 2}, KTilde: []int{1}, Lambda: []float64{0, 1, 2}}
	unknown := math.NaN()
	for _, c := range []struct {
		predictions [][]float64
		want        []float64
	}{
		{[][]float64{{1, 1}, {1, 2}, {2, 2}, {1, 1}, {1, 1}, {2, 2}}, []float64{0.25, 0.5, 0.25, 0, 0.5, 0.5}},
		{[][]float64{{1, 1}, nil, {2, 2}, nil, {1, 1}, nil}, []float64{unknown, unknown, unknown, unknown, unknown, unknown}},
	} {
		got := NeighbourDisagreement(grid, c.predictions)
		for i, want := range c.want {
			if !near(got[i], want) {
				t.Errorf("%v: cell %d is %v, want %v", c.predictions, i, got[i], want)
			}
		}
	}
}
