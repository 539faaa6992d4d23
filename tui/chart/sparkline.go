package chart

import (
	"math"
	"strings"
)

// Sparkline returns the series as one line of width columns, a column's height
// (in ASCII its density) growing with the value, between the least and the
// greatest finite one; a constant series runs in the middle. Of more values than
// columns each column shows the mean of its part; fewer are padded with blanks at
// the right. Values that are not finite, and parts without finite ones, are
// blank.
func Sparkline(values []float64, width int, gl Glyphs) string {
	if width < 1 {
		return ""
	}
	ramp := []rune("▁▂▃▄▅▆▇█")
	if gl == ASCII {
		ramp = []rune("_.:-=+*#")
	}
	cols := min(width, len(values))
	means := make([]float64, cols)
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range means {
		means[i] = finiteMean(values[i*len(values)/cols : (i+1)*len(values)/cols])
		if !math.IsNaN(means[i]) {
			lo, hi = min(lo, means[i]), max(hi, means[i])
		}
	}
	a := newAxis(lo, hi)
	var b strings.Builder
	for _, v := range means {
		step := column(a.frac(v), len(ramp))
		switch {
		case step < 0:
			b.WriteByte(' ')
		case a.constant:
			b.WriteRune(ramp[len(ramp)/2-1])
		default:
			b.WriteRune(ramp[step])
		}
	}
	b.WriteString(strings.Repeat(" ", width-cols))
	return b.String()
}

// finiteMean is the mean of the values that can be drawn; NaN where there is
// none.
func finiteMean(values []float64) float64 {
	mean, n := 0.0, 0.0
	for _, v := range values {
		if drawable(v) {
			n++
			mean += (v - mean) / n
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return mean
}
