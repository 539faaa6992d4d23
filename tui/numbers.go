package tui

import (
	"fmt"
	"math"
	"strconv"
)

// How numbers are written wherever they stand.

// formatNumber writes a value the short way: 1000, 0.1, 3e-4, 1e4.
func formatNumber(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "0"
	case a >= 1e4 || a < 1e-2:
		mantissa, exponent, _ := cutExponent(strconv.FormatFloat(v, 'e', -1, 64))
		return mantissa + "e" + exponent
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// cutExponent splits "3e-04" into "3" and "-4".
func cutExponent(s string) (mantissa, exponent string, ok bool) {
	for i, r := range s {
		if r == 'e' {
			e, err := strconv.Atoi(s[i+1:])
			return s[:i], strconv.Itoa(e), err == nil
		}
	}
	return s, "", false
}

// round keeps the leading digits of v.
func round(v float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

// formatDigits writes a number with so many leading digits, the short way.
func formatDigits(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 0):
		return "∞"
	case math.Abs(v) < 1e-13:
		// Zero, or nothing but rounding.
		return "0"
	}
	return formatNumber(round(v, digits))
}

// formatMeasure writes a number with three digits, as panels have room for.
func formatMeasure(v float64) string { return formatDigits(v, 3) }

// spoken writes a number with four digits, for those who listen.
func spoken(v float64) string { return formatDigits(v, 4) }

// formatShare writes a share in per cent, with two digits.
func formatShare(v float64) string { return formatDigits(100*v, 2) + " %" }

// formatCumulated writes a share of which some may be left: "100%" says all.
func formatCumulated(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case v > 0.9995:
		return "100%"
	}
	return fmt.Sprintf("%.1f%%", 100*v)
}

// percent writes a share in a sentence.
func percent(v float64) string {
	switch {
	case v == 0:
		return "0 %"
	case v > 0.9995:
		return "100 %"
	case v > 0 && v < 0.001:
		return "< 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// degrees writes an angle.
func degrees(v float64) string {
	if math.IsNaN(v) {
		return formatMeasure(v)
	}
	return fmt.Sprintf("%.2f°", v)
}
