package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"larui/model/testutil"
)

var coloured = []Theme{Dark, Light, ColourBlind, ColourBlindLight}

func TestNames(t *testing.T) {
	for theme, name := range append(themeNames, "colorblind", "colorblind-light") {
		want := Theme(theme)
		if theme >= len(themeNames) {
			want -= 2
		}
		if got, err := ThemeByName(name); err != nil || got != want || theme < len(themeNames) && got.String() != name {
			t.Errorf("ThemeByName(%q) = %v, %v", name, got, err)
		}
	}
	for _, gl := range allGlyphs {
		if got, err := GlyphsByName(gl.String()); err != nil || got != gl {
			t.Errorf("GlyphsByName(%q) = %v, %v", gl, got, err)
		}
	}
	_, errTheme := ThemeByName("solarized")
	if _, err := GlyphsByName("emoji"); err == nil || errTheme == nil {
		t.Error("unknown glyphs or an unknown theme is no error")
	}
}

// rgb is a colour with parts from 0 to 255.
type rgb [3]float64

// hex reads a colour like rrggbb.
func hex(t *testing.T, text string) rgb {
	t.Helper()
	n := testutil.Must(strconv.ParseUint(text, 16, 24))
	return rgb{float64(n >> 16), float64(n >> 8 & 255), float64(n & 255)}
}

// linear returns the linear intensities of a colour, as WCAG 2.1 and sRGB define them.
func linear(c rgb) (out [3]float64) {
	for i, v := range c {
		out[i] = v / 255 / 12.92
		if v/255 > 0.04045 {
			out[i] = math.Pow((v/255+0.055)/1.055, 2.4)
		}
	}
	return out
}

// contrast returns the ratio of two colours by WCAG 2.1.
func contrast(a, b rgb) float64 {
	luminance := func(c rgb) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// decoded returns the colour that an escape sequence chooses: a true colour, or one of the 256
// beyond the first sixteen.
func decoded(t *testing.T, escape string) (c rgb) {
	t.Helper()
	if _, rest, ok := strings.Cut(escape, "8;2;"); ok {
		if _, err := fmt.Sscanf(rest, "%f;%f;%f", &c[0], &c[1], &c[2]); err != nil {
			t.Fatalf("colour %q: %v", escape, err)
		}
		return c
	}
	_, number, _ := strings.Cut(escape, "8;5;")
	n, err := strconv.Atoi(strings.TrimSuffix(number, "m"))
	if err != nil || n < 16 {
		t.Fatalf("no colour of the cube in %q: %v", escape, err)
	}
	return hex(t, termenv.ConvertToRGB(termenv.ANSI256Color(n)).Hex()[1:])
}

// background returns the background for which a theme is meant.
func background(t Theme) rgb {
	if t.hasDarkBackground() {
		return rgb{0x1e, 0x1e, 0x1e}
	}
	return rgb{0xfa, 0xfa, 0xfa}
}

// TestContrast checks that texts, numbers on shades and the characters of maps are legible, in true
// colour and in 256 colours, where the nearest colour may have a little less contrast.
func TestContrast(t *testing.T) {
	for profile, least := range map[termenv.Profile]float64{termenv.TrueColor: 4.5, termenv.ANSI256: 3.9} {
		for _, theme := range coloured {
			e := NewEncoder(theme, profile)
			for s, code := range e.styles {
				if !strings.Contains(code.parameters, "38;") || Style(s) == Border {
					continue // the terminal's own colour, or decoration
				}
				if got := contrast(decoded(t, code.parameters), background(theme)); got < least {
					t.Errorf("%v, %v: style %d has contrast %.2f", theme, profile, s, got)
				}
			}
			for s := 1; s < numShades; s++ {
				of, _ := Shade(s).position()
				if got := contrast(decoded(t, e.fill[s]), decoded(t, e.text[s])); got < least {
					t.Errorf("%v, %v: text on shade %d has contrast %.2f", theme, profile, s, got)
				}
				// 3:1 is what WCAG 2.1 asks of graphics (1.4.11).
				if got := contrast(decoded(t, e.ink[s]), background(theme)); of == sequential && got < 2.9 {
					t.Errorf("%v, %v: the character of shade %d has contrast %.2f", theme, profile, s, got)
				}
			}
		}
	}
}

// On white, none of the usual palettes of sixteen colours makes a meaning illegible:
// the contrast is about 3:1 (WCAG 2.1, success criterion 1.4.11) at least.
func TestContrastOf16(t *testing.T) {
	// The colours 0 to 15, as the VGA, GNOME, Windows and macOS
	// terminals show them by default.
	for name, palette := range map[string]string{
		"VGA":     "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
		"GNOME":   "2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec",
		"Windows": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
		"macOS":   "000000 990000 00a600 999900 0000b2 b200b2 00a6b2 bfbfbf 666666 e50000 00d900 e5e500 0000ff e500e5 00e5e5 e5e5e5",
	} {
		for _, theme := range []Theme{Light, ColourBlindLight} {
			for s := range Style(numStyles) {
				_, ansi := theme.colour(s)
				if ansi == "" || s == Border {
					continue
				}
				i := testutil.Must(strconv.Atoi(ansi))
				if got := contrast(hex(t, strings.Fields(palette)[i]), rgb{255, 255, 255}); got < 2.8 {
					t.Errorf("%v: style %d has contrast %.2f on the white of %s", theme, s, got, name)
				}
			}
		}
	}
}

// TestMeaningsStayApart checks that meanings side by side in a picture have different colours in
// every profile with colours, and that Mono has no colours.
func TestMeaningsStayApart(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI} {
		for _, theme := range coloured {
			e := NewEncoder(theme, profile)
			pins := []Style{Pinned, PinnedB, PinnedC, PinnedD}
			if profile == termenv.ANSI {
				pins = pins[:2] // sixteen colours are not enough: dashes and letters distinguish pins
			}
			for _, set := range [][]Style{
				{Source, Target, LAR, NoAdaptation, Pinned, ClosedForm},
				{Source, Target, LAR, NoAdaptation, PinnedB, ClosedForm},
				pins,
				{Good, Bad, Warning, Plain},
				{Border, Focus},
				{Plain, Accent, Inverse, Changed, Dim},
				{Source, SourcePale}, {Target, TargetPale},
			} {
				if profile == termenv.ANSI && slices.Contains([]Style{SourcePale, TargetPale}, set[1]) {
					continue // with sixteen colours both classes have the same colour and different marks
				}
				seen := map[styleCode]Style{}
				for _, s := range set {
					look := e.styles[s]
					if other, ok := seen[look]; ok {
						t.Errorf("%v, %s: styles %d and %d look the same: %+v", theme, profile.Name(), s, other, look)
					}
					seen[look] = s
				}
			}
		}
		for s, code := range NewEncoder(Mono, profile).styles {
			if strings.Contains(code.parameters, "3") || strings.Contains(code.parameters, "9") {
				t.Errorf("style %d has a colour: %q", s, code.parameters)
			}
		}
	}
}

