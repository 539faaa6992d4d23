package paper

import (
	"strings"
	"testing"

	"larui/model"
	"larui/model/must"
)

// LAR is chosen by the validation rows: no setting of the grid does better there.
func TestAlignChoosesByValidation(t *testing.T) {
	d := shifted(300)
	d.Validation = shifted(80).Target
	c := contestant{lar: &model.Params{K: 1, KTilde: 1, Epochs: 50}}
	r := must.Have(c.run(t.Context(), d, 0))
	if r.Accuracy < 0.8 || r.F1 < 0.8 || r.Validation < 0.8 || r.Chosen == "" {
		t.Errorf("%+v", r)
	}
	p := must.Have(model.NewProblem(t.Context(), d))
	ks, kTildes, lambdas := p.PaperGrid()
	for _, k := range ks {
		for _, kTilde := range kTildes {
			for _, lambda := range lambdas {
				params := *c.lar
				params.K, params.KTilde, params.Lambda = k, kTilde, lambda
				s := must.Have(model.NewSolver(p).Endpoints(t.Context(), params))
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
	}{{reviews(), 0.5}, {objects(), 0.1}} {
		var p plan
		must.Succeed(t, c.plan(t.Context(), o, &p))
		for _, u := range p.units {
			if !strings.Contains(u.key, "ridge") {
				continue // the others take up to minutes
			}
			result := must.Have(u.run(t.Context()))
			if accuracy := result.(rivalResult).Accuracy; accuracy < 1.3*c.chance {
				t.Errorf("%s: %g", u.key, accuracy)
			}
		}
	}
}
