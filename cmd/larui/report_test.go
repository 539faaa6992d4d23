package main

import (
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
	args := []string{"solve", "--source", write(t, "source.csv", plane), "--target", write(t, "target.csv", "x1,x2\n1,1\n2,0.5\n-1,1\n"), "--epochs", "3"}
	report := decode[map[string]map[string]any](t, args...)
	for path, known := range map[string]bool{
		"target headRank": false, "target tailRank": false, "none targetAccuracy": false, "closed targetAccuracy": false,
		"descent targetAccuracy": false, "descent targetF1": false, "descent targetMSE": false, "descent validationAccuracy": false,
		"descent parameterError": false, "descent cosineToOptimum": false,
		"theory proportionality": false, "theory angle": false, "theory predictedAngle": false,
		"source headRank": true, "target rank": true, "descent sourceAccuracy": true, "descent weightNorm": true,
		"descent largestStableRate": true, "theory headOverlapMin": true,
	} {
		part, name, _ := strings.Cut(path, " ")
		value, there := report[part][name]
		if _, isNumber := value.(float64); !there || isNumber != known || !known && value != nil {
			t.Errorf("%s is %v, known: want %t", path, value, known)
		}
	}
	for _, point := range report["descent"]["curve"].([]any) {
		if value := point.(map[string]any)["targetAccuracy"]; value != nil {
			t.Errorf("the curve's targetAccuracy is %v, want null", value)
		}
	}
	rows := readCSV(t, args...)
	for i, method := range []string{"none", "descent", "closed"} {
		if row := rows[i]; row["method"] != method || row["targetAccuracy"] != "" || row["sourceAccuracy"] == "" {
			t.Errorf("row %d is %v", i, row)
		}
	}
	if swept := decode[sweepReport](t, append([]string{"sweep"}, args[1:]...)...); swept.Best.ByTarget != nil || swept.Best.ByValidation != nil {
		t.Errorf("best is %v without labels to tell", swept.Best)
	}
}

func TestOrNull(t *testing.T) {
	values := []orNull{0, 0.5, -1e300, orNull(math.NaN()), orNull(math.Inf(1)), orNull(math.Inf(-1))}
	if got, err := json.Marshal(values); err != nil || string(got) != "[0,0.5,-1e+300,null,null,null]" {
		t.Errorf("%v is %s, %v", values, got, err)
	}
}

// TestSweep checks a cell against the same configuration solved by itself, the CSV
// against the JSON, and the best cell against all others: the first of equals.
func TestSweep(t *testing.T) {
	args := []string{"sweep", "--k", "1,2", "--ktilde", "1,2", "--lambda", "1,1000", "--epochs", "2000,50", "--l2", "0.5"}
	swept, rows := decode[sweepReport](t, args...), readCSV(t, args...)
	solved := decode[solveReport](t, "solve", "--k", "1", "--ktilde", "1", "--lambda", "1000", "--epochs", "2000", "--l2", "0.5")
	if len(swept.Cells) != 8 || len(rows) != 16 {
		t.Fatalf("%d cells and %d rows, want 8 and 16", len(swept.Cells), len(rows))
	}
	cell := swept.Cells[1]
	if cell.K != 1 || cell.KTilde != 1 || cell.Lambda != 1000 || cell.Descent[0].Epochs != 50 || cell.Descent[1].Epochs != 2000 {
		t.Fatalf("cell 1 is %+v", cell)
	}
	if cell.Descent[1].scores != solved.Descent.scores || cell.Closed.scores != solved.Closed.scores || swept.None[1].scores != solved.None.scores {
		t.Errorf("sweep has %+v and %+v, solve %+v", swept.None[1], cell, solved)
	}
	best, found := *swept.Best.ByTarget, false
	for i, row := range rows {
		cell, run := swept.Cells[i/2], swept.Cells[i/2].Descent[i%2]
		for name, want := range map[string]orNull{
			"k": orNull(cell.K), "ktilde": orNull(cell.KTilde), "lambda": orNull(cell.Lambda), "epochs": orNull(run.Epochs),
			"targetAccuracy": run.TargetAccuracy, "parameterError": run.ParameterError, "closedTargetAccuracy": cell.Closed.TargetAccuracy,
		} {
			if got, err := strconv.ParseFloat(row[name], 64); err != nil || orNull(got) != want {
				t.Errorf("row %d has %s %s, want %v", i, name, row[name], want)
			}
		}
		if run.TargetAccuracy > best.TargetAccuracy || row["closedUnboundedBelow"] == "" {
			t.Errorf("%v beats the best, or row %v lacks a column", run, row)
		}
		if run.TargetAccuracy == best.TargetAccuracy && !found {
			found = true
			if cell.K != best.K || cell.KTilde != best.KTilde || cell.Lambda != best.Lambda || run.Epochs != best.Epochs {
				t.Errorf("the best is %+v, the first as good %+v", best, cell)
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
