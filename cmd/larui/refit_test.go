package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/model/must"
)

// With --refit everything says that the validation rows are in the fit, and has no score of them.
func TestRefit(t *testing.T) {
	type report struct {
		Pair struct {
			N     int `json:"n"`
			Refit int `json:"refit"`
		} `json:"pair"`
		Closed struct {
			Target     *float64 `json:"targetAccuracy"`
			Validation *float64 `json:"validationAccuracy"`
		} `json:"closed"`
	}
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	files := []string{"solve", "--no-cache", "--source", must.Write(t, in("s.csv"), "x,z,label\n1,2,a\n2,1,b\n4,4,a\n3,1,b\n"),
		"--target", must.Write(t, in("t.csv"), "x,z,label\n1,3,b\n5,2,b\n2,2,a\n4,1,a\n"), "--label", "label", "--validation-size", "2"}
	refit := append(files, "--refit", "--save-model", in("m.json"), "--save-predictions", in("p.csv"))
	apart, fitted := decode[report](t, files...), decode[report](t, refit...)
	if apart.Pair.Refit != 0 || apart.Pair.N != 4 || apart.Closed.Validation == nil {
		t.Errorf("%+v", apart)
	}
	if fitted.Pair.Refit != 2 || fitted.Pair.N != 6 || fitted.Closed.Validation != nil || fitted.Closed.Target == nil {
		t.Errorf("%+v", fitted)
	}
	if model := string(must.Have(os.ReadFile(in("m.json")))); !strings.Contains(model, `"refit": "2 validation rows of the target"`) {
		t.Error(model)
	}
	if status, predicted, stderr := larui(t, "predict", "--model", in("m.json"), "--input", in("t.csv")); status != statusOK || strings.Count(predicted, "\n") != 5 {
		t.Errorf("%d, %s%s", status, predicted, stderr)
	}

	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"solve", "--refit"}, statusOK, "refit: 100 validation rows of the target are in the fit"},
		{[]string{"solve", "--refit", "--choose", "validation"}, statusOK, "that were not in the fit"},
		{[]string{"solve", "glyphs", "--n", "40", "--m", "40", "--classes", "3,8", "--refit", "--method", "ridge"}, statusOK, "chosen by the validation rows before they are in the fit"},
		{[]string{"sweep", "--refit", "--k", "1", "--ktilde", "1", "--lambda", "1"}, statusOK, "100 validation rows of the target are in the fit"},
		{[]string{"solve", "penguins", "--refit"}, statusWrongCall, "penguins has no such rows"},
		{append(files, "--refit", "--save-script", in("fit.py")), statusFailed, "validation rows are in this fit"},
		{[]string{"check", "--refit"}, statusWrongCall, "refit"},
	} {
		status, stdout, stderr := larui(t, c.args...)
		if said := strings.Join(strings.Fields(stdout+stderr), " "); status != c.status || !strings.Contains(said, c.says) {
			t.Errorf("%v: %d, %s", c.args, status, said)
		}
	}
}

// Everything that opens a pair says that its validation rows are the target's own.
func TestSharedValidation(t *testing.T) {
	folder, random := t.TempDir(), rand.New(rand.NewPCG(41, 6))
	table := func(name string) string {
		text := "x,z,label\n"
		for i := range 20 {
			text += fmt.Sprintf("%.3f,%.3f,%s\n", random.NormFloat64(), random.NormFloat64(), []string{"a", "b"}[i%2])
		}
		return must.Write(t, filepath.Join(folder, name), text)
	}
	source, target := table("s.csv"), table("t.csv")
	copied := must.Write(t, filepath.Join(folder, "copy.csv"), string(must.Have(os.ReadFile(target))))
	for _, path := range []string{target, copied} {
		for _, verb := range []string{"solve", "check", "label", "sweep"} {
			args := []string{verb, "--no-cache", "--source", source, "--target", target, "--validation", path}
			if verb == "label" {
				args = append(args, "--k", "1", "--ktilde", "1", "--lambda", "9")
			}
			status, stdout, stderr := larui(t, args...)
			said := strings.Join(strings.Fields(stdout+stderr), " ")
			if status != statusOK || !strings.Contains(said, "20 of the 20 rows of the validation set are also rows of the target") {
				t.Errorf("%s, %s: %d, %s", verb, filepath.Base(path), status, said)
			}
		}
		if status, _, stderr := larui(t, "solve", "--refit", "--source", source, "--target", target, "--validation", path); status != statusFailed || !strings.Contains(stderr, "all 20 rows of the validation set are rows of the target too") {
			t.Errorf("%d, %s", status, stderr)
		}
	}
}
