package chart

import (
	"slices"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"larui/model/testutil"
)

func TestTextPlacesGraphemes(t *testing.T) {
	for _, tt := range []struct {
		name  string
		x     int
		s     string
		want  string // on a line of six columns
		width int
	}{
		{"plain", 1, "abc", " abc", 3},
		{"clipped at the right", 4, "abc", "    ab", 2},
		{"clipped at the left", -2, "abcd", "cd", 2},
		{"outside", 6, "abc", "", 0},
		{"combining mark", 0, "k\u0303=2", "k\u0303=2", 3},
		{"combining mark at the edge", 5, "k\u0303=2", "     k\u0303", 1},
		{"mark without base", 0, "\u0303ab", "ab", 2},
		{"wide", 0, "日本", "日本", 4},
		{"no half at the right", 3, "日本", "   日", 2},
		{"no half at the left", -1, "日本x", " 本x", 3},
		{"emoji of several runes", 0, "👩\u200d👩\u200d👧!", "👩\u200d👩\u200d👧!", 3},
		{"newline, tab and carriage return", 0, "a\nb\tc\r\n", "a b c", 6},
		{"escape sequence", 0, "\x1b[31mx", " [31mx", 6},
		{"C1 control", 0, "a\u009b1m", "a 1m", 4},
		{"right-to-left override", 0, "a\u202eb", "ab", 2},
		{"line separator", 0, "a\u2028b", "a b", 3},
		{"invalid UTF-8", 0, "a\xffb", "a\uFFFDb", 3},
		{"width that tables disagree upon", 0, "a\u4DC0b", "a\uFFFDb", 3},
	} {
		g := NewGrid(6, 1)
		width := g.Text(tt.x, 0, tt.s, Plain)
		if got := g.Plain()[0]; got != tt.want || width != tt.width {
			t.Errorf("%s: line %q of %d columns, want %q of %d", tt.name, got, width, tt.want, tt.width)
		}
	}
}

func TestOverwritingHalfOfAWideGrapheme(t *testing.T) {
	for want, draw := range map[string]func(g *Grid){
		"x 本":      func(g *Grid) { g.Set(0, 0, 'x', Plain) },
		" x本":      func(g *Grid) { g.Set(1, 0, 'x', Plain) },
		" xy":      func(g *Grid) { g.Sub(1, 0, 2, 1).Text(0, 0, "xy", Plain) },
		"日本\u0303": func(g *Grid) { g.TextRight(4, 0, "日本\u0303", Plain) },
		"日":        func(g *Grid) { g.Sub(0, 0, 3, 1).Set(2, 0, '語', Plain) }, // no room for its second half
	} {
		g := NewGrid(4, 1)
		g.Text(0, 0, "日本", Plain)
		draw(g)
		testutil.Equal(t, g.Plain()[0], want)
	}
	g := NewGrid(6, 1)
	g.Text(0, 0, "日本語", LAR)
	testutil.Equal(t, g.Sub(1, 0, 4, 1).Plain()[0], " 本")
	if c := g.At(1, 0); !c.Continuation || c.Style != LAR {
		t.Errorf("cell after a wide character = %+v", c)
	}
	for _, r := range "a\u0303\n" { // a mark alone is nothing, a control character a blank
		g.Set(0, 0, r, Plain)
		g.Set(0, -1, 'x', Plain)
		g.Set(6, 0, 'x', Plain)
		testutil.Equal(t, g.Plain()[0], map[rune]string{'a': "a 本語", '\u0303': "a 本語", '\n': "  本語"}[r], r)
	}
}

func TestTruncate(t *testing.T) {
	for _, tt := range []struct {
		s    string
		w    int
		want string
	}{
		{"abcd", 4, "abcd"},
		{"abcd", 3, "ab…"},
		{"abcd", 1, "…"},
		{"abcd", 0, ""},
		{"abcd", -1, ""},
		{"ab cd", 4, "ab…"},
		{"日本", 3, "日…"},
		{"日本", 2, "…"},
		{"k\u0303 = 20", 3, "k\u0303…"},
		{"", 3, ""},
	} {
		testutil.Equal(t, Truncate(tt.s, tt.w), tt.want, tt.s, tt.w)
	}
}

func TestBox(t *testing.T) {
	for _, tt := range []struct {
		w, h int
		gl   Glyphs
		want []string
	}{
		{12, 3, Braille, []string{"╭ 2 map ───╮", "│          │", "╰──────────╯"}},
		{12, 3, ASCII, []string{". 2 map ---.", "|          |", "'----------'"}},
		{9, 2, Braille, []string{"╭ 2 m… ─╮", "╰───────╯"}},
		{5, 2, Braille, []string{"╭───╮", "╰───╯"}},
		{2, 2, Braille, []string{"╭╮", "╰╯"}},
		{1, 3, Braille, []string{"", "", ""}},
	} {
		g := NewGrid(tt.w, tt.h).WithGlyphs(tt.gl)
		inner := g.Box("2 map", Border, Title)
		if got := g.Plain(); !slices.Equal(got, tt.want) {
			t.Errorf("Box on %d×%d = %q, want %q", tt.w, tt.h, got, tt.want)
		}
		w, h := inner.Size()
		if wantW, wantH := max(tt.w-2, 0), max(tt.h-2, 0); tt.w > 1 && (w != wantW || h != wantH) {
			t.Errorf("inside of %d×%d is %d×%d", tt.w, tt.h, w, h)
		}
	}
}

// TestWidths draws any text anywhere. TextWidth, Text and the terminal's own measure must agree,
// and a truncated text is never wider than its limit.
func TestWidths(t *testing.T) {
	runes := []*unicode.RangeTable{unicode.L, unicode.M, unicode.S, unicode.C, unicode.Zs, unicode.N}
	rapid.Check(t, func(t *rapid.T) {
		odd := []rune("ab 日k\u0303\u200d\ufe0f👩🇩🇪\x1b\nλṽ₁°…±ᵀ")
		s := rapid.StringOf(rapid.RuneFrom(odd, runes...)).Draw(t, "s")
		if anyBool(t, "any bytes") {
			s = string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		}
		width := TextWidth(s)
		g := NewGrid(width, 1)
		if got := g.Text(0, 0, s, Plain); got != width {
			t.Fatalf("Text used %d columns of %d", got, width)
		}
		// Neighbours can merge into narrower clusters, but nothing grows.
		if got := ansi.StringWidth(g.Plain()[0]); got > width {
			t.Fatalf("the line is %d columns wide, the text %d", got, width)
		}
		w := anyInt(t, "w", -1, 20)
		for _, gl := range allGlyphs {
			if got := TextWidth(gl.Truncate(s, w)); got > max(w, 0) {
				t.Fatalf("%v: truncated to %d columns it has %d", gl, w, got)
			}
		}
		small := NewGrid(max(w, 0), 1)
		small.Text(anyInt(t, "x", -5, 20), 0, s, Plain)
		if got := ansi.StringWidth(small.Plain()[0]); got > max(w, 0) {
			t.Fatalf("clipped to %d columns, the line has %d", w, got)
		}
	})
}

// Bold lines extend into blanks, but not into the gaps between words.
func TestBoldBesideText(t *testing.T) {
	g := NewGrid(9, 2)
	for x := range 9 {
		g.Set(x, 0, '⣀', LAR)
	}
	g.Text(0, 1, "a b", LAR)
	g.ThickenLines()
	testutil.Equal(t, g.Plain()[1], "a b⠉⠉⠉⠉⠉⠉")
}
