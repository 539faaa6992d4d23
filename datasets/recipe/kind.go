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
	Percent    Kind = "percent"    // numbers with percent signs
	Identifier Kind = "identifier" // a different value in each row
	Constant   Kind = "constant"
	Text       Kind = "text"
)

// A fieldParser computes features from fields of one Kind that are not plain numbers, such as dates. It
// parses a field to a number, the value, and computes the features from the value.
type fieldParser struct {
	kind Kind
	// noun names the fields in messages, for example "dates".
	noun string
	// parseValue calls parse for the plain number in a field, for example 12 in "12%".
	parseValue  func(field string, parse func(string) (float64, error)) (float64, error)
	formatValue func(value float64) string
	// parts are the names of the features that appendParts appends; nil if the value is the only feature.
	parts []string
	// appendParts appends the features of a value to x. first is the least value in the source.
	appendParts func(x []float64, value, first float64) []float64
	// pythonCode is Python code that sets x to the list of features of the field v. The code may use gap,
	// which is true for a gap, c, the Column in the model file, datetime and re.
	pythonCode string
}

// isGap reports whether field is a gap. If words is true, a mark such as "NA" is a word, not a gap. na are
// further words for a gap.
func isGap(field string, na []string, words bool) bool {
	return table.IsNull(field) || !words && table.IsMissing(field) || slices.Contains(na, field)
}
