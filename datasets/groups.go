package datasets

import (
	"hash/fnv"

	"larui/datasets/table"
)

// hashIDs returns a hash of the id fields (Spec.ID) of each row of b. Rows with the same ids have the
// same hash. It returns nil if there are no ids.
func hashIDs(b *table.Batch) (groups []int) {
	if len(b.Carried) == 0 {
		return nil
	}
	each, sum := len(b.Carried)/len(b.Lines), fnv.New64a()
	var id []byte
	for i := range b.Lines {
		id = id[:0]
		for _, field := range b.Carried[i*each : (i+1)*each] {
			id = append(append(id, field...), 0)
		}
		sum.Reset()
		_, _ = sum.Write(id)
		groups = append(groups, int(sum.Sum64()))
	}
	return groups
}
