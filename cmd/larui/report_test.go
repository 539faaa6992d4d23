package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larui/datasets"
	"larui/tui/number"
)

// keyPaths lists the keys in decoded JSON: pair.name, curve[].epoch.
func keyPaths(prefix string, v any, into map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			path := strings.TrimPrefix(prefix+"."+key, ".")
			into[path] = true
			keyPaths(path, inner, into)
		}
	case []any:
		for _, inner := range v {
			keyPaths(prefix+"[]", inner, into)
		}
	}
}

// under puts names under a path.
func under(path string, names ...string) []string {
	paths := []string{strings.TrimSuffix(path, "[]")}
	for _, name := range names {
		paths = append(paths, path+"."+name)
	}
	return paths
}

var (
	pairKeys  = []string{"name", "task", "n", "m", "d", "classes"}
	scoreKeys = []string{
		"sourceAccuracy", "targetAccuracy", "validationAccuracy",
		"sourceBalancedAccuracy", "targetBalancedAccuracy", "validationBalancedAccuracy",
		"sourceF1", "targetF1", "validationF1",
		"sourceMSE", "targetMSE", "validationMSE",
		"parameterError", "cosineToOptimum", "weightNorm",
	}
	closedKeys = append([]string{"condition", "rankDeficient", "leak", "unboundedBelow"}, scoreKeys...)
	stepKeys   = append([]string{"rate", "diverges", "largestStableRate"}, scoreKeys...)
	runKeys    = append([]string{"epochs", "rate", "diverges"}, scoreKeys...)
	timingKeys = []string{"loadMs", "prepareMs", "solveMs"}
)

// TestJSONKeys holds the names of the JSON output, which are a contract.
func TestJSONKeys(t *testing.T) {
	best := []string{"k", "ktilde", "lambda", "epochs", "sourceAccuracy", "targetAccuracy", "validationAccuracy",
		"sourceMSE", "targetMSE", "validationMSE"}
	side := []string{"rank", "headRank", "tailRank", "sigma1"}
	alignment := func(name string) []string {
		return slices.Concat(under(name, "n", "d", "rank", "rankDouble", "headRank", "tailRank", "tailRankDouble", "tailRankAll", "sigma1", "components"),
			under(name+".components[]", "i", "sigma", "projection", "share"))
	}
	for _, c := range []struct {
		call string
		want [][]string
	}{
		{"solve", [][]string{
			under("pair", pairKeys...),
			under("params", "k", "ktilde", "lambda", "l2", "removeImplicit", "tail", "epochs", "rate", "rateRule", "momentum"),
			under("source", side...), under("target", side...),
			under("none", stepKeys...), under("closed", closedKeys...),
			under("descent", stepKeys...), under("descent.curve[]", "epoch", "objective", "targetAccuracy"),
			under("theory", "headOverlapMin", "tailOverlapMin", "outsideSpan", "lambdaDrift", "proportionality", "angle", "predictedAngle"),
			under("timing", timingKeys...),
		}},
		{"sweep --lambda 1,10 --epochs 5,10", [][]string{
			under("pair", pairKeys...), under("none[]", runKeys...),
			under("cells[]", "k", "ktilde", "lambda"), under("cells[].closed", closedKeys...), under("cells[].descent[]", runKeys...),
			under("best"), under("best.byValidation", best...), under("best.byTarget", best...),
			under("timing", timingKeys...),
		}},
		{"align", [][]string{under("pair", pairKeys...), alignment("source")}},
		{"align --both", [][]string{under("pair", pairKeys...), alignment("source"), alignment("target")}},
		{"repro bound --seeds 1 --no-journal", [][]string{
			{"name", "title", "where", "protocol", "notes", "seeds"},
			under("rows[]", "group", "name", "unit", "paper", "ours", "stdErr", "n", "difference", "verdict", "chosen"),
			under("claims[]", "statement", "measured", "verdict"), under("curves[]", "name", "x", "y"),
			under("curves[].points[]", "x", "ours", "stdErr", "paper"),
			under("timing", "units", "resumed", "elapsedSeconds", "workSeconds"),
		}},
	} {
		t.Run(c.call, func(t *testing.T) {
			got := map[string]bool{}
			keyPaths("", decode[any](t, strings.Fields(c.call)...), got)
			want := slices.Compact(slices.Sorted(slices.Values(slices.Concat(c.want...))))
			if keys := slices.Sorted(maps.Keys(got)); !slices.Equal(keys, want) {
				t.Errorf("the keys are %q, the contract has %q", keys, want)
			}
		})
	}
}

