package model

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
	"larui/model/testutil"
)

// fading are two domains of n rows and d features of fading scale, the target's mixed a little,
// with labels that follow some of them and noise.
func fading(n, d int) Data {
	const fade = 0.97
	rng := testutil.NewRand(5, 6)
	domain := func(mix float64) Domain {
		x, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			row := x.RawRowView(i)
			for j := range row {
				row[j] = rng.NormFloat64() * max(0.02, math.Pow(fade, float64(j)))
			}
			y[i] = 1
			if row[1]+row[5]+row[12]+0.3*rng.NormFloat64() < 0 {
				y[i] = -1
			}
			for j := range 40 {
				row[j] += mix * row[j+1]
			}
		}
		return Domain{X: x, Y: y}
	}
	return Data{Source: domain(0), Target: domain(0.5)}
}

// A first look is the problem of the rows projected on its directions, also where these are of
// their joint row space.
func TestFirstLookProjects(t *testing.T) {
	testProjects(t, fading(250, 420))
	testProjects(t, fading(150, 500))
}

func testProjects(t *testing.T, data Data) {
	t.Helper()
	ctx := context.Background()
	look := testutil.Must(testutil.Must(SumMoments(ctx, data)).FirstLook(ctx))
	s := look.space.basis
	projected := data
	for _, domain := range []*Domain{&projected.Source, &projected.Target} {
		along := linalg.MultiplyAny(domain.X, s)
		back := linalg.MultiplyAny(along, s.T())
		domain.X = back
	}
	truth := prepared(t, projected)
	if look.dim != 2*lookSteps*(lookBlock+1) {
		t.Errorf("a first look at %d directions", look.dim)
	}
	for i := range look.dim {
		for side, pair := range [][2]Side{{look.Src, truth.Src}, {look.Tgt, truth.Tgt}} {
			testutil.Near(t, pair[0].Sigma[i], pair[1].Sigma[i], 1e-6*pair[1].Sigma[0], side, "σ", i+1)
		}
	}
	params := Params{K: 12, KTilde: 9, Lambda: 2, Epochs: 800}
	want := testutil.Must(NewSolver(truth).Solve(ctx, params))
	for _, pair := range []struct {
		Params
		Descent
	}{{params, want.Descent}, {params.baseline(), want.None}} {
		got, _, _ := testutil.Must(NewSolver(look).newDescentTrack(ctx, pair.Params)).weights([]int{params.Epochs})
		if got = look.space.toFeatures(got); !mat.EqualApprox(got, pair.Weights, 1e-8) {
			t.Errorf("weights %v long, not %v", mat.Norm(got, 2), mat.Norm(pair.Weights, 2))
		}
	}
}

// A spectral is a pair of domains of which all is known in closed form: S is n·diag(σ²), and S̃ the
// same reflected in a hyperplane.
type spectral struct {
	Data
	sigma, normal []float64
}

// newSpectral draws a pair of n rows with d features of the scales given.
func newSpectral(n, d int, scale func(i int) float64) *spectral {
	rng := testutil.NewRand(3, 4)
	draw := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64() / math.Sqrt(float64(i+1))
		}
		normalize(v)
		return v
	}
	s := &spectral{sigma: make([]float64, d), normal: draw(d)}
	for i := range s.sigma {
		s.sigma[i] = scale(i) * math.Sqrt(float64(n))
	}
	followed := make([]float64, d) // by the labels
	for i := range followed {
		followed[i] = rng.NormFloat64()
	}
	for at, domain := range []*Domain{&s.Source, &s.Target} {
		x := mat.NewDense(n, d, nil)
		for i, sigma := range s.sigma {
			x.Set(i, i, sigma)
		}
		for range 3 { // reflections of the rows, which leave S
			normal, along := mat.NewDense(n, 1, nil), new(mat.Dense)
			for i := range n {
				normal.Set(i, 0, rng.NormFloat64())
			}
			normal.Scale(1/mat.Norm(normal, 2), normal)
			along.Mul(normal.T(), x)
			for i := range n {
				floats.AddScaled(x.RawRowView(i), -2*normal.At(i, 0), along.RawRowView(0))
			}
		}
		y := make([]float64, n)
		for i := range y {
			row := x.RawRowView(i)
			y[i] = sign(floats.Dot(row, followed))
			if at == 1 {
				s.reflect(row)
			}
		}
		*domain = Domain{X: x, Y: y}
	}
	return s
}

func (s *spectral) reflect(w []float64) { floats.AddScaled(w, -2*floats.Dot(w, s.normal), s.normal) }

// descend is descent at params by a plain loop.
func (s *spectral) descend(params Params, rate float64) []float64 {
	n, d := s.Source.X.Dims()
	b, w, gradient, tail := make([]float64, d), make([]float64, d), make([]float64, d), make([]float64, d)
	for i := range n {
		floats.AddScaled(b, s.Source.Y[i], s.Source.X.RawRowView(i))
	}
	for range params.Epochs {
		copy(tail, w)
		s.reflect(tail)
		for i, sigma := range s.sigma {
			if gradient[i] = -b[i]; i < params.K {
				gradient[i] += sigma * sigma * w[i]
			}
			if tail[i] *= params.Lambda * sigma * sigma; i < params.KTilde {
				tail[i] = 0
			}
		}
		s.reflect(tail)
		floats.Add(gradient, tail)
		floats.AddScaled(w, -2*rate/float64(n), gradient)
	}
	return w
}

