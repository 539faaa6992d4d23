package session

import (
	"context"
	"errors"
	"testing"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

// listen starts an engine whose updates go to a channel.
func listen(t *testing.T) (*Engine, <-chan Update) {
	t.Helper()
	updates := make(chan Update, 1024)
	e := NewEngine(func(u Update) { updates <- u })
	t.Cleanup(e.Close)
	return e, updates
}

// last waits for the end of a generation and returns its last update.
func last(t *testing.T, updates <-chan Update, generation uint64) Update {
	t.Helper()
	for u := range updates {
		if u.Generation > generation {
			t.Fatalf("waiting for generation %d, got %d", generation, u.Generation)
		}
		if u.Generation == generation && u.Done {
			return u
		}
	}
	return Update{}
}

func gaussian() Request {
	return Request{State: State{Spec: datasets.DefaultSpec("rotated-gaussian")}, AtStart: true}
}

func TestEngineAnswers(t *testing.T) {
	e, updates := listen(t)
	u := last(t, updates, e.Submit(gaussian()))
	if u.Err != nil {
		t.Fatal(u.Err)
	}
	if u.Session == nil || u.Solution == nil || u.Theory == nil || len(u.Path) != len(PathLambdas()) {
		t.Fatalf("the last update lacks something: %+v", u)
	}
	// The same as solving by hand.
	want := testutil.Must(model.NewSolver(mustOpen(t, u.State.Spec, nil).Problem).Solve(t.Context(), u.State.Params))
	testutil.Equal(t, u.Solution.Descent.Target.Accuracy, want.Descent.Target.Accuracy)
	for i, point := range u.Path {
		testutil.Equal(t, point.Lambda, PathLambdas()[i], i)
	}
}

// Of many requests the last one is answered in the end; generations never fall.
func TestEngineAnswersTheNewest(t *testing.T) {
	e, updates := listen(t)
	state := last(t, updates, e.Submit(gaussian())).State
	lambda, _ := OptionByName("lambda")
	var newest uint64
	for range 200 {
		state = lambda.Step(state, Limits{D: 2}, 1)
		if state.Params.Lambda == 1e4 {
			state.Params.Lambda = 0
		}
		newest = e.Submit(Request{State: state})
	}
	previous := uint64(0)
	for u := range updates {
		if u.Generation < previous {
			t.Fatalf("generation %d after %d", u.Generation, previous)
		}
		previous = u.Generation
		if u.Generation == newest && u.Done {
			if u.Err != nil || u.Solution.Lambda != state.Params.Lambda {
				t.Fatalf("answered λ = %v (%v), want %v", u.Solution.Lambda, u.Err, state.Params.Lambda)
			}
			return
		}
	}
}

// What can't be solved, and what panics, is an error in an update; the next request is
// answered.
func TestEngineSurvivesErrors(t *testing.T) {
	e, updates := listen(t)
	good := last(t, updates, e.Submit(gaussian())).State
	bad := good
	bad.Params.K = 99
	broken := Job{Name: "x", Run: func(context.Context, *Session, func(any)) error { panic("index out of range") }}
	for _, c := range []struct {
		request Request
		want    error
	}{
		{Request{State: bad}, model.ErrParams}, {Request{State: good}, nil},
		{Request{State: good, Jobs: []Job{broken}}, errInternal}, {Request{State: good}, nil},
	} {
		u := last(t, updates, e.Submit(c.request))
		if !errors.Is(u.Err, c.want) || c.want == nil && (u.Theory == nil || len(u.Path) < len(PathLambdas())) {
			t.Errorf("the answer is %v, want %v", u.Err, c.want)
		}
	}
}
