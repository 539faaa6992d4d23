package model_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"larui/model"
)

// kept returns what Save gives, written and read.
func kept(t interface {
	Helper()
	Fatal(...any)
}, p *model.Problem) *model.Saved {
	t.Helper()
	var file bytes.Buffer
	saved := new(model.Saved)
	if err := errors.Join(gob.NewEncoder(&file).Encode(p.Save()), gob.NewDecoder(&file).Decode(saved)); err != nil {
		t.Fatal(err)
	}
	return saved
}

// A restored problem is the one that was saved, in every field, and so solves to
// the same bits.
func TestSavedProblems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(shapes).Draw(t, "shape")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		data := s.draw(rng)
		if !rapid.Bool().Draw(t, "target labelled") {
			data.Target.Y = nil
		}
		switch rapid.IntRange(0, 2).Draw(t, "validation") {
		case 1:
			data.Validation = model.Domain{X: gaussian(rng, 3, s.d)}
		case 2:
			aside := s.draw(rng)
			data.Validation = aside.Target
		}
		want, err := model.NewProblem(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		got := model.RestoreProblem(data, kept(t, want))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: restored\n%+v\nsaved\n%+v", s.name, got, want)
		}
		params := model.Params{K: 1 + s.d/2, KTilde: 1, Lambda: 3, Epochs: 50}
		if a, b := outcome(t, got, params), outcome(t, want, params); a != b {
			t.Fatalf("%s: restored\n%s\nsaved\n%s", s.name, a, b)
		}
	})
}

// outcome writes a solution with every digit that matters.
func outcome(t *rapid.T, p *model.Problem, params model.Params) string {
	solver := model.NewSolver(p)
	s, err := solver.Solve(context.Background(), params)
	if err != nil {
		t.Fatal(err)
	}
	theory, err := solver.Theory(context.Background(), params)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(s.Closed.Weights.RawMatrix(), s.Closed.Evaluation, s.Closed.Condition,
		s.Descent.Weights.RawMatrix(), s.Descent.Evaluation, s.Descent.Curve, s.None.Curve, theory)
}

func BenchmarkRestoreProblem(b *testing.B) {
	data := digitsLike()
	saved := kept(b, newProblem(b, data))
	for b.Loop() {
		model.RestoreProblem(data, saved)
	}
}
