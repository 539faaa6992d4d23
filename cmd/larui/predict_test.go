package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"larui/model/testutil"
)

// python runs a script by a Python that has NumPy, which the gate installs.
func python(t *testing.T, script string, args ...string) string {
	t.Helper()
	name := interpreter()
	if name == "" && os.Getenv("LARUI_DATA") != "" {
		t.Fatal("there is no python3 with NumPy")
	}
	if name == "" {
		t.Skip("needs python3 with NumPy")
	}
	cmd := exec.Command(name, append([]string{"-W", "error", "-c", script}, args...)...)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	return string(out)
}

// interpreter is a Python that has NumPy, empty where there is none.
var interpreter = sync.OnceValue(func() string {
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			return name
		}
	}
	return ""
})

// ranScripts runs scripts that were saved by solve, and decodes what each prints.
func ranScripts(t *testing.T, scripts []string) (all []object) {
	t.Helper()
	printed := json.NewDecoder(strings.NewReader(python(t, "import sys\nfor path in sys.argv[1:]:\n  with open(path) as f: exec(f.read(), {})", scripts...)))
	for range scripts {
		var o object
		testutil.NoError(t, printed.Decode(&o))
		all = append(all, o)
	}
	return all
}

// made writes a source and a target of five features and labels of that many classes, 0 for
// a regression. The target has its columns in another order.
func made(t *testing.T, classes int, seed uint64) (source, target string) {
	random := rand.New(rand.NewPCG(seed, 0))
	file := func(name string, columns []string, shift float64, rows int) string {
		var b strings.Builder
		b.WriteString(strings.Join(columns, ",") + "\n")
		for i := range rows {
			values, score := map[string]string{"id": strconv.Itoa(i), "fixed": "2.5"}, 0.0
			for j, feature := range []string{"a", "b", "c", "d"} {
				v := random.NormFloat64() + shift
				score += v * float64(j-1)
				values[feature] = strconv.FormatFloat(v*math.Pow(3, float64(j)), 'g', -1, 64)
			}
			switch {
			case classes == 0:
				values["y"] = number17(score + 10*random.NormFloat64() + 40)
			case classes == 2:
				values["y"] = []string{"no, never", "yes"}[int(min(max(score+1, 0), 1))]
			default:
				values["y"] = strconv.Itoa(int(math.Abs(2*score)+float64(i%2)) % classes)
			}
			for j, column := range columns {
				if j > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(&b, "%q", values[column])
			}
			b.WriteByte('\n')
		}
		return testutil.WriteFile(t, name, b.String())
	}
	return file("source.csv", []string{"id", "a", "b", "y", "c", "fixed", "d"}, 0.5, 150),
		file("target.csv", []string{"d", "c", "b", "fixed", "a", "id", "y"}, 0.8, 120)
}

