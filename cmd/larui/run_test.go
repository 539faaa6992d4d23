package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/model/must"
)

func TestWrongCallsAndFailures(t *testing.T) {
	good := must.Write(t, "good.csv", plane)
	ragged := must.Write(t, "ragged.csv", "x1,x2,label\n1,2,-1\n2,1\n")
	word := must.Write(t, "word.csv", "x1,x2,label\n1,2,-1\n2,many,1\n")
	infinite := must.Write(t, "infinite.csv", "x1,x2,label\n1,Inf,-1\n2,1,1\n")
	wide := must.Write(t, "wide.csv", "x1,x2,x3,label\n1,2,3,-1\n2,1,0,1\n")
	single := must.Write(t, "single.csv", "x1,x2,label\n1,2,1\n2,1,1\n")
	empty := must.Write(t, "empty.csv", "")
	zeros := must.Write(t, "zeros.csv", "x1,x2,label\n0,0,-1\n0,0,1\n")
	missing := filepath.Join(t.TempDir(), "missing.csv")
	folder := t.TempDir()
	figures := filepath.Join(t.TempDir(), "folder.svg")
	must.Succeed(t, os.Mkdir(figures, 0o777))
	link := filepath.Join(t.TempDir(), "figure.svg")
	must.Succeed(t, os.Symlink(filepath.Join(link, "nowhere"), link))
	out := filepath.Join(folder, "figure.svg")
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
		{"files for a pair", []string{"run_test.go", "doc.go"}, 2, []string{"did you mean larui --source run_test.go --target doc.go?"}},
		{"near pair", []string{"rotated"}, 2, []string{`"rotated"`, "did you mean " + defaultPair}},
		{"near command", []string{"solv"}, 2, []string{`"solv"`, "did you mean larui solve"}},
		{"no command", []string{"choose"}, 2, []string{"did you mean larui help choosing?"}},
		{"help for no command", []string{"choos", "--help"}, 2, []string{"did you mean larui help choosing?"}},
		{"unknown help topic", []string{"help", "nope"}, 2, []string{`"nope"`}},
		{"near help topic", []string{"help", "choose"}, 2, []string{`"choose"`, "did you mean larui help choosing?"}},
		{"help topic by another name", []string{"help", "files"}, 2, []string{`"files"`, "did you mean larui help data?"}},
		{"misspelt help", []string{"help", "solv"}, 2, []string{"did you mean larui help solve?"}},
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
		{"bias of the Gaussian", []string{"solve", "--no-bias"}, 2, []string{"--no-bias does nothing", defaultPair, "files"}},
		{"some bias of the Gaussian", []string{"solve", "--bias=false"}, 2, []string{"--bias does nothing", defaultPair, "files"}},
		{"bias and none", append(files(good, good), "--bias", "--no-bias"), 2, []string{"--bias", "--no-bias"}},
		{"no source", []string{"solve", "--target", good}, 2, []string{"--source"}},
		{"no target", []string{"solve", "--source", good}, 2, []string{"--target"}},
		{"no target in the explorer", []string{"--source", good}, 2, []string{"--target"}},
		{"no target for both", []string{"align", "--both", "--source", good}, 2, []string{"--target"}},
		{"digit beyond nine", []string{"solve", "mnist-usps", "--data", folder, "--classes", "3,12"}, 2, []string{"12"}},
		{"ratio above one", []string{"solve", "mnist-usps", "--data", folder, "--ratio", "2"}, 2, []string{"ratio"}},
		{"unknown grid", []string{"sweep", "--grid", "fine"}, 2, []string{"--grid fine", "paper"}},
		{"grid and list", []string{"sweep", "--grid", "paper", "--k", "1"}, 2, []string{"--grid", "--k"}},
		{"choice and k", []string{"solve", "--choose", "validation", "--k", "1"}, 2, []string{"--choose validation", "--k"}},
		{"unknown judge", []string{"solve", "--choose", "luck"}, 2, []string{"--choose luck", "label-free"}},
		{"choice without classes", []string{"solve", "rotated-regression", "--choose", "label-free"}, 1, []string{"regression", "no judge without labels"}},
		{"choice without validation", append(files(good, good), "--choose", "validation"), 1, []string{"--validation"}},
		{"negative components", []string{"align", "--components", "-1"}, 2, []string{"--components -1"}},
		{"snapshot without size", []string{"--snapshot", "wide"}, 2, []string{"--snapshot wide", "120x36"}},
		{"snapshot too small", []string{"--snapshot", "40x10"}, 1, []string{"--snapshot 40x10", "60x20"}},
		{"features of zeros", append(files(zeros, zeros), "--no-bias"), 1, []string{"every feature", "is 0"}},
		{"snapshot of nothing", []string{"--snapshot", "0x10"}, 2, []string{"--snapshot 0x10"}},
		{"unknown theme", []string{"--theme", "pink"}, 2, []string{"--theme pink", "dark"}},
		{"two sessions", []string{"--resume", "--session", good}, 2, []string{"--resume", "--session"}},
		{"session that is none", []string{"--session", good, "--plain"}, 1, []string{good, "damaged"}},
		{"folder for a session", []string{"--session", folder}, 1, []string{folder, "none"}},
		{"no folder for a session", []string{"--session", missing + "/run.json"}, 1, []string{"no folder"}},
		{"no session for a frame", []string{"--session", missing, "--snapshot", "80x24"}, 1, []string{missing}},
		{"text and a frame", []string{"--plain", "--snapshot", "80x24"}, 2, []string{"--plain", "--snapshot"}},

		{"plot without a view", []string{"plot", "--out", out}, 2, []string{"spectrum", "map"}},
		{"plot of a pair only", []string{"plot", "subspace", "--out", out}, 2, []string{"which view of subspace"}},
		{"unknown view", []string{"plot", "picture", "--out", out}, 2, []string{`"picture"`, "convergence"}},
		{"plot of an unknown pair", []string{"plot", "nothing", "map", "--out", out}, 2, []string{"nothing"}},
		{"no figure file", []string{"plot", "map"}, 2, []string{"--out FILE"}},
		{"unknown figure format", []string{"plot", "map", "--out", folder + "/a.bmp"}, 2, []string{"svg, png, pdf"}},
		{"no folder for a figure", []string{"plot", "map", "--out", missing + "/a.svg"}, 1, []string{"no folder"}},
		{"folder for a figure", []string{"plot", "map", "--out", figures}, 1, []string{"is a folder"}},
		{"size of a figure", []string{"plot", "map", "--size", "12", "--out", out}, 2, []string{"16x10cm"}},
		{"tiny figure", []string{"plot", "map", "--size", "1x1cm", "--out", out}, 2, []string{"--size", "4 to 100"}},
		{"diverging", []string{"plot", "convergence", "--rate", "10", "--out", out}, 1, []string{"diverges", "--rate auto"}},
		{"a link that leads nowhere", []string{"plot", "map", "--out", link}, 1, []string{"link"}},
		{"figure of another pair", []string{"plot", "map", "--classes", "3,5", "--out", out}, 2, []string{"--classes"}},

		{"unknown experiment", []string{"repro", "table9"}, 2, []string{"table2-linear"}},
		{"two experiments", []string{"repro", "bound", "figure1"}, 2, []string{"one NAME"}},
		{"flag of other experiments", []string{"repro", "bound", "--pairs", "3,8"}, 2, []string{"--pairs does nothing for bound"}},
		{"widths of no network", []string{"repro", "bound", "--hidden", "128"}, 2, []string{"--hidden does nothing"}},
		{"no hidden units", []string{"repro", "table2-networks", "--hidden", "0", "--no-journal"}, 2, []string{"hidden units"}},
		{"no seeds", []string{"repro", "bound", "--seeds", "0"}, 2, []string{"--seeds 0"}},
		{"half a pair of digits", []string{"repro", "table2-linear", "--pairs", "3"}, 2, []string{"--pairs 3"}},
		{"a letter among digits", []string{"repro", "table2-linear", "--pairs", "3,x"}, 2, []string{"--pairs 3,x"}},
		{"a digit twice", []string{"repro", "table2-linear", "--pairs", "3,3"}, 2, []string{"3,3"}},
		{"unknown column", []string{"repro", "table2-linear", "--columns", "M-M"}, 2, []string{"M-U"}},
		{"no columns", []string{"repro", "table2-linear", "--columns="}, 2, []string{"--columns"}},
		{"features of no task", []string{"repro", "table1", "--features", "AG-News"}, 2, []string{"TASK=FILE"}},
		{"no digits", []string{"repro", "table2-linear", "--data", folder}, 1, []string{"--data"}},
		{"no embeddings", []string{"repro", "table4", "--no-journal"}, 1, []string{"bert_en_X.npy"}},
		{"figure of the wrong format", []string{"repro", "bound", "--figure", folder + "/a.bmp"}, 2, []string{"svg, png, pdf"}},
		{"figure without a name", []string{"repro", "bound", "--figure", ""}, 2, []string{"--figure FILE"}},
		{"size of no figure", []string{"repro", "bound", "--size", "10x10cm"}, 2, []string{"--figure FILE"}},
		{"figure of a table", []string{"repro", "table2-linear", "--figure", out}, 2, []string{"no curves"}},
		{"no folder for curves", []string{"repro", "bound", "--seeds", "1", "--no-journal", "--figure", missing + "/a.svg"}, 1, []string{"no folder"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, stdout, stderr := larui(t, c.args...)
			if status != c.status || stdout != "" {
				t.Errorf("status %d, want %d; stdout %q", status, c.status, stdout)
			}
			checkLine(t, stderr)
			for _, piece := range c.says {
				if !strings.Contains(stderr, piece) {
					t.Errorf("%q does not say %q", stderr, piece)
				}
			}
		})
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("failed calls left %v, %v", left, err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{{"solve"}, {"sweep"}, {"align"}, {"repro", "bound", "--journal", t.TempDir()}} {
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
