package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"larui/model/testutil"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// months writes a source and a folder of targets of a sensor that drifts from the second on: the third
// lacks a column, the fourth has no labels, the tenth a word that the source has not; beside them lie a
// file that is no table and a hidden one. It returns the flags that open them.
func months(t *testing.T) (flags []string, folder string) {
	t.Helper()
	folder = temp(t, "months")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	rows := func(n int, drift float64, third string, labels bool) string {
		var b strings.Builder
		b.WriteString("id,site,heat,load,noise")
		if labels {
			b.WriteString(",state")
		}
		for i := range n {
			x, y := math.Sin(float64(7*i)), math.Cos(float64(5*i))
			load := fmt.Sprintf("%.4f", y+drift*x)
			if i%19 == 4 {
				load = ""
			}
			fmt.Fprintf(&b, "\nr%d,%s,%.4f,%s,%.4f", i, []string{"north", "south", third}[i%3], 3*x+drift, load, math.Sin(float64(i*i)))
			if labels {
				fmt.Fprintf(&b, ",%s", map[bool]string{true: "up", false: "down"}[x+y+0.4*math.Sin(float64(3*i*i)) > 0])
			}
		}
		return b.String() + "\n"
	}
	put := func(name, content string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("1.csv", rows(80, 0, "north", true))
	put("2.csv", rows(90, 0.7, "north", true))
	put("3.csv", strings.ReplaceAll(rows(20, 0, "north", true), "heat", "warmth"))
	put("4.csv", rows(70, 1.5, "south", false))
	put("10.csv", rows(60, 2, "east", true))
	put("notes.md", "Nothing to read here.\n")
	put(".hidden", "x")
	source := testutil.WriteFile(t, "last.csv", rows(300, 0, "south", true))
	return argv("--source % --label state --id id --encode site --impute median --standardize source", source), folder
}

// check reports of each of several targets, number by number, what it reports of the target alone,
// and the reason of a target that can't be read.
func TestCheckTargets(t *testing.T) {
	flags, folder := months(t)
	order := []string{"1.csv", "2.csv", "3.csv", "4.csv", "10.csv", "notes.md"}
	for _, more := range [][]string{nil, {"--standardize", "domain"}, argv("--k 3 --ktilde 2 --lambda 3 --columns auto")} {
		call := func(target, format string) (status int, stdout, stderr string) {
			return larui(t, "check % % --target % --format %", flags, more, target, format)
		}
		status, stdout, stderr := call(folder, "json")
		if status != statusOK || !strings.Contains(stderr, " of 6 targets can't be checked") {
			t.Fatalf("%v: status %d, %s", more, status, stderr)
		}
		var several struct{ Targets []object }
		testutil.NoError(t, json.Unmarshal([]byte(stdout), &several))
		_, listed, _ := call(folder, "csv")
		lines := testutil.Must(csv.NewReader(strings.NewReader(listed)).ReadAll())
		if len(several.Targets) != len(order) || len(lines) != 1+len(order) {
			t.Fatalf("%v: %d targets, %d lines", more, len(several.Targets), len(lines))
		}
		for i, name := range order {
			target := filepath.Join(folder, name)
			status, alone, refused := call(target, "json")
			want := object{"error": strings.TrimPrefix(strings.TrimSpace(refused), "larui: ")}
			if status == statusOK {
				want = nil
				testutil.NoError(t, json.Unmarshal([]byte(alone), &want))
			}
			want["file"] = target
			if got := several.Targets[i]; !reflect.DeepEqual(got, want) {
				t.Errorf("%v: %s is\n%v\nalone\n%v", more, name, got, want)
			}
			values := map[string]string{}
			for j, column := range lines[0] {
				values[column] = lines[1+i][j]
			}
			alike := map[string]any{"file": target, "error": want["error"], "shifted": want.find("shift.found"), "p": want.find("shift.p"), "auc": want.find("shift.classifier.auc"),
				"aucLow": want.find("shift.classifier.low"), "k": want.find("params.k"), "ktilde": want.find("params.ktilde"), "lambda": want.find("params.lambda")}
			if share := want.find("changed.share"); share != nil {
				alike["changed"] = share
			}
			if len(more) > 2 && status == statusOK { // the setting is given
				solved := decode[object](t, "solve % % --target %", flags, more, target)
				alike["noneScore"], alike["score"] = solved.find("none.targetAccuracy"), solved.find("descent.targetAccuracy")
			}
			for column, value := range alike {
				if wanted := strings.TrimSuffix(fmt.Sprint(value), "<nil>"); values[column] != wanted {
					t.Errorf("%v, %s: %s is %q, alone %q", more, name, column, values[column], wanted)
				}
			}
		}
	}
}

// The page has a figure over the targets and the report of each that can be read.
func TestTargetsPage(t *testing.T) {
	flags, folder := months(t)
	out := temp(t, "page.html")
	status, stdout, stderr := larui(t, "check % --target % --out %", flags, folder, out)
	page := read(out)
	if status != statusOK || strings.Count(page, "<summary>") != 4 || !strings.Contains(page, "<h2>Beside each other") || !strings.Contains(stdout, "last.csv → 6 targets") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	for _, name := range []string{"1.csv", "10.csv", "notes.md"} {
		if strings.Count(page, ">"+name+"<") < 2 && name != "notes.md" || !strings.Contains(page, name) {
			t.Errorf("the page lacks %s", name)
		}
	}
}

// Only check takes several targets.
func TestOneTarget(t *testing.T) {
	flags, folder := months(t)
	for _, command := range argv("solve sweep label align inspect --plain") {
		for _, targets := range [][]string{{"--target", folder}, argv("--target % --target %", filepath.Join(folder, "1.csv"), filepath.Join(folder, "2.csv"))} {
			refuse(t, statusWrongCall, "larui check takes several", "% % %", command, flags[:2], targets)
		}
	}
}

// If the columns of no target can be read as they are, one refusal ends with the flags that settle
// the columns of all targets.
func TestTargetsAreSettledAtOnce(t *testing.T) {
	flags, folder := months(t)
	bare := argv("check --source % --label state --target %", flags[1], folder)
	for _, strange := range []string{"notes.md", "3.csv"} {
		if err := os.Remove(filepath.Join(folder, strange)); err != nil {
			t.Fatal(err)
		}
	}
	status, stdout, stderr := larui(t, "%", bare)
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	if status != statusFailed || stdout != "" || !strings.Contains(stderr, "10.csv") {
		t.Fatalf("status %d, %q, %s", status, stdout, stderr)
	}
	settled := strings.Fields(lines[len(lines)-1])
	if status, _, stderr := larui(t, "% %", bare, settled); status != statusOK || strings.Contains(stderr, "can't be checked") {
		t.Errorf("with %v: status %d, %s", settled, status, stderr)
	}
}
