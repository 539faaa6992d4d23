package session

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"larui/model"
	"larui/model/must"
)

// wideFile writes 410 rows of 800 features, few of them not zero, and a label, in a file.
func wideFile(t *testing.T, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 0))
	var text strings.Builder
	for range 410 {
		at, sum := 1+rng.IntN(40), 0.0
		var row strings.Builder
		for at <= 800 {
			v := rng.NormFloat64()
			if at < 400 {
				sum += v
			}
			fmt.Fprintf(&row, " %d:%.3f", at, v)
			at += 1 + rng.IntN(40)
		}
		label := "+1"
		if sum < 0 {
			label = "-1"
		}
		text.WriteString(label + row.String() + "\n")
	}
	return must.Write(t, fmt.Sprintf("%s/%d.libsvm", t.TempDir(), seed), text.String())
}

// A first look says that it is one, and gives way to all that is there: in the state that was
// turned meanwhile, without a step before it, for what changes is no work of a turn.
func TestFirstLookBecomesWhole(t *testing.T) {
	e, updates := listen(t)
	e.LookFirst(1)
	v := &visitor{NewExplorer(e), t, updates}
	v.Begin(v.parse(wideFile(t, 1) + " " + wideFile(t, 2)))
	for v.Update.Solution == nil {
		v.Hear(<-v.updates)
	}
	if look := v.Update.Session.Problem.Look(); look == 0 || look >= v.Limits.D {
		t.Fatalf("a first look at %d directions", look)
	}
	warned := slices.ContainsFunc(v.Update.Session.Warnings(), func(w Warning) bool { return w.Code == LookCode })
	if !warned || v.Update.Solution.Closed.Weights != nil {
		t.Error("a first look is not said, or knows too much")
	}
	lambda, _ := OptionByName("lambda")
	next := lambda.Step(v.State, v.Limits, 3)
	v.Become(next)
	for v.Update.Session.Problem.Look() > 0 || !v.Update.State.Equal(v.State) {
		v.Hear(<-v.updates)
	}
	start := must.Have(v.Update.Session.Begin(Set{}))
	next.Params.KTilde, next.Params.Epochs = start.Params.KTilde, start.Params.Epochs // were not turned
	if !v.State.Equal(next) || !v.Start.Equal(start) || v.Before != nil || !v.CanUndo() {
		t.Errorf("after a turn it goes on at %+v, not %+v", v.Update.State.Params, next.Params)
	}
	want := must.Have(model.NewSolver(v.Update.Session.Problem).Endpoints(t.Context(), next.Params)).Closed.Target
	if got := v.Update.Solution.Closed.Target; got.Accuracy != want.Accuracy {
		t.Errorf("scores %v, not %v", got, want)
	}
}

// Where nothing was turned yet, it goes on in the start of all that is there; what was turned stays,
// also of the states that can be gone back to, and all else follows.
func TestFirstLookUntouched(t *testing.T) {
	v := newVisitor(t, "rotated-gaussian n=60 m=60")
	whole := *v.Update.Session
	pair := *whole.Pair
	pair.Start.Epochs *= 2
	pair.Start.Lambda = 7
	whole.Pair = &pair
	start := must.Have(whole.Begin(Set{}))
	v.complete(&whole)
	if !v.State.Equal(start) || !v.Start.Equal(start) || v.CanUndo() {
		t.Errorf("goes on at %+v, not %+v", v.State.Params, start.Params)
	}

	turned := newVisitor(t, "rotated-gaussian n=60 m=60 momentum=0.5 l2=3 rival=epochs=7")
	first := turned.Start
	k, _ := OptionByName("k")
	turned.Become(k.Step(turned.State, turned.Limits, 1))
	turned.complete(&whole)
	start.Params.Momentum, start.Params.L2, start.Rivals.Epochs = 0.5, 3, 7 // given, and they stay
	want := start
	want.Params.K = first.Params.K + 1
	if !turned.State.Equal(want) || !turned.Start.Equal(start) {
		t.Errorf("goes on at %+v, not %+v", turned.State.Params, want.Params)
	}
	if turned.Undo(); !turned.State.Equal(start) {
		t.Errorf("goes back to %+v, not %+v", turned.State.Params, start.Params)
	}
}
