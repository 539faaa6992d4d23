package view

import "larui/tui/number"

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
	return formatSigma(number.Round(v, 3), narrow)
}

// formatSigma writes a singular value with four digits, or in a narrow column with as
// many as five columns bear.
func formatSigma(v float64, narrow bool) string {
	const column = 5
	if narrow {
		for digits := 3; digits > 0; digits-- {
			if text := formatSigmaDigits(v, digits); len(text) <= column {
				return text
			}
		}
		return formatSigmaDigits(v, 1)
	}
	return formatSigmaDigits(v, 4)
}

// formatSigmaDigits writes a number with the given digits, plainly between 0.01 and 10000.
func formatSigmaDigits(v float64, digits int) string {
	if v >= 1000 && v < 1e4 {
		digits = max(digits, 4) // no room is gained by zeros
	}
	return number.Short(number.Round(v, digits))
}
