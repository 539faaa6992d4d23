package rivals

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrHyper is the error for a candidate, or an option of a method, that is out of range.
var ErrHyper = errors.New("hyperparameter out of range")

// Hyper is a candidate of a method's grid. A zero stands for the method's own value, unless the
// field's Zero flag is set.
type Hyper struct {
	// L2 is the weight of ‖w‖² beside ‖Φw − y‖²; finite, > 0.
	L2 float64
	// Hidden is the width of a hidden layer; 1 to MaxHidden.
	Hidden int
	// Coefficient is the weight of the domain term beside the label loss; finite, ≥ 0.
	Coefficient float64
	// Beta is the strength β of the pull towards orthogonal maps; in [0, 0.5].
	Beta float64
	// Shrink is added to the diagonal of a matrix before the matrix is inverted; finite, > 0.
	Shrink float64
	// Components is the dimension of a subspace, or the number of all dimensions if that is less; 1
	// to MaxHidden.
	Components int
	// Refinements is the number of rounds that refine a mapping; 0 to 1e6.
	Refinements int
	// Epochs is the number of passes over the source, in Adv-R over the larger domain; 1 to 1e9.
	Epochs int
	// Batch is the number of rows of each domain in a step; 1 to 1e6.
	Batch int
	// Rate is the learning rate at the start; finite, > 0.
	Rate float64
	// ZeroCoefficient, ZeroBeta and ZeroRefinements mark a zero in these fields as a value.
	ZeroCoefficient, ZeroBeta, ZeroRefinements bool
}

// MaxHidden bounds the width of a hidden layer.
const MaxHidden = 1 << 16

// A Setting is a field of Hyper.
type Setting struct {
	// Name is the setting's name in reports, Help a short description, and ValidValues a description of
	// the valid values.
	Name, Help, ValidValues string
	// Field returns a pointer to the field of a candidate, an *int or a *float64.
	Field func(*Hyper) any

	// zero returns a pointer to the flag that marks a zero as a value; nil if zero is not allowed.
	zero func(*Hyper) *bool
	// words is the format of a value on the screen. Values are from least to most.
	words       string
	least, most float64
}

// Settings returns the fields of Hyper.
func Settings() []Setting {
	const positive, least = "a positive number", math.SmallestNonzeroFloat64
	return []Setting{
		{"l2", "weight of ‖w‖² in the method's head", positive, func(h *Hyper) any { return &h.L2 }, nil, "L2 %s", least, math.MaxFloat64},
		{"hidden", "units of each hidden layer of networks", "a whole number from 1 to 65536", func(h *Hyper) any { return &h.Hidden }, nil, "%s units", 1, MaxHidden},
		{"coefficient", "weight of the domain term; of KLIEP, transfer components: of the kernel", "a number ≥ 0", func(h *Hyper) any { return &h.Coefficient }, func(h *Hyper) *bool { return &h.ZeroCoefficient }, "c %s", 0, math.MaxFloat64},
		{"beta", "how strongly a map is pulled towards rotations", "a number from 0 to 0.5", func(h *Hyper) any { return &h.Beta }, func(h *Hyper) *bool { return &h.ZeroBeta }, "β %s", 0, 0.5},
		{"shrink", "number added to the diagonal of a covariance", positive, func(h *Hyper) any { return &h.Shrink }, nil, "shrink %s", least, math.MaxFloat64},
		{"components", "dimensions of a subspace", "a whole number from 1 to 65536", func(h *Hyper) any { return &h.Components }, nil, "%s components", 1, MaxHidden},
		{"refinements", "rounds of refining a map", "a whole number from 0 to 1e6", func(h *Hyper) any { return &h.Refinements }, func(h *Hyper) *bool { return &h.ZeroRefinements }, "rounds %s", 0, 1e6},
		{"epochs", "passes of a training over the source", "a whole number from 1 to 1e9", func(h *Hyper) any { return &h.Epochs }, nil, "%s epochs", 1, 1e9},
		{"batch", "rows of each domain in a step of training", "a whole number from 1 to 1e6", func(h *Hyper) any { return &h.Batch }, nil, "batches of %s", 1, 1e6},
		{"rate", "step size at the start of training", positive, func(h *Hyper) any { return &h.Rate }, nil, "rate %s", least, math.MaxFloat64},
	}
}

