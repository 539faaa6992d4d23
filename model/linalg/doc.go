// Package linalg has the linear algebra for package model that gonum lacks or computes slowly.
// [Eigen] decomposes a symmetric matrix without forming its eigenvectors, and [Eigenvectors] forms
// them by divide and conquer. [Product] and [LargeProduct] multiply matrices on all cores.
// [Orthonormalize] and [Complete] make orthonormal bases, and [Midranks] ranks numbers. Importing
// the package makes blas64 use package simd. A function with a context returns within some
// hundredths of a second after the context ends.
package linalg

import (
	"errors"
	"runtime"
	"sync"

	"larui/model/linalg/simd"
)

var kernel = simd.UseKernel()

// CheckKernel returns an error if the environment names a kernel (see package simd) that this processor
// does not have. Then gonum does all the work.
func CheckKernel() error { return kernel }

// ErrNotFinite is the error for a matrix with an entry that is NaN or infinite.
var ErrNotFinite = errors.New("the matrix is not finite")

// ErrNoConvergence is the error of an eigenvalue iteration that did not converge.
var ErrNoConvergence = errors.New("the eigenvalue iteration did not converge")

// SplitRows splits n rows into one part for each core and calls do for all parts concurrently, with
// the rows from lo to hi.
func SplitRows(n int, do func(lo, hi int)) {
	parts := min(runtime.GOMAXPROCS(0), n)
	var wg sync.WaitGroup
	for p := range parts {
		wg.Go(func() { do(n*p/parts, n*(p+1)/parts) })
	}
	wg.Wait()
}
