package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larui/model/testutil"
)

// shifted writes a source and a target, with and without its labels, of rows whose features
// differ in mean and scale, with an id and a word among them, and returns their files and the
// labels of the target.
func shifted(t *testing.T, label func(x []float64) string) (source, target, bare string, labels []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(27, 2))
	table := func(rows int, shift, stretch float64) (text, without string) {
		text, without = "id,a,b,site,c,kind\n", "id,a,b,site,c\n"
		for i := range rows {
			x := []float64{3 * random.NormFloat64(), shift + stretch*random.NormFloat64(), random.NormFloat64()}
			site := []string{"up, hill", "down"}[random.IntN(2)]
			line := fmt.Sprintf("r%d,%.3f,%.3f,%q,%.3f", i, x[0], x[1], site, x[2])
			text, without = text+line+","+label(x)+"\n", without+line+"\n"
			labels = append(labels, label(x))
		}
		return text, without
	}
	folder := t.TempDir()
	save := func(name, text string) string {
		return testutil.WriteFile(t, filepath.Join(folder, name), text)
	}
	text, _ := table(80, 0, 1)
	source, labels = save("source.csv", text), nil
	text, without := table(70, 1, 3)
	return source, save("target.csv", text), save("bare.csv", without), labels
}

// sign labels a row by two of its features.
func sign(x []float64) string { return map[bool]string{true: "yes", false: "no"}[x[0]+x[1] > 0] }

// answer writes labels beside the rows of a file of answers from one to another of its lines, and
// returns all of them.
func answer(t *testing.T, path string, labels []string, from, to int) [][]string {
	t.Helper()
	text := read(path)
	rows := testutil.Must(csv.NewReader(strings.NewReader(text)).ReadAll())
	for i, row := range rows[1:] {
		if number, _ := strconv.Atoi(row[0]); from <= i && i < to {
			row[len(row)-2] = labels[number-1]
		}
	}
	var b strings.Builder
	testutil.NoError(t, csv.NewWriter(&b).WriteAll(rows))
	testutil.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return rows
}

// Of every task: the rows to label are random ones of those that solve --save-predictions tells
// apart, as they stand in the target's file; a longer draw begins with a shorter one and keeps
// its answers; and with all of them labelled the gain is what solve has by the target's labels.
func TestLabel(t *testing.T) {
	for task, label := range map[string]func(x []float64) string{
		"binary": sign,
		"multiclass": func(x []float64) string {
			return []string{"low", "mid", "top"}[max(0, min(2, int(math.Floor(x[0]+x[1]))+1))]
		},
		"regression": func(x []float64) string { return strconv.FormatFloat(x[0]-x[1]+x[2]*x[2], 'f', 3, 64) },
	} {
		t.Run(task, func(t *testing.T) {
			source, target, bare, labels := shifted(t, label)
			flags := func(target string) []string {
				return argv("--source % --target % --label kind --encode site --id id --task % --standardize source --k 3 --ktilde 2 --lambda 3", source, target, task)
			}
			at := flags(bare)
			rows := temp(t, "rows.csv")
			predicted := temp(t, "predicted.csv")
			if status, _, stderr := larui(t, "solve % --save-predictions %", at, predicted); status != statusOK {
				t.Fatal(stderr)
			}
			text := read(predicted)
			differ := strings.Count(text, ",true\n")
			plan := decode[object](t, "label %", at)
			if plan.at("differ.rows") != float64(differ) || plan.at("differ.of") != 70 || math.Abs(plan.at("differ.share")-float64(differ)/70) > 1e-15 || plan.find("gain") != nil {
				t.Errorf("%v, %d rows differ", plan["differ"], differ)
			}
			decode[object](t, "label % --rows 9 --export %", at, rows)
			first := answer(t, rows, labels, 0, 9)
			for _, row := range first[1:] {
				lines := read(bare)
				at, _ := strconv.Atoi(row[0])
				want, _ := csv.NewReader(strings.NewReader(strings.Split(lines, "\n")[at])).Read()
				if line := "\nr" + strconv.Itoa(at-1) + ","; !slices.Equal(row[2:7], want) || !strings.Contains(text, line) ||
					!strings.Contains(strings.Split(text, line)[1], ",true\n") {
					t.Errorf("row %q, the target has %q", row, want)
				}
			}
			refuse(t, statusWrongCall, "would be lost", "label % --rows 20 --export %", at, rows)
			decode[object](t, "label % --rows 1000 --answers % --export %", at, rows, rows)
			all := answer(t, rows, labels, 9, 1000)
			if len(all) != differ+1 || !slices.EqualFunc(all[:10], first, slices.Equal) {
				t.Errorf("%d rows, of which the first are %q, not %q", len(all), all[:10], first)
			}
			told := decode[object](t, "label % --answers %", at, rows)
			truth := decode[object](t, "solve %", flags(target))
			want := truth.at("descent.targetAccuracy") - truth.at("none.targetAccuracy")
			if task == "regression" {
				want = truth.at("none.targetMSE") - truth.at("descent.targetMSE")
			}
			for _, path := range []string{"gain.estimate", "gain.fixed.low", "gain.fixed.high", "gain.anytime.low", "gain.anytime.high"} {
				if got := told.at(path); !(math.Abs(got-want) <= 1e-8*max(1, math.Abs(want))) && !(task == "regression" && strings.Contains(path, "fixed")) {
					t.Errorf("%s: %v, by all labels %v", path, got, want)
				}
			}
			if decision := map[bool]string{true: "keep", false: "drop"}[want > 0]; told.find("decision") != decision || told.at("answers.answered") != float64(differ) {
				t.Errorf("decision %v at a gain of %v, answers %v", told.find("decision"), want, told["answers"])
			}
			validated := decode[object](t, "solve % --validation %", flags(bare), rows)
			shared := validated.at("descent.validationAccuracy") - validated.at("none.validationAccuracy")
			if task == "regression" {
				shared = validated.at("none.validationMSE") - validated.at("descent.validationMSE")
			}
			if share := float64(differ) / 70; !(math.Abs(share*shared-want) <= 1e-8*max(1, math.Abs(want))) {
				t.Errorf("as validation rows they tell %v of %v rows, by all labels it is %v", shared, share, want)
			}
		})
	}
}

