package datasets

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// generatedNames are the names of the pairs that are generated.
func generatedNames() []string {
	var names []string
	for _, info := range List() {
		if info.BuiltIn {
			names = append(names, info.Name)
		}
	}
	return names
}

func equalDomains(a, b model.Domain) bool { return mat.Equal(a.X, b.X) && slices.Equal(a.Y, b.Y) }

// Every generated pair fits together: shapes, labels, names and start.
func TestGeneratedPairs(t *testing.T) {
	for _, name := range generatedNames() {
		pair := mustOpen(t, DefaultSpec(name))
		n, d := pair.Source.X.Dims()
		if pair.Name != name || pair.Title == "" || pair.SourceName == "" || pair.TargetName == "" || pair.SourceName == pair.TargetName {
			t.Errorf("%s: names %q, %q, %q, %q", name, pair.Name, pair.Title, pair.SourceName, pair.TargetName)
		}
		if n != 1000 || pair.Target.Rows() != 1000 || pair.Validation.Rows() != validationRows {
			t.Errorf("%s: %d, %d and %d rows", name, n, pair.Target.Rows(), pair.Validation.Rows())
		}
		if len(pair.Features) != 0 && len(pair.Features) != d {
			t.Errorf("%s: %d names of %d features", name, len(pair.Features), d)
		}
		if s := pair.Start; s.K < s.KTilde || s.KTilde < 1 || s.K > d || s.Lambda <= 0 || s.Epochs < 1 {
			t.Errorf("%s: start %+v", name, s)
		}
		for _, part := range []model.Domain{pair.Source, pair.Target, pair.Validation} {
			if _, width := part.X.Dims(); width != d || len(part.Y) != part.Rows() {
				t.Errorf("%s: %d columns, %d labels of %d rows", name, width, len(part.Y), part.Rows())
			}
			for i, y := range part.Y {
				ok := !math.IsNaN(y)
				switch pair.Task {
				case model.Binary:
					ok = y == 1 || y == -1
				case model.MultiClass:
					ok = y >= 0 && y < float64(len(pair.ClassNames)) && y == math.Trunc(y)
				}
				if !ok {
					t.Fatalf("%s: label %v of row %d", name, y, i)
				}
			}
		}
	}
}

func TestGeneratedPairsReject(t *testing.T) {
	for name, test := range map[string]struct {
		pairs  []string
		change func(*Spec)
		want   error
	}{
		"noise negative":    {generatedNames(), func(s *Spec) { s.Noise = -0.1 }, ErrSpec},
		"noise NaN":         {generatedNames(), func(s *Spec) { s.Noise = math.NaN() }, ErrSpec},
		"noise ∞":           {generatedNames(), func(s *Spec) { s.Noise = math.Inf(1) }, ErrSpec},
		"noise enormous":    {generatedNames(), func(s *Spec) { s.Noise = 1e300 }, ErrSpec},
		"n = 1":             {generatedNames(), func(s *Spec) { s.N = 1 }, ErrSpec},
		"m = 0":             {generatedNames(), func(s *Spec) { s.M = 0 }, ErrSpec},
		"m negative":        {generatedNames(), func(s *Spec) { s.M = -5 }, ErrSpec},
		"n enormous":        {generatedNames(), func(s *Spec) { s.N = math.MaxInt }, ErrSpec},
		"m beyond memory":   {[]string{"glyphs"}, func(s *Spec) { s.M = 100_000 }, ErrSpec},
		"n below d":         {[]string{"subspace"}, func(s *Spec) { s.N = 39 }, ErrSpec},
		"m below d":         {[]string{"subspace"}, func(s *Spec) { s.M = 39 }, ErrSpec},
		"n below classes":   {[]string{"glyphs"}, func(s *Spec) { s.N = 9 }, ErrSpec},
		"angle NaN":         {[]string{"rotated-gaussian", "wide-gaussian", "rotated-regression", "subspace"}, func(s *Spec) { s.Angle = math.NaN() }, ErrNotFinite},
		"angle ∞":           {[]string{"rotated-gaussian"}, func(s *Spec) { s.Angle = math.Inf(1) }, ErrNotFinite},
		"ratio 0":           {[]string{"rotated-gaussian", "wide-gaussian", "glyphs"}, func(s *Spec) { s.Ratio = 0 }, ErrSpec},
		"ratio 2":           {[]string{"rotated-gaussian", "glyphs"}, func(s *Spec) { s.Ratio = 2 }, ErrSpec},
		"ratio tiny":        {[]string{"rotated-gaussian"}, func(s *Spec) { s.Ratio = 1e-9 }, ErrSpec},
		"a single class":    {[]string{"rotated-gaussian"}, oneClassSeed, ErrOneClass},
		"class twice":       {[]string{"glyphs"}, func(s *Spec) { s.Classes = []int{3, 3} }, ErrSpec},
		"class alone":       {[]string{"glyphs"}, func(s *Spec) { s.Classes = []int{3} }, ErrOneClass},
		"class not a digit": {[]string{"glyphs"}, func(s *Spec) { s.Classes = []int{3, 12} }, ErrSpec},
	} {
		for _, pair := range test.pairs {
			spec := DefaultSpec(pair)
			test.change(&spec)
			_, err := Open(context.Background(), spec, nil)
			if !errors.Is(err, test.want) {
				t.Errorf("%s, %s: %v, want %v", pair, name, err, test.want)
			}
			checkOneLine(t, err)
		}
	}
}

