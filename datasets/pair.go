// Package datasets holds the pairs of domains that label-alignment
// regularization adapts between: built-in generators, readers for people's own
// files, and the MNIST–USPS digit tasks. It knows matrices and names, and no
// mathematics.
package datasets

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// A Task says what the labels are, and so how predictions are scored.
type Task int

const (
	// Binary labels are −1 and +1.
	Binary Task = iota
	// MultiClass labels are class indices 0, 1, … into Pair.Classes.
	MultiClass
	// Regression labels are real numbers.
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
// in memory, X and Y are a sample of them, to be scored and drawn, and Blocks
// reads them all.
type Domain struct {
	// X is the n×d feature matrix Φ, or rows drawn from it where Blocks is not
	// nil; X is nil where the domain is absent.
	X *mat.Dense
	// Y holds the label of each row of X, in the encoding of the pair's Task; nil
	// where the labels are not known.
	Y []float64
	// N is the number n of samples; 0 means all rows of X.
	N int
	// Blocks hands all rows of Φ to visit, block by block, with their labels (nil
	// where Y is), on the calling goroutine and always in the same blocks; visit
	// may keep them. It stops at the first error, soon after ctx is done with that
	// of the context, and fails with ErrChanged where the file is not what it was.
	// nil where X holds all.
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

// A Shape says that the first Rows·Cols features form a picture, row by row.
// Its zero value means that they do not.
type Shape struct{ Rows, Cols int }

// Start holds the parameters that suit a pair when it is opened. Zero fields
// leave the choice to the program's defaults.
type Start struct {
	K, KTilde int
	Lambda    float64
	Epochs    int
	// Rate is the step size α of gradient descent; 0 means automatic.
	Rate float64
}

// A Pair is a labelled source domain and a target domain to adapt to.
type Pair struct {
	// Name is how the command line calls the pair; Title how a screen does.
	Name, Title string
	Task        Task
	// Source, Target and Validation have the same number of features.
	// Target.Y and Validation may be absent; Target.X is absent only when the
	// pair was opened with Spec.SourceOnly. Target labels serve evaluation only.
	Source, Target, Validation Domain
	// SourceName and TargetName tell the domains apart: "MNIST train".
	SourceName, TargetName string
	// Classes are the names of the classes in ascending order; for a binary
	// task the negative class, then the positive one; nil for regression.
	Classes []string
	// Features names the columns of X, nil where they have no names.
	Features []string
	// Bias tells that the last column of X is the constant 1.
	Bias bool
	// Shape is set where features form a picture.
	Shape Shape
	Start Start
	// Notes are sentences about what was done to the data on the way in, for
	// people to read.
	Notes []string
}
