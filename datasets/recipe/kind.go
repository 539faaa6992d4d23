package recipe

import (
	"slices"

	"larui/datasets/table"
)

// A Kind is the kind of the fields of a column.
type Kind string

const (
	Number     Kind = "number"
	Category   Kind = "category"
	Date       Kind = "date"
	DayMonth   Kind = "day/month"  // dates such as 31/12/2026
	MonthDay   Kind = "month/day"  // dates such as 12/31/2026
	Truth      Kind = "truth"      // TRUE and FALSE
	Percent    Kind = "percent"    // numbers before percent signs
	Identifier Kind = "identifier" // a different value in each row
	Constant   Kind = "constant"
	Text       Kind = "text"
)

// A reading handles fields that are not written as numbers, such as dates. It parses a field to one
// value; a gap gets a typical value of the column. Then it makes the numbers of one or more features
// from the value.
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

// isGap reports whether field is a missing value. words is true in a column of words, where the
// usual marks are no gaps.
func isGap(field string, na []string, words bool) bool {
	return table.IsNull(field) || !words && table.IsMissing(field) || slices.Contains(na, field)
}