// TestLabelRefused labels at the best setting if choosing refuses this setting.
func TestLabelRefused(t *testing.T) {
	chosen := decode[object](t, "label rotated-gaussian --angle 60 --choose label-free")
	testutil.Equal(t, chosen.at("params.lambda"), 10)
}

// What is wrong with answers is said in a line, and what is not known yet is null.
func TestLabelAnswers(t *testing.T) {
	source, target, _, labels := shifted(t, func(x []float64) string { return map[string]string{"yes": "1", "no": "0"}[sign(x)] })
	at := argv("--source % --target % --label kind --drop id,site --standardize source --k 1 --ktilde 1 --lambda 3", source, target)
	rows := temp(t, "rows.csv")
	told := func(answers string) object { return decode[object](t, "label % --answers %", at, answers) }
	decode[object](t, "label % --rows 6 --export %", at, rows)
	if none := told(rows); none.find("gain.estimate") != nil || none.find("decision") != nil || none.at("answers.blank") != 6 {
		t.Errorf("without answers: %v", none)
	}
	answer(t, rows, labels, 0, 4)
	text := read(rows)
	lines := strings.SplitAfter(text, "\n")
	unsure := strings.Replace(lines[2], ",1,\n", ",?,\n", 1)
	unsure = strings.Replace(unsure, ",0,\n", ",?,\n", 1)
	file := func(lines ...string) string { return testutil.WriteFile(t, "answers.csv", strings.Join(lines, "")) }
	some := told(file(slices.Concat(lines[:2], []string{unsure}, lines[3:])...))
	if some.at("answers.answered") != 3 || some.at("answers.unsure") != 1 || some.at("answers.blank") != 2 ||
		some.at("answers.right")+some.at("answers.noneRight") != 3 || (some.find("decision") == nil) != (some.at("more") > 0) {
		t.Errorf("of three answers: %v", some)
	}
	// A row without an answer keeps those behind it from counting, and fewer rows lose none.
	behind := told(file(slices.Concat(lines[:2], []string{strings.Replace(strings.Replace(unsure, ",?,", ",,", 1), ",?,", ",,", 1)}, lines[3:])...))
	if behind.at("answers.answered") != 1 || behind.at("answers.behind") != 2 || behind.at("answers.blank") != 3 {
		t.Errorf("with a row left out: %v", behind["answers"])
	}
	decode[object](t, "label % --answers % --rows 2 --export %", at, rows, rows)
	if shorter := read(rows); strings.Join(lines[:5], "") != shorter {
		t.Errorf("of fewer rows %q are left of %q", shorter, lines)
	}
	for _, c := range map[string]struct{ lines, want []string }{
		"not of answers":  {[]string{"a,b\n1,2\n3,4\n"}, []string{"is not a file of answers"}},
		"another class":   {[]string{lines[0], strings.TrimSuffix(lines[5], ",,\n") + ",7,\n"}, []string{":2:6:", `label "7"`}},
		"no row":          {[]string{lines[0], "x" + lines[1]}, []string{":2:1:", "not the number of a row of the target"}},
		"beyond the rows": {[]string{lines[0], "71" + lines[1][strings.Index(lines[1], ","):]}, []string{"row 71 does not exist: the target has 70 rows"}},
		"twice":           {[]string{lines[0], lines[1], lines[1]}, []string{":3:1:", "is also in line 2"}},
		"with a gap":      {[]string{lines[0], lines[1], lines[3]}, []string{"not a random sample"}},
	} {
		for _, want := range c.want {
			refuse(t, statusFailed, want, "label % --answers %", at, file(c.lines...))
		}
	}
	refused(t, strings.NewReplacer("PAIR", "label --source "+source+" --target "+target+" --label kind --drop id,site", "$target", target, "$rows", rows), `
		2 PAIR --lambda 3 --rows 0 | --rows 0
		2 PAIR --lambda 3 --export $target | would overwrite the input of
		2 PAIR --lambda 3 --export '' | name a file for the rows
		1 PAIR --lambda 3 --answers $rows.none | no such file
		1 PAIR --lambda 0 --keep-implicit | predict the same
		2 PAIR --lambda 3 --choose label-free | exclude each othe
		2 PAIR --standardize source --validation $rows --choose validation --answers $rows | use the answers twice`)
}
