package rivals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/testutil"
)

// The tests of this file check every method of the table.

// The rows of the table have the grids of the paper's appendix B, and state where they depart from
// the textbook.
func TestMethods(t *testing.T) {
	const hidden = "128 units; 256 units; 512 units; 1024 units"
	const beta = "β 0.001, rounds 2; β 0.01, rounds 2; β 0.1, rounds 2; β 0.001, rounds 1; β 0.01, rounds 1; β 0.1, rounds 1; β 0.001, rounds 0; β 0.01, rounds 0; β 0.1, rounds 0"
	const coefficient = "128 units, c 0.0001; 128 units, c 0.01; 128 units, c 1"
	const textbook, published = "loss: cross-entropy; progress: by source batches", "loss: negative probability; progress: by target batches"
	const conditional = textbook + "; Nesterov's momentum; decay 0.0005"
	const shrunk = "L2 1, shrink 1; L2 1, shrink 0.1; L2 1, shrink 0.01; L2 100, shrink 1; L2 100, shrink 0.1; L2 100, shrink 0.01"
	components := func(before string) string {
		var grid []string
		for _, count := range []int{8, 1, 2, 4, 16, 32, 64} {
			grid = append(grid, fmt.Sprintf("%s, %d components", before, count))
		}
		return strings.Join(grid, "; ")
	}
	const pearson = textbook + "; Nesterov's momentum; decay 0.002"
	want := [][3]string{
		{"least squares", "5000 epochs of descent, no momentum", ""},
		{"ridge", "closed form", "L2 1; L2 10; L2 100; L2 1000"},
		{"logistic regression", "5000 epochs of descent, momentum 0.9", ""},
		{"CORAL", "closed form", shrunk}, {"linear transport", "closed form", shrunk}, {"subspace alignment", "closed form", components("L2 1")},
		{"transfer components", "closed form", components("L2 1, c 1")},
		{"importance weighting", "closed form", "L2 1, shrink 1; L2 1, shrink 100; L2 100, shrink 1; L2 100, shrink 100"},
		{"source-only network", textbook, hidden}, {"source-only network*", published, hidden},
		{"DANN", textbook, hidden}, {"DANN*", published, hidden},
		{"KLIEP", "closed form", "L2 1, c 1; L2 1, c 0.1; L2 100, c 1; L2 100, c 0.1"},
		{"CDAN", conditional, coefficient}, {"CDAN-E", conditional, coefficient}, {"f-DAL (Pearson χ²)", pearson, coefficient},
		{"IWDAN", conditional, coefficient}, {"IWCDAN", conditional, coefficient},
		{"Adv-R (MSE)", "model: 5000 epochs of descent, Nesterov momentum 0.9", beta}, {"Adv-R (CE)", "model: 5000 epochs of descent, Nesterov momentum 0.9", beta},
	}
	for _, want := range want {
		m := Methods()[slices.IndexFunc(Methods(), func(m Method) bool { return cmp.Or(m.Title, m.Name) == want[0] })]
		var grid []string
		for _, h := range m.Grid {
			grid = append(grid, h.Describe(func(v float64) string { return fmt.Sprint(v) }))
		}
		testutil.Equal(t, [3]string{want[0], m.Variant, strings.Join(grid, "; ")}, want)
	}
	for _, m := range Methods() {
		if m.About == "" || m.Published != strings.HasPrefix(m.Note, "* ") {
			t.Errorf("%s: about %q, note %q", m.Name, m.About, m.Note)
		}
	}
	testutil.Equal(t, few.String(), "l2 1, hidden 20, coefficient 1, beta 0.01, shrink 1, components 2, refinements 2")
	testutil.Equal(t, Logistic(DescentOptions{Nesterov: true}).Variant, "5000 epochs of descent, Nesterov momentum 0.9")
}

