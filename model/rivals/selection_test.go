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
)

// fixed is a method whose candidates score rows by Hyper.L2 times the first
// feature less Hyper.Beta; Coefficient 1 diverges and 2 fails.
type fixed struct{ grid []Hyper }

func (fixed) Name() string            { return "fixed" }
func (fixed) Variant() string         { return "as given" }
func (fixed) Applies(model.Task) bool { return true }
func (f fixed) Grid() []Hyper         { return f.grid }

var errFixed = errors.New("as told")

func (f fixed) Train(_ context.Context, _ Problem, h Hyper, _ uint64, progress func(Progress)) (Classifier, error) {
	switch h.Coefficient {
	case 1:
		return nil, fmt.Errorf("fixed: %w in epoch 1", ErrDiverged)
	case 2:
		return nil, errFixed
	}
	if progress != nil {
		progress(Progress{Method: f.Name(), Candidate: 1, Candidates: 1, Epoch: 1, Epochs: 1})
	}
	return fixedScores{h}, nil
}

type fixedScores struct{ Hyper }

func (h fixedScores) Scores(x *mat.Dense) *mat.Dense {
	var s mat.Dense
	s.Apply(func(_, _ int, v float64) float64 { return h.L2*v - h.Beta }, x.Slice(0, x.RawMatrix().Rows, 0, 1))
	return &s
}

