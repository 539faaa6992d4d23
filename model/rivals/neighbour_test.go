package rivals

import (
	"context"
	"errors"
	"math"
	"slices"
	"sort"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// scatter draws rows that come in twins and far from zero beside their distances,
// so that these tie and cancel.
func scatter(t *rapid.T, rows, d int, offset float64) *mat.Dense {
	seed := rapid.Uint64().Draw(t, "seed")
	rng, x := newRand(seed, 300), mat.NewDense(rows, d, nil)
	for i := range rows {
		if i > 0 && rng.IntN(4) == 0 {
			x.SetRow(i, x.RawRowView(rng.IntN(i)))
			continue
		}
		for j := range d {
			x.Set(i, j, offset+rng.NormFloat64())
		}
	}
	return x
}

func TestNearestAgainstPlainLoop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 5).Draw(t, "d")
		offset := rapid.SampledFrom([]float64{0, 1e7}).Draw(t, "offset")
		sizes := rapid.SampledFrom([]int{1, 7, blockRows, blockCols + 3})
		among, x := scatter(t, sizes.Draw(t, "n"), d, offset), scatter(t, sizes.Draw(t, "m"), d, offset)
		got, err := Nearest(context.Background(), among, x)
		if err != nil {
			t.Fatal(err)
		}
		n, _ := among.Dims()
		for i, j := range got {
			want, least := 0, math.Inf(1)
			for k := range n {
				sum := 0.0
				for f := range d {
					difference := x.At(i, f) - among.At(k, f)
					sum += difference * difference
				}
				if sum < least {
					want, least = k, sum
				}
			}
			if j != want {
				t.Fatalf("row %d: nearest is %d, the plain loop says %d", i, j, want)
			}
		}
	})
}

// A plain loop over all pairs for CSLS.
func TestCSLSAgainstPlainLoop(t *testing.T) {
	for _, c := range []struct{ n, m, d, k int }{{1, 1, 2, 10}, {30, 12, 3, 10}, {12, 30, 3, 4}, {blockRows + 5, blockCols + 9, 6, 10}} {
		a, b := normalized(random(c.n, c.d, 1)), normalized(random(c.m, c.d, 2))
		cosines := mat.NewDense(c.n, c.m, nil)
		cosines.Mul(dense(a), dense(b).T())
		meanOfTop := func(values []float64) float64 {
			sort.Sort(sort.Reverse(sort.Float64Slice(values)))
			sum, k := 0.0, min(c.k, len(values))
			for _, v := range values[:k] {
				sum += v
			}
			return sum / float64(k)
		}
		rT, rS := make([]float64, c.n), make([]float64, c.m)
		for i := range rT {
			rT[i] = meanOfTop(mat.Row(nil, i, cosines))
		}
		for j := range rS {
			rS[j] = meanOfTop(mat.Col(nil, j, cosines))
		}
		scores := mat.NewDense(c.n, c.m, nil)
		scores.Apply(func(i, j int, cosine float64) float64 { return 2*cosine - rT[i] - rS[j] }, cosines)
		var want []match
		criterion := 0.0
		for i := range c.n {
			j := argmax(mat.Row(nil, i, scores))
			criterion += cosines.At(i, j) / float64(c.n)
			if argmax(mat.Col(nil, j, scores)) == i {
				want = append(want, match{i, j})
			}
		}
		got, mean, err := csls(context.Background(), a, b, c.k)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+v: pairs %v, the plain loop says %v", c, got, want)
		}
		if math.Abs(mean-criterion) > 1e-12 {
			t.Errorf("%+v: criterion %v, the plain loop says %v", c, mean, criterion)
		}
	}
}

func argmax(values []float64) int {
	best := 0
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	return best
}

// identityNet represents rows by themselves.
type identityNet struct{}

func (identityNet) Representation(x *mat.Dense) *mat.Dense { return x }

func TestNeighbourAccuracy(t *testing.T) {
	source := model.Domain{X: mat.NewDense(3, 1, []float64{0, 10, 20}), Y: []float64{-1, 1, -1}}
	target := model.Domain{X: mat.NewDense(4, 1, []float64{1, 9, 14, 16}), Y: []float64{-1, 1, 1, 1}}
	got, err := NeighbourAccuracy(context.Background(), identityNet{}, source, target)
	if err != nil || got != 0.75 {
		t.Errorf("accuracy %v, %v; want 0.75", got, err)
	}
	target.Y = nil
	if _, err := NeighbourAccuracy(context.Background(), identityNet{}, source, target); !errors.Is(err, model.ErrShape) {
		t.Errorf("without labels: %v", err)
	}
}

