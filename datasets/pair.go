package datasets

import (
	"fmt"

	"larui/model"
)

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
	// Data holds the Task, the Source, Target and Validation domains, which have
	// the same number of features, and the number of ClassNames. Target.Y and
	// Validation may be absent; Target.X is absent only when the pair was opened
	// with Spec.SourceOnly.
	model.Data
	// SourceName and TargetName tell the domains apart: "MNIST train".
	SourceName, TargetName string
	// ClassNames are the names of the classes in ascending order; for a binary
	// task the negative class, then the positive one; nil for regression.
	ClassNames []string
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

// note adds a sentence about what was done to the data.
func (p *Pair) note(format string, args ...any) {
	p.Notes = append(p.Notes, OneLine(fmt.Sprintf(format, args...)))
}

// featureName names feature j for people.
func (p *Pair) featureName(j int) string {
	if p.Features == nil {
		return fmt.Sprint(j + 1)
	}
	return p.Features[j]
}

// plural is "1 row" or "2 rows".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
