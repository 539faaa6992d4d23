package rivals

import "larui/model"

// trainingData returns the part of d that methods may use: without the target's labels, and with only
// the rows in memory.
func trainingData(d model.Data) model.Data {
	for _, domain := range []*model.Domain{&d.Source, &d.Target, &d.Validation} {
		*domain = model.Domain{X: domain.X, Y: domain.Y}
	}
	d.Target.Y = nil
	return d
}

func classIndices(d model.Data) []int {
	index := make([]int, len(d.Source.Y))
	for i, y := range d.Source.Y {
		index[i] = d.Task.Class(y)
	}
	return index
}
