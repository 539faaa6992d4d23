package model_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

// An alignedPair is a pair of domains whose labels lie in the span of the k
// leading left singular vectors, exactly.
type alignedPair struct {
	data model.Data
	// v and vTilde are the right singular vectors that went in, mu is μ_k.
	v, vTilde, mu *mat.Dense
}

// drawAligned makes an aligned pair whose overlaps V_kᵀṼ_k and V'ᵀṼ' have no
// singular value below a tenth. With a positive c the target's labels are such
// that μ_k = c V_kᵀw*_T; with 0 they are random.
func drawAligned(t testutil.Test, rng *rand.Rand, n, d, k int, c float64) alignedPair {
	p := alignedPair{mu: gaussian(rng, k, 1)}
	var head mat.Dense
	for head.IsEmpty() || smallest(t, &head) <= 0.1 {
		p.v = orthonormal(rng, d, d)
		// A random turn away from V that leaves something in common.
		mixed := gaussian(rng, d, d)
		mixed.Scale(0.3, mixed)
		mixed.Add(mixed, p.v)
		p.vTilde = basisOf(mixed)
		head.Reset()
		head.Mul(p.v.Slice(0, d, 0, k).T(), p.vTilde.Slice(0, d, 0, k))
	}
	label := func(v, mu *mat.Dense) model.Domain {
		us := times(orthonormal(rng, n, d), mat.NewDiagDense(d, falling(rng, d)))
		x := times(us, v.T())
		y := times(us.Slice(0, n, 0, k), mu)
		return model.Domain{X: x, Y: mat.Col(nil, 0, y)}
	}
	muTilde := gaussian(rng, k, 1)
	if c > 0 {
		testutil.NoError(t, muTilde.Solve(&head, p.mu))
		muTilde.Scale(1/c, muTilde)
	}
	p.data = model.Data{Task: model.Regression, Source: label(p.v, p.mu), Target: label(p.vTilde, muTilde)}
	return p
}

func smallest(t testutil.Test, m mat.Matrix) float64 { return slices.Min(svdOf(t, m).Values(nil)) }

// TestTheorems holds thm:alignment and thm:proportional where their assumptions
// are met.
//
// Tolerances: A's condition stays below λ·(σ̃₁/σ_d)²/0.1² ≈ 1e6 and singular
// vectors are known to about 1e-14, so that 1e-9 leaves room for both.
func TestTheorems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(2, 8).Draw(t, "d")
		k := rapid.IntRange(1, d-1).Draw(t, "k")
		c := rapid.SampledFrom([]float64{0, 0.5, 3}).Draw(t, "c")
		pair := drawAligned(t, newRand(rapid.Uint64().Draw(t, "seed")), d+rapid.IntRange(0, 20).Draw(t, "more rows"), d, k, c)
		problem := newProblem(t, pair.data)
		solver := model.NewSolver(problem)
		params := model.Params{K: k, KTilde: k, Lambda: math.Pow(10, rapid.Float64Range(-2, 2).Draw(t, "log lambda")), Epochs: 1}
		solution := solve(t, solver, params)
		theory := theoryOf(t, solver, params)
		if !(theory.OutsideSpan <= 1e-9) || !(theory.LambdaDrift <= 1e-9) {
			t.Fatalf("outside the span %v, drift %v; overlaps %v, %v", theory.OutsideSpan, theory.LambdaDrift, theory.HeadOverlapMin, theory.TailOverlapMin)
		}
		// w = Ṽ_k (V_kᵀṼ_k)⁻¹ μ_k, from the vectors that the data were made of.
		overlap := times(pair.v.Slice(0, d, 0, k).T(), pair.vTilde.Slice(0, d, 0, k))
		var inner mat.Dense
		testutil.NoError(t, inner.Solve(overlap, pair.mu))
		want := times(pair.vTilde.Slice(0, d, 0, k), &inner)
		agree(t, solution.Closed.Weights, want, 1e-9, "Ṽ_k (V_kᵀṼ_k)⁻¹ μ_k")
		if c == 0 {
			if k > 1 && theory.Proportionality < 1e-6 {
				t.Fatalf("unrelated labels are proportional to %v", theory.Proportionality)
			}
			return
		}
		testutil.Near(t, theory.Proportionality, 0, 1e-9, "proportionality")
		var scaled mat.Dense
		scaled.Scale(c, problem.Optimum)
		agree(t, solution.Closed.Weights, &scaled, 1e-9, "c·w*_T")
		// arccos turns a rounding error of 1e-16 in the cosine into 1e-6 degrees.
		testutil.Near(t, theory.Angle, 0, 1e-4, "angle")
	})
}

