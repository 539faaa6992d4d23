package datasets

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

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

// The numbers of a seed are a promise: those of the definition, to the last bit, and so
// the first ones whatever their number.
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
	spec.Angle = 360
	if whole := mustOpen(t, spec); !mat.Equal(whole.Target.X, pair.Target.X) {
		t.Error("a whole turn changes the target")
	}
}

// Labels follow the first axis, which turns with the target; turning it keeps norms and
// labels and leaves the source.
func TestRotatedGaussianTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawGaussianSpec(t)
		turned := mustOpen(t, spec)
		still := spec
		still.Angle = 0
		before := mustOpen(t, still)
		if !equalDomains(turned.Source, before.Source) {
			t.Fatal("the angle changes the source")
		}
		// The first eigenvector of [[1, ½], [½, ½]] stands at ½·atan(2·½/(1 − ½))
		// to the first axis; the target's is turned on by the angle.
		direction := math.Atan(2) / 2
		for _, part := range []struct {
			domain, before model.Domain
			angle          float64
		}{
			{turned.Source, before.Source, direction},
			{turned.Target, before.Target, direction + spec.Angle*math.Pi/180},
			{turned.Validation, before.Validation, direction + spec.Angle*math.Pi/180},
		} {
			if !slices.Equal(part.domain.Y, part.before.Y) {
				t.Fatal("the angle changes labels")
			}
			sin, cos := math.Sincos(part.angle)
			for i, y := range part.domain.Y {
				row, was := part.domain.X.RawRowView(i), part.before.X.RawRowView(i)
				norm := math.Hypot(row[0], row[1])
				// Each coordinate rounds a few times.
				if math.Abs(norm-math.Hypot(was[0], was[1])) > 8*0x1p-52*norm {
					t.Fatalf("row %d: norm %v became %v", i, math.Hypot(was[0], was[1]), norm)
				}
				score := cos*row[0] + sin*row[1]
				if math.Abs(y) != 1 || score*y < -1e-12 { // closer to the boundary than rounding tells
					t.Fatalf("row %d: label %v, but coordinate %v", i, y, score)
				}
			}
		}
	})
}

// The second moments are [[1, h], [h, 1−h]], rotated for the target, and both pairs have the same
// first axis.
func TestGaussianCovariance(t *testing.T) {
	const n = 200_000
	for _, c := range []struct {
		name           string
		angle          float64
		source, target []float64
	}{
		// Turned by 45°, Q becomes R Q Rᵀ; by 90°, x1 and x2 change places and one
		// of them its sign.
		{"rotated-gaussian", 45, []float64{1, 0.5, 0.5, 0.5}, []float64{0.25, 0.25, 0.25, 1.25}},
		{"wide-gaussian", 90, []float64{1, 0.25, 0.25, 0.75}, []float64{0.75, -0.25, -0.25, 1}},
	} {
		spec := DefaultSpec(c.name)
		spec.N, spec.M, spec.Angle = n, n, c.angle
		pair := mustOpen(t, spec)
		for name, part := range map[string]struct {
			domain model.Domain
			want   []float64
		}{"source": {pair.Source, c.source}, "target": {pair.Target, c.target}} {
			var moments mat.Dense
			moments.Mul(part.domain.X.T(), part.domain.X)
			moments.Scale(1/float64(n), &moments)
			// The standard error of a second moment is at most √2·1.25/√n; five of
			// them are exceeded once in a million draws.
			if bound := 5 * math.Sqrt2 * 1.25 / math.Sqrt(n); !mat.EqualApprox(&moments, mat.NewDense(2, 2, part.want), bound) {
				t.Errorf("%s, %s: moments\n%v\nwant\n%v ± %v", c.name, name, mat.Formatted(&moments), part.want, bound)
			}
		}
		var eigen mat.EigenSym
		eigen.Factorize(mat.NewSymDense(2, c.source), true)
		var v mat.Dense
		eigen.VectorsTo(&v)
		// Eigenvalues ascend: the first axis is the last column.
		if axis := principalAxis(); math.Abs(v.At(0, 1)*axis[1]-v.At(1, 1)*axis[0]) > 1e-14 {
			t.Errorf("%s: the first axis is (%v, %v)", c.name, v.At(0, 1), v.At(1, 1))
		}
	}
}

// The domains of one seed, and those of neighbouring seeds, must not be
// correlated: a shared stream would make the correlation 1.
func TestRotatedGaussianStreamsAreIndependent(t *testing.T) {
	spec := DefaultSpec("rotated-gaussian")
	spec.Angle, spec.N, spec.M = 0, 10_000, 10_000
	first := mustOpen(t, spec)
	spec.Seed = 1
	second := mustOpen(t, spec)
	for name, pair := range map[string][2]model.Domain{
		"source and target":        {first.Source, first.Target},
		"sources of seeds 0 and 1": {first.Source, second.Source},
		"targets of seeds 0 and 1": {first.Target, second.Target},
	} {
		r := mat.Dot(pair[0].X.ColView(0), pair[1].X.ColView(0)) / float64(pair[0].Rows())
		// Variances are 1, so r has standard error 1/√n = 0.01.
		if math.Abs(r) > 0.05 {
			t.Errorf("%s: correlation %v", name, r)
		}
	}
}

