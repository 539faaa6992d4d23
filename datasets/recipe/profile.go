package recipe

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"larui/datasets/table"
)

// A Profile has statistics of the fields of a column. Kind finds the kind of the column by these
// statistics.
type Profile struct {
	Name string
	// Rows counts the fields, and Gaps the missing fields; the first gap is on line GapLine.
	Rows, Gaps, GapLine int
	// Numbers counts the fields that are numbers. NumberLike counts numbers in another notation, usually
	// with a decimal comma.
	Numbers, NumberLike int
	// Codes counts numbers with leading zeros, which are probably names.
	Codes int
	// Marks has, for each word that often means a missing value, such as "NA", the number of its rows. Rows
	// and Gaps lack these rows until CountMarks adds them.
	Marks map[string]int
	// markLine is the line of the first word that is counted in Marks.
	markLine int
	na       []string // Column.NA
	// Odd is the first field that is not a number, on line OddLine.
	Odd     string
	OddLine int
	// readableCounts has, for each Kind, the number of fields that can be parsed as this Kind.
	parsers        []fieldParser
	readableCounts map[Kind]int
	// Example is the first field that is not missing.
	Example string
	// Mean is the mean of the numbers, Largest their largest magnitude, and squares the sum of their
	// squared deviations (Welford 1962).
	Mean, Largest, squares float64
	// distinct has at most maxDistinct values.
	distinct                map[string]bool
	hasRepeats, hasSpaces   bool
	areIntegers, areRising  bool
	firstNumber, lastNumber float64
}

const (
	maxDistinct = 10_000
	MostLevels  = 50 // the largest number of levels of a Category
)

// NewProfile returns a Profile without fields. na are further words for a gap, and order is the order
// of dates with slashes, or "".
func NewProfile(name string, na []string, order Kind) *Profile {
	return &Profile{Name: name, na: na, Marks: map[string]int{}, parsers: append(dateParsers(order), notationParsers()...), readableCounts: map[Kind]int{}, distinct: map[string]bool{}, areIntegers: true, areRising: true, lastNumber: math.Inf(-1)}
}

// Add adds the field on the given line. parse parses a number.
func (l *Profile) Add(field string, line int, parse func(string) (float64, error)) {
	field = strings.TrimSpace(field)
	l.Rows++
	switch {
	case isGap(field, l.na, true):
		l.Gaps++
		if l.Gaps == 1 {
			l.GapLine = line
		}
		return
	case table.IsMissing(field):
		l.Rows--
		l.Marks[strings.Clone(field)]++
		if l.markLine == 0 {
			l.markLine = line
		}
		return
	}
	if l.Example == "" {
		l.Example = strings.Clone(field)
	}
	fractions := !l.areIntegers && l.Numbers == l.Rows-l.Gaps-1 // Kind is then Number, however many values are distinct
	if len(l.distinct) < maxDistinct && !(fractions && len(l.distinct) > MostLevels) {
		if !l.distinct[field] {
			l.distinct[strings.Clone(field)] = true
		} else {
			l.hasRepeats = true
		}
	}
	l.hasSpaces = l.hasSpaces || strings.Contains(field, " ")
	if value, err := parse(field); err == nil {
		if table.HasLeadingZeros(field) {
			l.Codes++
		}
		if l.Numbers == 0 {
			l.firstNumber = value
		}
		l.Numbers++
		step := value - l.Mean
		l.Mean += step / float64(l.Numbers)
		l.squares += step * (value - l.Mean)
		l.Largest = max(l.Largest, math.Abs(value))
		l.areIntegers = l.areIntegers && value == math.Trunc(value)
		l.areRising = l.areRising && value > l.lastNumber
		l.lastNumber = value
		return
	}
	if l.OddLine == 0 {
		l.Odd, l.OddLine = strings.Clone(field), line
	}
	isDate := false
	for _, r := range l.parsers {
		if _, err := r.parseValue(field, parse); err == nil {
			l.readableCounts[r.kind]++
			isDate = isDate || r.parts != nil
		}
	}
	if !isDate && table.IsNumberLike(field) {
		l.NumberLike++
	}
}

// HasWords reports whether the column has words, so that marks such as "NA" count as words too.
func (l *Profile) HasWords() bool {
	return l.OddLine > 0 && l.FindReadableKind() == "" && l.Kind() != Number
}

