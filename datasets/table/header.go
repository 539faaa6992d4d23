package table

import (
	"slices"
	"strconv"
	"strings"
)

// isHeader reports whether the first row names the columns. A row without numbers does, unless it has TRUE,
// FALSE or a percentage above another one. Other rows need the name of the label column, or numbers that
// count up and a name above a number, or only numbers that can be names.
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

// isLabelName reports whether a field of the first row is the name of a label column. No row below may
// repeat the field. The field must be a usual name, or the first or last one and above a few classes. Above
// numeric classes, the numbers of the first row must also be consecutive, like years.
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

// TakeNames makes the first row the header if all its fields are among names, although it could be
// a row of numbers.
func (t *Table) TakeNames(names []string) {
	rows, ok := t.Rows.(*textRows)
	if !ok || t.Columns != nil || len(rows.ahead) < 2 {
		return
	}
	unknown := func(field string) bool { return !slices.Contains(names, field) }
	if slices.ContainsFunc(trimFields(rows.ahead[0].fields), unknown) || !slices.ContainsFunc(trimFields(rows.ahead[1].fields), unknown) {
		return
	}
	rows.takeHeader(t)
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