func number17(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// solveTo runs larui solve on files at parameters that no rule chooses, and returns its JSON.
func solveTo(t *testing.T, source, target string, flags ...string) object {
	t.Helper()
	args := argv("solve --source % --target % --no-cache --format json", source, target)
	for _, flag := range argv("--k=3 --ktilde=2 --lambda=0.7 --epochs=400") {
		name, _, _ := strings.Cut(flag, "=")
		if !slices.ContainsFunc(flags, func(f string) bool { return strings.HasPrefix(f, name+"=") }) {
			args = append(args, flag)
		}
	}
	status, stdout, stderr := larui(t, "% %", args, flags)
	var o object
	if err := json.Unmarshal([]byte(stdout), &o); status != statusOK || err != nil {
		t.Fatalf("solve %v: status %d, %v, %q", flags, status, err, stderr)
	}
	return o
}

// The lines of NumPy that help shows predict what predict does, to the last digit.
func TestNumPyPredicts(t *testing.T) {
	testutil.SkipInShort(t)
	help := mustRun(t, "help predict all")
	_, lines, _ := strings.Cut(help, "\n  import csv")
	lines, _, _ = strings.Cut("  import csv"+lines, "\n\n")
	lines = strings.ReplaceAll(lines, "\n  ", "\n")[2:]
	if strings.Count(lines, "\n") != 9 || !strings.Contains(help, numpyLines) {
		t.Fatalf("not ten lines:\n%s", lines)
	}
	var args []string
	var tables []string
	for classes, flags := range map[int][][]string{
		2:  {{}, {"--standardize=source"}, {"--standardize=domain", "--no-bias", "--which=closed"}, {"--scale=domain", "--which=none"}},
		10: {{}, {"--standardize=domain", "--scale=source"}, {"--no-bias"}},
		0:  {{}, {"--standardize=source", "--scale-label"}, {"--no-bias", "--which=closed"}},
	} {
		source, target := made(t, classes, uint64(classes))
		for _, flags := range flags {
			for _, name := range []string{"m.json", "m.npz"} {
				saved := filepath.Join(t.TempDir(), name)
				o := solveTo(t, source, target, append(flags, "--drop=id", "--save-model", saved)...)
				status, stdout, stderr := larui(t, "predict --model % --input %", saved, target)
				if status != statusOK || strings.Count(stderr, "\n") != 2 {
					t.Fatalf("status %d, %q", status, stderr)
				}
				args, tables = append(args, saved, target), append(tables, stdout)
				if name == "m.json" {
					describes(t, saved, source, o)
				}
				agrees(t, o, flags, source, target, stdout)
			}
		}
	}
	script := "import sys\nfor saved, new in zip(sys.argv[1::2], sys.argv[2::2]):\n"
	first, second, _ := strings.Cut(lines, "\n")
	second, rest, _ := strings.Cut(second, "\n")
	fromJSON, fromNPZ, _ := strings.Cut(second, "# m.npz: ")
	for _, line := range []string{first, "if saved.endswith('.npz'): " + fromNPZ, "else: " + strings.TrimSpace(fromJSON)} {
		script += "  " + line + "\n"
	}
	script += "  " + strings.ReplaceAll(rest, "\n", "\n  ") + "\n  print(json.dumps([[str(p) for p in predicted], S.tolist()]))\n"
	script = strings.NewReplacer(`"m.json"`, "saved", `"m.npz"`, "saved", `"new.csv"`, "new").Replace(script)
	printed := json.NewDecoder(strings.NewReader(python(t, script, args...)))
	for i, table := range tables {
		var predicted []string
		var scores [][]float64
		testutil.NoError(t, printed.Decode(&[]any{&predicted, &scores}))
		rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
		if err != nil || len(rows) != len(predicted)+1 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for at, row := range rows[1:] {
			want := []string{strconv.Itoa(at + 1)}
			if len(row) > 2 {
				want = append(want, predicted[at])
			}
			for _, s := range scores[at] {
				want = append(want, number17(s))
			}
			if !slices.Equal(row, want) {
				t.Fatalf("model %s, row %d: %q, NumPy says %q", args[2*i], at+1, row, want)
			}
		}
	}
}

// describes checks what a model says of where it comes from.
func describes(t *testing.T, saved, source string, solved object) {
	t.Helper()
	content := read(saved)
	var m object
	testutil.NoError(t, json.Unmarshal([]byte(content), &m))
	text := read(source)
	if got, want := m.find("source.sha256"), fmt.Sprintf("%x", sha256.Sum256([]byte(text))); got != want || m.find("source.name") != "source.csv" {
		t.Errorf("the source is %v, not %v", m.find("source"), want)
	}
	params, _ := solved.find("params").(map[string]any)
	if m.find("which") == "none" {
		params["lambda"], params["removeImplicit"], params["rate"] = 0.0, false, solved.find("none.rate")
	}
	if !reflect.DeepEqual(m.find("params"), solved.find("params")) {
		t.Errorf("the parameters are %v, not %v", m.find("params"), params)
	}
}

// agrees compares what is predicted for a target with the scores that solve reports of it.
func agrees(t *testing.T, o object, flags []string, source, target, predicted string) {
	t.Helper()
	which := "descent"
	for _, flag := range flags {
		if name, ok := strings.CutPrefix(flag, "--which="); ok {
			which = name
		}
	}
	rows, _ := csv.NewReader(strings.NewReader(predicted)).ReadAll()
	text := read(target)
	truth, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != len(truth) {
		t.Fatalf("%d rows, not %d, %v", len(rows), len(truth), err)
	}
	right, squares := 0.0, 0.0
	for i, row := range rows[1:] {
		label := truth[i+1][6]
		if row[1] == label {
			right++
		}
		x, _ := strconv.ParseFloat(row[1], 64)
		y, _ := strconv.ParseFloat(label, 64)
		squares += (x - y) * (x - y)
	}
	n := float64(len(rows) - 1)
	got, want := right/n, o.at(which+".targetAccuracy")
	if len(rows[0]) == 2 {
		got, want = squares/n, o.at(which+".targetMSE")
		if slices.Contains(flags, "--scale-label") { // solve scores labels in [−1, 1]
			var all []float64
			text := read(source)
			rows, _ := csv.NewReader(strings.NewReader(text)).ReadAll()
			for _, row := range rows[1:] {
				y, _ := strconv.ParseFloat(row[3], 64)
				all = append(all, y)
			}
			half := (slices.Max(all) - slices.Min(all)) / 2
			want *= half * half
		}
	}
	if !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
		t.Errorf("%v: %v on the target, solve says %v", flags, got, want)
	}
}

