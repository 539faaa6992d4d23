package rivals

import (
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
		c := trained(t, DANN(Training{Epochs: 1}), p, Hyper{Hidden: 6}, 1)
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
	d := against(t, deaf{}, p, 20)
	if got := d.DomainAccuracy(p.Source.X, p.Target); got < 0.95 {
		t.Errorf("domains far apart are told apart with accuracy %.3f", got)
	}
	if got := d.DomainAccuracy(p.Source.X, p.Source.X); got != 0.5 {
		t.Errorf("a domain is told apart from itself with accuracy %v", got)
	}
}

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
	if got := against(t, deaf{}, p, 30).DomainAccuracy(p.Source.X, p.Target); got < 0.95 {
		t.Errorf("without reversal the domain is told with accuracy %.3f", got)
	}
	if got := against(t, unconditioned{}, p, 30).DomainAccuracy(p.Source.X, p.Target); got > 0.8 {
		t.Errorf("with reversal the domain is still told with accuracy %.3f", got)
	}
}

// against trains DANN with a discriminator of the given input.
func against(t *testing.T, input condition, p Problem, epochs int) DomainClassifier {
	t.Helper()
	s := sessionOf(t, DANN(Training{Epochs: epochs}), p, Hyper{Hidden: 16}, 1)
	s.adversary.(*domainTerm).input = input
	c, err := s.run(t.Context(), p.Task, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return c.(DomainClassifier)
}

// deaf passes features on, but no gradient back.
type deaf struct{ unconditioned }

func (deaf) features(_ *batch, du blas64.General) blas64.General { return zeros(du.Rows, du.Cols) }

// The paper's figure 1 and the results published with it: after 50 epochs with 64
// hidden units and no biases, 88.4 % for the network trained on the source and
// 89.2 % for DANN. Other draws of the data differ by the binomial error of 1000
// rows, one percent; the bounds are some two and a half of the mean's over three
// draws. That DANN gains on the network is told from the same draws, where the
// difference varies by some tenths of a percent.
func TestRotatedGaussianAsPublished(t *testing.T) {
	options := Training{Epochs: 50, NoBias: true, Published: true}
	const draws = 3
	var plain, dann float64
	for seed := range uint64(draws) {
		p, target := rotated(seed)
		h := Hyper{Hidden: 64}
		plain += accuracy(t, p.Task, trained(t, SourceOnly(options), p, h, seed), target) / draws
		dann += accuracy(t, p.Task, trained(t, DANN(options), p, h, seed), target) / draws
	}
	if math.Abs(plain-0.884) > 0.015 {
		t.Errorf("source-only network reaches %.4f on average, published 0.884", plain)
	}
	if math.Abs(dann-0.892) > 0.015 {
		t.Errorf("DANN reaches %.4f on average, published 0.892", dann)
	}
	if dann <= plain {
		t.Errorf("DANN, %.4f, gains nothing on the source-only network, %.4f", dann, plain)
	}
}

func TestConditions(t *testing.T) {
	input := func(h, c int) condition {
		s := &session{rows: 1, hyper: Hyper{Hidden: h}, seed: 1, head: newPerceptron([]int{h, c}, true, newRand(1, 1), 1)}
		return s.multilinear()
	}
	b := &batch{
		features: blas64.General{Rows: 1, Cols: 2, Stride: 2, Data: []float64{3, 5}},
		probs:    blas64.General{Rows: 1, Cols: 2, Stride: 2, Data: []float64{0.25, 0.75}},
	}
	if got, want := row(input(2, 2).join(b), 0), []float64{0.75, 1.25, 2.25, 3.75}; !slices.Equal(got, want) {
		t.Errorf("p ⊗ f is %v, want %v", got, want)
	}
	if _, ok := input(512, 8).(*multilinear); !ok {
		t.Error("4096 entries are sampled")
	}
	r, ok := input(513, 8).(*randomized)
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

// A step of f-DAL is no longer than the rate times the norm that its gradient is
// clipped to.
func TestFDALClipsItsGradient(t *testing.T) {
	p, _ := rotated(1)
	p.Source.X.Scale(100, p.Source.X)
	m := FDAL(Training{Epochs: 1, Batch: 1000, Rate: 0.25})
	s := sessionOf(t, m, p, Hyper{Hidden: 8, Coefficient: 1}, 1)
	tensors := append(s.tensors(), s.adversary.tensors()...)
	var before []float64
	for _, tensor := range tensors {
		before = append(before, tensor.value...)
	}
	if _, err := s.run(t.Context(), p.Task, func(int, int) {}); err != nil {
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

// The published clock runs by the target's batches, the textbook's by the source's.
func TestClocks(t *testing.T) {
	for published, want := range map[bool]float64{false: 2 * 32, true: 2 * 4} {
		p := Problem{Task: model.Binary, Source: gaussian(1000, 0, 1), Target: gaussian(100, 0, 2).X}
		s := sessionOf(t, DANN(Training{Epochs: 2, Published: published}), p, Hyper{Hidden: 8}, 1)
		source, target := newSampler(1000, s.Batch, nil), newSampler(100, s.Batch, nil)
		if got := s.clock(source, target); got != want {
			t.Errorf("published %t: %v steps, want %v", published, got, want)
		}
	}
}
