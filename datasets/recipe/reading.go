package recipe

import (
	"slices"
	"strings"
)

// readings returns all readings. A new kind of column is a row here and a file with its functions.
func readings() []reading { return append(dateReadings(""), notations()...) }

// reading returns the reading of a kind, or the zero reading for numbers and words.
func (k Kind) reading() (r reading) {
	if at := slices.IndexFunc(readings(), func(r reading) bool { return r.kind == k }); at >= 0 {
		r = readings()[at]
	}
	return r
}

// PythonBranches returns the branches of a PythonBranches if statement, one for each reading, that set x to the
// numbers of a field.
func PythonBranches() string {
	var b strings.Builder
	for _, r := range readings() {
		b.WriteString("    elif \"" + string(r.kind) + "\" in c:" + r.python)
	}
	return b.String()
}

// Fields returns the plural noun for fields of the kind, "" for numbers and words.
func (k Kind) Fields() string { return k.reading().fields }

// Parts returns the names of the numbers made of a field of the kind; nil for numbers and words.
func (k Kind) Parts() []string { return k.reading().parts }
