package datasets

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// parseField reads a finite number.
func parseField(field []byte) (float64, error) {
	field = bytes.TrimSpace(field)
	if value, ok := parseDecimal(field); ok {
		return value, nil
	}
	if value, err := strconv.ParseFloat(string(field), 64); err == nil && !math.IsNaN(value) && !math.IsInf(value, 0) {
		return value, nil
	}
	return parseNumber(string(field))
}

// powersOf10 are those that a float64 holds exactly.
var powersOf10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// parseDecimal reads a decimal number as most tables have them, of digits and
// perhaps a sign and a point: its digits as a whole number below 2⁵³, divided by a
// power of ten. As a float64 holds both exactly, the quotient is rounded once, and
// so is the nearest float64 (Clinger 1990). It leaves all other numbers to
// strconv.
func parseDecimal(field []byte) (value float64, ok bool) {
	const longest = 18 // digits that cannot overflow
	digits := field
	negative := len(digits) > 0 && digits[0] == '-'
	if negative {
		digits = digits[1:]
	}
	if len(digits) == 0 || len(digits) > longest+1 {
		return 0, false
	}
	var whole uint64
	point := -1
	for i, c := range digits {
		if c == '.' && point < 0 {
			point = i
			continue
		}
		if c -= '0'; c > 9 {
			return 0, false
		}
		whole = 10*whole + uint64(c)
	}
	after := 0
	if point >= 0 {
		after = len(digits) - 1 - point
	}
	if len(digits) == 1 && point == 0 || len(digits) > longest && point < 0 || whole >= 1<<53 {
		return 0, false
	}
	value = float64(whole) / powersOf10[after]
	if negative {
		value = -value
	}
	return value, true
}

// parseNumber reads a finite number.
func parseNumber(field string) (float64, error) {
	field = strings.TrimSpace(field)
	value, err := strconv.ParseFloat(field, 64)
	switch {
	case math.IsNaN(value) || math.IsInf(value, 0):
		return 0, newFault(ErrNotFinite, "%s is not a finite number", excerpt(field))
	case err == nil:
		return value, nil
	case field == "":
		return 0, newFault(ErrNotNumber, "the field is empty, a number belongs here")
	}
	if _, err := strconv.ParseFloat(strings.Replace(field, ",", ".", 1), 64); err == nil {
		return 0, newFault(ErrNotNumber, "%s is not a number: write decimals with a point", excerpt(field))
	}
	return 0, newFault(ErrNotNumber, "%s is not a number", excerpt(field))
}