// On a pair without shift there is nothing to gain or lose: every method agrees with the
// source-only network except for a few rows near the boundary.
func TestWithoutShiftAllMethodsAgree(t *testing.T) {
	testutil.SkipInShort(t)
	for _, c := range []struct {
		p    model.Data
		test model.Domain
	}{
		{plane(400, 400, 0), gaussian(1000, 0, 3)},
		{simplex(400, 400, 4, 0), blobs(1000, 3, 4, 0, 3)},
	} {
		h := Hyper{Hidden: 32, Coefficient: 0.1, L2: 1, Beta: 0.01, Shrink: 0.01, Components: 4}
		base := accuracy(t, c.p.Task, trained(t, SourceOnly(Training{}), c.p, h, 1), c.test)
		if base < 0.95 {
			t.Fatalf("the source-only network reaches only %.3f without shift", base)
		}
		for _, m := range methods(DescentOptions{Epochs: 500, Rate: 0.1}, Training{}, AlignmentOptions{Epochs: 2, Width: 32}) {
			// The linear methods have no constant and so go through zero; three percent are 30 of
			// 1000 rows.
			if got := accuracy(t, c.p.Task, trained(t, m, c.p, h, 1), c.test); got < base-0.03 {
				t.Errorf("%s on a %s task reaches %.3f, the source-only network %.3f", m.Name, c.p.Task, got, base)
			}
		}
	}
}

// fingerprint has the bits of all results of a classifier.
func fingerprint(c Classifier, p model.Data) []uint64 {
	var bits []uint64
	add := func(x *mat.Dense) {
		for _, v := range x.RawMatrix().Data {
			bits = append(bits, math.Float64bits(v))
		}
	}
	add(c.Scores(p.Target.X))
	if r, ok := c.(Representer); ok {
		add(r.Representation(p.Source.X))
	}
	add(SourceScores(c)(p.Source.X))
	if d, ok := c.(DomainClassifier); ok {
		bits = append(bits, math.Float64bits(d.DomainAccuracy(p.Source.X, p.Target.X)))
	}
	return bits
}

// A classifier may also be used by many goroutines; run with -race.
func TestSameSeedSameBitsOnAnyNumberOfCores(t *testing.T) {
	p, h := wide(), Hyper{Hidden: 70, Coefficient: 0.5, L2: 3, Beta: 0.01, Shrink: 1, Components: 5, Refinements: 1}
	for _, m := range methods(DescentOptions{Epochs: 30}, Training{Epochs: 2}, AlignmentOptions{Epochs: 1, Width: 70}) {
		if a, ok := m.learner.(adversarialLearner); ok { // the 5000 epochs of the head are the same
			a.head = LeastSquares(DescentOptions{Epochs: 30, Nesterov: true})
			if a.CrossEntropy {
				a.head = Logistic(DescentOptions{Epochs: 30, Nesterov: true})
			}
			m.learner = a
		}
		t.Run(m.Name, func(t *testing.T) {
			var prints [4][]uint64
			var wg sync.WaitGroup
			for i, cores := range []int{1, 2, 1} {
				before := runtime.GOMAXPROCS(cores)
				c := trained(t, m, p, h, 5)
				runtime.GOMAXPROCS(before)
				wg.Go(func() { prints[i] = fingerprint(c, p) })
				if i == 2 {
					wg.Go(func() { prints[3] = fingerprint(c, p) })
				}
			}
			wg.Wait()
			for i, what := range []string{"two cores give", "a second run gives", "concurrent use gives"} {
				if !slices.Equal(prints[0], prints[i+1]) {
					t.Errorf("%s other bits", what)
				}
			}
			// Quick methods draw no random numbers.
			if !m.Quick && slices.Equal(prints[0], fingerprint(trained(t, m, p, h, 6), p)) {
				t.Error("another seed gives the same bits")
			}
		})
	}
}

