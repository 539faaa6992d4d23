package recipe

import (
	"slices"
	"strings"
)

// readings must list the reading of each kind of fields.
func readings() []reading { return append(dateReadings(""), notationReadings()...) }

// reading returns the zero value for plain numbers and for words.
func (k Kind) reading() (r reading) {
	if at := slices.IndexFunc(readings(), func(r reading) bool { return r.kind == k }); at >= 0 {
		r = readings()[at]
	}
	return r
}

// BuildPythonBranches returns the branches of an if statement in Python, one for each reading, that set x
// to the features of a field.
func BuildPythonBranches() string {
	var b strings.Builder
	for _, r := range readings() {
		b.WriteString("    elif \"" + string(r.kind) + "\" in c:" + r.pythonCode)
	}
	return b.String()
}

// FieldNoun names fields of the kind, for example "dates"; it is "" for numbers and words.
func (k Kind) FieldNoun() string { return k.reading().noun }

// PartNames returns the names of the features computed from a field of the kind; nil if there is one
// feature.
func (k Kind) PartNames() []string { return k.reading().parts }
