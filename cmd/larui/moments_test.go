package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"larui/model/testutil"
)

// lar returns the weights of LAR that a call of solve saves.
func lar(t *testing.T, line string, values ...any) []float64 {
	t.Helper()
	file := temp(t, "m.json")
	put(t, "solve --k 2 --ktilde 1 --lambda 3 --epochs 200 --save-model % %", file, argv(line, values...))
	text := read(file)
	var m struct{ Weights [][]float64 }
	testutil.NoError(t, json.Unmarshal([]byte(text), &m))
	var all []float64
	for _, row := range m.Weights {
		all = append(all, row...)
	}
	return all
}

// alike tells whether weights are the same to a billionth of the largest.
func alike(t *testing.T, what string, a, b []float64) {
	t.Helper()
	largest, off := 0.0, 0.0
	for i := range a {
		largest, off = max(largest, math.Abs(a[i])), max(off, math.Abs(a[i]-b[i]))
	}
	if len(a) != len(b) || !(off <= 1e-9*largest) {
		t.Errorf("%s: weights are off by %.3g", what, off/largest)
	}
}

// put writes what a call prints into a file, and returns its path.
func put(t *testing.T, line string, values ...any) string {
	t.Helper()
	status, stdout, stderr := larui(t, line, values...)
	if status != statusOK {
		t.Fatalf("larui %s %v: %s", line, values, stderr)
	}
	return testutil.WriteFile(t, "sums", stdout)
}

// Sums open like rows, whole or in shards with and without a header; the target is found by
// names, and need not have labels.
func TestMoments(t *testing.T) {
	source, target := made(t, 3, 1)
	whole := put(t, "moments --label y --id id %", source)
	of := put(t, "moments --like % %", whole, target)
	for _, change := range []string{"none", "source", "domain"} {
		rows := lar(t, "--source % --target % --label y --drop id --standardize %", source, target, change)
		alike(t, change, rows, lar(t, "--source % --target % --standardize %", whole, of, change))
	}
	text := read(source)
	lines := strings.SplitAfter(text, "\n")
	half := len(lines) / 2
	first := testutil.WriteFile(t, "first.csv", strings.Join(lines[:half], ""))
	second := testutil.WriteFile(t, "second.csv", strings.Join(lines[half:], ""))
	names := strings.TrimSpace(lines[0])
	both := put(t, "moments --columns % --label y --id id % % %", names, first, second, testutil.WriteFile(t, "none.csv", ""))
	if sums := read(both); strings.Count(sums, "\n") != 3 {
		t.Errorf("not three lines: %d", strings.Count(sums, "\n"))
	}
	merged := put(t, "moments --merge %", both)
	for _, sums := range []string{both, merged} {
		alike(t, "shards", lar(t, "--source % --target %", whole, of), lar(t, "--source % --target %", sums, of))
	}
	refused(t, strings.NewReplacer("$whole", whole, "$first", first, "$source", source, "$of", of, "$model", savedModel(t, whole, of)), `
		2 moments | moments needs a file
		2 moments --merge --sample 3 $whole | --sample does nothing beside --merge
		1 moments --merge $whole $whole | the same
		1 moments --merge $source | csv:1: is not a line of moments
		1 moments --label y $whole | has sums, not rows: add sums up with --merge
		1 moments --like $whole $first --encode a | leave out --encode
		1 moments --label nothing $source | no label
		1 predict --model $model --input $of | has sums, but predictions need rows
		2 moments --sql t --dialect duckdb | needs --dialect
		1 moments --read sql $source | has 7 fields
		1 moments --read gramian $source | holds no Gram matrix`)
	put(t, "moments --merge --twice % %", whole, whole)
}

