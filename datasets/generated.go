package datasets

import (
	"math"

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

// addNoise adds independent Gaussian noise of standard deviation spec.Noise to
// every feature. The draws do not depend on it: turning it moves every sample
// along a line.
func addNoise(pair *Pair, spec Spec) {
	if spec.Noise == 0 {
		return
	}
	for _, part := range []struct {
		domain  model.Domain
		purpose stream
	}{
		{pair.Source, streamSourceNoise},
		{pair.Target, streamTargetNoise},
		{pair.Validation, streamValidationNoise},
	} {
		random := newStream(spec.Seed, part.purpose)
		data := part.domain.X.RawMatrix().Data
		for i := range data {
			data[i] += spec.Noise * random.NormFloat64()
		}
	}
}
