// Package linalg is the linear algebra below package model, where gonum has none of it or
// takes long:
//
//	product.go     products that are shared among the cores and can be stopped
//	eigen.go       a symmetric matrix decomposed without forming its eigenvectors
//	divide.go      its eigenvectors, by divide and conquer
//	reflectors.go  several Householder reflections at once, and orthonormal bases
//	ranks.go       the ranks of numbers
//
// All of it works through blas64, which importing this package sets to that of package
// simd. What takes a context stops within some hundredths of a second of its end.
package linalg

import (
	"errors"
	"runtime"
	"sync"

	"larui/model/linalg/simd"
)

var kernel = simd.Use()

// Kernel fails where the environment names a kernel that this processor has not (package
// simd): then all is left to gonum.
func Kernel() error { return kernel }

// ErrNotFinite says that a matrix has an entry that is NaN or infinite.
var ErrNotFinite = errors.New("the matrix is not finite")

// ErrNoConvergence says that an eigenvalue iteration did not converge.
var ErrNoConvergence = errors.New("the eigenvalue iteration did not converge")

// InParts splits n rows into parts that do works on side by side, rows lo to hi.
func InParts(n int, do func(lo, hi int)) {
	parts := min(runtime.GOMAXPROCS(0), n)
	var wg sync.WaitGroup
	for p := range parts {
		wg.Go(func() { do(n*p/parts, n*(p+1)/parts) })
	}
	wg.Wait()
}
