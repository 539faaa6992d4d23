package session

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/model/rivals"
	"larui/model/testutil"
)

// rivalSession is a session of n rows a domain, as far as rivals look at it. The target
// has labels where labelled is set, validation rows where validated is.
func rivalSession(task model.Task, n int, labelled, validated bool) *Session {
	domain := func(shift float64) model.Domain {
		d := model.Domain{X: mat.NewDense(n, 4, nil)}
		for i := range n {
			class := i % 3
			y := map[model.Task]float64{model.Binary: float64(i%2*2 - 1), model.MultiClass: float64(class), model.Regression: float64(i*i%11) / 3}[task]
			d.Y = append(d.Y, y)
			for j := range 4 {
				d.X.Set(i, j, float64((i*(j+3)+j*j)%17)/8-1+shift*float64(j)+y*float64(1+j%2))
			}
		}
		return d
	}
	data := model.Data{Task: task, Source: domain(0), Target: domain(0.3)}
	if task == model.MultiClass {
		data.Classes = 3
	}
	if validated {
		data.Validation = domain(0.2)
	}
	if !labelled {
		data.Target.Y = nil
	}
	return &Session{Spec: datasets.Spec{Seed: 3}, Pair: &datasets.Pair{Data: data}, Problem: &model.Problem{Data: data, D: 4, C: data.Outputs()}}
}

// rival returns the rival of that title.
func rival(title string) rivals.Method {
	all := Rivals()
	return all[slices.IndexFunc(all, func(r rivals.Method) bool { return r.Title == title })]
}

// plainScore is the accuracy, or the mean squared error, by a plain loop.
func plainScore(task model.Task, scores func(*mat.Dense) *mat.Dense, d model.Domain) float64 {
	if d.Y == nil {
		return math.NaN()
	}
	sum := 0.0
	for i, predicted := range task.Predict(scores(d.X)) {
		if task == model.Regression {
			sum += (predicted - d.Y[i]) * (predicted - d.Y[i])
		} else if predicted == d.Y[i] {
			sum++
		}
	}
	return sum / float64(len(d.Y))
}

// Every rival scores what a direct call of package rivals gives for the same data and
// seed, whatever the task; and the target's labels change nothing but its score.
func TestRivalsAgainstPackage(t *testing.T) {
	if testing.Short() {
		t.Skip("trains one after the other, which is nothing for the race detector")
	}
	t.Parallel() // it takes long
	for _, task := range []model.Task{model.Binary, model.MultiClass, model.Regression} {
		s, blind := rivalSession(task, 70, true, task == model.Binary), rivalSession(task, 70, false, false)
		pair := s.Pair
		for _, r := range Rivals() {
			if !r.AppliesTo(task) {
				continue
			}
			got := testutil.Must(TrainRival(t.Context(), s, r, 0, func(float64) {}))
			c := testutil.Must(r.Train(t.Context(), pair.Data, r.Grid[0], s.Spec.Seed, nil))
			want := [3]float64{plainScore(task, rivals.SourceScores(c), pair.Source), plainScore(task, c.Scores, pair.Target), plainScore(task, c.Scores, pair.Validation)}
			if features, ok := c.(rivals.Representer); ok && got.Diagnosis != testutil.Must(rivals.Diagnose(t.Context(), features, pair.Data)) || !ok && got.Diagnosis != (rivals.Diagnosis{}) {
				t.Errorf("%s: %+v", r.Title, got.Diagnosis)
			}
			// Sums of rows in other groups may round otherwise.
			if scores := [3]float64{got.Source, got.Target, got.Validation}; fmt.Sprintf("%.12g", scores) != fmt.Sprintf("%.12g", want) {
				t.Errorf("%s, %s: scores %v, want %v", task, r.Title, scores, want)
			}
			if got.Hyper != r.Grid[0] || got.Candidates != nil {
				t.Errorf("%s, %s: trained with %+v", task, r.Title, got.Hyper)
			}
			if !r.Quick {
				continue
			}
			without, err := TrainRival(t.Context(), blind, r, 0, func(float64) {})
			if err != nil || !math.IsNaN(without.Target) || without.Source != got.Source {
				t.Errorf("%s, %s: %+v with target labels, %+v without, error %v", task, r.Title, got, without, err)
			}
			testutil.Equal(t, blind.CountSettings(r), len(r.Grid), r.Title)
		}
	}
}

