package datasets

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"larui/model"
)

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

// The outlines are those of digits: holes where digits have holes.
func TestGlyphHoles(t *testing.T) {
	holes := [10]int{0: 1, 4: 1, 6: 1, 8: 2, 9: 1}
	for _, f := range []font{sourceFont(), targetFont()} {
		outlines, err := f.outlines()
		if err != nil {
			t.Fatal(err)
		}
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
	holes := map[float64]int{}
	for i, y := range pair.Source.Y[:200] {
		if y == 1 && i%2 != 1 || y == -1 && i%2 != 0 {
			t.Fatalf("label %v of picture %d", y, i)
		}
	}
	spec.Noise = 0
	clean := mustOpen(t, spec)
	for i, y := range clean.Source.Y[:200] {
		holes[y] += countHoles(clean.Source.X.RawRowView(i)[:glyphSide*glyphSide])
	}
	if holes[1] < 100 || holes[-1] > 20 {
		t.Errorf("100 eights have %d holes, 100 threes %d", holes[1], holes[-1])
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
