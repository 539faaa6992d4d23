package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReproFigure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figure.svg")
	out := mustRun(t, "repro", "bound", "--seeds", "2", "--no-journal", "--figure", file, "--size", "20x9cm")
	if !strings.Contains(out, "projection") {
		t.Errorf("the report is missing: %q", out)
	}
	svg, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	said := svgTexts(t, svg)
	for _, want := range []string{"Figure 3", "projection", "lower bound", "s\n", "δ", "norm of the projection", "Means of 2 runs"} {
		if !strings.Contains(said, want) {
			t.Errorf("the figure does not say %q but\n%s", want, said)
		}
	}
	if !strings.Contains(string(svg), `width="567pt" height="255pt"`) {
		t.Errorf("another size: %.200s", svg)
	}
}

func TestReproFigureErrors(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"bound", "--figure", filepath.Join(folder, "a.gif")}, 2, "svg, png, pdf"},
		{[]string{"bound", "--figure", ""}, 2, "--figure FILE"},
		{[]string{"bound", "--size", "10x10cm"}, 2, "--figure FILE"},
		{[]string{"table2-linear", "--figure", filepath.Join(folder, "a.svg")}, 2, "no curves"},
		{[]string{"bound", "--seeds", "1", "--no-journal", "--figure", filepath.Join(folder, "none", "a.svg")}, 1, "no folder"},
		{[]string{"table2-networks", "--hidden", "0", "--no-journal"}, 2, "hidden units"},
		{[]string{"bound", "--hidden", "128"}, 2, "--hidden does nothing"},
		{[]string{"table4", "--no-journal"}, 1, "bert_en_X.npy"},
	} {
		status, stdout, stderr := larui(t, append([]string{"repro"}, c.args...)...)
		if status != c.status || stdout != "" || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, stdout %q, stderr %q", c.args, status, stdout, stderr)
		}
	}
}