// oneClassSeed looks for a seed whose first two source samples are alike: half
// of all seeds are.
func oneClassSeed(s *Spec) {
	for seed := range uint64(100) {
		spec := DefaultSpec("rotated-gaussian")
		spec.Seed = seed
		pair, err := Open(context.Background(), spec, nil)
		if err == nil && pair.Source.Y[0] == pair.Source.Y[1] {
			s.Seed, s.N = seed, 2
			return
		}
	}
}

// Noise has the standard deviation that it says, no matter on what, and its
// draws are independent of it.
func TestNoise(t *testing.T) {
	for _, name := range []string{"rotated-gaussian", "wide-gaussian", "rotated-regression", "subspace"} {
		spec := DefaultSpec(name)
		clean := mustOpen(t, spec)
		spec.Noise = 0.25
		noisy := mustOpen(t, spec)
		spec.Noise = 0.5
		noisier := mustOpen(t, spec)
		for _, part := range [][3]model.Domain{
			{clean.Source, noisy.Source, noisier.Source}, {clean.Target, noisy.Target, noisier.Target}, {clean.Validation, noisy.Validation, noisier.Validation},
		} {
			if !slices.Equal(part[0].Y, part[1].Y) {
				t.Errorf("%s: noise changes labels", name)
			}
			var once, twice mat.Dense
			once.Sub(part[1].X, part[0].X)
			twice.Sub(part[2].X, part[0].X)
			once.Scale(2, &once)
			if !mat.EqualApprox(&once, &twice, 1e-13) {
				t.Errorf("%s: twice the noise is another one", name)
			}
			n, d := once.Dims()
			count := float64(n * d)
			deviation := mat.Norm(&once, 2) / math.Sqrt(count) / 2
			// The standard error of a deviation s is s/√(2·count); five of them.
			if bound := 5 * 0.25 / math.Sqrt(2*count); math.Abs(deviation-0.25) > bound {
				t.Errorf("%s: noise of deviation %v, want 0.25 ± %v", name, deviation, bound)
			}
		}
	}
}

// Rows are orthonormal, and the first ones span what they spanned before.
func TestOrthonormalizeRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 12).Draw(t, "rows")
		cols := rows + rapid.IntRange(0, 20).Draw(t, "more")
		random := newStream(rapid.Uint64().Draw(t, "seed"), streamSource)
		before, after := mat.NewDense(rows, cols, nil), mat.NewDense(rows, cols, nil)
		for i := range rows {
			for j := range cols {
				before.Set(i, j, random.NormFloat64())
			}
		}
		after.Copy(before)
		orthonormalizeRows(after)
		var gram, factor mat.Dense
		gram.Mul(after, after.T())
		factor.Mul(before, after.T())
		for i := range rows {
			for j := range rows {
				want := 0.0
				if i == j {
					want = 1
				}
				// A dot product of unit vectors rounds a few times per entry.
				if math.Abs(gram.At(i, j)-want) > 1e-13 {
					t.Fatalf("product of rows %d and %d is %v", i, j, gram.At(i, j))
				}
				if j > i && math.Abs(factor.At(i, j)) > 1e-12 {
					t.Fatalf("row %d has a part %v along the later row %d", i, factor.At(i, j), j)
				}
			}
			if !(factor.At(i, i) > 0) {
				t.Fatalf("row %d was turned round", i)
			}
		}
	})
}
