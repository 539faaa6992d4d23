package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/spf13/cobra"

	"larui/cmd/larui/paper"
	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/number"
	"larui/tui/session"
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

// scoreKeys are the names of the scores of a solution.
var scoreKeys = strings.Fields(`sourceAccuracy targetAccuracy validationAccuracy sourceBalancedAccuracy targetBalancedAccuracy
	validationBalancedAccuracy sourceF1 targetF1 validationF1 sourceMSE targetMSE validationMSE sourceR2 targetR2 validationR2
	sourceScore targetScore validationScore parameterError cosineToOptimum weightNorm`)

// The label is reported where it was guessed, and larui --version is larui version.
func TestGuessedLabel(t *testing.T) {
	for _, c := range []struct{ header, label, option string }{
		{"a,b,kind", "kind", ""}, {"a,b,kind", "", "kind"}, {"a,b,y", "", ""}, {"", "3", ""},
	} {
		path := testutil.WriteFile(t, "a", strings.TrimPrefix(c.header+"\n", "\n")+"1,2,0\n2,1,1\n3,3,0\n")
		args := argv("align --format json --source %", path)
		if c.option != "" {
			args = append(args, "--label", c.option)
		}
		var report struct{ Pair struct{ Label string } }
		_, out, said := larui(t, "%", args)
		err := json.Unmarshal([]byte(out), &report)
		if err != nil || report.Pair.Label != c.label || strings.Contains(said, "is assumed to be") != (c.label != "") {
			t.Errorf("%+v: %q, %v, %s", c, report.Pair.Label, err, said)
		}
	}
	if line := mustRun(t, "--version"); line != mustRun(t, "version") {
		t.Error(line)
	}
}

// TestJSONKeys checks the names of the JSON output, which are a contract, and that the page on JSON
// has each name in a code span.
func TestJSONKeys(t *testing.T) {
	testutil.SkipInShort(t)
	page := strings.Join(regexp.MustCompile("`[^`]+`").FindAllString(pages(t)["json.md"], -1), " ")
	var contract strings.Builder
	for _, call := range []string{
		"solve", "solve --nesterov", "solve --method coral", "sweep --lambda 1,10 --epochs 5,10", "align", "align glyphs", "align --both", "pairs",
		"repro bound --seeds 1 --no-journal"} {
		keys := map[string]bool{}
		keyPaths("", decode[any](t, call), keys)
		fmt.Fprintf(&contract, "# %s\n%s\n", call, strings.Join(slices.Sorted(maps.Keys(keys)), "\n"))
		for path := range keys {
			if name := path[strings.LastIndex(path, ".")+1:]; !regexp.MustCompile(`\b` + name + `\b`).MatchString(page) {
				t.Errorf("the page does not name %s", name)
			}
		}
	}
	golden.RequireEqual(t, contract.String())
}

// TestUnknownIsNull solves with a target that has no labels: what can't be known
// is null in JSON and empty in CSV, and what can is not.
func TestUnknownIsNull(t *testing.T) {
	args := argv("solve --source % --target % --epochs 3", testutil.WriteFile(t, "source.csv", plane), testutil.WriteFile(t, "target.csv", "x1,x2\n1,1\n2,0.5\n-1,1\n"))
	report := decode[object](t, "%", args)
	for path, known := range map[string]bool{
		"target.headRank": false, "target.tailRank": false, "none.targetAccuracy": false, "closed.targetAccuracy": false,
		"descent.targetAccuracy": false, "descent.targetF1": false, "descent.targetMSE": false, "descent.validationAccuracy": false,
		"descent.parameterError": false, "descent.cosineToOptimum": false,
		"theory.proportionality": false, "theory.angle": false, "theory.predictedAngle": false,
		"source.headRank": true, "target.rank": true, "descent.sourceAccuracy": true, "descent.weightNorm": true,
		"descent.largestStableRate": true, "theory.headOverlapMin": true,
	} {
		if value := report.find(path); (value != nil) != known {
			t.Errorf("%s is %v, known: want %t", path, value, known)
		}
	}
	for _, point := range report.all("descent.curve") {
		if value := point.find("targetAccuracy"); value != nil {
			t.Errorf("the curve's targetAccuracy is %v, want null", value)
		}
	}
	rows := readCSV(t, "%", args)
	for i, method := range []string{"none", "descent", "closed"} {
		if row := rows[i]; row["method"] != method || row["targetAccuracy"] != "" || row["sourceAccuracy"] == "" {
			t.Errorf("row %d is %v", i, row)
		}
	}
	args[0] = "sweep"
	best := decode[object](t, "%", args).find("best")
	if !reflect.DeepEqual(best, map[string]any{"byTarget": nil, "byValidation": nil}) {
		t.Errorf("best is %v without labels to tell", best)
	}
}

