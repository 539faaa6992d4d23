package session

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
)

// keptSpec is a pair of files with a cache that is still empty.
func keptSpec(t testing.TB) datasets.Spec {
	spec := fileSpec(t, 30, 4)
	spec.Cache = filepath.Join(t.TempDir(), "opened")
	return spec
}

// entries lists what is in the cache of spec.
func entries(t *testing.T, spec datasets.Spec) []string {
	t.Helper()
	return testutil.Must(filepath.Glob(filepath.Join(spec.Cache, "*")))
}

// A session that was kept opens again as it was, from what was kept.
func TestKeptSessions(t *testing.T) {
	spec := keptSpec(t)
	first := mustOpen(t, spec, nil)
	if names := entries(t, spec); len(names) > 0 {
		t.Errorf("opening alone keeps %v", names)
	}
	first.WriteCache(t.Context())
	if names := entries(t, spec); len(names) != 1 {
		t.Fatalf("kept are %v, not the pair with its problem", names)
	}
	again := mustOpen(t, spec, nil)
	again.Load, again.Prepare, again.sources = first.Load, first.Prepare, first.sources
	if !reflect.DeepEqual(again, first) {
		t.Errorf("opened again\n%+v\nwant\n%+v", again, first)
	}

	// Put another problem of the same shape in place of the one that was kept.
	other := first.Pair.Data
	other.Target.Y = append([]float64{-other.Target.Y[0]}, other.Target.Y[1:]...)
	marked := *first
	marked.Problem = testutil.Must(model.NewProblem(t.Context(), other))
	testutil.NoError(t, os.Remove(entries(t, spec)[0]))
	marked.WriteCache(t.Context())
	if got := mustOpen(t, spec, nil).Problem.Tgt.Projection; !reflect.DeepEqual(got, marked.Problem.Tgt.Projection) {
		t.Error("the problem is computed again, though one is kept")
	}
}

// Nothing is kept of what is built in, of what has no cache, or after the end.
func TestSessionsThatAreNotKept(t *testing.T) {
	folder := t.TempDir()
	builtIn := datasets.DefaultSpec("rotated-gaussian")
	builtIn.Cache = folder
	mustOpen(t, builtIn, nil).WriteCache(t.Context())

	spec := keptSpec(t)
	spec.Cache = folder
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	mustOpen(t, spec, nil).WriteCache(ctx)
	if names := entries(t, builtIn); len(names) > 0 {
		t.Errorf("kept are %v", names)
	}

	t.Chdir(t.TempDir())
	spec.Cache = ""
	mustOpen(t, spec, nil).WriteCache(t.Context())
	if listed, err := os.ReadDir("."); err != nil || len(listed) > 0 {
		t.Errorf("without a cache %v is kept (%v)", listed, err)
	}
}

// The engine keeps what it has solved in the background, where it is asked to; closing
// it at any moment leaves nothing half written.
func TestEngineKeepsSessions(t *testing.T) {
	spec := fileSpec(t, 400, 60)
	solve := func(keeps bool, wait time.Duration) (names []string) {
		spec.Cache = filepath.Join(t.TempDir(), "opened")
		e, updates := listen(t)
		e.CachesSessions = keeps
		if u := last(t, updates, e.Submit(Request{State: State{Spec: spec}, AtStart: true})); u.Err != nil {
			t.Fatal(u.Err)
		}
		time.Sleep(wait)
		e.Close()
		names = entries(t, spec)
		for _, name := range names {
			if !keeps || !strings.HasSuffix(name, ".opened") {
				t.Errorf("asked to keep: %t, left is %s", keeps, name)
			}
		}
		return names
	}
	solve(false, 0)
	for wait := range 12 {
		solve(true, time.Duration(wait)*200*time.Microsecond)
	}
	const longest = 10 * time.Second
	wait := time.Millisecond
	for len(solve(true, wait)) == 0 {
		wait *= 2
		if wait > longest {
			t.Fatal("nothing is kept")
		}
	}
}
