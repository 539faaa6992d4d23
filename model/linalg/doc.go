// Package linalg has the linear algebra for package model that gonum lacks or computes slowly. A
// [FactoredEigen] is an eigendecomposition without formed eigenvectors. [Eigenvectors] and
// [LeadingEigenvectors] use divide and conquer. [Product] and [LargeProduct] multiply on all cores;
// only LargeProduct stops when a context ends, so it serves products that take longer than some
// hundredths of a second. [ParallelRows] runs a function on parts of the rows at the same time.
// [Orthonormalize] and [CompleteBasis] make orthonormal bases, and [Midranks] ranks numbers.
// Importing the package makes blas64 use package simd. A function with a context returns within some
// hundredths of a second after the context ends.
package linalg

import (
	"errors"
	"runtime"
	"sync"

	"larui/model/linalg/simd"
)

var kernel = simd.UseKernel()

// CheckKernel returns an error if the environment variable LARUI_SIMD names a kernel of package
// simd that this processor cannot run. In this case gonum does all the work.
func CheckKernel() error { return kernel }

// ErrNotFinite is the error for a matrix that has a NaN or infinite entry.
var ErrNotFinite = errors.New("the matrix is not finite")

// ErrNoConvergence is the error of an eigenvalue iteration that did not converge.
var ErrNoConvergence = errors.New("the eigenvalue iteration did not converge")

// ParallelRows splits n rows into one part for each core. It calls do concurrently for each part,
// the rows lo to hi−1.
func ParallelRows(n int, do func(lo, hi int)) {
	parts := min(runtime.GOMAXPROCS(0), n)
	var wg sync.WaitGroup
	for p := range parts {
		wg.Go(func() { do(n*p/parts, n*(p+1)/parts) })
	}
	wg.Wait()
}
