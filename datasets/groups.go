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
