package paper

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

// squares is an experiment of n units whose report is their results. Every run of a
// unit is counted, after wait has returned.
func squares(n int, runs *atomic.Int64, wait func(ctx context.Context, i int) error) Experiment {
	return Experiment{Name: "squares", plan: func(_ context.Context, _ Options, p *plan) error {
		var results []*float64
		for i := range n {
			results = append(results, addUnit(p, unit{key: fmt.Sprintf("square of %d\n\"→<\x00", i)}, func(ctx context.Context) (float64, error) {
				if wait != nil {
					if err := wait(ctx, i); err != nil {
						return 0, err
					}
				}
				runs.Add(1)
				return math.Sqrt(2) * float64(i*i), nil
			}))
		}
		p.report = func(r *Report) {
			for i, x := range results {
				r.Rows = append(r.Rows, Row{Name: fmt.Sprint(i), Ours: newEstimate([]float64{*x})})
			}
		}
		return nil
	}}
}

// numbers is a report without what differs from run to run.
func numbers(r *Report) string { return fmt.Sprintf("%+v", r.Rows) }

func mustReport(t *testing.T, e Experiment, s Settings) *Report {
	t.Helper()
	return testutil.Must(e.Run(context.Background(), Options{}, s))
}

// A run that is interrupted goes on where it was, and ends in the same report.
func TestInterruptedRunGoesOn(t *testing.T) {
	const n, before = 20, 7
	var runs atomic.Int64
	want := mustReport(t, squares(n, &runs, nil), Settings{})

	folder := t.TempDir()
	runs.Store(0)
	ctx, cancel := context.WithCancel(context.Background())
	interrupted := squares(n, &runs, func(ctx context.Context, i int) error {
		if i >= before {
			<-ctx.Done() // as a unit that obeys its context
		}
		return ctx.Err()
	})
	stop := func(p Progress) {
		if p.Done == before {
			cancel()
		}
	}
	if _, err := interrupted.Run(ctx, Options{}, Settings{Journal: folder, Progress: stop}); !errors.Is(err, context.Canceled) {
		t.Fatalf("an interrupted run returns %v", err)
	}
	if runs.Load() != before {
		t.Fatalf("%d units are finished, want %d", runs.Load(), before)
	}

	var steps []Progress
	got := mustReport(t, squares(n, &runs, nil), Settings{Journal: folder, Progress: func(p Progress) { steps = append(steps, p) }})
	if runs.Load() != n || got.Resumed != before || got.Units != n || numbers(got) != numbers(want) {
		t.Errorf("%d units have run in all, %d of %d are resumed: %s, want %s", runs.Load(), got.Resumed, got.Units, numbers(got), numbers(want))
	}
	if first, last := steps[0], steps[len(steps)-1]; first.Done < before || last.Done != n || last.Total != n || last.Remaining != 0 {
		t.Errorf("progress goes from %+v to %+v", first, last)
	}
	for _, fresh := range []bool{false, true} {
		again := mustReport(t, squares(n, &runs, nil), Settings{Journal: folder, Fresh: fresh})
		if (again.Resumed == n) == fresh || numbers(again) != numbers(want) {
			t.Errorf("fresh %t: %d units are resumed", fresh, again.Resumed)
		}
	}
}

// A run that is killed in the middle goes on where it was. The process that gets killed is
// this test too, which then has the folder of the journal in killedEnv.
func TestKilledRunGoesOn(t *testing.T) {
	const killedEnv, n, before = "LARUI_TEST_KILLED_JOURNAL", 400, 10
	var runs atomic.Int64
	slow := squares(n, &runs, func(context.Context, int) error { time.Sleep(time.Millisecond); return nil })
	if folder := os.Getenv(killedEnv); folder != "" {
		mustReport(t, slow, Settings{Journal: folder, Progress: func(p Progress) { fmt.Println("done", p.Done) }})
		return
	}
	folder := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledRunGoesOn$")
	cmd.Env = append(os.Environ(), killedEnv+"="+folder)
	out := testutil.Must(cmd.StdoutPipe())
	testutil.NoError(t, cmd.Start())
	said := 0
	for lines := bufio.NewScanner(out); said < before && lines.Scan(); {
		_, _ = fmt.Sscanf(lines.Text(), "done %d", &said)
	}
	testutil.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	got := mustReport(t, slow, Settings{Journal: folder})
	ran := int(runs.Load())
	if want := mustReport(t, slow, Settings{}); said < before || said >= n || got.Resumed < said || ran != n-got.Resumed || numbers(got) != numbers(want) {
		t.Errorf("%d of %d units were finished, %d are resumed and %d ran: %s, want %s", said, n, got.Resumed, ran, numbers(got), numbers(want))
	}
}

