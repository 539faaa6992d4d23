package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"larui/tui/session"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// larui runs a command line in process.
func larui(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(context.Background(), nil, args, &out, &errs)
	return status, out.String(), errs.String()
}

// mustRun runs a command line that has to succeed without a word on stderr.
func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	status, stdout, stderr := larui(t, args...)
	if status != statusOK || stderr != "" {
		t.Fatalf("larui %s: status %d, stderr %q", strings.Join(args, " "), status, stderr)
	}
	return stdout
}

// decode runs a command line and decodes the JSON that it prints.
func decode[T any](t *testing.T, args ...string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(mustRun(t, append(args, "--format", "json")...)), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// write writes a file into a folder of the test.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A plane table of four labelled rows that every pair of files can be made of.
const plane = "x1,x2,label\n1,2,-1\n2,1,1\n-1,0.5,-1\n3,-1,1\n"

func TestWrongCallsAndFailures(t *testing.T) {
	good := write(t, "good.csv", plane)
	ragged := write(t, "ragged.csv", "x1,x2,label\n1,2,-1\n2,1\n")
	word := write(t, "word.csv", "x1,x2,label\n1,2,-1\n2,many,1\n")
	infinite := write(t, "infinite.csv", "x1,x2,label\n1,Inf,-1\n2,1,1\n")
	wide := write(t, "wide.csv", "x1,x2,x3,label\n1,2,3,-1\n2,1,0,1\n")
	single := write(t, "single.csv", "x1,x2,label\n1,2,1\n2,1,1\n")
	empty := write(t, "empty.csv", "")
	missing := filepath.Join(t.TempDir(), "missing.csv")
	folder := t.TempDir()
	files := func(source, target string) []string { return []string{"solve", "--source", source, "--target", target} }

	for _, c := range []struct {
		name   string
		args   []string
		status int
		// says are pieces that the line holds.
		says []string
	}{
		{"missing source", files(missing, good), 1, []string{missing}},
		{"missing target", files(good, missing), 1, []string{missing}},
		{"folder", files(folder, good), 1, []string{folder, "folder"}},
		{"empty file", files(empty, good), 1, []string{empty}},
		{"ragged row", files(ragged, good), 1, []string{ragged + ":3"}},
		{"text for a number", files(word, good), 1, []string{word + ":3:2", `"many"`}},
		{"text in the target", files(good, word), 1, []string{word + ":3:2", `"many"`}},
		{"infinity", files(infinite, good), 1, []string{infinite + ":2:2"}},
		{"differing widths", files(good, wide), 1, []string{wide, "x3"}},
		{"single class", files(single, good), 1, []string{single, "class"}},
		{"single class in align", []string{"align", "--source", single}, 1, []string{single, "class"}},
		{"no data folder", []string{"solve", "mnist-usps", "--data", folder}, 1, []string{folder, "--data"}},

		{"unknown pair", []string{"solve", "nope"}, 2, []string{`"nope"`, defaultPair}},
		{"near pair", []string{"rotated"}, 2, []string{`"rotated"`, "did you mean " + defaultPair}},
		{"near command", []string{"solv"}, 2, []string{`"solv"`, "did you mean larui solve"}},
		{"unknown help topic", []string{"help", "nope"}, 2, []string{`"nope"`}},
		{"two pairs", []string{"solve", defaultPair, "mnist-usps"}, 2, []string{"one PAIR"}},
		{"argument to pairs", []string{"pairs", "x"}, 2, []string{`"x"`}},
		{"unknown flag", []string{"solve", "--nope"}, 2, []string{"--nope", "larui solve --help"}},
		{"unknown shorthand", []string{"-z"}, 2, []string{"-z"}},
		{"flag without value", []string{"solve", "--rate"}, 2, []string{"--rate"}},
		{"negative λ", []string{"solve", "--lambda", "-1"}, 2, []string{"--lambda -1", "≥ 0"}},
		{"λ that is no number", []string{"solve", "--lambda", "NaN"}, 2, []string{"--lambda NaN"}},
		{"empty λ", []string{"solve", "--lambda="}, 2, []string{`--lambda ""`}},
		{"k of zero", []string{"solve", "--k", "0"}, 2, []string{"--k 0", "≥ 1"}},
		{"k beyond d", []string{"solve", "--k", "3"}, 2, []string{"--k 3", "1..2"}},
		{"k̃ beyond d", []string{"solve", "--ktilde", "3"}, 2, []string{"--ktilde 3", "1..2"}},
		{"k beyond d in a list", []string{"sweep", "--k", "1,3"}, 2, []string{"--k 3", "1..2"}},
		{"bad value in a list", []string{"sweep", "--lambda", "1,x"}, 2, []string{"--lambda 1,x", `"x"`}},
		{"list for a single value", []string{"solve", "--lambda", "1,10"}, 2, []string{"--lambda 1,10"}},
		{"momentum of one", []string{"solve", "--momentum", "1"}, 2, []string{"--momentum 1"}},
		{"unknown format", []string{"solve", "--format", "xml"}, 2, []string{"--format xml", "text, json, csv"}},
		{"unknown task", append(files(good, good), "--task", "guess"), 2, []string{"--task guess", "binary"}},
		{"unknown fit", append(files(good, good), "--standardize", "all"), 2, []string{"--standardize all", "domain"}},
		{"too few samples", []string{"solve", "--n", "1"}, 2, []string{"n = 1"}},
		{"samples that are no number", []string{"solve", "--n", "x"}, 2, []string{"--n x", "whole number"}},
		{"flag of digits", []string{"solve", "--classes", "3,5"}, 2, []string{"--classes", defaultPair, "mnist-usps"}},
		{"flag of the Gaussian", []string{"solve", "mnist-usps", "--angle", "3"}, 2, []string{"--angle", "mnist-usps", defaultPair}},
		{"samples of files", append(files(good, good), "--n", "10"), 2, []string{"--n", "files", defaultPair}},
		{"source of a named pair", []string{"solve", "mnist-usps", "--source", good}, 2, []string{"--source", "mnist-usps", "files"}},
		{"bias of the Gaussian", []string{"solve", "--no-bias"}, 2, []string{"--no-bias", defaultPair}},
		{"bias and none", append(files(good, good), "--bias", "--no-bias"), 2, []string{"--bias", "--no-bias"}},
		{"no source", []string{"solve", "--target", good}, 2, []string{"--source"}},
		{"no target", []string{"solve", "--source", good}, 2, []string{"--target"}},
		{"no target in the explorer", []string{"--source", good}, 2, []string{"--target"}},
		{"no target for both", []string{"align", "--both", "--source", good}, 2, []string{"--target"}},
		{"digit beyond nine", []string{"solve", "mnist-usps", "--data", folder, "--classes", "3,12"}, 2, []string{"12"}},
		{"ratio above one", []string{"solve", "mnist-usps", "--data", folder, "--ratio", "2"}, 2, []string{"ratio"}},
		{"unknown grid", []string{"sweep", "--grid", "fine"}, 2, []string{"--grid fine", "paper"}},
		{"grid and list", []string{"sweep", "--grid", "paper", "--k", "1"}, 2, []string{"--grid", "--k"}},
		{"negative components", []string{"align", "--components", "-1"}, 2, []string{"--components -1"}},
		{"snapshot without size", []string{"--snapshot", "wide"}, 2, []string{"--snapshot wide", "120x36"}},
		{"snapshot of nothing", []string{"--snapshot", "0x10"}, 2, []string{"--snapshot 0x10"}},
		{"unknown theme", []string{"--theme", "pink"}, 2, []string{"--theme pink", "dark"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, stdout, stderr := larui(t, c.args...)
			if status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			if stdout != "" {
				t.Errorf("stdout is not empty: %q", stdout)
			}
			checkLine(t, stderr)
			for _, piece := range c.says {
				if !strings.Contains(stderr, piece) {
					t.Errorf("%q does not say %q", stderr, piece)
				}
			}
		})
	}
}

// checkLine checks that an error is one line of the usual form.
func checkLine(t *testing.T, stderr string) {
	t.Helper()
	line, rest, ended := strings.Cut(stderr, "\n")
	if !ended || rest != "" || !strings.HasPrefix(line, "larui: ") || strings.Contains(line, "goroutine") {
		t.Errorf("stderr is not one line of an error: %q", stderr)
	}
}

// TestControlsAreFlags checks that every control is a flag of the explorer, solve
// and sweep, and that a bad value is blamed on it.
func TestControlsAreFlags(t *testing.T) {
	for _, control := range session.Controls() {
		for _, command := range [][]string{nil, {"solve"}, {"sweep"}} {
			status, stdout, stderr := larui(t, append(command, "--"+control.Name+"=?")...)
			if status != statusWrongCall || stdout != "" || !strings.HasPrefix(stderr, "larui: --"+control.Name+" ?: ") {
				t.Errorf("%v --%s=?: status %d, stdout %q, stderr %q", command, control.Name, status, stdout, stderr)
			}
		}
	}
}

// TestBareKeepImplicit checks that a switch between true and false needs no value.
func TestBareKeepImplicit(t *testing.T) {
	for _, c := range []struct {
		args   []string
		remove bool
	}{
		{nil, true},
		{[]string{"--keep-implicit"}, false},
		{[]string{"--keep-implicit=true"}, false},
		{[]string{"--keep-implicit=false"}, true},
	} {
		report := decode[solveReport](t, append([]string{"solve", defaultPair}, c.args...)...)
		if report.Params.RemoveImplicit != c.remove {
			t.Errorf("%v: removeImplicit is %t", c.args, report.Params.RemoveImplicit)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{{"solve"}, {"sweep"}, {"align"}} {
		var out, errs bytes.Buffer
		status := run(ctx, nil, args, &out, &errs)
		if status != statusInterrupted || out.Len() > 0 || errs.String() != "larui: interrupted\n" {
			t.Errorf("%v: status %d, stdout %q, stderr %q", args, status, out.String(), errs.String())
		}
	}
}

// A fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space\nleft on device") }

func TestFullDisk(t *testing.T) {
	var errs bytes.Buffer
	if status := run(context.Background(), nil, []string{"pairs"}, fullDisk{}, &errs); status != statusFailed {
		t.Errorf("status %d", status)
	}
	checkLine(t, errs.String())
}

// TestHelp checks that help goes to stdout, shows the explorer first and names
// the values at which the default pair opens.
func TestHelp(t *testing.T) {
	general := mustRun(t, "help")
	if explorer, commands := strings.Index(general, "it is the explorer"), strings.Index(general, "Available Commands"); explorer < 0 || commands < explorer {
		t.Errorf("help does not start with the explorer:\n%s", general)
	}
	for _, name := range []string{"solve", "sweep", "align", "pairs", "version"} {
		text := mustRun(t, "help", name)
		if text != mustRun(t, name, "--help") {
			t.Errorf("help %s and %s --help differ", name, name)
		}
		if !strings.Contains(text, "Examples:\n  larui "+name) {
			t.Errorf("help %s has no example:\n%s", name, text)
		}
	}
	session, err := session.Open(context.Background(), newSpec(t), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := session.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	solve := mustRun(t, "help", "solve")
	for _, control := range session.Controls() {
		value := control.Format(state)
		want := control.Help
		if value != "0" && value != "false" {
			want += " (default " + value + ")"
		}
		if !strings.Contains(solve, want) {
			t.Errorf("help does not say %q", want)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"__complete", "sol"}, []string{"solve"}},
		{[]string{"__complete", "solve", ""}, pairNames()},
		{[]string{"__complete", "solve", "--tail", ""}, []string{"target", "source"}},
		{[]string{"__complete", "solve", "--format", ""}, []string{"text", "json", "csv"}},
		{[]string{"__complete", "--theme", ""}, []string{"auto", "dark", "light", "mono", "colour-blind", "colour-blind-light"}},
	} {
		out := mustRun(t, c.args...)
		for _, want := range c.want {
			if !strings.Contains("\n"+out, "\n"+want) {
				t.Errorf("%v does not offer %s:\n%s", c.args, want, out)
			}
		}
	}
	if script := mustRun(t, "completion", "bash"); !strings.Contains(script, "larui") {
		t.Error("no completion script for bash")
	}
}
