package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larui/datasets"
)

// newSpec returns the specification of the default pair.
func newSpec(t *testing.T) datasets.Spec {
	t.Helper()
	return datasets.DefaultSpec(defaultPair)
}

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
	alignment := []string{"n", "d", "rank", "rankDouble", "headRank", "tailRank", "tailRankDouble", "tailRankAll", "sigma1", "components"}
	component := []string{"i", "sigma", "projection", "share"}
	for _, c := range []struct {
		args []string
		want [][]string
	}{
		{[]string{"solve"}, [][]string{
			under("pair", pairKeys...),
			under("params", "k", "ktilde", "lambda", "l2", "removeImplicit", "tail", "epochs", "rate", "rateRule", "momentum"),
			under("source", side...), under("target", side...),
			under("none", stepKeys...), under("closed", closedKeys...),
			under("descent", stepKeys...), under("descent.curve[]", "epoch", "objective", "targetAccuracy"),
			under("theory", "headOverlapMin", "tailOverlapMin", "outsideSpan", "lambdaDrift", "proportionality", "angle", "predictedAngle"),
			under("timing", timingKeys...),
		}},
		{[]string{"sweep", "--lambda", "1,10", "--epochs", "5,10"}, [][]string{
			under("pair", pairKeys...), under("none[]", runKeys...),
			under("cells[]", "k", "ktilde", "lambda"), under("cells[].closed", closedKeys...), under("cells[].descent[]", runKeys...),
			under("best"), under("best.byValidation", best...), under("best.byTarget", best...),
			under("timing", timingKeys...),
		}},
		{[]string{"align"}, [][]string{
			under("pair", pairKeys...), under("source", alignment...), under("source.components[]", component...),
		}},
		{[]string{"align", "--both"}, [][]string{
			under("pair", pairKeys...), under("source", alignment...), under("source.components[]", component...),
			under("target", alignment...), under("target.components[]", component...),
		}},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			want := map[string]bool{}
			for _, path := range slices.Concat(c.want...) {
				want[path] = true
			}
			got := map[string]bool{}
			keyPaths("", decode[any](t, c.args...), got)
			if !maps.Equal(got, want) {
				for path := range want {
					if !got[path] {
						t.Errorf("%s is missing", path)
					}
				}
				for path := range got {
					if !want[path] {
						t.Errorf("%s is not in the contract", path)
					}
				}
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

	rows := readCSV(t, append(args, "--format", "csv")...)
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

// readCSV runs a command line and returns its rows by column.
func readCSV(t *testing.T, args ...string) []map[string]string {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(mustRun(t, args...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for j, field := range record {
			row[records[0][j]] = field
		}
		if len(row) != len(records[0]) {
			t.Fatalf("column names repeat: %v", records[0])
		}
		rows = append(rows, row)
	}
	return rows
}

// TestSweepCSV checks that the CSV of a sweep has the JSON's numbers, a row per
// cell and number of epochs.
func TestSweepCSV(t *testing.T) {
	args := []string{"sweep", "--k", "1,2", "--lambda", "0.1,10", "--epochs", "100,10", "--l2", "0.5"}
	report := decode[sweepReport](t, args...)
	rows := readCSV(t, append(args, "--format", "csv")...)
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
	var first *bestReport
	for _, c := range swept.Cells {
		for _, run := range c.Descent {
			if run.TargetAccuracy > swept.Best.ByTarget.TargetAccuracy {
				t.Errorf("%v beats the best", run)
			}
			if run.TargetAccuracy == swept.Best.ByTarget.TargetAccuracy && first == nil {
				first = reportBest(c, run)
			}
		}
	}
	if first == nil || *first != *swept.Best.ByTarget {
		t.Errorf("the best is %+v, the first as good %+v", swept.Best.ByTarget, first)
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
	if want := measured(float64(report.Descent.LargestStableRate)); !strings.Contains(text, "diverges") || !strings.Contains(text, want) {
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

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		value number
		want  string
	}{
		{0, "0"}, {0.5, "0.5"}, {-1e300, "-1e+300"},
		{number(math.NaN()), "null"}, {number(math.Inf(1)), "null"}, {number(math.Inf(-1)), "null"},
	} {
		got, err := json.Marshal(c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%v is %s (%v), want %s", float64(c.value), got, err, c.want)
		}
	}
}

// TestTableAligns checks that columns start where those above start, also after
// a letter with a combining mark.
func TestTableAligns(t *testing.T) {
	var b strings.Builder
	tab := table{align: "lrl"}
	tab.add("k̃", "1", "one")
	tab.add("kk", "22", "two")
	tab.add("λ")
	tab.write(&b)
	if want := "  k̃    1  one\n  kk  22  two\n  λ\n"; b.String() != want {
		t.Errorf("the table is\n%swant\n%s", b.String(), want)
	}
}

func TestPairs(t *testing.T) {
	text := mustRun(t, "pairs")
	for _, name := range pairNames() {
		if name != datasets.FilesName && !strings.Contains(text, name) {
			t.Errorf("%s is not listed:\n%s", name, text)
		}
	}
	if !strings.Contains(text, "--source") {
		t.Errorf("no word about files:\n%s", text)
	}
	if rows := decode[[]infoReport](t, "pairs"); len(rows) != len(datasets.List()) {
		t.Errorf("%d pairs in JSON, want %d", len(rows), len(datasets.List()))
	}
	if rows := readCSV(t, "pairs", "--format", "csv"); len(rows) != len(datasets.List()) {
		t.Errorf("%d pairs in CSV, want %d", len(rows), len(datasets.List()))
	}
}

func TestVersion(t *testing.T) {
	if text := mustRun(t, "version"); !strings.HasPrefix(text, "larui ") || !strings.Contains(text, " go") {
		t.Errorf("the version is %q", text)
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
