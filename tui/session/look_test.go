package session

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"larui/model"
	"larui/model/testutil"
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
	return testutil.WriteFile(t, fmt.Sprintf("%s/%d.libsvm", t.TempDir(), seed), text.String())
}

// A first look shows early what is known, refuses turns, and gives way to the whole session, which
// opens as it would without a first look.
func TestFirstLookBecomesWhole(t *testing.T) {
	e, updates := listen(t)
	e.FirstLookFrom = 1
	v := &visitor{NewExplorer(e), t, updates}
	opening := v.parse(wideFile(t, 1) + " " + wideFile(t, 2) + " lambda=3")
	v.OpenFirst(opening)
	lambda, _ := OptionByName("lambda")
	seen := 0
	for looks := true; looks; looks = v.Solution == nil || v.Update.Opening {
		v.HandleUpdate(<-v.updates)
		if v.Solution == nil || !v.Update.Opening {
			continue
		}
		seen++
		if v.Opening == "" || v.TurnTo(lambda.Step(v.State, v.Limits, 3)) || v.SavedHistory() != nil {
			t.Error("a first look counts as an open pair")
		}
		if !v.Session.Problem.Src.HasOnlyLeading() || v.Solution.Closed.Weights != nil || v.Theory != nil {
			t.Error("a first look knows too much")
		}
	}
	whole := mustOpen(t, v.State.Spec, nil)
	want := testutil.Must(whole.StartStateWith(opening.Set))
	if seen == 0 || v.Opening != "" || !v.State.Equal(want) || !v.Start.Equal(want) || v.Before != nil || v.CanUndo() {
		t.Errorf("after %d updates it opens at %+v, not %+v", seen, v.State.Params, want.Params)
	}
	truth := testutil.Must(model.NewSolver(whole.Problem).Endpoints(t.Context(), want.Params)).Closed.Target
	if got := v.Solution.Closed.Target; got.Accuracy != truth.Accuracy {
		t.Errorf("scores %v, not %v", got, truth)
	}
}

// Cancelling during a first look opens the pair before it again, in its state.
func TestFirstLookCancelled(t *testing.T) {
	e, updates := listen(t)
	e.FirstLookFrom = 1
	v := &visitor{NewExplorer(e), t, updates}
	v.OpenFirst(v.parse("rotated-gaussian n=60 m=60 lambda=3"))
	hearUntil := func(done func() bool) {
		for !done() {
			v.HandleUpdate(<-v.updates)
		}
	}
	hearUntil(func() bool { return v.Update.Done })
	before := v.State
	v.Open(v.parse(wideFile(t, 1) + " " + wideFile(t, 2)))
	hearUntil(func() bool { return v.Update.Opening })
	v.Cancel()
	hearUntil(func() bool { return v.Solution != nil && v.Opening == "" })
	if v.Update.Opening || !v.State.Equal(before) || v.CanUndo() || !v.CanRedo() {
		t.Errorf("goes back to %+v, not %+v", v.State, before)
	}
}