// TestUnknownIsNull solves with a target that has no labels: what can't be known
// is null in JSON and empty in CSV, and what can is not.
func TestUnknownIsNull(t *testing.T) {
	source := write(t, "source.csv", plane)
	target := write(t, "target.csv", "x1,x2\n1,1\n2,0.5\n-1,1\n")
	args := []string{"solve", "--source", source, "--target", target, "--epochs", "3"}
	report := decode[map[string]map[string]any](t, args...)
	for _, path := range [][2]string{
		{"target", "headRank"}, {"target", "tailRank"},
		{"none", "targetAccuracy"}, {"closed", "targetAccuracy"}, {"descent", "targetAccuracy"},
		{"descent", "targetF1"}, {"descent", "targetMSE"}, {"descent", "validationAccuracy"},
		{"descent", "parameterError"}, {"descent", "cosineToOptimum"},
		{"theory", "proportionality"}, {"theory", "angle"}, {"theory", "predictedAngle"},
	} {
		if value, there := report[path[0]][path[1]]; !there || value != nil {
			t.Errorf("%s.%s is %v, want null", path[0], path[1], value)
		}
	}
	for _, path := range [][2]string{
		{"source", "headRank"}, {"target", "rank"}, {"descent", "sourceAccuracy"}, {"descent", "weightNorm"},
		{"descent", "largestStableRate"}, {"theory", "headOverlapMin"},
	} {
		if _, number := report[path[0]][path[1]].(float64); !number {
			t.Errorf("%s.%s is %v, want a number", path[0], path[1], report[path[0]][path[1]])
		}
	}
	for _, point := range report["descent"]["curve"].([]any) {
		if value := point.(map[string]any)["targetAccuracy"]; value != nil {
			t.Errorf("the curve's targetAccuracy is %v, want null", value)
		}
	}

	rows := readCSV(t, args...)
	for i, method := range []string{"none", "descent", "closed"} {
		row := rows[i]
		if row["method"] != method || row["targetAccuracy"] != "" || row["sourceAccuracy"] == "" {
			t.Errorf("row %d is %v", i, row)
		}
	}
	text := mustRun(t, args...)
	if !strings.Contains(text, "The target has no labels") {
		t.Errorf("the text does not say what can't be known:\n%s", text)
	}
	for _, word := range []string{"NaN", "Inf"} {
		if strings.Contains(text, word) {
			t.Errorf("the text has %s:\n%s", word, text)
		}
	}

	swept := decode[sweepReport](t, "sweep", "--source", source, "--target", target, "--epochs", "3")
	if swept.Best.ByTarget != nil || swept.Best.ByValidation != nil {
		t.Errorf("best is %v without labels to tell", swept.Best)
	}
}