// TestSettledLambda puts a little of the labels beyond k: from SettledLambda on, w moves by no more
// than the tolerance and as dense solutions do, and its part outside the span is within it.
func TestSettledLambda(t *testing.T) {
	met := 0
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(2, 8).Draw(t, "d")
		k := rapid.IntRange(1, d-1).Draw(t, "k")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		data := drawAligned(t, rng, d+10, d, k, 0).data
		little := math.Pow(10, rapid.Float64Range(-7, -2).Draw(t, "log little")) * floats.Norm(data.Source.Y, 2) / math.Sqrt(float64(len(data.Source.Y)))
		for i := range data.Source.Y {
			data.Source.Y[i] += little * rng.NormFloat64()
		}
		params := model.Params{K: k, KTilde: k, Lambda: 1, Epochs: 1}
		solver := model.NewSolver(newProblem(t, data))
		theory := theoryOf(t, solver, params)
		if math.IsNaN(theory.SettledLambda) {
			return
		}
		met++
		var w [2]*mat.Dense
		for i, lambda := range []float64{theory.SettledLambda, 100} {
			params.Lambda = lambda
			w[i] = newNaive(t, data, params).solve(t).w
		}
		plain := distance(w[0], w[1]) / max(mat.Norm(w[0], 2), mat.Norm(w[1], 2))
		params.Lambda = theory.SettledLambda
		if outside := theoryOf(t, solver, params).OutsideSpan; !(math.Abs(theory.SettledDrift-plain) <= 1e-8) || !(plain <= model.AlignmentTolerance) || !(outside <= model.AlignmentTolerance) {
			t.Fatalf("from λ = %v on w moves by %v, plainly by %v, and %v is outside the span", theory.SettledLambda, theory.SettledDrift, plain, outside)
		}
	})
	if met < 20 {
		t.Errorf("met %d times", met)
	}
}

// TestTheoryPlainly compares with dense solutions at three λ, where the labels have
// their part beyond k: the part of w outside the target's head, how far it moves, its
// angle to w*_T, and what the best c ≥ 0 leaves of μ_k.
func TestTheoryPlainly(t *testing.T) {
	rng := newRand(11)
	for range 30 {
		s := shape{task: model.Regression, n: 20 + rng.IntN(20), m: 20 + rng.IntN(20), d: 2 + rng.IntN(6)}
		data := s.draw(rng)
		params := model.Params{K: 1 + rng.IntN(s.d), Lambda: 3, L2: float64(rng.IntN(2)), KeepImplicit: rng.IntN(2) == 0, Epochs: 1}
		params.KTilde = 1 + rng.IntN(params.K)
		problem := newProblem(t, data)
		theory := theoryOf(t, model.NewSolver(problem), params)
		var systems [3]naive
		var w [3]*mat.Dense
		for i, lambda := range []float64{params.Lambda, 1e-2, 1e2} {
			at := params
			at.Lambda = lambda
			systems[i] = newNaive(t, data, at)
			w[i] = systems[i].solve(t).w
		}
		plain := systems[0]
		outside, drift := 0.0, distance(w[1], w[2])/max(mat.Norm(w[1], 2), mat.Norm(w[2], 2))
		for i := params.KTilde; i < s.d; i++ {
			outside = math.Hypot(outside, mat.Dot(plain.vTilde.ColView(i), w[0].ColView(0))/mat.Norm(w[0], 2))
		}
		optimum, truncated := problem.Optimum, mat.NewVecDense(s.d, nil)
		pull := mat.NewVecDense(s.d, nil) // Φ̃ᵀỹ
		pull.MulVec(data.Target.X.T(), mat.NewVecDense(s.m, data.Target.Y))
		sigmaTilde, vTilde := rightSVD(t, data.Target.X)
		for i := range params.KTilde {
			v := vTilde.ColView(i)
			truncated.AddScaledVec(truncated, mat.Dot(v, pull)/(sigmaTilde[i]*sigmaTilde[i]), v)
		}
		angle := func(to mat.Vector) float64 {
			return math.Acos(mat.Dot(w[0].ColView(0), to)/mat.Norm(w[0], 2)/mat.Norm(to, 2)) * 180 / math.Pi
		}
		residual := func(of mat.Vector) float64 {
			mu, v := make([]float64, params.K), make([]float64, params.K)
			for i := range params.K {
				// y^U_i/σ_i = v_iᵀΦᵀy/σ_i².
				mu[i] = mat.Dot(plain.v.ColView(i), plain.b.ColView(0)) / (plain.sigma[i] * plain.sigma[i])
				v[i] = mat.Dot(plain.v.ColView(i), of)
			}
			whole := floats.Norm(mu, 2)
			floats.AddScaled(mu, -max(0, floats.Dot(mu, v)/floats.Dot(v, v)), v)
			return floats.Norm(mu, 2) / whole
		}
		for name, c := range map[string][2]float64{
			"outside the span": {theory.OutsideSpan, outside}, "drift over λ": {theory.LambdaDrift, drift},
			"angle": {theory.Angle, angle(optimum.ColView(0))}, "proportionality": {theory.Proportionality, residual(optimum.ColView(0))},
			"angle to the sum": {theory.TruncatedAngle, angle(truncated)}, "proportionality of the sum": {theory.TruncatedProportionality, residual(truncated)},
		} {
			// As in TestTheorems; an arccos near 0 or 180° makes 1e-6 of that.
			bound := map[bool]float64{true: 1e-5, false: 1e-8}[strings.HasPrefix(name, "angle")]
			testutil.Near(t, c[0], c[1], bound, params, name)
		}
	}
}

