package rivals

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrHyper is the error for a hyperparameter, or an option of a method, that is out of range.
var ErrHyper = errors.New("hyperparameter out of range")

// Hyper has the hyperparameters of a candidate in a method's grid. A zero field means the method's
// default, unless the field's Zero flag marks the zero as a value.
type Hyper struct {
	// L2 > 0 is the weight of ‖w‖² in an objective with ‖Φw − y‖².
	L2 float64
	// Hidden is the width of a hidden layer, from 1 to MaxHidden.
	Hidden int
	// Coefficient ≥ 0 is the weight of the domain loss in an objective with the label loss.
	Coefficient float64
	// Beta is the strength β of the pull towards orthogonal maps, in [0, 0.5].
	Beta float64
	// Shrink > 0 is added to the diagonal of a matrix before the matrix is inverted.
	Shrink float64
	// Components is the dimension of a subspace, from 1 to MaxHidden. If there are fewer dimensions,
	// the method uses all.
	Components int
	// Refinements is the number of rounds that refine a mapping, from 0 to 1e6.
	Refinements int
	// Epochs is the number of passes over the source, from 1 to 1e9. AdversarialRefine passes over
	// the larger domain instead.
	Epochs int
	// Batch is the number of rows of each domain in a step, from 1 to 1e6.
	Batch int
	// Rate > 0 is the learning rate at the start of training.
	Rate float64
	// ZeroCoefficient, ZeroBeta and ZeroRefinements mark a Coefficient, Beta or Refinements of 0 as a
	// value; otherwise 0 means that the field is not set.
	ZeroCoefficient, ZeroBeta, ZeroRefinements bool
}

// MaxHidden is the largest width of a hidden layer.
const MaxHidden = 1 << 16

// A Hyperparameter describes a field of Hyper.
type Hyperparameter struct {
	// Name is the setting's name in reports, Help a short description, and ValidValues a description
	// of its range.
	Name, Help, ValidValues string
	// Field returns a pointer to the field, an *int or a *float64.
	Field func(*Hyper) any

	// zero returns a pointer to the field's Zero flag. It is nil if zero is not a valid value.
	zero func(*Hyper) *bool
	// words is the format of a value on the screen. Valid values are from lowest to highest.
	words           string
	lowest, highest float64
}

// Hyperparameters returns a Hyperparameter for each field of Hyper, without the Zero flags.
func Hyperparameters() []Hyperparameter {
	const positive, least = "a positive number", math.SmallestNonzeroFloat64
	return []Hyperparameter{
		{"l2", "weight of ‖w‖² in the fit of a linear model", positive, func(h *Hyper) any { return &h.L2 }, nil, "L2 %s", least, math.MaxFloat64},
		{"hidden", "units of each hidden layer of networks", "a whole number from 1 to 65536", func(h *Hyper) any { return &h.Hidden }, nil, "%s units", 1, MaxHidden},
		{"coefficient", "weight of the domain loss; in KLIEP, narrowness of the kernels; in transfer components, weight μ of the penalty", "a number ≥ 0", func(h *Hyper) any { return &h.Coefficient }, func(h *Hyper) *bool { return &h.ZeroCoefficient }, "c %s", 0, math.MaxFloat64},
		{"beta", "how strongly a map is pulled towards rotations", "a number from 0 to 0.5", func(h *Hyper) any { return &h.Beta }, func(h *Hyper) *bool { return &h.ZeroBeta }, "β %s", 0, 0.5},
		{"shrink", "number added to the diagonal of a covariance", positive, func(h *Hyper) any { return &h.Shrink }, nil, "shrink %s", least, math.MaxFloat64},
		{"components", "dimensions of a subspace", "a whole number from 1 to 65536", func(h *Hyper) any { return &h.Components }, nil, "%s components", 1, MaxHidden},
		{"refinements", "rounds of refining a map", "a whole number from 0 to 1e6", func(h *Hyper) any { return &h.Refinements }, func(h *Hyper) *bool { return &h.ZeroRefinements }, "rounds %s", 0, 1e6},
		{"epochs", "passes over the source in training", "a whole number from 1 to 1e9", func(h *Hyper) any { return &h.Epochs }, nil, "%s epochs", 1, 1e9},
		{"batch", "rows of each domain in a step of training", "a whole number from 1 to 1e6", func(h *Hyper) any { return &h.Batch }, nil, "batches of %s", 1, 1e6},
		{"rate", "step size at the start of training", positive, func(h *Hyper) any { return &h.Rate }, nil, "rate %s", least, math.MaxFloat64},
	}
}

