package datasets

import (
	"context"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// SourceGroups reads the source of spec once more and returns a number for each of its rows, which
// those have in common whose ids are the same: the fields of the columns of Spec.ID. like is the
// layout of the source. It is nil where no columns are named.
func SourceGroups(ctx context.Context, spec Spec, like Layout) (groups []int, err error) {
	if len(spec.ID) == 0 {
		return nil, nil
	}
	spec.Target = spec.Source
	numbers := map[string]int{}
	_, err = EachRow(ctx, spec, like, nil, func(_ *mat.Dense, lines []int, ids []string) error {
		each := len(ids) / len(lines)
		for i := range lines {
			id := strings.Join(ids[i*each:(i+1)*each], "\x00")
			if _, known := numbers[id]; !known {
				numbers[id] = len(numbers)
			}
			groups = append(groups, numbers[id])
		}
		return nil
	})
	return groups, err
}
