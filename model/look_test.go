package model

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model/must"
)

// fading are two domains of n rows and d features of fading scale, the target's mixed a little,
// with labels that follow some of them and noise.
func fading(n, d int) Data {
	const fade = 0.97
	rng := rand.New(rand.NewPCG(5, 6))
	domain := func(mix float64) Domain {
		x, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			row := x.RawRowView(i)
			for j := range row {
				row[j] = rng.NormFloat64() * math.Max(0.02, math.Pow(fade, float64(j)))
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
	look := must.Have(must.Have(Sum(ctx, data)).FirstLook(ctx))
	s := look.space.basis
	projected := data
	for _, domain := range []*Domain{&projected.Source, &projected.Target} {
		var along, back mat.Dense
		along.Mul(domain.X, s)
		back.Mul(&along, s.T())
		domain.X = &back
	}
	truth := must.Have(NewProblem(ctx, projected))
	if look.Look() != 2*lookSteps*(lookBlock+1) || truth.Look() != 0 {
		t.Errorf("a first look at %d directions", look.Look())
	}
	for i := range look.Look() {
		for side, pair := range [][2]Side{{look.Src, truth.Src}, {look.Tgt, truth.Tgt}} {
			if math.Abs(pair[0].Sigma[i]-pair[1].Sigma[i]) > 1e-6*pair[1].Sigma[0] {
				t.Fatalf("side %d: singular value %d is %v, not %v", side, i+1, pair[0].Sigma[i], pair[1].Sigma[i])
			}
		}
	}
	params := Params{K: 12, KTilde: 9, Lambda: 2, Epochs: 800}
	got, want := must.Have(NewSolver(look).Solve(ctx, params)), must.Have(NewSolver(truth).Solve(ctx, params))
	for _, pair := range [][2]Descent{{got.Descent, want.Descent}, {got.None, want.None}} {
		if !mat.EqualApprox(pair[0].Weights, pair[1].Weights, 1e-8) || pair[0].Target.Accuracy != pair[1].Target.Accuracy {
			t.Errorf("weights %v long and scores %v, not %v and %v",
				mat.Norm(pair[0].Weights, 2), pair[0].Target, mat.Norm(pair[1].Weights, 2), pair[1].Target)
		}
	}
}

// What a first look says is what the whole says: leading components to many digits, descent to
// some; what it does not know is unknown.
func TestFirstLookAgainstWhole(t *testing.T) {
	ctx, data := context.Background(), fading(250, 420)
	sums := must.Have(Sum(ctx, data))
	look := must.Have(sums.FirstLook(ctx))
	whole := must.Have(sums.Problem(ctx))
	for i := range 40 {
		if math.Abs(look.Tgt.Sigma[i]/whole.Tgt.Sigma[i]-1) > 1e-6 {
			t.Errorf("σ̃%d = %v, not %v", i+1, look.Tgt.Sigma[i], whole.Tgt.Sigma[i])
		}
		if got, want := look.Src.Norms()[i], whole.Src.Norms()[i]; math.Abs(got-want) > 1e-4*math.Sqrt(whole.Src.LabelNorm2) {
			t.Errorf("label projection %d is %v, not %v", i+1, got, want)
		}
	}
	seen, all := NewSolver(look), NewSolver(whole)
	for _, k := range []int{3, 30} {
		for _, lambda := range []float64{0, 0.1, 10} {
			params := Params{K: k, KTilde: k, Lambda: lambda, Epochs: 1000}
			got, want := must.Have(seen.Solve(ctx, params)), must.Have(all.Solve(ctx, params))
			if math.Abs(got.Descent.Target.Accuracy-want.Descent.Target.Accuracy) > 0.015 || math.Abs(got.None.Target.Accuracy-want.None.Target.Accuracy) > 0.015 {
				t.Errorf("%+v: target accuracy %v and %v, not %v and %v", params, got.Descent.Target.Accuracy, got.None.Target.Accuracy, want.Descent.Target.Accuracy, want.None.Target.Accuracy)
			}
			if got.Closed.Weights != nil || !math.IsNaN(got.Closed.Condition) || !math.IsNaN(got.Closed.Target.Accuracy) {
				t.Errorf("a first look knows the closed form")
			}
		}
	}
	beyond := must.Have(seen.Solve(ctx, Params{K: 3, KTilde: 3, Lambda: 1, Epochs: LookEpochs + 1}))
	last := beyond.Descent.Curve[len(beyond.Descent.Curve)-1].Epoch
	if beyond.Descent.Weights != nil || last > LookEpochs {
		t.Errorf("a first look follows descent beyond %d epochs, to %d", LookEpochs, last)
	}
	for _, unknown := range beyond.Unknowns() {
		if !strings.HasSuffix(unknown, unseen) {
			t.Errorf("what is unknown is not explained: %s", unknown)
		}
	}
}