// A run that is interrupted does not wait for a unit that can't be stopped, and
// drops its result.
func TestUnitThatCannotBeStopped(t *testing.T) {
	var runs atomic.Int64
	ctx, cancel := context.WithCancel(context.Background())
	stuck, ended := make(chan struct{}), make(chan struct{})
	kept := Settings{Journal: t.TempDir()}
	e := squares(1, &runs, func(context.Context, int) error {
		defer close(ended)
		cancel()
		<-stuck
		return nil
	})
	if _, err := e.Run(ctx, Options{}, kept); !errors.Is(err, context.Canceled) {
		t.Fatalf("an interrupted run returns %v", err)
	}
	close(stuck) // it would wait for ever had Run waited for it
	<-ended
	if r := mustReport(t, squares(1, &runs, nil), kept); r.Resumed != 0 {
		t.Error("a result that came too late was kept")
	}
}

// The unit that fails is named, as is one whose result JSON can't hold, and what was
// finished before is kept.
func TestFailingUnit(t *testing.T) {
	broken := errors.New("broken")
	var runs atomic.Int64
	kept := Settings{Journal: t.TempDir()}
	e := squares(5, &runs, func(_ context.Context, i int) error {
		if i == 4 {
			return broken
		}
		return nil
	})
	_, err := e.Run(t.Context(), Options{}, kept)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "square of 4") {
		t.Errorf("the error is %v", err)
	}
	if r := mustReport(t, squares(5, &runs, nil), kept); r.Resumed == 0 {
		t.Error("nothing was kept")
	}
	e.plan = func(_ context.Context, _ Options, p *plan) error {
		addUnit(p, unit{key: "nan"}, func(context.Context) (float64, error) { return math.NaN(), nil })
		return nil
	}
	if _, err := e.Run(t.Context(), Options{}, Settings{}); err == nil || !strings.Contains(err.Error(), "nan") {
		t.Errorf("the error is %v", err)
	}
}

// Wherever a journal is cut off, as by a full disk, the next run ends in the same
// report, runs no more than what was lost, and leaves a whole journal behind.
func TestJournalCutOff(t *testing.T) {
	const n = 6
	var runs atomic.Int64
	e := squares(n, &runs, nil)
	folder := t.TempDir()
	want := numbers(mustReport(t, e, Settings{Journal: folder}))
	names, err := filepath.Glob(filepath.Join(folder, "squares-*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatalf("journals: %v, %v", names, err)
	}
	whole := testutil.Must(os.ReadFile(names[0]))
	rapid.Check(t, func(rt *rapid.T) {
		cut := whole[:rapid.IntRange(0, len(whole)).Draw(rt, "at")]
		testutil.NoError(rt, os.WriteFile(names[0], cut, 0o666))
		runs.Store(0)
		for _, kept := range []int{max(0, bytes.Count(cut, []byte("\n"))-1), n} {
			report := mustReport(t, e, Settings{Journal: folder})
			if numbers(report) != want || report.Resumed < kept || int(runs.Load()) > n-kept && kept < n {
				rt.Errorf("%d are resumed, %d ran: %s, want %s", report.Resumed, runs.Load(), numbers(report), want)
			}
		}
	})
}

// A journal is not used for another revision or for files of other content.
func TestJournalOfAnother(t *testing.T) {
	var runs atomic.Int64
	folder, file := t.TempDir(), filepath.Join(t.TempDir(), "data")
	testutil.NoError(t, os.WriteFile(file, []byte("one"), 0o666))
	e := squares(3, &runs, nil)
	e.files = func(context.Context, Options) ([]string, error) { return []string{file}, nil }
	resumes := func(want int, what string) {
		t.Helper()
		if r := mustReport(t, e, Settings{Journal: folder}); r.Resumed != want {
			t.Errorf("%s: %d units are resumed, want %d", what, r.Resumed, want)
		}
	}
	resumes(0, "the first run")
	resumes(3, "the second run")
	testutil.NoError(t, os.WriteFile(file, []byte("two"), 0o666))
	resumes(0, "other data")
	e.Revision++
	resumes(0, "another revision")
}

// Two runs at once both end in the report, and leave one journal to a third.
func TestTwoRunsAtOnce(t *testing.T) {
	kept := Settings{Journal: t.TempDir()}
	var runs atomic.Int64
	want := numbers(mustReport(t, squares(8, new(atomic.Int64), nil), Settings{}))
	outer := squares(8, &runs, func(context.Context, int) error {
		testutil.Equal(t, numbers(mustReport(t, squares(8, &runs, nil), kept)), want)
		return nil
	})
	testutil.Equal(t, numbers(mustReport(t, outer, kept)), want)
	if third := mustReport(t, squares(8, &runs, nil), kept); third.Resumed != 8 || numbers(third) != want {
		t.Errorf("%d units are resumed: %s", third.Resumed, numbers(third))
	}
}