// CountMarks counts the Marks as words if words is true, otherwise as gaps. Call it after the last
// Add.
func (l *Profile) CountMarks(words bool) {
	for _, mark := range slices.Sorted(maps.Keys(l.Marks)) {
		rows := l.Marks[mark]
		l.Rows += rows
		if !words {
			l.Gaps += rows
			continue
		}
		l.hasRepeats = l.hasRepeats || rows > 1
		l.distinct[mark] = true
	}
	if !words && len(l.Marks) > 0 {
		if l.GapLine == 0 || l.markLine < l.GapLine {
			l.GapLine = l.markLine
		}
		clear(l.Marks)
	}
}

// FindReadableKind returns the first kind, such as Date, as which all fields can be parsed, or "".
func (l *Profile) FindReadableKind() Kind {
	for _, r := range l.parsers {
		if l.IsReadableAs(r.kind) {
			return r.kind
		}
	}
	return ""
}

// HasAmbiguousDates reports whether the fields are dates both as day/month and as month/day.
func (l *Profile) HasAmbiguousDates() bool {
	return !l.IsReadableAs(Date) && l.IsReadableAs(DayMonth) && l.IsReadableAs(MonthDay)
}

// IsReadableAs reports whether all fields can be parsed as the given kind.
func (l *Profile) IsReadableAs(kind Kind) bool { return l.readableCounts[kind] == l.Rows-l.Gaps }

// StandardDeviation returns the standard deviation of the numbers.
func (l *Profile) StandardDeviation() float64 {
	if l.Numbers == 0 {
		return 0
	}
	return math.Sqrt(l.squares / float64(l.Numbers))
}

// CountDistinct returns the number of distinct values, counted up to 10,000. If all fields are numbers and
// some have fractions, it counts only up to MostLevels + 1.
func (l *Profile) CountDistinct() int { return len(l.distinct) }

// ListValuesMissingIn lists the values of l that other lacks. It returns nil if either Profile has more
// than MostLevels values.
func (l *Profile) ListValuesMissingIn(other *Profile) (values []string) {
	if len(l.distinct) > MostLevels || len(other.distinct) > MostLevels {
		return nil
	}
	for value := range l.distinct {
		if !other.distinct[value] {
			values = append(values, value)
		}
	}
	slices.Sort(values)
	return values
}

// HasIDName reports whether the column has a usual name of identifiers, such as "user_id".
func (l *Profile) HasIDName() bool { return idName().MatchString(l.Name) }

var idName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(.*[ _.-])?(id|ids|key|uuid|guid|index|rownames)$|[a-z]I[dD]$`)
})

// Kind returns the kind of the column.
func (l *Profile) Kind() Kind {
	const few = 10
	count := l.Rows - l.Gaps
	unique := count > 1 && !l.hasRepeats
	switch {
	case len(l.distinct) <= 1:
		return Constant
	case l.Numbers == count && l.areIntegers && l.HasIDName() && (unique || !l.hasAtMostDistinct(MostLevels)):
		return Identifier
	case l.Numbers == count && l.areIntegers && unique && l.isConsecutive():
		return Identifier
	case l.Numbers == count && l.areIntegers && l.Codes > 0 && !l.hasAtMostDistinct(MostLevels):
		return Text
	case l.Numbers == count && l.areIntegers && l.Codes > 0:
		return Category
	case l.Numbers == count:
		return Number
	case l.FindReadableKind() != "":
		return l.FindReadableKind()
	case 2*(l.Numbers+l.NumberLike) > count:
		return Number // with a few words
	case l.HasIDName() && !l.hasAtMostDistinct(few):
		return Identifier
	case unique && count > few && !l.hasSpaces:
		return Identifier
	case len(l.distinct) <= MostLevels && (2*len(l.distinct) <= count || count <= few):
		return Category
	}
	return Text
}

func (l *Profile) hasAtMostDistinct(most int) bool { return len(l.distinct) <= most }

func (l *Profile) isConsecutive() bool {
	return l.areRising && l.Numbers > 4 && l.lastNumber-l.firstNumber == float64(l.Numbers-1) && l.Gaps == 0
}
