package recipe

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"larui/datasets/table"
	"larui/datasets/wording"
)

// A Converter computes the features of a Column from its fields, and counts gaps and unknown words.
// Several goroutines may use it at once.
type Converter struct {
	Column
	width      int
	levelIndex map[string]int
	isWord     bool
	parser     fieldParser

	mu   sync.Mutex
	gaps int
	// unseen counts the rows of each of the first 20 words that are not in Levels. unseenRows counts
	// the rows of all words that are not in Levels.
	unseen     map[string]int
	unseenRows int
}

// FieldConverters returns a new Converter for each column; nil for a nil recipe.
func (r Recipe) FieldConverters() (converters []table.FieldConverter) {
	for _, c := range r {
		m := &Converter{Column: c, width: c.Width(), isWord: c.hasWords(), parser: c.ReadKind.parser(), levelIndex: map[string]int{}, unseen: map[string]int{}}
		for i, level := range c.Levels {
			m.levelIndex[level] = i
		}
		converters = append(converters, m)
	}
	return converters
}

// Width returns the number of features.
func (m *Converter) Width() int { return m.width }

// Append appends the features of a field to x. parse parses a number.
func (m *Converter) Append(x []float64, field string, parse func(string) (float64, error)) ([]float64, error) {
	if !m.isWord && m.ReadKind == "" && (m.Impute == "" && len(m.NA) == 0 || table.BeginsNumber(field)) {
		value, err := parse(field)
		return m.appendFlag(append(x, value), false), err
	}
	if at, known := m.levelIndex[field]; known { // the usual case
		return m.appendFlag(m.appendLevel(x, at), false), nil
	}
	field = strings.TrimSpace(field)
	gap := isGap(field, m.NA, m.isWord)
	switch {
	case gap && m.Impute == "":
		return x, table.NewFault(table.ErrNotNumber, "the field is a gap (%s): fill it with --impute", wording.Excerpt(field))
	case gap:
		m.countGap()
	}
	if m.isWord {
		if gap {
			field = m.FillLevel
		}
		return m.appendFlag(m.appendLevel(x, m.findLevel(field)), gap), nil
	}
	value := m.Fill
	var err error
	switch {
	case gap:
	case m.ReadKind != "":
		value, err = m.parser.parseValue(field, parse)
	default:
		value, err = parse(field)
	}
	if m.parser.appendParts != nil {
		x = m.parser.appendParts(x, value, m.First)
	} else {
		x = append(x, value)
	}
	return m.appendFlag(x, gap), err
}

// AppendNumber appends the features of a field that is a number, NaN for a gap, to x.
func (m *Converter) AppendNumber(x []float64, value float64) ([]float64, error) {
	if m.isWord || m.ReadKind != "" {
		return m.Append(x, wording.FormatField(value), table.ParseNumber)
	}
	gap := math.IsNaN(value) && m.Impute != ""
	switch {
	case gap:
		m.countGap()
		value = m.Fill
	case value-value != 0: // true only for NaN and infinities
		return x, table.NewFault(table.ErrNotFinite, "%v is not a finite number", value)
	}
	return m.appendFlag(append(x, value), gap), nil
}

// findLevel returns the index of the word in Levels. For an unknown word it returns len(Levels) if Other is
// true, otherwise −1.
func (m *Converter) findLevel(word string) int {
	if at, known := m.levelIndex[word]; known {
		return at
	}
	m.countUnseen(word)
	if m.Other {
		return len(m.Levels)
	}
	return -1
}

// appendLevel appends only zeros if level is −1, which means an unknown word.
func (m *Converter) appendLevel(x []float64, level int) []float64 {
	start, width := len(x), len(m.Levels)
	if m.Other {
		width++
	}
	x = append(x, make([]float64, width)...)
	if level >= 0 {
		x[start+level] = 1
	}
	return x
}

func (m *Converter) appendFlag(x []float64, gap bool) []float64 {
	switch {
	case m.Flag && gap:
		return append(x, 1)
	case m.Flag:
		return append(x, 0)
	}
	return x
}

func (m *Converter) countGap() {
	m.mu.Lock()
	m.gaps++
	m.mu.Unlock()
}

func (m *Converter) countUnseen(word string) {
	const most = 20
	m.mu.Lock()
	defer m.mu.Unlock()
	m.unseenRows++
	if _, seen := m.unseen[word]; seen || len(m.unseen) < most {
		m.unseen[strings.Clone(word)]++
	}
}

// HasOnlyUnknown reports whether no row so far has a word of the source; rows is the number of rows
// so far. It is false if Other is true.
func (m *Converter) HasOnlyUnknown(rows int) bool {
	return !m.Other && m.unseenRows > 0 && m.unseenRows+m.gaps == rows
}

// CountFilledGaps returns the number of gaps filled so far.
func (m *Converter) CountFilledGaps() int { return m.gaps }

// DescribeConverters describes the gaps that the converters filled, and the words that are rare or not in
// the source. source is true if the converters read the source. guesses has what differs from the source:
// gaps in a column without gaps in the source, and words without a feature of their own. notes has the
// rest.
func DescribeConverters(converters []table.FieldConverter, source bool) (notes, guesses []string) {
	for _, made := range converters {
		m := made.(*Converter)
		if m.gaps > 0 {
			with := wording.FormatNumber(m.Fill)
			switch {
			case m.isWord:
				with = wording.Excerpt(m.FillLevel)
			case m.ReadKind != "":
				with = m.parser.formatValue(m.Fill)
			}
			text := fmt.Sprintf("column %s: %s filled with %s, the %s of the source",
				wording.Excerpt(m.Name), wording.Plural(m.gaps, "gap"), with, methodNames[m.Impute])
			if source || m.Gaps > 0 {
				notes = append(notes, text)
			} else {
				guesses = append(guesses, text+", which has none")
			}
		}
		if m.unseenRows > 0 {
			where, to := "are not in the source", "no level"
			say := &guesses
			if source {
				where, say = "are rare", &notes
			} else if m.Other {
				where = "are rare or not in the source"
			}
			if m.Other {
				to = "other"
			}
			words := slices.Sorted(func(yield func(string) bool) {
				for word, count := range m.unseen {
					if !yield(fmt.Sprintf("%s (%d)", wording.Excerpt(word), count)) {
						return
					}
				}
			})
			*say = append(*say, fmt.Sprintf("column %s: the levels in %s %s and count as %s: %s",
				wording.Excerpt(m.Name), wording.Plural(m.unseenRows, "row"), where, to, wording.JoinFirst(words, 5)))
		}
	}
	return notes, guesses
}

var methodNames = map[string]string{Mean: "mean", Median: "median", Frequent: "most frequent value"}
