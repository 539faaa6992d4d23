package datasets

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// markRows marks size of n rows.
func markRows(n, size int, random *rand.Rand) []bool {
	drawn := make([]bool, n)
	for _, i := range random.Perm(n)[:size] {
		drawn[i] = true
	}
	return drawn
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

// keepRatio thins out the first class of the source, whose rows are called what.
func keepRatio(pair *Pair, spec Spec, what string) error {
	if spec.Ratio == 1 {
		return nil
	}
	first := labelCode{task: pair.Task}.encode(0)
	kept, left, count := keepShare(pair.Source, first, spec.Ratio, newStream(spec.Seed, streamRatio))
	if left == 0 {
		return newFault(ErrSpec, "a ratio of %v keeps none of the %d %s %s", spec.Ratio, count, what, pair.ClassNames[0])
	}
	pair.Source = kept
	pair.note("%s: %d of %d %s %s are kept, drawn by seed %d", pair.SourceName, left, count, what, pair.ClassNames[0], spec.Seed)
	return nil
}

// keepShare keeps round(ratio·count) rows, drawn by random, of those labelled
// label, and all others. It returns how many of that label are left of how many.
// It reuses the memory of d.
func keepShare(d model.Domain, label, ratio float64, random *rand.Rand) (kept model.Domain, left, count int) {
	var rows []int
	keep := make([]bool, len(d.Y))
	for i, y := range d.Y {
		if keep[i] = y != label; y == label {
			rows = append(rows, i)
		}
	}
	count = len(rows)
	left = int(math.Round(ratio * float64(count)))
	for _, i := range random.Perm(count)[:left] {
		keep[rows[i]] = true
	}
	if left == 0 && count == len(d.Y) {
		return model.Domain{}, 0, count
	}
	return keepRows(d, keep), left, count
}

// keepRows moves the rows to keep together, of which there is at least one, and
// returns them as a domain that shares the memory of d.
func keepRows(d model.Domain, keep []bool) model.Domain {
	_, width := d.X.Dims()
	data := d.X.RawMatrix().Data
	kept := 0
	for i, yes := range keep {
		if yes {
			copy(data[kept*width:(kept+1)*width], data[i*width:(i+1)*width])
			d.Y[kept] = d.Y[i]
			kept++
		}
	}
	return model.Domain{X: mat.NewDense(kept, width, data[:kept*width]), Y: d.Y[:kept]}
}
