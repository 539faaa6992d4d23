package rivals

import (
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Problem is what a Method learns from: a labelled source (n×d) and the
// features of a target (m×d), whose labels are not there to be looked at. Of a
// source that is too large to be held, the rows in memory are learned from.
type Problem struct {
	Task model.Task
	// Classes is the number of classes of a MultiClass task; ignored otherwise.
	Classes int
	Source  model.Domain
	Target  *mat.Dense
}

// data returns the problem as package model has it.
func (p Problem) data() model.Data {
	return model.Data{
		Task: p.Task, Classes: p.Classes,
		Source: model.Domain{X: p.Source.X, Y: p.Source.Y}, Target: model.Domain{X: p.Target},
	}
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
