package datasets

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// The wide Gaussian has covariance [[1, ¼], [¼, ¾]], whose first axis is that of
// the rotated Gaussian's [[1, ½], [½, ½]].
func TestWideGaussianCovariance(t *testing.T) {
	spec := DefaultSpec("wide-gaussian")
	spec.N, spec.M, spec.Angle = 200_000, 200_000, 90
	pair := mustOpen(t, spec)
	for name, part := range map[string]struct {
		domain model.Domain
		want   *mat.SymDense
	}{
		"source": {pair.Source, mat.NewSymDense(2, []float64{1, 0.25, 0.25, 0.75})},
		// Turned by 90°, x1 and x2 change places and one of them its sign.
		"target": {pair.Target, mat.NewSymDense(2, []float64{0.75, -0.25, -0.25, 1})},
	} {
		n := float64(part.domain.Rows())
		var moments mat.Dense
		moments.Mul(part.domain.X.T(), part.domain.X)
		moments.Scale(1/n, &moments)
		// The standard error of a second moment is at most √2·1/√n; five of them.
		if bound := 5 * math.Sqrt2 / math.Sqrt(n); !mat.EqualApprox(&moments, part.want, bound) {
			t.Errorf("%s: moments\n%v\nwant\n%v ± %v", name, mat.Formatted(&moments), mat.Formatted(part.want), bound)
		}
	}

	var wide, narrow mat.EigenSym
	wide.Factorize(mat.NewSymDense(2, []float64{1, 0.25, 0.25, 0.75}), true)
	narrow.Factorize(mat.NewSymDense(2, []float64{1, 0.5, 0.5, 0.5}), true)
	var a, b mat.Dense
	wide.VectorsTo(&a)
	narrow.VectorsTo(&b)
	axis := planeAxis()
	for name, v := range map[string]*mat.Dense{"wide": &a, "narrow": &b} {
		// Eigenvalues ascend: the first axis is the last column.
		if cross := v.At(0, 1)*axis[1] - v.At(1, 1)*axis[0]; math.Abs(cross) > 1e-14 {
			t.Errorf("%s: the first axis is (%v, %v)", name, v.At(0, 1), v.At(1, 1))
		}
	}
	if ratio := func(e *mat.EigenSym) float64 { v := e.Values(nil); return math.Sqrt(v[0] / v[1]) }; ratio(&wide) < 1.8*ratio(&narrow) {
		t.Errorf("s₂/s₁ is %v, that of the rotated Gaussian %v", ratio(&wide), ratio(&narrow))
	}
}
