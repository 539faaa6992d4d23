package model_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

func save(t interface {
	Helper()
	Fatal(...any)
}, p *model.Problem) []byte {
	t.Helper()
	saved, err := p.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// withoutLower returns p with the triangles of its Gram matrices that do not count
// made zero; everything else is p's.
func withoutLower(p *model.Problem) *model.Problem {
	q := *p
	for _, side := range []*model.Side{&q.Src, &q.Tgt} {
		n := side.Gram.SymmetricDim()
		upper := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				upper.SetSym(i, j, side.Gram.At(i, j))
			}
		}
		side.Gram = upper
	}
	return &q
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
		saved := save(t, want)
		got, err := model.RestoreProblem(data, saved)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(withoutLower(got), withoutLower(want)) {
			t.Fatalf("%s: restored\n%+v\nsaved\n%+v", s.name, got, want)
		}
		if !bytes.Equal(save(t, got), saved) {
			t.Fatal("saved again it differs")
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

// Whatever of the saved bytes is missing or can't be a number of a problem is an
// error.
func TestRestoreProblemErrors(t *testing.T) {
	for _, s := range []shape{shapes[1], shapes[8]} {
		data := s.draw(newRand(3))
		saved := save(t, newProblem(t, data))
		check := func(what string, data model.Data, saved []byte) {
			t.Helper()
			if p, err := model.RestoreProblem(data, saved); p != nil || !errors.Is(err, model.ErrSaved) {
				t.Errorf("%s, %s: %v", s.name, what, err)
			}
		}
		for n := range saved {
			check(fmt.Sprintf("%d bytes of %d", n, len(saved)), data, saved[:n])
		}
		check("a byte too many", data, append(slices.Clone(saved), 0))
		for at := len(model.SavedFormat); at < len(saved); at += 8 {
			for _, v := range []float64{math.NaN(), math.Inf(-1)} {
				damaged := slices.Clone(saved)
				binary.LittleEndian.PutUint64(damaged[at:], math.Float64bits(v))
				check(fmt.Sprintf("%v at %d", v, at), data, damaged)
			}
		}
		check("another format", data, append([]byte("larui problem 0\n"), saved[len(model.SavedFormat):]...))

		for what, change := range map[string]func(*model.Data){
			"another task":        func(d *model.Data) { d.Task = model.Binary },
			"a class more":        func(d *model.Data) { d.Task, d.Classes = model.MultiClass, d.Classes+1 },
			"fewer source rows":   func(d *model.Data) { d.Source = firstRows(d.Source, s.n-1) },
			"fewer target rows":   func(d *model.Data) { d.Target = firstRows(d.Target, s.m-1) },
			"no target labels":    func(d *model.Data) { d.Target.Y = nil },
			"no source labels":    func(d *model.Data) { d.Source.Y = nil },
			"a validation domain": func(d *model.Data) { d.Validation = firstRows(d.Target, 2) },
			"no target":           func(d *model.Data) { d.Target = model.Domain{} },
			"a wide validation":   func(d *model.Data) { d.Validation.X = mat.NewDense(1, s.d+1, nil) },
			"a feature more":      func(d *model.Data) { d.Source.X, d.Target.X = wider(d.Source.X), wider(d.Target.X) },
			"an impossible label": func(d *model.Data) { d.Target.Y = constant(s.m, math.NaN()) },
		} {
			other := data
			change(&other)
			check(what, other, saved)
		}
	}
}

func firstRows(d model.Domain, n int) model.Domain {
	_, width := d.X.Dims()
	return model.Domain{X: d.X.Slice(0, n, 0, width).(*mat.Dense), Y: d.Y[:n]}
}

func wider(x *mat.Dense) *mat.Dense { return x.Grow(0, 1).(*mat.Dense) }

// Singular values that do not fall are none.
func TestRestoreProblemChecksTheSpectrum(t *testing.T) {
	data := shapes[0].draw(newRand(4))
	p := newProblem(t, data)
	for what, change := range map[string]func(sigma []float64){
		"rising":   func(sigma []float64) { slices.Reverse(sigma) },
		"negative": func(sigma []float64) { sigma[len(sigma)-1] = -1 },
	} {
		sigma := slices.Clone(p.Src.Sigma)
		change(sigma)
		saved := bytes.Replace(save(t, p), floatBytes(p.Src.Sigma), floatBytes(sigma), 1)
		if _, err := model.RestoreProblem(data, saved); !errors.Is(err, model.ErrSaved) {
			t.Errorf("%s singular values: %v", what, err)
		}
	}
}

func floatBytes(x []float64) []byte {
	var b []byte
	for _, v := range x {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// A problem with a number that is not finite is not saved.
func TestUnsavedProblems(t *testing.T) {
	p := newProblem(t, shapes[0].draw(newRand(5)))
	p.Overlap = mat.DenseCopyOf(p.Overlap)
	p.Overlap.Set(2, 3, math.NaN())
	if saved, err := p.AppendBinary(nil); saved != nil || !errors.Is(err, model.ErrSaved) {
		t.Errorf("NaN: %v", err)
	}
}

// FuzzRestoreProblem makes sure that bytes are refused or hold a problem that is
// saved as the same bytes, never more.
func FuzzRestoreProblem(f *testing.F) {
	var kinds []model.Data
	for _, s := range []shape{
		{n: 3, m: 2, d: 2},
		{task: model.MultiClass, classes: 2, n: 3, m: 3, d: 2},
		{task: model.Regression, n: 1, m: 2, d: 4},
	} {
		kinds = append(kinds, s.draw(newRand(6)))
	}
	kinds[0].Target.Y = nil
	for kind, data := range kinds {
		f.Add(kind, save(f, newProblem(f, data)))
	}
	f.Fuzz(func(t *testing.T, kind int, saved []byte) {
		data := kinds[(kind%len(kinds)+len(kinds))%len(kinds)]
		p, err := model.RestoreProblem(data, saved)
		if err != nil {
			if p != nil || !errors.Is(err, model.ErrSaved) {
				t.Fatal(err)
			}
			return
		}
		if !bytes.Equal(save(t, p), saved) {
			t.Error("saved again it differs")
		}
	})
}

func BenchmarkRestoreProblem(b *testing.B) {
	data := digitsLike()
	saved := save(b, newProblem(b, data))
	b.SetBytes(int64(len(saved)))
	for b.Loop() {
		if _, err := model.RestoreProblem(data, saved); err != nil {
			b.Fatal(err)
		}
	}
}