// The two classes of a domain differ in lightness, on white at least by a factor of two, so that
// everyone can distinguish them even where marks are small.
func TestClassesStayApart(t *testing.T) {
	for _, theme := range coloured {
		least := 1.3
		if !theme.hasDarkBackground() {
			least = 2.2
		}
		for full, pale := range map[Style]Style{Source: SourcePale, Target: TargetPale} {
			a, _ := theme.colour(full)
			b, _ := theme.colour(pale)
			if got := contrast(hex(t, a[1:]), hex(t, b[1:])); got < least {
				t.Errorf("%v: the classes %s and %s differ by %.2f", theme, a, b, got)
			}
		}
	}
}

// steps returns the colours of a scale from one end to the other.
func steps(t *testing.T, theme Theme, s scale) []rgb {
	t.Helper()
	colours := make([]rgb, shadeSteps+1)
	for i := range colours {
		colours[i] = hex(t, theme.shadeColour(s.shade(float64(i) / shadeSteps))[1:])
	}
	return colours
}

// TestScalesAreReadByLightness checks the order of shades without hue: the contrast increases with
// the distance from the low end, or from zero.
func TestScalesAreReadByLightness(t *testing.T) {
	for _, theme := range coloured {
		for s := range scale(numScales) {
			colours := steps(t, theme, s)
			check := func(extremes, inner int) {
				if contrast(colours[extremes], background(theme)) <= contrast(colours[inner], background(theme)) {
					t.Errorf("%v: step %d of scale %d does not stand out more than %d", theme, extremes, s, inner)
				}
			}
			// Near the background the difference is small.
			for i := 3; i <= shadeSteps/2; i++ {
				if middle := shadeSteps / 2; s == diverging {
					check(middle+i, middle+i-1)
					check(middle-i, middle-i+1)
				} else {
					check(2*i, 2*i-1)
					check(2*i-1, 2*i-2)
				}
			}
		}
	}
}

