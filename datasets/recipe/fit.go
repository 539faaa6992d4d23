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

const maxLevels = 1000

// A Plan says how to compute features from a column. It is made before the source is read.
type Plan struct {
	Name string
	// Encode makes a feature for each distinct word. ParseDates parses the fields as dates. If both
	// are false, the column has numbers.
	Encode, ParseDates bool
	// Notation is Truth if the numbers are written as TRUE and FALSE, Percent if as percentages,
	// otherwise empty.
	Notation Kind
	// Impute is the method that fills gaps, one of FillMethods; empty if gaps are errors.
	Impute string
	// Flag adds a feature that is 1 for a gap and 0 for a value, if the source has gaps.
	Flag bool
	// Order is the order of dates with slashes, DayMonth or MonthDay, or empty.
	Order Kind
	// NA are further words for a gap (Column.NA).
	NA []string
	// Rare is the least number of times that a word must occur in the source to get a feature of
	// its own.
	Rare int
}

// A ColumnFit computes the Column of a Plan from the fields of the source.
type ColumnFit struct {
	Plan
	parser *fieldParser // nil until the first field that is not a gap
	gaps   int
	words  map[string]int
	// values has the values of all fields so far: numbers, or parsed dates. It is empty if Impute is Mean.
	values []float64
	// sum and sumError, the rounding error of sum, are for the mean (Neumaier 1974).
	sum, sumError float64
	count         int
	first         float64
}

// NewColumnFit returns a ColumnFit without fields.
func NewColumnFit(p Plan) *ColumnFit {
	if p.Encode && p.Impute != "" {
		p.Impute = Frequent
	}
	f := &ColumnFit{Plan: p, words: map[string]int{}, first: math.Inf(1)}
	if p.Notation != "" {
		r := p.Notation.parser()
		f.parser = &r
	}
	return f
}

// NeedsFields reports whether the Column depends on the fields of the source, which must then be added.
func (p Plan) NeedsFields() bool { return p.Encode || p.ParseDates || p.Impute != "" || len(p.NA) > 0 }

// HasPlainNumbers reports whether the column has plain numbers. If it has, add its fields with AddNumber,
// otherwise with Add.
func (p Plan) HasPlainNumbers() bool { return !p.Encode && !p.ParseDates && p.Notation == "" }

// Add adds a field that is a word, a date or a number in another notation. parse parses a plain number. It
// fails if a field can't be parsed and is not a gap.
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
	value, err := f.parseLikeFirstField(field, parse)
	if err != nil {
		return err
	}
	f.first = min(f.first, value)
	f.AddNumber(value)
	return nil
}

func (f *ColumnFit) parseLikeFirstField(field string, parse func(string) (float64, error)) (float64, error) {
	if f.parser != nil {
		return f.parser.parseValue(field, parse)
	}
	var why error
	for _, r := range dateParsers(cmp.Or(f.Order, Date)) { // an unknown order excludes dates with slashes
		value, err := r.parseValue(field, parse)
		if err == nil {
			f.parser = &r
			return value, nil
		}
		why = cmp.Or(why, err)
	}
	return 0, why
}

// MissingWordsNote returns a note about words that often mean a missing value, such as "NA", but get a
// feature; "" if there are none. words has the number of rows of each word.
func MissingWordsNote(words map[string]int) string {
	var marks []string
	for _, word := range slices.Sorted(maps.Keys(words)) {
		if table.IsMissing(word) {
			marks = append(marks, fmt.Sprintf("%s (%s)", wording.Excerpt(word), wording.Plural(words[word], "row")))
		}
	}
	if marks == nil {
		return ""
	}
	return wording.JoinWithWord(marks, "and") + " counts as a level (--na WORD makes gaps of a word)"
}

// DescribeMissingWords returns the MissingWordsNote of the words added so far.
func (f *ColumnFit) DescribeMissingWords() string { return MissingWordsNote(f.words) }

// AddNumber adds a number. NaN means a gap.
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
		f.sumError += (f.sum - sum) + value
	} else {
		f.sumError += (value - sum) + f.sum
	}
	f.sum = sum
}

// NewNumberRecipe returns a recipe for the given number of columns that keeps numbers and makes gaps NaN.
// na are further words for a gap.
func NewNumberRecipe(columns int, na []string) Recipe {
	return slices.Repeat(Recipe{{Impute: Mean, Fill: math.NaN(), NA: na}}, columns)
}

// Column returns the Column that the Plan and the added fields determine.
func (f *ColumnFit) Column() (Column, error) {
	c := Column{Name: f.Name, Impute: f.Impute, Flag: f.Flag && f.gaps > 0, Gaps: f.gaps, NA: f.NA}
	if (f.Encode && len(f.words) == 0 || !f.Encode && f.count == 0) && f.NeedsFields() {
		return c, table.NewFault(table.ErrEmpty, "the column has no values: leave it out with --drop")
	}
	isDate := false
	if f.parser != nil {
		c.ReadKind, isDate = f.parser.kind, f.parser.parts != nil
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
		c.Fill = (f.sum + f.sumError) / float64(f.count)
	case f.Impute == Median:
		slices.Sort(f.values)
		half := len(f.values) / 2
		c.Fill = f.values[half]
		if len(f.values)%2 == 0 {
			c.Fill = f.values[half-1]/2 + c.Fill/2
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
