package datasets

import (
	"slices"
	"strconv"
	"strings"
)

// The names that arrays of features and of labels usually have in NPZ and MAT
// files, the likeliest first.
var (
	featureArrays = [...]string{"fts", "feas", "feats", "features", "X", "data", "xx", "X_train"}
	labelArrays   = [...]string{"labels", "label", "y", "target", "targets", "gnd", "yy", "y_train"}
)

// chooseArrays picks the features and the labels among the arrays of a file:
// labels by the name label, where it is that of an array, both by their usual
// names otherwise, and as features what is left, if that is one. labels is empty
// where there are none, as where column, if not empty, is that of the label.
func chooseArrays(names []string, label, column string, p part) (features, labels string, err error) {
	if len(names) == 0 {
		return "", "", p.fault(ErrEmpty, "holds no array")
	}
	if slices.Contains(names, label) {
		labels = label
	} else if column == "" && len(names) > 1 {
		labels = usualName(names, labelArrays[:])
	}
	rest := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == labels })
	if features = usualName(rest, featureArrays[:]); features == "" && len(rest) == 1 {
		features = rest[0]
	}
	switch _, err := strconv.Atoi(column); {
	case features == "":
		return "", "", p.fault(ErrNoColumn, "holds no array of a usual name for features (%s): there are %s",
			strings.Join(featureArrays[:], ", "), listNames(names))
	case column != "" && labels == "" && err != nil:
		return "", "", p.fault(ErrNoLabel, "holds no array %s for the labels: there are %s", excerpt(column), listNames(names))
	}
	return features, labels, nil
}

// lackingLabels says why a file with the given arrays, none of them labels,
// cannot be a source as it is; a sole array may have them as its last column.
func lackingLabels(names []string) string {
	if len(names) == 1 {
		return ""
	}
	return "holds no array of a usual name for labels (" + strings.Join(labelArrays[:], ", ") + "): there are " +
		listNames(names) + ", name one with --label"
}

// usualName returns the first of usual that is among names, if need be with
// other capitals; empty if none is.
func usualName(names, usual []string) string {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for _, name := range usual {
			if i := slices.IndexFunc(names, func(n string) bool { return same(n, name) }); i >= 0 {
				return names[i]
			}
		}
	}
	return ""
}

func listNames(names []string) string {
	const listed = 12
	var quoted []string
	for _, name := range names[:min(listed, len(names))] {
		quoted = append(quoted, excerpt(name))
	}
	if len(names) > listed {
		quoted = append(quoted, "…")
	}
	return strings.Join(quoted, ", ")
}