// A record is the same in JSON and CSV, but for what is not known.
func TestRecord(t *testing.T) {
	r := newRecord("x", -1e300, "nan", math.NaN(), "infinite", math.Inf(1), "off", optionalValue{false}, "on", optionalValue{0.5},
		"inner", newRecord("a<b", "<", "none", nil))
	var json, csv textBuilder
	cmd := &cobra.Command{}
	cmd.SetOut(&json)
	err := (&output{cmd, "json"}).printAs([]record{r, nil}, nil, nil)
	want := `[{"x":-1e+300,"nan":null,"infinite":null,"on":0.5,"inner":{"a<b":"<","none":null}},null]`
	if got := strings.Join(strings.Fields(json.String()), ""); err != nil || got != want {
		t.Errorf("JSON is %s, %v; want %s", got, err, want)
	}
	want = "x,nan,infinite,off,on,innerA<b,innerNone\n-1e+300,,,false,0.5,<,\n"
	if err := newRecordTable(r).writeCSV(&csv); err != nil || csv.String() != want {
		t.Errorf("CSV is %q, %v; want %q", csv.String(), err, want)
	}
}

// TestSweep checks a cell against the same configuration solved by itself, the CSV
// against the JSON, and the best cell against all others: the first of equals.
func TestSweep(t *testing.T) {
	args := argv("sweep --k 1,2 --ktilde 1,2 --lambda 1,1000 --epochs 2000,50 --l2 0.5")
	swept, rows := decode[object](t, "%", args), readCSV(t, "%", args)
	solved := decode[object](t, "solve --k 1 --ktilde 1 --lambda 1000 --epochs 2000 --l2 0.5")
	cells := swept.all("cells")
	if len(cells) != 8 || len(rows) != 16 {
		t.Fatalf("%d cells and %d rows, want 8 and 16", len(cells), len(rows))
	}
	cell, runs := cells[1], cells[1].all("descent")
	if cell.at("k") != 1 || cell.at("ktilde") != 1 || cell.at("lambda") != 1000 ||
		runs[0].at("epochs") != 50 || runs[1].at("epochs") != 2000 {
		t.Fatalf("cell 1 is %+v", cell)
	}
	for _, name := range scoreKeys {
		closed, none := cell.find("closed."+name), swept.all("none")[1][name]
		if runs[1][name] != solved.find("descent."+name) || closed != solved.find("closed."+name) ||
			none != solved.find("none."+name) {
			t.Errorf("sweep has another %s than solve, in %+v and %+v", name, swept.all("none")[1], cell)
		}
	}
	best, found := object(swept.find("best.byTarget").(map[string]any)), false
	for i, row := range rows {
		cell, run := cells[i/2], cells[i/2].all("descent")[i%2]
		for name, want := range map[string]float64{
			"k": cell.at("k"), "ktilde": cell.at("ktilde"), "lambda": cell.at("lambda"), "epochs": run.at("epochs"),
			"targetAccuracy": run.at("targetAccuracy"), "parameterError": run.at("parameterError"), "closedTargetAccuracy": cell.at("closed.targetAccuracy"),
			"noneTargetAccuracy": swept.all("none")[i%2].at("targetAccuracy"),
			"labelFreeJla":       run.at("labelFree.jla"), "labelFreeTargetAlignment": run.at("labelFree.targetAlignment"),
		} {
			if got, err := strconv.ParseFloat(row[name], 64); err != nil || got != want {
				t.Errorf("row %d has %s %s, want %v", i, name, row[name], want)
			}
		}
		if run.at("targetAccuracy") > best.at("targetAccuracy") || row["closedUnboundedBelow"] == "" {
			t.Errorf("%v beats the best, or row %v lacks a column", run, row)
		}
		if run.at("targetAccuracy") == best.at("targetAccuracy") && !found {
			found = true
			if cell["k"] != best["k"] || cell["ktilde"] != best["ktilde"] || cell["lambda"] != best["lambda"] ||
				run["epochs"] != best["epochs"] {
				t.Errorf("the best is %+v, the first as good %+v", best, cell)
			}
		}
	}
}

