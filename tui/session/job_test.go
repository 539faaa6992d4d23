package session

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"larui/model/testutil"
)

// What was there at another key is there again without being computed, in the same
// session and until many others came between.
func TestJobsAreKept(t *testing.T) {
	e := &Engine{notify: func(Update) {}}
	e.setSession(&Session{})
	runs := map[int]int{}
	ask := func(key int) int {
		var u Update
		job := Job{Name: "x", Key: key, Run: func(_ context.Context, _ *Session, report func(any)) error {
			runs[key]++
			report(key)
			return nil
		}}
		testutil.NoError(t, e.runJobs(t.Context(), []Job{job}, false, &u))
		return ResultOf[int](u, "x")
	}
	for _, key := range []int{1, 2, 1, 2, 3, 1} {
		testutil.Equal(t, ask(key), key)
	}
	if runs[1] != 1 || runs[2] != 1 || runs[3] != 1 {
		t.Errorf("runs %v, want one each", runs)
	}
	for key := range resultsPerJob {
		ask(10 + key)
	}
	ask(1)
	testutil.Equal(t, runs[1], 2, resultsPerJob)
	e.setSession(&Session{})
	ask(1)
	if runs[1] != 3 {
		t.Error("the result of another session is kept")
	}
}

// A turn ends the job that runs, and is answered; what the job came to stays.
func TestTurnEndsAJob(t *testing.T) {
	e, updates := listen(t)
	endless := Job{Name: "x", Key: 1, Run: func(ctx context.Context, _ *Session, report func(any)) error {
		report(1)
		<-ctx.Done()
		return ctx.Err()
	}}
	request := gaussian()
	request.Jobs = []Job{endless}
	e.Submit(request)
	turned := uint64(0)
	for u := range updates {
		if u.Results != nil && turned == 0 {
			next := u.State
			next.Params.Lambda *= 3
			turned = e.Submit(Request{State: next})
		}
		if turned > 0 && u.Generation == turned && u.Done {
			if u.Err != nil || u.Solution.Lambda != u.State.Params.Lambda || u.Results != nil {
				t.Errorf("the turn gives %+v", u)
			}
			return
		}
	}
}

// However much is added, one goroutine does it, in its order; wait waits for all.
func TestQueue(t *testing.T) {
	const count = 20_000
	var q queue
	q.wait()
	for range 2 {
		release, before := make(chan struct{}), runtime.NumGoroutine()
		q.add(func() { <-release })
		var done []int
		for i := range count {
			q.add(func() { done = append(done, i) })
		}
		if more := runtime.NumGoroutine() - before; more > 1 {
			t.Errorf("%d goroutines work", more)
		}
		close(release)
		q.wait()
		if len(done) != count || !slices.IsSorted(done) {
			t.Errorf("%d are done, in order: %t", len(done), slices.IsSorted(done))
		}
	}
}
