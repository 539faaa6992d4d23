package datasets

import (
	"math"
	"math/rand/v2"

	"larui/model"
)

const (
	// validationRows is the size of the validation set of a generated pair.
	validationRows = 100
	// maxGenerated bounds the numbers in a generated domain: 160 MB.
	maxGenerated = 20_000_000
	// maxNoise bounds Spec.Noise.
	maxNoise = 1e6
)

// checkGenerated tells whether a pair with d features, each domain of at least
// least samples, can be generated as spec wants it.
func checkGenerated(spec Spec, least, d int) error {
	if math.IsNaN(spec.Angle) || math.IsInf(spec.Angle, 0) {
		return newFault(ErrNotFinite, "the angle %v is not a finite number of degrees", spec.Angle)
	}
	if !(spec.Noise >= 0 && spec.Noise <= maxNoise) {
		return newFault(ErrSpec, "a noise of %v is not possible: choose 0 to %v", spec.Noise, maxNoise)
	}
	for _, size := range []struct {
		name string
		rows int
	}{{"n", spec.N}, {"m", spec.M}} {
		if most := maxGenerated / d; size.rows < least || size.rows > most {
			return newFault(ErrSpec, "%s = %d samples is not possible: choose %d to %d", size.name, size.rows, least, most)
		}
	}
	return nil
}

// A draft is a domain of a pair that is being generated, with the random numbers
// that its samples and their noise come from: each has numbers of its own.
type draft struct {
	name          string
	domain        *model.Domain
	rows          int
	random, noise *rand.Rand
}

// drafts lists the domains of a generated pair: source, target, validation.
func (p *Pair) drafts(spec Spec) []draft {
	return []draft{
		{"source", &p.Source, spec.N, newStream(spec.Seed, streamSource), newStream(spec.Seed, streamSourceNoise)},
		{"target", &p.Target, spec.M, newStream(spec.Seed, streamTarget), newStream(spec.Seed, streamTargetNoise)},
		{"validation", &p.Validation, validationRows, newStream(spec.Seed, streamValidation), newStream(spec.Seed, streamValidationNoise)},
	}
}

// addNoise adds independent Gaussian noise of standard deviation spec.Noise to
// every feature. The draws do not depend on it: turning it moves every sample
// along a line.
func (p *Pair) addNoise(spec Spec) {
	if spec.Noise == 0 {
		return
	}
	for _, d := range p.drafts(spec) {
		data := d.domain.X.RawMatrix().Data
		for i := range data {
			data[i] += spec.Noise * d.noise.NormFloat64()
		}
	}
}

// A stream is a purpose that random numbers serve. Each has numbers of its own,
// so that drawing more of one leaves the others as they were. The values are
// part of what a seed means: they must never change.
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

// newStream returns the random numbers that seed gives to a purpose.
func newStream(seed uint64, purpose stream) *rand.Rand {
	// PCGs whose states differ in few bits walk side by side; scrambled states
	// differ in half of them.
	high := scramble(seed)
	return rand.New(rand.NewPCG(high, scramble(high^uint64(purpose))))
}

// scramble is the output function of SplitMix64 (Steele, Lea and Flood 2014): a
// bijection in which every bit of the result depends on every bit of z.
func scramble(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