// lab returns CIE L*a*b* of a colour, with the white of sRGB (D65).
func lab(c rgb) [3]float64 {
	l, f := linear(c), [3]float64{}
	for i, row := range [3][4]float64{{0.4124, 0.3576, 0.1805, 0.9505}, {0.2126, 0.7152, 0.0722, 1}, {0.0193, 0.1192, 0.9505, 1.089}} {
		f[i] = (row[0]*l[0] + row[1]*l[1] + row[2]*l[2]) / row[3]
		if f[i] > 216.0/24389 {
			f[i] = math.Cbrt(f[i])
		} else {
			f[i] = (24389.0/27*f[i] + 16) / 116
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

// TestSidesAreEven checks that gains and losses of the same size stand out alike: each quarter of
// either side is a similar step for the eye, and both ends are equally light.
func TestSidesAreEven(t *testing.T) {
	for _, theme := range coloured {
		colours := steps(t, theme, diverging)
		at := func(side, quarter int) [3]float64 { return lab(colours[shadeSteps/2+side*quarter*shadeSteps/8]) }
		least, most := math.Inf(1), 0.0
		for _, side := range []int{-1, 1} {
			for quarter := range 4 {
				a, b := at(side, quarter), at(side, quarter+1)
				step := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
				least, most = min(least, step), max(most, step)
			}
		}
		if apart := math.Abs(at(-1, 4)[0] - at(1, 4)[0]); most > 1.6*least || apart > 3 {
			t.Errorf("%v: quarters are steps of %.1f to %.1f, the ends %.1f apart in lightness", theme, least, most, apart)
		}
	}
}

// TestSignsAreSeenByAll simulates the two common kinds of dichromacy by the
// method of Viénot, Brettel and Mollon (1999), in linear RGB.
func TestSignsAreSeenByAll(t *testing.T) {
	for name, see := range map[string]func([3]float64) (red, blue float64){
		"protanope":   func(c [3]float64) (red, blue float64) { return 0.11238*c[0] + 0.88762*c[1], 0.00401*(c[0]-c[1]) + c[2] },
		"deuteranope": func(c [3]float64) (red, blue float64) { return 0.29275*c[0] + 0.70725*c[1], 0.02234*(c[1]-c[0]) + c[2] },
	} {
		for _, theme := range coloured {
			colours := steps(t, theme, diverging)
			for _, distance := range []int{shadeSteps / 4, shadeSteps / 2} {
				red, blue := see(linear(colours[shadeSteps/2-distance]))
				otherRed, otherBlue := see(linear(colours[shadeSteps/2+distance]))
				// Blue differs at least by a factor of 1.5.
				if blue/red < 1.5*otherBlue/otherRed {
					t.Errorf("%v: a %s sees the same at ±%d", theme, name, distance)
				}
			}
		}
	}
}

// TestDensityRamps checks that greater numbers never look less dense, that each character of a ramp
// is used, and that no character stands for both signs.
func TestDensityRamps(t *testing.T) {
	for _, gl := range allGlyphs {
		for s := range scale(numScales) {
			ramp := []rune(gl.characters().ramps[s])
			at, seen := 0, map[rune]bool{}
			for i := range shadeSteps + 1 {
				shade := s.shade((float64(i) + 0.49) / shadeSteps)
				if of, f := shade.position(); shade == 0 || int(shade) >= numShades || of != s || f != float64(i)/shadeSteps {
					t.Fatalf("step %d of scale %d became shade %d, %g of scale %d", i, s, shade, f, of)
				}
				r := gl.densityRune(shade)
				for at < len(ramp) && ramp[at] != r {
					at++
				}
				if at == len(ramp) || gl == ASCII && r >= 0x80 {
					t.Fatalf("%v, scale %d: %q comes after a character beyond it", gl, s, r)
				}
				seen[r] = true
			}
			// In a map, a blank would look like nothing.
			if len(seen) != len(ramp) || seen[' '] == (s == sequential) || s == sequential && seen[gl.ReplaceRune(unknownRune)] {
				t.Errorf("%v, scale %d: ramp %q, of which are used %v", gl, s, string(ramp), seen)
			}
		}
		for _, r := range "╭╮╰╯─│┤┬└┼┄┆╌╎·┊▲▼●○−×•┈…━◂▸★⣿" {
			if got := gl.ReplaceRune(r); gl == ASCII && got >= 0x80 || gl != ASCII && got != r {
				t.Errorf("%v: %q becomes %q", gl, r, got)
			}
		}
	}
}

func TestValueScale(t *testing.T) {
	for _, tt := range []struct {
		name         string
		s            valueScale
		lo, hi, mean float64
	}{
		{"of the values", newValueScale(sequential, 0, 0, []float64{3, nan, 1, 2}), 1, 3, 2},
		{"given", newValueScale(sequential, 0, 10, []float64{3}), 0, 10, 5},
		{"signed", newValueScale(diverging, nan, nan, []float64{-1, 4}), -4, 4, 0},
		{"as wide as can be", newValueScale(grey, 0, 0, []float64{-largestDrawable, largestDrawable}), -largestDrawable, largestDrawable, 0},
	} {
		if tt.s.lo != tt.lo || tt.s.hi != tt.hi {
			t.Errorf("%s: %g…%g, want %g…%g", tt.name, tt.s.lo, tt.s.hi, tt.lo, tt.hi)
		}
		testutil.Equal(t, tt.s.shade(tt.mean), tt.s.scale.shade(0.5), tt.name)
		if tt.s.shade(math.Inf(-1)) != tt.s.scale.shade(0) || tt.s.shade(math.Inf(1)) != tt.s.scale.shade(1) {
			t.Errorf("%s: what is beyond has no place at the ends", tt.name)
		}
	}
	if s := newValueScale(sequential, 0, 0, []float64{7, 7}); !s.constant || s.shade(7) != sequential.shade(0.5) {
		t.Errorf("equal values are on the scale %+v", s)
	}
	if none := newValueScale(grey, nan, 1, []float64{nan}); none.shade(1) != 0 || sequential.shade(nan) != 0 {
		t.Error("a scale of no values has a shade, or NaN has one")
	}
}
