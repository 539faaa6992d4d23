package recipe

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"larui/datasets/table"
	"larui/datasets/wording"
)

// maxLevels bounds the levels of a column.
const maxLevels = 1000

// A Plan says how to use a column, before the source is read.
type Plan struct {
	Name string
	// Encode makes a number of each word; Read parses the fields, for example as dates. Otherwise
	// the column has numbers.
	Encode, Read bool
	// Notation is Truth or Percent for numbers that are written so, otherwise empty.
	Notation Kind
	// Impute is the way to fill gaps, empty if gaps are errors. Flag asks for a column of flags if
	// the source has gaps.
	Impute string
	Flag   bool
	// Order is the order of dates with slashes, DayMonth or MonthDay, or empty.
	Order Kind
	// NA are further words for a gap (Column.NA).
	NA []string
	// Words that occur fewer than Rare times in the source count as other.
	Rare int
}

// A ColumnFit learns the open parts of a Plan from the fields of the source.
type ColumnFit struct {
	Plan
	reading *reading // the first one that parses a field; nil until then
	gaps    int
	words   map[string]int
	// values are the numbers or parsed values. A mean needs only sum and lost, the part of the sum
	// that rounding has lost (Neumaier 1974).
	values    []float64
	sum, rest float64
	count     int
	first     float64
}

// NewColumnFit returns a Fit that has seen no fields.
func NewColumnFit(p Plan) *ColumnFit {
	if p.Encode && p.Impute != "" {
		p.Impute = Frequent
	}
	f := &ColumnFit{Plan: p, words: map[string]int{}, first: math.Inf(1)}
	if p.Notation != "" {
		r := p.Notation.reading()
		f.reading = &r
	}
	return f
}

// NeedsFields reports whether the Plan needs to see the fields.
func (p Plan) NeedsFields() bool { return p.Encode || p.Read || p.Impute != "" || len(p.NA) > 0 }

// IsNumber reports whether the fields are numbers, to be added by AddNumber. Other fields are added
// by Add.
func (p Plan) IsNumber() bool { return !p.Encode && !p.Read && p.Notation == "" }

// Add adds a word or a field to read. parse parses a number. Add returns an error for a field that
// can't be read, but not for a gap.
func (f *ColumnFit) Add(field string, parse func(string) (float64, error)) error {
	field = strings.TrimSpace(field)
	if isGap(field, f.NA, f.Encode) {
		f.gaps++
		return nil
	}
	if f.Encode {
		if count, known := f.words[field]; known {
			f.words[field] = count + 1
			return nil
		}
		if len(f.words) == maxLevels {
			return table.NewFault(table.ErrTooLarge, "the column has more than %d levels: leave it out with --drop", maxLevels)
		}
		f.words[strings.Clone(field)] = 1
		return nil
	}
	value, err := f.read(field, parse)
	if err != nil {
		return err
	}
	f.first = min(f.first, value)
	f.AddNumber(value)
	return nil
}

// read parses a field in the same way as the fields before it.
func (f *ColumnFit) read(field string, parse func(string) (float64, error)) (float64, error) {
	if f.reading != nil {
		return f.reading.value(field, parse)
	}
	var why error
	for _, r := range dateReadings(cmp.Or(f.Order, Date)) { // with slashes only in a known order
		value, err := r.value(field, parse)
		if err == nil {
			f.reading = &r
			return value, nil
		}
		why = cmp.Or(why, err)
	}
	return 0, why
}

// MarksNote lists the words, with their rows, that count as levels although they are usual marks of
// missing values; it returns "" if no word does.
func MarksNote(words map[string]int) string {
	var marks []string
	for _, word := range slices.Sorted(maps.Keys(words)) {
		if table.IsMissing(word) {
			marks = append(marks, fmt.Sprintf("%s (%s)", wording.Excerpt(word), wording.Plural(words[word], "row")))
		}
	}
	if marks == nil {
		return ""
	}
	return wording.JoinLast(marks, "and") + " counts as a level (--na WORD makes gaps of a word)"
}

// Marks returns MarksNote of the words so far.
func (f *ColumnFit) Marks() string { return MarksNote(f.words) }

// AddNumber adds a number or a parsed value, NaN for a gap.
func (f *ColumnFit) AddNumber(value float64) {
	if math.IsNaN(value) {
		f.gaps++
		return
	}
	f.count++
	if f.Impute != Mean {
		f.values = append(f.values, value)
		return
	}
	sum := f.sum + value
	if math.Abs(f.sum) >= math.Abs(value) {
		f.rest += (f.sum - sum) + value
	} else {
		f.rest += (value - sum) + f.sum
	}
	f.sum = sum
}

// NumberConverter is a maker that makes one number of a field, NaN for a gap, as AddNumber expects.
type NumberConverter struct {
	NA []string // Column.NA
}

func (NumberConverter) Width() int { return 1 }

func (n NumberConverter) Append(x []float64, field string, parse func(string) (float64, error)) ([]float64, error) {
	if isGap(strings.TrimSpace(field), n.NA, false) {
		return append(x, math.NaN()), nil
	}
	value, err := parse(field)
	return append(x, value), err
}

func (NumberConverter) AppendNumber(x []float64, value float64) ([]float64, error) {
	if math.IsInf(value, 0) {
		return x, table.NewFault(table.ErrNotFinite, "%v is not a finite number", value)
	}
	return append(x, value), nil
}

// Column returns the fitted column.
func (f *ColumnFit) Column() (Column, error) {
	c := Column{Name: f.Name, Impute: f.Impute, Flag: f.Flag && f.gaps > 0, Gaps: f.gaps, NA: f.NA}
	if (f.Encode && len(f.words) == 0 || !f.Encode && f.count == 0) && f.NeedsFields() {
		return c, table.NewFault(table.ErrEmpty, "the column has no values: leave it out with --drop")
	}
	isDate := false
	if f.reading != nil {
		c.Read, isDate = f.reading.kind, f.reading.parts != nil
	}
	if isDate {
		c.First = f.first
	}
	switch {
	case f.Encode:
		for _, word := range slices.Sorted(maps.Keys(f.words)) {
			if f.words[word] < f.Rare {
				c.Other = true
			} else {
				c.Levels = append(c.Levels, word)
			}
			if f.Impute != "" && (c.FillLevel == "" || f.words[word] > f.words[c.FillLevel]) {
				c.FillLevel = word
			}
		}
	case f.Impute == Mean:
		c.Fill = (f.sum + f.rest) / float64(f.count)
	case f.Impute == Median:
		half := len(f.values) / 2
		c.Fill = selectNth(f.values, half)
		if len(f.values)%2 == 0 {
			c.Fill = slices.Max(f.values[:half])/2 + c.Fill/2
		}
	case f.Impute == Frequent:
		slices.Sort(f.values)
		most := 0
		for i := 0; i < len(f.values); {
			end := i + 1
			for end < len(f.values) && f.values[end] == f.values[i] {
				end++
			}
			if end-i > most {
				c.Fill, most = f.values[i], end-i
			}
			i = end
		}
	}
	if isDate && f.Impute != "" {
		c.Fill = math.Round(c.Fill)
	}
	return c, nil
}

// selectNth returns the value that would be at index k if values were sorted. It moves the values
// that are not larger before it (Hoare 1961, FIND).
func selectNth(values []float64, k int) float64 {
	low, high := 0, len(values)-1
	for low < high {
		pivot := values[(low+high)/2]
		i, j := low, high
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for pivot < values[j] {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return values[k]
		}
	}
	return values[k]
}
