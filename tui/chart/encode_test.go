package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"larui/model/testutil"
	"larui/tui/ptytest"
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
		{"one run", []text{{0, "ab cd", Bold}}, "\x1b[1mab cd\x1b[m"},
		{"a blank of another style", []text{{0, "ab", Bold}, {2, " ", Plain}, {3, "cd", Bold}}, "\x1b[1mab cd\x1b[m"},
		{"styles that look the same", []text{{0, "ab", Bold}, {2, "cd", Title}}, "\x1b[1mabcd\x1b[m"},
		{"back to plain", []text{{0, "ab", Bold}, {3, "cd", Plain}}, "\x1b[1mab \x1b[mcd"},
		{"inked blanks stay", []text{{0, "a  ", Inverse}}, "\x1b[7ma  \x1b[m"},
		{"ink ends before blanks", []text{{0, "a", Inverse}, {3, "b", Inverse}}, "\x1b[7ma\x1b[m  \x1b[7mb\x1b[m"},
		{"two attributes", []text{{0, "日 x", Accent}}, "\x1b[1;4;4m日 x\x1b[m"},
	} {
		g := NewGrid(6, 1)
		for _, text := range tt.texts {
			g.Text(text.x, 0, text.s, text.style)
		}
		testutil.Equal(t, e.Encode(g), tt.want, tt.name)
	}
}

func TestEncodeShades(t *testing.T) {
	g := NewGrid(6, 1)
	g.Text(0, 0, "ab", Bold)
	g.setShades(0, 0, 0, grey.shade(1))
	g.setShades(1, 0, 0, grey.shade(1))
	g.Set(2, 0, '▀', Plain)
	g.setShades(2, 0, grey.shade(0), grey.shade(1))
	g.Set(3, 0, 'c', Plain)
	g.setShades(4, 0, 0, grey.shade(0)) // a blank
	const black = "2;18;18;18"
	for _, tt := range []struct {
		theme   Theme
		profile termenv.Profile
		want    string
	}{
		{Dark, termenv.TrueColor, "\x1b[38;5;16;48;5;231mab" +
			"\x1b[0;38;" + black + ";48;5;231m▀\x1b[mc" +
			"\x1b[38;5;231;48;" + black + "m \x1b[m"},
		// Half of black and white.
		{Dark, termenv.ANSI, "\x1b[1mab\x1b[m▒c"},
		{Mono, termenv.TrueColor, "\x1b[1mab\x1b[m▒c"},
		{Dark, termenv.Ascii, "ab▒c"},
	} {
		testutil.Equal(t, NewEncoder(tt.theme, tt.profile).Encode(g), tt.want, tt.theme, tt.profile.Name())
	}
}

// TestEncodeKeepsText checks every theme and profile on random cells: encoded, they
// are lines of the same text.
func TestEncodeKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t, anyInt(t, "w", 0, 30), anyInt(t, "h", 0, 5))
		theme := Theme(anyInt(t, "theme", 0, len(themeNames)-1))
		profile := pick(t, "profile", profiles...)
		out := NewEncoder(theme, profile).Encode(g)
		checkFrame(t, out, g, profile)
		for i, line := range strings.Split(ansi.Strip(out), "\n") {
			if i < len(g.Plain()) && strings.TrimRight(line, " ") != g.Plain()[i] {
				t.Fatalf("line %d is %q, want %q", i, line, g.Plain()[i])
			}
		}
	})
}

// anyGrid returns a grid of random texts and shades.
func anyGrid(t *rapid.T, w, h int) *Grid {
	g := NewGrid(w, h)
	at, line := rapid.IntRange(-2, 30), rapid.IntRange(0, 5)
	style := rapid.Map(rapid.IntRange(0, numStyles), func(s int) Style { return Style(s) })
	shade := rapid.Map(rapid.IntRange(0, numShades-1), func(s int) Shade { return Shade(s) })
	for range anyInt(t, "texts", 0, 20) {
		s := rapid.StringOf(rapid.RuneFrom([]rune("ab 日k\u0303█"))).Draw(t, "s")
		g.Text(at.Draw(t, "x"), line.Draw(t, "y"), s, style.Draw(t, "style"))
		g.setShades(at.Draw(t, "shaded x"), line.Draw(t, "shaded y"), shade.Draw(t, "ink"), shade.Draw(t, "fill"))
	}
	return g
}

// TestChanges checks on random grids that a terminal shows the last grid after the changes from
// each to the next, and that no change is no text.
func TestChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := NewEncoder(Theme(anyInt(t, "theme", 0, len(themeNames)-1)), pick(t, "profile", profiles...))
		w, h := anySize(t, 0, 30, 0, 5)
		var shown ptytest.Screen
		var old *Grid
		written := ""
		for range 3 {
			g := anyGrid(t, w, h)
			written += e.EncodeChanges(old, g)
			shown.Process(written)
			var want ptytest.Screen
			want.Process(strings.ReplaceAll(e.Encode(g), "\n", "\r\n"))
			testutil.Equal(t, shown.Text(true), want.Text(true))
			testutil.Equal(t, e.EncodeChanges(g, g), "")
			old = g
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
