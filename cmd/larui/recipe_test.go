//go:build unix

package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/session"
)

// A recipeTable is a pair as testdata/recipes/make.py has made it, with what scikit-learn makes
// of its columns.
type recipeTable struct {
	Flags            []string
	Source, Target   string
	SourceX, TargetX [][]float64
}

func recipeTables(t *testing.T) (tables []recipeTable) {
	t.Helper()
	content := read("../../datasets/testdata/recipes/recipes.json")
	if err := json.Unmarshal([]byte(content), &tables); err != nil || len(tables) != 100 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	return tables
}

// files writes the pair in one of four ways.
func (r recipeTable) files(t *testing.T, way int) (source, target string) {
	t.Helper()
	as := func(name, text string) string {
		switch way % 4 {
		case 1: // quoted fields keep their commas
			var b strings.Builder
			quoted := false
			for _, c := range text {
				quoted = quoted != (c == '"')
				if c == ',' && !quoted {
					c = '\t'
				}
				b.WriteRune(c)
			}
			text = b.String()
		case 2:
			var b bytes.Buffer
			w := gzip.NewWriter(&b)
			if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
				t.Fatal(err)
			}
			text = b.String()
		case 3:
			name, text = strings.TrimSuffix(name, "csv")+"jsonl", jsonLines(t, text)
		}
		return testutil.WriteFile(t, name, text)
	}
	return as("s.csv", r.Source), as("t.csv", r.Target)
}

