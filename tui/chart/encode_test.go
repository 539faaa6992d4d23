package chart

import (
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"
)

var profiles = []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI, termenv.Ascii}

func TestEncodeRuns(t *testing.T) {
	e := NewEncoder(Mono, termenv.ANSI)
	for _, tt := range []struct {
		name string
		draw func(*Grid)
		want string
	}{
		{"blank", func(*Grid) {}, ""},
		{"one run", func(g *Grid) { g.Text(0, 0, "ab cd", Bold) }, "\x1b[1mab cd\x1b[0m"},
		{"a blank of another style", func(g *Grid) {
			g.Text(0, 0, "ab", Bold)
			g.Text(2, 0, " ", Plain)
			g.Text(3, 0, "cd", Bold)
		}, "\x1b[1mab cd\x1b[0m"},
		{"styles that look the same", func(g *Grid) {
			g.Text(0, 0, "ab", Bold)
			g.Text(2, 0, "cd", Title)
		}, "\x1b[1mabcd\x1b[0m"},
		{"back to plain", func(g *Grid) {
			g.Text(0, 0, "ab", Bold)
			g.Text(3, 0, "cd", Plain)
		}, "\x1b[1mab\x1b[0m cd"},
		{"inked blanks stay", func(g *Grid) { g.Text(0, 0, "a  ", Inverse) }, "\x1b[7ma  \x1b[0m"},
		{"ink ends before blanks", func(g *Grid) {
			g.Text(0, 0, "a", Inverse)
			g.Text(3, 0, "b", Inverse)
		}, "\x1b[7ma\x1b[0m  \x1b[7mb\x1b[0m"},
		{"wide", func(g *Grid) { g.Text(0, 0, "日x", Bold) }, "\x1b[1m日x\x1b[0m"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := NewGrid(6, 1)
			tt.draw(g)
			if got := e.Encode(g); got != tt.want {
				t.Errorf("Encode = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestEncodeCountsLines(t *testing.T) {
	e := NewEncoder(Dark, termenv.TrueColor)
	for h, want := range map[int]string{0: "", 1: "", 3: "\n\n"} {
		if got := e.Encode(NewGrid(4, h)); got != want {
			t.Errorf("Encode of %d lines = %q, want %q", h, got, want)
		}
	}
}

// TestEncodeKeepsText checks every theme and profile on random cells.
func TestEncodeKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := NewGrid(rapid.IntRange(0, 30).Draw(t, "w"), rapid.IntRange(0, 5).Draw(t, "h"))
		for range rapid.IntRange(0, 20).Draw(t, "texts") {
			g.Text(rapid.IntRange(-2, 30).Draw(t, "x"), rapid.IntRange(0, 5).Draw(t, "y"),
				rapid.StringOf(rapid.RuneFrom([]rune("ab 日k\u0303"))).Draw(t, "s"),
				Style(rapid.IntRange(0, numStyles).Draw(t, "style")))
		}
		theme := Theme(rapid.IntRange(0, 4).Draw(t, "theme"))
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
func checkFrame(t interface{ Fatalf(string, ...any) }, out string, g *Grid, profile termenv.Profile) {
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

func TestEncoderIsSafeForConcurrentUse(t *testing.T) {
	e := NewEncoder(Dark, termenv.TrueColor)
	g := framed("", 40, 12, rotatedGaussian(200).Draw, Braille)
	want := e.Encode(g)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if e.Encode(g) != want {
				t.Error("encoding the same grid gave another text")
			}
		})
	}
	wg.Wait()
}
