package datasets

import (
	"hash/fnv"

	"larui/datasets/table"
)

// groupsOf returns a number for each row of b: a hash of the fields that it carries, which are those
// of Spec.ID, so that rows of one id have the same. It is nil where none are carried.
func groupsOf(b *table.Batch) (groups []int) {
	if len(b.Carried) == 0 {
		return nil
	}
	each := len(b.Carried) / len(b.Lines)
	for i := range b.Lines {
		sum := fnv.New64a()
		for _, field := range b.Carried[i*each : (i+1)*each] {
			_, _ = sum.Write([]byte(field + "\x00"))
		}
		groups = append(groups, int(sum.Sum64()))
	}
	return groups
}
