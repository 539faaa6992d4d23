package datasets

import (
	"hash/fnv"
	"io"

	"larui/datasets/table"
)

// hashIDs returns a hash of the id fields (Spec.ID) of each row of b. Rows with the same ids have the
// same hash. It returns nil if there are no ids.
func hashIDs(b *table.Batch) (groups []int) {
	if len(b.Carried) == 0 {
		return nil
	}
	for _, id := range joinIDs(b, len(b.Carried)/len(b.Lines)) {
		sum := fnv.New64a()
		_, _ = io.WriteString(sum, id+"\x00")
		groups = append(groups, int(sum.Sum64()))
	}
	return groups
}