// A Gram matrix of NumPy is read as sums are; classes summed apart can be left out.
func TestMomentsOfOthers(t *testing.T) {
	folder := t.TempDir()
	arrays := filepath.Join(folder, "g.npz")
	python(t, `import os, sys, numpy as np
os.chdir(sys.argv[1])
x = np.random.default_rng(0).normal(size=(90, 3)) * [3, 1, .5] + [0, 1, 2]
y = (x[:, 0] > 0).astype(int) + (x[:, 1] > 1)
rows = np.c_[x, np.ones(90), y[:, None] == np.unique(y)]
np.savez("g.npz", gramian=rows.T @ rows, columns=["a", "b", "c"], classes=np.unique(y), label="y")
rows = np.c_[x, np.ones(90), y - 5]
np.savez("r.npz", gramian=rows.T @ rows, columns=["a", "b", "c"], label="y", labelShift=[5])
np.savez("said.npz", gramian=rows.T @ rows, columns=["a", "b", "c"], label="y", labelShift=5, regression=True)
np.savez("not.npz", gramian=rows.T @ rows, columns=["a", "b", "c"], label="y", labelShift=5, regression=False)
np.savez("bad.npz", gramian=rows.T @ rows, columns=["a", "b", "c"], centre=[5])
np.savetxt("rows.csv", np.c_[x, y], delimiter=",", header="a,b,c,y", comments="", fmt="%.17g")`, folder)
	rows := filepath.Join(folder, "rows.csv")
	alike(t, "classes", lar(t, "--source % --target %", rows, rows), lar(t, "--source % --target %", put(t, "moments --read gramian %", arrays), rows))
	for _, name := range []string{"r.npz", "said.npz"} {
		alike(t, "regression", lar(t, "--source % --target % --task regression", rows, rows),
			lar(t, "--source % --target % --task regression", put(t, "moments --read gramian %", filepath.Join(folder, name)), rows))
	}
	for name, text := range map[string]string{"bad.npz": `an array "centre"`, "not.npz": "a constant column and 0 columns of the label"} {
		refuse(t, statusFailed, text, "moments --read gramian %", filepath.Join(folder, name))
	}
	text := read(rows)
	var two strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasSuffix(line, ",1.0\n") && !strings.HasSuffix(line, ",1\n") {
			two.WriteString(line)
		}
	}
	few := testutil.WriteFile(t, "two.csv", two.String())
	apart := put(t, "moments --per-class %", rows)
	chosen := put(t, "moments --merge --classes 0,2 %", apart)
	if lines := read(apart); strings.Count(lines, "\n") != 3 {
		t.Errorf("not a line for each class: %d", strings.Count(lines, "\n"))
	}
	alike(t, "two classes", lar(t, "--source % --target %", few, few), lar(t, "--source % --target %", chosen, few))
}

// Rows of one id are in one fold; folds add up to all, stay apart when merged, and are held out.
func TestMomentsFolds(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,a,b,y\n")
	for i := range 200 {
		fmt.Fprintf(&rows, "p%d,%d,%d,%d\n", i/2, i*37%101, i*i%17, i*37%101/51)
	}
	file := testutil.WriteFile(t, "rows.csv", rows.String())
	flags := argv("moments --label y --id id --sample 0 %", file)
	whole, folds := put(t, "%", flags), put(t, "% --folds 4", flags)
	again := put(t, "moments --like % --folds 4 --sample 0 %", folds, file)
	if a, b := read(folds), read(again); a != b {
		t.Error("summed like others the folds are others")
	}
	merged := put(t, "moments --merge %", folds)
	text, n := read(merged), 0
	for line := range strings.Lines(string(text)) {
		var fold struct{ N, Fold, Folds int }
		testutil.NoError(t, json.Unmarshal([]byte(line), &fold))
		n += fold.N
		if fold.N%2 != 0 || fold.Fold < 1 || fold.Folds != 4 {
			t.Errorf("a fold of %v", fold)
		}
	}
	testutil.Equal(t, n, 200)
	alike(t, "folds", lar(t, "--source % --target %", whole, whole), lar(t, "--source % --target %", merged, whole))
	if _, stdout, _ := larui(t, "solve --source % --target %", merged, whole); !strings.Contains(stdout, "held-out source squared error") || !strings.Contains(stdout, "all its rows in 4 folds") {
		t.Errorf("%s", stdout)
	}
	numbers := put(t, "moments --label a --drop y --id id --sample 0 --folds 4 %", file)
	status, stdout, stderr := larui(t, "solve --source % --target % --choose held-out", numbers, numbers)
	if status != statusOK || !strings.Contains(stdout, "chosen by held-out") || !strings.Contains(stdout, "all its rows in 4 folds") {
		t.Errorf("%d, %s, %s", status, stderr, stdout)
	}
	refuse(t, statusWrongCall, "give 2 to 100 folds", "% --folds 1", flags)
}

