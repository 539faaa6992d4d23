package rivals

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A network by its definition, row by row.
func TestNetworkScores(t *testing.T) {
	for _, p := range []Problem{{Task: model.Binary, Source: gaussian(50, 0, 1), Target: gaussian(30, 45, 2).X}, multiclass()} {
		c := trained(t, DANN{Training{Epochs: 1}}, p, Hyper{Hidden: 6}, 1)
		net := c.(adapted).network
		// More rows than pass at a time.
		_, d := p.Target.Dims()
		x := dense(random(scoringRows+5, d, 9))
		scores, features := c.Scores(x), c.(Representer).Representation(x)
		hidden, out := net.extractor.layers[0], net.head.layers[0]
		for i := range scoringRows + 5 {
			f := make([]float64, 6)
			for j := range f {
				f[j] = hidden.b[j]
				for k, v := range x.RawRowView(i) {
					f[j] += v * row(hidden.w, k)[j]
				}
				f[j] = max(0, f[j])
				if math.Abs(f[j]-features.At(i, j)) > 1e-12 {
					t.Fatalf("row %d: feature %d is %v, want %v", i, j, features.At(i, j), f[j])
				}
			}
			z := append([]float64(nil), out.b...)
			for j := range z {
				for k, v := range f {
					z[j] += v * row(out.w, k)[j]
				}
			}
			if p.Task == model.Binary {
				z = []float64{z[1] - z[0]}
			}
			if !slices.EqualFunc(z, scores.RawRowView(i), func(a, b float64) bool { return math.Abs(a-b) <= 1e-12 }) {
				t.Fatalf("row %d: scores %v, want %v", i, scores.RawRowView(i), z)
			}
		}
	}
}

