package chart

import (
	"math"
	"strings"
)

// Bar returns a horizontal bar of width columns, filled by fraction, which is
// clamped to [0, 1], and padded with blanks. It resolves eighths of a column
// where the glyphs allow. A positive fraction shows at least a sliver, and NaN
// nothing.
func Bar(fraction float64, width int, gl Glyphs) string {
	if width < 1 {
		return ""
	}
	if !(fraction > 0) {
		return strings.Repeat(" ", width)
	}
	fraction = min(fraction, 1)
	if gl == ASCII {
		full := max(int(math.Round(fraction*float64(width))), 1)
		return strings.Repeat("#", full) + strings.Repeat(" ", width-full)
	}
	eighths := max(int(math.Round(fraction*float64(width)*8)), 1)
	full, rest := eighths/8, eighths%8
	bar := strings.Repeat("█", full)
	if rest > 0 {
		bar += string('█' + rune(8-rest)) // █▉▊▋▌▍▎▏ follow one another
		full++
	}
	return bar + strings.Repeat(" ", width-full)
}
