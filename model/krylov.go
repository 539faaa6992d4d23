package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A krylov is descent's view of A at one λ and L2: the Krylov space of b, which
// descent from zero never leaves. After T epochs it is within rounding of far
// fewer dimensions than T: the space resolves the large eigenvalues first, and
// along the small ones descent has barely begun to move.
type krylov struct {
	split *split
	l2    float64
	space *lanczos
	// beyond is the part of b in the coordinates that A does not reach, and its
	// norm.
	beyond     []float64
	beyondNorm float64
}

// newKrylov begins the space of b (dim) at λ and l2.
func newKrylov(s *split, lambda, l2 float64, b []float64) *krylov {
	width := s.width()
	k := &krylov{split: s, l2: l2, beyond: b[width:], beyondNorm: floats.Norm(b[width:], 2)}
	k.space = newLanczos(b[:width], func(dst, x []float64) { s.times(dst, x, lambda, l2) })
	return k
}

// krylovTolerance bounds the error of descent's weights relative to their length.
const krylovTolerance = 1e-11

// descent returns the eigenpairs of A on a space that is large enough for descent
// at params with step h up to its number of epochs.
func (k *krylov) descent(ctx context.Context, params Params, h float64) (*factored, error) {
	for {
		e, err := k.space.ritz()
		if err != nil {
			return nil, err
		}
		f := k.pairs(e)
		if k.space.next == nil || k.enough(e, f, params, h) {
			return f, nil
		}
		for range checkEvery {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if k.space.next != nil {
				k.space.grow()
			}
		}
	}
}

// enough reports whether descent up to params.Epochs is known to
// krylovTolerance. Where w_t are the exact weights and Q y_t those on the space,
// the error e_t = w_t − Q y_t obeys the iteration itself, driven by what A y_t
// sticks out of the space, which is h·off·(y_t)_j long: along no eigenvector is
// that amplified but by the momentum.
func (k *krylov) enough(e *eigen, f *factored, params Params, h float64) bool {
	j := k.space.dimension()
	if j == 0 {
		return false
	}
	// The last coordinate and the length of y at some epochs on the way.
	const looks = 4
	filters := f.filters(params, h)
	coefs := mat.NewDense(j, looks, nil)
	for look := range looks {
		epoch := max(1, params.Epochs*(look+1)/looks)
		for i := range j {
			coefs.Set(i, look, filters[i].at(epoch)*f.beta.At(i, 0))
		}
	}
	y := e.combine(coefs)
	last := math.Max(floats.Max(y.RawRowView(j-1)), -floats.Min(y.RawRowView(j-1)))
	length := mat.Norm(y.Slice(0, j, looks-1, looks), 2)
	driven := float64(params.Epochs) * h * k.space.off[j-1] * last
	return driven*2/(1-params.Momentum) <= krylovTolerance*length
}

// pairs returns the eigenpairs of A on the space, and last what b has beyond.
func (k *krylov) pairs(e *eigen) *factored {
	j, dim := k.space.dimension(), k.split.problem.dim
	f := &factored{dim: dim, values: make([]float64, j+1), beta: mat.NewDense(j+1, 1, nil)}
	if j > 0 {
		first := mat.NewDense(j, 1, nil)
		first.Set(0, 0, k.space.norm)
		f.beta.Slice(0, j, 0, 1).(*mat.Dense).Copy(e.coefficients(first))
	}
	for i, v := range e.values {
		// Over many epochs what is zero but for rounding must not bend.
		if v > roundoff(j)*e.values[j-1] {
			f.values[i] = v
		}
	}
	f.values[j] = k.l2
	f.beta.Set(j, 0, k.beyondNorm)
	basis := slices.Clip(k.space.basis)
	width := k.space.size
	f.lift = func(coefs *mat.Dense, count int) *mat.Dense {
		_, c := coefs.Dims()
		z := mat.NewDense(count, c, nil)
		if j > 0 {
			vectors := mat.NewDense(j, width, basis).Slice(0, j, 0, min(count, width)).(*mat.Dense)
			z.Slice(0, min(count, width), 0, c).(*mat.Dense).Copy(productT(vectors, e.combine(coefs.Slice(0, j, 0, c).(*mat.Dense))))
		}
		for i := width; i < count; i++ {
			floats.AddScaled(z.RawRowView(i), k.beyond[i-width]/k.beyondNorm, coefs.RawRowView(j))
		}
		return z
	}
	return f
}
