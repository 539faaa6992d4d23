package chart

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		fraction float64
		width    int
		gl       Glyphs
		want     string
	}{
		{0, 4, Braille, "    "},
		{-1, 4, Braille, "    "},
		{nan, 4, Braille, "    "},
		{1, 4, Block, "████"},
		{math.Inf(1), 4, Block, "████"},
		{0.5, 4, Block, "██  "},
		{5e-324, 4, Block, "▏   "},
		{0.5 + 1.0/32, 4, Block, "██▏ "},
		{1 - 1.0/32, 4, Block, "███▉"},
		{1e-9, 4, ASCII, "#   "},
		{0.5, 4, ASCII, "##  "},
		{nan, 2, ASCII, "  "},
		{0.5, 0, Block, ""},
		{0.5, -3, Block, ""},
	} {
		if got := Bar(tt.fraction, tt.width, tt.gl); got != tt.want {
			t.Errorf("Bar(%g, %d, %v) = %q, want %q", tt.fraction, tt.width, tt.gl, got, tt.want)
		}
	}
}

// TestBarLength measures the ink of a bar, which must be its fraction to within
// half of the smallest step, and its width.
func TestBarLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fraction := rapid.Float64Range(0, 1).Draw(t, "fraction")
		width := rapid.IntRange(1, 100).Draw(t, "width")
		gl := rapid.SampledFrom([]Glyphs{Block, ASCII}).Draw(t, "glyphs")
		bar := Bar(fraction, width, gl)
		if got := TextWidth(bar); got != width {
			t.Fatalf("%q has %d columns, want %d", bar, got, width)
		}
		eighths, step := 0, 1.0
		for _, r := range bar {
			eighths += 1 + strings.IndexRune("▏▎▍▌▋▊▉█", r)/len("█")
			if strings.ContainsRune(" ", r) {
				eighths--
			}
		}
		if gl == ASCII {
			eighths, step = 8*strings.Count(bar, "#"), 8
		}
		if want := fraction * float64(8*width); math.Abs(float64(eighths)-want) > step/2 && want > step {
			t.Fatalf("%q shows %d eighths of a column, want %.2f", bar, eighths, want)
		}
	})
}
