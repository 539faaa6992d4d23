package simd

import (
	"sync"

	"golang.org/x/sys/cpu"
)

// availableKernels returns the kernels that this processor can run, the fastest first.
var availableKernels = sync.OnceValue(func() (there []*kernel) {
	vectors := kernel{width: 8, dots: dots4, axpys: axpys4, dotsAndAxpys: both4}
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL {
		k := vectors
		k.name, k.rows, k.columns, k.tile, k.block, k.steps = "avx512", 8, 24, tile8x24, 64, 192
		there = append(there, &k)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		k := vectors
		k.name, k.rows, k.columns, k.tile, k.block, k.steps = "avx2", 4, 12, tile4x12, 192, 320
		there = append(there, &k)
	}
	return there
})

// tile4x12 and tile8x24 are tile functions of a kernel, for AVX2 with FMA and for AVX-512.

//go:noescape
func tile4x12(steps int, alpha float64, a, b, c *float64, stride int)

//go:noescape
func tile8x24(steps int, alpha float64, a, b, c *float64, stride int)

// dots4, axpys4 and both4 are the functions dots, axpys and dotsAndAxpys of a kernel for AVX2. They
// serve AVX-512 too, because memory limits their speed.

//go:noescape
func dots4(n int, a *float64, stride int, x, out *float64)

//go:noescape
func axpys4(n int, a *float64, stride int, c, y *float64)

//go:noescape
func both4(n int, a *float64, stride int, x, y, c, out *float64)
