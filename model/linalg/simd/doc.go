// Package simd is gonum's BLAS on the vector units of the processor, for the routines in
// which preparing a problem and training a network spend their time.
//
//	Implementation  gonum's, with Dgemm, Dsyrk, Dsyr2k, Dgemv and Dsymv of its own where the
//	                matrices are large enough (level3.go, level2.go); all else is gonum's
//	kernel          what is written in assembly, once for AVX2 with FMA and once for AVX-512
//	                (kernel_amd64.go, *_amd64.s); other processors have none
//
// A product is cut as by Goto and van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication", ACM TOMS 34 (2008): strips of both factors are packed so that a kernel
// reads them in a row from the caches, and keeps a tile of the result in registers
// (product.go).
//
// Importing the package changes nothing; [Use] makes blas64, and with it package mat, use
// the fastest kernel that the processor has, or the one that the variable LARUI_SIMD names:
// avx512, avx2 or none.
//
// Rows of the result are shared among the cores, no sum is: equal input gives equal bits
// whatever their number, though not on another kernel, which sums in another order. Unlike
// gonum's, a product does not skip factors that are zero: 0·∞ is NaN.
//
// # Changing a kernel
//
// A kernel reads and writes memory that no bounds are checked of, and most mistakes in one give
// right sums all the same. So TestKernels runs each of them on whole numbers, of which every
// sum is exact in whatever order, and asks for equal bits: for every operation, transposition
// and triangle, for sizes on both sides of tiles and vectors, for α and β of 0, 1, −1 and
// fractions, and for strides beyond the width. The operands end, or begin, at a page that may
// be neither read nor written, where the system is Linux, and hold NaN between their rows,
// which has to be there afterwards and nowhere else. A changed kernel needs no other test, but
// one of its name in kernel_amd64.go, so that it is run.
//
// Another routine is a method of Implementation that hands to gonum's what it does not
// take: small sizes, strides, and calls that are to panic. Another processor is a file
// that lists its kernels.
package simd
