package datasets

import (
	"math"
	"math/bits"
	"os"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/wording"
)

func hashRows(x *mat.Dense) []uint64 {
	n, _ := x.Dims()
	hashes := make([]uint64, n)
	for i := range hashes {
		hash := uint64(14695981039346656037) // FNV-1a, but of numbers instead of bytes
		for _, v := range x.RawRowView(i) {
			hash = bits.RotateLeft64((hash^math.Float64bits(v+0))*1099511628211, 29) // −0 becomes 0
		}
		hashes[i] = hash
	}
	return hashes
}

// noteSharedRows warns if two domains are the same file, or share more rows than chance explains. It
// compares two shares: of the rows in the second domain that are also in the first, and of the rows in the
// first domain that are repeated there.
func noteSharedRows(parts []*domainReader) {
	names := []string{"source", "target", "validation set"}
	for j, d := range parts {
		for i, other := range parts[:j] {
			if d.Sums != nil && d.kept.sampleSize == 0 || other.Sums != nil && other.kept.sampleSize == 0 {
				continue
			}
			known := map[uint64]bool{}
			for _, row := range other.rowHashes {
				known[row] = true
			}
			shared, repeated := 0, len(other.rowHashes)-len(known)
			for _, row := range d.rowHashes {
				if known[row] {
					shared++
				}
			}
			same := d.Info() != nil && other.Info() != nil && os.SameFile(d.Info(), other.Info())
			if !same && shared*len(other.rowHashes) <= repeated*len(d.rowHashes) {
				continue
			}
			d.Guess(": %d of the %s of the %s are also rows of the %s, so scores on these rows show little about new rows",
				shared, wording.Plural(len(d.rowHashes), "row"), names[j], names[i])
		}
	}
}