// jsonLines writes a CSV table as an object a row: numbers as they are, gaps as null.
func jsonLines(t *testing.T, text string) string {
	t.Helper()
	rows := testutil.Must(csv.NewReader(strings.NewReader(text)).ReadAll())
	var b strings.Builder
	for _, row := range rows[1:] {
		for i, field := range row {
			value := cmp.Or(field, "null")
			if !json.Valid([]byte(value)) { // no number
				value = string(testutil.Must(json.Marshal(field)))
			}
			b.WriteString(map[bool]string{true: "{", false: ", "}[i == 0] + strconv.Quote(rows[0][i]) + ": " + value)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// The numbers of a hundred tables are those of pandas and scikit-learn's ColumnTransformer, to
// 1e-12 of their size: sums of a mean are added in another order.
func TestRecipesAreScikitLearns(t *testing.T) {
	testutil.SkipInShort(t)
	for i, r := range recipeTables(t) {
		source, target := r.files(t, i)
		opening, err := session.ParseOpening("--source=" + source + " --target=" + target + " --no-cache --no-bias")
		if err != nil {
			t.Fatal(err)
		}
		state := session.State{Spec: opening.Spec}
		for j := 0; j < len(r.Flags); j++ {
			name := strings.TrimPrefix(r.Flags[j], "--")
			option, ok := session.OptionByName(name)
			if !ok {
				t.Fatal(name)
			}
			value := "true"
			if !option.IsSwitch() {
				j++
				value = r.Flags[j]
			}
			state, err = option.Set(state, value)
			if err != nil {
				t.Fatal(err)
			}
		}
		pair, err := datasets.Open(context.Background(), state.Spec, nil)
		if err != nil {
			t.Errorf("table %d, %v: %v", i, r.Flags, err)
			continue
		}
		for name, part := range map[string]struct {
			got  *mat.Dense
			want [][]float64
		}{"source": {pair.Source.X, r.SourceX}, "target": {pair.Target.X, r.TargetX}} {
			n, d := part.got.Dims()
			if n != len(part.want) || d != len(part.want[0]) || d != len(pair.Features) {
				t.Errorf("table %d, %v, %s: %d×%d, %d names, not %d×%d", i, r.Flags, name, n, d, len(pair.Features), len(part.want), len(part.want[0]))
				continue
			}
			for row, want := range part.want {
				for j, v := range want {
					if got := part.got.At(row, j); math.Abs(got-v) > 1e-12*max(1, math.Abs(v)) {
						t.Errorf("table %d, %v, %s: row %d, %s is %v, not %v", i, r.Flags, name, row, pair.Features[j], got, v)
					}
				}
			}
		}
	}
}

// What a model predicts for a file, for the target when it is fitted, for a pipe, and in NumPy
// is the same; what the script fits is what larui fits.
func TestRecipesPredictAlike(t *testing.T) {
	testutil.SkipInShort(t)
	folder := t.TempDir()
	lines := strings.Split(numpyLines, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "  X = np.array") {
			lines[i] = recipeLines
		}
	}
	script := strings.ReplaceAll("\n"+strings.Join(lines, "\n"), "\n  ", "\n")
	script = strings.NewReplacer(`"m.json"`, `folder + "/m.json"`, `"new.csv"`, `folder + "/t.csv", newline=""`).Replace(script)
	script = "import sys\nfor folder in sys.argv[1:]:" + strings.ReplaceAll(script, "\n", "\n  ") + "\n  print('\\n'.join(predicted))\n"
	var folders, scripts []string
	var bys []object
	var want strings.Builder
	hard := []int{3, 19, 46, 78, 89} // of which A has lost most digits
	for i, r := range recipeTables(t) {
		if i%5 != 0 && !slices.Contains(hard, i) || !strings.Contains(strings.Join(r.Flags, " "), "--impute") && !strings.Contains(strings.Join(r.Flags, " "), "--encode") {
			continue
		}
		at := filepath.Join(folder, strconv.Itoa(i))
		testutil.NoError(t, os.Mkdir(at, 0o700))
		in := func(name string) string { return filepath.Join(at, name) }
		for name, text := range map[string]string{"s.csv": r.Source, "t.csv": r.Target} {
			testutil.NoError(t, os.WriteFile(in(name), []byte(text), 0o600))
		}
		call := argv("solve --source % --target % --standardize source --k 2 --ktilde 1 --lambda 1 --epochs 50 --save-model % --save-predictions % --save-script % --format json %", in("s.csv"), in("t.csv"), in("m.json"), in("p.csv"), in("fit.py"), r.Flags)
		status, solved, said := larui(t, "%", call)
		if status != statusOK {
			t.Fatal(said)
		}
		status, out, said := larui(t, "predict --model % --input %", in("m.json"), in("t.csv"))
		if status != statusOK {
			t.Fatal(said)
		}
		saved := read(in("p.csv"))
		pipe := predictPiped(t, in("m.json"), r.Target)
		testutil.Equal(t, pipe, out, i)
		rows := strings.Split(strings.TrimSpace(out), "\n")
		for j, line := range strings.Split(strings.TrimSpace(saved), "\n") {
			if !strings.HasPrefix(line, rows[j]) {
				t.Errorf("table %d: %s when it was fitted, %s later", i, line, rows[j])
			}
			if j > 0 {
				want.WriteString(strings.Split(rows[j], ",")[2] + "\n") // behind an id with a comma
			}
		}
		folders, scripts = append(folders, at), append(scripts, in("fit.py"))
		var by object
		testutil.NoError(t, json.Unmarshal([]byte(solved), &by))
		bys = append(bys, by)
	}
	for i, fitted := range ranScripts(t, scripts) {
		// Both solve A with some ε of its norm.
		const solving = 4 * 0x1p-52
		for _, name := range []string{"none.targetMSE", "descent.targetMSE", "closed.weightNorm", "closed.targetMSE"} {
			if a, b := bys[i].at(name), fitted.at(name); math.Abs(a-b) > max(1e-9, solving*bys[i].at("closed.condition"))*math.Abs(a) {
				t.Errorf("%s: the script's %s is %v, not %v", folders[i], name, b, a)
			}
		}
	}
	if len(folders) < 10 {
		t.Fatalf("%d tables", len(folders))
	}
	testutil.Equal(t, python(t, script, folders...), want.String())
}

// predictPiped predicts for rows from a named pipe, which can be read but once.
func predictPiped(t *testing.T, model, rows string) string {
	t.Helper()
	path := temp(t, "pipe")
	testutil.NoError(t, syscall.Mkfifo(path, 0o600))
	written := make(chan error)
	go func() { written <- os.WriteFile(path, []byte(rows), 0) }()
	status, out, said := larui(t, "predict --model % --input %", model, path)
	if status != statusOK {
		t.Fatal(said)
	}
	testutil.NoError(t, <-written)
	return out
}