// TestSweepCSV checks that the CSV of a sweep has the JSON's numbers, a row per
// cell and number of epochs.
func TestSweepCSV(t *testing.T) {
	args := []string{"sweep", "--k", "1,2", "--lambda", "0.1,10", "--epochs", "100,10", "--l2", "0.5"}
	report := decode[sweepReport](t, args...)
	rows := readCSV(t, args...)
	if len(report.Cells) != 4 || len(rows) != 8 {
		t.Fatalf("%d cells and %d rows, want 4 and 8", len(report.Cells), len(rows))
	}
	same := func(text string, want float64) bool {
		got, err := strconv.ParseFloat(text, 64)
		return err == nil && got == want
	}
	for i, row := range rows {
		cell := report.Cells[i/2]
		run := cell.Descent[i%2]
		if !same(row["k"], float64(cell.K)) || !same(row["ktilde"], float64(cell.KTilde)) || !same(row["lambda"], cell.Lambda) ||
			!same(row["epochs"], float64(run.Epochs)) || !same(row["targetAccuracy"], float64(run.TargetAccuracy)) ||
			!same(row["parameterError"], float64(run.ParameterError)) ||
			!same(row["closedTargetAccuracy"], float64(cell.Closed.TargetAccuracy)) || row["closedUnboundedBelow"] == "" {
			t.Errorf("row %d is %v", i, row)
		}
	}
	if first := report.Cells[0].Descent; first[0].Epochs != 10 || first[1].Epochs != 100 {
		t.Errorf("epochs do not ascend: %d, %d", first[0].Epochs, first[1].Epochs)
	}
}

// TestSweepAgreesWithSolve checks a cell against the same configuration solved by
// itself, and the best cell against all others.
func TestSweepAgreesWithSolve(t *testing.T) {
	swept := decode[sweepReport](t, "sweep", "--k", "1,2", "--ktilde", "1,2", "--lambda", "1,1000", "--epochs", "50,2000")
	cell := swept.Cells[1]
	solved := decode[solveReport](t, "solve", "--k", "1", "--ktilde", "1", "--lambda", "1000", "--epochs", "2000")
	if cell.K != 1 || cell.KTilde != 1 || cell.Lambda != 1000 {
		t.Fatalf("cell 1 is %d, %d, %v", cell.K, cell.KTilde, cell.Lambda)
	}
	if cell.Descent[1].scores != solved.Descent.scores || cell.Closed.scores != solved.Closed.scores {
		t.Errorf("sweep has %+v, solve %+v", cell, solved.Descent.scores)
	}
	if swept.None[1].scores != solved.None.scores {
		t.Errorf("no adaptation is %+v in sweep, %+v in solve", swept.None[1].scores, solved.None.scores)
	}
	best := *swept.Best.ByTarget
	found := false
	for _, c := range swept.Cells {
		for _, run := range c.Descent {
			if run.TargetAccuracy > best.TargetAccuracy {
				t.Errorf("%v beats the best", run)
			}
			if run.TargetAccuracy == best.TargetAccuracy && !found {
				found = true
				if c.K != best.K || c.KTilde != best.KTilde || c.Lambda != best.Lambda || run.Epochs != best.Epochs {
					t.Errorf("the best is %+v, the first as good %+v", best, c)
				}
			}
		}
	}
}

// TestSweepRegression checks that regression looks for the lowest squared error.
func TestSweepRegression(t *testing.T) {
	source := write(t, "source.csv", "a,b,y\n1,0,1\n0,1,2\n1,1,3.5\n2,1,4\n")
	target := write(t, "target.csv", "a,b,y\n1,0.5,1.5\n0.2,1,2.5\n1,2,5\n")
	args := []string{"sweep", "--source", source, "--target", target, "--task", "regression", "--k", "1,2,3", "--lambda", "0.1,10"}
	report := decode[sweepReport](t, args...)
	lowest := math.Inf(1)
	for _, c := range report.Cells {
		for _, run := range c.Descent {
			lowest = math.Min(lowest, float64(run.TargetMSE))
		}
	}
	if best := report.Best.ByTarget; best == nil || float64(best.TargetMSE) != lowest {
		t.Errorf("the best is %+v, the lowest squared error %v", best, lowest)
	}
	if text := mustRun(t, args...); !strings.Contains(text, "best by") || strings.Contains(text, "NaN") {
		t.Errorf("the text is\n%s", text)
	}
}

