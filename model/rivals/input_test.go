package rivals

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

func TestBadInput(t *testing.T) {
	good := func() Problem { p, _ := rotated(1); return p }
	for _, c := range []struct {
		name string
		make func(p *Problem)
		want error
	}{
		{"no source", func(p *Problem) { p.Source = model.Domain{} }, model.ErrShape},
		{"no target", func(p *Problem) { p.Target = nil }, model.ErrShape},
		{"no target rows", func(p *Problem) { p.Target = &mat.Dense{} }, model.ErrShape},
		{"no labels", func(p *Problem) { p.Source.Y = nil }, model.ErrShape},
		{"too few labels", func(p *Problem) { p.Source.Y = p.Source.Y[:5] }, model.ErrShape},
		{"widths differ", func(p *Problem) { p.Target = mat.NewDense(4, 3, nil) }, model.ErrShape},
		{"NaN in the source", func(p *Problem) { p.Source.X.Set(7, 1, math.NaN()) }, model.ErrNotFinite},
		{"Inf in the target", func(p *Problem) { p.Target.Set(7, 1, math.Inf(-1)) }, model.ErrNotFinite},
		{"too large", func(p *Problem) { p.Source.X.Set(7, 1, 1e200) }, model.ErrScale},
		{"too small", func(p *Problem) { p.Target.Scale(1e-200, p.Target) }, model.ErrScale},
		{"one class", func(p *Problem) {
			for i := range p.Source.Y {
				p.Source.Y[i] = 1
			}
		}, model.ErrOneClass},
		{"a label of 0", func(p *Problem) { p.Source.Y[3] = 0 }, model.ErrLabel},
		{"a NaN label", func(p *Problem) { p.Source.Y[3] = math.NaN() }, model.ErrLabel},
		{"a class too many", func(p *Problem) {
			p.Task, p.Classes = model.MultiClass, 2
			for i := range p.Source.Y {
				p.Source.Y[i] = float64(i % 3)
			}
		}, model.ErrLabel},
		{"one class in all", func(p *Problem) { p.Task, p.Classes = model.MultiClass, 1 }, model.ErrLabel},
	} {
		for _, m := range Methods() {
			p := good()
			c.make(&p)
			_, err := m.Train(context.Background(), p, m.Grid()[0], 1, nil)
			if !errors.Is(err, c.want) {
				t.Errorf("%s with %s: %v, want %v", m.Name(), c.name, err, c.want)
				continue
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%s with %s: more than a line: %q", m.Name(), c.name, err)
			}
		}
	}
}

func TestRegressionIsForLinearMethods(t *testing.T) {
	for _, m := range short() {
		p := regression()
		_, err := m.Train(context.Background(), p, m.Grid()[0], 1, nil)
		if m.Applies(model.Regression) != (err == nil) {
			t.Errorf("%s: applies %v, but training says %v", m.Name(), m.Applies(model.Regression), err)
		}
		if err != nil && !errors.Is(err, ErrTask) {
			t.Errorf("%s: %v", m.Name(), err)
		}
	}
}

func TestHyperOutOfRange(t *testing.T) {
	nan := math.NaN()
	p, _ := rotated(1)
	for _, c := range []struct {
		m Method
		h Hyper
	}{
		{Ridge{}, Hyper{L2: -1}},
		{Ridge{}, Hyper{L2: nan}},
		{Ridge{}, Hyper{L2: math.Inf(1)}},
		{Ridge{}, Hyper{}},
		{SourceOnly{}, Hyper{}},
		{SourceOnly{}, Hyper{Hidden: -3}},
		{DANN{}, Hyper{Hidden: MaxHidden + 1}},
		{CDAN{}, Hyper{Hidden: 4, Coefficient: -1}},
		{FDAL{}, Hyper{Hidden: 4, Coefficient: nan}},
		{IWDAN{}, Hyper{Hidden: 4, Coefficient: math.Inf(1)}},
		{IWCDAN{}, Hyper{Hidden: 0, Coefficient: 1}},
		{AdversarialRefine{}, Hyper{Beta: -0.1}},
		{AdversarialRefine{}, Hyper{Beta: nan}},
		{AdversarialRefine{}, Hyper{Beta: 2}},
		{AdversarialRefine{Epochs: -1}, Hyper{}},
		{AdversarialRefine{Width: -1}, Hyper{}},
		{AdversarialRefine{Refinements: -2}, Hyper{}},
		{AdversarialRefine{Head: 7}, Hyper{}},
		{DANN{Training{Epochs: -1}}, Hyper{Hidden: 4}},
		{DANN{Training{Batch: -1}}, Hyper{Hidden: 4}},
		{DANN{Training{Rate: nan}}, Hyper{Hidden: 4}},
		{DANN{Training{Loss: 9}}, Hyper{Hidden: 4}},
		{DANN{Training{Clock: 9}}, Hyper{Hidden: 4}},
		{LeastSquares{Descent{Epochs: -1}}, Hyper{}},
		{LeastSquares{Descent{Rate: -1}}, Hyper{}},
		{LeastSquares{Descent{Momentum: 1}}, Hyper{}},
		{Logistic{Epochs: -1}, Hyper{}},
		{Logistic{Rate: nan}, Hyper{}},
	} {
		_, err := c.m.Train(context.Background(), p, c.h, 1, nil)
		if !errors.Is(err, ErrHyper) {
			t.Errorf("%+v with %+v: %v, want %v", c.m, c.h, err, ErrHyper)
		}
	}
}

