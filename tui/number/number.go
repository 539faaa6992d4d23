// Package number writes numbers, one way for the screen, for lines of text and for
// the axes of charts: 1000, 0.1, 3e-4, 1e4.
//
// A number that was chosen is written as it was chosen ([Short]); one that was
// computed is rounded to what its place bears ([Digits], [Even], [Percent]). What is
// not known (NaN) is [Unknown], never 0.
package number

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Unknown stands for a number that is not known.
const Unknown = "–"

// Short writes a value with all its digits, the short way: from 10⁻² up to 10⁴ plainly,
// else with an exponent.
func Short(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "0"
	case a >= 1e4 || a < 1e-2:
		return exponent(v, strconv.FormatFloat(v, 'e', -1, 64))
	}
	return orSymbol(v, strconv.FormatFloat(v, 'f', -1, 64))
}

// Digits writes a value with so many leading digits, the short way; what is nothing
// but rounding, below 10⁻¹³, is 0.
func Digits(v float64, digits int) string {
	if math.Abs(v) < 1e-13 {
		return "0"
	}
	return Short(Round(v, digits))
}

// Measure writes a computed value with three digits, as panels have room for.
func Measure(v float64) string { return Digits(v, 3) }

// Rate writes a step size with three digits: however small, it is not rounding.
func Rate(v float64) string { return Short(Round(v, 3)) }

// Even writes a value with exactly so many leading digits, zeros included, so that
// columns of them stay even, below 10⁻³ with an exponent: 0.1230, 2.544e-4.
func Even(v float64, digits int) string {
	switch {
	case v == 0:
		return "0"
	case math.Abs(v) < 1e-3:
		return exponent(v, fmt.Sprintf("%.*e", digits-1, v))
	}
	return exponent(v, strings.TrimSuffix(fmt.Sprintf("%#.*g", digits, v), "."))
}

// Exponent writes a value with an exponent and at most so many leading digits: 2.5e-7.
func Exponent(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	return exponent(v, strconv.FormatFloat(Round(v, digits), 'e', -1, 64))
}

// Percent writes a share in per cent with so many decimals: 99.8 %.
func Percent(share float64, decimals int) string {
	return orSymbol(100*share, strconv.FormatFloat(100*share, 'f', decimals, 64)+" %")
}

// Share writes a share in per cent as a sentence bears it: all and nothing are told
// apart from almost.
func Share(v float64) string {
	switch {
	case v == 0:
		return "0 %"
	case v > 0.9995 && v < 1.0005:
		return "100 %"
	case v > 0 && v < 0.001:
		return "< 0.1 %"
	}
	return Percent(v, 1)
}

// Cumulated writes a share of which some may be left: "100%" says all.
func Cumulated(v float64) string {
	text := fmt.Sprintf("%.1f%%", 100*v)
	if v > 0.9995 {
		text = "100%"
	}
	return orSymbol(v, text)
}

// Degrees writes an angle: 11.63°.
func Degrees(v float64) string {
	return orSymbol(v, strconv.FormatFloat(v, 'f', 2, 64)+"°")
}

// Duration writes how long something took: 0.4 ms, 12 ms, 1.6 s.
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

// A Verdict says what a change is worth.
type Verdict int

const (
	// Same is a change that does not show in the numbers as they are written.
	Same Verdict = iota
	// Better is a higher share, or a lower error.
	Better
	// Worse is the opposite.
	Worse
)

// Points writes the change of a share in percentage points behind a sign of what it
// is worth: "▲ +11.1", "▼ −0.2", "= ±0". It is that of the shares as Percent writes
// them with so many decimals; empty where one is not known.
func Points(from, to float64, decimals int) (string, Verdict) {
	diff := Fixed(100*to, decimals) - Fixed(100*from, decimals)
	if !isFinite(diff) {
		return "", Same
	}
	return withSign(diff > 0, fmt.Sprintf("%+.*f", decimals, diff))
}

// Relative writes the change of an error, which is the better the lower it is, in per
// cent of what it was, or how many times it grew where that is a lot: "▲ −38.2 %",
// "▼ ×12". It is that of the errors with four digits; empty where one is not known.
func Relative(from, to float64) (string, Verdict) {
	const lot, digits = 10, 4
	from, to = Round(from, digits), Round(to, digits)
	switch {
	case !isFinite(to - from):
		return "", Same
	case from == to:
		return withSign(false, "0")
	case to > lot*from:
		return withSign(false, "×"+Digits(to/from, 2))
	}
	return withSign(to < from, fmt.Sprintf("%+.1f %%", 100*(to-from)/from))
}

// withSign puts what a change is worth before it.
func withSign(better bool, text string) (string, Verdict) {
	text = strings.Replace(text, "-", "−", 1)
	switch {
	case strings.Trim(text, "+−0. %") == "":
		return "= ±0", Same
	case better:
		return "▲ " + text, Better
	}
	return "▼ " + text, Worse
}

// Round keeps the leading digits of v.
func Round(v float64, digits int) float64 { return roundTo(v, 'e', digits-1) }

// Fixed rounds v to so many decimals.
func Fixed(v float64, decimals int) float64 { return roundTo(v, 'f', decimals) }

// roundTo returns v as it is written.
func roundTo(v float64, format byte, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, format, digits, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// orSymbol returns how v is written, or what stands for it if that is no finite number.
func orSymbol(v float64, text string) string {
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

// exponent shortens the exponent of strconv, if there is one: 3e-04 is 3e-4, 1e+00 is 1.
func exponent(v float64, text string) string {
	mantissa, power, _ := strings.Cut(text, "e")
	switch e, err := strconv.Atoi(power); {
	case err != nil:
		return orSymbol(v, text)
	case e == 0:
		return mantissa
	default:
		return mantissa + "e" + strconv.Itoa(e)
	}
}
