package datasets

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

// generatedNames are the names of the pairs that are generated.
func generatedNames() []string {
	var names []string
	for _, info := range ListPairs() {
		if slices.Contains(info.Options, "n") {
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

// Noise has the stated standard deviation for every pair, and its draws do not depend on the
// deviation.
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

// Digits are drawn with ink, and none of it at the frame, whatever their pose.
func TestGlyphsAreInsideTheFrame(t *testing.T) {
	spec := DefaultSpec("glyphs")
	spec.Noise, spec.N, spec.M = 0, 2000, 2000
	pair := mustOpen(t, spec)
	for name, d := range map[string]model.Domain{"source": pair.Source, "target": pair.Target, "validation": pair.Validation} {
		for i := range d.Rows() {
			row := d.X.RawRowView(i)
			ink, strongest, rim := 0.0, 0.0, 0.0
			for j, v := range row[:glyphSide*glyphSide] {
				if !(v >= 0 && v <= 1) {
					t.Fatalf("%s %d: pixel %d is %v", name, i, j, v)
				}
				ink += v
				strongest = math.Max(strongest, v)
				if r, c := j/glyphSide, j%glyphSide; r == 0 || c == 0 || r == glyphSide-1 || c == glyphSide-1 {
					rim = math.Max(rim, v)
				}
			}
			// The thinnest digit, 1, covers over a tenth of its 10×5 pixels;
			// blur may leave a trace of ink at the rim.
			if ink < 8 || ink > 90 || strongest < 0.3 {
				t.Errorf("%s %d: ink %v, darkest pixel %v", name, i, ink, strongest)
			}
			if rim > 0.1 {
				t.Errorf("%s %d: ink %v at the frame", name, i, rim)
			}
			if row[glyphSide*glyphSide] != 1 {
				t.Fatalf("%s %d: the constant is %v", name, i, row[glyphSide*glyphSide])
			}
		}
	}
}

// The outlines have holes where digits have holes.
func TestGlyphHoles(t *testing.T) {
	holes := [10]int{0: 1, 4: 1, 6: 1, 8: 2, 9: 1}
	source, target := glyphFonts()
	for _, f := range []font{source, target} {
		outlines := testutil.Must(f.loadOutlines())
		for digit, o := range outlines {
			// Drawn upright and large enough, with blur that joins nothing.
			pixels := make([]float64, glyphSide*glyphSide)
			var c canvas
			c.draw(pixels, o, pose{height: 1.3, width: 1.3, blur: 0.1})
			if got := countHoles(pixels); got < holes[digit] {
				t.Errorf("%s %d: %d holes, want %d", f.name, digit, got, holes[digit])
			}
		}
	}
}

// countHoles counts the connected regions of ground (under a third of ink) that do
// not reach the frame, by flooding.
func countHoles(pixels []float64) int {
	seen := make([]bool, len(pixels))
	flood := func(start int) (inside bool) {
		inside = true
		stack := []int{start}
		seen[start] = true
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			r, c := at/glyphSide, at%glyphSide
			for _, step := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				r, c := r+step[0], c+step[1]
				if r < 0 || c < 0 || r == glyphSide || c == glyphSide {
					inside = false
					continue
				}
				if next := r*glyphSide + c; !seen[next] && pixels[next] < 1.0/3 {
					seen[next] = true
					stack = append(stack, next)
				}
			}
		}
		return inside
	}
	holes := 0
	for i, v := range pixels {
		if !seen[i] && v < 1.0/3 && flood(i) {
			holes++
		}
	}
	return holes
}

// Digits are balanced, no two pictures are alike, and more of them leave the first
// ones as they are.
func TestGlyphsVary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := DefaultSpec("glyphs")
		spec.Seed = rapid.Uint64().Draw(t, "seed")
		spec.N, spec.M = rapid.IntRange(10, 120).Draw(t, "n"), rapid.IntRange(10, 120).Draw(t, "m")
		spec.Noise = rapid.SampledFrom([]float64{0, 0.1}).Draw(t, "noise")
		spec.Bias = rapid.Bool().Draw(t, "bias")
		pair := mustOpen(t, spec)
		seen := map[[glyphSide * glyphSide]float64]bool{}
		for _, d := range []model.Domain{pair.Source, pair.Target, pair.Validation} {
			if counts := countLabels(d.Y, 10); slices.Max(counts)-slices.Min(counts) > 1 {
				t.Fatalf("digits are there %v times", counts)
			}
			for i := range d.Rows() {
				key := [glyphSide * glyphSide]float64(d.X.RawRowView(i)[:glyphSide*glyphSide])
				if seen[key] {
					t.Fatalf("picture %d is there twice", i)
				}
				seen[key] = true
			}
		}
		more := spec
		more.N += 7
		larger := mustOpen(t, more)
		for i := range spec.N {
			if !slices.Equal(larger.Source.X.RawRowView(i), pair.Source.X.RawRowView(i)) {
				t.Fatalf("picture %d depends on how many follow", i)
			}
		}
		if !equalDomains(larger.Target, pair.Target) {
			t.Fatal("n changes the target")
		}
	})
}

// Two digits make a binary pair, the larger one positive, as in the digit pairs.
func TestGlyphClasses(t *testing.T) {
	spec := DefaultSpec("glyphs")
	spec.Classes = []int{8, 3}
	pair := mustOpen(t, spec)
	if pair.Task != model.Binary || !slices.Equal(pair.ClassNames, []string{"3", "8"}) {
		t.Errorf("task %v, classes %v", pair.Task, pair.ClassNames)
	}
	for i, y := range pair.Source.Y[:200] {
		if y == 1 && i%2 != 1 || y == -1 && i%2 != 0 {
			t.Fatalf("label %v of picture %d", y, i)
		}
	}
	spec = DefaultSpec("glyphs")
	spec.Classes, spec.Ratio = []int{1, 4, 7}, 0.3
	pair = mustOpen(t, spec)
	if counts := countLabels(pair.Source.Y, 3); pair.Task != model.MultiClass || !slices.Equal(counts, []int{100, 333, 333}) {
		t.Errorf("task %v, classes %v times", pair.Task, counts)
	}
}

// The blur is a mean: inside the frame it keeps the ink, and its centre.
func TestBlur(t *testing.T) {
	for _, sigma := range []float64{0.1, 0.3, 0.7} {
		pixels := make([]float64, glyphSide*glyphSide)
		pixels[5*glyphSide+9] = 1
		var c canvas
		c.blur(pixels, sigma)
		total, row, col, spread := 0.0, 0.0, 0.0, 0.0
		for i, v := range pixels {
			r, c := float64(i/glyphSide), float64(i%glyphSide)
			total += v
			row, col = row+v*r, col+v*c
			spread += v * (r - 5) * (r - 5)
		}
		if math.Abs(total-1) > 1e-14 || math.Abs(row-5) > 1e-13 || math.Abs(col-9) > 1e-13 {
			t.Errorf("σ = %v: ink %v about (%v, %v)", sigma, total, row, col)
		}
		// By the truncated, sampled Gaussian itself.
		weights, want := 0.0, 0.0
		for d := -2.0; d <= 2; d++ {
			w := math.Exp(-d * d / (2 * sigma * sigma))
			weights, want = weights+w, want+w*d*d
		}
		if math.Abs(spread-want/weights) > 1e-13 {
			t.Errorf("σ = %v: variance %v, want %v", sigma, spread, want/weights)
		}
	}
}