// TestJoint compares the overlap with the plain product, and looks at its zeros:
// beyond the target's rank it is lower trapezoidal.
func TestJoint(t *testing.T) {
	for _, s := range shapes {
		p := newProblem(t, s.draw(newRand(7)))
		_, d := p.Tgt.V.Dims()
		vTilde, overlap := p.Bases()
		want := times(p.Src.V.T(), vTilde)
		testutil.Near(t, distance(overlap, want), 0, 1e-13*float64(d), s.name, "overlap")
		rank := min(d, s.rankOf(s.m, s.targetRank))
		for i := range d {
			testutil.Near(t, floats.Distance(p.TargetCosines(i, rank), mat.Row(nil, i, overlap.Slice(0, d, 0, rank)), 2), 0, 1e-13*float64(d), s.name, "cosines of component", i)
		}
		for j := rank + 1; j < d; j++ {
			testutil.Near(t, mat.Norm(overlap.Slice(0, j-rank, j, j+1), 2), 0, 1e-13*float64(d), s.name, "column", j)
		}
	}
}

// TestOverlaps compares with decompositions of both blocks, and the leading cosine, whose
// sign a decomposition is free to choose, with vectors turned towards the labels.
func TestOverlaps(t *testing.T) {
	for _, s := range shapes[:8] {
		data := s.draw(newRand(6))
		solver := model.NewSolver(newProblem(t, data))
		_, v := rightSVD(t, data.Source.X)
		_, vTilde := rightSVD(t, data.Target.X)
		overlap := times(v.T(), vTilde)
		want := math.NaN()
		if s.task != model.MultiClass {
			want = overlap.At(0, 0) * side(data.Source, v) * side(data.Target, vTilde)
		}
		for k := 1; k <= s.d; k++ {
			for kTilde := 1; kTilde <= s.d; kTilde++ {
				theory := theoryOf(t, solver, model.Params{K: k, KTilde: kTilde, Lambda: 1, Epochs: 1})
				head, tail := smallest(t, overlap.Slice(0, k, 0, kTilde)), math.NaN()
				if k < s.d && kTilde < s.d {
					tail = smallest(t, overlap.Slice(k, s.d, kTilde, s.d))
				}
				// Beyond a rank directions are arbitrary, but for all of them together.
				within := func(count, rank int) bool { return rank < count && count < s.d }
				arbitrary := within(k, s.rankOf(s.n, s.sourceRank)) || within(kTilde, s.rankOf(s.m, s.targetRank))
				if arbitrary {
					head, tail = math.NaN(), math.NaN()
				}
				if (theory.Arbitrary != "") != arbitrary || arbitrary != math.IsNaN(theory.OutsideSpan) {
					t.Errorf("%s, k = %d, k̃ = %d: arbitrary %v, outside the span %v", s.name, k, kTilde, theory.Arbitrary, theory.OutsideSpan)
				}
				// Singular values of an orthogonal matrix's blocks, to rounding.
				for _, c := range [][2]float64{{theory.HeadOverlapMin, head}, {theory.TailOverlapMin, tail}} {
					testutil.Near(t, c[0], c[1], 1e-9, s.name, "overlap", k, kTilde)
				}
				predicted := math.NaN()
				if k == 1 && kTilde == 1 && !math.IsNaN(want) {
					predicted = 90 - math.Copysign(90, want)
				}
				for _, c := range [][2]float64{{theory.LeadingCosine, want}, {theory.PredictedAngle, predicted}} {
					// Leading vectors are a gap of a quarter apart from the next.
					testutil.Near(t, c[0], c[1], 1e-12, s.name, "leading", k, kTilde)
				}
			}
		}
	}
}

