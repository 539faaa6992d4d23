package simd

import (
	"fmt"
	"os"
	"strings"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
)

// KernelVariable is the name of the environment variable that holds the name of a kernel.
const KernelVariable = "LARUI_SIMD"

// NoKernel is the kernel name for computing with gonum alone.
const NoKernel = "none"

// An Implementation is gonum's BLAS, except that a kernel computes large float64 products.
type Implementation struct {
	blas.Float64
	kernel *kernel
	// threshold is the smallest number of multiplications of a product that the kernel computes.
	threshold int
}

// packingThreshold is the smallest number of multiplications in a matrix product for which packing
// both factors saves time.
const packingThreshold = 20 * 20 * 20

// A kernel has the innermost loops for one kind of vector unit. Kernels access memory without
// bounds checks.
type kernel struct {
	name string
	// tile adds α·A·B to a tile of C with rows×columns entries, where steps is the inner dimension.
	// packStrip has packed A and B.
	rows, columns int
	tile          func(steps int, alpha float64, a, b, c *float64, stride int)
	// block×steps is the size of the largest part of A that is packed at a time. It fits in the
	// second-level cache, and packed strips of B fit in the first-level cache.
	block, steps int
	// width must divide the argument n of dots, axpys and dotsAndAxpys. These functions read n
	// columns of four rows of A, r = 0, …, 3.
	width int
	// dots sets out[r] to Σ_j A_rj x_j.
	dots func(n int, a *float64, stride int, x, out *float64)
	// axpys adds Σ_r c_r A_rj to y_j.
	axpys func(n int, a *float64, stride int, c, y *float64)
	// dotsAndAxpys sets out[r] to Σ_j A_rj x_j and adds Σ_r c_r A_rj to y_j.
	dotsAndAxpys func(n int, a *float64, stride int, x, y, c, out *float64)
}

// New returns the implementation with the kernel of that name, or the fastest kernel if name is
// empty. It fails if this processor has no such kernel.
func New(name string) (Implementation, error) {
	made := Implementation{Float64: gonum.Implementation{}, threshold: packingThreshold}
	var names []string
	for _, k := range availableKernels() {
		if name == "" || name == k.name {
			made.kernel = k
			return made, nil
		}
		names = append(names, k.name)
	}
	if name != "" && name != NoKernel {
		return made, fmt.Errorf("%s is %q, but this processor can only run %s", KernelVariable, name, strings.Join(append(names, NoKernel), ", "))
	}
	return made, nil
}

// Name returns the name of the kernel in use, or NoKernel.
func (i Implementation) Name() string {
	if i.kernel == nil {
		return NoKernel
	}
	return i.kernel.name
}

// UseKernel makes blas64 use the kernel that the environment variable KernelVariable names. If New
// fails, UseKernel returns the error, and gonum does all the work.
func UseKernel() error {
	made, err := New(os.Getenv(KernelVariable))
	blas64.Use(made)
	return err
}
