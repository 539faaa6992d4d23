package tui

import (
	"larui/tui/number"
	"math"
	"testing"
)

// Numbers are written the same way wherever they stand, with no exponent where none
// is needed.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		v                      float64
		measure, spoken, share string
	}{
		{0, "0", "0", "0 %"},
		{1, "1", "1", "100 %"},
		{0.9949, "0.995", "0.9949", "99 %"},
		{0.123456, "0.123", "0.1235", "12 %"},
		{3.14159e-4, "3.14e-4", "3.142e-4", "0.031 %"},
		{-32604, "-3.26e4", "-3.26e4", "-3.3e6 %"},
		{1e-14, "0", "0", "1e-12 %"},
		{math.NaN(), "–", "–", "– %"},
		{math.Inf(1), "∞", "∞", "∞ %"},
	} {
		measure, aloud, share := number.Measure(c.v), number.Digits(c.v, 4), formatShare(c.v)
		if measure != c.measure || aloud != c.spoken || share != c.share {
			t.Errorf("%v is %q, %q and %q, want %q, %q and %q", c.v, measure, aloud, share, c.measure, c.spoken, c.share)
		}
	}
}

func TestFormatMeasure(t *testing.T) {
	for v, want := range map[float64]string{30900000: "3.09e7", 3.0899999999999996e7: "3.09e7", 0.73512: "0.735", 1e-14: "0", 1234: "1230", 4.6e-5: "4.6e-5"} {
		if got := number.Measure(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}
