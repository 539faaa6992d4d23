package shift

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
	"larui/model/testutil"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func matrix(rows [][]float64) *mat.Dense {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}

// All results agree with testdata/truth.py, which uses SciPy and scikit-learn.
func TestTruth(t *testing.T) {
	var truth struct {
		Pairs []struct {
			Source, Target                                           []float64
			Shift, Stretch, Distance, P, AUC, Low, High, MannWhitney float64
		}
		Adjusted    []float64
		Classifiers []struct {
			Source, Target, TestSource, TestTarget [][]float64
			AUC, MannWhitney                       float64
		}
		Along []struct {
			Source, Target, Weights [][]float64
			Shift, Error, Share     []float64
			Random                  float64
		}
	}
	testutil.ReadJSON(t, "testdata/truth.json", &truth)
	const rounding = 1e-10
	var all []*Difference
	for i, c := range truth.Pairs {
		r := measureSeparation(c.Source, c.Target)
		near(t, "AUC", r.AUC, c.AUC, rounding)
		near(t, "low", r.Low, c.Low, rounding)
		near(t, "high", r.High, c.High, rounding)
		near(t, "Mann and Whitney's p", r.P, c.MannWhitney, rounding)
		d := compareSamples(i, c.Source, c.Target)
		near(t, "shift", d.MeanDifference, c.Shift, rounding)
		near(t, "stretch", d.DeviationRatio, c.Stretch, rounding)
		near(t, "distance", d.Distance, c.Distance, rounding)
		near(t, "Kolmogorov and Smirnov's p", d.P, c.P, rounding)
		all = append(all, &d)
	}
	adjustByHolm(all)
	for i, d := range all {
		near(t, "Holm's p", d.Adjusted, truth.Adjusted[i], rounding)
	}
	for _, c := range truth.Classifiers {
		r := testutil.Must(fitClassifier(t.Context(), matrix(c.Source), matrix(c.Target), matrix(c.TestSource), matrix(c.TestTarget)))
		near(t, "the classifier's AUC", r.AUC, c.AUC, rounding)
		near(t, "the classifier's p", r.P, c.MannWhitney, rounding)
	}
	for _, c := range truth.Along {
		got := testutil.Must(MeanShifts(t.Context(), matrix(c.Source), matrix(c.Target), matrix(c.Weights)))
		for j, a := range got {
			near(t, "shift along weights", a.ScoreShift, c.Shift[j], rounding)
			near(t, "its error", a.StandardError, c.Error[j], rounding)
			near(t, "its share", a.Share, c.Share[j], 1e-7) // by a pseudo-inverse
			near(t, "a random share", a.Random, c.Random, rounding)
		}
	}
}

// made draws rows of d features that are mixed, with counts and binary features among them.
func made(random *rand.Rand, n, d int, mix *mat.Dense, change func(i int, z []float64)) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		z := make([]float64, d)
		for j := range z {
			z[j] = random.NormFloat64()
		}
		if change != nil {
			change(i, z)
		}
		row := x.RawRowView(i)
		for j := range row {
			for k, v := range z {
				row[j] += mix.At(j, k) * v
			}
		}
		row[0] = math.Round(row[0])
		if d > 3 {
			row[1] = map[bool]float64{true: 1}[row[1] > 0.5]
		}
	}
	return x
}

// Of 200 random pairs half are shifted, by means, scales or a correlation. Alarms on the others are
// at most the level, up to chance. Most shifts of a mean by two deviations are found.
func TestPower(t *testing.T) {
	shapes := [][3]int{{40, 60, 3}, {200, 150, 10}, {1000, 400, 20}, {60, 60, 80}, {400, 900, 5}}
	kinds := []string{"mean", "scale", "correlation"}
	random := testutil.NewRand(27, 5)
	alarms, found, pairs := 0, 0, 0
	for pair := range 200 {
		shape := shapes[pair%len(shapes)]
		n, m, d := shape[0], shape[1], shape[2]
		mix := mat.NewDense(d, d, nil)
		for j := range d {
			for k := range d {
				mix.Set(j, k, random.NormFloat64())
			}
		}
		kind, size := "", 0.0
		var change func(int, []float64)
		if pair%2 == 1 {
			kind, size = kinds[pair/2%3], []float64{0.25, 0.5, 1, 2}[pair/6%4]
			change = func(_ int, z []float64) {
				switch kind {
				case "mean":
					z[0] += size
				case "scale":
					z[0] *= 1 + size
				default:
					z[1] = (z[1] + size*z[0]) / math.Sqrt(1+size*size)
				}
			}
		}
		r := testutil.Must(TestShift(context.Background(), made(random, n, d, mix, nil), made(random, m, d, mix, change), uint64(pair)))
		if kind == "" && r.FindsShift() {
			alarms++
		}
		if kind == "mean" && size == 2 {
			pairs++
			if r.FindsShift() {
				found++
			}
		}
	}
	if alarms > 5 { // 5 %
		t.Errorf("%d alarms on 100 pairs of one distribution", alarms)
	}
	if found < pairs*3/4 {
		t.Errorf("of means two deviations apart %d of %d are found", found, pairs)
	}
}

