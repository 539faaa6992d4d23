package datasets

import (
	"errors"
	"strconv"
	"strings"
)

// isHeader tells whether the first row of a table names the columns. It does if
// it holds the label column that was asked for, or no number at all, or a name
// above a number; but a number that cannot be a name makes it a row of data, a
// faulty one perhaps.
func isHeader(first, second []string, label string) bool {
	var numbers []string
	names, aboveNumber := 0, false
	for i, field := range first {
		field = strings.TrimSpace(field)
		switch {
		case isMissing(field):
		case isNumeric(field):
			numbers = append(numbers, field)
		case field == label:
			return true
		default:
			names++
			aboveNumber = aboveNumber || i < len(second) && isNumeric(strings.TrimSpace(second[i]))
		}
	}
	if len(numbers) == 0 {
		return names > 0
	}
	return aboveNumber && countUp(numbers)
}

// countUp tells whether numbers are 0, 1, 2, … or 1, 2, 3, …, as the columns of
// an array without names are called: two of them at least, for a lone 0 or 1
// is a label as a rule.
func countUp(numbers []string) bool {
	if len(numbers) < 2 || numbers[0] != "0" && numbers[0] != "1" {
		return false
	}
	start := int(numbers[0][0] - '0')
	for i, number := range numbers {
		if number != strconv.Itoa(start+i) {
			return false
		}
	}
	return true
}

// isMissing tells whether a field is one of the usual marks for a missing value.
func isMissing(field string) bool {
	switch strings.ToLower(field) {
	case "", "?", "-", "na", "n/a", "nan", "null", "none":
		return true
	}
	return false
}

func isNumeric(field string) bool {
	_, err := strconv.ParseFloat(field, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}