// Domains far apart are told apart by a discriminator that the features do not
// work against; with the same rows on both sides nobody can.
func TestDomainAccuracy(t *testing.T) {
	p := Problem{Task: model.Binary, Source: gaussian(300, 0, 1), Target: gaussian(200, 0, 2).X}
	p.Target.Apply(func(_, j int, v float64) float64 { return v + 5*float64(j) }, p.Target)
	s, err := DANN{Training{Epochs: 20}}.session(t.Context(), p, Hyper{Hidden: 8}, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.adversary = friendly{s.adversary}
	c, err := s.run(context.Background(), p.Task, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := c.(DomainClassifier)
	if got := d.DomainAccuracy(p.Source.X, p.Target); got < 0.95 {
		t.Errorf("domains far apart are told apart with accuracy %.3f", got)
	}
	if got := d.DomainAccuracy(p.Source.X, p.Source.X); got != 0.5 {
		t.Errorf("a domain is told apart from itself with accuracy %v", got)
	}
}

// friendly is an adversary whose gradient does not reach the features.
type friendly struct{ adversary }

func (f friendly) reverse(b *batch, _ float64) { f.adversary.reverse(b, 0) }

// Reversal drives the discriminator towards one half where the features can
// hide a shift: the paper's Table 3.
func TestReversalHidesTheDomain(t *testing.T) {
	p := Problem{Task: model.Binary, Source: gaussian(500, 0, 1), Target: gaussian(500, 0, 2).X}
	// A third feature gives the domain away and says nothing of the label.
	widen := func(x *mat.Dense, v float64) *mat.Dense {
		n, _ := x.Dims()
		var y mat.Dense
		column := mat.NewDense(n, 1, nil)
		column.Apply(func(int, int, float64) float64 { return v }, column)
		y.Augment(x, column)
		return &y
	}
	p.Source.X, p.Target = widen(p.Source.X, 1), widen(p.Target, -1)
	accuracy := func(fight bool) float64 {
		s, err := DANN{Training{Epochs: 30}}.session(t.Context(), p, Hyper{Hidden: 16}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if !fight {
			s.adversary = friendly{s.adversary}
		}
		c, err := s.run(context.Background(), p.Task, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c.(DomainClassifier).DomainAccuracy(p.Source.X, p.Target)
	}
	if got := accuracy(false); got < 0.95 {
		t.Errorf("without reversal the domain is told with accuracy %.3f", got)
	}
	if got := accuracy(true); got > 0.8 {
		t.Errorf("with reversal the domain is still told with accuracy %.3f", got)
	}
}

func TestConditions(t *testing.T) {
	b := &batch{
		features: blas64.General{Rows: 1, Cols: 2, Stride: 2, Data: []float64{3, 5}},
		probs:    blas64.General{Rows: 1, Cols: 2, Stride: 2, Data: []float64{0.25, 0.75}},
	}
	c := newCondition(2, 2, 1, newRand(1, 1))
	if got, want := row(c.join(b), 0), []float64{0.75, 1.25, 2.25, 3.75}; !slices.Equal(got, want) {
		t.Errorf("p ⊗ f is %v, want %v", got, want)
	}
	if _, ok := newCondition(512, 8, 1, newRand(1, 1)).(*multilinear); !ok {
		t.Error("4096 entries are sampled")
	}
	r, ok := newCondition(513, 8, 1, newRand(1, 1)).(*randomized)
	if !ok {
		t.Fatal("more than 4096 entries are not sampled")
	}
	// (R_f f)(R_p p)/√D estimates inner products: E⟨T(f,p), T(f′,p′)⟩ = ⟨f,f′⟩⟨p,p′⟩.
	// The relative deviation of a mean of D products of Gaussian quadruples is
	// below √(8/1024) < 0.09; three of them.
	f, probs := random(1, 513, 2), random(1, 8, 3)
	u := r.join(&batch{features: f, probs: probs})
	got := blas64.Dot(vector(u), vector(u))
	want := blas64.Dot(vector(f), vector(f)) * blas64.Dot(vector(probs), vector(probs))
	if math.Abs(got/want-1) > 0.27 {
		t.Errorf("the sampled product has squared length %v, the product %v", got, want)
	}
}

// The first epoch of the importance-weighted methods trains on the source alone:
// with a single epoch they are the source-only network.
func TestImportanceWeightingStartsOnTheSource(t *testing.T) {
	p, target := rotated(2)
	// One and one: class weights 1/(2·p_s) then are ones too.
	for i := range p.Source.Y {
		p.Source.Y[i] = float64(2*(i%2) - 1)
	}
	one := Training{Epochs: 1}
	want := trained(t, SourceOnly{one}, p, Hyper{Hidden: 8}, 3).Scores(target.X)
	for _, m := range []Method{IWDAN{one}, IWCDAN{one}} {
		got := trained(t, m, p, Hyper{Hidden: 8, Coefficient: 1}, 3).Scores(target.X)
		if !mat.EqualApprox(got, want, 1e-9) {
			t.Errorf("%s departs from the source-only network in its first epoch", m.Name())
		}
	}
}

// A target with other shares of classes and no other shift: the weights come near
// the ratio of shares, within the error of the predictions.
func TestImportanceWeightingFindsTheRatio(t *testing.T) {
	source, target := blobs(900, 2, 3, 0, 1), blobs(900, 2, 3, 0, 2)
	keep := func(d model.Domain, class float64, every int) model.Domain {
		kept := model.Domain{X: mat.NewDense(d.Rows(), 3, nil)}
		for i, y := range d.Y {
			if y != class || i%every == 0 {
				kept.X.SetRow(len(kept.Y), d.X.RawRowView(i))
				kept.Y = append(kept.Y, y)
			}
		}
		kept.X = mat.DenseCopyOf(kept.X.Slice(0, len(kept.Y), 0, 3))
		return kept
	}
	source, target = keep(source, 0, 4), keep(target, 1, 4)
	share := func(d model.Domain) float64 {
		ones := 0.0
		for _, y := range d.Y {
			ones += y
		}
		return ones / float64(len(d.Y))
	}
	p := Problem{Task: model.MultiClass, Classes: 2, Source: source, Target: target.X}
	for _, m := range []Method{IWDAN{}, IWCDAN{}} {
		w := trained(t, m, p, Hyper{Hidden: 16, Coefficient: 1}, 1).(Weighted).ClassWeights()
		want := []float64{(1 - share(target)) / (1 - share(source)), share(target) / share(source)}
		for y := range want {
			if math.Abs(w[y]/want[y]-1) > 0.15 {
				t.Errorf("%s: weights %.3f, the shares' ratios are %.3f", m.Name(), w, want)
				break
			}
		}
	}
}

func TestNetworkDivergence(t *testing.T) {
	p, _ := rotated(1)
	for _, m := range []Method{SourceOnly{Training{Rate: 1e200}}, CDAN{Training{Rate: 1e200}}} {
		if _, err := m.Train(context.Background(), p, Hyper{Hidden: 8, Coefficient: 1}, 1, nil); !errors.Is(err, ErrDiverged) {
			t.Errorf("%s at rate 1e200: %v", m.Name(), err)
		}
	}
}

// A step of f-DAL is no longer than the rate times the norm that its gradient is
// clipped to.
func TestFDALClipsItsGradient(t *testing.T) {
	p, _ := rotated(1)
	p.Source.X.Scale(100, p.Source.X)
	m := FDAL{Training{Epochs: 1, Batch: 1000, Rate: 0.25}}
	h := Hyper{Hidden: 8, Coefficient: 1}
	s, err := m.session(t.Context(), p, h, 1)
	if err != nil {
		t.Fatal(err)
	}
	tensors := append(append(s.extractor.tensors(), s.head.tensors()...), s.adversary.tensors()...)
	var before []float64
	for _, tensor := range tensors {
		before = append(before, tensor.value...)
	}
	if _, err := s.run(context.Background(), p.Task, 1, nil); err != nil {
		t.Fatal(err)
	}
	var after []float64
	for _, tensor := range tensors {
		after = append(after, tensor.value...)
	}
	if moved := math.Sqrt(distance2(before, after)); math.Abs(moved-0.25*largestGradient) > 1e-9 {
		t.Errorf("the weights moved by %v, want %v", moved, 0.25*largestGradient)
	}
}

func TestSamplerRounds(t *testing.T) {
	s := newSampler(10, 4, newRand(1, 1))
	if s.batches() != 3 {
		t.Errorf("%d batches, want 3", s.batches())
	}
	var rounds [][]int
	for range 3 {
		var round []int
		for _, size := range []int{4, 4, 2} {
			batch := s.next()
			if len(batch) != size {
				t.Fatalf("a batch of %d, want %d", len(batch), size)
			}
			round = append(round, batch...)
		}
		rounds = append(rounds, slices.Clone(round))
		slices.Sort(round)
		if !slices.Equal(round, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
			t.Errorf("a round has %v", round)
		}
	}
	if slices.Equal(rounds[0], rounds[1]) && slices.Equal(rounds[1], rounds[2]) {
		t.Error("every round has the same order")
	}
}

func TestMomentumAndClip(t *testing.T) {
	w, g := []float64{1}, []float64{2}
	m := newMomentum(0.5, []tensor{{w, g}})
	m.step(0.1) // v = 2
	m.step(0.1) // v = 3
	if math.Abs(w[0]-0.5) > 1e-15 {
		t.Errorf("w is %v after two steps, want 0.5", w[0])
	}
	a, b := []float64{3, 0}, []float64{4}
	clip([]tensor{{a, a}, {b, b}}, 10)
	if a[0] != 3 || b[0] != 4 {
		t.Error("a short gradient was clipped")
	}
	clip([]tensor{{a, a}, {b, b}}, 1)
	if math.Abs(a[0]-0.6) > 1e-15 || math.Abs(b[0]-0.8) > 1e-15 {
		t.Errorf("clipped to %v, %v; want 0.6, 0.8", a[0], b[0])
	}
}

// The schedules at points where they can be told by hand.
func TestSchedules(t *testing.T) {
	for _, c := range []struct{ got, want float64 }{
		{annealed(0.01, 0), 0.01},
		{annealed(0.01, 1.5), 0.01 / 8}, // 16^0.75
		{reversal(0), 0},
		{reversal(math.Log(3) / 10), 0.5},
	} {
		if math.Abs(c.got-c.want) > 1e-15 {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

// The published clock runs by the target's batches: with as many rows on both
// sides the two agree, with a smaller target they do not.
func TestClocks(t *testing.T) {
	p, target := rotated(1)
	scores := func(p Problem, c Clock) *mat.Dense {
		return trained(t, DANN{Training{Epochs: 2, Clock: c}}, p, Hyper{Hidden: 8}, 1).Scores(target.X)
	}
	if !mat.Equal(scores(p, BySource), scores(p, ByTarget)) {
		t.Error("the clocks differ on domains of one size")
	}
	p.Target = mat.DenseCopyOf(p.Target.Slice(0, 100, 0, 2))
	if mat.Equal(scores(p, BySource), scores(p, ByTarget)) {
		t.Error("the clocks agree though the target is smaller")
	}
}