// side is on which side of the first of the directions v the positive labels of a domain
// are.
func side(d model.Domain, v *mat.Dense) float64 {
	var scores mat.VecDense
	scores.MulVec(d.X, v.ColView(0))
	return math.Copysign(1, mat.Dot(&scores, mat.NewVecDense(len(d.Y), d.Y)))
}

// TestWidePairs takes k and k̃ beyond the ranks of pairs of few rows, up to the features: the
// directions there are arbitrary, and only all of them together are not.
func TestWidePairs(t *testing.T) {
	data := shape{n: 5, m: 4, d: 30}.draw(newRand(8))
	solver := model.NewSolver(newProblem(t, data))
	for _, count := range []int{3, 6, 9, 12, 29, 30} {
		for _, params := range []model.Params{{K: count, KTilde: 2}, {K: 2, KTilde: count}, {K: count, KTilde: count}} {
			params.Lambda, params.Epochs = 1, 1
			theory := theoryOf(t, solver, params)
			within := func(count, rank int) bool { return count <= rank || count == 30 }
			known := within(params.K, 5) && within(params.KTilde, 4)
			if finite(theory.HeadOverlapMin, theory.OutsideSpan) != known || (theory.Arbitrary == "") != known {
				t.Errorf("k = %d, k̃ = %d: overlap %v, outside %v, %q", params.K, params.KTilde, theory.HeadOverlapMin, theory.OutsideSpan, theory.Arbitrary)
			}
			testutil.Equal(t, finite(theory.Proportionality), (params.K <= 5), params.K, theory.Proportionality)
		}
	}
}

// TestTies cuts through groups of equal singular values, which are made of the columns of
// an orthonormal basis: theory that hangs on the choice is unknown, and the nearest cuts are
// said.
func TestTies(t *testing.T) {
	rng := newRand(10)
	tied, apart := []float64{5, 3, 3, 3, 1}, []float64{6, 4, 3, 2, 1}
	draw := func(source, target []float64) *model.Solver {
		data := model.Data{Task: model.Regression}
		data.Source.X, data.Target.X = withSpectrum(rng, 20, 5, source), withSpectrum(rng, 20, 5, target)
		data.Source.Y, data.Target.Y = make([]float64, 20), make([]float64, 20)
		for i := range 20 {
			data.Source.Y[i], data.Target.Y[i] = rng.NormFloat64(), rng.NormFloat64()
		}
		return model.NewSolver(newProblem(t, data))
	}
	inSource, inTarget := draw(tied, apart), draw(apart, tied)
	for count := 1; count <= 5; count++ {
		cut := count == 2 || count == 3
		wrong := func(v float64) bool { return finite(v) == cut }
		theory := theoryOf(t, inSource, model.Params{K: count, KTilde: 1, Lambda: 1, Epochs: 1})
		hanging := []float64{theory.LabelTail, theory.HeadOverlapMin, theory.LambdaDrift, theory.OutsideSpan, theory.Proportionality, theory.Angle, theory.Nullity}
		said := strings.HasSuffix(theory.Arbitrary, "k = 1 and 4 do not")
		if slices.ContainsFunc(hanging, wrong) || said != cut {
			t.Errorf("k = %d: %v, %q", count, hanging, theory.Arbitrary)
		}
		theory = theoryOf(t, inSource, model.Params{K: count, KTilde: 1, Lambda: 1, KeepImplicit: true, Epochs: 1})
		if !finite(theory.LambdaDrift, theory.Angle, theory.Nullity) || finite(theory.LabelTail) == cut {
			t.Errorf("k = %d with the implicit term kept: %+v", count, theory)
		}
		theory = theoryOf(t, inTarget, model.Params{K: 1, KTilde: count, Lambda: 1, Epochs: 1})
		hanging = []float64{theory.TargetLabelTail, theory.HeadOverlapMin, theory.LambdaDrift, theory.OutsideSpan, theory.Angle, theory.Nullity}
		if slices.ContainsFunc(hanging, wrong) || strings.HasSuffix(theory.Arbitrary, "k̃ = 1 and 4 do not") != cut || !finite(theory.LabelTail) {
			t.Errorf("k̃ = %d: %v, %q", count, hanging, theory.Arbitrary)
		}
		theory = theoryOf(t, inTarget, model.Params{K: 5, KTilde: count, Epochs: 1})
		if !finite(theory.Angle) || finite(theory.Nullity) == cut {
			t.Errorf("k̃ = %d without adaptation: angle %v, nullity %v", count, theory.Angle, theory.Nullity)
		}
		theory = theoryOf(t, inTarget, model.Params{K: 1, KTilde: count, Lambda: 1, Tail: model.SourceTail, Epochs: 1})
		testutil.Equal(t, finite(theory.Angle), (count >= 4), count, theory.Angle)
	}
}
