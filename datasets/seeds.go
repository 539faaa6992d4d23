package datasets

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/moments"
	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

const (
	validationRows = 100        // in the validation set of a generated pair
	maxGenerated   = 20_000_000 // the largest count of numbers in a generated domain, 160 MB
	maxNoise       = 1e6        // the largest Spec.Noise
)

func checkGenerated(spec Spec, minRows, width int) error {
	if math.IsNaN(spec.Angle) || math.IsInf(spec.Angle, 0) {
		return table.NewFault(ErrNotFinite, "the angle %v is not a finite number of degrees", spec.Angle)
	}
	if !(spec.Noise >= 0 && spec.Noise <= maxNoise) {
		return table.NewFault(ErrSpec, "a noise of %v is not possible: choose 0 to %v", spec.Noise, maxNoise)
	}
	for _, size := range []struct {
		name string
		rows int
	}{{"n", spec.N}, {"m", spec.M}} {
		if most := maxGenerated / width; size.rows < minRows || size.rows > most {
			return table.NewFault(ErrSpec, "%s = %d samples is not possible: choose %d to %d", size.name, size.rows, minRows, most)
		}
	}
	return nil
}

// A domainSampler draws a domain of a generated pair: random generates the samples, and noise the noise of
// the samples.
type domainSampler struct {
	name          string
	domain        *model.Domain
	rows          int
	random, noise *rand.Rand
}

func (p *Pair) newSamplers(spec Spec) []domainSampler {
	return []domainSampler{
		{"source", &p.Source, spec.N, newStream(spec.Seed, streamSource), newStream(spec.Seed, streamSourceNoise)},
		{"target", &p.Target, spec.M, newStream(spec.Seed, streamTarget), newStream(spec.Seed, streamTargetNoise)},
		{"validation", &p.Validation, validationRows, newStream(spec.Seed, streamValidation), newStream(spec.Seed, streamValidationNoise)},
	}
}

// addNoise adds independent Gaussian noise of standard deviation spec.Noise to every feature. The random
// numbers do not depend on spec.Noise, which only multiplies them.
func (p *Pair) addNoise(spec Spec) {
	if spec.Noise == 0 {
		return
	}
	for _, d := range p.newSamplers(spec) {
		data := d.domain.X.RawMatrix().Data
		for i := range data {
			data[i] += spec.Noise * d.noise.NormFloat64()
		}
	}
}

// A stream is a sequence of random numbers for one purpose. Drawing from one stream does not change the
// others. The values of the constants must never change, because they determine the random numbers of each
// seed.
type stream uint64

const (
	streamSource stream = iota + 1
	streamTarget
	streamValidation
	streamRatio
	streamSplit
	streamSourceNoise
	streamTargetNoise
	streamValidationNoise
	streamShape
	streamSampleSource
	streamSampleTarget
	streamSampleValidation
)

func newStream(seed uint64, purpose stream) *rand.Rand {
	// PCGs whose states differ in few bits are correlated. Scramble makes states differ in half of
	// their bits.
	high := moments.Scramble(seed)
	return rand.New(rand.NewPCG(high, moments.Scramble(high^uint64(purpose))))
}

