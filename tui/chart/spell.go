package chart

import (
	"strings"
	"unicode/utf8"
)

// spelling replaces letters and mathematical signs by ASCII text. Two symbols on the same screen
// never become the same text: k̃ is "k~", never "k".
var spelling = strings.NewReplacer(
	"\u0303", "~", "ỹ", "y~", "ṽ", "v~", "Ṽ", "V~", "Ũ", "U~", "ũ", "u~",
	"Φw", "Phi w", "_NΦ", "_N Phi", "λ", "lambda", "σ", "sigma", "Σ", "Sigma", "α", "alpha", "β", "beta", "μ", "mu", "µ", "mu", "χ", "chi",
	"ε", "eps", "Φ", "Phi", "θ", "theta", "γ", "gamma", "ρ", "rho", "π", "pi",
	"‖", "|", "²", "^2", "ᵀ", "^T ", "ᵢ", "_i", "₁", "1", "√", "sqrt ",
	"°", " deg", "±", "+-", "≥", ">=", "≤", "<=", "≠", "!=", "≈", "~=", "∝", "prop. to", "∞", "inf",
	"←", "<-", "→", "->", "↑", "up", "↓", "down", "⇧", "Shift+", "✓", "ok:", "⋮", ":", "›", ">",
)

// Spell returns text as the glyphs can show it. In ASCII, letters and mathematical signs become
// words ("λ" becomes "lambda"); lines, arrows and triangles become characters, as in
// [Glyphs.ReplaceRune]. Letters of other alphabets stay, and a [Grid] shows them as question marks.
// Words may be wider: spell text before you measure its width. Spelling text twice does no harm.
func (gl Glyphs) Spell(s string) string {
	if gl != ASCII || !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return s
	}
	s = spelling.Replace(spellEllipses(s))
	return strings.Map(func(r rune) rune {
		if m := gl.ReplaceRune(r); m != '?' {
			return m
		}
		return r
	}, s)
}

// Truncate spells text with Spell, then shortens it to w columns like the function [Truncate].
func (gl Glyphs) Truncate(s string, w int) string {
	s = Truncate(gl.Spell(s), w)
	if gl == ASCII && s == "…" {
		return "."
	}
	return gl.Spell(s)
}

// spellEllipses replaces "…" by three dots. If s ends in a word that [Truncate] has cut, the dots
// also replace the end of the word, so that the text does not get wider.
func spellEllipses(s string) string {
	const dots = "..."
	if cut, ok := strings.CutSuffix(s, "…"); ok && cut != "" && !strings.HasSuffix(cut, " ") {
		room := TextWidth(s)
		for TextWidth(cut) > max(0, room-len(dots)) {
			_, size := utf8.DecodeLastRuneInString(cut)
			cut = cut[:len(cut)-size]
		}
		s = cut + dots[:min(len(dots), room)]
	}
	return strings.ReplaceAll(s, "…", dots)
}
