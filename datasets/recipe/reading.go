package recipe

import (
	"slices"
	"strings"
)

// A reading makes numbers of fields that are no numbers as they are written, such as dates: first
// one value of each, by which the gaps are filled, and then the numbers of a column.
type reading struct {
	kind Kind
	// fields is what people call the fields.
	fields string
	// value reads a field, as a whole number, and text writes it.
	value func(field string) (float64, error)
	text  func(value float64) string
	// parts name the numbers of a value, which add appends; the least value of the source is first.
	parts []string
	add   func(x []float64, value, first float64) []float64
	// python is lines of Python that do the same: x is the list of the numbers of the field v, or of a
	// gap, and c what the model file says of the column. They may use datetime and re.
	python string
}

// readings lists them. Another kind of column is a row here and a file with what the row names.
func readings() []reading {
	return []reading{
		dateReading(Date),
		dateReading(DayMonth, "2/1/2006", "2/1/2006 15:04", "2/1/2006 15:04:05"),
		dateReading(MonthDay, "1/2/2006", "1/2/2006 15:04", "1/2/2006 15:04:05"),
	}
}

// readingsIn returns Date and, of the readings with slashes, the one of an order; all readings for an empty order.
func readingsIn(order Kind) []reading {
	return slices.DeleteFunc(readings(), func(r reading) bool { return order != "" && r.kind != Date && r.kind != order })
}

// reading is that of fields of the kind, the zero reading for numbers and words.
func (k Kind) reading() (r reading) {
	if at := slices.IndexFunc(readings(), func(r reading) bool { return r.kind == k }); at >= 0 {
		r = readings()[at]
	}
	return r
}

// Python returns the branches of an if in Python, one for each kind, that set x to the numbers of a field.
func Python() string {
	var b strings.Builder
	for _, r := range readings() {
		b.WriteString("    elif \"" + string(r.kind) + "\" in c:" + r.python)
	}
	return b.String()
}

// Fields is what people call fields of the kind, empty for numbers and words.
func (k Kind) Fields() string { return k.reading().fields }

// Parts name the numbers that are made of a field of the kind, none for numbers and words.
func (k Kind) Parts() []string { return k.reading().parts }
