package rivals

import (
	"fmt"
	"math"
	"strings"
)

// Hyper is one candidate of a method's grid. A method looks only at the fields
// that its documentation names, and requires them in the ranges given here.
type Hyper struct {
	// L2 weights ‖w‖² beside ‖Φw − y‖²; finite, ≥ 0.
	L2 float64
	// Hidden is the width of the hidden layer; 1 to MaxHidden.
	Hidden int
	// Coefficient weights the domain term beside the label loss; finite, ≥ 0.
	Coefficient float64
	// Beta is the strength β of the pull towards orthogonal maps; in [0, 0.5].
	Beta float64
}

// MaxHidden bounds the width of a hidden layer.
const MaxHidden = 1 << 16

// String names the fields that are not zero.
func (h Hyper) String() string {
	var parts []string
	add := func(name string, value float64) {
		if value != 0 {
			parts = append(parts, fmt.Sprintf("%s %g", name, value))
		}
	}
	add("l2", h.L2)
	add("hidden", float64(h.Hidden))
	add("coefficient", h.Coefficient)
	add("beta", h.Beta)
	return strings.Join(parts, ", ")
}

func (h Hyper) checkL2() error { return nonNegative("l2", h.L2) }

func (h Hyper) checkHidden() error {
	if h.Hidden < 1 || h.Hidden > MaxHidden {
		return fmt.Errorf("%w: hidden is %d; it goes from 1 to %d", ErrHyper, h.Hidden, MaxHidden)
	}
	return nil
}

func (h Hyper) checkCoefficient() error { return nonNegative("coefficient", h.Coefficient) }

func (h Hyper) checkBeta() error {
	if !(h.Beta >= 0 && h.Beta <= 0.5) {
		return fmt.Errorf("%w: beta is %v; it goes from 0 to 0.5", ErrHyper, h.Beta)
	}
	return nil
}

func nonNegative(name string, v float64) error {
	if !(v >= 0) || math.IsInf(v, 0) {
		return fmt.Errorf("%w: %s is %v; it must be finite and not negative", ErrHyper, name, v)
	}
	return nil
}

// narrowest is the width of networks that appendix B gives none for.
const narrowest = 128

// widthGrid is appendix B's grid of hidden widths.
func widthGrid() []Hyper {
	var grid []Hyper
	for _, w := range []int{128, 256, 512, 1024} {
		grid = append(grid, Hyper{Hidden: w})
	}
	return grid
}

// coefficientGrid is appendix B's grid of regularization coefficients.
func coefficientGrid() []Hyper {
	var grid []Hyper
	for _, c := range []float64{1e-4, 1e-2, 1} {
		grid = append(grid, Hyper{Hidden: narrowest, Coefficient: c})
	}
	return grid
}
