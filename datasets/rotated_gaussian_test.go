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

func mustOpen(t rapid.TB, spec Spec) *Pair {
	t.Helper()
	pair, err := Open(context.Background(), spec, nil)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	return pair
}

// drawGaussianSpec draws a spec with enough samples for both classes to occur
// with near certainty: one class of 50 has probability 2⁻⁴⁹.
func drawGaussianSpec(t *rapid.T) Spec {
	spec := DefaultSpec("rotated-gaussian")
	spec.Seed = rapid.Uint64().Draw(t, "seed")
	spec.N = rapid.IntRange(50, 200).Draw(t, "n")
	spec.M = rapid.IntRange(50, 200).Draw(t, "m")
	spec.Angle = rapid.Float64Range(-720, 720).Draw(t, "angle")
	return spec
}

func TestRotatedGaussianAngleOnlyRotates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawGaussianSpec(t)
		turned := mustOpen(t, spec)
		spec.Angle = 0
		still := mustOpen(t, spec)
		if !mat.Equal(turned.Source.X, still.Source.X) || !slices.Equal(turned.Source.Y, still.Source.Y) {
			t.Fatal("the angle changes the source")
		}
		for _, pair := range []struct{ a, b model.Domain }{{turned.Target, still.Target}, {turned.Validation, still.Validation}} {
			if !slices.Equal(pair.a.Y, pair.b.Y) {
				t.Fatal("the angle changes labels")
			}
			for i := range pair.a.Rows() {
				a, b := pair.a.X.RawRowView(i), pair.b.X.RawRowView(i)
				norm := math.Hypot(a[0], a[1])
				// A rotation keeps norms; each coordinate rounds a few times.
				if math.Abs(norm-math.Hypot(b[0], b[1])) > 8*0x1p-52*norm {
					t.Fatalf("row %d: norm %v became %v", i, math.Hypot(b[0], b[1]), norm)
				}
			}
		}
	})
}

func TestRotatedGaussianTurnsCounterClockwise(t *testing.T) {
	spec := DefaultSpec("rotated-gaussian")
	spec.Angle = 0
	still := mustOpen(t, spec)
	spec.Angle = 90
	turned := mustOpen(t, spec)
	for i := range still.Target.Rows() {
		a, b := still.Target.X.RawRowView(i), turned.Target.X.RawRowView(i)
		// (x, y) turned by a right angle is (−y, x); cos 90° rounds to 6e-17.
		if math.Abs(b[0]+a[1]) > 1e-15 || math.Abs(b[1]-a[0]) > 1e-15 {
			t.Fatalf("row %d: %v became %v", i, a, b)
		}
	}
	spec.Angle = 360
	if whole := mustOpen(t, spec); !mat.Equal(whole.Target.X, still.Target.X) {
		t.Error("a whole turn changes the target")
	}
}

func TestRotatedGaussianLabelsFollowTheAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawGaussianSpec(t)
		pair := mustOpen(t, spec)
		// The first eigenvector of [[1, ½], [½, ½]] stands at ½·atan(2·½/(1 − ½))
		// to the first axis; the target's is turned on by the angle.
		direction := math.Atan(2) / 2
		for _, part := range []struct {
			domain model.Domain
			angle  float64
		}{
			{pair.Source, direction},
			{pair.Target, direction + spec.Angle*math.Pi/180},
			{pair.Validation, direction + spec.Angle*math.Pi/180},
		} {
			sin, cos := math.Sincos(part.angle)
			for i, y := range part.domain.Y {
				row := part.domain.X.RawRowView(i)
				score := cos*row[0] + sin*row[1]
				if math.Abs(y) != 1 {
					t.Fatalf("row %d: label %v", i, y)
				}
				if score*y < -1e-12 { // closer to the boundary than rounding tells
					t.Fatalf("row %d: label %v, but coordinate %v", i, y, score)
				}
			}
		}
	})
}

