package datasets

import (
	"hash/fnv"
	"io"

	"larui/datasets/table"
)

// hashIDs returns a hash of the Spec.ID fields for each row, or nil if there are no ids.
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
