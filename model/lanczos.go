package model

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A lanczosSpace is the Krylov space of a vector under a symmetric positive semidefinite matrix.
// Each multiplication adds a dimension. In the orthonormal basis the matrix is tridiagonal (Lanczos
// 1950).
type lanczosSpace struct {
	multiply func(dst, x []float64)
	size     int
	// basis has the orthonormal vectors, each of length size, one after the other. next is the vector
	// that the next multiplication adds, or nil if the space is invariant.
	basis []float64
	next  []float64
	// diagonal is the diagonal of the tridiagonal matrix, and off[i] the entry in row i, column i+1.
	// The last entry of off couples the last basis vector to next.
	diagonal, off []float64
	startNorm     float64
}

func newLanczosSpace(start []float64, multiply func(dst, x []float64)) *lanczosSpace {
	l := &lanczosSpace{multiply: multiply, size: len(start), startNorm: floats.Norm(start, 2)}
	if l.startNorm > 0 {
		l.next = make([]float64, l.size)
		floats.AddScaled(l.next, 1/l.startNorm, start)
	}
	return l
}

func (l *lanczosSpace) addDimension() {
	l.basis = append(l.basis, l.next...)
	w := make([]float64, l.size)
	l.multiply(w, l.next)
	l.diagonal = append(l.diagonal, floats.Dot(w, l.next))
	scale := floats.Norm(w, 2)
	length := scale
	// Without rounding, the parts along the last two vectors would be enough. With rounding, w must
	// lose the parts along all vectors, twice if much cancels.
	for before := math.Inf(1); length < before/2; {
		before = length
		for i := range len(l.diagonal) {
			v := l.basis[i*l.size : (i+1)*l.size]
			floats.AddScaled(w, -floats.Dot(w, v), v)
		}
		length = floats.Norm(w, 2)
	}
	l.next = nil
	if len(l.diagonal) == l.size || length <= roundoffBound(l.size)*scale {
		length = 0
	} else {
		floats.Scale(1/length, w)
		l.next = w
	}
	l.off = append(l.off, length)
}

// extend adds up to eight directions to the space; next is nil once the space is invariant. The error is
// the error of ctx.
func (l *lanczosSpace) extend(ctx context.Context) error {
	for range 8 {
		if l.next != nil && ctx.Err() == nil {
			l.addDimension()
		}
	}
	return ctx.Err()
}

// An eigenvalue θ with eigenvector q has converged at these residuals ‖Aq − θq‖/θ. λ_max(A) needs
// more digits, because it limits the step size. λ_max(A⁺) is only displayed.
const (
	largestResidual = 1e-9
	inverseResidual = 1e-2
)

// largestEigenvalue returns the largest eigenvalue of the matrix by which multiply multiplies x,
// with a relative error of about tolerance². The vector start must not be orthogonal to the
// eigenvector of this eigenvalue.
func largestEigenvalue(ctx context.Context, start []float64, multiply func(dst, x []float64), tolerance float64) (float64, error) {
	l := newLanczosSpace(start, multiply)
	for l.next != nil {
		if err := l.extend(ctx); err != nil {
			return 0, err
		}
		e, err := linalg.NewTridiagonalEigen(l.diagonal, l.off)
		if err != nil {
			return 0, err
		}
		j := len(l.diagonal)
		top := mat.NewDense(j, 1, nil)
		top.Set(j-1, 0, 1)
		// ‖Aq − θq‖ is the last entry of off times the last coordinate of q.
		residual := l.off[j-1] * math.Abs(e.Combine(top).At(j-1, 0))
		if theta := e.Values[j-1]; residual <= tolerance*theta || l.next == nil {
			return max(0, theta), nil
		}
	}
	return 0, nil
}

func irregularVector(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1 + math.Sin(float64(7*i*i+3*i+1))
	}
	return x
}
