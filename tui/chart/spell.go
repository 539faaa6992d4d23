package chart

import (
	"strings"
	"unicode/utf8"
)

// spelling is the only table of ASCII forms of letters and mathematical signs. Two symbols that the
// explorer shows side by side never become the same text: k̃ is "k~", never "k".
var spelling = strings.NewReplacer(
	"\u0303", "~", "ỹ", "y~", "ṽ", "v~", "Ṽ", "V~", "Ũ", "U~", "ũ", "u~",
	"Φw", "Phi w", "_NΦ", "_N Phi", "λ", "lambda", "σ", "sigma", "Σ", "Sigma", "α", "alpha", "β", "beta", "μ", "mu", "µ", "mu", "χ", "chi",
	"ε", "eps", "Φ", "Phi", "θ", "theta", "γ", "gamma", "ρ", "rho", "π", "pi",
	"‖", "|", "²", "^2", "ᵀ", "^T ", "ᵢ", "_i", "₁", "1", "√", "sqrt ",
	"°", " deg", "±", "+-", "≥", ">=", "≤", "<=", "≠", "!=", "≈", "~=", "∝", "prop. to", "∞", "inf",
	"←", "<-", "→", "->", "↑", "up", "↓", "down", "⇧", "Shift+", "✓", "ok:", "⋮", ":", "›", ">",
)

// Spell returns text as the glyph set can show it. For ASCII it spells out letters and mathematical
// signs ("λ" becomes "lambda", "ỹ" becomes "y~"), so that the result may be wider, and replaces
// lines, arrows and triangles as [Glyphs.Rune] does. Text must be spelled before its width is
// measured. Spelling twice changes nothing more. Letters of other alphabets stay until a grid
// replaces them.
func (gl Glyphs) Spell(s string) string {
	if gl != ASCII || !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return s
	}
	s = spelling.Replace(spellEllipses(s))
	return strings.Map(func(r rune) rune {
		if m := gl.Rune(r); m != '?' {
			return m
		}
		return r
	}, s)
}

// Truncate spells text and shortens it to w columns as [Truncate] does.
func (gl Glyphs) Truncate(s string, w int) string {
	s = Truncate(gl.Spell(s), w)
	if gl == ASCII && s == "…" {
		return "."
	}
	return gl.Spell(s)
}

// spellEllipses writes "…" as three dots. After a word, "…" is a cut by [Truncate]; then the dots
// replace the end of the word, so that the text does not get wider.
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