// Value returns the setting's value in h, and reports whether there is a value: it is not zero, or
// a Zero flag marks the zero as a value.
func (s Hyperparameter) Value(h Hyper) (v float64, has bool) {
	if whole, ok := s.Field(&h).(*int); ok {
		v = float64(*whole)
	} else {
		v = *s.Field(&h).(*float64)
	}
	return v, v != 0 || s.zero != nil && *s.zero(&h)
}

func (s Hyperparameter) isSet(h Hyper) bool {
	_, has := s.Value(h)
	return has
}

// SetValue stores v in h. If v is zero and a valid value, it sets the Zero flag.
func (s Hyperparameter) SetValue(h *Hyper, v float64) {
	if whole, ok := s.Field(h).(*int); ok {
		*whole = int(v)
	} else {
		*s.Field(h).(*float64) = v + 0 // −0 becomes 0
	}
	if s.zero != nil {
		*s.zero(h) = v == 0
	}
}

// CopyFrom copies the setting's value from another Hyper to h. If there is no value, h has none
// afterwards.
func (s Hyperparameter) CopyFrom(h *Hyper, from Hyper) {
	v, has := s.Value(from)
	s.SetValue(h, v)
	if s.zero != nil && !has {
		*s.zero(h) = false
	}
}

// Check returns an error that wraps ErrHyper if the setting's value in h is out of range.
func (s Hyperparameter) Check(h Hyper) error {
	if v, _ := s.Value(h); !(s.lowest <= v && v <= s.highest) {
		return fmt.Errorf("%w: %s is %v, not %s", ErrHyper, s.Name, v, s.ValidValues)
	}
	return nil
}

// Parse parses text and stores the value in h. The error is a predicate such as "is not a positive
// number", without the text.
func (s Hyperparameter) Parse(h *Hyper, text string) error {
	v, err := strconv.ParseFloat(text, 64)
	at := *h
	s.SetValue(&at, v)
	if read, _ := s.Value(at); err != nil || read != v || s.Check(at) != nil {
		return errors.New("is not " + s.ValidValues)
	}
	*h = at
	return nil
}

// Format formats the setting's value in h for Parse. It returns an empty string if there is no value.
func (s Hyperparameter) Format(h Hyper) string {
	v, has := s.Value(h)
	if !has {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// WithDefaults returns h with missing values taken from other.
func (h Hyper) WithDefaults(other Hyper) Hyper {
	for _, s := range Hyperparameters() {
		if !s.isSet(h) {
			s.CopyFrom(&h, other)
		}
	}
	return h
}

// String lists the values with the names of the settings, such as "hidden 128".
func (h Hyper) String() string {
	return h.join(func(s Hyperparameter, v float64) string { return fmt.Sprintf("%s %g", s.Name, v) })
}

// Describe lists the values in the words of the screen, such as "128 units". write formats numbers.
func (h Hyper) Describe(write func(float64) string) string {
	return h.join(func(s Hyperparameter, v float64) string { return fmt.Sprintf(s.words, write(v)) })
}

func (h Hyper) join(text func(Hyperparameter, float64) string) string {
	var parts []string
	for _, s := range Hyperparameters() {
		if v, has := s.Value(h); has {
			parts = append(parts, text(s, v))
		}
	}
	return strings.Join(parts, ", ")
}

// widthGrid returns the hidden widths of the LAR paper's appendix B.
func widthGrid() []Hyper { return []Hyper{{Hidden: 128}, {Hidden: 256}, {Hidden: 512}, {Hidden: 1024}} }

// coefficientGrid returns the regularization coefficients of the LAR paper's appendix B. The
// appendix gives no widths for methods with a coefficient, so the width is the smallest of
// widthGrid.
func coefficientGrid() []Hyper {
	return []Hyper{
		{Hidden: 128, Coefficient: 1e-4}, {Hidden: 128, Coefficient: 1e-2}, {Hidden: 128, Coefficient: 1},
	}
}

// ownCoefficient is the index in coefficientGrid of 1, the coefficient in the methods' own papers.
const ownCoefficient = 2
