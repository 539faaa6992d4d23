package table

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// isHeader tells whether the first row of a table names the columns. It does if
// it holds the label column that was asked for, or no number at all, or a name
// above a number; but a number that cannot be a name makes it a row of data, a
// faulty one perhaps, unless one of its names is hardly a class.
func isHeader(rows [][]string, label string) bool {
	first := trimmed(rows[0])
	var below, numbers []string
	if len(rows) > 1 {
		below = trimmed(rows[1])
	}
	var names []int // their positions
	for i, field := range first {
		switch {
		case IsMissing(field):
		case IsNumeric(field):
			numbers = append(numbers, field)
		default:
			names = append(names, i)
		}
	}
	isLabel := func(i int) bool { return first[i] == label }
	aboveNumber := func(i int) bool { return i < len(below) && IsNumeric(below[i]) }
	switch {
	case slices.ContainsFunc(names, isLabel):
		return true
	case len(numbers) == 0:
		return len(names) > 0
	case slices.ContainsFunc(names, aboveNumber) && countUp(numbers):
		return true
	case len(names) > 0:
		return slices.ContainsFunc(names, func(at int) bool { return namesLabel(first, at, numbers, rows[1:]) })
	}
	return len(rows) > 2 && (areNames(numbers, first, below) || areYears(numbers, first, rows[1:]))
}

// UsualLabels are the names that a column of labels usually has.
func UsualLabels() []string {
	return []string{"label", "y", "target", "class", "labels", "outcome", "diagnosis"}
}

// namesLabel tells whether the name of the first row at a position is that of a label: it
// stands in none of the other rows, and is a usual one, or at an end of the row above a few
// classes; above numbers only where those beside it are years, say.
func namesLabel(first []string, at int, numbers []string, rows [][]string) bool {
	classes, count, isWord := map[string]bool{}, 0, false
	for _, row := range rows {
		if at < len(row) {
			field := strings.TrimSpace(row[at])
			classes[field] = true
			count++
			isWord = isWord || !IsNumeric(field) && !IsMissing(field)
		}
	}
	usual := slices.ContainsFunc(UsualLabels(), func(name string) bool { return strings.EqualFold(name, first[at]) })
	switch {
	case count == 0 || classes[first[at]]:
		return false
	case usual:
		return true
	}
	const few = 4 // rows, which say little
	return (at == 0 || at == len(first)-1) && count >= few && 2*len(classes) <= count && (isWord || len(numbers) > 1 && follows(numbers))
}

// TakeNames takes the first row for a header where it is of some of these names, though it
// could be one of numbers.
func (t *Table) TakeNames(names []string) {
	rows, ok := t.Rows.(*textRows)
	if !ok || t.Columns != nil || len(rows.ahead) < 2 {
		return
	}
	unknown := func(field string) bool { return !slices.Contains(names, field) }
	if slices.ContainsFunc(trimmed(rows.ahead[0].fields), unknown) || !slices.ContainsFunc(trimmed(rows.ahead[1].fields), unknown) {
		return
	}
	rows.takeHeader(t)
	t.Guess("%s: the first line is taken for a header, as it has the names of the columns", filepath.Base(t.Path))
}

// areNames tells whether the numbers of the first row, which has no other fields but blanks,
// name the columns: 0, 1, 2, … above others, where a row of data hardly says so.
func areNames(numbers, first, below []string) bool {
	switch {
	case !countUp(numbers) || numbers[0] != "0" || len(below) != len(first):
		return false
	case first[0] == "" && len(numbers) == len(first)-1:
		return true // the first column has the names of the rows
	case len(numbers) < len(first) || follows(below):
		return false
	}
	return len(numbers) > 2 || strings.ContainsAny(below[0], ".eE")
}

// ascend reports whether fields are three or more whole numbers, each one more than the one before.
func ascend(fields []string) bool { return len(fields) > 2 && follows(fields) }

// areYears reports whether numbers that ascend, such as years, fill the first row and name the columns: they
// stand above decimals or above words, or the last of them is no label of the rows below.
func areYears(numbers, first []string, rows [][]string) bool {
	if len(numbers) < len(first) || !ascend(numbers) {
		return false
	}
	below := trimmed(rows[0][:min(len(rows[0]), len(first))])
	word := func(field string) bool { return !IsNumeric(field) && !IsMissing(field) && !IsNumberLike(field) }
	whole := func(field string) bool { return !strings.ContainsAny(field, ".eE") }
	return slices.ContainsFunc(below, word) || len(below) > 1 && !slices.ContainsFunc(below[:len(below)-1], whole) ||
		numbers[0] != "0" && numbers[0] != "1" && namesLabel(first, len(first)-1, numbers, rows)
}

// trimmed returns fields without the blanks around them.
func trimmed(fields []string) []string {
	fields = slices.Clone(fields)
	for i, field := range fields {
		fields[i] = strings.TrimSpace(field)
	}
	return fields
}

// follows tells whether numbers are whole and each is one more than that before it.
func follows(numbers []string) bool {
	start, err := strconv.Atoi(numbers[0])
	for i, number := range numbers {
		if err != nil || number != strconv.Itoa(start+i) {
			return false
		}
	}
	return true
}

// countUp tells whether numbers are 0, 1, 2, … or 1, 2, 3, …, as the columns of
// an array without names are called: two of them at least, for a lone 0 or 1
// is a label as a rule.
func countUp(numbers []string) bool {
	return len(numbers) > 1 && (numbers[0] == "0" || numbers[0] == "1") && follows(numbers)
}
