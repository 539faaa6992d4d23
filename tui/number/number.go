// Package number writes numbers in one way for the screen, for lines of text and for the axes of
// charts: 1000, 0.1, 3e-4, 1e4.
//
// A chosen number keeps all its digits ([Short]). A computed number is rounded to the digits that
// its place has room for ([Digits], [Even], [Percent]). An unknown number (NaN) is [Unknown], never
// 0.
package number

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Unknown stands for an unknown number.
const Unknown = "–"

// Short writes a value with all its digits: from 10⁻² up to 10⁴ without an exponent, otherwise with
// one.
func Short(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "0"
	case a >= 1e4 || a < 1e-2:
		return exponent(v, strconv.FormatFloat(v, 'e', -1, 64))
	}
	return orSymbol(v, strconv.FormatFloat(v, 'f', -1, 64))
}

// Digits writes a value as Short does, rounded to the given number of leading digits. A value below
// 10⁻¹³ is rounding noise and becomes 0.
func Digits(v float64, digits int) string {
	if math.Abs(v) < 1e-13 {
		return "0"
	}
	return Short(Round(v, digits))
}

// Measure writes a computed value with three digits, which fit into a panel.
func Measure(v float64) string { return Digits(v, 3) }

// Rate writes a step size with three digits. Unlike Measure it never writes a small value as 0.
func Rate(v float64) string { return Short(Round(v, 3)) }

// Even writes a value with exactly the given number of leading digits, zeros included, so that
// columns line up. Values below 10⁻³ have an exponent: 0.1230, 2.544e-4.
func Even(v float64, digits int) string {
	switch {
	case v == 0:
		return "0"
	case math.Abs(v) < 1e-3:
		return exponent(v, fmt.Sprintf("%.*e", digits-1, v))
	}
	return exponent(v, strings.TrimSuffix(fmt.Sprintf("%#.*g", digits, v), "."))
}

// Exponent writes a value with an exponent and at most the given number of leading digits: 2.5e-7.
func Exponent(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	return exponent(v, strconv.FormatFloat(Round(v, digits), 'e', -1, 64))
}

// Percent writes a share in per cent with the given number of decimals: 99.8 %.
func Percent(share float64, decimals int) string {
	return orSymbol(100*share, strconv.FormatFloat(100*share, 'f', decimals, 64)+" %")
}

// Share writes a share in per cent for a sentence. Only what rounding leaves of a whole is "100 %", a
// little less is "> 99.9 %", and a positive share is never "0 %" but "< 0.1 %".
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

// Cumulated writes a cumulated share in per cent. It is "100%" only when no more than 0.05 % is
// missing.
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

// Duration writes a time in ms or s: 0.4 ms, 12 ms, 1.6 s.
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

// A Verdict is the judgement of a change.
type Verdict int

const (
	// Same is a change that disappears when the numbers are rounded.
	Same Verdict = iota
	// Better is a higher share or a lower error.
	Better
	// Worse is a lower share or a higher error.
	Worse
)

// Points writes the change of a share in percentage points after a sign of its Verdict: "▲ +11.1",
// "▼ −0.2", "= ±0". Both shares are rounded to the given decimals first, as Percent does. The text
// is empty if a share is unknown.
func Points(from, to float64, decimals int) (string, Verdict) {
	diff := Fixed(100*to, decimals) - Fixed(100*from, decimals)
	if !isFinite(diff) {
		return "", Same
	}
	return withSign(diff > 0, fmt.Sprintf("%+.*f", decimals, diff))
}

// Relative writes the change of an error, where lower is better, in per cent of the old error, or
// as a factor if the error grew more than tenfold: "▲ −38.2 %", "▼ ×12". Both errors are rounded to
// four digits first. The text is empty if an error is unknown.
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

// withSign puts the sign of a change before its text.
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

// Round rounds v to the given number of leading digits.
func Round(v float64, digits int) float64 { return roundTo(v, 'e', digits-1) }

// Fixed rounds v to the given number of decimals.
func Fixed(v float64, decimals int) float64 { return roundTo(v, 'f', decimals) }

// roundTo rounds v to the decimal number that FormatFloat writes.
func roundTo(v float64, format byte, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, format, digits, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// orSymbol returns the text of v, or the symbol for an infinite or unknown v.
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

// exponent shortens the exponent that strconv writes: 3e-04 becomes 3e-4, and 1e+00 becomes 1.
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
