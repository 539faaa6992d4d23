package model_test

import (
	"bytes"
	"encoding/gob"
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"larui/model"
	"larui/model/testutil"
)

// kept returns what Save gives, written and read.
func kept(t testutil.Test, p *model.Problem) *model.SavedProblem {
	t.Helper()
	var file bytes.Buffer
	saved := new(model.SavedProblem)
	testutil.NoError(t, errors.Join(gob.NewEncoder(&file).Encode(p.Save()), gob.NewDecoder(&file).Decode(saved)))
	return saved
}

// A restored problem is the one that was saved, in every field to the bit, and so is what
// LAR has asked for.
func TestSavedProblems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(shapes).Draw(t, "shape")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		data := s.draw(rng)
		data.Target.Y = data.Target.Y[:rapid.IntRange(0, s.m).Draw(t, "labels of the target")]
		if len(data.Target.Y) == 0 {
			data.Target.Y = nil
		}
		switch rapid.IntRange(0, 2).Draw(t, "validation") {
		case 1:
			data.Validation = model.Domain{X: gaussian(rng, 3, s.d)}
		case 2:
			aside := s.draw(rng)
			data.Validation = aside.Target
		}
		want := newProblem(t, data)
		got := model.RestoreProblem(data, kept(t, want))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: restored\n%+v\nsaved\n%+v", s.name, got, want)
		}
		vTilde, overlap := want.Bases()
		saved := kept(t, want)
		if !reflect.DeepEqual(saved.VTilde, vTilde) || !reflect.DeepEqual(saved.Overlap, overlap) {
			t.Fatalf("%s: what LAR has asked for is not saved", s.name)
		}
		gotVTilde, gotOverlap := model.RestoreProblem(data, saved).Bases()
		if !reflect.DeepEqual(gotVTilde, vTilde) || !reflect.DeepEqual(gotOverlap, overlap) {
			t.Fatalf("%s: what LAR has asked for is restored otherwise", s.name)
		}
	})
}
