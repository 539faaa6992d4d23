package recipe

import (
	"slices"
	"strings"
)

// A reading parses fields, such as dates, that are not written as numbers. It parses a field to a
// value, by which gaps are filled, and makes the numbers of a column from the value.
type reading struct {
	kind Kind
	// fields is the plural noun for the fields in messages.
	fields string
	// value parses a field to a number, with parse for plain numbers; text formats such a number.
	value func(field string, parse func(string) (float64, error)) (float64, error)
	text  func(value float64) string
	// parts are the names of the numbers that add appends for a value, a whole number; first is the
	// least value of the source. Without parts the value itself is appended.
	parts []string
	add   func(x []float64, value, first float64) []float64
	// python is Python code that does the same: x is the list of numbers of the field v, or of a
	// gap, and c is the column in the model file. It may use datetime and re.
	python string
}

// readings returns all readings. A new kind of column is a row here and a file with its functions.
func readings() []reading { return append(dates(""), notations()...) }

// reading returns the reading of a kind, or the zero reading for numbers and words.
func (k Kind) reading() (r reading) {
	if at := slices.IndexFunc(readings(), func(r reading) bool { return r.kind == k }); at >= 0 {
		r = readings()[at]
	}
	return r
}

// Python returns the branches of a Python if statement, one for each reading, that set x to the
// numbers of a field.
func Python() string {
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
