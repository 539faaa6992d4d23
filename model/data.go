package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A Task is the kind of the labels. It decides how predictions are scored.
type Task int

const (
	// Binary labels are −1 and +1. A sample x is predicted positive if xᵀw > 0.
	Binary Task = iota
	// MultiClass labels are class indices 0..c−1, fitted one-vs-all on ±1 one-hot targets. The
	// predicted class is the output with the largest score.
	MultiClass
	// Regression labels are real numbers, predicted by xᵀw.
	Regression
)

// String returns "binary", "multiclass" or "regression".
func (t Task) String() string {
	names := []string{"binary", "multiclass", "regression"}
	if t < 0 || int(t) >= len(names) {
		return "unknown"
	}
	return names[t]
}

// Class returns the class index of a label. In a Binary task, 0 is the negative and 1 the positive
// class.
func (t Task) Class(label float64) int {
	if t == MultiClass {
		return int(label)
	}
	return int(max(label, 0))
}

// A Domain is the source, the target or the validation set: samples with labels. If the samples do
// not fit in memory, X and Y hold only some of them, for scores and plots, and Blocks reads all.
type Domain struct {
	// X is the n×d feature matrix Φ, or only some of its rows if Blocks or Sums is not nil. X is
	// nil if the domain is absent.
	X *mat.Dense
	// Y holds the labels of the first rows of X, in the encoding of the Task, or nil if no labels are
	// known. Only a target may have fewer labels than rows.
	Y []float64
	// N is the number n of samples; 0 stands for the number of rows of X.
	N int
	// Blocks calls visit with all n rows of Φ, block by block, and with their labels (nil if not all
	// are known). It calls visit on the calling goroutine, with the same blocks each time; visit may
	// keep the blocks. It returns the first error of visit, the error of ctx, or an error if the
	// samples have changed. Blocks is nil if X holds all rows.
	Blocks func(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error
	// Sums holds the moments of all n samples if only the moments are known, else nil. If no sample is
	// known, X is the mean of the samples and Y is nil.
	Sums *Sums
}

// A Sums holds the moments of n samples. Let Z = [Φ − 1sᵀ, 1], where s (d long) is the Origin, and
// y the result of Data.Targets. Gram is ZᵀZ (d+1×d+1), XtY is Zᵀy (d+1×c), and LabelNorm2 is ‖y‖².
// XtY is nil if not all labels are known. Origin is near the mean, so that a mean far from zero
// costs no digits.
type Sums struct {
	Origin     []float64
	Gram, XtY  *mat.Dense
	LabelNorm2 float64
	// NoRows reports that no sample is available, so that Domain.X is the mean of the samples. The
	// squared error is then the only known metric.
	NoRows bool
	// Folds divides all samples into folds. Each fold has only N and Sums, with the same Origin.
	// Folds is nil if the sums of single folds are not known.
	Folds []Domain
}

// IsSampled reports whether X may hold only some of the samples.
func (d Domain) IsSampled() bool { return d.Blocks != nil || d.Sums != nil }

// HasNoRows reports whether X holds no sample.
func (d Domain) HasNoRows() bool { return d.Sums != nil && d.Sums.NoRows }

// WithoutRows returns the moments of the samples of s other than the rows of x (n×d). The rows of x
// must be samples of s. y has their labels, or is nil if these are unknown.
func (s *Sums) WithoutRows(d Data, x *mat.Dense, y []float64) *Sums {
	if s.XtY == nil {
		y = nil
	}
	return s.subtract(d.sumRows(x, y, s.Origin))
}

func (d Data) sumRows(x *mat.Dense, y, origin []float64) *Sums {
	n, width := x.Dims()
	z := mat.NewDense(n, width+1, nil)
	for i := range n {
		floats.SubTo(z.RawRowView(i)[:width], x.RawRowView(i), origin)
		z.Set(i, width, 1)
	}
	s := &Sums{Origin: origin, Gram: linalg.MultiplyAny(z.T(), z)}
	if y != nil {
		targets := d.Targets(y)
		s.XtY = linalg.MultiplyAny(z.T(), targets)
		norm := mat.Norm(targets, 2)
		s.LabelNorm2 = norm * norm
	}
	return s
}

// subtract requires that the samples of gone are samples of s.
func (s *Sums) subtract(gone *Sums) *Sums {
	left := &Sums{Origin: s.Origin, Gram: &mat.Dense{}, LabelNorm2: s.LabelNorm2 - gone.LabelNorm2, NoRows: s.NoRows}
	left.Gram.Sub(s.Gram, gone.Gram)
	if s.XtY != nil {
		left.XtY = &mat.Dense{}
		left.XtY.Sub(s.XtY, gone.XtY)
	}
	return left
}

// MeansAndVariances returns the mean and the variance (divided by n) of each feature.
func (s *Sums) MeansAndVariances() (means, variances []float64) {
	d := len(s.Origin)
	means, variances = make([]float64, d), make([]float64, d)
	for j, shift := range s.Origin {
		n, from := s.Gram.At(d, d), s.Gram.At(j, d)/s.Gram.At(d, d)
		means[j], variances[j] = shift+from, max(0, s.Gram.At(j, j)/n-from*from)
	}
	return means, variances
}

// PickRows returns a domain with copies of the given rows of X and their labels. The labels must be
// known.
func (d Domain) PickRows(rows []int) Domain {
	picked := Domain{X: linalg.PickRows(d.X, rows)}
	for _, row := range rows {
		picked.Y = append(picked.Y, d.Y[row])
	}
	return picked
}

// Samples returns the number of samples n. It is 0 for an absent domain.
func (d Domain) Samples() int { return max(d.N, d.Rows()) }

// Rows returns the number of rows of X. It is 0 for an absent domain.
func (d Domain) Rows() int {
	if d.X == nil {
		return 0
	}
	n, _ := d.X.Dims()
	return n
}

// IsLabelled reports whether the labels of all rows of X are known.
func (d Domain) IsLabelled() bool { return d.Y != nil && len(d.Y) == d.Rows() }

// Data is the input of NewProblem. Source must be labelled. Labels of Target and Validation are
// used only for evaluation, never for a fit.
type Data struct {
	Task Task
	// Classes is the number of classes of a MultiClass task. Other tasks ignore it.
	Classes                    int
	Source, Target, Validation Domain
	// ScoreChoice selects Metrics.Score. The zero value selects the default score.
	ScoreChoice ScoreChoice
}

// Errors that NewProblem wraps.
var (
	ErrShape     = errors.New("shapes do not agree")
	ErrNotFinite = errors.New("not a finite number")
	ErrScale     = errors.New("numbers too large or too small to compute with")
	ErrOneClass  = errors.New("the source has a single class")
	ErrScore     = errors.New("score")
	ErrLabel     = errors.New("label that the task does not allow")
)

// The largest magnitude of a domain's features must lie between smallestScale and largestScale.
// Then products of moments neither overflow nor underflow. Labels have only the upper limit.
const (
	smallestScale = 1e-70
	largestScale  = 1e70
)

// Outputs returns the number c of weight vectors: one per class for MultiClass, else one.
func (d Data) Outputs() int {
	if d.Task == MultiClass {
		return d.Classes
	}
	return 1
}

// Check checks shapes and values. Errors wrap ErrShape, ErrNotFinite, ErrScale, ErrOneClass or
// ErrLabel, or are the error of ctx.
func (d Data) Check(ctx context.Context) error {
	switch {
	case d.Source.Rows() == 0:
		return fmt.Errorf("%w: the source has no samples", ErrShape)
	case d.Target.Rows() == 0:
		return fmt.Errorf("%w: the target has no samples", ErrShape)
	case d.Source.Y == nil && (d.Source.Sums == nil || d.Source.Sums.XtY == nil):
		return fmt.Errorf("%w: the source has no labels", ErrShape)
	}
	for _, part := range []rowCheck{
		{Data: d, name: "source", domain: d.Source},
		{Data: d, name: "target", domain: d.Target},
		{Data: d, name: "validation", domain: d.Validation},
	} {
		given := part.domain
		if given.X == nil {
			continue
		}
		n := given.Rows()
		if given.N != 0 && given.N < n || !given.IsSampled() && given.Samples() != n {
			return fmt.Errorf("%w: the %s has %d rows, but its number of samples is %d", ErrShape, part.name, n, given.N)
		}
		err := part.checkRows(ctx, given.X, given.Y)
		switch {
		case err != nil, given.Blocks != nil:
		case given.Sums != nil:
			err = part.checkSums(given.Sums)
		default:
			err = part.checkAll()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A rowCheck checks the rows of one domain, all at once or block by block. name is "source",
// "target" or "validation".
type rowCheck struct {
	Data
	name           string
	domain         Domain
	rowsSeen       int
	largestFeature float64
	hasTwoLabels   bool
}

func (c *rowCheck) checkRows(ctx context.Context, x *mat.Dense, y []float64) error {
	n, d := x.Dims()
	if _, width := c.Source.X.Dims(); d != width {
		return fmt.Errorf("%w: the source has %d features, but the %s has %d", ErrShape, width, c.name, d)
	}
	partly := c.name == "target" && x == c.domain.X && 0 < len(y) && len(y) < n
	if !partly && ((y == nil) == c.domain.IsLabelled() || y != nil && len(y) != n) {
		return fmt.Errorf("%w: the %s has %d samples and %d labels", ErrShape, c.name, n, len(y))
	}
	var mutex sync.Mutex
	var fault error
	first := n // the first row with an error
	linalg.ParallelRows(n, func(lo, hi int) {
		largest, i, err := c.largestMagnitude(ctx, x, lo, hi)
		mutex.Lock()
		defer mutex.Unlock()
		c.largestFeature = max(c.largestFeature, largest)
		if err != nil && i < first {
			first, fault = i, err
		}
	})
	if fault != nil {
		return fault
	}
	if err := c.checkLabels(c.name, y, c.rowsSeen); err != nil {
		return err
	}
	for _, label := range y {
		c.hasTwoLabels = c.hasTwoLabels || label != c.domain.Y[0]
	}
	c.rowsSeen += n
	return nil
}

// largestMagnitude returns the largest magnitude in rows lo to hi−1 of x. If a number is not
// finite, it returns an error and the index of the first such row.
func (c *rowCheck) largestMagnitude(ctx context.Context, x *mat.Dense, lo, hi int) (largest float64, at int, err error) {
	for i := lo; i < hi; i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return largest, i, ctx.Err()
		}
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return largest, i, fmt.Errorf("%w: %s row %d, feature %d is %v", ErrNotFinite, c.name, c.rowsSeen+i+1, j+1, v)
			}
			largest = max(largest, math.Abs(v))
		}
	}
	return largest, hi, nil
}

