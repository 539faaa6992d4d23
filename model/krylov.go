package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A krylovSpace is the Krylov space of b under A at one λ and L2. Descent from zero stays in this
// space. Few dimensions are enough for many epochs, because descent moves slowly along the
// eigenvectors that the space does not resolve: those of small eigenvalues.
type krylovSpace struct {
	*lanczosSpace
	l2 float64
	// beyond has the last entries of b, in the coordinates where A − L2·I is zero.
	beyond     []float64
	beyondNorm float64
}

// newKrylovSpace requires a problem with one output.
func newKrylovSpace(op *operator) *krylovSpace {
	b, width := mat.Col(nil, 0, op.problem.joint.bTilde), op.activeWidth()
	return &krylovSpace{newLanczosSpace(b[:width], op.multiply), op.l2, b[width:], floats.Norm(b[width:], 2)}
}

// krylovTolerance is the largest error of the weights of descent, relative to their length.
const krylovTolerance = 1e-11

// descentEigenpairs returns the eigenpairs of A on a Krylov space that is large enough for
// params.Epochs epochs of descent with step h.
func (k *krylovSpace) descentEigenpairs(ctx context.Context, params Params, h float64) (*eigenpairs, error) {
	for {
		e, err := linalg.NewTridiagonalEigen(k.diagonal, k.off)
		if err != nil {
			return nil, err
		}
		f := k.eigenpairs(e)
		if k.next == nil || k.isLargeEnough(e, f, params, h) {
			return f, nil
		}
		if err := k.extend(ctx); err != nil {
			return nil, err
		}
	}
}

// isLargeEnough reports whether the weights w after params.Epochs epochs have a relative error of
// at most krylovTolerance. An epoch loses the part of hAw outside the space, of length
// h·|w_j|·off[j−1], where w_j is the coordinate of w along the last basis vector. Momentum β
// amplifies the loss by at most about 1/(1−β).
func (k *krylovSpace) isLargeEnough(e *linalg.FactoredEigen, f *eigenpairs, params Params, h float64) bool {
	j := len(k.diagonal)
	if j == 0 {
		return false
	}
	// Each column of y has the coordinates of w after some number of epochs.
	const looks = 4
	filters := f.newFilters(params, h)
	coefs := mat.NewDense(j, looks, nil)
	for look := range looks {
		epoch := max(1, params.Epochs*(look+1)/looks)
		for i := range j {
			coefs.Set(i, look, filters[i].coefficient(epoch)*f.beta.At(i, 0))
		}
	}
	y := e.Combine(coefs)
	last := floats.Norm(y.RawRowView(j-1), math.Inf(1))
	length := mat.Norm(y.Slice(0, j, looks-1, looks), 2)
	driven := float64(params.Epochs) * h * k.off[j-1] * last
	return driven*2/(1-params.Momentum) <= krylovTolerance*length
}

// eigenpairs adds one pair to the eigenpairs of A on the space: the eigenvalue l2 with the vector
// beyond.
func (k *krylovSpace) eigenpairs(e *linalg.FactoredEigen) *eigenpairs {
	j := len(k.diagonal)
	f := &eigenpairs{values: make([]float64, j+1), beta: mat.NewDense(j+1, 1, nil)}
	if j > 0 {
		inside := linalg.SliceRows(f.beta, 0, j)
		inside.Set(0, 0, k.startNorm)
		inside.Copy(e.Coefficients(inside))
	}
	for i, v := range e.Values {
		// Set rounding errors of zero eigenvalues to zero, because many epochs would amplify them.
		if v > roundoffBound(j)*e.Values[j-1] {
			f.values[i] = v
		}
	}
	f.values[j] = k.l2
	f.beta.Set(j, 0, k.beyondNorm)
	basis := slices.Clip(k.basis)
	width := k.size
	f.lift = func(coefs *mat.Dense) *mat.Dense {
		_, c := coefs.Dims()
		z := mat.NewDense(width+len(k.beyond), c, nil)
		if j > 0 {
			z.Copy(linalg.ProductT(mat.NewDense(j, width, basis), e.Combine(linalg.SliceRows(coefs, 0, j))))
		}
		for i, b := range k.beyond {
			if b != 0 { // so beyondNorm is not zero
				floats.AddScaled(z.RawRowView(width+i), b/k.beyondNorm, coefs.RawRowView(j))
			}
		}
		return z
	}
	return f
}
