package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larui/model/rivals"
	"larui/model/testutil"
	"larui/tui/session"
)

// What solve --method saves predicts what it says: the accuracy counted from the predictions is
// that of the report, of each method, and a model that is read again predicts the same.
func TestSolveMethod(t *testing.T) {
	folder := t.TempDir()
	source, target := filepath.Join(folder, "source.csv"), filepath.Join(folder, "target.csv")
	labels := []string{"no", "yes"}
	for name, shift := range map[string]float64{source: 0, target: 0.6} {
		text := "a,b,c,label\n"
		for i := range 60 {
			y := float64(i % 2)
			a, b := math.Sin(float64(7*i)), math.Cos(float64(11*i))
			text += fmt.Sprintf("%v,%v,%v,%s\n", a+y+shift, b-shift*a, a*b+shift, labels[i%2])
		}
		testutil.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	for _, r := range session.Rivals() {
		if !r.IsLinear() {
			continue
		}
		saved, again := filepath.Join(folder, r.Command+".csv"), filepath.Join(folder, r.Command+".json")
		call := argv("solve --source % --target % --method % --save-predictions % --save-model %", source, target, r.Command, saved, again)
		report := decode[struct {
			Rival struct {
				Method, Setting string
				TargetAccuracy  float64
				LabelFree       struct{ JLA float64 }
			}
		}](t, "%", call)
		text := read(saved)
		rows := testutil.Must(csv.NewReader(strings.NewReader(text)).ReadAll())
		right := 0
		for i, row := range rows[1:] {
			if row[1] == labels[i%2] {
				right++
			}
		}
		got := report.Rival
		if math.Abs(got.TargetAccuracy-float64(right)/60) > 1e-12 || got.Method != r.Command || got.Setting != r.Limit(3, 60).Grid[0].String() || !(got.LabelFree.JLA > 0) {
			t.Errorf("%s: %+v, and %d of 60 predictions are right", r.Command, got, right)
		}
		status, stdout, _ := larui(t, "predict --model % --input %", again, target)
		predicted, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
		if err != nil || status != statusOK || len(predicted) != len(rows) {
			t.Fatal(err)
		}
		for i, row := range predicted[1:] {
			here, _ := strconv.ParseFloat(row[2], 64)
			there, _ := strconv.ParseFloat(rows[1+i][2], 64)
			if row[1] != rows[1+i][1] || math.Abs(here-there) > 1e-12 {
				t.Errorf("%s, row %d: the model predicts %v, what was saved is %v", r.Command, i, row, rows[1+i])
			}
		}
	}
}

// A setting that is given is that of the fit: without validation rows the first of the grid with it,
// or the only one. What the method does not look at is refused.
func TestGivenSettings(t *testing.T) {
	setting := func(method string, flags ...string) string {
		return decode[struct{ Rival struct{ Setting string } }](t, "solve rotated-gaussian --n 40 --m 40 --method % %", method, flags).Rival.Setting
	}
	testutil.Equal(t, setting("ridge", "--rival", "l2=0.25"), "l2 0.25")
	testutil.Equal(t, setting("tca", "--rival=components=8"), "l2 1, coefficient 1, components 2") // of 2 features
	if got := setting("coral", "--rival=shrink=3"); !strings.HasSuffix(got, ", shrink 3") {
		t.Errorf("CORAL is fitted with %s", got)
	}
	testutil.Equal(t, setting("adv-r-mse", "--rival", "refinements=0,beta=0.01", "--rival", "epochs=1", "--rival=hidden=2"), "hidden 2, beta 0.01, refinements 0, epochs 1")
	for _, c := range []struct{ call, says string }{
		{"solve --method dann --save-model m.json", "--method dann is not a linear model: there are no weights to save"},
		{"solve --rival l2=3", "--rival l2 does nothing without --method"},
		{"solve --method ridge --rival rate=3", "--rival rate does nothing for --method ridge"},
		{"solve --method ridge --rival l2=0", `--rival l2=0: rival "l2=0" has l2 "0", which is not a positive number`},
		{"solve --method ridge --rival l2=1 --rival l2=2", "has l2 twice"},
		{"solve --method ridge --rival epoch=2", `has the unknown key "epoch": did you mean epochs?`},
		{"repro reviews --rival batch=2.5", `"batch=2.5" has batch "2.5", which is not a whole number from 1 to 1e6`},
		{"repro reviews --rival hidden", `hidden "", which is not a whole number from 1 to 65536`},
		{"repro table2-networks --rival hidden=3", "--rival hidden does nothing for table2-networks"},
	} {
		status, _, stderr := larui(t, c.call)
		if status == statusOK || !strings.Contains(stderr, c.says) {
			t.Errorf("larui %s: status %d, %q", c.call, status, stderr)
		}
	}
}

// larui help rivals ends with a row for each key that --rival takes.
func TestRivalKeys(t *testing.T) {
	text := mustRun(t, "help rivals")
	_, table, _ := strings.Cut(text, "| key |")
	if keys := strings.Count(table, "\n| `"); keys != len(rivals.Hyperparameters()) || !strings.Contains(table, "| `shrink` | number added to the diagonal of a covariance | a positive number | 1, 0.1, 0.01 (coral, ot); 1, 100 (importance) |") {
		t.Errorf("%d keys in\n%s", keys, table)
	}
}

// The table leaves empty what a method has not: L2 among it, but of those that have one.
func TestMethodInTable(t *testing.T) {
	for _, c := range []struct{ call, l2 string }{{"ridge --rival l2=10", "10"}, {"dann --rival hidden=4", ""}, {"least-squares", ""}} {
		_, stdout, _ := larui(t, "solve --n 30 --m 30 --format csv --method "+c.call)
		rows := testutil.Must(csv.NewReader(strings.NewReader(stdout)).ReadAll())
		last := rows[len(rows)-1]
		if at := slices.Index(rows[0], "l2"); !strings.HasPrefix(c.call, last[0]) || last[at] != c.l2 || rows[1][at] != "0" {
			t.Errorf("%s: %v", c.call, rows)
		}
	}
}
