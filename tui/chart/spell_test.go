package chart

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/model/testutil"
)

func TestSpell(t *testing.T) {
	for text, want := range map[string]string{
		"k̃ = 3":              "k~ = 3",
		"ỹ^Ũ":                 "y~^U~",
		"σ̃ target":           "sigma~ target",
		"|v1ᵀṽ1| = 0.98: 12°": "|v1^T v~1| = 0.98: 12 deg",
		"λ 0.01 → 100":        "lambda 0.01 -> 100",
		"solving …":           "solving ...",
		"at λ = 10…":          "at lambda = ...", // cut, not continued
		"…":                   "...",
		"ab…":                 "...",
		"a…":                  "..",
		"↑ ↓ ← →":             "up down <- ->",
		"−3 ± 0.5":            "-3 +- 0.5",
		"Größe":               "Größe",
	} {
		testutil.Equal(t, ASCII.Spell(text), want, text)
		for _, gl := range []Glyphs{Braille, Block} {
			testutil.Equal(t, gl.Spell(text), text, gl)
		}
	}
}

// No two symbols have the same spelling in any context, and spelling twice changes nothing.
func TestSpellTellsSymbolsApart(t *testing.T) {
	symbols := []string{
		"k", "k̃", "y", "ỹ", "v", "ṽ", "V", "Ṽ", "U", "Ũ", "σ", "σ̃", "Σ", "S", "S̃", "λ", "l", "l̃", "α", "a", "β", "b", "ε", "e", "Φ", "Φ̃", "μ", "m",
	}
	rapid.Check(t, func(t *rapid.T) {
		around := rapid.StringMatching(`[a-z_^ ]{0,5}`).Draw(t, "before")
		behind := rapid.StringMatching(`[a-z_^ 0-9=]{0,5}`).Draw(t, "behind")
		seen := map[string]string{}
		for _, s := range symbols {
			got := ASCII.Spell(around + s + behind)
			if other, ok := seen[got]; ok {
				t.Fatalf("%q and %q are both %q", other, s, got)
			}
			seen[got] = s
			if strings.ContainsFunc(got, func(r rune) bool { return r >= 0x80 }) || ASCII.Spell(got) != got {
				t.Fatalf("%q becomes %q and then %q", s, got, ASCII.Spell(got))
			}
		}
	})
}

// A grid with a glyph set spells the texts written into it and returns their width.
func TestGridSpells(t *testing.T) {
	g := NewGrid(20, 2).WithGlyphs(ASCII)
	testutil.Equal(t, g.Sub(1, 0, 19, 1).Text(0, 0, "k̃ λ", Plain), 9)
	g.TextRight(20, 1, "ỹ", Plain)
	g.Text(0, 1, "é日e\u0301", Plain)
	lines := g.Plain()
	if lines[0] != " k~ lambda" || lines[1] != "???e"+strings.Repeat(" ", 14)+"y~" {
		t.Errorf("%q", lines)
	}
}

// A line breaks between words, but not inside a formula or before a unit.
func TestWrapKeepsFormulas(t *testing.T) {
	for _, formula := range []string{"λ = 1e4", "k, k̃, λ", "λ 1 → 3:", "λ -> 3", "> turns", "99.5 %"} {
		text := "some words and " + formula + " and more"
		for w := 16; w < 40; w++ {
			lines := WrapAll(text, w)
			if all := strings.Join(lines, " "); all != text {
				t.Fatalf("%d columns: %q of %q", w, all, text)
			}
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, strings.TrimPrefix(formula, "λ 1")) }) {
				t.Errorf("%d columns: %q breaks in %q", w, formula, lines)
			}
		}
	}
}
