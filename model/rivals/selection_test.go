package rivals

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/linalg"
	"larui/model/testutil"
)

// fixed is a method whose candidates score rows by Hyper.L2 times the first feature minus
// Hyper.Beta. Coefficient 1 diverges, 2 fails and 3 panics.
func fixed(grid ...Hyper) Method {
	return Method{Name: "fixed", Grid: grid, Regression: true, learner: fixedLearner{}}
}

type fixedLearner struct{}

var errFixed = errors.New("as told")

func (fixedLearner) train(_ context.Context, _ model.Data, h Hyper, _ uint64, report func(done float64)) (Classifier, error) {
	switch h.Coefficient {
	case 1:
		return nil, fmt.Errorf("%w in epoch 1", ErrDiverged)
	case 2:
		return nil, errFixed
	case 3:
		panic("no such layer")
	}
	report(1)
	return fixedScores{h}, nil
}

type fixedScores struct{ Hyper }

func (h fixedScores) Scores(x *mat.Dense) *mat.Dense {
	var s mat.Dense
	n, _ := x.Dims()
	s.Apply(func(_, _ int, v float64) float64 { return h.L2*v - h.Beta }, x.Slice(0, n, 0, 1))
	return &s
}

func TestSelectByValidation(t *testing.T) {
	p := model.Data{
		Task:   model.Binary,
		Source: model.Domain{X: mat.NewDense(2, 1, []float64{1, -1}), Y: []float64{1, -1}},
		Target: model.Domain{X: mat.NewDense(1, 1, nil)},
	}
	// The prediction is right where x > 2; a score of zero is negative.
	p.Validation = model.Domain{X: mat.NewDense(4, 1, []float64{0, 1, 3, 4}), Y: []float64{-1, -1, 1, 1}}
	best := Hyper{L2: 1, Beta: 2}
	choice := testutil.Must(Select(t.Context(), fixed(Hyper{}, Hyper{Coefficient: 1}, best, Hyper{L2: 1, Beta: 2.5}, Hyper{L2: -1}), p, 1, nil))
	if choice.Hyper != best || choice.Validation != 1 || choice.Classifier != (fixedScores{best}) {
		t.Errorf("chosen %+v, want the first of the perfect ones", choice)
	}
	for i, want := range []float64{0.5, math.NaN(), 1, 1, 0.5} {
		c := choice.Candidates[i]
		if c.Validation != want && !math.IsNaN(want) || math.IsNaN(c.Validation) != errors.Is(c.Err, ErrDiverged) {
			t.Errorf("candidate %d is %+v, want %v", i, c, want)
		}
	}
	p.Task, p.Validation.Y = model.Regression, []float64{0, 2, 6, 8}
	choice = testutil.Must(Select(t.Context(), fixed(Hyper{L2: 1}, Hyper{L2: 2}, Hyper{L2: 0.5}), p, 1, nil))
	if choice.Hyper.L2 != 2 || choice.Validation != 0 {
		t.Errorf("regression: chosen %v at %v; want l2 2 at 0", choice.Hyper, choice.Validation)
	}
}

// Train passes the labels of the target to no method: labels out of range are no error.
func TestTrainIgnoresTargetLabels(t *testing.T) {
	p := rotated(1)
	p.Target.Y[0] = math.NaN()
	trained(t, fixed(Hyper{}), p, Hyper{}, 1)
}

