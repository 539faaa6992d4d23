package recipe

import "slices"

// A reading makes numbers of fields that are no numbers as they are written, such as dates: first
// one value of each, by which the gaps are filled, and then the numbers of a column.
type reading struct {
	kind Kind
	// fields is what people call the fields.
	fields string
	// of is where a Column says that it has such fields.
	of func(c *Column) *bool
	// value reads a field, as a whole number, and text writes it.
	value func(field string) (float64, error)
	text  func(value float64) string
	// parts name the numbers of a value, which add appends; the least value of the source is first.
	parts []string
	add   func(x []float64, value, first float64) []float64
}

// readings lists them. Another kind of column is a row here, a file with its functions, a flag in
// Column, and its numbers in Python (make.py of package fitted).
func readings() []reading {
	return []reading{
		{Date, "dates", func(c *Column) *bool { return &c.Date }, Day, dayText, []string{"days", "weekday", "month"}, addDay},
	}
}

// reading is that of the column, nil for numbers and words.
func (c *Column) reading() *reading {
	for _, r := range readings() {
		if *r.of(c) {
			return &r
		}
	}
	return nil
}

// reading is that of fields of the kind, the zero reading for numbers and words.
func (k Kind) reading() (r reading) {
	if at := slices.IndexFunc(readings(), func(r reading) bool { return r.kind == k }); at >= 0 {
		r = readings()[at]
	}
	return r
}

// Fields is what people call fields of the kind, empty for numbers and words.
func (k Kind) Fields() string { return k.reading().fields }

// Parts name the numbers that are made of a field of the kind, none for numbers and words.
func (k Kind) Parts() []string { return k.reading().parts }
