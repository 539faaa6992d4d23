package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"larui/model/must"
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
		must.Succeed(t, os.WriteFile(name, []byte(text), 0o600))
	}
	for _, r := range session.WeightedRivals() {
		saved, again := filepath.Join(folder, r.Weighted+".csv"), filepath.Join(folder, r.Weighted+".json")
		call := []string{"solve", "--source", source, "--target", target, "--method", r.Weighted, "--save-predictions", saved, "--save-model", again}
		report := decode[struct {
			Rival struct {
				Method, Setting string
				TargetAccuracy  float64
				LabelFree       struct{ JLA float64 }
			}
		}](t, call...)
		text := must.Have(os.ReadFile(saved))
		rows := must.Have(csv.NewReader(strings.NewReader(string(text))).ReadAll())
		right := 0
		for i, row := range rows[1:] {
			if row[1] == labels[i%2] {
				right++
			}
		}
		got := report.Rival
		if math.Abs(got.TargetAccuracy-float64(right)/60) > 1e-12 || got.Method != r.Weighted || got.Setting != r.Grid[0].String() || !(got.LabelFree.JLA > 0) {
			t.Errorf("%s: %+v, and %d of 60 predictions are right", r.Weighted, got, right)
		}
		status, stdout, _ := larui(t, "predict", "--model", again, "--input", target)
		predicted, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
		if err != nil || status != statusOK || len(predicted) != len(rows) {
			t.Fatal(err)
		}
		for i, row := range predicted[1:] {
			here, _ := strconv.ParseFloat(row[2], 64)
			there, _ := strconv.ParseFloat(rows[1+i][2], 64)
			if row[1] != rows[1+i][1] || math.Abs(here-there) > 1e-12 {
				t.Errorf("%s, row %d: the model predicts %v, what was saved is %v", r.Weighted, i, row, rows[1+i])
			}
		}
	}
}
