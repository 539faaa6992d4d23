package table

import (
	"slices"
	"strconv"
	"strings"
)

// isHeader reports whether the first row has the names of the columns: label, other words, or numbers that
// can be names, such as 0, 1, 2, …. TRUE, FALSE or a percentage above another one is no name.
func isHeader(rows [][]string, label string) bool {
	first := trimFields(rows[0])
	var below, numbers []string
	if len(rows) > 1 {
		below = trimFields(rows[1])
	}
	var names []int // indices in first
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
	isValue := func(i int) bool { return i < len(below) && isTruthOrPercent(first[i]) && isTruthOrPercent(below[i]) }
	aboveNumber := func(i int) bool { return i < len(below) && IsNumeric(below[i]) }
	switch {
	case slices.ContainsFunc(names, isLabel):
		return true
	case slices.ContainsFunc(names, isValue):
		return false
	case len(numbers) == 0:
		return len(names) > 0
	case slices.ContainsFunc(names, aboveNumber) && areCountingUp(numbers):
		return true
	case len(names) > 0:
		return slices.ContainsFunc(names, func(at int) bool { return isLabelName(first, at, numbers, rows[1:]) })
	}
	return len(rows) > 2 && (isCountingHeader(numbers, first, below) || areYearNames(numbers, first, rows[1:]))
}

func isTruthOrPercent(field string) bool {
	return IsBoolean(field) || strings.HasSuffix(field, "%") && IsNumberLike(field)
}

// UsualLabels returns the usual names of a label column.
func UsualLabels() []string {
	return []string{"label", "y", "target", "class", "labels", "outcome", "diagnosis"}
}

// IsUsualLabel reports whether UsualLabels contains name, in any case.
func IsUsualLabel(name string) bool {
	return slices.ContainsFunc(UsualLabels(), func(usual string) bool { return strings.EqualFold(usual, name) })
}

// isLabelName reports whether the field at index in the first row is the name of a label column. The field
// must not occur in rows, the rows below. It must be a usual name of labels, or the first or the last field
// and stand above few distinct values. If these values are numbers, the numbers in the first row must also
// be consecutive, like years.
func isLabelName(first []string, index int, numbers []string, rows [][]string) bool {
	classes, count, isWord := map[string]bool{}, 0, false
	for _, row := range rows {
		if index < len(row) {
			field := strings.TrimSpace(row[index])
			classes[field] = true
			count++
			isWord = isWord || !IsNumeric(field) && !IsMissing(field)
		}
	}
	switch {
	case count == 0 || classes[first[index]]:
		return false
	case IsUsualLabel(first[index]):
		return true
	}
	const few = 4 // too few rows to conclude anything
	return (index == 0 || index == len(first)-1) && count >= few && 2*len(classes) <= count && (isWord || len(numbers) > 1 && areConsecutive(numbers))
}

// TakeNames makes the first row the header if all fields of the first row, but not all fields of the
// second, are among names. It finds headers that Open can't distinguish from a row of numbers.
func (t *Table) TakeNames(names []string) {
	rows, ok := t.Rows.(*textRows)
	if !ok || t.Columns != nil || len(rows.ahead) < 2 {
		return
	}
	unknown := func(field string) bool { return !slices.Contains(names, field) }
	if slices.ContainsFunc(trimFields(rows.ahead[0].fields), unknown) || !slices.ContainsFunc(trimFields(rows.ahead[1].fields), unknown) {
		return
	}
	rows.useFirstRowAsHeader(t)
	t.Guess(": the first line is taken for a header, as it has the names of the columns")
}

// isCountingHeader reports whether numbers, the fields of the first row that are not blank, are the names 0,
// 1, 2, … of columns and not data. below is the next row.
func isCountingHeader(numbers, first, below []string) bool {
	switch {
	case !areCountingUp(numbers) || numbers[0] != "0" || len(below) != len(first):
		return false
	case first[0] == "" && len(numbers) == len(first)-1:
		return true // the first column has the row names
	case len(numbers) < len(first) || areConsecutive(below):
		return false
	}
	return len(numbers) > 2 || strings.ContainsAny(below[0], ".eE")
}

func areAscendingByOne(fields []string) bool { return len(fields) > 2 && areConsecutive(fields) }

// areYearNames reports whether the first row has only numbers that increase by one, such as years, and they
// are names: they stand above decimals or words, or the last one is the name of a label column.
func areYearNames(numbers, first []string, rows [][]string) bool {
	if len(numbers) < len(first) || !areAscendingByOne(numbers) {
		return false
	}
	below := trimFields(rows[0][:min(len(rows[0]), len(first))])
	word := func(field string) bool { return !IsNumeric(field) && !IsMissing(field) && !IsNumberLike(field) }
	whole := func(field string) bool { return !strings.ContainsAny(field, ".eE") }
	return slices.ContainsFunc(below, word) || len(below) > 1 && !slices.ContainsFunc(below[:len(below)-1], whole) ||
		numbers[0] != "0" && numbers[0] != "1" && isLabelName(first, len(first)-1, numbers, rows)
}

func trimFields(fields []string) []string {
	fields = slices.Clone(fields)
	for i, field := range fields {
		fields[i] = strings.TrimSpace(field)
	}
	return fields
}

func areConsecutive(numbers []string) bool {
	start, err := strconv.Atoi(numbers[0])
	for i, number := range numbers {
		if err != nil || number != strconv.Itoa(start+i) {
			return false
		}
	}
	return true
}

// areCountingUp reports whether numbers are 0, 1, 2, … or 1, 2, 3, …, as programs number columns without
// names. A single number is not enough: 0 or 1 is usually a label.
func areCountingUp(numbers []string) bool {
	return len(numbers) > 1 && (numbers[0] == "0" || numbers[0] == "1") && areConsecutive(numbers)
}