// TestSweepRegression checks that regression looks for the lowest squared error.
func TestSweepRegression(t *testing.T) {
	args := argv("sweep rotated-regression --n 60 --k 1,2 --lambda 0.1,10,1000")
	report := decode[object](t, "%", args)
	lowest := math.Inf(1)
	for _, c := range report.all("cells") {
		for _, run := range c.all("descent") {
			lowest = math.Min(lowest, run.at("targetMSE"))
		}
	}
	testutil.Equal(t, report.at("best.byTarget.targetMSE"), lowest)
	if text := mustRun(t, "%", args); !strings.Contains(text, "best by") || strings.Contains(text, "NaN") {
		t.Errorf("the text is\n%s", text)
	}
}

// The lists of pairs and of experiments name all of them, as text, JSON and CSV, and what
// each needs.
func TestLists(t *testing.T) {
	for command, names := range map[string][]string{
		"pairs": mapSlice(datasets.ListPairs(), func(i datasets.PairInfo) string { return i.Name }),
		"repro": mapSlice(paper.Experiments(), func(e paper.Experiment) string { return e.Name }),
	} {
		text, list, rows := mustRun(t, "%", command), decode[[]object](t, "%", command), readCSV(t, "%", command)
		files := strings.Contains(text, "larui mine.csv theirs.csv")
		if len(list) != len(names) || len(rows) != len(names) || files != (command == "pairs") {
			t.Errorf("%s: %d in JSON and %d in CSV, want %d, and\n%s", command, len(list), len(rows), len(names), text)
		}
		for i, name := range names {
			if !strings.Contains(text, name) || list[i]["name"] != name || rows[i]["name"] != name ||
				list[i]["needs"] != rows[i]["needs"] || command == "repro" && !(list[i].at("aboutSeconds") > 0) {
				t.Errorf("%s: %+v in JSON, %v in CSV and\n%s", command, list[i], rows[i], text)
			}
		}
	}
}

// TestAlignClasses checks the ranks of each class of a multiclass task.
func TestAlignClasses(t *testing.T) {
	source := testutil.WriteFile(t, "source.csv", "a,b,y\n1,0,red\n0,1,green\n-1,0,blue\n1,0.1,red\n0.1,1,green\n-1,0.1,blue\n")
	report := decode[object](t, "align --source %", source)
	var names []any
	for _, c := range report.all("source.classes") {
		names = append(names, c["class"])
		if head, tail := c.at("headRank"), c.at("tailRank"); !(min(head, tail) >= 1 && max(head, tail) <= 3) {
			t.Errorf("class %s has ranks %v and %v of 3", c["class"], head, tail)
		}
	}
	if !slices.Equal(names, []any{"blue", "green", "red"}) || report.find("pair.m") != nil || report["target"] != nil {
		t.Errorf("classes %v, m %v, target %v", names, report.find("pair.m"), report["target"])
	}
	components := report.all("source.components")
	// The shares of all components add up to all of the label's norm but rounding.
	if share := components[len(components)-1].at("share"); !(math.Abs(share-1) < 1e-12) {
		t.Errorf("the share of all components is %v", share)
	}
}

// A pair with fewer rows than features is reported with all its features.
func TestAlignWide(t *testing.T) {
	for _, both := range []bool{false, true} {
		got := decode[object](t, "align glyphs --n 60 --m 60 %", fmt.Sprint("--both=", both))
		if got.at("source.d") != 257 || got.at("pair.d") != 257 || both && got.at("target.d") != 257 {
			t.Errorf("%+v", got)
		}
	}
}

// The curve of a regression ends at the error of descent.
func TestCurveOfRegression(t *testing.T) {
	report := decode[struct {
		Descent struct {
			TargetMSE float64
			Curve     []struct{ TargetMSE float64 }
		}
	}](t, "solve rotated-regression --epochs 50")
	d := report.Descent
	if last := d.Curve[len(d.Curve)-1].TargetMSE; last == 0 || math.Abs(last-d.TargetMSE) > 1e-12*last {
		t.Errorf("the curve ends at %v, descent at %v", last, d.TargetMSE)
	}
}

