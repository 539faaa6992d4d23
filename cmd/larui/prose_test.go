package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larui/tui/number"
)

// What numbers alone do not tell is said in words, and no number is one that is not.
func TestSaidInWords(t *testing.T) {
	files := func(source, target string) []string {
		return []string{"--source", write(t, "source.csv", source), "--target", write(t, "target.csv", target)}
	}
	diverging := decode[object](t, "solve", "--rate", "100")
	largest := diverging.at("descent.largestStableRate")
	if diverging.find("descent.diverges") != true || diverging.find("none.diverges") != true ||
		len(diverging.all("descent.curve")) != 0 {
		t.Errorf("it is %+v", diverging)
	}
	if decode[object](t, "solve", "--rate", strconv.FormatFloat(0.99*largest, 'g', -1, 64)).find("descent.diverges") != false {
		t.Errorf("descent diverges below the rate %v", largest)
	}
	// With k = k̃ = 1 of d = 3 and a target of rank 1 nothing holds the rest.
	unbounded := append(files("a,b,c,y\n1,2,0,-1\n2,1,1,1\n0,1,-1,-1\n1,-1,2,1\n", "a,b,c,y\n1,2,0,-1\n2,4,0,1\n"), "--no-bias", "--k", "1", "--ktilde", "1")
	r := decode[object](t, append([]string{"solve"}, unbounded...)...)
	if r.find("closed.unboundedBelow") != true || r.find("closed.rankDeficient") != true || !(r.at("closed.leak") > 0) {
		t.Errorf("the closed form is %+v", r["closed"])
	}
	unlabelled := files(plane, "x1,x2\n1,1\n2,0.5\n-1,1\n")
	partly := append(files(plane, "x1,x2,label\n1,1,1\n2,0.5,?\n-1,1,-1\n"), "--missing", "unlabelled")
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"solve", "--rate", "100"}, []string{"diverges", number.Even(largest, 4)}},
		{[]string{"sweep", "--rate", "100"}, []string{"diverge", "can't be known"}},
		{append([]string{"solve"}, unbounded...), []string{"unbounded below"}},
		{append([]string{"sweep"}, unbounded...), []string{"unbounded below"}},
		{append([]string{"solve"}, unlabelled...), []string{"The target has no labels", "–"}},
		{append([]string{"sweep"}, unlabelled...), []string{"The target has no labels", "can't be known"}},
		{append([]string{"align"}, unlabelled...), []string{"The target has no labels", "–"}},
		{append([]string{"solve"}, partly...), []string{"The target has labels of 2 of its 3 rows: its scores and w* are of these", "not scored"}},
		{append([]string{"sweep"}, partly...), []string{"The target has labels of 2 of its 3 rows: its scores are of these rows"}},
		{append([]string{"align"}, partly...), []string{"The target has labels of 2 of its 3 rows, so their alignment can't be known"}},
		{[]string{"solve", "--lambda", "-0"}, []string{"λ = 0 "}},
		{[]string{"solve", "--ktilde", "2", "--k", "2"}, []string{"leaves no tail"}},
		// A change is that of the numbers beside it.
		{[]string{"solve", "--n", "5000", "--m", "5000", "--seed", "7"}, []string{
			judgedAgainstNone, "88.48 %      88.92 %  ▲ +0.44       99.90 %  ▲ +11.42", "86.0 %       86.0 %  = ±0",
		}},
		{[]string{"solve", "rotated-regression"}, []string{
			judgedAgainstNone, "0.0002544     9.235e-5  ▲ −63.7 %", "5.604e-5    0.0002431  ▼ +333.8 %",
		}},
		{[]string{"version"}, []string{"larui ", " go"}},
		{[]string{"solve", "--no-cache"}, []string{"no adaptation"}}, // where nothing is kept anyway
	} {
		text := mustRun(t, c.args...)
		for _, want := range c.says {
			if !strings.Contains(text, want) {
				t.Errorf("%v does not say %q:\n%s", c.args, want, text)
			}
		}
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%v says\n%s", c.args, text)
		}
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

