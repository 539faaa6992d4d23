package paper

import (
	"math"
	"strings"
	"testing"

	"larui/model"
	"larui/model/rivals"
)

// A contestant's result is a plain count over what it predicts on the rows that
// are not for validation, and the same twice.
func TestContestants(t *testing.T) {
	d := shifted(300)
	d.Validation = model.Domain{X: shifted(60).Target.X, Y: shifted(60).Target.Y}
	for _, c := range []contestant{
		{name: "LAR", lar: &model.Params{K: 1, KTilde: 1, Epochs: 200}},
		{name: "least squares", method: rivals.LeastSquares(rivals.Descent{})},
		{name: "f-DAL", method: rivals.FDAL(rivals.Training{Epochs: 2})},
		{name: "CDAN", method: rivals.CDAN(rivals.Training{Epochs: 2})},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := c.run(t.Context(), d, 1)
			if err != nil {
				t.Fatal(err)
			}
			if r.Accuracy < 0.8 || r.F1 < 0.8 || r.Validation < 0.8 {
				t.Errorf("%+v", r)
			}
			if grid := c.lar != nil || len(c.method.Grid) > 1; grid != (r.Chosen != "") {
				t.Errorf("chosen is %q", r.Chosen)
			}
			again, err := c.run(t.Context(), d, 1)
			if err != nil || again != r {
				t.Errorf("%+v the second time, %v", again, err)
			}
		})
	}
}

// LAR is chosen by the validation rows: no setting of the grid does better there.
func TestAlignChoosesByValidation(t *testing.T) {
	d := shifted(300)
	d.Validation = shifted(80).Target
	c := contestant{lar: &model.Params{K: 1, KTilde: 1, Epochs: 50}}
	r, err := c.run(t.Context(), d, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := model.NewProblem(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	ks, kTildes, lambdas := p.PaperGrid()
	for _, k := range ks {
		for _, kTilde := range kTildes {
			for _, lambda := range lambdas {
				params := *c.lar
				params.K, params.KTilde, params.Lambda = k, kTilde, lambda
				s, err := model.NewSolver(p).Endpoints(t.Context(), params)
				if err != nil {
					t.Fatal(err)
				}
				if s.Descent.Validation.Accuracy > r.Validation {
					t.Errorf("k %d, k̃ %d, λ %g has %g, chosen was %+v", k, kTilde, lambda, s.Descent.Validation.Accuracy, r)
				}
			}
		}
	}
}

// The report sets every method's mean beside LAR's, and says truly who is ahead.
func TestFurtherReport(t *testing.T) {
	o := dataOrSkip(t)
	o.Seeds = 2
	r := made(t, reviews(), o, func(key string) any {
		r := rivalResult{Accuracy: 0.5, Chosen: "a"}
		switch {
		case strings.Contains(key, ", LAR,"):
			r.Accuracy = 0.8
		case strings.Contains(key, "CDAN") && strings.Contains(key, "seed 1"):
			r.Accuracy, r.Chosen = 0.9, "b"
		}
		return r
	})
	if len(r.Rows) != 12 {
		t.Errorf("%d rows", len(r.Rows))
	}
	for _, row := range r.Rows {
		want := 50.0
		switch row.Name {
		case "LAR":
			want = 80
		case "CDAN", "IWCDAN":
			want = 70
			if row.Chosen != "a (1 of 2 runs)" {
				t.Errorf("%s chose %q", row.Name, row.Chosen)
			}
		}
		if math.Abs(row.Ours.Mean-want) > 1e-9 {
			t.Errorf("%s: %g, want %g", row.Name, row.Ours.Mean, want)
		}
	}
	for _, c := range r.Claims {
		if !c.Holds {
			t.Errorf("%s: %s", c.Statement, c.Measured)
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
	}{{reviews(), 0.5}, {objects(), 0.1}} {
		var p plan
		if err := c.plan(t.Context(), o, &p); err != nil {
			t.Fatal(err)
		}
		for _, u := range p.units {
			if !strings.Contains(u.key, "ridge") {
				continue // the others take up to minutes
			}
			result, err := u.run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if accuracy := result.(rivalResult).Accuracy; accuracy < 1.3*c.chance {
				t.Errorf("%s: %g", u.key, accuracy)
			}
		}
	}
}
