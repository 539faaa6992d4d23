package rivals

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// What every method of the table promises.

// The rows of the table, with the grids of the paper's appendix B; what departs
// from the textbook is named, and no two on the screen have one name.
func TestMethods(t *testing.T) {
	const hidden, coefficients = "hidden 128; hidden 256; hidden 512; hidden 1024",
		"hidden 128, coefficient 0.0001; hidden 128, coefficient 0.01; hidden 128, coefficient 1"
	const textbook, published = "loss: cross-entropy; progress: by source", "loss: negative probability; progress: by target"
	const beta = "beta 0.001; beta 0.01; beta 0.1"
	want := [][4]string{
		{"least squares", "", "5000 epochs of descent, no momentum", ""},
		{"ridge", "", "closed form", "l2 1; l2 10; l2 100; l2 1000"},
		{"logistic regression", "", "5000 epochs of descent, momentum 0.9", ""},
		{"source-only network", "", textbook, hidden},
		{"source-only network", "source-only network*", published, hidden},
		{"DANN", "", textbook, hidden},
		{"DANN", "DANN*", published, hidden},
		{"CDAN", "", textbook, coefficients},
		{"f-DAL (Pearson χ²)", "", textbook, coefficients},
		{"IWDAN", "", textbook, coefficients},
		{"IWCDAN", "", textbook, coefficients},
		{"adversarial-refine (MSE)", "Adv-R (MSE)", "5 epochs, discriminator of width 128, 5 refinements", beta},
		{"adversarial-refine (CE)", "Adv-R (CE)", "5 epochs, discriminator of width 128, 5 refinements", beta},
	}
	var got [][4]string
	for _, m := range Methods() {
		var grid []string
		for _, h := range m.Grid {
			grid = append(grid, h.String())
		}
		got = append(got, [4]string{m.Name, m.Title, m.Variant, strings.Join(grid, "; ")})
		if m.About == "" || m.Published != strings.HasPrefix(m.Note, "* ") {
			t.Errorf("%s: about %q, note %q", m.Name, m.About, m.Note)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the table is %q", got)
	}
	if got := Logistic(Descent{Nesterov: true}).Variant; got != "5000 epochs of descent, Nesterov momentum 0.9" {
		t.Errorf("Nesterov's momentum is called %q", got)
	}
	if got := few.Words(func(v float64) string { return fmt.Sprint(v) }); got != "L2 1, 20 units, c 1, β 0.01" {
		t.Errorf("on the screen %q", got)
	}
}

// On a pair without shift nothing is there to be gained or lost: every method
// agrees with the source-only network but for a few rows near the boundary.
func TestWithoutShiftAllMethodsAgree(t *testing.T) {
	for _, c := range []struct {
		p    Problem
		test model.Domain
	}{
		{Problem{Task: model.Binary, Source: gaussian(400, 0, 1), Target: gaussian(400, 0, 2).X}, gaussian(1000, 0, 3)},
		{Problem{Task: model.MultiClass, Classes: 3, Source: blobs(400, 3, 4, 0, 1), Target: blobs(400, 3, 4, 0, 2).X}, blobs(1000, 3, 4, 0, 3)},
	} {
		h := Hyper{Hidden: 32, Coefficient: 0.1, L2: 1, Beta: 0.01}
		base := accuracy(t, c.p.Task, trained(t, SourceOnly(Training{}), c.p, h, 1), c.test)
		if base < 0.95 {
			t.Fatalf("the source-only network reaches only %.3f without shift", base)
		}
		for _, m := range methods(Descent{Epochs: 500, Rate: 0.1}, Training{}, Alignment{Epochs: 2, Width: 32}) {
			// The linear ones have no constant and so go through zero; three percent is
			// 30 rows of 1000.
			if got := accuracy(t, c.p.Task, trained(t, m, c.p, h, 1), c.test); got < base-0.03 {
				t.Errorf("%s on a %s task reaches %.3f, the source-only network %.3f", m.Name, c.p.Task, got, base)
			}
		}
	}
}

// fingerprint holds the bits of everything a classifier says.
func fingerprint(c Classifier, p Problem) []uint64 {
	var bits []uint64
	add := func(x *mat.Dense) {
		for _, v := range x.RawMatrix().Data {
			bits = append(bits, math.Float64bits(v))
		}
	}
	add(c.Scores(p.Target))
	if r, ok := c.(Representer); ok {
		add(r.Representation(p.Source.X))
	}
	if m, ok := c.(SourceMapper); ok {
		add(m.MapSource(p.Source.X))
	}
	if d, ok := c.(DomainClassifier); ok {
		bits = append(bits, math.Float64bits(d.DomainAccuracy(p.Source.X, p.Target)))
	}
	return bits
}

func TestSameSeedSameBitsOnAnyNumberOfCores(t *testing.T) {
	p, h := wide(), Hyper{Hidden: 70, Coefficient: 0.5, L2: 3, Beta: 0.01}
	for _, m := range methods(Descent{Epochs: 30}, Training{Epochs: 2}, Alignment{Epochs: 1, Width: 70, Refinements: 1}) {
		t.Run(m.Name, func(t *testing.T) {
			var prints [][]uint64
			for _, cores := range []int{1, 2, 1} {
				before := runtime.GOMAXPROCS(cores)
				c, err := m.Train(t.Context(), p, h, 5, nil)
				runtime.GOMAXPROCS(before)
				if err != nil {
					t.Fatal(err)
				}
				prints = append(prints, fingerprint(c, p))
			}
			if !slices.Equal(prints[0], prints[1]) {
				t.Error("two cores give other bits than one")
			}
			if !slices.Equal(prints[0], prints[2]) {
				t.Error("a second run gives other bits")
			}
			// The quick ones have nothing to draw.
			if !m.Quick && slices.Equal(prints[0], fingerprint(trained(t, m, p, h, 6), p)) {
				t.Error("another seed gives the same bits")
			}
		})
	}
}

// Training twice at once, and using a classifier from many goroutines, must not
// share memory; run with -race.
func TestClassifiersAreUsedConcurrently(t *testing.T) {
	p := wide()
	c := trained(t, IWCDAN(Training{Epochs: 1}), p, few, 1)
	want := fmt.Sprint(fingerprint(c, p))
	done := make(chan bool)
	for range 4 {
		go func() { done <- fmt.Sprint(fingerprint(c, p)) == want }()
	}
	for range 4 {
		if !<-done {
			t.Error("concurrent use gives other scores")
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
	for _, m := range short() {
		want := fingerprint(trained(t, m, p, few, 1), p)
		if !slices.Equal(fingerprint(trained(t, m, views, few, 1), views), want) {
			t.Errorf("%s learns other weights from windows", m.Name)
		}
		if !mat.Equal(views.Source.X, p.Source.X) || !mat.Equal(views.Target, p.Target) {
			t.Fatalf("%s writes to its input", m.Name)
		}
	}
	if !mat.Equal(p.Source.X, blobs(60, 3, 4, 0, 1).X) || !slices.Equal(p.Source.Y, blobs(60, 3, 4, 0, 1).Y) {
		t.Error("training writes to its input")
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
			for _, s := range trained(t, m, p, few, 1).Scores(p.Target).RawMatrix().Data {
				if !finite(s) {
					t.Errorf("%s, %s: score %v", name, m.Name, s)
				}
			}
		}
	}
}

// model.Data's Check has its own tests; here that it is asked, in one line.
func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(p *Problem)
		want error
	}{
		{"no source", func(p *Problem) { p.Source = model.Domain{} }, model.ErrShape},
		{"no target", func(p *Problem) { p.Target = nil }, model.ErrShape},
		{"no target rows", func(p *Problem) { p.Target = &mat.Dense{} }, model.ErrShape},
		{"too few labels", func(p *Problem) { p.Source.Y = p.Source.Y[:5] }, model.ErrShape},
		{"widths differ", func(p *Problem) { p.Target = mat.NewDense(4, 3, nil) }, model.ErrShape},
		{"NaN in the source", func(p *Problem) { p.Source.X.Set(7, 1, math.NaN()) }, model.ErrNotFinite},
		{"Inf in the target", func(p *Problem) { p.Target.Set(7, 1, math.Inf(-1)) }, model.ErrNotFinite},
		{"too small", func(p *Problem) { p.Target.Scale(1e-200, p.Target) }, model.ErrScale},
		{"a label of 0", func(p *Problem) { p.Source.Y[3] = 0 }, model.ErrLabel},
		{"one class in all", func(p *Problem) { p.Task, p.Classes = model.MultiClass, 1 }, model.ErrLabel},
	} {
		p, _ := rotated(1)
		c.make(&p)
		for _, m := range Methods() {
			_, err := m.Train(t.Context(), p, m.Grid[0], 1, nil)
			if !errors.Is(err, c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s with %s: %v, want %v", m.Name, c.name, err, c.want)
			}
		}
	}
}

