// Package model is the mathematics of label-alignment regularization (LAR) for
// unsupervised domain adaptation: Imani et al., "Label Alignment Regularization
// for Distribution Shift", JMLR 25 (2024).
//
// A [Problem] holds what is computed once for a pair of domains: second moments,
// singular spectra and how they overlap. A [Solver] turns a Problem and [Params]
// into a [Solution]. The package reads no files and prints nothing.
package model

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Task says what the labels are, and so how predictions are scored.
type Task int

const (
	// Binary labels are −1 and +1; a sample is predicted positive where xᵀw > 0.
	Binary Task = iota
	// MultiClass labels are class indices 0..c−1, fitted one-vs-all on ±1 one-hot
	// targets; the prediction is the output with the largest score.
	MultiClass
	// Regression labels are real numbers, predicted by xᵀw.
	Regression
)

// String returns "binary", "multiclass" or "regression".
func (t Task) String() string {
	switch t {
	case Binary:
		return "binary"
	case MultiClass:
		return "multiclass"
	case Regression:
		return "regression"
	}
	return "unknown"
}

// A Domain is a set of samples, one row each. Where they are too many to be held
// in memory, X and Y are rows drawn from them, to be scored and drawn, and Blocks
// reads them all.
type Domain struct {
	// X is the n×d feature matrix Φ, or rows drawn from it where Blocks is not
	// nil; nil where the domain is absent.
	X *mat.Dense
	// Y holds the label of each row of X, in the encoding of the Task; nil where
	// the labels are not known.
	Y []float64
	// N is the number n of samples; 0 means all rows of X.
	N int
	// Blocks hands all n rows of Φ to visit, block by block, with their labels (nil
	// where Y is), on the calling goroutine and always in the same blocks; visit
	// may keep them. It stops at the first error and returns it, soon after ctx is
	// done with that of the context, and fails where the samples are not those
	// that were read before. nil where X holds all.
	Blocks func(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error
}

// Samples returns the number of samples n, 0 for an absent domain.
func (d Domain) Samples() int {
	if d.N > 0 {
		return d.N
	}
	return d.Rows()
}

// Rows returns the number of rows of X, those that are scored and drawn; 0 for an
// absent domain.
func (d Domain) Rows() int {
	if d.X == nil {
		return 0
	}
	n, _ := d.X.Dims()
	return n
}

// Data is what a Problem is made from. Source must be labelled. Labels of Target
// and Validation serve evaluation only and never enter a fit.
type Data struct {
	Task Task
	// Classes is the number of classes of a MultiClass task; ignored otherwise.
	Classes                    int
	Source, Target, Validation Domain
}

// Errors that NewProblem wraps.
var (
	ErrShape     = errors.New("shapes do not agree")
	ErrNotFinite = errors.New("not a finite number")
	ErrScale     = errors.New("numbers too large or too small to compute with")
	ErrOneClass  = errors.New("the source has a single class")
	ErrLabel     = errors.New("label outside the task's encoding")
)

// The largest magnitude of a domain's features must lie within these, that of its
// labels below the upper: then products of moments neither overflow nor vanish.
const (
	smallestScale = 1e-70
	largestScale  = 1e70
)

// Outputs returns the number of weight vectors c that the task needs: one per
// class when MultiClass, else one.
func (d Data) Outputs() int {
	if d.Task == MultiClass {
		return d.Classes
	}
	return 1
}

// Check checks shapes and values: its errors wrap ErrShape, ErrNotFinite, ErrScale,
// ErrOneClass or ErrLabel. It stops soon after ctx is done, with its error.
func (d Data) Check(ctx context.Context) error {
	if d.Source.X == nil || d.Source.Rows() == 0 {
		return fmt.Errorf("%w: the source has no samples", ErrShape)
	}
	if d.Target.X == nil || d.Target.Rows() == 0 {
		return fmt.Errorf("%w: the target has no samples", ErrShape)
	}
	if d.Source.Y == nil {
		return fmt.Errorf("%w: the source has no labels", ErrShape)
	}
	_, cols := d.Source.X.Dims()
	for _, part := range []struct {
		name string
		Domain
	}{{"source", d.Source}, {"target", d.Target}, {"validation", d.Validation}} {
		if part.X == nil {
			continue
		}
		n, c := part.X.Dims()
		if c != cols {
			return fmt.Errorf("%w: the source has %d features, the %s %d", ErrShape, cols, part.name, c)
		}
		if part.Y != nil && len(part.Y) != n {
			return fmt.Errorf("%w: the %s has %d samples and %d labels", ErrShape, part.name, n, len(part.Y))
		}
		if part.N != 0 && part.N < n || part.Blocks == nil && part.Samples() != n {
			return fmt.Errorf("%w: the %s has %d samples in %d rows", ErrShape, part.name, part.N, n)
		}
		largest, err := largestOf(ctx, part.name, part.X, 0)
		if err != nil {
			return err
		}
		if part.Blocks == nil {
			if err := checkScale(part.name, largest); err != nil {
				return err
			}
		}
		if err := d.checkLabels(part.name, part.Y, 0); err != nil {
			return err
		}
	}
	if d.Task != Regression && d.Source.Blocks == nil && constant(d.Source.Y) {
		return ErrOneClass
	}
	return nil
}

// checkedRows is how many rows are checked between two looks at the context.
const checkedRows = 1024

// largestOf returns the largest magnitude in x, rows of a domain after before
// others, which must be finite.
func largestOf(ctx context.Context, name string, x *mat.Dense, before int) (float64, error) {
	n, _ := x.Dims()
	largest := 0.0
	for i := range n {
		if i%checkedRows == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return 0, fmt.Errorf("%w: %s row %d, feature %d is %v", ErrNotFinite, name, before+i+1, j+1, v)
			}
			largest = max(largest, math.Abs(v))
		}
	}
	return largest, nil
}

// checkScale checks the largest magnitude of a domain's features.
func checkScale(name string, largest float64) error {
	if largest != 0 && (largest < smallestScale || largest > largestScale) {
		return fmt.Errorf("%w: the largest %s feature is %.3g; rescale the features", ErrScale, name, largest)
	}
	return nil
}

// checkLabels checks the labels of rows of a domain after before others.
func (d Data) checkLabels(name string, y []float64, before int) error {
	for i, v := range y {
		ok := !math.IsNaN(v) && !math.IsInf(v, 0)
		switch d.Task {
		case Binary:
			ok = v == 1 || v == -1
		case MultiClass:
			ok = v == math.Trunc(v) && v >= 0 && v < float64(d.Classes)
		default:
			if ok && math.Abs(v) > largestScale {
				return fmt.Errorf("%w: %s row %d has label %v; rescale the labels", ErrScale, name, before+i+1, v)
			}
		}
		if !ok {
			return fmt.Errorf("%w: %s row %d has label %v in a %s task", ErrLabel, name, before+i+1, v, d.Task)
		}
	}
	return nil
}

func constant(y []float64) bool {
	for _, v := range y {
		if v != y[0] {
			return false
		}
	}
	return true
}

// Targets returns the n×c matrix that the weights are fitted to: the labels
// themselves, or their ±1 one-hot encoding.
func (d Data) Targets(y []float64) *mat.Dense {
	c := d.Outputs()
	t := mat.NewDense(len(y), c, nil)
	for i, label := range y {
		for j := range c {
			t.Set(i, j, d.target(label, j))
		}
	}
	return t
}

// target is what output j is fitted to where the label is given.
func (d Data) target(label float64, j int) float64 {
	switch {
	case d.Task != MultiClass:
		return label
	case int(label) == j:
		return 1
	}
	return -1
}
