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

// Variable names the environment variable that chooses the kernel.
const Variable = "LARUI_SIMD"

// None is the name of no kernel: gonum alone.
const None = "none"

// An Implementation is gonum's BLAS, with its own routines for float64 where a kernel is
// there and the work is worth it.
type Implementation struct {
	blas.Float64
	kernel *kernel
	// worth is from how many multiplications on a product is not left to gonum.
	worth int
}

// worthPacking is from how many multiplications on packing both factors costs less than it
// saves.
const worthPacking = 20 * 20 * 20

// A kernel is the innermost loops for one kind of vector unit.
type kernel struct {
	name string
	// tile adds α·A·B to rows×columns entries of C, of strips packed one step of the
	// sum after the other.
	rows, columns int
	tile          func(steps int, alpha float64, a, b, c *float64, stride int)
	// block and steps are how many rows of A, and how many steps of the sum, are packed
	// at a time: a block of A stays in the second cache, a strip of B in the first.
	block, steps int
	// width divides the n of the following, which go over four rows of A at a time.
	width int
	// dots sets out[r] to Σ_j A_rj x_j.
	dots func(n int, a *float64, stride int, x, out *float64)
	// axpys adds Σ_r c_r A_rj to y_j.
	axpys func(n int, a *float64, stride int, c, y *float64)
	// both sets out[r] to Σ_j A_rj x_j and adds Σ_r c_r A_rj to y_j.
	both func(n int, a *float64, stride int, x, y, c, out *float64)
}

// New returns the implementation with the kernel of that name, of the fastest where it is
// empty. It fails where this processor has none of that name.
func New(name string) (Implementation, error) {
	made := Implementation{Float64: gonum.Implementation{}, worth: worthPacking}
	there := kernels()
	names := make([]string, len(there))
	for i, k := range there {
		names[i] = k.name
	}
	at := slices.Index(names, name)
	switch {
	case name == None || name == "" && len(there) == 0:
	case name == "":
		made.kernel = there[0]
	case at >= 0:
		made.kernel = there[at]
	default:
		return made, fmt.Errorf("%s is %q: this processor has %s", Variable, name, strings.Join(append(names, None), ", "))
	}
	return made, nil
}

// Name returns the name of the kernel in use, None without one.
func (i Implementation) Name() string {
	if i.kernel == nil {
		return None
	}
	return i.kernel.name
}

// Use makes the implementation that the environment names the one of blas64. It fails as New
// does, and leaves all to gonum then.
func Use() error {
	made, err := New(os.Getenv(Variable))
	blas64.Use(made)
	return err
}
