package rivals

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Problem is what a Method learns from: a labelled source (n×d) and the
// features of a target (m×d), whose labels are not there to be looked at.
type Problem struct {
	Task model.Task
	// Classes is the number of classes of a MultiClass task; ignored otherwise.
	Classes int
	Source  model.Domain
	Target  *mat.Dense
}

// The largest magnitude of a domain's features must lie within these, so that
// products of three of them neither overflow nor vanish.
const (
	smallestScale = 1e-70
	largestScale  = 1e70
)

// check returns an error where the problem can't be learned from, or the
// context's.
func (p Problem) check(ctx context.Context) error {
	if p.Source.Rows() == 0 {
		return fmt.Errorf("%w: the source has no samples", model.ErrShape)
	}
	if p.Target == nil || p.Target.IsEmpty() {
		return fmt.Errorf("%w: the target has no samples", model.ErrShape)
	}
	if p.Task == model.MultiClass && p.Classes < 2 {
		return fmt.Errorf("%w: %d classes; a multiclass task has 2 or more", model.ErrLabel, p.Classes)
	}
	_, d := p.Source.X.Dims()
	if _, other := p.Target.Dims(); other != d {
		return fmt.Errorf("%w: the source has %d features, the target %d", model.ErrShape, d, other)
	}
	if err := checkFeatures(ctx, "source", p.Source.X); err != nil {
		return err
	}
	if err := checkFeatures(ctx, "target", p.Target); err != nil {
		return err
	}
	if err := p.checkLabels("source", p.Source); err != nil {
		return err
	}
	if p.Task == model.Regression {
		return nil
	}
	for _, y := range p.Source.Y {
		if y != p.Source.Y[0] {
			return nil
		}
	}
	return model.ErrOneClass
}

// checkedRows is the number of rows checked between two looks at the context.
const checkedRows = 256

func checkFeatures(ctx context.Context, name string, x *mat.Dense) error {
	n, _ := x.Dims()
	largest := 0.0
	for i := range n {
		if i%checkedRows == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("%w: %s row %d, feature %d is %v", model.ErrNotFinite, name, i+1, j+1, v)
			}
			largest = max(largest, math.Abs(v))
		}
	}
	if largest != 0 && (largest < smallestScale || largest > largestScale) {
		return fmt.Errorf("%w: the largest %s feature is %.3g; rescale the features", model.ErrScale, name, largest)
	}
	return nil
}

func (p Problem) checkLabels(name string, domain model.Domain) error {
	if len(domain.Y) != domain.Rows() {
		return fmt.Errorf("%w: the %s has %d samples and %d labels", model.ErrShape, name, domain.Rows(), len(domain.Y))
	}
	for i, y := range domain.Y {
		var ok bool
		switch p.Task {
		case model.Binary:
			ok = y == -1 || y == 1
		case model.MultiClass:
			ok = y == math.Trunc(y) && y >= 0 && y < float64(p.Classes)
		default:
			ok = math.Abs(y) <= largestScale
		}
		if !ok {
			return fmt.Errorf("%w: %s row %d has label %v in a %s task", model.ErrLabel, name, i+1, y, p.Task)
		}
	}
	return nil
}

// classes is the number of classes that labels returns indices of.
func (p Problem) classes() int {
	if p.Task == model.Binary {
		return 2
	}
	return p.Classes
}

// labels returns the source's labels as class indices: 0 for −1 and 1 for +1 in a
// binary task.
func (p Problem) labels() []int {
	index := make([]int, len(p.Source.Y))
	for i, y := range p.Source.Y {
		if p.Task == model.Binary {
			index[i] = int(y+1) / 2
		} else {
			index[i] = int(y)
		}
	}
	return index
}

// responses returns what a linear method fits (n×c): the labels themselves or,
// when MultiClass, their ±1 one-hot encoding.
func (p Problem) responses() *mat.Dense {
	if p.Task != model.MultiClass {
		return mat.NewDense(len(p.Source.Y), 1, append([]float64(nil), p.Source.Y...))
	}
	y := mat.NewDense(len(p.Source.Y), p.Classes, nil)
	for i, label := range p.Source.Y {
		row := y.RawRowView(i)
		for j := range row {
			row[j] = -1
		}
		row[int(label)] = 1
	}
	return y
}
