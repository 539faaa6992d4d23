package paper

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// LAR is chosen by the validation rows: no setting of the grid does better there.
func TestAlignChoosesByValidation(t *testing.T) {
	d := shifted(300)
	d.Validation = shifted(80).Target
	c := contestant{lar: &model.Params{K: 1, KTilde: 1, Epochs: 50}}
	r := testutil.Must(c.run(t.Context(), d, 0))
	if r.Accuracy < 0.8 || r.F1 < 0.8 || r.Validation < 0.8 || r.Chosen == "" {
		t.Errorf("%+v", r)
	}
	p := testutil.Must(model.NewProblem(t.Context(), d))
	ks, kTildes, lambdas := p.PaperGrid()
	for _, k := range ks {
		for _, kTilde := range kTildes {
			for _, lambda := range lambdas {
				params := *c.lar
				params.K, params.KTilde, params.Lambda = k, kTilde, lambda
				s := testutil.Must(model.NewSolver(p).Endpoints(t.Context(), params))
				if s.Descent.Validation.Accuracy > r.Validation {
					t.Errorf("k %d, k̃ %d, λ %g has %g, chosen was %+v", k, kTilde, lambda, s.Descent.Validation.Accuracy, r)
				}
			}
		}
	}
}

// The real pairs are there, and ridge does better than chance on them.
func TestFurtherPairs(t *testing.T) {
	o := dataOrSkip(t)
	o.Seeds = 1
	for _, c := range []struct {
		Experiment
		chance float64
	}{{amazonReviews(), 0.5}, {officeCaltech(), 0.1}} {
		var p plan
		testutil.NoError(t, c.plan(t.Context(), o, &p))
		for _, u := range p.units {
			if !strings.Contains(u.key, "ridge") {
				continue // the others take up to minutes
			}
			result := testutil.Must(u.run(t.Context()))
			if accuracy := result.(rivalResult).Accuracy; accuracy < 1.3*c.chance {
				t.Errorf("%s: %g", u.key, accuracy)
			}
		}
	}
}

// The second solution is that of the source with the validation rows behind it, at the setting chosen.
func TestRefit(t *testing.T) {
	d := shifted(120)
	d.Validation = shifted(30).Target
	got := testutil.Must(refitLAR(t.Context(), d))
	chosen, first, err := chooseLAR(t.Context(), d, model.Params{K: 1, KTilde: 1, Epochs: linearEpochs})
	testutil.NoError(t, err)
	x, y := mat.NewDense(150, 3, nil), append(slices.Clone(d.Source.Y), d.Validation.Y...)
	for i := range 150 {
		from := d.Source.X
		at := i
		if i >= 120 {
			from, at = d.Validation.X, i-120
		}
		x.SetRow(i, from.RawRowView(at))
	}
	d.Source = model.Domain{X: x, Y: y}
	again := testutil.Must(model.NewSolver(testutil.Must(model.NewProblem(t.Context(), d))).Endpoints(t.Context(), chosen))
	if got.Without != first.Accuracy || got.With != again.Descent.Target.Accuracy || len(d.Validation.Y) != 30 {
		t.Errorf("%+v, want %v and %v", got, first.Accuracy, again.Descent.Target.Accuracy)
	}
	r := made(t, refitWithValidation(), Options{Data: t.TempDir(), Seeds: 2}, func(key string) any {
		if strings.HasPrefix(key, "glyphs") {
			return refitResult{0.5, 0.62}
		}
		return refitResult{0.5, 0.5}
	})
	if first := r.Rows[0]; math.Abs(first.Ours.Mean-2) > 1e-9 || first.Ours.N != 6 || r.Claims[0].Verdict != Open || len(r.Rows) != 13 {
		t.Errorf("%+v, %+v", first, r.Claims)
	}
}
