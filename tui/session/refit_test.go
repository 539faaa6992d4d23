package session

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/must"
	"larui/model/rivals"
)

// closedOf is the closed form of a session at a setting.
func closedOf(t testing.TB, s *Session) *mat.Dense {
	t.Helper()
	return must.Have(model.NewSolver(s.Problem).Endpoints(t.Context(), model.Params{K: 1, KTilde: 1, Lambda: 3, Epochs: 20})).Closed.Weights
}

// With validation rows in the fit, a turn of the target changes the source too; every way to the same state
// leads to the same problem, that of the cache among them.
func TestRefitOpens(t *testing.T) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.N, spec.M = 60, 50
	refit := func(angle float64, on bool) datasets.Spec {
		s := spec
		s.Angle, s.Refit = angle, on
		return s
	}
	previous := mustOpen(t, refit(45, false), nil)
	for _, to := range []datasets.Spec{refit(45, true), refit(80, true), refit(80, false), refit(30, false), refit(30, true)} {
		s := mustOpen(t, to, previous)
		if want := mustOpen(t, to, nil); !mat.Equal(closedOf(t, s), closedOf(t, want)) || s.Problem.Src.N != want.Problem.Src.N {
			t.Errorf("at %v° with refit %t it hangs on what was open before", to.Angle, to.Refit)
		}
		previous = s
	}
	if !slices.Contains(previous.Limits().Options, "refit") || !strings.HasSuffix(previous.Command(previous.Start()), " --refit=true") {
		t.Errorf("%v, %s", previous.Limits().Options, previous.Command(previous.Start()))
	}

	kept := keptSpec(t)
	if slices.Contains(mustOpen(t, kept, nil).Limits().Options, "refit") {
		t.Error("without validation rows there is something to add to the fit")
	}
	kept.ValidationSize = 6
	apart := mustOpen(t, kept, nil)
	apart.Keep(t.Context())
	kept.Refit = true
	first := mustOpen(t, kept, apart)
	first.Keep(t.Context())
	again := mustOpen(t, kept, nil)
	if names := entries(t, kept); len(names) != 2 || again.Pair.Refitted != 6 || !mat.Equal(closedOf(t, again), closedOf(t, first)) || first.PairKey() == apart.PairKey() {
		t.Errorf("kept are %v, with %d validation rows in the fit", names, again.Pair.Refitted)
	}
	if back := must.Have(first.Apart(t.Context())); !mat.Equal(closedOf(t, back), closedOf(t, apart)) {
		t.Error("apart they are not what they were")
	}
}

