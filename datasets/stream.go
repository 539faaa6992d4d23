package datasets

import "math/rand/v2"

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