func TestSelectByValidation(t *testing.T) {
	p := Problem{
		Task:   model.Binary,
		Source: model.Domain{X: mat.NewDense(2, 1, []float64{1, -1}), Y: []float64{1, -1}},
		Target: mat.NewDense(1, 1, nil),
	}
	// Right where x > 2.
	validation := model.Domain{X: mat.NewDense(4, 1, []float64{0, 1, 3, 4}), Y: []float64{-1, -1, 1, 1}}
	choice, err := Select(context.Background(), fixed{grid: []Hyper{
		{L2: 1}, {Coefficient: 1}, {L2: 1, Beta: 2}, {L2: 1, Beta: 2.5}, {L2: -1},
	}}, p, validation, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if choice.Hyper != (Hyper{L2: 1, Beta: 2}) || choice.Validation != 1 {
		t.Errorf("chosen %v at %v, want the first of the perfect ones", choice.Hyper, choice.Validation)
	}
	if choice.Method != "fixed" || choice.Variant != "as given" {
		t.Errorf("the choice names %q, %q", choice.Method, choice.Variant)
	}
	if choice.Classifier != (fixedScores{Hyper{L2: 1, Beta: 2}}) {
		t.Error("the classifier is not that of the candidate")
	}
	// A score of zero is negative.
	for i, want := range []float64{0.75, math.NaN(), 1, 1, 0.5} {
		if got := choice.Candidates[i].Validation; got != want && !(math.IsNaN(want) && math.IsNaN(got)) {
			t.Errorf("candidate %d rates %v, want %v", i, got, want)
		}
	}
	if !errors.Is(choice.Candidates[1].Err, ErrDiverged) {
		t.Errorf("the diverged candidate has error %v", choice.Candidates[1].Err)
	}

	p.Task = model.Regression
	choice, err = Select(context.Background(), fixed{grid: []Hyper{{L2: 1}, {L2: 2}, {L2: 0.5}}}, p, model.Domain{
		X: validation.X, Y: []float64{0, 2, 6, 8},
	}, 1, nil)
	if err != nil || choice.Hyper.L2 != 2 || choice.Validation != 0 {
		t.Errorf("regression: chosen %v at %v, %v; want l2 2 at 0", choice.Hyper, choice.Validation, err)
	}
}

func TestSelectFails(t *testing.T) {
	p, target := rotated(1)
	for _, c := range []struct {
		name       string
		grid       []Hyper
		validation model.Domain
		want       error
	}{
		{"all diverge", []Hyper{{Coefficient: 1}, {Coefficient: 1}}, target, ErrDiverged},
		{"one fails", []Hyper{{L2: 1}, {Coefficient: 2}}, target, errFixed},
		{"no validation", []Hyper{{L2: 1}}, model.Domain{}, model.ErrShape},
		{"no validation labels", []Hyper{{L2: 1}}, model.Domain{X: target.X}, model.ErrShape},
		{"validation of another width", []Hyper{{L2: 1}}, model.Domain{X: mat.NewDense(1, 3, nil), Y: []float64{1}}, model.ErrShape},
		{"validation with NaN", []Hyper{{L2: 1}}, model.Domain{X: mat.NewDense(1, 2, []float64{0, math.NaN()}), Y: []float64{1}}, model.ErrNotFinite},
		{"validation label of 3", []Hyper{{L2: 1}}, model.Domain{X: mat.NewDense(1, 2, nil), Y: []float64{3}}, model.ErrLabel},
	} {
		if _, err := Select(context.Background(), fixed{grid: c.grid}, p, c.validation, 1, nil); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// Select chooses what training the candidates one after the other would, and
// reports every epoch of each.
func TestSelectTrainsTheWholeGrid(t *testing.T) {
	p, target := rotated(1)
	validation := gaussian(100, 45, 77)
	m := CDAN{Training{Epochs: 2}}
	seen := map[int][]int{}
	choice, err := Select(context.Background(), m, p, validation, 3, func(at Progress) {
		if at.Method != m.Name() || at.Candidates != 3 || at.Epochs != 2 || math.IsNaN(at.Loss) {
			t.Errorf("progress %+v", at)
		}
		seen[at.Candidate] = append(seen[at.Candidate], at.Epoch)
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range m.Grid() {
		c := trained(t, m, p, h, 3)
		if got, want := choice.Candidates[i].Validation, p.rate(c, validation); got != want {
			t.Errorf("candidate %d rates %v, want %v", i, got, want)
		}
		if h == choice.Hyper && !mat.Equal(choice.Classifier.Scores(target.X), c.Scores(target.X)) {
			t.Error("the chosen classifier is not that of its candidate")
		}
		if !slices.Equal(seen[i+1], []int{1, 2}) {
			t.Errorf("candidate %d reported epochs %v", i+1, seen[i+1])
		}
	}
}

// The grids of the paper's appendix B.
func TestGrids(t *testing.T) {
	names := map[string]bool{}
	for _, m := range Methods() {
		if names[m.Name()] || m.Name() == "" {
			t.Errorf("name %q twice or empty", m.Name())
		}
		names[m.Name()] = true
	}
	for _, c := range []struct {
		m    Method
		want string
	}{
		{LeastSquares{}, ""},
		{Logistic{}, ""},
		{Ridge{}, "l2 1; l2 10; l2 100; l2 1000"},
		{SourceOnly{}, "hidden 128; hidden 256; hidden 512; hidden 1024"},
		{DANN{}, "hidden 128; hidden 256; hidden 512; hidden 1024"},
		{CDAN{}, "hidden 128, coefficient 0.0001; hidden 128, coefficient 0.01; hidden 128, coefficient 1"},
		{FDAL{}, "hidden 128, coefficient 0.0001; hidden 128, coefficient 0.01; hidden 128, coefficient 1"},
		{AdversarialRefine{}, "beta 0.001; beta 0.01; beta 0.1"},
	} {
		var got []string
		for _, h := range c.m.Grid() {
			got = append(got, h.String())
		}
		if joined := strings.Join(got, "; "); joined != c.want {
			t.Errorf("%s tries %q, want %q", c.m.Name(), joined, c.want)
		}
	}
}

// What departs from the textbook is named.
func TestVariantsNameTheChoices(t *testing.T) {
	for _, c := range []struct {
		m    Method
		want string
	}{
		{DANN{}, "loss: cross-entropy; progress: by source"},
		{DANN{Published(Training{})}, "loss: negative probability; progress: by target"},
		{LeastSquares{}, "5000 epochs of descent, no momentum"},
		{Logistic{}, "5000 epochs of descent, momentum 0.9"},
		{Logistic{Nesterov: true}, "5000 epochs of descent, Nesterov momentum 0.9"},
		{Ridge{}, "closed form"},
		{Ridge{ByDescent: true}, "5000 epochs of descent, no momentum"},
		{AdversarialRefine{Refinements: -1}, "5 epochs, discriminator of width 128, 0 refinements"},
	} {
		if got := c.m.Variant(); got != c.want {
			t.Errorf("%s: variant %q, want %q", c.m.Name(), got, c.want)
		}
	}
}

// A method that panics is an error like another, on whatever goroutine it runs.
func TestSelectionSurvivesPanics(t *testing.T) {
	_, err := guarded(func() (Classifier, error) { panic("no such layer") })
	if err == nil || !strings.Contains(err.Error(), "no such layer") {
		t.Errorf("error %v", err)
	}
}