// Validation rows choose before they are in the fit, settings of LAR and of others, and judge nothing in it.
func TestRefitChooses(t *testing.T) {
	spec := datasets.DefaultSpec("subspace")
	spec.N, spec.M = 60, 60
	apart := mustOpen(t, spec, nil)
	spec.Refit = true
	s := mustOpen(t, spec, nil)
	params := model.Params{K: 4, KTilde: 4, Lambda: 1, Epochs: 50}
	want, got := must.Have(apart.Choose(t.Context(), params, Validation, nil)), must.Have(s.Choose(t.Context(), params, Validation, nil))
	if got.Params != want.Params || got.Why != want.Why || !strings.Contains(fmt.Sprint(got.Limits), "were not in the fit") {
		t.Errorf("chosen %+v, want %+v", got, want)
	}
	if err := s.CanJudge(Validation, 4); err == nil || s.CanJudge(LabelFree, 4) != nil {
		t.Errorf("rows that are fitted judge: %v", err)
	}
	sweep := must.Have(s.Sweep(t.Context(), model.Grid{K: []int{4}, KTilde: []int{4}, Lambda: []float64{1}, Epochs: []int{50}, Base: params, DescentOnly: true}, nil))
	if c := must.Have(sweep.Choose(t.Context(), Validation, 0)); c.Cell >= 0 || !strings.Contains(c.Why, "in the fit") {
		t.Errorf("%+v", c)
	}

	ridge := Rivals()[slices.IndexFunc(Rivals(), func(r rivals.Method) bool { return r.Command == "ridge" })]
	chosen, fit := must.Have(apart.FitRival(t.Context(), ridge, 4, nil)), must.Have(s.FitRival(t.Context(), ridge, 4, nil))
	stacked := rivals.Problem{Task: s.Pair.Task, Classes: 2, Source: apart.Pair.Refit().Source, Target: s.Pair.Target.X}
	weights, _ := must.Have(ridge.Train(t.Context(), stacked, chosen.Hyper, 0, nil)).(rivals.WeightedClassifier).Weights()
	if fit.Hyper.String() != chosen.Hyper.String() || !fit.Chosen || !mat.Equal(fit.Weights, weights) || mat.Equal(fit.Weights, chosen.Weights) {
		t.Errorf("%v, want %v", fit.Hyper, chosen.Hyper)
	}

	// What is chosen is trained once more, what leaves nothing to choose but once.
	for method, want := range map[string]float64{"ridge": 0.8, "dann": 0, "least-squares": 0} {
		r := Rivals()[slices.IndexFunc(Rivals(), func(r rivals.Method) bool { return r.Command == method })].With(rivals.Hyper{Hidden: 8, Epochs: 1})
		var told []float64
		fit := must.Have(s.FitRival(t.Context(), r, 4, func(f float64) { told = append(told, f) }))
		again := slices.ContainsFunc(told, func(f float64) bool { return math.Abs(f-want) < 1e-12 })
		if !slices.IsSorted(told) || told[len(told)-1] != 1 || want > 0 && !again || fit.Chosen != (want > 0) {
			t.Errorf("%s: chosen %t, progress goes %v", method, fit.Chosen, told)
		}
	}

	// The shift is that of the target from the source's own rows.
	with, without := must.Have(s.Shift(t.Context(), nil)), must.Have(apart.Shift(t.Context(), nil))
	must.Equal(t, with.Classifier.AUC, without.Classifier.AUC)
}

// What validation rows choose of files is the same with them in the fit afterwards as without, where the
// pair with them begins elsewhere too; what is given stands.
func TestRefitChoosesTheSame(t *testing.T) {
	table := func(name string, n int, turn float64) string {
		var b strings.Builder
		b.WriteString("a,b,c,d,label\n")
		for i := range n {
			y := float64(i % 2)
			a, c := math.Sin(float64(7*i*i))+2*y, 4*math.Sin(float64(3*i*i+i))
			fmt.Fprintf(&b, "%v,%v,%v,%v,%v\n", a*math.Cos(turn)-c*math.Sin(turn), a*math.Sin(turn)+c*math.Cos(turn), turn+0.3*math.Cos(float64(5*i)), 2*y+2*turn*math.Cos(float64(i*i)), y)
		}
		return must.Write(t, filepath.Join(t.TempDir(), name), b.String())
	}
	opening := must.Have(NewOpening("files", map[string]string{"source": table("s.csv", 40, 0.1), "target": table("t.csv", 160, 0.9), "label": "label", "validation-size": "80"}))
	opening.Spec.Cache = ""
	apart := mustOpen(t, opening.Spec, nil)
	opening.Spec.Refit = true
	s := mustOpen(t, opening.Spec, nil)
	if a, b := apart.Start().Params, s.Start().Params; a.Epochs == b.Epochs {
		t.Fatalf("both begin with %d epochs", a.Epochs)
	}
	for _, given := range []map[string]string{nil, {"epochs": "700"}, {"epochs": fmt.Sprint(s.Start().Params.Epochs)}} {
		set := must.Have(ParseSet(given))
		begun := must.Have(apart.Begin(set)).Params
		want, got := must.Have(apart.Choose(t.Context(), begun, Validation, nil)), must.Have(s.ChooseGiven(t.Context(), set, Validation, nil))
		if got.Params != want.Params || got.Why != want.Why || want.Cell < 0 {
			t.Errorf("with %v chosen is %+v, %s\nwithout refit %+v, %s", given, got.Params, got.Why, want.Params, want.Why)
		}
	}

	// A choice that fails has nothing to say of itself.
	ended, stop := context.WithCancel(t.Context())
	stop()
	if c, err := s.ChooseGiven(ended, Set{}, Validation, nil); err == nil || c.Limits != nil {
		t.Errorf("%v, limits %q", err, c.Limits)
	}
}