// TestDivergence checks that descent that diverges is said in words with a rate
// that does not, and has no number that is not one.
func TestDivergence(t *testing.T) {
	report := decode[solveReport](t, "solve", "--rate", "100")
	if !report.Descent.Diverges || !report.None.Diverges || len(report.Descent.Curve) != 0 {
		t.Fatalf("descent is %+v", report.Descent)
	}
	text := mustRun(t, "solve", "--rate", "100")
	if want := number.Even(float64(report.Descent.LargestStableRate), 4); !strings.Contains(text, "diverges") || !strings.Contains(text, want) {
		t.Errorf("the text does not say that descent diverges above %s:\n%s", want, text)
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("the text is\n%s", text)
	}
	stable := strconv.FormatFloat(0.99*float64(report.Descent.LargestStableRate), 'g', -1, 64)
	if decode[solveReport](t, "solve", "--rate", stable).Descent.Diverges {
		t.Errorf("descent diverges at the rate %s", stable)
	}
	if text := mustRun(t, "sweep", "--rate", "100"); !strings.Contains(text, "diverge") || strings.Contains(text, "NaN") {
		t.Errorf("the sweep says\n%s", text)
	}
}

// TestUnboundedBelow checks that an objective without a minimum is said in words.
func TestUnboundedBelow(t *testing.T) {
	// With k = k̃ = 1 of d = 3 and a target of rank 1 nothing holds the rest.
	source := write(t, "source.csv", "a,b,c,y\n1,2,0,-1\n2,1,1,1\n0,1,-1,-1\n1,-1,2,1\n")
	target := write(t, "target.csv", "a,b,c,y\n1,2,0,-1\n2,4,0,1\n")
	args := []string{"solve", "--source", source, "--target", target, "--no-bias", "--k", "1", "--ktilde", "1"}
	report := decode[solveReport](t, args...)
	if !report.Closed.UnboundedBelow || !report.Closed.RankDeficient || !(report.Closed.Leak > 0) {
		t.Fatalf("the closed form is %+v", report.Closed)
	}
	if text := mustRun(t, args...); !strings.Contains(text, "unbounded below") {
		t.Errorf("the text is\n%s", text)
	}
}

func TestOrNull(t *testing.T) {
	values := []orNull{0, 0.5, -1e300, orNull(math.NaN()), orNull(math.Inf(1)), orNull(math.Inf(-1))}
	if got, err := json.Marshal(values); err != nil || string(got) != "[0,0.5,-1e+300,null,null,null]" {
		t.Errorf("%v is %s, %v", values, got, err)
	}
}

// TestTableAligns checks that columns start where those above start, also after
// a letter with a combining mark.
func TestTableAligns(t *testing.T) {
	var b strings.Builder
	tab := table{align: "lrl"}
	tab.add("k̃", 1, "one")
	tab.add("kk", 22, "two")
	tab.add("λ")
	tab.write(&b)
	if want := "  k̃    1  one\n  kk  22  two\n  λ\n"; b.String() != want {
		t.Errorf("the table is\n%swant\n%s", b.String(), want)
	}
}

// shownChange finds, in a row of solve's table, the three numbers and the two
// changes against the first of them.
var shownChange = regexp.MustCompile(`^  (.*?)  +([-\d.e]+)(?: %)?  +([-\d.e]+)(?: %)?  ([▲▼=]) ([−+±]?[\d.]+)(?: %)?  +([-\d.e]+)(?: %)?  ([▲▼=]) ([−+±]?[\d.]+)`)