func TestRotatedGaussianCovariance(t *testing.T) {
	spec := DefaultSpec("rotated-gaussian")
	spec.N, spec.M, spec.Angle = 200_000, 200_000, 45
	pair := mustOpen(t, spec)
	// Rotated by 45°, Q = [[1, ½], [½, ½]] becomes R Q Rᵀ = [[¼, ¼], [¼, 1¼]].
	for _, part := range []struct {
		name   string
		domain model.Domain
		want   [3]float64
	}{
		{"source", pair.Source, [3]float64{1, 0.5, 0.5}},
		{"target", pair.Target, [3]float64{0.25, 0.25, 1.25}},
	} {
		n := part.domain.Rows()
		var got [3]float64
		for i := range n {
			row := part.domain.X.RawRowView(i)
			got[0] += row[0] * row[0] / float64(n)
			got[1] += row[0] * row[1] / float64(n)
			got[2] += row[1] * row[1] / float64(n)
		}
		for j, want := range part.want {
			// The standard error of a second moment is at most √2·1.25/√n;
			// five of them are exceeded once in a million draws.
			if bound := 5 * math.Sqrt2 * 1.25 / math.Sqrt(float64(n)); math.Abs(got[j]-want) > bound {
				t.Errorf("%s: moment %d is %v, want %v ± %v", part.name, j, got[j], want, bound)
			}
		}
	}
}

// The numbers of a seed are a promise: those of the definition, to the last bit.
func TestRotatedGaussianBits(t *testing.T) {
	spec := DefaultSpec("rotated-gaussian")
	spec.Angle, spec.Seed = 0, 3
	pair := mustOpen(t, spec)
	for purpose, domain := range map[stream]model.Domain{streamSource: pair.Source, streamTarget: pair.Target, streamValidation: pair.Validation} {
		random := newStream(spec.Seed, purpose)
		for i := range domain.Rows() {
			z1, z2 := random.NormFloat64(), random.NormFloat64()
			// Halving is exact, so that there is a single rounding, in the sum.
			if want := []float64{z1, z1/2 + z2/2}; !slices.Equal(domain.X.RawRowView(i), want) {
				t.Fatalf("stream %d, row %d: %v, want %v", purpose, i, domain.X.RawRowView(i), want)
			}
		}
	}
}

func TestRotatedGaussianStreams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawGaussianSpec(t)
		small := mustOpen(t, spec)
		again := mustOpen(t, spec)
		if !mat.Equal(small.Source.X, again.Source.X) || !mat.Equal(small.Target.X, again.Target.X) {
			t.Fatal("the same spec gives other samples")
		}
		more := spec
		more.M += rapid.IntRange(1, 100).Draw(t, "more")
		large := mustOpen(t, more)
		if !mat.Equal(small.Source.X, large.Source.X) || !mat.Equal(small.Validation.X, large.Validation.X) {
			t.Fatal("m changes source or validation")
		}
		if !mat.Equal(small.Target.X, large.Target.X.Slice(0, spec.M, 0, 2)) {
			t.Fatal("m changes the first target rows")
		}
		other := spec
		other.Seed++
		if mat.Equal(small.Source.X, mustOpen(t, other).Source.X) {
			t.Fatal("the seed does not change the source")
		}
	})
}

// The domains of one seed, and those of neighbouring seeds, must not be
// correlated: a shared stream would make the correlation 1.
func TestRotatedGaussianStreamsAreIndependent(t *testing.T) {
	spec := DefaultSpec("rotated-gaussian")
	spec.Angle, spec.N, spec.M = 0, 10_000, 10_000
	first := mustOpen(t, spec)
	spec.Seed = 1
	second := mustOpen(t, spec)
	column := func(d model.Domain) []float64 { return mat.Col(nil, 0, d.X) }
	for name, pair := range map[string][2]model.Domain{
		"source and target":        {first.Source, first.Target},
		"sources of seeds 0 and 1": {first.Source, second.Source},
		"targets of seeds 0 and 1": {first.Target, second.Target},
	} {
		a, b := column(pair[0]), column(pair[1])
		r := mat.Dot(mat.NewVecDense(len(a), a), mat.NewVecDense(len(b), b)) / float64(len(a))
		// Variances are 1, so r has standard error 1/√n = 0.01.
		if math.Abs(r) > 0.05 {
			t.Errorf("%s: correlation %v", name, r)
		}
	}
}