// A matrix may be a window into a larger one. No input is changed.
func TestInputsAreReadOnlyAndMayBeViews(t *testing.T) {
	p, kept := simplex(60, 40, 4, 0.5), simplex(60, 40, 4, 0.5)
	views := p
	for _, x := range []**mat.Dense{&views.Source.X, &views.Target.X} {
		n, d := (*x).Dims()
		view := toDense(random(n+3, d+5, 7)).Slice(1, n+1, 2, d+2).(*mat.Dense)
		view.Copy(*x)
		*x = view
	}
	for _, m := range short() {
		want := fingerprint(trained(t, m, p, few, 1), p)
		if !slices.Equal(fingerprint(trained(t, m, views, few, 1), views), want) {
			t.Errorf("%s learns other weights from windows", m.Name)
		}
		if !mat.Equal(views.Source.X, kept.Source.X) || !mat.Equal(views.Target.X, kept.Target.X) || !slices.Equal(p.Source.Y, kept.Source.Y) {
			t.Fatalf("%s writes to its input", m.Name)
		}
	}
}

// Training on features that are zero, alone, constant, or on fewer rows than a batch does not
// panic, and the scores are finite.
func TestOddShapes(t *testing.T) {
	for name, x := range map[string][2]*mat.Dense{
		"two rows and one":   {mat.NewDense(2, 1, []float64{1, -1}), mat.NewDense(1, 1, []float64{0.5})},
		"zero features":      {mat.NewDense(3, 2, nil), mat.NewDense(4, 2, nil)},
		"constant":           {mat.NewDense(2, 1, []float64{1, 1}), mat.NewDense(2, 1, []float64{1, 1})},
		"fewer than columns": {toDense(random(3, 20, 1)), toDense(random(2, 20, 2))},
		"more target rows":   {toDense(random(3, 2, 1)), toDense(random(100, 2, 2))},
	} {
		n, _ := x[0].Dims()
		p := model.Data{Task: model.Binary, Source: model.Domain{X: x[0], Y: []float64{-1, 1, -1}[:n]}, Target: model.Domain{X: x[1]}}
		for _, m := range short() {
			if scores := trained(t, m, p, few, 1).Scores(p.Target.X).RawMatrix().Data; !isFinite(floats.Norm(scores, 1)) {
				t.Errorf("%s, %s: scores %v", name, m.Name, scores)
			}
		}
	}
}

// The input is checked by model.Data's Check, which has its own tests.
func TestBadInput(t *testing.T) {
	for want, spoil := range map[error]func(p *model.Data){
		model.ErrShape:     func(p *model.Data) { p.Target.X = nil },
		model.ErrNotFinite: func(p *model.Data) { p.Target.X.Set(7, 1, math.Inf(-1)) },
		model.ErrScale:     func(p *model.Data) { p.Source.X.Scale(1e-200, p.Source.X) },
		model.ErrLabel:     func(p *model.Data) { p.Source.Y[3] = 0 },
		model.ErrOneClass:  func(p *model.Data) { p.Source.X, p.Source.Y = toDense(zeros(3, 2)), []float64{1, 1, 1} },
	} {
		p := rotated(1)
		spoil(&p)
		for _, m := range Methods() {
			refused(t, want, m, p, m.Grid[0])
		}
	}
}

func TestRegressionIsForLinearMethods(t *testing.T) {
	p := regression()
	for _, m := range short() {
		want := ErrTask
		if m.AppliesTo(model.Regression) {
			want = nil
		}
		refused(t, want, m, p, m.Grid[0])
	}
}

