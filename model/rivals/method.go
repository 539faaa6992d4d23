// Package rivals holds the methods that label-alignment regularization is
// compared with in Imani et al., "Label Alignment Regularization for Distribution
// Shift", JMLR 25 (2024), each as its own authors describe it, behind one
// interface. Architectures, schedules and grids are those of that paper's
// appendix B, "Experiment Details"; where it is silent, those of the method's own
// paper. Each method's documentation says where its choices come from.
//
// Every method is deterministic: the same data, hyperparameters and seed give the
// same weights bit by bit, on any number of cores. The package reads no files and
// prints nothing.
package rivals

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Method learns a classifier (or, where linear, a regression) from a labelled
// source and an unlabelled target.
type Method interface {
	// Name is the method's name in tables.
	Name() string
	// Variant says in words which of its options the method runs with, empty where
	// there is nothing to choose.
	Variant() string
	// Applies tells whether the method can handle the task.
	Applies(task model.Task) bool
	// Grid lists the candidates that Select tries, in the order of the paper.
	Grid() []Hyper
	// Train learns from p. It reports to progress, where not nil, from the calling
	// goroutine. It returns the context's error soon after its being cancelled,
	// within 50 ms for a thousand features and the batches and widths of the grid;
	// other errors wrap model's ErrShape, ErrNotFinite, ErrScale,
	// ErrLabel or ErrOneClass, or ErrHyper, ErrTask or ErrDiverged.
	Train(ctx context.Context, p Problem, h Hyper, seed uint64, progress func(Progress)) (Classifier, error)
}

// A Classifier is what a Method has learned; it never changes, and may be used
// concurrently.
type Classifier interface {
	// Scores returns the scores (m×c) of target rows x (m×d), for
	// model.Task.Predict: c is 1 in a binary task, positive for the label +1, and
	// in a regression, the number of classes otherwise.
	Scores(x *mat.Dense) *mat.Dense
}

// A Representer is a Classifier that learns a representation of the rows first,
// the same for source and target.
type Representer interface {
	// Representation returns the hidden features (m×h) of rows x (m×d).
	Representation(x *mat.Dense) *mat.Dense
}

// A DomainClassifier is a Classifier trained against a discriminator of domains.
type DomainClassifier interface {
	// DomainAccuracy returns the discriminator's accuracy on rows of the source and
	// of the target, both domains weighing the same: one half where it can't tell
	// them apart (the paper's Table 3).
	DomainAccuracy(source, target *mat.Dense) float64
}

// A SourceMapper is a Classifier for target rows only: rows of the source must be
// mapped before they are scored.
type SourceMapper interface {
	// MapSource returns the source rows x (n×d) in the target's space (n×d).
	MapSource(x *mat.Dense) *mat.Dense
}

// Progress is how far a training or selection has come.
type Progress struct {
	Method string
	// Candidate counts from 1 to Candidates; both 1 outside of Select.
	Candidate, Candidates int
	// Epoch counts from 1 to Epochs.
	Epoch, Epochs int
	// Loss is the mean training loss over the epoch.
	Loss float64
}

// Errors that Train and Select wrap, besides those of package model.
var (
	ErrHyper    = errors.New("hyperparameter out of range")
	ErrTask     = errors.New("the method does not apply")
	ErrDiverged = errors.New("the training diverged")
)

func needsClasses(name string, task model.Task) error {
	return fmt.Errorf("%w: %s needs classes, and this is a %s task", ErrTask, name, task)
}

// Methods returns the paper's rivals with their default options, the linear ones
// first.
func Methods() []Method {
	return []Method{
		LeastSquares{}, Ridge{}, Logistic{},
		SourceOnly{}, DANN{}, CDAN{}, FDAL{}, IWDAN{}, IWCDAN{},
		AdversarialRefine{}, AdversarialRefine{Head: LogisticHead},
	}
}