// At 2000 pairs of equal distributions the share of alarms is below the level, with few, discrete
// and wide rows among them.
func TestLevel(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	random := testutil.NewRand(27, 6)
	alarms := 0
	const pairs = 2000
	for pair := range pairs {
		shape := [][3]int{{8, 8, 2}, {30, 20, 4}, {50, 200, 3}, {20, 20, 30}}[pair%4]
		mix := mat.NewDense(shape[2], shape[2], nil)
		for j := range shape[2] {
			mix.Set(j, j, 1)
			mix.Set(j, 0, 0.5)
		}
		r := testutil.Must(TestShift(context.Background(), made(random, shape[0], shape[2], mix, nil), made(random, shape[1], shape[2], mix, nil), uint64(pair)))
		if r.FindsShift() {
			alarms++
		}
	}
	t.Logf("%d alarms on %d pairs", alarms, pairs)
	if share := float64(alarms) / pairs; share > 1.5*SignificanceLevel { // chance exceeds this in one of 50 tests of 2000 pairs
		t.Errorf("alarms on %v of pairs of one distribution", share)
	}
}

// Leading directions agree with a singular value decomposition, also for more features than rows
// and for more features than leading decomposes.
func TestLeading(t *testing.T) {
	random := testutil.NewRand(27, 7)
	for _, shape := range [][2]int{{50, 6}, {20, 40}, {30, 1100}} {
		x := mat.NewDense(shape[0], shape[1], nil)
		for i := range shape[0] {
			for j := range shape[1] {
				x.Set(i, j, random.NormFloat64()/float64(1+j%7))
			}
		}
		v := testutil.Must(leadingVectors(t.Context(), 4, x))
		var svd mat.SVD
		svd.Factorize(x, mat.SVDThin)
		var want mat.Dense
		svd.VTo(&want)
		for j := range 4 {
			dot := mat.Dot(v.ColView(j), want.ColView(j))
			near(t, "a direction's cosine", math.Abs(dot), 1, 1e-9)
		}
	}
	if _, err := TestShift(t.Context(), mat.NewDense(7, 2, nil), mat.NewDense(9, 2, nil), 0); err == nil {
		t.Error("seven rows are tested")
	}
	// A feature with the same single value in both domains is left out. A feature with a single
	// value in the source has an infinite shift.
	same, target := mat.NewDense(20, 3, nil), mat.NewDense(20, 3, nil)
	for i := range 20 {
		same.SetRow(i, []float64{1, 2, float64(i)})
		target.SetRow(i, []float64{1, float64(i), float64(i)})
	}
	r, err := TestShift(t.Context(), same, target, 0)
	if err != nil || len(r.Features) != 2 || r.Features[0].Index != 1 || !math.IsInf(r.Features[0].MeanDifference, 1) || !r.FindsShift() {
		t.Errorf("%+v, %v", r, err)
	}
	// Columns that add up to one, each with its own scale, have one direction that is only
	// rounding.
	random = testutil.NewRand(27, 8)
	words := func() *mat.Dense {
		x := mat.NewDense(100, 4, nil)
		for i := range 100 {
			x.Set(i, random.IntN(3), 1.7)
			x.Set(i, 3, 1)
		}
		return x
	}
	r, err = TestShift(t.Context(), words(), words(), 0)
	if err != nil || len(r.Directions) != 3 || r.FindsShift() {
		t.Errorf("of words %d directions: %+v, %v", len(r.Directions), r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := TestShift(ctx, same, target, 0); err == nil {
		t.Error("it goes on when it is given up")
	}
}

// BenchmarkTest uses 100,000 rows of 100 features in each domain.
func BenchmarkTest(b *testing.B) {
	testutil.NoError(b, linalg.CheckKernel())
	random := testutil.NewRand(1, 1)
	draw := func() *mat.Dense {
		x := mat.NewDense(100_000, 100, nil)
		for i := range x.RawMatrix().Data {
			x.RawMatrix().Data[i] = random.NormFloat64()
		}
		return x
	}
	source, target := draw(), draw()
	for b.Loop() {
		if _, err := TestShift(context.Background(), source, target, 0); err != nil {
			b.Fatal(err)
		}
	}
}
