package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/muesli/termenv"
	"pgregory.net/rapid"
)

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

// steps returns the colours of a scale from one end to the other.
func steps(theme Theme, s scale) []rgb {
	colours := make([]rgb, shadeSteps+1)
	for i := range colours {
		colours[i] = theme.shadeColour(s.shade(float64(i) / shadeSteps))
	}
	return colours
}

func TestShadesKeepTheirPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scale(rapid.IntRange(0, numScales-1).Draw(t, "scale"))
		f := rapid.Float64Range(0, 1).Draw(t, "f")
		shade := s.shade(f)
		of, got := shade.place()
		if shade == 0 || int(shade) >= numShades || of != s || math.Abs(got-f) > 0.5/shadeSteps {
			t.Fatalf("%g of scale %d became shade %d, %g of scale %d", f, s, shade, got, of)
		}
	})
	if sequential.shade(nan) != 0 {
		t.Error("NaN has a shade")
	}
	if grey.shade(-1) != grey.shade(0) || grey.shade(math.Inf(1)) != grey.shade(1) {
		t.Error("what lies beyond a scale does not look like its end")
	}
}

// TestScalesAreReadByLightness checks the order that shades have without hue.
func TestScalesAreReadByLightness(t *testing.T) {
	for _, theme := range themes {
		background := rgb{0xfa, 0xfa, 0xfa}.luminance()
		if theme.onDark() {
			background = rgb{0x1e, 0x1e, 0x1e}.luminance()
		}
		for _, s := range []scale{sequential, grey} {
			last := math.Inf(-1)
			for i, c := range steps(theme, s) {
				light := c.luminance()
				if !theme.onDark() {
					light = -light
				}
				if light <= last {
					t.Errorf("%v: step %d of scale %d does not stand out more than the one before", theme, i, s)
				}
				last = light
				// 3:1 is what WCAG 2.1 asks of graphics (1.4.11).
				if ratio := contrast(c.luminance(), background); s == sequential && ratio < 3 {
					t.Errorf("%v: step %d has contrast %.2f, want 3", theme, i, ratio)
				}
			}
		}
		colours := steps(theme, diverging)
		for i := shadeSteps/2 + 1; i <= shadeSteps; i++ {
			for _, at := range []int{i, shadeSteps - i} {
				inner := at - 1
				if at < shadeSteps/2 {
					inner = at + 1
				}
				if contrast(colours[at].luminance(), background) <= contrast(colours[inner].luminance(), background) && i > shadeSteps/2+2 {
					t.Errorf("%v: step %d of the diverging scale does not stand out more than %d", theme, at, inner)
				}
			}
		}
	}
}

