package recipe

import (
	"slices"
	"strings"
)

// fieldParsers must list the parser of each kind of fields.
func fieldParsers() []fieldParser { return append(dateParsers(""), notationParsers()...) }

// parser returns the zero value for plain numbers and for words.
func (k Kind) parser() (r fieldParser) {
	if at := slices.IndexFunc(fieldParsers(), func(r fieldParser) bool { return r.kind == k }); at >= 0 {
		r = fieldParsers()[at]
	}
	return r
}

// BuildPythonBranches returns the branches of an if statement in Python, one for each fieldParser. A branch
// sets x to the features of a field.
func BuildPythonBranches() string {
	var b strings.Builder
	for _, r := range fieldParsers() {
		b.WriteString("    elif \"" + string(r.kind) + "\" in c:" + r.pythonCode)
	}
	return b.String()
}

// FieldNoun names fields of the kind, for example "dates"; it is "" for numbers and words.
func (k Kind) FieldNoun() string { return k.parser().noun }

// PartNames returns the names of the features computed from a field of the kind; nil if there is one
// feature.
func (k Kind) PartNames() []string { return k.parser().parts }
