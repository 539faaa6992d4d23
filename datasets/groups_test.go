package datasets

import (
	"slices"
	"testing"
)

// TestGroups has rows of one id in one group, by the row, also where rows without a label are left
// out; and an id is all of its fields.
func TestGroups(t *testing.T) {
	spec := sourceSpec(t, t.TempDir(), "a,id,visit,label\n1,p,1,x\n2,q,1,\n3,q,2,y\n4,p,1,x\n5,p,2,y\n6,pq,1,x\n")
	spec.Missing, spec.Label = "drop", "label"
	for _, c := range []struct {
		id    []string
		first []int // the first row of the group of each
	}{
		{nil, nil}, {[]string{"id"}, []int{0, 1, 0, 0, 4}}, {[]string{"id", "visit"}, []int{0, 1, 0, 3, 4}},
	} {
		spec.ID, spec.Drop = c.id, []string{"id", "visit"}[len(c.id):]
		groups := mustOpen(t, spec).Groups
		var first []int
		for _, group := range groups {
			first = append(first, slices.Index(groups, group))
		}
		if !slices.Equal(first, c.first) {
			t.Errorf("ids %v: groups as of rows %v, want %v", c.id, first, c.first)
		}
	}
}
