//go:build unix

package main

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// benchProgram asks the built program for two promises and looks at the report,
// not at how fast this machine is.
func benchProgram(t *testing.T, program string) {
	cmd := exec.Command(program, "bench", "turn-gaussian", "first-frame", "--format", "json")
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var report benchReport
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	if report.Machine.Cores < 1 || len(report.Promises) != 2 {
		t.Fatalf("the report is %s", out)
	}
	for _, p := range report.Promises {
		if p.Readings != 100 || !(p.Median > 0 && p.Median <= p.P95) || (p.Verdict == verdictKept) != (float64(p.P95) <= p.Bar) {
			t.Errorf("%+v", p)
		}
	}
}

func TestQuantile(t *testing.T) {
	if !math.IsNaN(quantile(nil, 0.5)) {
		t.Error("of nothing there is a quantile")
	}
	readings := make([]float64, 100)
	for i := range readings {
		readings[i] = float64(100 - i)
	}
	for share, want := range map[float64]float64{0: 1, 0.5: 50, 0.95: 95, 0.951: 96, 1: 100} {
		if got := quantile(readings, share); got != want {
			t.Errorf("the %v quantile is %v, want %v", share, got, want)
		}
	}
	if readings[0] != 100 {
		t.Error("the readings were sorted in place")
	}
}

func TestChoosePromises(t *testing.T) {
	names := func(chosen []promise) []string {
		var names []string
		for _, p := range chosen {
			names = append(names, p.name)
		}
		return names
	}
	usual, err := choosePromises(nil, false)
	if err != nil || slices.Contains(names(usual), "all-pairs") || !slices.Contains(names(usual), "grid") {
		t.Errorf("%v, %v", names(usual), err)
	}
	if every, err := choosePromises(nil, true); err != nil || !slices.Equal(names(every), promiseNames()) {
		t.Errorf("%v, %v", names(every), err)
	}
	if one, err := choosePromises([]string{"all-pairs"}, false); err != nil || !slices.Equal(names(one), []string{"all-pairs"}) {
		t.Errorf("%v, %v", names(one), err)
	}
	if _, err := choosePromises([]string{"warp"}, false); err == nil || status(err) != statusWrongCall {
		t.Errorf("an unknown promise: %v", err)
	}
}

// Without the digits, what needs them says so.
func TestBenchWithoutDigits(t *testing.T) {
	t.Setenv("LARUI_DATA", t.TempDir())
	b := &bencher{}
	defer b.close()
	for _, p := range promises() {
		if !slices.Contains([]string{"turn-64", "grid", "warm", "memory"}, p.name) {
			continue
		}
		row, err := b.keep(context.Background(), p)
		if err != nil || row.Verdict != verdictNoData || row.Readings != 0 || float64(row.P95) == float64(row.P95) {
			t.Errorf("%s: %+v, %v", p.name, row, err)
		}
	}
}

// The table that promises are measured on is one that larui reads.
func TestBenchTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.csv")
	if err := writeTable(context.Background(), path, 300); err != nil {
		t.Fatal(err)
	}
	out := mustRun(t, "solve", "--source", path, "--target", path, "--no-cache")
	if !strings.Contains(out, "300") {
		t.Errorf("the pair is %s", out)
	}
}
