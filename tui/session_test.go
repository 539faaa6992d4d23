package tui

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// Turning what makes the target alone keeps what was computed for the source, and
// gives what opening anew gives; turning anything else makes the source anew.
func TestOpenReusesTheSource(t *testing.T) {
	ctx := context.Background()
	turn := map[string]func(*datasets.Spec){
		"Angle":   func(s *datasets.Spec) { s.Angle = 25 },
		"M":       func(s *datasets.Spec) { s.M = 150 },
		"N":       func(s *datasets.Spec) { s.N = 150 },
		"Noise":   func(s *datasets.Spec) { s.Noise += 0.01 },
		"Ratio":   func(s *datasets.Spec) { s.Ratio = 0.5 },
		"Seed":    func(s *datasets.Spec) { s.Seed = 4 },
		"Bias":    func(s *datasets.Spec) { s.Bias = false },
		"Classes": func(s *datasets.Spec) { s.Classes = []int{3, 8} },
	}
	for _, info := range datasets.List() {
		if !info.BuiltIn {
			continue
		}
		spec := datasets.DefaultSpec(info.Name)
		spec.N, spec.M = 100, 100
		first, err := session.Open(ctx, spec, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		alone := map[string]bool{}
		for _, field := range info.TargetOnly {
			alone[field] = true
		}
		for _, field := range info.Adjustable {
			turned := spec
			turn[field](&turned)
			if got := sameSource(turned, spec); got != alone[field] {
				t.Errorf("%s: turning %s keeps the source: %t", info.Name, field, got)
			}
			reused, err := session.Open(ctx, turned, first, nil)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := session.Open(ctx, turned, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			state, err := fresh.Begin(nil)
			if err != nil {
				t.Fatal(err)
			}
			a, err := model.NewSolver(reused.Problem).Endpoints(ctx, state.Params)
			if err != nil {
				t.Fatal(err)
			}
			b, err := model.NewSolver(fresh.Problem).Endpoints(ctx, state.Params)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(a.Descent.Weights, b.Descent.Weights) || a.Descent.Target.MSE != b.Descent.Target.MSE {
				t.Errorf("%s: after turning %s the solution is another one than opened anew", info.Name, field)
			}
		}
		other := spec
		other.Name = datasets.FilesName
		if sameSource(other, spec) || sameSource(spec, other) {
			t.Errorf("%s shares its source with files", info.Name)
		}
	}
}