// TestChoose solves where a judge has chosen: as the call does that names the setting, with
// what was chosen beside it and on standard error.
func TestChoose(t *testing.T) {
	for _, judge := range []string{"label-free", "target-alignment", "validation"} {
		status, text, stderr := larui(t, "solve", "--choose", judge, "--format", "json")
		var report object
		if err := json.Unmarshal([]byte(text), &report); err != nil || status != statusOK {
			t.Fatalf("%s: status %d, %v, %s", judge, status, err, stderr)
		}
		args := []string{"solve"}
		for _, name := range []string{"k", "ktilde", "lambda"} {
			args = append(args, fmt.Sprintf("--%s=%v", name, report.at("params."+name)))
		}
		if again := decode[object](t, args...); !reflect.DeepEqual(again["descent"], report["descent"]) || again["choice"] != nil {
			t.Errorf("%s: another descent than of %v", judge, args)
		}
		adapts, why := report.find("choice.adapts"), report.find("choice.why").(string)
		if adapts != (judge != "label-free") || report.find("choice.judge") != judge || !strings.HasPrefix(stderr, "larui: "+why+"\n") {
			t.Errorf("%v, said as %q", report["choice"], stderr)
		}
		_, text, line := larui(t, "solve", "--choose", judge)
		if checkLine(t, line); !strings.Contains(strings.Join(strings.Fields(text), " "), "chosen by "+judge+": "+why) {
			t.Errorf("the text does not say %q:\n%s", why, text)
		}
		keys := map[string]bool{}
		keyPaths("", any(map[string]any(report)), keys)
		want := under("choice", "judge", "adapts", "why", "lead", "labelFree", "noneLabelFree", "settings", "vetoedSettings", "limits",
			"labelFree.jla", "labelFree.vetoed", "labelFree.targetAlignment", "noneLabelFree.jla", "noneLabelFree.vetoed", "noneLabelFree.targetAlignment")
		for key := range keys {
			if strings.HasPrefix(key, "choice") && !slices.Contains(want, key) {
				t.Errorf("%s is not in the contract", key)
			}
		}
	}
	file := write(t, "plane.csv", plane)
	if _, text, _ := larui(t, "solve", "--source", file, "--target", file, "--choose", "label-free"); !strings.Contains(text, "no adaptation") ||
		strings.Contains(text, "was chosen") {
		t.Errorf("no adaptation is chosen, and said not to be:\n%s", text)
	}
}

// What has no classes, or diverges, is not judged: null in JSON, empty in its columns.
func TestNotJudged(t *testing.T) {
	for why, args := range map[string][]string{"no classes": {"sweep", "rotated-regression", "--lambda", "10"}, "diverges": {"sweep", "--rate", "100"}} {
		report, row := decode[object](t, args...), readCSV(t, args...)[0]
		choice := report.all("labelFree")[0]
		for _, run := range []object{report.all("none")[0], report.all("cells")[0].all("descent")[0], choice} {
			if run["labelFree"] != nil || run["choice"] != nil {
				t.Errorf("%v: judged as %v", args, run)
			}
		}
		if jla, found := row["labelFreeJla"]; !found || jla+row["labelFreeVetoed"] != "" || row["closedWeightNorm"] == "" || !strings.Contains(choice["why"].(string), why) {
			t.Errorf("%v: %v, %v", args, choice, row)
		}
	}
}

// Where two features differ by little and that decides, no descent comes near least
// squares: how far is said, also where fewer epochs are asked for.
func TestShortOfLeastSquares(t *testing.T) {
	table := "a,b,y\n"
	for i := range 200 {
		a, z := float64(i%17)-8, float64(i%13)-6
		table += fmt.Sprintf("%v,%.15g,%v\n", a, a+1e-5*z, z+a/5 > 0)
	}
	path := write(t, "twins.csv", table)
	for _, epochs := range []string{"", "--epochs=5000"} {
		_, _, stderr := larui(t, strings.Fields("solve --no-cache --source "+path+" --target "+path+" "+epochs)...)
		checkLine(t, stderr)
		var share float64
		_, way, _ := strings.Cut(stderr, "epochs of descent come only ")
		if _, err := fmt.Sscanf(way, "%f %% of the way to least squares", &share); err != nil || !(share > 0 && share < 50) {
			t.Errorf("%s: %v of %q", epochs, share, stderr)
		}
	}
}
