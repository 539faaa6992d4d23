package datasets

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// setValidationAside takes spec.ValidationSize rows out of a labelled target that has
// no validation set of its own, and marks which rows of the target's X it took; nil
// for none.
func (p *Pair) setValidationAside(spec Spec) (marked []bool, err error) {
	size, all := spec.ValidationSize, p.Target
	if size == 0 || all.X == nil || p.Validation.X != nil {
		return nil, nil
	}
	if all.Y == nil {
		p.note("%s has no labels, so no rows are set aside for validation", p.TargetName)
		return nil, nil
	}
	if size >= all.Rows() && size < all.N {
		return nil, newFault(ErrSpec, "of the %d target rows that are kept of %d, %d cannot be set aside for validation: some have to be left", all.Rows(), all.N, size)
	}
	if err := checkAside(size, all.Rows()); err != nil {
		return nil, err
	}
	marked = make([]bool, all.Rows())
	for _, i := range newStream(spec.Seed, streamSplit).Perm(len(marked))[:size] {
		marked[i] = true
	}
	p.Target, p.Validation = takeOut(all, marked)
	if all.N > 0 {
		p.Target.N, p.Target.Blocks = all.N-size, all.Blocks
	}
	p.note("%s of %s, drawn by seed %d, are set aside for validation", plural(size, "row"), p.TargetName, spec.Seed)
	return marked, nil
}

// takeOut returns what is left of d without the rows that are marked, and those
// rows, both in their old order. It reuses the memory of d.
func takeOut(d model.Domain, marked []bool) (rest, aside model.Domain) {
	_, width := d.X.Dims()
	var x, y []float64
	left := make([]bool, len(marked))
	for i, yes := range marked {
		if yes {
			x = append(x, d.X.RawRowView(i)...)
			y = append(y, d.Y[i])
		}
		left[i] = !yes
	}
	return keepRows(d, left), model.Domain{X: mat.NewDense(len(y), width, x), Y: y}
}

// checkAside tells whether size rows can be set aside of n.
func checkAside(size, n int) error {
	switch {
	case size < 0:
		return newFault(ErrSpec, "a validation size of %d is not possible", size)
	case size > 0 && size >= n:
		return newFault(ErrSpec, "of %d target rows, %d cannot be set aside for validation: some have to be left", n, size)
	}
	return nil
}

// checkRatio tells whether ratio is a share that keepRatio can keep.
func checkRatio(ratio float64) error {
	if !(ratio > 0 && ratio <= 1) {
		return newFault(ErrSpec, "a ratio of %v is not possible: choose more than 0, up to 1", ratio)
	}
	return nil
}

// keepRatio thins out the first class of the source, whose rows are called what:
// round(ratio·count) of them are kept.
func keepRatio(pair *Pair, spec Spec, what string) error {
	if spec.Ratio == 1 {
		return nil
	}
	first := labelCode{task: pair.Task}.encode(0)
	var rows []int
	keep := make([]bool, len(pair.Source.Y))
	for i, y := range pair.Source.Y {
		if keep[i] = y != first; y == first {
			rows = append(rows, i)
		}
	}
	left := int(math.Round(spec.Ratio * float64(len(rows))))
	if left == 0 {
		return newFault(ErrSpec, "a ratio of %v keeps none of the %d %s %s", spec.Ratio, len(rows), what, pair.ClassNames[0])
	}
	for _, i := range newStream(spec.Seed, streamRatio).Perm(len(rows))[:left] {
		keep[rows[i]] = true
	}
	pair.Source = keepRows(pair.Source, keep)
	pair.note("%s: %d of %d %s %s are kept, drawn by seed %d", pair.SourceName, left, len(rows), what, pair.ClassNames[0], spec.Seed)
	return nil
}

// keepRows moves the rows to keep together, of which there is at least one, and
// returns them as a domain that shares the memory of d, which may have no labels.
func keepRows(d model.Domain, keep []bool) model.Domain {
	_, width := d.X.Dims()
	data := d.X.RawMatrix().Data
	kept := 0
	for i, yes := range keep {
		if yes {
			copy(data[kept*width:(kept+1)*width], data[i*width:(i+1)*width])
			if d.Y != nil {
				d.Y[kept] = d.Y[i]
			}
			kept++
		}
	}
	return model.Domain{X: mat.NewDense(kept, width, data[:kept*width]), Y: d.Y[:min(kept, len(d.Y))]}
}