// Training on features that are zero, alone, constant or fewer than a batch must
// not panic, and gives finite scores.
func TestOddShapes(t *testing.T) {
	for name, x := range map[string][2]*mat.Dense{
		"two rows and one":   {mat.NewDense(2, 1, []float64{1, -1}), mat.NewDense(1, 1, []float64{0.5})},
		"zero features":      {mat.NewDense(3, 2, nil), mat.NewDense(4, 2, nil)},
		"constant":           {mat.NewDense(2, 1, []float64{1, 1}), mat.NewDense(2, 1, []float64{1, 1})},
		"fewer than columns": {dense(random(3, 20, 1)), dense(random(2, 20, 2))},
		"more target rows":   {dense(random(3, 2, 1)), dense(random(100, 2, 2))},
	} {
		n, _ := x[0].Dims()
		y := make([]float64, n)
		for i := range y {
			y[i] = float64(2*(i%2) - 1)
		}
		p := Problem{Task: model.Binary, Source: model.Domain{X: x[0], Y: y}, Target: x[1]}
		for _, m := range short() {
			c, err := m.Train(context.Background(), p, Hyper{Hidden: 3, Coefficient: 1, L2: 1, Beta: 0.01}, 1, nil)
			if err != nil {
				t.Errorf("%s, %s: %v", name, m.Name(), err)
				continue
			}
			for _, s := range c.Scores(p.Target).RawMatrix().Data {
				if math.IsNaN(s) || math.IsInf(s, 0) {
					t.Errorf("%s, %s: score %v", name, m.Name(), s)
				}
			}
		}
	}
}

// Matrices that are windows into larger ones are read like any other, and no
// input is written to.
func TestInputsAreReadOnlyAndMayBeViews(t *testing.T) {
	p := Problem{Task: model.MultiClass, Classes: 3, Source: blobs(60, 3, 4, 0, 1), Target: blobs(40, 3, 4, 0.5, 2).X}
	window := func(x *mat.Dense) *mat.Dense {
		n, d := x.Dims()
		large := dense(random(n+3, d+5, 7))
		view := large.Slice(1, n+1, 2, d+2).(*mat.Dense)
		view.Copy(x)
		return view
	}
	views := p
	views.Source.X, views.Target = window(p.Source.X), window(p.Target)
	h := Hyper{Hidden: 5, Coefficient: 1, L2: 1, Beta: 0.01}
	for _, m := range short() {
		want := fingerprint(trained(t, m, p, h, 1), p)
		if !slices.Equal(fingerprint(trained(t, m, views, h, 1), views), want) {
			t.Errorf("%s learns other weights from windows", m.Name())
		}
		if !mat.Equal(views.Source.X, p.Source.X) || !mat.Equal(views.Target, p.Target) {
			t.Fatalf("%s writes to its input", m.Name())
		}
	}
	if !mat.Equal(p.Source.X, blobs(60, 3, 4, 0, 1).X) || !slices.Equal(p.Source.Y, blobs(60, 3, 4, 0, 1).Y) {
		t.Error("training writes to its input")
	}
}