func TestNearestRefuses(t *testing.T) {
	ctx := context.Background()
	if _, err := Nearest(ctx, mat.NewDense(2, 2, nil), mat.NewDense(2, 3, nil)); !errors.Is(err, model.ErrShape) {
		t.Errorf("widths that differ: %v", err)
	}
	if _, err := Nearest(ctx, mat.NewDense(2, 2, nil), &mat.Dense{}); !errors.Is(err, model.ErrShape) {
		t.Errorf("no rows: %v", err)
	}
	if _, err := Nearest(ctx, mat.NewDense(1, 1, []float64{math.NaN()}), mat.NewDense(1, 1, nil)); !errors.Is(err, model.ErrNotFinite) {
		t.Errorf("NaN: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Nearest(cancelled, mat.NewDense(2, 2, nil), mat.NewDense(2, 2, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// rotation returns an orthogonal matrix.
func rotation(d int, seed uint64) blas64.General {
	var qr mat.QR
	qr.Factorize(dense(random(d, d, seed)))
	var q mat.Dense
	qr.QTo(&q)
	return q.RawMatrix()
}

// orthogonality returns the largest entry of WᵀW − I.
func orthogonality(w blas64.General) float64 {
	var product mat.Dense
	product.Mul(dense(w).T(), dense(w))
	largest := 0.0
	for i := range w.Cols {
		for j := range w.Cols {
			want := 0.0
			if i == j {
				want = 1
			}
			largest = max(largest, math.Abs(product.At(i, j)-want))
		}
	}
	return largest
}

func TestProcrustesRecoversARotation(t *testing.T) {
	ctx := context.Background()
	for _, d := range []int{1, 2, 5, 40, blockRows + 3} {
		q := rotation(d, 3)
		x := random(2*d+1, d, 4)
		y, err := mapRows(ctx, x, q)
		if err != nil {
			t.Fatal(err)
		}
		var matches []match
		for i := range x.Rows {
			matches = append(matches, match{i, i})
		}
		w, err := procrustes(ctx, x, y, matches, identity(d))
		if err != nil {
			t.Fatal(err)
		}
		if off := orthogonality(w); off > 1e-12 {
			t.Errorf("d = %d: W is off orthogonal by %g", d, off)
		}
		// The trace of the identity, inertia, turns W by that times the ratio of the
		// singular values of M at most, below 10³ for these.
		if !mat.EqualApprox(dense(w), dense(q), 1e3*inertia) {
			t.Errorf("d = %d: W is not the rotation", d)
		}
	}
}

// With fewer pairs than dimensions W maps the pairs and stays orthogonal.
func TestProcrustesWithFewPairs(t *testing.T) {
	ctx := context.Background()
	const d = 12
	q, x := rotation(d, 5), normalized(random(4, d, 6))
	y, err := mapRows(ctx, x, q)
	if err != nil {
		t.Fatal(err)
	}
	for pairs := range 5 {
		var matches []match
		for i := range pairs {
			matches = append(matches, match{i, i})
		}
		w, err := procrustes(ctx, x, y, matches, identity(d))
		if err != nil {
			t.Fatal(err)
		}
		if off := orthogonality(w); off > 1e-12 {
			t.Errorf("%d pairs: W is off orthogonal by %g", pairs, off)
		}
		got, err := mapRows(ctx, span(x, 0, 4), w)
		if err != nil {
			t.Fatal(err)
		}
		for i := range pairs {
			if distance := math.Sqrt(distance2(row(got, i), row(y, i))); distance > 1e3*inertia {
				t.Errorf("%d pairs: row %d misses its partner by %g", pairs, i, distance)
			}
		}
		if pairs == 0 && !mat.EqualApprox(dense(w), dense(identity(d)), 1e-12) {
			t.Error("without pairs W moved")
		}
	}
}

// The polar factor against the singular value decomposition.
func TestPolarAgainstSVD(t *testing.T) {
	for _, d := range []int{1, 3, 20} {
		a := random(d, d, 8)
		var svd mat.SVD
		if !svd.Factorize(dense(a), mat.SVDFull) {
			t.Fatal("no decomposition")
		}
		var u, v, want mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		want.Mul(&u, v.T())
		got, err := polar(context.Background(), copyOf(a))
		if err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(dense(got), &want, 1e-11*svd.Cond()) {
			t.Errorf("d = %d: not UVᵀ", d)
		}
	}
}

func TestAdversarialRefineMapsOrthogonally(t *testing.T) {
	p, _ := rotated(1)
	c := trained(t, AdversarialRefine{Epochs: 1, Width: 16, Refinements: 2}, p, Hyper{Beta: 0.01}, 1).(aligned)
	if off := orthogonality(c.mapping); off > 1e-12 {
		t.Errorf("W is off orthogonal by %g", off)
	}
	// Without refinement the pull β keeps W only near.
	for _, beta := range []float64{0, 0.1} {
		c := trained(t, AdversarialRefine{Epochs: 1, Width: 16, Refinements: -1}, p, Hyper{Beta: beta}, 1).(aligned)
		off := orthogonality(c.mapping)
		if beta > 0 && !(off < 0.1) {
			t.Errorf("β = %g leaves W off orthogonal by %g", beta, off)
		}
		if beta == 0 && !(off > 1e-6) {
			t.Errorf("without β W is off orthogonal by %g only: the mapping has not been trained", off)
		}
	}
}

// Scores on the mapped source are those of the model fitted there: the source is
// classified nearly as well as without mapping.
func TestAdversarialRefineMapsTheSource(t *testing.T) {
	p, _ := rotated(1)
	c := trained(t, AdversarialRefine{Epochs: 1, Width: 16}, p, Hyper{Beta: 0.01}, 1)
	mapped := model.Domain{X: c.(SourceMapper).MapSource(p.Source.X), Y: p.Source.Y}
	if got := p.rate(c, mapped); got < 0.97 {
		t.Errorf("the mapped source is classified with accuracy %.3f", got)
	}
}