// TestSignsAreSeenByAll simulates the two common kinds of dichromacy by the
// method of Viénot, Brettel and Mollon (1999), in linear RGB.
func TestSignsAreSeenByAll(t *testing.T) {
	linear := func(c rgb) (out [3]float64) {
		for i, v := range c {
			only := rgb{}
			only[i] = v
			out[i] = only.luminance() / rgb{255 * b2f(i == 0), 255 * b2f(i == 1), 255 * b2f(i == 2)}.luminance()
		}
		return out
	}
	protanope := func(c [3]float64) [3]float64 {
		return [3]float64{0.11238*c[0] + 0.88762*c[1], 0.11238*c[0] + 0.88762*c[1], 0.00401*c[0] - 0.00401*c[1] + c[2]}
	}
	deuteranope := func(c [3]float64) [3]float64 {
		return [3]float64{0.29275*c[0] + 0.70725*c[1], 0.29275*c[0] + 0.70725*c[1], -0.02234*c[0] + 0.02234*c[1] + c[2]}
	}
	for _, theme := range themes {
		colours := steps(theme, diverging)
		for name, see := range map[string]func([3]float64) [3]float64{"protanope": protanope, "deuteranope": deuteranope} {
			for _, distance := range []int{shadeSteps / 4, shadeSteps / 2} {
				negative := see(linear(colours[shadeSteps/2-distance]))
				positive := see(linear(colours[shadeSteps/2+distance]))
				// Blue makes the difference: at least by a factor of 1.5.
				if negative[2]/negative[0] < 1.5*positive[2]/positive[0] {
					t.Errorf("%v: a %s sees %.2f and %.2f at ±%d", theme, name, negative, positive, distance)
				}
			}
		}
	}
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func TestTextOnShadesCanBeRead(t *testing.T) {
	for _, theme := range themes {
		for s := 1; s < numShades; s++ {
			c := theme.shadeColour(Shade(s))
			if ratio := contrast(c.luminance(), c.text().luminance()); ratio < 4.5 {
				t.Errorf("%v: text on shade %d has contrast %.2f", theme, s, ratio)
			}
		}
	}
}

func TestEncodeShades(t *testing.T) {
	draw := func() *Grid {
		g := NewGrid(6, 1)
		g.Text(0, 0, "ab", Bold)
		g.shade(0, 0, 0, grey.shade(1))
		g.shade(1, 0, 0, grey.shade(1))
		g.Set(2, 0, '▀', Plain)
		g.shade(2, 0, grey.shade(0), grey.shade(1))
		g.Set(3, 0, 'c', Plain)
		g.shade(4, 0, 0, grey.shade(0)) // a blank
		return g
	}
	const white, black = "255;255;255", "18;18;18"
	for _, tt := range []struct {
		theme   Theme
		profile termenv.Profile
		want    string
	}{
		{Dark, termenv.TrueColor, "\x1b[1;38;2;0;0;0;48;2;" + white + "mab\x1b[0m" +
			"\x1b[38;2;" + black + ";48;2;" + white + "m▀\x1b[0m" + "c" +
			"\x1b[38;2;" + white + ";48;2;" + black + "m \x1b[0m"},
		// Half of black and white.
		{Dark, termenv.ANSI, "\x1b[1mab\x1b[0m▒c"},
		{Mono, termenv.TrueColor, "\x1b[1mab\x1b[0m▒c"},
		{Dark, termenv.Ascii, "ab▒c"},
	} {
		e := NewEncoder(tt.theme, tt.profile)
		if got := e.Encode(draw()); got != tt.want {
			t.Errorf("%v, %s: %q, want %q", tt.theme, tt.profile.Name(), got, tt.want)
		}
	}
	if got := draw().Plain()[0]; got != "ab▒c" {
		t.Errorf("Plain = %q", got)
	}
}

// TestShadesNeverChangeText checks that an encoder without colours writes what
// Plain does, whatever shades there are, including such as no scale has.
func TestShadesNeverChangeText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := NewGrid(8, 2)
		for range rapid.IntRange(0, 16).Draw(t, "cells") {
			x, y := rapid.IntRange(0, 7).Draw(t, "x"), rapid.IntRange(0, 1).Draw(t, "y")
			g.Set(x, y, rapid.SampledFrom([]rune("a ▀▄█日")).Draw(t, "r"), Style(rapid.IntRange(0, numStyles).Draw(t, "style")))
			g.shade(x, y, Shade(rapid.Uint8().Draw(t, "ink")), Shade(rapid.Uint8().Draw(t, "fill")))
		}
		for _, p := range profiles {
			checkFrame(t, NewEncoder(Dark, p).Encode(g), g, p)
		}
		for y, line := range strings.Split(NewEncoder(Dark, termenv.Ascii).Encode(g), "\n") {
			if got, want := strings.TrimRight(line, " "), g.Plain()[y]; got != want {
				t.Fatalf("%q, want %q", got, want)
			}
		}
	})
}

// TestDensityRamps checks that greater numbers look no less dense, that all of a
// ramp is used, and that no character stands for both signs.
func TestDensityRamps(t *testing.T) {
	for _, gl := range []Glyphs{Braille, Block, ASCII} {
		for s := range scale(numScales) {
			ramp := []rune(gl.set().ramps[s])
			at, seen := 0, map[rune]bool{}
			for i := range shadeSteps + 1 {
				r := gl.density(s.shade(float64(i) / shadeSteps))
				for at < len(ramp) && ramp[at] != r {
					at++
				}
				if at == len(ramp) {
					t.Fatalf("%v, scale %d: %q comes after a character beyond it", gl, s, r)
				}
				if seen[r] = true; gl == ASCII && r >= 0x80 {
					t.Errorf("ASCII shows %q", r)
				}
			}
			if len(seen) != len(ramp) {
				t.Errorf("%v, scale %d: %d characters of %d are used", gl, s, len(seen), len(ramp))
			}
			// Of a map, a blank could be taken for nothing.
			if blank := seen[' ']; blank == (s == sequential) || s == sequential && seen[gl.Rune(unknown)] {
				t.Errorf("%v, scale %d: ramp %q", gl, s, string(ramp))
			}
		}
	}
}
