package recipe

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"larui/datasets/phrase"
	"larui/datasets/table"
)

// maxLevels bounds the levels of a column.
const maxLevels = 1000

// A Plan says what is to become of a column, before it is known what the source holds.
type Plan struct {
	Name string
	// Encode makes a number for each of its words, Read those of what is read, such as dates;
	// else it has numbers.
	Encode, Read bool
	// Impute is the way to fill its gaps, empty where there may be none; Flag asks for a
	// column of flags where the source has gaps.
	Impute string
	Flag   bool
	// Order is the order of dates with slashes, DayMonth or MonthDay; empty for none.
	Order Kind
	// NA are words that are gaps: Column.NA.
	NA []string
	// Rare counts words that stand fewer times in the source as others.
	Rare int
}

// A Fit learns from the fields of the source what a Plan leaves open.
type Fit struct {
	Plan
	reading *reading // the first that reads a field; nil while none is
	gaps    int
	words   map[string]int
	// values are the numbers, or what was read; for a mean, sum and lost, what rounding has taken from
	// it (Neumaier 1974), are enough.
	values    []float64
	sum, lost float64
	count     int
	first     float64
}

// NewFit returns what has seen no field yet.
func NewFit(p Plan) *Fit {
	if p.Encode && p.Impute != "" {
		p.Impute = Frequent
	}
	return &Fit{Plan: p, words: map[string]int{}, first: math.Inf(1)}
}

// Needed tells whether there is anything to learn.
func (p Plan) Needed() bool { return p.Encode || p.Read || p.Impute != "" || len(p.NA) > 0 }

// IsNumber tells whether the fields are numbers, which AddNumber takes; Add takes others.
func (p Plan) IsNumber() bool { return !p.Encode && !p.Read }

// Add takes a word, or a field to read. What can't be read is an error; gaps are none.
func (f *Fit) Add(field string) error {
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
	value, err := f.read(field)
	if err != nil {
		return err
	}
	f.first = min(f.first, value)
	f.AddNumber(value)
	return nil
}

// readings lists what may read the fields: dates with slashes where their order is said.
func (f *Fit) readings() []reading {
	if f.Order == "" {
		return readingsIn(Date)
	}
	return readingsIn(f.Order)
}

// read reads a field as those before it.
func (f *Fit) read(field string) (float64, error) {
	if f.reading != nil {
		return f.reading.value(field)
	}
	var why error
	for _, r := range f.readings() {
		value, err := r.value(field)
		if err == nil {
			f.reading = &r
			return value, nil
		}
		why = cmp.Or(why, err)
	}
	return 0, why
}

// SayMarks says which words are levels though usual marks of missing values, given their rows; empty where none is.
func SayMarks(words map[string]int) string {
	var marks []string
	for _, word := range slices.Sorted(maps.Keys(words)) {
		if table.IsMissing(word) {
			marks = append(marks, fmt.Sprintf("%s (%s)", phrase.Excerpt(word), phrase.Plural(words[word], "row")))
		}
	}
	if marks == nil {
		return ""
	}
	return phrase.Joined(marks, "and") + " counts as a level (--na WORD makes gaps of a word)"
}

// Marks is SayMarks of the words so far.
func (f *Fit) Marks() string { return SayMarks(f.words) }

// AddNumber takes a number or what was read, NaN for a gap.
func (f *Fit) AddNumber(value float64) {
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
		f.lost += (f.sum - sum) + value
	} else {
		f.lost += (value - sum) + f.sum
	}
	f.sum = sum
}

// OneNumber makes one number of a field, NaN of a gap: what AddNumber takes.
type OneNumber struct {
	NA []string // Column.NA
}

func (OneNumber) Width() int { return 1 }

func (n OneNumber) Append(x []float64, field string, parse func(string) (float64, error)) ([]float64, error) {
	if isGap(strings.TrimSpace(field), n.NA, false) {
		return append(x, math.NaN()), nil
	}
	value, err := parse(field)
	return append(x, value), err
}

func (OneNumber) AppendNumber(x []float64, value float64) ([]float64, error) {
	if math.IsInf(value, 0) {
		return x, table.NewFault(table.ErrNotFinite, "%v is not a finite number", value)
	}
	return append(x, value), nil
}

// Column returns what was learned.
func (f *Fit) Column() (Column, error) {
	c := Column{Name: f.Name, Impute: f.Impute, Flag: f.Flag && f.gaps > 0, Gaps: f.gaps, NA: f.NA}
	if (f.Encode && len(f.words) == 0 || !f.Encode && f.count == 0) && f.Needed() {
		return c, table.NewFault(table.ErrEmpty, "the column has no values: leave it out with --drop")
	}
	if f.reading != nil {
		c.Read, c.First = f.reading.kind, f.first
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
		c.Fill = (f.sum + f.lost) / float64(f.count)
	case f.Impute == Median:
		half := len(f.values) / 2
		c.Fill = smallest(f.values, half)
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
	if f.reading != nil && f.Impute != "" {
		c.Fill = math.Round(c.Fill)
	}
	return c, nil
}

// smallest returns the value that would stand at position k if the values were sorted, and puts
// those that are not larger before it (Hoare 1961, FIND).
func smallest(values []float64, k int) float64 {
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
