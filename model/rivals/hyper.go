package rivals

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// ErrHyper: a candidate, or an option of a method, is out of range.
var ErrHyper = errors.New("hyperparameter out of range")

// Hyper is one candidate of a method's grid.
type Hyper struct {
	// L2 weights ‖w‖² beside ‖Φw − y‖²; finite, > 0.
	L2 float64
	// Hidden is the width of the hidden layer; 1 to MaxHidden.
	Hidden int
	// Coefficient weights the domain term beside the label loss; finite, ≥ 0.
	Coefficient float64
	// Beta is the strength β of the pull towards orthogonal maps; in [0, 0.5].
	Beta float64
	// Shrink is what is added to the diagonal of a matrix before it is inverted; finite,
	// > 0.
	Shrink float64
	// Components is the dimension of a subspace, or as many as there are if that is less; 1
	// to MaxHidden.
	Components int
	// Refinements is the number of rounds by which a mapping is refined; 0 to
	// maxRefinements.
	Refinements int
}

// maxRefinements bounds the rounds that refine a mapping.
const maxRefinements = 1 << 20

// MaxHidden bounds the width of a hidden layer.
const MaxHidden = 1 << 16

// A setting is a field of Hyper: its name, how the screen writes its value, the
// value and where that may lie.
type setting struct {
	name, words        string
	value, least, most float64
	must               string
}

func (h Hyper) settings() []setting {
	return []setting{
		{"l2", "L2 %s", h.L2, math.SmallestNonzeroFloat64, math.MaxFloat64, "it must be finite and positive"},
		{"hidden", "%s units", float64(h.Hidden), 1, MaxHidden, fmt.Sprintf("it goes from 1 to %d", MaxHidden)},
		{"coefficient", "c %s", h.Coefficient, 0, math.MaxFloat64, "it must be finite and not negative"},
		{"beta", "β %s", h.Beta, 0, 0.5, "it goes from 0 to 0.5"},
		{"shrink", "shrink %s", h.Shrink, math.SmallestNonzeroFloat64, math.MaxFloat64, "it must be finite and positive"},
		{"components", "%s components", float64(h.Components), 1, MaxHidden, fmt.Sprintf("it goes from 1 to %d", MaxHidden)},
		{"refinements", "refined %s×", float64(h.Refinements), 0, maxRefinements, fmt.Sprintf("it goes from 0 to %d", maxRefinements)},
	}
}

// check checks the fields that are not zero in a candidate of the method's grid.
func (h Hyper) check(candidate Hyper) error {
	used := candidate.settings()
	for i, s := range h.settings() {
		if used[i].value != 0 && !(s.least <= s.value && s.value <= s.most) {
			return fmt.Errorf("%w: %s is %v; %s", ErrHyper, s.name, s.value, s.must)
		}
	}
	return nil
}

// String names the fields that are not zero, as reports do: "hidden 128".
func (h Hyper) String() string {
	return h.join(func(s setting) string { return fmt.Sprintf("%s %g", s.name, s.value) })
}

// Words names the fields that are not zero, as the screen does: "128 units". The
// numbers are as write writes them.
func (h Hyper) Words(write func(float64) string) string {
	return h.join(func(s setting) string { return fmt.Sprintf(s.words, write(s.value)) })
}

func (h Hyper) join(text func(setting) string) string {
	var parts []string
	for _, s := range h.settings() {
		if s.value != 0 {
			parts = append(parts, text(s))
		}
	}
	return strings.Join(parts, ", ")
}

// widthGrid is appendix B's grid of hidden widths.
func widthGrid() []Hyper { return []Hyper{{Hidden: 128}, {Hidden: 256}, {Hidden: 512}, {Hidden: 1024}} }

// coefficientGrid is appendix B's grid of regularization coefficients, with the
// least of its widths: it gives none for the methods that have a coefficient. The
// last has the weight of their own papers, ownCoefficient.
func coefficientGrid() []Hyper {
	return []Hyper{
		{Hidden: 128, Coefficient: 1e-4}, {Hidden: 128, Coefficient: 1e-2}, {Hidden: 128, Coefficient: 1},
	}
}

// ownCoefficient is the place of the coefficient 1 in that grid.
const ownCoefficient = 2
