// Package number writes numbers in one way for the screen, for lines of text and for the axes of
// charts: 1000, 0.1, 3e-4, 1e4.
//
// A number that the user set keeps all its digits ([AllDigits]). A computed number is rounded to as
// many digits as there is room for ([Digits], [PaddedDigits], [Percent]). An unknown number (NaN)
// is written as [Unknown], never as 0. [PointsChange] and [RelativeChange] write changes; their
// [Verdict] says whether a change is for the better.
package number

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Unknown is the text of an unknown number (NaN).
const Unknown = "–"

// AllDigits writes a number with all its digits, without an exponent from 10⁻² up to 10⁴, with an
// exponent otherwise.
func AllDigits(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "0"
	case a >= 1e4 || a < 1e-2:
		return shortenExponent(v, strconv.FormatFloat(v, 'e', -1, 64))
	}
	return textOrSymbol(v, strconv.FormatFloat(v, 'f', -1, 64))
}

// Digits writes a number as AllDigits does, rounded to the given number of leading digits. A
// magnitude below 10⁻¹³ is rounding noise and becomes 0.
func Digits(v float64, digits int) string {
	if math.Abs(v) < 1e-13 {
		return "0"
	}
	return AllDigits(RoundDigits(v, digits))
}

// ThreeDigits writes a computed number with three leading digits, the usual precision on the
// screen.
func ThreeDigits(v float64) string { return Digits(v, 3) }

// FormatStepSize writes a step size with three leading digits. Unlike ThreeDigits it never writes a
// small number as 0.
func FormatStepSize(v float64) string { return AllDigits(RoundDigits(v, 3)) }

// PaddedDigits writes a number with exactly the given number of leading digits, zeros included, so
// that columns line up. Magnitudes below 10⁻³ have an exponent: 0.1230, 2.544e-4.
func PaddedDigits(v float64, digits int) string {
	switch {
	case v == 0:
		return "0"
	case math.Abs(v) < 1e-3:
		return shortenExponent(v, fmt.Sprintf("%.*e", digits-1, v))
	}
	return shortenExponent(v, strings.TrimSuffix(fmt.Sprintf("%#.*g", digits, v), "."))
}

// WithExponent writes a number with an exponent and at most the given number of leading digits:
// 2.5e-7.
func WithExponent(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	return shortenExponent(v, strconv.FormatFloat(RoundDigits(v, digits), 'e', -1, 64))
}

// Percent writes a fraction of 1 in per cent with the given number of decimals: 99.8 %.
func Percent(share float64, decimals int) string {
	return textOrSymbol(100*share, strconv.FormatFloat(100*share, 'f', decimals, 64)+" %")
}

// Share writes a fraction of 1 in per cent for a sentence. A fraction just below 1 becomes "> 99.9
// %", or "100 %" if it is closer to 1 than 10⁻⁶. A small positive fraction becomes "< 0.1 %", never
// "0 %".
func Share(v float64) string {
	switch {
	case v == 0:
		return "0 %"
	case v > 0.9995 && v < 1-1e-6:
		return "> 99.9 %"
	case v > 0.9995 && v < 1.0005:
		return "100 %"
	case v > 0 && v < 0.001:
		return "< 0.1 %"
	}
	return Percent(v, 1)
}

// CumulativeShare writes a cumulative fraction of 1 in per cent, such as 99.9%. Fractions above
// 0.9995 become "100%".
func CumulativeShare(v float64) string {
	text := fmt.Sprintf("%.1f%%", 100*v)
	if v > 0.9995 {
		text = "100%"
	}
	return textOrSymbol(v, text)
}

// Degrees writes an angle in degrees with two decimals: 11.63°.
func Degrees(v float64) string {
	return textOrSymbol(v, strconv.FormatFloat(v, 'f', 2, 64)+"°")
}

// Duration writes a time in milliseconds or seconds: 0.4 ms, 12 ms, 1.6 s.
func Duration(d time.Duration) string {
	switch ms := float64(d) / float64(time.Millisecond); {
	case ms < 9.95:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < 999.5:
		return fmt.Sprintf("%.0f ms", ms)
	default:
		return fmt.Sprintf("%.1f s", ms/1000)
	}
}

// A Verdict says whether a change is for the better.
type Verdict int

const (
	// Same is a change that disappears in rounded numbers.
	Same Verdict = iota
	// Better is a higher share or a lower error.
	Better
	// Worse is a lower share or a higher error.
	Worse
)

// PointsChange writes the change of a fraction of 1, where higher is better, in percentage points
// after a sign for the Verdict: "▲ +11.1", "▼ −0.2", "= ±0". Both fractions are first rounded to
// decimals. The text is empty if a fraction is unknown or infinite.
func PointsChange(from, to float64, decimals int) (string, Verdict) {
	diff := RoundDecimals(100*to, decimals) - RoundDecimals(100*from, decimals)
	if !isFinite(diff) {
		return "", Same
	}
	return addVerdictSign(diff > 0, fmt.Sprintf("%+.*f", decimals, diff))
}

// RelativeChange writes the change of an error in per cent of the old error, after a sign for the
// Verdict: "▲ −38.2 %". If the error grew more than tenfold, the text has the factor: "▼ ×12". Both
// errors are first rounded to four digits. The text is empty if an error is unknown or infinite.
func RelativeChange(from, to float64) (string, Verdict) {
	const lot, digits = 10, 4
	from, to = RoundDigits(from, digits), RoundDigits(to, digits)
	switch {
	case !isFinite(to - from):
		return "", Same
	case from == to:
		return addVerdictSign(false, "0")
	case to > lot*from:
		return addVerdictSign(false, "×"+Digits(to/from, 2))
	}
	return addVerdictSign(to < from, fmt.Sprintf("%+.1f %%", 100*(to-from)/from))
}

func addVerdictSign(better bool, text string) (string, Verdict) {
	text = strings.Replace(text, "-", "−", 1)
	switch {
	case strings.Trim(text, "+−0. %") == "":
		return "= ±0", Same
	case better:
		return "▲ " + text, Better
	}
	return "▼ " + text, Worse
}

// RoundDigits rounds v to the given number of leading digits.
func RoundDigits(v float64, digits int) float64 { return roundTo(v, 'e', digits-1) }

// RoundDecimals rounds v to the given number of decimals.
func RoundDecimals(v float64, decimals int) float64 { return roundTo(v, 'f', decimals) }

// roundTo rounds v as strconv.FormatFloat does with the given format and digits. It returns v if
// the rounded number is too large for a float64.
func roundTo(v float64, format byte, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, format, digits, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// textOrSymbol returns text, or the symbol of v if v is infinite or unknown.
func textOrSymbol(v float64, text string) string {
	switch {
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	case math.IsNaN(v):
		return Unknown
	}
	return text
}

// shortenExponent shortens the exponent in the text that strconv writes for v: 3e-04 becomes 3e-4,
// and 1e+00 becomes 1.
func shortenExponent(v float64, text string) string {
	mantissa, power, _ := strings.Cut(text, "e")
	switch e, err := strconv.Atoi(power); {
	case err != nil:
		return textOrSymbol(v, text)
	case e == 0:
		return mantissa
	default:
		return mantissa + "e" + strconv.Itoa(e)
	}
}