func TestRotatedGaussianPair(t *testing.T) {
	pair := mustOpen(t, DefaultSpec("rotated-gaussian"))
	if pair.Task != model.Binary || pair.Bias || !slices.Equal(pair.Features, []string{"x1", "x2"}) || !slices.Equal(pair.ClassNames, []string{"-1", "+1"}) {
		t.Errorf("task %v, bias %v, features %v, classes %v", pair.Task, pair.Bias, pair.Features, pair.ClassNames)
	}
	if pair.Start != (StartParams{K: 1, KTilde: 1, Lambda: 1, Epochs: 2000, Rate: 1e-4}) {
		t.Errorf("start %+v", pair.Start)
	}
	// Which rows the ratio keeps is tested with the digits.
	thin := DefaultSpec("rotated-gaussian")
	thin.Ratio = 0.5
	thinned := mustOpen(t, thin)
	if n := thinned.Source.Rows(); n < 700 || n > 800 || !equalDomains(thinned.Target, pair.Target) {
		t.Errorf("half of one class leaves %d rows of the source", n)
	}
	for angle, want := range map[float64]string{
		45: "rotated Gaussian 45°", 22.5: "rotated Gaussian 22.5°", -90: "rotated Gaussian -90°", math.Copysign(0, -1): "rotated Gaussian 0°",
	} {
		spec := DefaultSpec("rotated-gaussian")
		spec.Angle = angle
		if got := mustOpen(t, spec).Title; got != want {
			t.Errorf("angle %v: title %q, want %q", angle, got, want)
		}
	}
}

// Labels are the first left singular vector of each domain, by gonum's own
// decomposition of the samples.
func TestRotatedRegressionLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawGaussianSpec(t)
		spec.Name = "rotated-regression"
		pair := mustOpen(t, spec)
		if pair.Task != model.Regression || pair.ClassNames != nil {
			t.Fatalf("task %v, classes %v", pair.Task, pair.ClassNames)
		}
		for _, d := range []model.Domain{pair.Source, pair.Target} {
			var svd mat.SVD
			if !svd.Factorize(d.X, mat.SVDThin) {
				t.Fatal("no singular value decomposition")
			}
			var u mat.Dense
			svd.UTo(&u)
			sigma := svd.Values(nil)
			y := mat.NewVecDense(len(d.Y), d.Y)
			if norm := mat.Norm(y, 2); math.Abs(norm-1) > 1e-13 {
				t.Fatalf("the labels have length %v", norm)
			}
			// v₁ is known to about rounding·σ₁²/(σ₁²−σ₂²).
			bound := 1e-13 / (1 - sigma[1]*sigma[1]/(sigma[0]*sigma[0]))
			if beside := mat.Dot(u.ColView(1), y); math.Abs(beside) > bound {
				t.Fatalf("u₂ᵀy = %v", beside)
			}
			if along := math.Abs(mat.Dot(u.ColView(0), y)); math.Abs(along-1) > bound {
				t.Fatalf("u₁ᵀy = %v", along)
			}
		}
	})
}

// The samples equal those of rotated-gaussian, and most labels have the same signs; validation rows
// are labelled by the target's linear function.
func TestRotatedRegressionFollowsTheGaussian(t *testing.T) {
	for _, angle := range []float64{0, 45, 200} {
		spec := DefaultSpec("rotated-gaussian")
		spec.Angle = angle
		gaussian := mustOpen(t, spec)
		spec.Name = "rotated-regression"
		pair := mustOpen(t, spec)
		for name, part := range map[string][2]model.Domain{
			"source": {gaussian.Source, pair.Source}, "target": {gaussian.Target, pair.Target}, "validation": {gaussian.Validation, pair.Validation},
		} {
			if !mat.Equal(part[0].X, part[1].X) {
				t.Errorf("%v°: the %s has other samples", angle, name)
			}
			agree := 0
			for i, y := range part[1].Y {
				if y*part[0].Y[i] > 0 {
					agree++
				}
			}
			// The sample's axis is within a few degrees of the true one: an error
			// of φ turns φ/180° of the signs.
			if agree < 95*len(part[1].Y)/100 {
				t.Errorf("%v°: %d of %d labels of the %s have the sign of the class", angle, agree, len(part[1].Y), name)
			}
		}
		var w mat.VecDense
		testutil.NoError(t, w.SolveVec(pair.Target.X, mat.NewVecDense(len(pair.Target.Y), pair.Target.Y)))
		var predicted mat.VecDense
		predicted.MulVec(pair.Validation.X, &w)
		if !slices.EqualFunc(predicted.RawVector().Data, pair.Validation.Y, func(a, b float64) bool { return math.Abs(a-b) < 1e-14 }) {
			t.Errorf("%v°: validation rows are labelled by another function than the target's", angle)
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
