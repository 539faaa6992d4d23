package chart

import (
	"strings"
	"testing"
)

// Large digits are five rows of squares, and each digit is different. A text that is no number is
// not drawn.
func TestDigits(t *testing.T) {
	const all = "0123456789.%-+e"
	seen := map[string]rune{}
	for _, r := range all {
		g := NewGrid(10, DigitRows)
		width := g.WriteLargeDigits(0, 0, string(r), Plain)
		picture := strings.Join(g.Plain(), "\n")
		if before, twice := seen[picture]; twice {
			t.Errorf("%c looks as %c", r, before)
		}
		seen[picture] = r
		if width < 2 || !strings.Contains(picture, "██") || strings.Contains(strings.ReplaceAll(picture, "██", ""), "█") {
			t.Errorf("%c is %d wide:\n%s", r, width, picture)
		}
	}
	g := NewGrid(60, DigitRows).WithGlyphs(ASCII)
	if width := g.WriteLargeDigits(0, 0, "−4.2 %", Plain); width != 34 || strings.Join(g.Plain(), "\n") != `      ##  ##      ######    ##  ##
      ##  ##          ##        ##
####  ######      ######      ##
          ##      ##        ##
          ##  ##  ######    ##  ##` {
		t.Errorf("%d columns:\n%s", width, strings.Join(g.Plain(), "\n"))
	}
	for _, text := range []string{"diverges", "–", strings.Repeat("8", 9)} {
		g := NewGrid(60, DigitRows)
		if g.WriteLargeDigits(0, 0, text, Plain) != 0 || strings.Join(g.Plain(), "") != "" {
			t.Errorf("%q is written large", text)
		}
	}
}