// A feature of another scale than the others is named wherever numbers are printed, and
// does not spoil the closed form: it does as well as on standardized features, where
// descent, which sees that feature alone, says nothing about the labels.
func TestDrownedFeaturesAreSaid(t *testing.T) {
	tables := [2]string{"time,x,y\n", "time,x,y\n"}
	for i := range 120 {
		x := float64(i/2%7) - 3
		tables[i%2] += fmt.Sprintf("%d,%v,%v\n", 1_600_000_000+i*i*1080+i%2, x, x > 0)
	}
	source, target := testutil.WriteFile(t, "source.csv", tables[0]), testutil.WriteFile(t, "target.csv", tables[1])
	for _, command := range argv("solve sweep align") {
		args := argv("% --source % --target % --no-cache --lambda 0 --keep-implicit", command, source, target)
		if command == "align" {
			args = args[:6]
		}
		status, _, stderr := larui(t, "%", args)
		if status != 0 || !strings.Contains(stderr, "warning: the features of the source differ") || !strings.Contains(stderr, "time is so large") {
			t.Errorf("%s: status %d, stderr %q", command, status, stderr)
		}
		_, stdout, _ := larui(t, "% --format json", args)
		var report struct {
			Warnings []session.Warning
			Closed   struct{ TargetAccuracy float64 }
		}
		testutil.NoError(t, json.Unmarshal([]byte(stdout), &report))
		codes := "[scale]"
		if command == "solve" { // descent sees time alone
			codes = "[scale stuck]"
			to := fmt.Sprintf("and least squares has %s", number.Percent(report.Closed.TargetAccuracy, 1))
			if report.Closed.TargetAccuracy < 0.95 || len(report.Warnings) == 2 && !strings.Contains(report.Warnings[1].Text, to) {
				t.Errorf("the closed form predicts %v of the labels: %v", report.Closed.TargetAccuracy, report.Warnings)
			}
		}
		testutil.Equal(t, fmt.Sprint(mapSlice(report.Warnings, func(w session.Warning) string { return w.Code })), codes, command, report.Warnings)
		_, stdout, stderr = larui(t, "% --standardize source --format json", args)
		if strings.Contains(stdout+stderr, "warning") {
			t.Errorf("%s: standardized features are warned of: %s", command, stderr)
		}
	}
}

// Of files whose target has no labels solve has signs, warns of those beyond their bounds,
// and says what nobody chose; of labelled ones it has none of these.
func TestSignsAreSaid(t *testing.T) {
	// No two tables share a row.
	table := func(labels bool, shift float64) string {
		text := "a,b,c" + map[bool]string{true: ",y"}[labels] + "\n"
		for i := range 80 {
			a, b, c := float64(i%9)-4, float64(i*i%7)-3, float64(i%2)*2-1
			text += fmt.Sprintf("%v,%v,%v", 3*a, 2*b+shift, c)
			if labels {
				text += fmt.Sprintf(",%v", c > 0)
			}
			text += "\n"
		}
		return text
	}
	type report struct {
		Warnings []session.Warning
		Params   struct{ K, Lambda float64 }
		Signs    *struct{ Changed, PredictedShare, SourceShare, HeadOverlapMin, SourceKept *float64 }
	}
	source := testutil.WriteFile(t, "source.csv", table(true, 0))
	files := argv("solve --source % --target % --no-cache", source, testutil.WriteFile(t, "target.csv", table(false, 1e-4)))
	opened := decode[report](t, "%", files)
	if opened.Warnings != nil || opened.Params.K != 4 || opened.Params.Lambda != 0 || *opened.Signs.Changed != 0 || *opened.Signs.SourceKept != 1 {
		t.Errorf("files open at %+v", opened)
	}
	lost := append(slices.Clone(files), "--k", "1", "--ktilde", "1", "--lambda", "100")
	status, text, stderr := larui(t, "%", lost)
	if got := decode[report](t, "%", lost); status != statusOK || len(got.Warnings) == 0 || got.Warnings[0].Code != session.SourceCode ||
		!strings.HasPrefix(stderr, "larui: warning: "+got.Warnings[0].Text+"\n") || !strings.Contains(text, "numbers that need no labels") {
		t.Errorf("a loss is answered by %+v and %q", got, stderr)
	}
	for call, want := range map[string]bool{"": true, "--k 1 --ktilde 1 --lambda 1": false, "--lambda 1": false} {
		// Without c nothing shows the label to be learned, and a warning says so.
		_, text, stderr := larui(t, "% %", slices.Clone(files[:5]), strings.Fields("--drop c "+call))
		checkLine(t, stderr)
		testutil.Contains(t, stderr, "it is not shown that this label can be learned")
		testutil.Equal(t, strings.Contains(text, "No k, k̃ and λ were given"), want, call, text)
	}
	labelled := decode[report](t, "solve --source % --target % --no-cache --k 1 --ktilde 1", source, testutil.WriteFile(t, "labelled.csv", table(true, 1e-4)))
	if labelled.Signs != nil || labelled.Warnings != nil {
		t.Errorf("labels are there, and so are signs: %+v", labelled)
	}
}
