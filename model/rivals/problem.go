package rivals

import (
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Problem has the data from which a Method learns: a labelled source (n×d) and a target (m×d) without
// labels. If a domain does not fit in memory, the Problem has only the rows in memory.
type Problem struct {
	Task model.Task
	// Classes is the number of classes of a MultiClass task; other tasks ignore it.
	Classes int
	Source  model.Domain
	Target  *mat.Dense
}

// modelData converts the problem to a model.Data.
func (p Problem) modelData() model.Data {
	return model.Data{
		Task: p.Task, Classes: p.Classes,
		Source: model.Domain{X: p.Source.X, Y: p.Source.Y}, Target: model.Domain{X: p.Target},
	}
}

// classCount returns the number of classes. It is 2 for a binary task.
func (p Problem) classCount() int {
	return max(2, p.modelData().Outputs())
}

// classIndices returns the class index of each source label.
func (p Problem) classIndices() []int {
	index := make([]int, len(p.Source.Y))
	for i, y := range p.Source.Y {
		index[i] = p.Task.Class(y)
	}
	return index
}
