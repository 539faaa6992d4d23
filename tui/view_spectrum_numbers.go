package tui

import (
	"fmt"
	"math"
)

// How the view of the spectrum writes its numbers.

// projectionRounding is the share of the largest label projection below which another
// one is nothing but rounding.
const projectionRounding = 1e-12

// formatProjection writes a label projection beside the largest one; what is nothing
// but rounding is 0.
func formatProjection(v, largest float64, narrow bool) string {
	if v < projectionRounding*largest {
		return "0"
	}
	return formatSigma(round(v, 3), narrow)
}

// formatSigma writes a singular value with four digits, or in a narrow column with as
// many as five columns bear.
func formatSigma(v float64, narrow bool) string {
	const column = 5
	if narrow {
		for digits := 3; digits > 0; digits-- {
			if text := formatDigits(v, digits); len(text) <= column {
				return text
			}
		}
		return formatDigits(v, 1)
	}
	return formatDigits(v, 4)
}

// formatDigits writes a number with the given digits, plainly between 0.01 and 10000.
func formatDigits(v float64, digits int) string {
	if v >= 1000 && v < 1e4 {
		digits = max(digits, 4) // no room is gained by zeros
	}
	return formatNumber(round(v, digits))
}

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
