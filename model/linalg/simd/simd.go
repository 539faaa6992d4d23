package simd

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
)

// KernelVariable is the name of the environment variable that selects the kernel.
const KernelVariable = "LARUI_SIMD"

// NoKernel is the kernel name that means gonum alone.
const NoKernel = "none"

// An Implementation is gonum's BLAS with its own float64 routines for products that are large
// enough for a kernel.
type Implementation struct {
	blas.Float64
	kernel *kernel
	// threshold is the smallest number of multiplications that the kernel does instead of gonum.
	threshold int
}

// packingThreshold is the smallest number of multiplications in a product where packing both
// factors saves time.
const packingThreshold = 20 * 20 * 20

// A kernel has the innermost loops for one kind of vector unit. Kernels access memory without
// bounds checks.
type kernel struct {
	name string
	// tile adds α·A·B to rows×columns entries of C. The strips of A and B are packed one step of
	// the sum after the other.
	rows, columns int
	tile          func(steps int, alpha float64, a, b, c *float64, stride int)
	// block is the number of rows of A, and steps the number of steps of the sum, that are packed
	// at a time. A block of A stays in the second-level cache, and a strip of B in the first-level
	// cache.
	block, steps int
	// width divides the argument n of the functions below, which read four rows of A at a time.
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
	there := availableKernels()
	names := make([]string, len(there))
	for i, k := range there {
		names[i] = k.name
	}
	at := slices.Index(names, name)
	switch {
	case name == NoKernel || name == "" && len(there) == 0:
	case name == "":
		made.kernel = there[0]
	case at >= 0:
		made.kernel = there[at]
	default:
		return made, fmt.Errorf("%s is %q: this processor has %s", KernelVariable, name, strings.Join(append(names, NoKernel), ", "))
	}
	return made, nil
}

// Name returns the name of the kernel in use, or None.
func (i Implementation) Name() string {
	if i.kernel == nil {
		return NoKernel
	}
	return i.kernel.name
}

// UseKernel makes blas64 use the implementation with the kernel that the environment names. If New fails,
// UseKernel returns the error, and gonum does all the work.
func UseKernel() error {
	made, err := New(os.Getenv(KernelVariable))
	blas64.Use(made)
	return err
}
