package model_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// published is the part of the authors' results that a run is compared with.
type published struct {
	Seed, Epochs       int
	LearningRate       float64
	L2, Lambda         float64
	K, KTilde          int
	RemoveImplicit     bool
	SourceAccuracy     float64
	TargetAccuracy     float64
	ValidationAccuracy float64
	ParameterError     float64
}

var publishedDir = filepath.Join("..", "datasets", "testdata", "rotated-gaussian")

// TestPublished meets every per-seed result that the authors published for the
// rotated Gaussian, those of ridge along RidgePath too.
func TestPublished(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(publishedDir, "published.json"))
	if err != nil {
		t.Fatal(err)
	}
	var results struct {
		Tail string
		Runs []published
	}
	if err := json.Unmarshal(text, &results); err != nil {
		t.Fatal(err)
	}
	tail, err := model.ParseTail(results.Tail)
	if err != nil {
		t.Fatal(err)
	}
	solvers := make(map[int]*model.Solver)
	ridge := 0
	for _, run := range results.Runs {
		solver := solvers[run.Seed]
		if solver == nil {
			solver = model.NewSolver(publishedProblem(t, run.Seed))
			solvers[run.Seed] = solver
		}
		params := model.Params{
			K: run.K, KTilde: run.KTilde, Lambda: run.Lambda, L2: run.L2, KeepImplicit: !run.RemoveImplicit,
			Tail: tail, Epochs: run.Epochs, Rate: model.Rate{Rule: model.RateFixed, Value: run.LearningRate},
		}
		solution := solve(t, solver, params)
		run.compare(t, solution.Descent.Evaluation)
		if run.Lambda == 0 && !run.RemoveImplicit {
			ridge++
			err := solver.RidgePath(context.Background(), params, []float64{run.L2}, func(_ int, p model.PathPoint) { run.compare(t, p.Descent) })
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if ridge < 10 || len(results.Runs) <= ridge {
		t.Errorf("%d published runs, %d of them of ridge", len(results.Runs), ridge)
	}
}

func (run published) compare(t *testing.T, got model.Evaluation) {
	t.Helper()
	for _, c := range []struct {
		name      string
		got, want float64
		// Accuracies are counts over 1000 or 100 rows, so that 1e-12
		// allows for the division alone. The authors ran in single
		// precision, which moved their weights by up to 1e-4.
		tolerance float64
	}{
		{"source accuracy", got.Source.Accuracy, run.SourceAccuracy, 1e-12},
		{"target accuracy", got.Target.Accuracy, run.TargetAccuracy, 1e-12},
		{"validation accuracy", got.Validation.Accuracy, run.ValidationAccuracy, 1e-12},
		{"parameter error", got.ParameterError, run.ParameterError, 1e-4},
	} {
		if !(math.Abs(c.got-c.want) <= c.tolerance) {
			t.Errorf("%+v: %s is %v, published %v", run, c.name, c.got, c.want)
		}
	}
}

// publishedProblem builds the problem of the authors' data for a seed.
func publishedProblem(t *testing.T, seed int) *model.Problem {
	t.Helper()
	part := func(name string) (domain model.Domain) {
		f, err := os.Open(filepath.Join(publishedDir, fmt.Sprintf("seed%d-%s.csv", seed, name)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		records, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		features := len(records[0]) - 1
		domain.X = mat.NewDense(len(records)-1, features, nil)
		for i, row := range records[1:] {
			for j, field := range row {
				v, err := strconv.ParseFloat(field, 64)
				if err != nil {
					t.Fatal(err)
				}
				if j < features {
					domain.X.Set(i, j, v)
				} else {
					domain.Y = append(domain.Y, v)
				}
			}
		}
		return domain
	}
	return newProblem(t, model.Data{Source: part("source"), Target: part("target"), Validation: part("validation")})
}
