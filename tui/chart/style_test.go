package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

var themes = []Theme{Dark, Light, Mono, ColourBlind, ColourBlindLight}

func TestNames(t *testing.T) {
	for _, theme := range themes {
		if got, err := ThemeByName(theme.String()); err != nil || got != theme {
			t.Errorf("ThemeByName(%q) = %v, %v", theme, got, err)
		}
	}
	if got, err := ThemeByName("colorblind"); err != nil || got != ColourBlind {
		t.Errorf(`ThemeByName("colorblind") = %v, %v`, got, err)
	}
	if _, err := ThemeByName("solarized"); err == nil {
		t.Error("an unknown theme is no error")
	}
	for _, gl := range []Glyphs{Braille, Block, ASCII} {
		if got, err := GlyphsByName(gl.String()); err != nil || got != gl {
			t.Errorf("GlyphsByName(%q) = %v, %v", gl, got, err)
		}
	}
	if _, err := GlyphsByName("emoji"); err == nil {
		t.Error("unknown glyphs are no error")
	}
}

// luminance is the relative luminance of a colour by WCAG 2.1.
func luminance(t *testing.T, hex string) float64 {
	var r, g, b uint8
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &r, &g, &b); err != nil {
		t.Fatalf("colour %q: %v", hex, err)
	}
	linear := func(c uint8) float64 {
		v := float64(c) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func TestContrast(t *testing.T) {
	for _, theme := range themes {
		background := "#fafafa"
		if theme.onDark() {
			background = "#1e1e1e"
		}
		for s := range Style(numStyles) {
			_, colour, _ := theme.look(s)
			if colour == "" || s == Border {
				continue // the terminal's own colour, or decoration
			}
			a, b := luminance(t, colour), luminance(t, background)
			if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < 4.5 {
				t.Errorf("%v: style %d (%s) has contrast %.2f, want 4.5", theme, s, colour, ratio)
			}
		}
	}
}

// What 256 colours leave of a theme is still legible, and in shades too.
func TestContrastOf256(t *testing.T) {
	contrast := func(a, b rgb) float64 {
		x, y := a.luminance(), b.luminance()
		return (max(x, y) + 0.05) / (min(x, y) + 0.05)
	}
	for _, theme := range []Theme{Dark, Light, ColourBlind, ColourBlindLight} {
		background := rgb{255, 255, 255}
		if theme.onDark() {
			background = rgb{0x1e, 0x1e, 0x1e}
		}
		e := NewEncoder(theme, termenv.ANSI256)
		for s := range Style(numStyles) {
			if _, colour, _ := theme.look(s); colour == "" || s == Border {
				continue
			}
			// The nearest of few colours may be a little lighter.
			if got := contrast(colour256(t, e.styles[s].ink), background); got < 4 {
				t.Errorf("%v: style %d has contrast %.2f in 256 colours", theme, s, got)
			}
		}
		for f := 0.0; f <= 1; f += 1.0 / 64 {
			shade := sequential.shade(f)
			ink, fill := colour256(t, e.ink[shade]), colour256(t, e.fill[shade])
			if got := contrast(ink, background); got < 3 {
				t.Errorf("%v: the character of %.2f has contrast %.2f", theme, f, got)
			}
			if got := contrast(fill, colour256(t, e.text[shade])); got < 4 {
				t.Errorf("%v: the number on %.2f has contrast %.2f", theme, f, got)
			}
		}
	}
}

// colour256 reads the colour that an escape sequence chooses of the 256, beyond the
// first sixteen a cube and a row of greys.
func colour256(t *testing.T, sequence string) rgb {
	t.Helper()
	_, number, ok := strings.Cut(sequence, "8;5;")
	n := 0
	if _, err := fmt.Sscanf(number, "%d", &n); !ok || err != nil || n < 16 {
		t.Fatalf("no colour of the cube in %q", sequence)
	}
	if n >= 232 {
		grey := float64(8 + 10*(n-232))
		return rgb{grey, grey, grey}
	}
	level := func(i int) float64 {
		if i == 0 {
			return 0
		}
		return float64(55 + 40*i)
	}
	return rgb{level((n - 16) / 36), level((n - 16) / 6 % 6), level((n - 16) % 6)}
}

// On white, none of the usual palettes of sixteen colours makes a meaning illegible:
// the contrast is about 3:1 (WCAG 2.1, success criterion 1.4.11) at least.
func TestContrastOf16(t *testing.T) {
	// The colours 0 to 15, as the VGA, GNOME, Windows and macOS
	// terminals show them by default.
	palettes := map[string][16]string{
		"VGA":     {"#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa", "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"},
		"GNOME":   {"#2e3436", "#cc0000", "#4e9a06", "#c4a000", "#3465a4", "#75507b", "#06989a", "#d3d7cf", "#555753", "#ef2929", "#8ae234", "#fce94f", "#729fcf", "#ad7fa8", "#34e2e2", "#eeeeec"},
		"Windows": {"#0c0c0c", "#c50f1f", "#13a10e", "#c19c00", "#0037da", "#881798", "#3a96dd", "#cccccc", "#767676", "#e74856", "#16c60c", "#f9f1a5", "#3b78ff", "#b4009e", "#61d6d6", "#f2f2f2"},
		"macOS":   {"#000000", "#990000", "#00a600", "#999900", "#0000b2", "#b200b2", "#00a6b2", "#bfbfbf", "#666666", "#e50000", "#00d900", "#e5e500", "#0000ff", "#e500e5", "#00e5e5", "#e5e5e5"},
	}
	for _, theme := range []Theme{Light, ColourBlindLight} {
		for s := range Style(numStyles) {
			_, _, ansi := theme.look(s)
			if ansi == "" || s == Border {
				continue
			}
			i, err := strconv.Atoi(ansi)
			if err != nil {
				t.Fatal(err)
			}
			for name, palette := range palettes {
				if got := 1.05 / (luminance(t, palette[i]) + 0.05); got < 2.8 {
					t.Errorf("%v: style %d has contrast %.2f on the white of %s", theme, s, got, name)
				}
			}
		}
	}
}

// TestMeaningsStayApart checks that what appears side by side in a picture is
// told apart by colour in every profile that has colours.
func TestMeaningsStayApart(t *testing.T) {
	sets := [][]Style{
		{Source, Target, LAR, NoAdaptation, Pinned, ClosedForm},
		{Good, Bad, Warning, Plain},
		{Border, Focus},
		{Plain, Accent, Inverse, Changed, Dim},
	}
	for _, theme := range []Theme{Dark, Light, ColourBlind, ColourBlindLight} {
		for _, profile := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI} {
			e := NewEncoder(theme, profile)
			for _, set := range sets {
				seen := map[*code]Style{}
				for _, s := range set {
					look := e.styles[s]
					if other, ok := seen[look]; ok {
						t.Errorf("%v, %s: styles %d and %d look the same: %+v", theme, profile.Name(), s, other, look)
					}
					seen[look] = s
				}
			}
		}
	}
}

func TestMonoHasNoColour(t *testing.T) {
	for s, p := range NewEncoder(Mono, termenv.TrueColor).styles {
		if p.ink != "" {
			t.Errorf("style %d has the colour %q", s, p.ink)
		}
	}
}

func TestASCIIGlyphs(t *testing.T) {
	for _, r := range "╭╮╰╯─│┤┬└┼┄┆╌╎·┊▲▼●○−×•┈…━◂▸★⣿" {
		if got := ASCII.Rune(r); got >= 0x80 {
			t.Errorf("ASCII.Rune(%q) = %q", r, got)
		}
		if got := Braille.Rune(r); got != r {
			t.Errorf("Braille.Rune(%q) = %q", r, got)
		}
	}
}
