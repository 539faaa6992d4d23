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

// A Domain is a set of samples, one per row. If the samples do not fit in memory, X and Y hold
// only some rows, for scoring and drawing, and Blocks reads all samples.
type Domain struct {
	// X is the n×d feature matrix Φ, or only some of its rows if Blocks or Sums is not nil. X is
	// nil if the domain is absent.
	X *mat.Dense
	// Y holds the labels of the first rows of X, in the encoding of the Task. Only a target may
	// have fewer labels than rows. Y is nil if no labels are known.
	Y []float64
	// N is the number n of samples; 0 means all rows of X.
	N int
	// Blocks calls visit with all n rows of Φ, block by block, and with their labels (nil if not
	// all are known). The calls run on the calling goroutine, always with the same blocks, and
	// visit may keep a block. Blocks returns the first error of visit, the context's error soon
	// after ctx is done, or an error if the samples differ from an earlier reading. It is nil if X
	// holds all rows.
	Blocks func(ctx context.Context, visit func(x *mat.Dense, y []float64) error) error
	// Sums holds the moments of all n samples if the samples themselves are not available; nil
	// otherwise. If not even some rows are available, X is the mean of the samples and Y is nil.
	Sums *Sums
}

// A Sums holds the moments of n samples minus a Shift s (d long) near their mean, so that a mean
// far from zero costs no digits. For Z = [Φ − 1sᵀ, 1], Gram is ZᵀZ (d+1×d+1) and XtY is Zᵀy
// (d+1×c), where y are the targets from Data.Targets; XtY is nil if not all labels are known.
// LabelNorm2 is ‖y‖².
type Sums struct {
	Origin     []float64
	Gram, XtY  *mat.Dense
	LabelNorm2 float64
	// NoRows means that no sample is available: X is the mean, and the squared error is the only
	// metric.
	NoRows bool
	// Folds divides all samples into folds, each with nothing but Sums minus the same Shift; nil
	// if the sums of single folds are not known.
	Folds []Domain
}

// IsSampled reports whether X holds only some of the samples.
func (d Domain) IsSampled() bool { return d.Blocks != nil || d.Sums != nil }

// HasNoRows reports whether X holds no sample.
func (d Domain) HasNoRows() bool { return d.Sums != nil && d.Sums.NoRows }

// SubtractRows returns the moments of s without the samples x with labels y (nil if unknown). These
// samples must be among the samples of s.
func (s *Sums) SubtractRows(d Data, x *mat.Dense, y []float64) *Sums {
	if s.XtY == nil {
		y = nil
	}
	return s.subtract(d.sumRows(x, y, s.Origin))
}

// sumRows returns the moments, minus a shift, of the rows x with labels y (nil if unknown).
func (d Data) sumRows(x *mat.Dense, y, shift []float64) *Sums {
	n, width := x.Dims()
	z := mat.NewDense(n, width+1, nil)
	for i := range n {
		floats.SubTo(z.RawRowView(i)[:width], x.RawRowView(i), shift)
		z.Set(i, width, 1)
	}
	s := &Sums{Origin: shift, Gram: linalg.MulAny(z.T(), z)}
	if y != nil {
		targets := d.Targets(y)
		s.XtY = linalg.MulAny(z.T(), targets)
		norm := mat.Norm(targets, 2)
		s.LabelNorm2 = norm * norm
	}
	return s
}

// subtract returns the moments of s without the samples of gone, which must be among the samples of s.
func (s *Sums) subtract(gone *Sums) *Sums {
	left := &Sums{Origin: s.Origin, Gram: &mat.Dense{}, LabelNorm2: s.LabelNorm2 - gone.LabelNorm2, NoRows: s.NoRows}
	left.Gram.Sub(s.Gram, gone.Gram)
	if s.XtY != nil {
		left.XtY = &mat.Dense{}
		left.XtY.Sub(s.XtY, gone.XtY)
	}
	return left
}

// Means returns the mean of each feature and its variance (over n).
func (s *Sums) Means() (means, variances []float64) {
	d := len(s.Origin)
	means, variances = make([]float64, d), make([]float64, d)
	for j, shift := range s.Origin {
		n, from := s.Gram.At(d, d), s.Gram.At(j, d)/s.Gram.At(d, d)
		means[j], variances[j] = shift+from, max(0, s.Gram.At(j, j)/n-from*from)
	}
	return means, variances
}

// PickRows returns a copy of the given rows of X with their labels, which must be known.
func (d Domain) PickRows(rows []int) Domain {
	picked := Domain{X: linalg.PickRows(d.X, rows)}
	for _, row := range rows {
		picked.Y = append(picked.Y, d.Y[row])
	}
	return picked
}

// Samples returns the number of samples n, 0 for an absent domain.
func (d Domain) Samples() int { return max(d.N, d.Rows()) }

// Rows returns the number of rows of X, 0 for an absent domain.
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
	// Classes is the number of classes of a MultiClass task; ignored otherwise.
	Classes                    int
	Source, Target, Validation Domain
	// ScoreChoice selects the score for judging weights; the zero value is the default.
	ScoreChoice ScoreChoice
}