// Hyperparameters and options out of range, and rates that diverge.
func TestRefused(t *testing.T) {
	p := rotated(1)
	nan, inf := math.NaN(), math.Inf(1)
	refused := func(want error, m Method, h Hyper) {
		t.Helper()
		refused(t, want, m, p, h)
	}
	for _, bad := range []float64{-1, nan, inf} {
		refused(ErrHyper, Ridge(), Hyper{L2: bad})
		refused(ErrHyper, AdversarialRefine(AlignmentOptions{}), Hyper{Beta: bad})
		for _, m := range []Method{CDAN(Training{}), FDAL(Training{}), IWDAN(Training{}), IWCDAN(Training{})} {
			refused(ErrHyper, m, Hyper{Hidden: 4, Coefficient: bad})
		}
	}
	refused(ErrHyper, Ridge(), Hyper{})
	refused(ErrHyper, AdversarialRefine(AlignmentOptions{}), Hyper{Beta: 0.6})
	for _, hidden := range []int{0, -3, MaxHidden + 1} {
		refused(ErrHyper, DANN(Training{}), Hyper{Hidden: hidden})
	}
	refused(ErrHyper, AdversarialRefine(AlignmentOptions{}), Hyper{Beta: 0.01, Refinements: -2})
	for _, a := range []AlignmentOptions{{Epochs: -1}, {Width: -1}} {
		refused(ErrHyper, AdversarialRefine(a), Hyper{Beta: 0.01})
	}
	for _, options := range []Training{{Epochs: -1}, {Batch: -1}, {Rate: nan}, {Rate: -1}} {
		refused(ErrHyper, DANN(options), few)
	}
	for _, d := range []DescentOptions{{Epochs: -1}, {Rate: -1}, {Rate: nan}, {Momentum: 1}} {
		refused(ErrHyper, LeastSquares(d), few)
		refused(ErrHyper, Logistic(d), few)
	}
	refused(ErrDiverged, LeastSquares(DescentOptions{Rate: 1e6}), few)
	refused(ErrDiverged, SourceOnly(Training{Rate: 1e200}), few)
	refused(ErrDiverged, CDAN(Training{Rate: 1e200}), few)
}

// A cancelled training ends. A method that ignores the context would run into the test's timeout.
func TestCancelEndsTraining(t *testing.T) {
	endless := methods(DescentOptions{Epochs: 1 << 30}, Training{Epochs: 1 << 20}, AlignmentOptions{Epochs: 1 << 20})
	endless = slices.DeleteFunc(endless, func(m Method) bool { return m.Variant == "closed form" })
	// A pass through the adversarial part, then endless rounds of Procrustes.
	endless = append(endless, AdversarialRefine(AlignmentOptions{Epochs: 1, Width: 4}))
	p, h := wide(), few
	h.Refinements = 1e6
	for _, m := range endless {
		t.Run(m.Name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(30*time.Millisecond, cancel)
			if _, err := m.Train(ctx, p, h, 1, nil); !errors.Is(err, context.Canceled) {
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

// Between two checks of the context there are at most so many multiplications, some 20 ms. For
// pieces of work without steps, the test counts the checks.
func TestLongPiecesLookAtTheContext(t *testing.T) {
	const d = 300
	x, w := random(1600, d, 1), rotation(d, 2)
	labelled := model.Domain{X: toDense(x), Y: make([]float64, 1600)}
	for name, piece := range map[string]func(ctx context.Context) error{
		"mapping": func(ctx context.Context) error { multiply(ctx, blas.Trans, x, w); return ctx.Err() },
		"nearest": func(ctx context.Context) error { _, err := nearestRows(ctx, toDense(x), toDense(x)); return err },
		"scores": func(ctx context.Context) error {
			_, err := Evaluate(ctx, 0, linearClassifier{toDense(w)}.Scores, labelled)
			return err
		},
		"csls":    func(ctx context.Context) error { matchByCSLS(ctx, x, x, neighbours); return ctx.Err() },
		"inverse": func(ctx context.Context) error { inverseTranspose(ctx, w); return ctx.Err() },
	} {
		// After any number of checks the piece must end at the next. Each loop and the return value
		// may take one more.
		for looks := range 3 {
			ctx := &countdown{Context: t.Context(), left: looks}
			if err := piece(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: goes on after look %d: %v", name, looks+1, err)
			}
			if ctx.left < -5 {
				t.Errorf("%s: looks %d times more after the end", name, -1-ctx.left)
			}
		}
	}
}

// A countdown is a context that ends after a number of checks.
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
