package rivals

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
	"larui/model/testutil"
)

// A step of the discriminator drops a tenth of the inputs and scales up the others. A step of the
// mapping drops none.
func TestMapperDropsInputs(t *testing.T) {
	ones := zeros(50, 40)
	floats.AddConst(0.9, ones.Data)
	m := newMappingTrainer(ones, ones, 0.01, 4, 50, 1)
	in := m.discriminatorInput(ones, ones)
	if slices.Contains(in.Data, 0) {
		t.Error("some of the mapping's inputs are dropped")
	}
	m.applyInputDropout(in)
	// Target rows are not mapped, so that the inputs kept are theirs divided by 0.9. The standard
	// deviation of the share of 2000 entries is 0.007.
	stay := floats.Count(func(v float64) bool { return math.Abs(v-1) < 1e-15 }, sliceRows(in, m.batch, 2*m.batch).Data)
	testutil.Near(t, float64(stay)/2000, 0.9, 0.03, "inputs that stay, scaled")
}

func TestMapSchedule(t *testing.T) {
	s := newMapSchedule()
	for i, c := range []struct {
		criterion, rate float64
		best            bool
	}{
		{0.5, 0.1 * 0.98, true},
		{0.4, 0.1 * 0.98 * 0.98, false},
		{0.6, 0.1 * math.Pow(0.98, 3), true},
		{0.6, 0.1 * math.Pow(0.98, 4) / 2, false},
		{0.1, 0.1 * math.Pow(0.98, 5) / 4, false},
	} {
		if got := s.endEpoch(c.criterion); got != c.best || math.Abs(s.rate-c.rate) > 1e-15 {
			t.Errorf("epoch %d: best %v at rate %v, want %v at %v", i+1, got, s.rate, c.best, c.rate)
		}
	}
}

// Discriminator and mapping work against each other. From the identity on different domains, the
// discriminator's steps lower its loss, and then the mapping's steps raise it.
func TestMapperFights(t *testing.T) {
	source, target := random(64, 2, 1), random(64, 2, 2)
	for i := range target.Data {
		target.Data[i] += 3 * float64(i%2)
	}
	m := newMappingTrainer(source, target, 0.01, 8, 64, 1)
	losses := []float64{}
	judged := func() {
		loss, _, _ := m.smoothedLoss(m.discriminatorInput(m.drawRows()), 1)
		losses = append(losses, loss)
	}
	judged()
	for range 100 {
		m.stepDiscriminator(mapRate)
	}
	judged()
	for range 30 {
		m.stepMapping(t.Context(), mapRate)
	}
	judged()
	if !(losses[1] < losses[0]/2 && losses[2] > losses[1]) {
		t.Errorf("the discriminator's loss is %v", losses)
	}
}

// rotation returns a random orthogonal matrix.
func rotation(d int, seed uint64) blas64.General {
	var qr mat.QR
	qr.Factorize(toDense(random(d, d, seed)))
	var q mat.Dense
	qr.QTo(&q)
	return q.RawMatrix()
}

// orthogonality returns the distance of WᵀW from I.
func orthogonality(w blas64.General) float64 {
	product := linalg.MultiplyAny(toDense(w).T(), toDense(w))
	product.Sub(product, toDense(identity(w.Cols)))
	return mat.Norm(product, 2)
}

// W turns the paired rows onto their partners and is orthogonal. With fewer pairs than dimensions
// it stays near the present mapping.
func TestProcrustesRecoversARotation(t *testing.T) {
	for _, c := range []struct{ d, pairs int }{
		{1, 3}, {2, 5}, {5, 11}, {40, 81}, {blockRows + 3, 2*blockRows + 7},
		{12, 0}, {12, 1}, {12, 4},
	} {
		q, x := rotation(c.d, 3), normalizeRows(random(max(1, c.pairs), c.d, 4))
		y := multiply(t.Context(), blas.Trans, x, q)
		var matches []rowPair
		for i := range c.pairs {
			matches = append(matches, rowPair{i, i})
		}
		w := procrustes(t.Context(), x, y, matches, identity(c.d))
		if off := orthogonality(w); off > 1e-11 {
			t.Errorf("%+v: W is off orthogonal by %g", c, off)
		}
		got, want := multiply(t.Context(), blas.Trans, x, w), y
		if c.pairs == 0 {
			want = x // W stays
		}
		// The multiple of the identity, inertia, turns W by at most inertia times the ratio of the
		// singular values of M, below 10³ for these.
		if !mat.EqualApprox(toDense(got), toDense(want), 1e3*inertia) {
			t.Errorf("%+v: W misses the partners", c)
		}
	}
}

