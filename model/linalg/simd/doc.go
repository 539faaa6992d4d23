// Package simd is gonum's BLAS with faster routines for vector units. An [Implementation] computes
// large Dgemm, Dsyrk, Dsyr2k, Dgemv and Dsymv by a kernel in assembly, for AVX2 with FMA or for
// AVX-512, and leaves everything else to gonum. [Use] makes blas64, and so package mat, use the
// fastest kernel of the processor, or the kernel in the variable LARUI_SIMD: avx512, avx2 or none.
// Importing the package has no effect. Equal input gives equal bits on any number of cores, but not
// with another kernel, which adds in another order. Unlike gonum's, a product does not skip zero
// factors: 0·∞ is NaN. A new routine is a method of Implementation that leaves small sizes, strides
// and invalid calls to gonum. A new processor is a file that lists its kernels, and TestKernels
// tests every listed kernel.
package simd