// Every change that solve writes is the difference of the numbers beside it, and its
// sign says better or worse: of a share the higher one is better, of an error the
// lower one.
func TestChangesAreOfShownNumbers(t *testing.T) {
	parsed := func(text string) float64 {
		v, err := strconv.ParseFloat(strings.NewReplacer("−", "-", "±", "").Replace(text), 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, call := range []string{"solve", "solve --seed 4 --angle 60 --lambda 100", "solve rotated-regression",
		"solve --n 5000 --m 5000 --seed 7", "solve correlated-features"} {
		text := mustRun(t, strings.Fields(call)...)
		if !strings.Contains(text, judgedAgainstNone) {
			t.Errorf("%s does not say what ▲ and ▼ mean", call)
		}
		found := 0
		for line := range strings.Lines(text) {
			m := shownChange.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			found++
			none := parsed(m[2])
			isError := strings.Contains(m[1], "error")
			for _, method := range [][]string{m[3:6], m[6:9]} {
				sign, change := method[1], parsed(method[2])
				want := parsed(method[0]) - none
				if isError {
					want *= 100 / none
				}
				_, decimals, written := strings.Cut(method[2], ".")
				// Half a unit of the last decimal, and what adding decimals in binary leaves.
				if half := math.Pow(10, -float64(len(decimals)))/2 + 1e-9; written && math.Abs(change-want) > half || !written && math.Abs(want) > 0.05 {
					t.Errorf("%s: %s beside %s is a change of %v, written %s\n%s", call, method[0], m[2], want, method[2], line)
				}
				if better := want > 0 != isError; change != 0 && better != (sign == "▲") {
					t.Errorf("%s: %s is written for a change by %v\n%s", call, sign, want, line)
				}
			}
		}
		if found < 3 {
			t.Errorf("%s: only %d rows with changes in\n%s", call, found, text)
		}
	}
}

func TestPairs(t *testing.T) {
	text := mustRun(t, "pairs")
	for _, name := range pairNames() {
		if name != datasets.FilesName && !strings.Contains(text, name) || !strings.Contains(text, "--source") {
			t.Errorf("%s, or a word about files, is missing:\n%s", name, text)
		}
	}
	list, rows := decode[[]infoReport](t, "pairs"), readCSV(t, "pairs")
	if len(list) != len(datasets.List()) || len(rows) != len(datasets.List()) {
		t.Errorf("%d pairs in JSON and %d in CSV, want %d", len(list), len(rows), len(datasets.List()))
	}
}

// TestAlignClasses checks the ranks of each class of a multiclass task.
func TestAlignClasses(t *testing.T) {
	source := write(t, "source.csv", "a,b,y\n1,0,red\n0,1,green\n-1,0,blue\n1,0.1,red\n0.1,1,green\n-1,0.1,blue\n")
	report := decode[alignReport](t, "align", "--source", source)
	var names []string
	for _, c := range report.Source.Classes {
		names = append(names, c.Class)
		if c.HeadRank < 1 || c.HeadRank > 3 || c.TailRank < 1 || c.TailRank > 3 {
			t.Errorf("class %s has ranks %d and %d of 3", c.Class, c.HeadRank, c.TailRank)
		}
	}
	if !slices.Equal(names, []string{"blue", "green", "red"}) || report.Pair.M != nil || report.Target != nil {
		t.Errorf("classes %v, m %v, target %v", names, report.Pair.M, report.Target)
	}
	last := report.Source.Components[len(report.Source.Components)-1]
	// The shares of all components add up to all of the label's norm but rounding.
	if !(math.Abs(float64(last.Share)-1) < 1e-12) {
		t.Errorf("the share of all components is %v", last.Share)
	}
}

// A file with fewer rows than features is reported with all its features.
func TestAlignWide(t *testing.T) {
	var text strings.Builder
	for i := range 5 {
		for j := range 50 {
			fmt.Fprintf(&text, "%d,", (i*7+j*j)%11)
		}
		fmt.Fprintf(&text, "%d\n", i%2)
	}
	file := write(t, "wide.csv", text.String())
	for _, args := range [][]string{{}, {"--target", file}} {
		got := decode[alignReport](t, append([]string{"align", "--source", file}, args...)...)
		if got.Source.D != 51 || got.Pair.D != 51 || got.Target != nil && got.Target.D != 51 {
			t.Errorf("%v: d is %d in the pair and %d in the source", args, got.Pair.D, got.Source.D)
		}
	}
}