func TestRegressionIsForLinearMethods(t *testing.T) {
	p := regression()
	for _, m := range short() {
		_, err := m.Train(t.Context(), p, m.Grid[0], 1, nil)
		if m.Applies(model.Regression) != (err == nil) || err != nil && !errors.Is(err, ErrTask) {
			t.Errorf("%s: applies %v, but training says %v", m.Name, m.Applies(model.Regression), err)
		}
	}
}

func TestHyperOutOfRange(t *testing.T) {
	p, _ := rotated(1)
	nan, inf := math.NaN(), math.Inf(1)
	refused := func(m Method, h Hyper) {
		t.Helper()
		if _, err := m.Train(t.Context(), p, h, 1, nil); !errors.Is(err, ErrHyper) {
			t.Errorf("%s (%s) with %+v: %v, want %v", m.Name, m.Variant, h, err, ErrHyper)
		}
	}
	for _, m := range Methods() {
		used := m.Grid[0]
		for _, bad := range []float64{-1, nan, inf} {
			for _, c := range []struct {
				used bool
				h    Hyper
			}{
				{used.L2 != 0, Hyper{L2: bad}}, {used.Beta != 0, Hyper{Beta: bad}},
				{used.Coefficient != 0, Hyper{Hidden: 4, Coefficient: bad}},
			} {
				if c.used {
					refused(m, c.h)
				}
			}
		}
		if used.Hidden != 0 {
			for _, hidden := range []int{0, -3, MaxHidden + 1} {
				refused(m, Hyper{Hidden: hidden, Coefficient: 1})
			}
		}
	}
	refused(Ridge(), Hyper{})
	refused(AdversarialRefine(Alignment{}), Hyper{Beta: 0.6})
	for _, a := range []Alignment{{Epochs: -1}, {Width: -1}, {Refinements: -2}} {
		refused(AdversarialRefine(a), few)
	}
	for _, options := range []Training{{Epochs: -1}, {Batch: -1}, {Rate: nan}, {Rate: -1}} {
		refused(DANN(options), few)
	}
	for _, d := range []Descent{{Epochs: -1}, {Rate: -1}, {Rate: nan}, {Momentum: 1}} {
		refused(LeastSquares(d), few)
		refused(Logistic(d), few)
	}
}