// Errors that NewProblem wraps.
var (
	ErrShape     = errors.New("shapes do not agree")
	ErrNotFinite = errors.New("not a finite number")
	ErrScale     = errors.New("numbers too large or too small to compute with")
	ErrOneClass  = errors.New("the source has a single class")
	ErrScore     = errors.New("score")
	ErrLabel     = errors.New("label outside the task's encoding")
)

// Limits for the largest magnitude of a domain's features; labels have only the upper limit.
// Within the limits, products of moments do not overflow or vanish.
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
			return fmt.Errorf("%w: the %s claims %d samples and has %d rows", ErrShape, part.name, given.N, n)
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

// A rowCheck checks the rows of the domain called name, all at once or block by block.
type rowCheck struct {
	Data
	name   string
	domain Domain
	// seen counts the rows checked so far, largest is their largest magnitude, and several reports
	// whether their labels differ.
	seen    int
	largest float64
	several bool
}

// checkRows checks the next checkRows of the domain.
func (c *rowCheck) checkRows(ctx context.Context, x *mat.Dense, y []float64) error {
	n, d := x.Dims()
	if _, width := c.Source.X.Dims(); d != width {
		return fmt.Errorf("%w: the source has %d features, the %s %d", ErrShape, width, c.name, d)
	}
	partly := c.name == "target" && x == c.domain.X && 0 < len(y) && len(y) < n
	if !partly && ((y == nil) == c.domain.IsLabelled() || y != nil && len(y) != n) {
		return fmt.Errorf("%w: the %s has %d samples and %d labels", ErrShape, c.name, n, len(y))
	}
	var mutex sync.Mutex
	var fault error
	first := n // the row at fault
	linalg.SplitRows(n, func(lo, hi int) {
		largest, i, err := c.largestMagnitude(ctx, x, lo, hi)
		mutex.Lock()
		defer mutex.Unlock()
		c.largest = max(c.largest, largest)
		if err != nil && i < first {
			first, fault = i, err
		}
	})
	if fault != nil {
		return fault
	}
	if err := c.checkLabels(c.name, y, c.seen); err != nil {
		return err
	}
	for _, label := range y {
		c.several = c.several || label != c.domain.Y[0]
	}
	c.seen += n
	return nil
}

// largestMagnitude returns the largest magnitude in rows lo to hi−1 of x. If a number is not finite, it
// returns the first row with such a number and an error.
func (c *rowCheck) largestMagnitude(ctx context.Context, x *mat.Dense, lo, hi int) (largest float64, at int, err error) {
	for i := lo; i < hi; i++ {
		// Check ctx now and then.
		if i%1024 == 0 && ctx.Err() != nil {
			return largest, i, ctx.Err()
		}
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return largest, i, fmt.Errorf("%w: %s row %d, feature %d is %v", ErrNotFinite, c.name, c.seen+i+1, j+1, v)
			}
			largest = max(largest, math.Abs(v))
		}
	}
	return largest, hi, nil
}

// checkAll makes the checks that need all rows of the domain.
func (c *rowCheck) checkAll() error {
	switch {
	case c.seen != c.domain.Samples():
		return fmt.Errorf("%w: the %s has %d samples, but its blocks %d", ErrShape, c.name, c.domain.Samples(), c.seen)
	case c.name == "source" && c.Task != Regression && !c.several:
		return ErrOneClass
	case c.largest != 0 && (c.largest < smallestScale || c.largest > largestScale):
		return fmt.Errorf("%w: the largest %s feature is %.3g; rescale the features", ErrScale, c.name, c.largest)
	}
	return nil
}

// checkSums checks moments of the domain.
func (c *rowCheck) checkSums(s *Sums) error {
	_, d := c.Source.X.Dims()
	if rows, columns := s.Gram.Dims(); rows != d+1 || columns != d+1 || len(s.Origin) != d || s.XtY != nil && s.XtY.RawMatrix().Rows != d+1 {
		return fmt.Errorf("%w: the moments of the %s don't have %d features", ErrShape, c.name, d)
	}
	for i, shift := range s.Origin {
		c.largest = max(c.largest, math.Hypot(shift, math.Sqrt(s.Gram.At(i, i)/float64(c.domain.N))))
	}
	if c.largest != 0 && !(c.largest >= smallestScale && c.largest <= largestScale) {
		return fmt.Errorf("%w: the largest %s feature is about %.3g; rescale the features", ErrScale, c.name, c.largest)
	}
	return nil
}

// checkLabels checks the labels y of a domain; before is the number of rows in earlier blocks.
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

// Targets returns the n×c matrix that the weights are fitted to: the labels
// themselves, not copied, or their ±1 one-hot encoding.
func (d Data) Targets(y []float64) *mat.Dense {
	if d.Task != MultiClass {
		return mat.NewDense(len(y), 1, y)
	}
	t := mat.NewDense(len(y), d.Classes, nil)
	for i, label := range y {
		for j := range d.Classes {
			t.Set(i, j, oneHot(label, j))
		}
	}
	return t
}

// oneHot returns the target of output j for a class label: 1 for the class's own output, else −1.
func oneHot(label float64, j int) float64 {
	if int(label) == j {
		return 1
	}
	return -1
}
