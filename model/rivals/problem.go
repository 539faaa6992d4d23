package rivals

import (
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Problem has the data that a Method learns from: a labelled source (n×d) and the features of a
// target (m×d) without labels. If the source is too large to be held, it has the rows in memory.
type Problem struct {
	Task model.Task
	// Classes is the number of classes of a MultiClass task; other tasks ignore it.
	Classes int
	Source  model.Domain
	Target  *mat.Dense
}

// data converts the problem to a model.Data.
func (p Problem) data() model.Data {
	return model.Data{
		Task: p.Task, Classes: p.Classes,
		Source: model.Domain{X: p.Source.X, Y: p.Source.Y}, Target: model.Domain{X: p.Target},
	}
}

// classes returns the number of classes that labels uses.
func (p Problem) classes() int {
	return max(2, p.data().Outputs())
}

// labels returns the class indices of the source's labels.
func (p Problem) labels() []int {
	index := make([]int, len(p.Source.Y))
	for i, y := range p.Source.Y {
		index[i] = p.Task.Class(y)
	}
	return index
}