func TestSelectFails(t *testing.T) {
	p := rotated(1)
	one := []Hyper{{L2: 1}}
	for _, c := range []struct {
		name       string
		grid       []Hyper
		validation model.Domain
		want       error
	}{
		{"all diverge", []Hyper{{Coefficient: 1}, {Coefficient: 1}}, p.Target, ErrDiverged},
		{"one fails", []Hyper{{L2: 1}, {L2: 1, Coefficient: 2}}, p.Target, errFixed},
		{"no validation", one, model.Domain{}, model.ErrShape},
		{"no validation labels", one, model.Domain{X: p.Target.X}, model.ErrShape},
		{"validation with NaN", one, model.Domain{X: mat.NewDense(1, 2, []float64{0, math.NaN()}), Y: []float64{1}}, model.ErrNotFinite},
	} {
		p.Validation = c.validation
		if _, err := Select(t.Context(), fixed(c.grid...), p, 1, nil); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	// A panic of a method becomes an error, on any goroutine.
	p.Validation = p.Target
	if _, err := Select(t.Context(), fixed(Hyper{Coefficient: 3}), p, 1, nil); err == nil || !strings.Contains(err.Error(), "no such layer") {
		t.Errorf("a panic: %v", err)
	}
}

// Select chooses the same candidate as training one after the other, and reports the progress over
// all candidates.
func TestSelectTrainsTheWholeGrid(t *testing.T) {
	target := gaussian(150, 45, 1)
	p := model.Data{Task: model.Binary, Source: gaussian(150, 0, 1001), Target: target, Validation: gaussian(100, 45, 77)}
	for _, m := range []Method{AdversarialRefine(AlignmentOptions{Epochs: 1, Width: 4}), CDAN(Training{Epochs: 2})} {
		var told []float64
		choice := testutil.Must(Select(t.Context(), m, p, 3, func(done float64) { told = append(told, done) }))
		for i, h := range m.Grid {
			c := trained(t, m, p, h, 3)
			testutil.Equal(t, choice.Candidates[i].Validation, accuracy(t, p.Task, c, p.Validation), m.Name, i)
			if h == choice.Hyper && !mat.Equal(choice.Classifier.Scores(target.X), c.Scores(target.X)) {
				t.Errorf("%s: the chosen classifier is not that of its candidate", m.Name)
			}
		}
		if !slices.IsSorted(told) || math.Abs(told[len(told)-1]-1) > 1e-12 {
			t.Errorf("%s: progress is %v", m.Name, told)
		}
	}
}

// Score agrees with a plain count over all rows, and is NaN if there is nothing to count.
func TestScore(t *testing.T) {
	p := rotated(1)
	target, c := p.Target, trained(t, Ridge(), p, few, 0)
	want := map[model.Task]float64{}
	for i, score := range c.Scores(target.X).RawMatrix().Data {
		if (score > 0) == (target.Y[i] > 0) {
			want[model.Binary] += 1.0 / 1000
		}
		want[model.Regression] += (score - target.Y[i]) * (score - target.Y[i]) / 1000
	}
	for task := range want {
		testutil.Near(t, accuracy(t, task, c, target), want[task], 1e-12, task)
		const some = 500 // rows without labels follow
		alone := model.Domain{X: linalg.SliceRows(target.X, 0, some), Y: target.Y[:some]}
		testutil.Equal(t, accuracy(t, task, c, model.Domain{X: target.X, Y: alone.Y}), accuracy(t, task, c, alone), task)
		if got := accuracy(t, task, c, model.Domain{X: target.X}); !math.IsNaN(got) {
			t.Errorf("%s: %v without labels", task, got)
		}
	}
}

// Given values of a method's settings are in all candidates, equal candidates are merged, and the
// method trains as with values of its own. Settings that the method does not use change nothing.
func TestWith(t *testing.T) {
	p := rotated(1)
	given := Hyper{Hidden: 9, Epochs: 2, Batch: 50, Rate: 0.02}
	m := CDAN(Training{}).With(Hyper{Hidden: 9, Epochs: 2, Batch: 50, Rate: 0.02, Shrink: 7})
	if m.Given != given || len(m.Grid) != 3 || m.OwnIndex != ownCoefficient || m.Grid[2] != given.WithDefaults(Hyper{Coefficient: 1}) {
		t.Errorf("CDAN has %v of what is given, and tries %v, its own %d", m.Given, m.Grid, m.OwnIndex)
	}
	own := trained(t, CDAN(Training{Epochs: 2, Batch: 50, Rate: 0.02}), p, Hyper{Hidden: 9, Coefficient: 1}, 1)
	if !mat.Equal(trained(t, m, p, m.Grid[2], 1).Scores(p.Target.X), own.Scores(p.Target.X)) {
		t.Error("what is given trains otherwise than the same as the method's own")
	}
	one := FDAL(Training{}).With(Hyper{Coefficient: 0.5})
	if len(one.Grid) != 1 || one.OwnIndex != 0 || one.Grid[0].String() != "hidden 128, coefficient 0.5" {
		t.Errorf("with one coefficient f-DAL tries %v, its own %d", one.Grid, one.OwnIndex)
	}
	if same := CORAL().With(given); same.Given != (Hyper{}) || !slices.Equal(same.Grid, CORAL().Grid) {
		t.Errorf("CORAL looks at %v", same.Given)
	}
}

// A zero that is marked as a value is shown and given as other values are, where the setting may be
// zero.
func TestZeroIsAValue(t *testing.T) {
	for _, s := range Hyperparameters() {
		h := Hyper{L2: 3, Coefficient: 2, Refinements: 5}
		before := h
		err := s.Parse(&h, "-0")
		switch may := s.Name == "coefficient" || s.Name == "beta" || s.Name == "refinements"; {
		case may != (err == nil), !may && h != before:
			t.Errorf("%s is 0: %v, %+v", s.Name, err, h)
		case may && (s.Format(h) != "0" || !strings.Contains(h.String(), s.Name+" 0") || h.WithDefaults(before) != h || s.Format(Hyper{}.WithDefaults(h)) != "0"):
			t.Errorf("%s is said as %q, and is %+v beside others", s.Name, h, h.WithDefaults(before))
		}
		s.CopyFrom(&h, Hyper{})
		if s.Format(h) != "" || s.Format(h.WithDefaults(before)) != s.Format(before) {
			t.Errorf("%s taken away is %q", s.Name, s.Format(h))
		}
	}

	p := rotated(1)
	short := AlignmentOptions{Epochs: 1, Width: 4}
	m := AdversarialRefine(short)
	testutil.Equal(t, m.Grid[len(m.Grid)-1].String(), "beta 0.1, refinements 0")
	var given Hyper
	for _, s := range Hyperparameters() {
		if s.Name == "refinements" {
			s.SetValue(&given, 0)
		}
	}
	m = m.With(given)
	if len(m.Grid) != 3 || !slices.Equal(m.Grid, AdversarialRefine(short).Grid[6:]) {
		t.Errorf("without rounds Adv-R tries %v", m.Grid)
	}
	mapper := newMappingTrainer(newDomainRows(p.Source.X, constantColumn(p.Source.X, p.Target.X), false).rows, newDomainRows(p.Target.X, constantColumn(p.Source.X, p.Target.X), false).rows, 1e-3, 4, mapBatch, 1)
	unrefined := insertUnmappedFeature(testutil.Must(mapper.trainMapping(t.Context(), 1, func(int) {})), constantColumn(p.Source.X, p.Target.X))
	if got := trained(t, m, p, m.Grid[0], 1).(alignedClassifier).mapping; !slices.Equal(got.Data, unrefined.Data) {
		t.Errorf("without rounds the map is %v, want %v", got.Data, unrefined.Data)
	}

	// Kernels of coefficient 0 are all equal, so that rows count as in ridge. A domain term of
	// coefficient 0 ignores the target.
	zero := Hyper{L2: 2, Hidden: 5, Epochs: 2, ZeroCoefficient: true}
	ridge, _ := trained(t, Ridge(), p, Hyper{L2: 2}, 0).(WeightedClassifier).Weights()
	kliep, _ := trained(t, KLIEP().With(zero), p, zero, 0).(WeightedClassifier).Weights()
	if !mat.EqualApprox(ridge, kliep, 1e-9) {
		t.Errorf("KLIEP with coefficient 0 has the weights %v, ridge %v", mat.Formatted(kliep), mat.Formatted(ridge))
	}
	elsewhere := p
	elsewhere.Target.X = mat.DenseCopyOf(p.Target.X)
	elsewhere.Target.X.Scale(-3, p.Target.X)
	for _, m := range []Method{CDAN(Training{}), FDAL(Training{}), IWCDAN(Training{})} {
		if here, there := trained(t, m, p, zero, 1), trained(t, m, elsewhere, zero, 1); !mat.Equal(here.Scores(p.Target.X), there.Scores(p.Target.X)) {
			t.Errorf("%s with coefficient 0 depends on the target", m.Name)
		}
	}
	refused(t, ErrHyper, TransferComponents(), p, zero.WithDefaults(Hyper{Components: 1}))
}