func savedModel(t *testing.T, source, target string) string {
	t.Helper()
	file := temp(t, "m.json")
	put(t, "solve --source % --target % --save-model %", source, target, file)
	return file
}

// A model of sums predicts for rows, by the recipe that the sums have.
func TestMomentsRecipe(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("a,word,gaps,y\n")
	for i := range 60 {
		gap := ""
		if i%7 > 0 {
			gap = strconv.Itoa(i * i % 11)
		}
		fmt.Fprintf(&rows, "%d,%s,%s,%d\n", i*37%17, []string{"red", "green", "blue"}[i%3], gap, i*37%17/9)
	}
	file := testutil.WriteFile(t, "rows.csv", rows.String())
	flags := argv("--encode word --impute gaps=mean --label y")
	sums := put(t, "moments % %", file, flags)
	same := put(t, "moments --like % %", sums, file)
	alike(t, "recipe", lar(t, "--source % --target % %", file, file, flags), lar(t, "--source % --target %", sums, same))
	if status, stdout, stderr := larui(t, "predict --model % --input %", savedModel(t, sums, same), file); status != statusOK || strings.Count(stdout, "\n") != 61 {
		t.Errorf("%d, %s", status, stderr)
	}
}

// Without rows there are weights, but no scores, and nothing to draw.
func TestMomentsWithoutRows(t *testing.T) {
	source, target := made(t, 2, 2)
	whole := put(t, "moments --label y --id id --sample 0 %", source)
	of := put(t, "moments --like % --sample 0 %", whole, target)
	alike(t, "no sample", lar(t, "--source % --target % --label y --drop id", source, target), lar(t, "--source % --target %", whole, of))
	status, stdout, stderr := larui(t, "solve --source % --target % --format json", whole, of)
	if status != statusOK || strings.Contains(stderr, "predicts class") || strings.Count(stdout, `"targetAccuracy": null`) < 2 || strings.Count(stdout, `"targetMSE": null`) > 0 || strings.Count(stdout, `"targetR2": null`) == 0 {
		t.Errorf("%d, %s, %s", status, stderr, stdout)
	}
	// A shard left out tells the squared error of its rows.
	validated := func(line string, values ...any) string {
		_, stdout, stderr := larui(t, "solve --lambda 3 "+line, values...)
		for line := range strings.Lines(stdout) {
			if strings.HasPrefix(strings.TrimSpace(line), "validation squared error") {
				return strings.Join(strings.Fields(line), " ")
			}
		}
		return stdout + stderr
	}
	ofRows := validated("--source % --target % --validation % --label y --drop id", source, target, target)
	testutil.Equal(t, validated("--source % --target % --validation %", whole, of, of), ofRows)
	if _, stdout, _ := larui(t, "solve --source % --target %", whole, of); strings.Contains(stdout, "no labels") || !strings.Contains(stdout, "The target has sums without rows") {
		t.Errorf("%s", stdout)
	}
	var rows strings.Builder
	for i := range 40 {
		fmt.Fprintf(&rows, "%d,%v,%d\n", i%7, 1.01-float64(i%3), i%2)
	}
	plain := put(t, "moments --label 3 --sample 0 %", testutil.WriteFile(t, "plain.csv", rows.String()))
	if status, _, stderr := larui(t, "solve --source % --target %", plain, plain); status != statusOK || strings.Contains(stderr, "in scale") || strings.Contains(stderr, "taken to be") {
		t.Errorf("%d, %s", status, stderr)
	}
	for _, call := range []string{"--snapshot 120x36", "plot target --out x.svg", "solve --choose label-free"} {
		refuse(t, statusFailed, "has only sums and no rows", call+" --source % --target %", whole, of)
	}
}