// Every number that a first look knows is right in the digits in which it is written, singular
// values in four, label projections in three, scores in a tenth of a point or four, whatever the
// spectrum; where it decays, most are known.
func TestFirstLookKnows(t *testing.T) {
	const n, d = 800, 700
	ctx, steps := context.Background(), func(i, width int) float64 { return float64(i / width) }
	floor := func(i int) float64 { return 1 - 0.5*float64(i)/d }
	for name, kind := range map[string]struct {
		scale      func(i int) float64
		components int // that are known at least
		scores     int // of 32
	}{
		"fast decay":         {func(i int) float64 { return max(1e-6, math.Pow(0.9, float64(i))) }, 60, 22},
		"slow decay":         {func(i int) float64 { return math.Pow(float64(i+1), -0.5) }, 8, 5},
		"flat":               {floor, 0, 0},
		"spikes on a floor":  {func(i int) float64 { return floor(i) + 10*max(0, 1-steps(i, 20)) - 0.1*min(20, float64(i)) }, 20, 5},
		"clusters":           {func(i int) float64 { return math.Pow(0.7, steps(i, 25)) * (1 - 1e-4*float64(i%25)) }, 0, 0},
		"spike and clusters": {func(i int) float64 { return math.Pow(0.5, steps(i+39, 40)) * (1 - 1e-3*float64(i%40)) }, 1, 1},
		"low rank and noise": {func(i int) float64 {
			return math.Pow(0.95, float64(i))*max(0, 1-steps(i, 50)) + 1e-3*floor(i)
		}, 50, 20},
	} {
		s := newSpectral(n, d, kind.scale)
		look := testutil.Must(testutil.Must(SumMoments(ctx, s.Data)).FirstLook(ctx))
		for at, side := range []*Side{&look.Src, &look.Tgt} {
			if side.Known < kind.components || len(side.ProjectionNorms()) != side.Known || len(side.LeadingComponents(d)) != side.Known {
				t.Errorf("%s: %d components are known", name, side.Known)
			}
			domain := []Domain{s.Source, s.Target}[at]
			for i, got := range side.LeadingComponents(d) {
				v := make([]float64, d)
				v[i] = 1
				if at == 1 {
					s.reflect(v)
				}
				label := 0.0
				for row, y := range domain.Y {
					label += y * floats.Dot(domain.X.RawRowView(row), v) / s.sigma[i]
				}
				if math.Abs(got.Sigma/s.sigma[i]-1) > 1e-5 || math.Abs(math.Abs(got.Projection/label)-1) > 5e-4 || math.Abs(floats.Dot(v, side.Direction(i))) < 1-1e-6 {
					t.Errorf("%s, domain %d: component %d is %+v, not %v and %v", name, at, i+1, got, s.sigma[i], label)
				}
			}
		}
		known, solver := 0, NewSolver(look)
		for _, params := range []Params{
			{K: 5, KTilde: 5}, {K: 20, KTilde: 8, Lambda: 1}, {K: 50, KTilde: 50, Lambda: 100}, {K: 100, KTilde: 100, Lambda: 1}, {K: d, KTilde: 3}, {K: d, KTilde: 20, Lambda: 10},
			{K: max(1, look.Src.Known), KTilde: max(1, look.Tgt.Known), Lambda: 1}, {K: max(1, look.Src.Known), KTilde: max(1, look.Tgt.Known-1), Lambda: 100},
		} {
			for _, params.Epochs = range []int{5, 50, 500, 3000} {
				sol := testutil.Must(solver.Solve(ctx, params))
				if sol.Descent.Weights == nil {
					continue
				}
				known++
				end := sol.Descent.Curve[len(sol.Descent.Curve)-1].Target
				truth := mat.NewDense(d, 1, s.descend(params, sol.Descent.Rate))
				want, got := (&Problem{Data: s.Data, C: 1}).evaluate(newScoredDomains(s.Data), truth), sol.Descent
				if got.Target.Accuracy != want.Target.Accuracy || got.Source.Accuracy != want.Source.Accuracy || end.Accuracy != got.Target.Accuracy ||
					math.Abs(got.Target.MSE/want.Target.MSE-1) > 1e-4 || math.Abs(got.WeightNorm/want.WeightNorm-1) > 1e-4 {
					t.Errorf("%s, %+v: scores %+v, not %+v", name, params, got.Evaluation, want)
				}
			}
		}
		if known < kind.scores {
			t.Errorf("%s: %d scores are known", name, known)
		}
	}
}

// What a first look does not know is unknown and explained: the closed form, rows held out, and
// descent beyond LookEpochs.
func TestFirstLookUnknown(t *testing.T) {
	ctx := context.Background()
	look := testutil.Must(testutil.Must(SumMoments(ctx, fading(250, 420))).FirstLook(ctx))
	sol := testutil.Must(NewSolver(look).Solve(ctx, Params{K: 3, KTilde: 3, Lambda: 1, Epochs: LookEpochs + 1}))
	if sol.Closed.Weights != nil || !math.IsNaN(sol.Closed.Condition) || sol.Descent.Weights != nil || sol.None.Weights != nil {
		t.Errorf("a first look knows %+v", sol)
	}
	for _, point := range sol.None.Curve {
		if point.Epoch > LookEpochs || math.IsNaN(point.Objective) {
			t.Errorf("a first look follows descent to %+v", point)
		}
	}
	for _, unknown := range sol.UnknownResults() {
		if !strings.HasSuffix(unknown, notComputed) {
			t.Errorf("what is unknown is not explained: %s", unknown)
		}
	}
	if held := testutil.Must(look.HeldOut(ctx, 1, nil)); !math.IsNaN(held.Score().Score) {
		t.Errorf("a first look knows rows held out: %+v", held)
	}
}