func TestDivergence(t *testing.T) {
	p, _ := rotated(1)
	fast := Training{Rate: 1e200}
	for _, m := range []Method{LeastSquares(Descent{Rate: 1e6}), SourceOnly(fast), CDAN(fast)} {
		if _, err := m.Train(t.Context(), p, few, 1, nil); !errors.Is(err, ErrDiverged) {
			t.Errorf("%s at too great a rate: %v", m.Name, err)
		}
	}
}

// A cancelled training ends; a method that does not look at the context would run
// into the test's own timeout.
func TestCancelEndsTraining(t *testing.T) {
	endless := methods(Descent{Epochs: 1 << 30}, Training{Epochs: 1 << 20}, Alignment{Epochs: 1 << 20})
	endless = slices.DeleteFunc(endless, func(m Method) bool { return m.Variant == "closed form" })
	// A pass through the adversarial part, and then Procrustes for ever.
	endless = append(endless, AdversarialRefine(Alignment{Epochs: 1, Width: 4, Refinements: 1 << 20}))
	p := wide()
	for _, m := range endless {
		t.Run(m.Name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(30*time.Millisecond, cancel)
			if _, err := m.Train(ctx, p, few, 1, nil); !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled: %v", err)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, m := range Methods() {
		if _, err := m.Train(ctx, p, m.Grid[0], 1, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s under a context that has ended: %v", m.Name, err)
		}
	}
}

// Between two looks at the context there are no more than so many multiplications,
// some 20 ms: told by counting how often the context is asked during the pieces
// that have no steps of their own.
func TestLongPiecesLookAtTheContext(t *testing.T) {
	const d = 300
	x, w := random(1600, d, 1), rotation(d, 2)
	for name, piece := range map[string]func(ctx context.Context) error{
		"moments": func(ctx context.Context) error { _, _, err := moments(ctx, x, x); return err },
		"mapping": func(ctx context.Context) error { _, err := mapRows(ctx, x, w); return err },
		"nearest": func(ctx context.Context) error { _, err := nearest(ctx, dense(x), dense(x)); return err },
		"csls":    func(ctx context.Context) error { _, _, err := csls(ctx, x, x, neighbours); return err },
		"inverse": func(ctx context.Context) error { _, err := inverseTranspose(ctx, w); return err },
	} {
		// After any number of looks the piece must end with the next, which a loop
		// and what it returns may both take.
		for looks := range 3 {
			ctx := &countdown{Context: t.Context(), left: looks}
			if err := piece(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: goes on after look %d: %v", name, looks+1, err)
			}
			if ctx.left < -2 {
				t.Errorf("%s: looks %d times more after the end", name, -1-ctx.left)
			}
		}
	}
}

// A countdown is a context that ends after being asked some times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}
