// Package simd is gonum's BLAS with faster routines for vector units. An [Implementation] computes
// large Dgemm, Dsyrk, Dsyr2k, Dgemv and Dsymv by a kernel in assembly, for AVX2 with FMA or for
// AVX-512, and leaves everything else to gonum. [UseKernel] makes blas64, and so package mat, use the
// fastest kernel of the processor, or the kernel that the environment variable LARUI_SIMD names:
// avx512, avx2 or none. Importing the package has no effect. Equal input gives equal bits on any
// number of cores. Another kernel adds in another order and gives other bits. Unlike gonum's, a
// product does not skip zero factors: 0·∞ is NaN. A new routine is a method of Implementation that
// leaves small sizes, strides and invalid calls to gonum. A new processor needs a file with its
// availableKernels, and TestKernels tests every listed kernel.
package simd