func TestRotatedGaussianPair(t *testing.T) {
	pair := mustOpen(t, DefaultSpec("rotated-gaussian"))
	if pair.Name != "rotated-gaussian" || pair.Title != "rotated Gaussian 45°" || pair.Task != model.Binary {
		t.Errorf("got %q, %q, %v", pair.Name, pair.Title, pair.Task)
	}
	if n, m, v := pair.Source.Rows(), pair.Target.Rows(), pair.Validation.Rows(); n != 1000 || m != 1000 || v != 100 {
		t.Errorf("%d, %d and %d rows", n, m, v)
	}
	if pair.Bias || !slices.Equal(pair.Features, []string{"x1", "x2"}) || !slices.Equal(pair.ClassNames, []string{"-1", "+1"}) {
		t.Errorf("bias %v, features %v, classes %v", pair.Bias, pair.Features, pair.ClassNames)
	}
	if pair.Start != (Start{K: 1, KTilde: 1, Lambda: 1, Epochs: 2000, Rate: 1e-4}) {
		t.Errorf("start %+v", pair.Start)
	}
}

func TestRotatedGaussianTitle(t *testing.T) {
	for angle, want := range map[float64]string{
		22.5: "rotated Gaussian 22.5°", -90: "rotated Gaussian -90°", math.Copysign(0, -1): "rotated Gaussian 0°",
	} {
		spec := DefaultSpec("rotated-gaussian")
		spec.Angle = angle
		if got := mustOpen(t, spec).Title; got != want {
			t.Errorf("angle %v: title %q, want %q", angle, got, want)
		}
	}
}

func TestRotatedGaussianRejects(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Spec)
		want   error
	}{
		"n = 1":        {func(s *Spec) { s.N = 1 }, ErrSpec},
		"m = 0":        {func(s *Spec) { s.M = 0 }, ErrSpec},
		"m negative":   {func(s *Spec) { s.M = -5 }, ErrSpec},
		"n enormous":   {func(s *Spec) { s.N = math.MaxInt }, ErrSpec},
		"angle NaN":    {func(s *Spec) { s.Angle = math.NaN() }, ErrNotFinite},
		"ratio 0":      {func(s *Spec) { s.Ratio = 0 }, ErrSpec},
		"ratio 2":      {func(s *Spec) { s.Ratio = 2 }, ErrSpec},
		"ratio tiny":   {func(s *Spec) { s.Ratio = 1e-9 }, ErrSpec},
		"angle ∞":      {func(s *Spec) { s.Angle = math.Inf(1) }, ErrNotFinite},
		"a single one": {oneClassSeed, ErrOneClass},
	} {
		spec := DefaultSpec("rotated-gaussian")
		test.change(&spec)
		_, err := Open(context.Background(), spec, nil)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
		checkOneLine(t, err)
	}
}

// The ratio thins out the class −1 of the source and leaves all else alone.
func TestRotatedGaussianRatio(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawGaussianSpec(t)
		whole := mustOpen(t, spec)
		spec.Ratio = rapid.Float64Range(0.1, 1).Draw(t, "ratio")
		thin := mustOpen(t, spec)
		if !mat.Equal(whole.Target.X, thin.Target.X) || !slices.Equal(whole.Target.Y, thin.Target.Y) {
			t.Fatal("the ratio changes the target")
		}
		var counts [2][2]int // of negatives and positives, whole and thin
		for i, d := range []model.Domain{whole.Source, thin.Source} {
			for _, y := range d.Y {
				counts[i][int(y+1)/2]++
			}
		}
		want := int(math.Round(spec.Ratio * float64(counts[0][0])))
		if counts[1][0] != want || counts[1][1] != counts[0][1] {
			t.Fatalf("ratio %v makes of %v classes %v", spec.Ratio, counts[0], counts[1])
		}
		// Rows that stay keep their order.
		at := 0
		for i := range thin.Source.Rows() {
			for !slices.Equal(whole.Source.X.RawRowView(at), thin.Source.X.RawRowView(i)) {
				if at++; at == whole.Source.Rows() {
					t.Fatal("the thinned source has a row of its own")
				}
			}
		}
	})
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