// Value returns the value in a candidate, and whether there is one: it is not zero, or is marked as a
// value.
func (s Setting) Value(h Hyper) (v float64, has bool) {
	if whole, ok := s.Field(&h).(*int); ok {
		v = float64(*whole)
	} else {
		v = *s.Field(&h).(*float64)
	}
	return v, v != 0 || s.zero != nil && *s.zero(&h)
}

// isSet reports whether a candidate has a value.
func (s Setting) isSet(h Hyper) bool {
	_, has := s.Value(h)
	return has
}

// SetValue stores a value in a candidate and marks a zero as a value, if zero is allowed.
func (s Setting) SetValue(h *Hyper, v float64) {
	if whole, ok := s.Field(h).(*int); ok {
		*whole = int(v)
	} else {
		*s.Field(h).(*float64) = v + 0 // turns −0 into 0
	}
	if s.zero != nil {
		*s.zero(h) = v == 0
	}
}

// CopyFrom copies the value of another candidate, or its absence.
func (s Setting) CopyFrom(h *Hyper, from Hyper) {
	v, has := s.Value(from)
	s.SetValue(h, v)
	if s.zero != nil && !has {
		*s.zero(h) = false
	}
}

// Check returns an error that wraps ErrHyper if the value in a candidate is out of range.
func (s Setting) Check(h Hyper) error {
	if v, _ := s.Value(h); !(s.least <= v && v <= s.most) {
		return fmt.Errorf("%w: %s is %v, not %s", ErrHyper, s.Name, v, s.ValidValues)
	}
	return nil
}

// Parse parses text and stores the value in a candidate. The error explains what is wrong with text.
func (s Setting) Parse(h *Hyper, text string) error {
	v, err := strconv.ParseFloat(text, 64)
	at := *h
	s.SetValue(&at, v)
	if read, _ := s.Value(at); err != nil || read != v || s.Check(at) != nil {
		return errors.New("is not " + s.ValidValues)
	}
	*h = at
	return nil
}

// Format formats the value in a candidate for Parse. It returns an empty string if there is no value.
func (s Setting) Format(h Hyper) string {
	v, has := s.Value(h)
	if !has {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// WithDefaults returns the candidate with missing values taken from other.
func (h Hyper) WithDefaults(other Hyper) Hyper {
	for _, s := range Settings() {
		if !s.isSet(h) {
			s.CopyFrom(&h, other)
		}
	}
	return h
}

// String lists the values with the names in reports, such as "hidden 128".
func (h Hyper) String() string {
	return h.join(func(s Setting, v float64) string { return fmt.Sprintf("%s %g", s.Name, v) })
}

// Describe lists the values as the screen shows them, such as "128 units". write formats the numbers.
func (h Hyper) Describe(write func(float64) string) string {
	return h.join(func(s Setting, v float64) string { return fmt.Sprintf(s.words, write(v)) })
}

func (h Hyper) join(text func(Setting, float64) string) string {
	var parts []string
	for _, s := range Settings() {
		if v, has := s.Value(h); has {
			parts = append(parts, text(s, v))
		}
	}
	return strings.Join(parts, ", ")
}

// widthGrid is appendix B's grid of hidden widths.
func widthGrid() []Hyper { return []Hyper{{Hidden: 128}, {Hidden: 256}, {Hidden: 512}, {Hidden: 1024}} }

// coefficientGrid is appendix B's grid of regularization coefficients, with the smallest of its
// widths: the appendix gives no widths for the methods with a coefficient. The coefficient at index
// ownCoefficient is the one of the methods' own papers.
func coefficientGrid() []Hyper {
	return []Hyper{
		{Hidden: 128, Coefficient: 1e-4}, {Hidden: 128, Coefficient: 1e-2}, {Hidden: 128, Coefficient: 1},
	}
}

// ownCoefficient is the index of the coefficient 1 in coefficientGrid.
const ownCoefficient = 2
