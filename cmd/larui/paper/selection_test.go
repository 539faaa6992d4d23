package paper

import (
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

// A draw sets aside as many rows as it was asked for, always the same ones, and has
// all others scored or those that follow.
func TestDraw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 500).Draw(t, "n")
		size, apart := rapid.IntRange(0, n).Draw(t, "size"), rapid.IntRange(0, 9).Draw(t, "apart")
		seed := rapid.Uint64().Draw(t, "seed")
		d := drawRows(n, size, apart, seed)
		if again := drawRows(n, size, apart, seed); !reflect.DeepEqual(d, again) {
			t.Fatal("two draws of one seed differ")
		}
		from, want := 0, n-size
		if apart > 0 {
			from, want = n, apart
		}
		rows := map[int]bool{}
		for _, i := range d.validation {
			rows[i] = i >= 0 && i < n
		}
		for _, i := range d.test {
			rows[i] = i >= from && i < n+apart
		}
		if len(d.validation) != size || len(d.test) != want || len(rows) != size+want || slices.Contains(slices.Collect(maps.Values(rows)), false) {
			t.Fatalf("%d of %d rows are set aside, %d scored: %v", size, n, want, d)
		}
	})
}

// The choice is the last of the best by the rows set aside; the others never
// matter to it.
func TestChoose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n, aside = 30, 10
		d := drawRows(n, aside, 0, rapid.Uint64().Draw(t, "seed"))
		var all []candidate
		for i := range rapid.IntRange(1, 12).Draw(t, "candidates") {
			all = append(all, candidate{K: i, correct: rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "right")})
		}
		got := d.chooseBest(all)

		share := func(c candidate, validation bool) float64 {
			count, right := 0.0, 0.0
			for i, r := range c.correct {
				if slices.Contains(d.validation, i) != validation {
					continue
				}
				count++
				if r {
					right++
				}
			}
			return right / count
		}
		best := math.Inf(-1)
		for _, c := range all {
			best = max(best, share(c, true))
		}
		var ties []candidate
		for _, c := range all {
			if share(c, true) == best {
				ties = append(ties, c)
			}
		}
		var mean float64
		for _, c := range ties {
			mean += share(c, false) / float64(len(ties))
		}
		last := ties[len(ties)-1]
		if got.K != last.K || got.Validation != best || got.Test != share(last, false) || got.First != share(ties[0], false) ||
			got.Ties != len(ties) || math.Abs(got.Mean-mean) > 1e-12 {
			t.Fatalf("%+v of %d ties, want k = %d, mean %v", got, len(ties), last.K, mean)
		}

		for _, c := range all {
			for _, i := range d.test {
				c.correct[i] = !c.correct[i]
			}
		}
		if other := d.chooseBest(all); other.K != got.K {
			t.Fatal("the choice follows the rows that it is scored on")
		}
	})
}

// Subsampling keeps one digit whole and the share of each other one.
func TestSubsample(t *testing.T) {
	const each = 40
	d := model.Domain{X: mat.NewDense(10*each, 1, nil), Y: make([]float64, 10*each)}
	for i := range d.Y {
		d.Y[i] = float64(i % 10)
		d.X.Set(i, 0, float64(i))
	}
	for _, ratio := range []float64{0.3, 0.2, 0.1} {
		for whole := range 10 {
			kept := subsample(d, whole, ratio)
			var counts [10]int
			for i, label := range kept.Y {
				counts[int(label)]++
				if from := int(kept.X.At(i, 0)); d.Y[from] != label || i > 0 && kept.X.At(i, 0) <= kept.X.At(i-1, 0) {
					t.Fatalf("row %d is row %d with the label %v", i, from, label)
				}
			}
			for digit, count := range counts {
				want := int(math.Round(ratio * each))
				if digit == whole {
					want = each
				}
				testutil.Equal(t, count, want, ratio, whole, digit)
			}
		}
	}
}

// Of a classification the first two classes are left, of a regression all rows; of
// too many a subset.
func TestFirstClasses(t *testing.T) {
	d := model.Domain{X: mat.NewDense(9, 1, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}), Y: []float64{0, 1, 2, 0, 1, 2, 0, 1, 2}}
	task, kept := drawFirstClasses(model.MultiClass, d, 100, nil)
	if task != model.Binary || !mat.Equal(kept.X, mat.NewDense(6, 1, []float64{0, 1, 3, 4, 6, 7})) {
		t.Errorf("%v: %v", task, kept.X)
	}
	for i, label := range kept.Y {
		testutil.Equal(t, label, []float64{-1, 1, -1, 1, -1, 1}[i], i)
	}
	if d.Y[0] != 0 {
		t.Error("the labels that were given have changed")
	}
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "n")
		task, kept := drawFirstClasses(model.Regression, d, n, rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)))
		if task != model.Regression || len(kept.Y) != min(n, 9) {
			rt.Fatalf("%v, %d rows of at most %d", task, len(kept.Y), n)
		}
	})
}

// Permuted labels are the same ones in another order, less their mean.
func TestPermuted(t *testing.T) {
	labels := []float64{1, 5, 5, -3, 2}
	got := permuteLabels(labels, rand.New(rand.NewPCG(1, 2)))
	for i := range got {
		got[i] += 2
	}
	if slices.Equal(got, labels) || !slices.Equal(slices.Sorted(slices.Values(got)), []float64{-3, 1, 2, 5, 5}) || labels[0] != 1 {
		t.Errorf("%v of %v", got, labels)
	}
}
