package rivals

import "math"

// Clock says how a training measures its progress p, by which rates fall and the
// domain term grows.
type Clock int

const (
	// BySource lets p go from 0 to 1 over the whole training (Ganin et al. 2016).
	BySource Clock = iota
	// ByTarget divides the steps done by epochs × batches of the target, as the
	// LAR paper's published code does: p ends above 1 where the target has fewer
	// batches than the source, below where it has more.
	ByTarget
)

// String returns "by source" or "by target".
func (c Clock) String() string {
	switch c {
	case BySource:
		return "by source"
	case ByTarget:
		return "by target"
	}
	return "unknown"
}

// annealed returns the learning rate at progress p, α₀/(1 + 10p)^0.75 (Ganin et
// al. 2016, section 5.2.2).
func annealed(rate, p float64) float64 {
	return rate / math.Pow(1+10*p, 0.75)
}

// reversal returns the share of the domain's gradient that is reversed into the
// features at progress p, 2/(1 + exp(−10p)) − 1 (Ganin et al. 2016, section
// 5.2.2).
func reversal(p float64) float64 {
	return 2/(1+math.Exp(-10*p)) - 1
}