// Rows are read as those that the model was fitted on: what is said, and refused.
func TestPredictReads(t *testing.T) {
	source := testutil.WriteFile(t, "source.csv", "id,a,b,y\n1,2,1,no\n2,-1,0.5,yes\n3,3,2,no\n4,-2,1.5,yes\n")
	target := testutil.WriteFile(t, "target.csv", "b,extra,a\n1,x,2\n0.5,x,-1\n")
	saved, named := temp(t, "m.json"), temp(t, "named.npz")
	solveTo(t, source, target, "--k=2", "--drop=id,extra", "--label=y", "--save-model", saved)
	chosen := temp(t, "chosen.json")
	solveTo(t, source, source, "--k=2", "--features=b,a", "--label=4", "--save-model", chosen)
	bare := testutil.WriteFile(t, "bare.csv", "2,1,0\n-1,0.5,1\n3,2,0\n-2,1.5,1\n")
	solveTo(t, bare, bare, "--k=2", "--save-model", named)
	steep, slight := temp(t, "steep.json"), testutil.WriteFile(t, "slight.csv", "a,b,y\n0.02,0.01,0\n-0.01,0.005,1\n0.03,0.02,0\n-0.02,0.015,1\n")
	solveTo(t, slight, slight, "--k=2", "--which=closed", "--save-model", steep)
	huge := strings.Repeat("9", 308)
	paths := strings.NewReplacer("$saved", saved, "$chosen", chosen, "$named", named, "$steep", steep, "$source", source, "$huge", huge, `\t`, "\t")
	// A model, the rows, flags, the status, what is predicted for the first row, and pieces of standard error.
	for _, row := range testutil.ParseTable(paths.Replace(`
		$saved | b,extra,a\n1,x,2\n |  | 0 | no | 1 column left out, because the model has no such features: "extra"
		$chosen | c,a,b\nx,2,1\n |  | 0 | no | : "c"
		$saved | a,b\n2,1\n | --input= | 2 |  | --input FILE
		$saved | y,a,b\n?,2,1\n |  | 0 | no | column "y" is the label
		$saved | a,b\n2,1\n |  | 0 | no
		$saved | a\tb\n2\t1\n\n |  | 0 | no
		$saved | ,a,b\n0,2,1\n |  | 0 | no | the first column has no name
		$named | 2,1\n |  | 0 | 0 | by their order, because they have no names
		$named | p,q\n2,1\n |  | 0 | 0 | because only one of the files has column names
		$named | 1 1:2 2:1\n0 1:2\n |  | 0 | 0 | by their order
		$saved | a;b\n2,5;1\n | --decimal , | 0 | no
		$saved | a,b,c\n2,1,7\n | --drop c | 0 | no | : "c"
		$saved | a,b,c\n2,1,7\n |  | 1 |  | :1:3: column "c" is not in source.csv | --drop c
		$saved | a,c\n2,1\n |  | 1 |  | :1: column "b" of source.csv is missing
		$named | 2\n |  | 1 |  | has 1 columns, but bare.csv has 3
		$saved | a,b\n2,1\n2,\n |  | 1 |  | :3:2: the field is empty
		$saved | a,b\n2,NA\n |  | 1 |  | :2:2: "NA" is not a number (column b)\n
		$saved | a,b\n2,1\n2,1,3\n |  | 1 |  | :3: 3 fields where 2 were expected
		$saved |  |  | 1 |  | is empty
		$saved | a,b\n |  | 1 |  | has a header, but no rows
		$steep | a,b\n2,1\n$huge,$huge\n |  | 1 |  | :3: the score of this row is not a finite number
		$source | a,b\n2,1\n |  | 1 |  | $source: is not a model
		$savedx | a,b\n2,1\n |  | 1 |  | m.jsonx: no such file
		$saved | a,b\n2,1\n | --index maybe | 2 |  | --index maybe`)) {
		t.Run(row[1], func(t *testing.T) {
			input, out := testutil.WriteFile(t, "new.csv", row[1]), temp(t, "out.csv")
			args := argv("predict --model % --input % %", row[0], input, strings.Fields(row[2]))
			status, stdout, stderr := larui(t, "%", args)
			_, predicted, _ := strings.Cut(stdout, "row,prediction,score\n1,")
			if strconv.Itoa(status) != row[3] || !strings.HasPrefix(predicted, row[4]) || (stdout == "") != (status > 0) || (stderr == "") != (len(row) == 5) {
				t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
			}
			if status != statusOK {
				checkLine(t, stderr)
			}
			testutil.Contains(t, stderr, row[5:]...)
			if status == statusOK {
				stderr = "larui: wrote " + out + "\n" + stderr
			}
			again, _, said := larui(t, "% --out %", args, out)
			written, _ := os.ReadFile(out) // empty after an error
			left, _ := os.ReadDir(filepath.Dir(out))
			if again != status || said != stderr || string(written) != stdout || len(left) > 1 {
				t.Errorf("status %d, %q, writes %q, leaves %v", again, said, written, left)
			}
		})
	}
}

