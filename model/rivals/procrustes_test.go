package rivals

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

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
	ctx := t.Context()
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
	ctx := t.Context()
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
		got, err := polar(t.Context(), copyOf(a))
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
	c := trained(t, AdversarialRefine(Alignment{Epochs: 1, Width: 16}), p, Hyper{Beta: 0.01}, 1)
	if off := orthogonality(c.(aligned).mapping); off > 1e-12 {
		t.Errorf("W is off orthogonal by %g", off)
	}
	// Scores on the mapped source are those of the model fitted there: it is
	// classified nearly as well as without mapping.
	mapped := model.Domain{X: c.(SourceMapper).MapSource(p.Source.X), Y: p.Source.Y}
	if got := accuracy(t, p.Task, c, mapped); got < 0.97 {
		t.Errorf("the mapped source is classified with accuracy %.3f", got)
	}
	// Without refinement the pull β keeps W only near.
	for _, beta := range []float64{0, 0.1} {
		m := newMapper(p.Source.X.RawMatrix(), p.Target.RawMatrix(), beta, 16, mapBatch, 1)
		w, err := m.adversarial(t.Context(), 1, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		off := orthogonality(w)
		if beta > 0 && !(off < 0.1) {
			t.Errorf("β = %g leaves W off orthogonal by %g", beta, off)
		}
		if beta == 0 && !(off > 1e-6) {
			t.Errorf("without β W is off orthogonal by %g only: the mapping has not been trained", off)
		}
	}
}

// The inverse of matrices of one panel and several, those that need pivots too.
func TestInverseTranspose(t *testing.T) {
	for _, d := range []int{1, 5, panelColumns, panelColumns + 1, 3*panelColumns - 7} {
		a := random(d, d, 11)
		row(a, 0)[0] = 0 // so that the first pivot is another
		if d == 1 {
			row(a, 0)[0] = 4
		}
		inverse, err := inverseTranspose(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		var product mat.Dense
		product.Mul(dense(a), dense(inverse).T())
		// The rounding of a product with the inverse grows with the condition.
		if tolerance := 1e-13 * mat.Cond(dense(a), 2); !mat.EqualApprox(&product, dense(identity(d)), tolerance) {
			t.Errorf("d = %d: A·A⁻¹ is not the identity within %g", d, tolerance)
		}
	}
}
