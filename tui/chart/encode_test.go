package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"larui/model/must"
)

var profiles = []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI, termenv.Ascii}

func TestEncodeRuns(t *testing.T) {
	e := NewEncoder(Mono, termenv.ANSI)
	type text struct {
		x     int
		s     string
		style Style
	}
	for _, tt := range []struct {
		name  string
		texts []text
		want  string
	}{
		{"blank", nil, ""},
		{"one run", []text{{0, "ab cd", Bold}}, "\x1b[1mab cd\x1b[0m"},
		{"a blank of another style", []text{{0, "ab", Bold}, {2, " ", Plain}, {3, "cd", Bold}}, "\x1b[1mab cd\x1b[0m"},
		{"styles that look the same", []text{{0, "ab", Bold}, {2, "cd", Title}}, "\x1b[1mabcd\x1b[0m"},
		{"back to plain", []text{{0, "ab", Bold}, {3, "cd", Plain}}, "\x1b[1mab\x1b[0m cd"},
		{"inked blanks stay", []text{{0, "a  ", Inverse}}, "\x1b[7ma  \x1b[0m"},
		{"ink ends before blanks", []text{{0, "a", Inverse}, {3, "b", Inverse}}, "\x1b[7ma\x1b[0m  \x1b[7mb\x1b[0m"},
		{"two attributes", []text{{0, "日 x", Accent}}, "\x1b[1;4;4m日 x\x1b[0m"},
	} {
		g := NewGrid(6, 1)
		for _, text := range tt.texts {
			g.Text(text.x, 0, text.s, text.style)
		}
		must.Equal(t, e.Encode(g), tt.want, tt.name)
	}
}

func TestEncodeShades(t *testing.T) {
	g := NewGrid(6, 1)
	g.Text(0, 0, "ab", Bold)
	g.shade(0, 0, 0, grey.shade(1))
	g.shade(1, 0, 0, grey.shade(1))
	g.Set(2, 0, '▀', Plain)
	g.shade(2, 0, grey.shade(0), grey.shade(1))
	g.Set(3, 0, 'c', Plain)
	g.shade(4, 0, 0, grey.shade(0)) // a blank
	const white, black = "255;255;255", "18;18;18"
	for _, tt := range []struct {
		theme   Theme
		profile termenv.Profile
		want    string
	}{
		{Dark, termenv.TrueColor, "\x1b[38;2;0;0;0;48;2;" + white + "mab\x1b[0m" +
			"\x1b[38;2;" + black + ";48;2;" + white + "m▀\x1b[0m" + "c" +
			"\x1b[38;2;" + white + ";48;2;" + black + "m \x1b[0m"},
		// Half of black and white.
		{Dark, termenv.ANSI, "\x1b[1mab\x1b[0m▒c"},
		{Mono, termenv.TrueColor, "\x1b[1mab\x1b[0m▒c"},
		{Dark, termenv.Ascii, "ab▒c"},
	} {
		must.Equal(t, NewEncoder(tt.theme, tt.profile).Encode(g), tt.want, tt.theme, tt.profile.Name())
	}
}

// TestEncodeKeepsText checks every theme and profile on random cells: encoded, they
// are lines of the same text.
func TestEncodeKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := NewGrid(rapid.IntRange(0, 30).Draw(t, "w"), rapid.IntRange(0, 5).Draw(t, "h"))
		at, line := rapid.IntRange(-2, 30), rapid.IntRange(0, 5)
		style := rapid.Map(rapid.IntRange(0, numStyles), func(s int) Style { return Style(s) })
		shade := rapid.Map(rapid.IntRange(0, numShades-1), func(s int) Shade { return Shade(s) })
		for range rapid.IntRange(0, 20).Draw(t, "texts") {
			s := rapid.StringOf(rapid.RuneFrom([]rune("ab 日k\u0303█"))).Draw(t, "s")
			g.Text(at.Draw(t, "x"), line.Draw(t, "y"), s, style.Draw(t, "style"))
			g.shade(at.Draw(t, "shaded x"), line.Draw(t, "shaded y"), shade.Draw(t, "ink"), shade.Draw(t, "fill"))
		}
		theme := Theme(rapid.IntRange(0, len(themeNames)-1).Draw(t, "theme"))
		profile := rapid.SampledFrom(profiles).Draw(t, "profile")
		out := NewEncoder(theme, profile).Encode(g)
		checkFrame(t, out, g, profile)
		for i, line := range strings.Split(ansi.Strip(out), "\n") {
			if i < len(g.Plain()) && strings.TrimRight(line, " ") != g.Plain()[i] {
				t.Fatalf("line %d is %q, want %q", i, line, g.Plain()[i])
			}
		}
	})
}

// checkFrame fails where an encoded grid breaks a promise of Encode.
func checkFrame(t *rapid.T, out string, g *Grid, profile termenv.Profile) {
	w, h := g.Size()
	if got := strings.Count(out, "\n"); got != max(h-1, 0) {
		t.Fatalf("%d line breaks for %d lines", got, h)
	}
	for i, line := range strings.Split(out, "\n") {
		if got := ansi.StringWidth(line); got > w {
			t.Fatalf("line %d is %d columns wide, not %d: %q", i, got, w, line)
		}
	}
	if profile == termenv.Ascii && strings.ContainsRune(out, '\x1b') {
		t.Fatalf("an escape code without colours: %q", out)
	}
}
