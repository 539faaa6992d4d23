package rivals

import "math/rand/v2"

// These streams of random numbers are independent. At one seed, all network methods have the same
// order of source rows, and the same initial weights of extractor and head. Only f-DAL has another
// head.
const (
	weightStream uint64 = iota + 1
	sourceStream
	targetStream
	discriminatorStream
	projectionStream
)

func newRandom(seed, stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, stream))
}

// A sampler returns the indices 0..n−1 in batches, and begins each round of all indices in a new
// random order. The last batch of a round may be smaller.
type sampler struct {
	rng   *rand.Rand
	order []int
	at    int
	size  int
}

func newSampler(n, size int, rng *rand.Rand) *sampler {
	s := &sampler{rng: rng, order: make([]int, n), at: n, size: size}
	for i := range s.order {
		s.order[i] = i
	}
	return s
}

// nextBatch returns the indices of the next batch. The result is valid until the next call.
func (s *sampler) nextBatch() []int {
	if s.at == len(s.order) {
		s.rng.Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
		s.at = 0
	}
	from := s.at
	s.at = min(from+s.size, len(s.order))
	return s.order[from:s.at]
}

func (s *sampler) countBatches() int { return (len(s.order) + s.size - 1) / s.size }