// A model of a pair without files takes its features, and says so.
func TestPredictBuiltIn(t *testing.T) {
	saved, input := temp(t, "m.json"), testutil.WriteFile(t, "new.csv", "x2,x1\n1,2\n-3,1\n")
	if status, _, stderr := larui(t, "solve --save-model %", saved); status != statusOK {
		t.Fatal(stderr)
	}
	if _, _, stderr := larui(t, "solve --save-model %", saved); stderr != "larui: replaced "+saved+"\n" {
		t.Errorf("replacing is told as %q", stderr)
	}
	status, stdout, stderr := larui(t, "predict --model % --input %", saved, input)
	if status != statusOK || !strings.HasPrefix(stdout, "row,prediction,score\n1,+1,0.6") || !strings.Contains(stderr, "which larui generated: the features of the file must be generated in the same way") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
}

// Names that act on a terminal, or are no UTF-8, are found again, and written as visible
// escapes.
func TestPredictHostileNames(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		if i == 0 {
			fmt.Fprintf(&b, "\"%s\",gr\xf6\xdfe,%q\n", hostile("one", 100), "label")
		}
		fmt.Fprintf(&b, "%d,%d,\"%s\"\n", i*i%11, i*7%13, hostile([]string{"cat", "dog, or so", "ant"}[i%3], 10))
	}
	path, saved := testutil.WriteFile(t, "mine.csv", b.String()), temp(t, "m.json")
	solveTo(t, path, path, "--k=2", "--save-model", saved)
	status, stdout, stderr := larui(t, "predict --model % --input %", saved, path)
	if status != statusOK || strings.Count(stdout, "\n") != 41 || !strings.Contains(stdout, `\u001b[2J`) {
		t.Errorf("status %d, %q, %.300q", status, stderr, stdout)
	}
	model := read(saved)
	requireTame(t, "predict", stdout+stderr)
	requireTame(t, "the model", model)
}

// Who interrupts finds nothing half written.
func TestPredictInterrupted(t *testing.T) {
	source, target := made(t, 2, 1)
	saved, out := temp(t, "m.json"), temp(t, "out.csv")
	solveTo(t, source, target, "--drop=id", "--save-model", saved)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	status := run(ctx, nil, argv("predict --model % --input % --out %", saved, target, out), &stdout, &stderr)
	left, _ := os.ReadDir(filepath.Dir(out))
	if status != statusInterrupted || stdout.Len() > 0 || len(left) > 0 {
		t.Errorf("status %d, %q, %q, %v left", status, stdout.String(), stderr.String(), left)
	}
}

// A pipe is read as it comes, and written when it has ended well.
func TestPredictPipe(t *testing.T) {
	source, target := made(t, 2, 1)
	saved := temp(t, "m.npz")
	solveTo(t, source, target, "--drop=id", "--save-model", saved)
	_, want, _ := larui(t, "predict --model % --input %", saved, target)
	text := read(target)
	for end, status := range map[string]int{"": statusOK, "1,2,x\n": statusFailed} {
		cmd := exec.Command(program(t), "predict", "--model", saved, "--input", "-")
		cmd.Stdin = io.MultiReader(strings.NewReader(text), strings.NewReader(end))
		out, _ := cmd.Output() // the status tells
		if got := cmd.ProcessState.ExitCode(); got != status || string(out) != want && end == "" || len(out) > 0 && end != "" {
			t.Errorf("status %d, %q", got, out)
		}
	}
}
