package rivals

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrHyper: a candidate, or an option of a method, is out of range.
var ErrHyper = errors.New("hyperparameter out of range")

// Hyper is one candidate of a method's grid. A zero stands for what the method has by itself.
type Hyper struct {
	// L2 weights ‖w‖² beside ‖Φw − y‖²; finite, > 0.
	L2 float64
	// Hidden is the width of a hidden layer; 1 to MaxHidden.
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
	// Refinements is the number of rounds by which a mapping is refined; 0 to 1e6.
	Refinements int
	// Epochs is the number of passes over the source, in Adv-R over the larger domain; 1 to 1e9.
	Epochs int
	// Batch is the number of rows of each domain in a step; 1 to 1e6.
	Batch int
	// Rate is the learning rate at the start; finite, > 0.
	Rate float64
}

// MaxHidden bounds the width of a hidden layer.
const MaxHidden = 1 << 16

// A Setting is a field of Hyper.
type Setting struct {
	// Name is what reports call it, Label what the screen does; Help says what it is.
	Name, Label, Help string
	// Tried are values that one would try first, ascending.
	Tried []float64
	// At points to the field of a candidate, an *int or a *float64.
	At func(*Hyper) any

	// words are how the screen writes a value, which lies from least to most: must says what
	// it has to be.
	words       string
	least, most float64
	must        string
}

// Settings returns the fields of Hyper.
func Settings() []Setting {
	const positive, least = "a positive number", math.SmallestNonzeroFloat64
	tens := []float64{1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000}
	return []Setting{
		{"l2", "its L2", "weight of ‖w‖² in the method's head", tens[3:], func(h *Hyper) any { return &h.L2 }, "L2 %s", least, math.MaxFloat64, positive},
		{"hidden", "units", "units of each hidden layer of networks", []float64{32, 64, 128, 256, 512, 1024}, func(h *Hyper) any { return &h.Hidden }, "%s units", 1, MaxHidden, "a whole number from 1 to 65536"},
		{"coefficient", "c", "weight of the domain term; of KLIEP, transfer components: of the kernel", tens[:6], func(h *Hyper) any { return &h.Coefficient }, "c %s", 0, math.MaxFloat64, "a number ≥ 0"},
		{"beta", "β", "how strongly a map is pulled towards rotations", tens[1:4], func(h *Hyper) any { return &h.Beta }, "β %s", 0, 0.5, "a number from 0 to 0.5"},
		{"shrink", "shrink", "what is added to the diagonal of a covariance", tens[2:7], func(h *Hyper) any { return &h.Shrink }, "shrink %s", least, math.MaxFloat64, positive},
		{"components", "components", "dimensions of a subspace", []float64{1, 2, 4, 8, 16, 32, 64}, func(h *Hyper) any { return &h.Components }, "%s components", 1, MaxHidden, "a whole number from 1 to 65536"},
		{"refinements", "rounds", "rounds by which a map is refined", []float64{1, 2, 3, 5, 10}, func(h *Hyper) any { return &h.Refinements }, "rounds %s", 0, 1e6, "a whole number from 0 to 1e6"},
		{"epochs", "its epochs", "passes of a training over the source", []float64{1, 2, 5, 10, 20, 50, 100}, func(h *Hyper) any { return &h.Epochs }, "%s epochs", 1, 1e9, "a whole number from 1 to 1e9"},
		{"batch", "batch", "rows of each domain in a step of training", []float64{8, 16, 32, 64, 128, 256}, func(h *Hyper) any { return &h.Batch }, "batches of %s", 1, 1e6, "a whole number from 1 to 1e6"},
		{"rate", "its rate", "step size at the start of training", []float64{1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1}, func(h *Hyper) any { return &h.Rate }, "rate %s", least, math.MaxFloat64, positive},
	}
}

// of returns the value in a candidate, set sets it there.
func (s Setting) of(h Hyper) float64 {
	if whole, ok := s.At(&h).(*int); ok {
		return float64(*whole)
	}
	return *s.At(&h).(*float64)
}

func (s Setting) set(h *Hyper, v float64) {
	if whole, ok := s.At(h).(*int); ok {
		*whole = int(v)
	} else {
		*s.At(h).(*float64) = v
	}
}

// Check returns what is wrong with the value in a candidate, an error that wraps ErrHyper.
func (s Setting) Check(h Hyper) error {
	if v := s.of(h); !(s.least <= v && v <= s.most) {
		return fmt.Errorf("%w: %s is %v, not %s", ErrHyper, s.Name, v, s.must)
	}
	return nil
}

// Read sets the value that text says, which is not 0: that stands for the method's own. The error
// says what is wrong with text.
func (s Setting) Read(h *Hyper, text string) error {
	v, err := strconv.ParseFloat(text, 64)
	at := *h
	s.set(&at, v)
	switch {
	case err != nil || s.of(at) != v || s.Check(at) != nil:
		return errors.New("is not " + s.must)
	case v == 0:
		return errors.New("can't be set to 0")
	}
	*h = at
	return nil
}

// Write writes the value in a candidate as Read reads it, 0 as nothing.
func (s Setting) Write(h Hyper) string {
	if s.of(h) == 0 {
		return ""
	}
	return strconv.FormatFloat(s.of(h), 'g', -1, 64)
}

// Or returns the candidate with the fields of another one where its own are zero.
func (h Hyper) Or(other Hyper) Hyper {
	for _, s := range Settings() {
		if s.of(h) == 0 {
			s.set(&h, s.of(other))
		}
	}
	return h
}

// String names the fields that are not zero, as reports do: "hidden 128".
func (h Hyper) String() string {
	return h.join(func(s Setting) string { return fmt.Sprintf("%s %g", s.Name, s.of(h)) })
}

// Words names the fields that are not zero, as the screen does: "128 units". The
// numbers are as write writes them.
func (h Hyper) Words(write func(float64) string) string {
	return h.join(func(s Setting) string { return fmt.Sprintf(s.words, write(s.of(h))) })
}

func (h Hyper) join(text func(Setting) string) string {
	var parts []string
	for _, s := range Settings() {
		if s.of(h) != 0 {
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
