package model_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
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
		got, err := model.RestoreProblem(data, kept(t, want))
		if err != nil {
			t.Fatal(err)
		}
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

// What was saved of other data, or lacks a matrix, is an error.
func TestRestoreProblemErrors(t *testing.T) {
	for _, s := range []shape{shapes[1], shapes[8]} {
		data := s.draw(newRand(3))
		p := newProblem(t, data)
		check := func(what string, data model.Data, saved *model.Saved) {
			t.Helper()
			if p, err := model.RestoreProblem(data, saved); p != nil || !errors.Is(err, model.ErrSaved) {
				t.Errorf("%s, %s: %v", s.name, what, err)
			}
		}
		check("nothing", data, new(model.Saved))
		for i, m := range p.Save().Matrices() {
			if *m != nil {
				saved := kept(t, p)
				*saved.Matrices()[i] = nil
				check(fmt.Sprintf("without matrix %d", i), data, saved)
				*saved.Matrices()[i] = mat.NewDense(s.d+9, s.d+9, nil)
				check(fmt.Sprintf("with a larger matrix %d", i), data, saved)
			}
		}
		for what, change := range map[string]func(*model.Data){
			"a class more":         func(d *model.Data) { d.Task, d.Classes = model.MultiClass, d.Classes+2 },
			"fewer target rows":    func(d *model.Data) { d.Target = firstRows(d.Target, s.m-1) },
			"no target labels":     func(d *model.Data) { d.Target.Y = nil },
			"a feature more":       func(d *model.Data) { d.Source.X, d.Target.X = wider(d.Source.X), wider(d.Target.X) },
			"another target width": func(d *model.Data) { d.Source.X = wider(d.Source.X) },
		} {
			other := data
			change(&other)
			check(what, other, kept(t, p))
		}
	}
}

func firstRows(d model.Domain, n int) model.Domain {
	_, width := d.X.Dims()
	return model.Domain{X: d.X.Slice(0, n, 0, width).(*mat.Dense), Y: d.Y[:n]}
}

func wider(x *mat.Dense) *mat.Dense { return x.Grow(0, 1).(*mat.Dense) }

func BenchmarkRestoreProblem(b *testing.B) {
	data := digitsLike()
	saved := kept(b, newProblem(b, data))
	for b.Loop() {
		if _, err := model.RestoreProblem(data, saved); err != nil {
			b.Fatal(err)
		}
	}
}
