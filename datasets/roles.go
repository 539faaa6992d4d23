package datasets

import (
	"math"
	"math/bits"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/phrase"
	"larui/datasets/table"
)

// hashRows returns a hash of each row.
func hashRows(x *mat.Dense) []uint64 {
	n, _ := x.Dims()
	hashes := make([]uint64, n)
	for i := range hashes {
		hash := uint64(14695981039346656037) // FNV-1a, a number at a time
		for _, v := range x.RawRowView(i) {
			hash = bits.RotateLeft64((hash^math.Float64bits(v+0))*1099511628211, 29) // −0 is 0
		}
		hashes[i] = hash
	}
	return hashes
}

// checkRoles says how many rows of the target and of the validation set are rows of another part of the
// pair too, if these are more than rows of a few values would be by chance. It refuses to fit validation
// rows that are all rows of the labelled target.
func checkRoles(parts []*loading, spec Spec) error {
	names := []string{"source", "target", "validation set"}
	for j, d := range parts {
		for i, other := range parts[:j] {
			if d.Sums != nil && d.kept.size == 0 || other.Sums != nil && other.kept.size == 0 {
				continue
			}
			known := map[uint64]bool{}
			for _, row := range other.rows {
				known[row] = true
			}
			shared, repeated := 0, len(other.rows)-len(known)
			for _, row := range d.rows {
				if known[row] {
					shared++
				}
			}
			file := filepath.Base(d.Path)
			same := d.Info() != nil && other.Info() != nil && os.SameFile(d.Info(), other.Info())
			if !same && shared*len(other.rows) <= repeated*len(d.rows) {
				continue
			}
			if i == 1 && spec.Refit && other.labels.noted && shared == len(d.rows) {
				return d.In.FaultAt(0, 0, table.NewFault(ErrSpec, "all %s of the validation set are rows of the target too, which would be fitted by --refit and scored: take them out of one of both", phrase.Plural(shared, "row")))
			}
			d.Guess("%s: the %s has %d of the %s of the %s too, so that scores on them are not those of new rows",
				file, names[i], shared, phrase.Plural(len(d.rows), "row"), names[j])
		}
	}
	return nil
}
