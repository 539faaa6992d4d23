package datasets

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

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
			t.Logf("%s, %s", pair, name)
			wantError(t, spec, test.want, "")
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

// Columns and labels have length 1, nine columns follow the label as closely as
// s says, and the tenth does not.
func TestCorrelatedFeatures(t *testing.T) {
	for _, s := range []float64{0, 0.003, 0.01, 0.02} {
		spec := DefaultSpec("correlated-features")
		spec.Noise = s
		pair := mustOpen(t, spec)
		for _, part := range []struct {
			name   string
			domain model.Domain
			apart  int
		}{{"source", pair.Source, 9}, {"target", pair.Target, 0}} {
			n := float64(part.domain.Rows())
			y := mat.NewVecDense(len(part.domain.Y), part.domain.Y)
			if norm := mat.Norm(y, 2); math.Abs(norm-1) > 1e-13 {
				t.Errorf("s = %v: labels of the %s have length %v", s, part.name, norm)
			}
			for j := range correlatedWidth {
				column := part.domain.X.ColView(j)
				if norm := mat.Norm(column, 2); math.Abs(norm-1) > 1e-13 {
					t.Errorf("s = %v: feature %d of the %s has length %v", s, j+1, part.name, norm)
				}
				// ‖y + noise‖² is about 1 + n·s², so that the cosine is about
				// 1/√(1 + n·s²); it and a chance correlation are within five
				// standard errors of 1/√n.
				want := 1 / math.Sqrt(1+n*s*s)
				if j == part.apart {
					want = 0
				}
				if got, bound := mat.Dot(column, y), 5/math.Sqrt(n); math.Abs(got-want) > bound {
					t.Errorf("s = %v: feature %d of the %s has correlation %v, want %v ± %v", s, j+1, part.name, got, want, bound)
				}
			}
		}
	}
}

// Validation rows are more of the target: their second moments per row are its.
func TestCorrelatedValidationIsOnTheTargetsScale(t *testing.T) {
	spec := DefaultSpec("correlated-features")
	spec.M = 50_000
	pair := mustOpen(t, spec)
	perRow := func(d model.Domain) float64 {
		return mat.Norm(d.X, 2) * mat.Norm(d.X, 2) / float64(d.Rows())
	}
	// A mean of 100·10 squares of correlated normal numbers: its relative standard
	// error is at most √(2/100), were the features of a row all the same.
	if ratio := perRow(pair.Validation) / perRow(pair.Target); math.Abs(ratio-1) > 5*math.Sqrt(2.0/100) {
		t.Errorf("a validation row is %v times as large as one of the target", ratio)
	}
}

// The bound of the proposition in appendix A holds for the projection of the label
// on the first two left singular vectors, wherever it applies.
func TestAlignmentBound(t *testing.T) {
	applied := 0
	for seed := range uint64(5) {
		for _, s := range []float64{0.001, 0.003, 0.006, 0.01, 0.014, 0.018, 0.022} {
			spec := DefaultSpec("correlated-features")
			spec.Seed, spec.Noise = seed, s
			for _, d := range []model.Domain{mustOpen(t, spec).Source, mustOpen(t, spec).Target} {
				y := mat.NewVecDense(len(d.Y), d.Y)
				delta := 0.0
				correlated := 0
				for j := range correlatedWidth {
					if c := mat.Dot(d.X.ColView(j), y); c > 0.5 {
						correlated++
						delta = math.Max(delta, 1-c)
					}
				}
				bound, ok := alignmentBound(correlated, correlatedWidth, delta)
				if correlated != correlatedCount || !ok && delta < 0.15 {
					t.Fatalf("s = %v: %d features correlate, δ = %v, applies %t", s, correlated, delta, ok)
				}
				if !ok {
					continue
				}
				applied++
				var svd mat.SVD
				if !svd.Factorize(d.X, mat.SVDThin) {
					t.Fatal("no singular value decomposition")
				}
				var u mat.Dense
				svd.UTo(&u)
				share := math.Hypot(mat.Dot(u.ColView(0), y), mat.Dot(u.ColView(1), y))
				if !(share > bound) {
					t.Errorf("seed %d, s = %v: the projection has length %v, the bound is %v", seed, s, share, bound)
				}
			}
		}
	}
	if applied < 30 {
		t.Errorf("the bound applied in %d cases only", applied)
	}
	// It is tight where all features are the label.
	if bound, ok := alignmentBound(10, 10, 1e-12); !ok || math.Abs(bound-1) > 1e-11 {
		t.Errorf("the bound tends to %v, %t", bound, ok)
	}
	for _, c := range []struct {
		count, d int
		delta    float64
	}{{9, 10, 0}, {9, 10, 0.2}, {9, 10, -0.1}, {9, 10, 1}, {1, 1, 0.199}, {40, 10, 0.15}} {
		if _, ok := alignmentBound(c.count, c.d, c.delta); ok {
			t.Errorf("the proposition applies to %+v", c)
		}
	}
}

func TestCorrelatedFeaturesNotes(t *testing.T) {
	for s, says := range map[float64]bool{0.01: true, 0.05: false} {
		spec := DefaultSpec("correlated-features")
		spec.Noise = s
		notes := mustOpen(t, spec).Notes
		if len(notes) != 2 {
			t.Fatalf("notes %q", notes)
		}
		for _, note := range notes {
			if strings.Contains(note, "appendix A") != says {
				t.Errorf("s = %v: %q", s, note)
			}
		}
	}
}