// checkAll requires that checkRows has seen all rows of the domain.
func (c *rowCheck) checkAll() error {
	switch {
	case c.rowsSeen != c.domain.Samples():
		return fmt.Errorf("%w: the %s has %d samples, but %d samples were read", ErrShape, c.name, c.domain.Samples(), c.rowsSeen)
	case c.name == "source" && c.Task != Regression && !c.hasTwoLabels:
		return ErrOneClass
	case c.largestFeature != 0 && (c.largestFeature < smallestScale || c.largestFeature > largestScale):
		return fmt.Errorf("%w: the largest %s feature is %.3g; rescale the features", ErrScale, c.name, c.largestFeature)
	}
	return nil
}

func (c *rowCheck) checkSums(s *Sums) error {
	_, d := c.Source.X.Dims()
	if rows, columns := s.Gram.Dims(); rows != d+1 || columns != d+1 || len(s.Origin) != d || s.XtY != nil && s.XtY.RawMatrix().Rows != d+1 {
		return fmt.Errorf("%w: the moments of the %s don't have %d features", ErrShape, c.name, d)
	}
	for i, origin := range s.Origin {
		c.largestFeature = max(c.largestFeature, math.Hypot(origin, math.Sqrt(s.Gram.At(i, i)/float64(c.domain.N))))
	}
	if c.largestFeature != 0 && !(c.largestFeature >= smallestScale && c.largestFeature <= largestScale) {
		return fmt.Errorf("%w: the largest %s feature is about %.3g; rescale the features", ErrScale, c.name, c.largestFeature)
	}
	return nil
}

