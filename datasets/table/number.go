package table

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode"

	"larui/datasets/wording"
)

// parseDecimal parses the usual notation of a number, with at most 18 digits, a minus and a point, in a
// third of the time of strconv. The result is the nearest number: the digits, a whole number below 2⁵³, and
// the power of ten are exact in float64, so that only the quotient is rounded (Clinger 1990).
func parseDecimal(field string) (value float64, ok bool) {
	const most = 18
	digits := strings.TrimPrefix(field, "-")
	if len(digits) > most+1 {
		return 0, false
	}
	var whole uint64
	point := -1
	for i := range len(digits) {
		c := digits[i] - '0'
		switch {
		case c <= 9:
			whole = 10*whole + uint64(c)
		case digits[i] == '.' && point < 0:
			point = i
		default:
			return 0, false
		}
	}
	count, decimals := len(digits), 0
	if point >= 0 {
		count--
		decimals = count - point
	}
	if count < 1 || count > most || whole >= 1<<53 {
		return 0, false
	}
	value = float64(whole) / math.Pow10(decimals)
	if len(digits) < len(field) {
		value = -value
	}
	return value, true
}

// ParseFloat parses a number, but not Go's own notations 0x1p3 and 1_234.
func ParseFloat(field string) (float64, error) {
	if strings.ContainsAny(field, "_xX") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(field, 64)
}

// IsNumeric reports whether field is a number, finite or not.
func IsNumeric(field string) bool {
	_, err := ParseFloat(field)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// IsNumberLike reports whether text looks like a number in another notation: with a decimal comma,
// thousands marks, a currency or percent sign, or several numbers.
func IsNumberLike(text string) bool {
	bare := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(",'’_%$€£", r) || unicode.IsSpace(r):
			return -1
		case r == '−':
			return '-'
		}
		return r
	}, text)
	_, err := strconv.ParseFloat(bare, 64)
	return bare != "" && !IsNumeric(text) && (err == nil || IsNumeric(bare))
}

// ParseNumber parses a finite number.
func ParseNumber(field string) (float64, error) {
	field = strings.TrimSpace(field)
	if value, ok := parseDecimal(field); ok {
		return value, nil
	}
	value, err := ParseFloat(field)
	switch {
	case math.IsNaN(value) || math.IsInf(value, 0):
		return 0, NewFault(ErrNotFinite, "%s is not a finite number", wording.Excerpt(field))
	case err == nil:
		return value, nil
	case field == "":
		return 0, NewFault(ErrNotNumber, "the field is empty, a number belongs here")
	}
	return 0, NewFault(ErrNotNumber, "%s is not a number%s", wording.Excerpt(field), NotationHint(field))
}

// ThousandsMark returns the mark between thousands of a number, or "". Three digits follow each mark; one
// to three digits, without a leading zero, precede the first mark.
func ThousandsMark(field string) string {
	digits := strings.TrimLeft(strings.TrimSpace(field), "+-")
	at := strings.IndexAny(digits, ".,' ")
	if at < 1 || at > 3 || digits[0] == '0' {
		return ""
	}
	mark := digits[at : at+1]
	for i, group := range strings.Split(digits, mark) {
		if i > 0 && len(group) != 3 || strings.ContainsFunc(group, isNonDigit) {
			return ""
		}
	}
	return mark
}

func isNonDigit(r rune) bool { return r < '0' || r > '9' }

// IsBoolean reports whether field is true or false, in any case.
func IsBoolean(field string) bool {
	return strings.EqualFold(field, "true") || strings.EqualFold(field, "false")
}

// NotationHint says what a user can do about a field with thousands marks, a decimal comma or a percent
// sign, or about TRUE or FALSE: add an option or change the file. It returns "" for any other field.
func NotationHint(field string) string {
	mark := ThousandsMark(field)
	if at := strings.LastIndexAny(field, ".,"); mark == "" && at > 0 && ThousandsMark(field[:at]) != field[at:at+1] {
		mark = ThousandsMark(field[:at])
	}
	switch {
	case IsBoolean(field):
		return ": write 1 for true and 0 for false"
	case strings.HasSuffix(field, "%"):
		return ": take the percent signs out"
	case mark == " ":
		return ": for spaces between thousands add --thousands space"
	case mark != "":
		return ": for marks between thousands add --thousands " + wording.ShellQuote(mark)
	}
	if IsNumeric(strings.Replace(field, ",", ".", 1)) {
		return ": for decimal commas add --decimal ,"
	}
	return ""
}

// HasDecimalComma reports whether field can only be a number with a decimal comma: its comma can't separate
// thousands.
func HasDecimalComma(field string) bool {
	whole, decimals, cut := strings.Cut(field, ",")
	digits := strings.TrimLeft(whole, "+-")
	return cut && IsNumeric(whole+"."+decimals) && (len(decimals) != 3 || digits == "0" || digits == "" || len(digits) > 3)
}

// BeginsNumber reports whether field begins like a number, and so is no mark of a missing value.
func BeginsNumber(field string) bool {
	digits := strings.TrimPrefix(field, "-")
	return digits != "" && '0' <= digits[0] && digits[0] <= '9'
}

// HasLeadingZeros reports whether field is a whole number with leading zeros, which is a name rather than a
// number.
func HasLeadingZeros(field string) bool {
	return len(field) > 1 && field[0] == '0' && !strings.ContainsFunc(field, isNonDigit)
}

// IsNull reports whether field is empty or \N, the null of databases in text: a missing value in
// every column.
func IsNull(field string) bool { return field == "" || field == `\N` }

// IsMissing reports whether field is empty or a usual mark of a missing number.
func IsMissing(field string) bool {
	const longest = len("missing")
	if len(field) > longest || BeginsNumber(field) {
		return false
	}
	switch strings.ToLower(field) {
	case "", `\n`, "?", "-", "na", "n/a", "#n/a", "<na>", "nan", "nat", "null", "none", "missing":
		return true
	}
	return false
}
