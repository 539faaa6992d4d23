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

// modelData converts the problem to a model.Data.
func (p Problem) modelData() model.Data {
	return model.Data{
		Task: p.Task, Classes: p.Classes,
		Source: model.Domain{X: p.Source.X, Y: p.Source.Y}, Target: model.Domain{X: p.Target},
	}
}

// classCount returns the number of classCount that labels uses.
func (p Problem) classCount() int {
	return max(2, p.modelData().Outputs())
}

// classIndices returns the class indices of the source's classIndices.
func (p Problem) classIndices() []int {
	index := make([]int, len(p.Source.Y))
	for i, y := range p.Source.Y {
		index[i] = p.Task.Class(y)
	}
	return index
}