// setValidationAside moves spec.ValidationSize rows of a labelled target to the validation set, unless the
// validation set has rows already. marked tells which rows of the target's X were moved; it is nil if none
// were.
func (p *Pair) setValidationAside(spec Spec) (marked []bool, err error) {
	size, all := spec.ValidationSize, p.Target
	if size == 0 || all.X == nil || p.Validation.X != nil {
		return nil, nil
	}
	if all.Y == nil {
		p.note("%s has no labels, so no rows are set aside for validation", p.TargetName)
		return nil, nil
	}
	if size >= len(all.Y) && size < all.N {
		return nil, table.NewFault(ErrSpec, "of %[2]d target rows %[1]d are labelled and in memory: %[3]d are too many to set aside for validation, because some must remain", len(all.Y), all.N, size)
	}
	if err := checkValidationSize(size, len(all.Y)); err != nil {
		return nil, err
	}
	marked = make([]bool, all.Rows())
	for _, i := range newStream(spec.Seed, streamSplit).Perm(len(all.Y))[:size] {
		marked[i] = true
	}
	p.Target, p.Validation = splitMarkedRows(all, marked)
	if all.N > 0 {
		p.Target.N, p.Target.Blocks = all.N-size, all.Blocks
		if all.Sums != nil {
			p.Target.Sums = all.Sums.WithoutRows(p.Data, p.Validation.X, p.Validation.Y)
		}
	}
	p.note("%s of %s, drawn by seed %d, are set aside for validation", wording.Plural(size, "row"), p.TargetName, spec.Seed)
	return marked, nil
}

// splitMarkedRows returns d without the marked rows, in the memory of d, and the marked rows. Both keep
// the order of the rows.
func splitMarkedRows(d model.Domain, marked []bool) (rest, aside model.Domain) {
	_, width := d.X.Dims()
	var x, y []float64
	keep := make([]bool, len(marked))
	for i, yes := range marked {
		if yes {
			x = append(x, d.X.RawRowView(i)...)
			y = append(y, d.Y[i])
		}
		keep[i] = !yes
	}
	return keepRows(d, keep), model.Domain{X: mat.NewDense(len(y), width, x), Y: y}
}

func checkValidationSize(count, n int) error {
	switch {
	case count < 0:
		return table.NewFault(ErrSpec, "a validation size of %d is not possible", count)
	case count > 0 && count >= n:
		return table.NewFault(ErrSpec, "of %d labelled target rows, %d are too many to set aside for validation: some must remain", n, count)
	}
	return nil
}

func checkRatio(ratio float64) error {
	if !(ratio > 0 && ratio <= 1) {
		return table.NewFault(ErrSpec, "a ratio of %v is not possible: choose a number above 0, at most 1", ratio)
	}
	return nil
}

// reduceFirstClass removes random rows of the source's first class, so that the share spec.Ratio of them is
// left. noun names these rows in messages, for example "pictures of the digit".
func reduceFirstClass(pair *Pair, spec Spec, noun string) error {
	if spec.Ratio == 1 {
		return nil
	}
	first := labelCode{task: pair.Task}.encode(0)
	var rows []int
	keep := make([]bool, len(pair.Source.Y))
	for i, y := range pair.Source.Y {
		keep[i] = y != first
		if y == first {
			rows = append(rows, i)
		}
	}
	left := int(math.Round(spec.Ratio * float64(len(rows))))
	if left == 0 {
		return table.NewFault(ErrSpec, "a ratio of %v keeps none of the %d %s %s", spec.Ratio, len(rows), noun, pair.ClassNames[0])
	}
	for _, i := range newStream(spec.Seed, streamRatio).Perm(len(rows))[:left] {
		keep[rows[i]] = true
	}
	pair.Source = keepRows(pair.Source, keep)
	pair.note("%s: %d of %d %s %s are kept, drawn by seed %d", pair.SourceName, left, len(rows), noun, pair.ClassNames[0], spec.Seed)
	return nil
}

// keepRows reuses the memory of d, which may have fewer labels than rows. keep must be true for at least
// one row.
func keepRows(d model.Domain, keep []bool) model.Domain {
	_, width := d.X.Dims()
	data := d.X.RawMatrix().Data
	kept, labelled := 0, 0
	for i, yes := range keep {
		if yes {
			copy(data[kept*width:(kept+1)*width], data[i*width:(i+1)*width])
			if i < len(d.Y) {
				d.Y[labelled] = d.Y[i]
				labelled++
			}
			kept++
		}
	}
	return model.Domain{X: mat.NewDense(kept, width, data[:kept*width]), Y: d.Y[:labelled]}
}