// The polar factor agrees with the singular value decomposition, for matrices of one panel and of
// several.
func TestPolarAgainstSVD(t *testing.T) {
	for _, d := range []int{1, 3, 20, panelColumns, panelColumns + 1, 3*panelColumns - 7} {
		a := random(d, d, 8)
		if d > 1 {
			row(a, 0)[0] = 0 // forces a row exchange
		}
		var svd mat.SVD
		svd.Factorize(toDense(a), mat.SVDFull)
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		want := linalg.MultiplyAny(&u, v.T())
		if got := polarFactor(t.Context(), copyOf(a)); !mat.EqualApprox(toDense(got), want, 1e-11*svd.Cond()) {
			t.Errorf("d = %d: not UVᵀ", d)
		}
	}
}

// The whole method refines to an orthogonal mapping, even from a mapping that no epoch improves.
// Before refinement, β keeps W only near orthogonality.
func TestAdversarialRefineMapsOrthogonally(t *testing.T) {
	p := rotated(1)
	c := trained(t, AdversarialRefine(AlignmentOptions{Epochs: 1, Width: 16}), p, Hyper{Beta: 0.01, Refinements: 2}, 1)
	if off := orthogonality(c.(alignedClassifier).mapping); off > 1e-12 {
		t.Errorf("W is off orthogonal by %g", off)
	}
	// The scores on the mapped source are those of the model fitted to it: its accuracy is nearly
	// the accuracy without mapping.
	if got := testutil.Must(Evaluate(t.Context(), p.Task, SourceScores(c), p.Source)); got < 0.97 {
		t.Errorf("the mapped source is classified with accuracy %.3f", got)
	}
	// With a constant among the features the mapping is the same and leaves the constant unchanged.
	const d = 2
	withConstant := func(x *mat.Dense) *mat.Dense {
		n, _ := x.Dims()
		all := mat.NewDense(n, d+1, nil)
		for i := range n {
			all.SetRow(i, slices.Insert(slices.Clone(x.RawRowView(i)), 1, 3))
		}
		return all
	}
	wider := p
	wider.Source.X, wider.Target.X = withConstant(p.Source.X), withConstant(p.Target.X)
	mapping := trained(t, AdversarialRefine(AlignmentOptions{Epochs: 1, Width: 16}), wider, Hyper{Beta: 0.01, Refinements: 2}, 1).(alignedClassifier).mapping
	if !slices.Equal(row(mapping, 1), row(identity(d+1), 1)) {
		t.Errorf("the constant is mapped by %v", row(mapping, 1))
	}
	for i := range d {
		got, want := slices.Delete(slices.Clone(row(mapping, []int{0, 2, 3, 4}[i])), 1, 2), row(c.(alignedClassifier).mapping, i)
		if !floats.EqualApprox(got, want, 1e-12) {
			t.Errorf("row %d of the mapping is %v with a constant, %v without", i, got, want)
		}
	}
	x, start := random(30, 3, 1), identity(3)
	floats.Scale(2, start.Data)
	if w := newMappingTrainer(x, x, 0.01, 4, 2, 1).refine(t.Context(), start, 2, func(int) {}); orthogonality(w) > 1e-12 {
		t.Error("refinement keeps what it starts from")
	}
	for beta, within := range map[float64][2]float64{0: {1e-6, 10}, 0.1: {0, 0.1}} {
		m := newMappingTrainer(p.Source.X.RawMatrix(), p.Target.X.RawMatrix(), beta, 16, mapBatch, 1)
		off := orthogonality(testutil.Must(m.trainMapping(t.Context(), 1, func(int) {})))
		if !(within[0] <= off && off < within[1]) {
			t.Errorf("β = %g leaves W off orthogonal by %g", beta, off)
		}
	}
}