func (d Data) checkLabels(name string, y []float64, earlierRows int) error {
	for i, v := range y {
		ok := !math.IsNaN(v) && !math.IsInf(v, 0)
		switch d.Task {
		case Binary:
			ok = v == 1 || v == -1
		case MultiClass:
			ok = v == math.Trunc(v) && v >= 0 && v < float64(d.Classes)
		default:
			if ok && math.Abs(v) > largestScale {
				return fmt.Errorf("%w: %s row %d has label %v; rescale the labels", ErrScale, name, earlierRows+i+1, v)
			}
		}
		if !ok {
			return fmt.Errorf("%w: %s row %d has label %v in a %s task", ErrLabel, name, earlierRows+i+1, v, d.Task)
		}
	}
	return nil
}

// Targets returns the n×c matrix to which the weights are fitted. For MultiClass it is the ±1
// one-hot encoding of y. Otherwise it is y as one column, which shares the memory of y.
func (d Data) Targets(y []float64) *mat.Dense {
	if d.Task != MultiClass {
		return mat.NewDense(len(y), 1, y)
	}
	t := mat.NewDense(len(y), d.Classes, nil)
	for i, label := range y {
		for j := range d.Classes {
			t.Set(i, j, oneHotEntry(label, j))
		}
	}
	return t
}

// oneHotEntry returns entry j of the one-hot encoding: 1 if j is the class of the label, else −1.
func oneHotEntry(label float64, j int) float64 {
	if int(label) == j {
		return 1
	}
	return -1
}
