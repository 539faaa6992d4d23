package chart

import (
	"fmt"
	"math"
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
		for s, l := range theme.looks() {
			if l.colour == "" || Style(s) == Border {
				continue // the terminal's own colour, or decoration
			}
			a, b := luminance(t, l.colour), luminance(t, background)
			if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < 4.5 {
				t.Errorf("%v: style %d (%s) has contrast %.2f, want 4.5", theme, s, l.colour, ratio)
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
				seen := map[string]Style{}
				for _, s := range set {
					look := e.codes[s].before
					if other, ok := seen[look]; ok {
						t.Errorf("%v, %s: styles %d and %d look the same: %q", theme, profile.Name(), s, other, look)
					}
					seen[look] = s
				}
			}
		}
	}
}

func TestMonoHasNoColour(t *testing.T) {
	for s, l := range Mono.looks() {
		if l.colour != "" || l.ansi != "" {
			t.Errorf("style %d has the colour %q", s, l.colour+l.ansi)
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
