package table

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/wording"
)

// Usual names of feature and label arrays in NPZ and MAT files, the most likely first.
var (
	featureArrays = []string{"fts", "feas", "feats", "features", "X", "data", "xx", "X_train", "embeddings", "embedding"}
	labelArrays   = []string{"labels", "label", "y", "target", "targets", "gnd", "yy", "y_train"}
)

// chooseTable returns the table of features. The features are an array with a usual name for features. If
// no array has such a name, they are the only array besides the labels. The labels are the array called
// Options.Label. If no array has this name and column is empty, they are an array with a usual name for
// labels. column is the user's name for the labels of this file: an array's name, or the position of a
// column.
func (in *Input) chooseTable(members []member, column string) (*Table, error) {
	if members[0].name == "" {
		return members[0].open()
	}
	var labels *member
	if i := slices.IndexFunc(members, func(m member) bool { return m.name == in.Options.Label }); i >= 0 {
		labels = &members[i]
	} else if column == "" && len(members) > 1 {
		labels = findUsualMember(members, labelArrays)
	}
	rest := slices.DeleteFunc(slices.Clone(members), func(m member) bool { return m.isText || labels != nil && m.name == labels.name })
	features := findUsualMember(rest, featureArrays)
	if features == nil && len(rest) == 1 {
		features = &rest[0]
	}
	switch _, err := strconv.Atoi(column); {
	case features == nil:
		return nil, in.Fault(ErrNoColumn, "holds no array of a usual name for features (%s): there are %s",
			strings.Join(featureArrays, ", "), listArrays(members)+": if there are two arrays, --label names the one with the labels")
	case column != "" && labels == nil && err != nil:
		return nil, in.Fault(ErrNoLabel, "holds no array %s for the labels: there are %s", wording.Excerpt(column), listArrays(members))
	}
	t, err := features.open()
	if err != nil {
		return nil, err
	}
	spare := slices.DeleteFunc(slices.Clone(rest), func(m member) bool { return m.name == features.name })
	if other := findUsualMember(spare, featureArrays); other != nil {
		t.Guess(": the features are the %s, and %s is left out", features.Part.Name, wording.Excerpt(other.name))
	}
	if other := findUsualMember(spare, labelArrays); other != nil && labels != nil && labels.name != in.Options.Label {
		t.Guess(": the labels are the %s, and %s is left out (--label names another)", labels.Part.Name, wording.Excerpt(other.name))
	}
	switch {
	case labels != nil:
		texts, err := labels.readLabels()
		if err != nil {
			return nil, err
		}
		t.Labels = &Labels{labels.Part, "the " + labels.Part.Name + " of " + filepath.Base(in.Path), texts, labels.name}
	case slices.ContainsFunc(members, func(m member) bool { return m.name != features.name && !m.onlyByName }):
		// With a single array, MissingLabelText stays empty: the last column of the array may be the
		// labels.
		t.MissingLabelText = "holds no array of a usual name for labels (" + strings.Join(labelArrays, ", ") + "): there are " +
			listArrays(members) + ", name one with --label"
	}
	return t, nil
}

// findUsualMember returns the member whose name comes first in names, or nil. It ignores case only if
// no name matches exactly.
func findUsualMember(members []member, names []string) *member {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for _, name := range names {
			if i := slices.IndexFunc(members, func(m member) bool { return same(m.name, name) }); i >= 0 {
				return &members[i]
			}
		}
	}
	return nil
}

func listArrays(members []member) string {
	var quoted []string
	for _, m := range members {
		quoted = append(quoted, wording.Excerpt(m.name))
	}
	return wording.JoinFirst(quoted, 12)
}