// The validation rows choose what Select chooses.
func TestRivalsChoose(t *testing.T) {
	s := rivalSession(model.Binary, 70, true, true)
	for _, title := range []string{"ridge", "CDAN"} {
		r := rival(title)
		var fractions []float64
		got := testutil.Must(TrainRival(t.Context(), s, r, len(r.Grid), func(f float64) { fractions = append(fractions, f) }))
		want := testutil.Must(rivals.Select(t.Context(), r, s.Pair.Data, s.Spec.Seed, nil))
		if got.Hyper != want.Hyper || got.Validation != want.Validation || fmt.Sprint(got.Candidates) != fmt.Sprint(want.Candidates) {
			t.Errorf("%s: %+v, want %+v", title, got, want)
		}
		if !slices.IsSorted(fractions) || math.Abs(fractions[len(fractions)-1]-1) > 1e-12 {
			t.Errorf("%s: progress goes %v", title, fractions)
		}
		if n := s.CountSettings(r); n != len(r.Grid)+1 || !IsChosenByValidation(r, n-1) || IsChosenByValidation(r, n-2) {
			t.Errorf("%s has %d settings", title, n)
		}
	}
}

// The four whose first setting leaves the domain term nearly off open with what the
// validation rows choose or, where there are none, with the weight of their own papers,
// 1; the others with the first. What was shown stays.
func TestRivalsOpen(t *testing.T) {
	choosers := []string{"CDAN", "CDAN-E", "f-DAL (Pearson χ²)", "IWDAN", "IWCDAN"}
	for _, validated := range []bool{true, false} {
		s, trainer := rivalSession(model.Binary, 70, true, validated), NewTrainer(nil)
		for _, r := range Rivals() {
			at := trainer.ShownSetting(s, r)
			switch chooses := slices.Contains(choosers, r.Title); {
			case chooses && validated:
				if !IsChosenByValidation(r, at) {
					t.Errorf("%s opens with setting %d, and does not choose", r.Title, at)
				}
			case chooses:
				if h := r.Grid[at]; h.Coefficient != 1 || h.Hidden != 128 {
					t.Errorf("%s opens with %s", r.Title, h)
				}
			case at != 0:
				t.Errorf("%s opens with setting %d", r.Title, at)
			}
			trainer.SelectSetting(r, 0)
			testutil.Equal(t, trainer.ShownSetting(s, r), 0, r.Title)
		}
		trainer.Close()
	}
}

// What a rival is fitted as scores what it does in view 6, and has weights where it is linear. The
// scores of a cross-entropy have no squared error.
func TestFitOfEveryRival(t *testing.T) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.N, spec.M = 30, 30
	s := mustOpen(t, spec, nil)
	for _, r := range Rivals() {
		r = r.With(rivals.Hyper{Hidden: 6, Epochs: 1, Components: 1, Coefficient: 1, Beta: 0.01})
		fit := testutil.Must(s.FitRival(t.Context(), r, 1, nil))
		trained := testutil.Must(TrainRival(t.Context(), s, r, s.CountSettings(r)-1, func(float64) {}))
		if fit.Target.Accuracy != trained.Target || fit.Source.Accuracy != trained.Source || fit.Hyper != trained.Hyper {
			t.Errorf("%s: fitted %v and %v, trained %v and %v", r.Title, fit.Source.Accuracy, fit.Target.Accuracy, trained.Source, trained.Target)
		}
		if (fit.Weights != nil) != r.IsLinear() || (fit.Unknown == "") != r.IsLinear() || math.IsNaN(fit.Target.MSE) != r.Logits || math.IsNaN(fit.Rating.JLA) == r.IsLinear() {
			t.Errorf("%s: weights %t, %q, squared error %v, JLA %v", r.Title, fit.Weights != nil, fit.Unknown, fit.Target.MSE, fit.Rating.JLA)
		}
	}
}

// Without validation rows a rival is fitted with the setting that view 6 opens with, and scores what it does there. The
// setting is the one used: the pair has 4 features and 30 rows.
func TestFitWithoutValidation(t *testing.T) {
	s, trainer := mustOpen(t, fileSpec(t, 30, 4), nil), NewTrainer(nil)
	defer trainer.Close()
	for _, r := range Rivals() {
		r = s.limitSettings(r.With(rivals.Hyper{Epochs: 1, Batch: 1000}))
		fit := testutil.Must(s.FitRival(t.Context(), r, 1, nil))
		if h := fit.Hyper; h.Components > 4 || h.Batch > 30 || len(r.Grid) > 4 && h.Components > 0 {
			t.Errorf("%s: fitted with %s of %d settings", r.Title, h, len(r.Grid))
		}
		opened := testutil.Must(TrainRival(t.Context(), s, r, trainer.ShownSetting(s, r), func(float64) {}))
		if fit.Hyper != opened.Hyper || fit.Target.Accuracy != opened.Target || fit.Chosen {
			t.Errorf("%s: fitted with %s, opens with %s", r.Title, fit.Hyper, opened.Hyper)
		}
		if r.Title == "CDAN" && fit.Hyper.Coefficient != 1 {
			t.Errorf("CDAN is fitted with %s", fit.Hyper)
		}
	}
}
