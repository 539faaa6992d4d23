package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"larui/model/paper"
)

// Without a name the experiments are listed, with what they need and how long they
// take.
func TestReproList(t *testing.T) {
	text := mustRun(t, "repro")
	list := decode[[]experimentReport](t, "repro")
	if len(list) != len(paper.Experiments()) {
		t.Fatalf("%d experiments are listed, there are %d", len(list), len(paper.Experiments()))
	}
	for _, e := range list {
		if !strings.Contains(text, e.Name) || !strings.Contains(text, e.Title) || e.About <= 0 {
			t.Errorf("%+v is not in\n%s", e, text)
		}
	}
}

// A report says the same as text, JSON and CSV, and the same again from the
// journal.
func TestReproReport(t *testing.T) {
	folder := t.TempDir()
	args := []string{"repro", "figure2", "--seeds", "2", "--journal", folder}
	text := mustRun(t, args...)
	for _, want := range []string{"Figure 2", "ours ± s.e.", "✓ closed form: removal wins", "seeds 0 to 1; 2 units", "notes"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	report := decode[reproReport](t, args...)
	if report.Timing.Resumed != 2 || len(report.Seeds) != 2 || len(report.Claims) != 4 || len(report.Curves) != 4 {
		t.Errorf("%+v", report)
	}
	table, err := csv.NewReader(strings.NewReader(mustRun(t, append(args, "--format", "csv")...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, row := range table[1:] {
		counts[row[0]]++
	}
	points := 0
	for _, c := range report.Curves {
		points += len(c.Points)
	}
	if counts["row"] != len(report.Rows) || counts["claim"] != len(report.Claims) || counts["point"] != points {
		t.Errorf("the CSV has %v; %d rows, %d claims, %d points", counts, len(report.Rows), len(report.Claims), points)
	}

	again := mustRun(t, args...)
	cut := func(s string) string { return s[:strings.Index(s, "\nseeds ")] }
	if cut(again) != cut(text) {
		t.Errorf("from the journal:\n%s\nbefore:\n%s", again, text)
	}
	if !strings.Contains(again, "2 of them from the journal") {
		t.Error("nothing is said of the journal")
	}
}

// The names of the JSON are a contract.
func TestReproJSONKeys(t *testing.T) {
	var v any
	if err := json.Unmarshal([]byte(mustRun(t, "repro", "bound", "--seeds", "1", "--no-journal", "--format", "json")), &v); err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	keyPaths("", v, got)
	for _, paths := range [][]string{
		{"name", "title", "where", "protocol", "notes", "seeds"},
		under("rows[]", "group", "name", "unit", "paper", "ours", "stdErr", "n", "difference", "verdict", "chosen"),
		under("claims[]", "statement", "measured", "verdict"),
		under("curves[]", "name", "x", "y"),
		under("curves[].points[]", "x", "ours", "stdErr", "paper"),
		under("timing", "units", "resumed", "elapsedSeconds", "workSeconds"),
	} {
		for _, path := range paths {
			if !got[path] {
				t.Errorf("no %s", path)
			}
			delete(got, path)
		}
	}
	if len(got) > 0 {
		t.Errorf("unexpected: %v", got)
	}
}

// A journal whose last line is cut off, as by a kill, costs no more than that unit.
func TestReproJournalCutOff(t *testing.T) {
	folder := t.TempDir()
	args := []string{"repro", "bound", "--seeds", "3", "--journal", folder, "--format", "csv"}
	want := mustRun(t, args...)
	names, err := filepath.Glob(filepath.Join(folder, "bound-*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatalf("journals %v, %v", names, err)
	}
	info, err := os.Stat(names[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(names[0], info.Size()-20); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if again := mustRun(t, args...); again != want {
			t.Errorf("it goes on to %q, want %q", again, want)
		}
	}
}

// An interrupted run says how to go on, and its status is that of an interrupt.
func TestReproInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs strings.Builder
	status := run(ctx, nil, []string{"repro", "bound", "--journal", t.TempDir()}, &out, &errs)
	if status != statusInterrupted || out.Len() > 0 || !strings.Contains(errs.String(), "interrupted") {
		t.Errorf("status %d, %q, %q", status, out.String(), errs.String())
	}
}

func TestReproWrongCalls(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"table9"}, statusWrongCall, "table2-linear"},
		{[]string{"bound", "figure1"}, statusWrongCall, "one NAME"},
		{[]string{"bound", "--pairs", "3,8"}, statusWrongCall, "--pairs does nothing for bound"},
		{[]string{"bound", "--seeds", "0"}, statusWrongCall, "--seeds 0"},
		{[]string{"table2-linear", "--pairs", "3"}, statusWrongCall, "--pairs 3"},
		{[]string{"table2-linear", "--pairs", "3,x"}, statusWrongCall, "--pairs 3,x"},
		{[]string{"table2-linear", "--pairs", "3,3"}, statusWrongCall, "3,3"},
		{[]string{"table2-linear", "--columns", "M-M"}, statusWrongCall, "M-U"},
		{[]string{"table1", "--features", "AG-News"}, statusWrongCall, "TASK=FILE"},
		{[]string{"table2-linear", "--data", t.TempDir()}, statusFailed, "--data"},
		{[]string{"bound", "--format", "xml"}, statusWrongCall, "--format"},
	} {
		status, stdout, stderr := larui(t, append([]string{"repro"}, c.args...)...)
		if status != c.status || stdout != "" || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("repro %s: status %d, stdout %q, stderr %q", strings.Join(c.args, " "), status, stdout, stderr)
		}
	}
}

// Columns may be typed as they are printed or with a hyphen.
func TestParseColumns(t *testing.T) {
	got, err := parseColumns([]string{"M-U", "0.1→U"})
	if err != nil || !slices.Equal(got, []string{"M→U", "0.1→U"}) {
		t.Errorf("%q, %v", got, err)
	}
}
