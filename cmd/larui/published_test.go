package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// TestPublished meets every per-seed result that the authors published for the
// rotated Gaussian, from their files through the command line.
func TestPublished(t *testing.T) {
	folder := filepath.Join("..", "..", "datasets", "testdata", "rotated-gaussian")
	text, err := os.ReadFile(filepath.Join(folder, "published.json"))
	if err != nil {
		t.Fatal(err)
	}
	var published struct {
		Tail string
		Runs []struct {
			Seed, Epochs, K, KTilde            int
			LearningRate, L2, Lambda           float64
			RemoveImplicit                     bool
			SourceAccuracy, TargetAccuracy     float64
			ValidationAccuracy, ParameterError float64
		}
	}
	if err := json.Unmarshal(text, &published); err != nil {
		t.Fatal(err)
	}
	if len(published.Runs) == 0 {
		t.Fatal("no published runs")
	}
	float := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for _, run := range published.Runs {
		file := func(part string) string { return filepath.Join(folder, fmt.Sprintf("seed%d-%s.csv", run.Seed, part)) }
		args := []string{
			"solve", "--source", file("source"), "--target", file("target"), "--validation", file("validation"), "--bias=false",
			"--tail", published.Tail, "--rate", float(run.LearningRate), "--epochs", strconv.Itoa(run.Epochs),
			"--lambda", float(run.Lambda), "--l2", float(run.L2), "--k", strconv.Itoa(run.K), "--ktilde", strconv.Itoa(run.KTilde),
		}
		if !run.RemoveImplicit {
			args = append(args, "--keep-implicit")
		}
		report := decode[solveReport](t, args...)
		got := report.Descent
		for _, c := range []struct {
			name string
			got  number
			want float64
			// Accuracies are met exactly: 1e-12 allows for their division. The
			// authors' single precision moved weights by up to 1e-4.
			tolerance float64
		}{
			{"sourceAccuracy", got.SourceAccuracy, run.SourceAccuracy, 1e-12},
			{"targetAccuracy", got.TargetAccuracy, run.TargetAccuracy, 1e-12},
			{"validationAccuracy", got.ValidationAccuracy, run.ValidationAccuracy, 1e-12},
			{"parameterError", got.ParameterError, run.ParameterError, 1e-4},
		} {
			if !(math.Abs(float64(c.got)-c.want) <= c.tolerance) {
				t.Errorf("%v: %s is %v, published %v", args, c.name, c.got, c.want)
			}
		}
		if report.Pair.N != 1000 || *report.Pair.M != 1000 || report.Pair.D != 2 || report.Params.RateRule != "fixed" {
			t.Errorf("%v: the pair is %+v, the parameters %+v", args, report.Pair, report.Params)
		}
	}
}
