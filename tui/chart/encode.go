package chart

import (
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Encoder turns grids into text for terminals of one colour profile, in one theme. It never queries
// a terminal and may be used by many goroutines at once. The zero Encoder writes text without
// colours.
type Encoder struct {
	styles [numStyles]code
	alike  [numStyles]Style // the first style that looks the same
	// shades means that the profile and the theme have enough colours for shades. Then ink, fill
	// and text are parts of escape sequences, without the m at the end, for each shade: as the
	// colour of a character, as the background, and as the colour of a legible character on that
	// background.
	shades          bool
	ink, fill, text [numShades]string
}

// code is the escape sequence of a style; empty for plain text.
type code struct {
	escape string
	inks   bool // the style is visible on a blank
}

// pen is the current state of the terminal: a style or, instead, shades.
type pen struct {
	style     Style
	ink, fill Shade
}

// NewEncoder returns an encoder for the theme t, with the colours that profile can show. For
// termenv.Ascii it writes no escape sequences.
func NewEncoder(t Theme, profile termenv.Profile) *Encoder {
	e := new(Encoder)
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(profile)
	for s := range e.styles {
		attributes, colour, ansi := t.look(Style(s))
		has := func(attribute string) bool { return strings.Contains(attributes, attribute) }
		style := r.NewStyle().Bold(has(bold)).Faint(has(faint)).Underline(has(underline)).Reverse(has(inverse))
		// The renderer chooses the nearest of 256 colours.
		style = style.Foreground(lipgloss.CompleteColor{TrueColor: colour, ANSI256: colour, ANSI: ansi})
		// The escape sequence is computed once, so that encoding a frame only copies it.
		escape, _, _ := strings.Cut(style.Render("x"), "x")
		e.styles[s] = code{escape, escape != "" && (has(inverse) || has(underline))}
		e.alike[s] = Style(slices.Index(e.styles[:], e.styles[s]))
	}
	// A scale needs more than sixteen colours, and Mono has no colours at all.
	e.shades = t != Mono && (profile == termenv.TrueColor || profile == termenv.ANSI256)
	for s := 1; e.shades && s < numShades; s++ {
		colour := profile.Color(t.shadeColour(Shade(s)))
		e.ink[s], e.fill[s] = "\x1b["+colour.Sequence(false), ";"+colour.Sequence(true)
		e.text[s] = "\x1b[" + profile.Color(legibleOn(colour)).Sequence(false)
	}
	return e
}

// Encode returns the grid as exactly h lines joined by newlines, each at most w columns wide.
// Blanks at the end of a line are left out unless their style is visible on blanks. Each run of
// cells of the same style gets one escape sequence.
func (e *Encoder) Encode(g *Grid) string {
	var b strings.Builder
	b.Grow(g.h * (2*g.w + 32))
	for y := range g.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		e.encodeLine(&b, g.line(y))
	}
	return b.String()
}

func (e *Encoder) encodeLine(b *strings.Builder, line []Cell) {
	var none, open pen
	blanks := 0 // pending; written only before a visible cell
	for x := range line {
		c := &line[x]
		// Blanks look the same in all styles that are invisible on blanks, so that such a blank
		// does not begin or end a run.
		next := e.pen(c)
		if !e.inks(next) && c.blank() && c.image == 0 {
			blanks++
			continue
		}
		begin := next != open || blanks > 0 && e.inks(open)
		if begin && open != none {
			b.WriteString(reset)
		}
		for ; blanks > 0; blanks-- {
			b.WriteByte(' ')
		}
		if begin {
			e.begin(b, next)
			open = next
		}
		writeCell(b, line, x, e.shades)
	}
	if open != none {
		b.WriteString(reset)
	}
}

// pen returns the pen of a cell.
func (e *Encoder) pen(c *Cell) pen {
	switch {
	case c.image != 0:
		return pen{}
	case e.shades && (c.Ink != 0 || c.Fill != 0) && int(max(c.Ink, c.Fill)) < numShades:
		return pen{ink: c.Ink, fill: c.Fill} // attributes would change the shade
	case int(c.Style) < numStyles:
		return pen{style: e.alike[c.Style]}
	}
	return pen{}
}

// inks reports whether the pen is visible on a blank.
func (e *Encoder) inks(p pen) bool { return p.fill != 0 || e.styles[p.style].inks }

// reset returns the terminal to plain text.
const reset = "\x1b[0m"

func (e *Encoder) begin(b *strings.Builder, p pen) {
	ink := e.ink[p.ink]
	if p.ink == 0 {
		ink = e.text[p.fill]
	}
	b.WriteString(e.styles[p.style].escape)
	b.WriteString(ink)
	b.WriteString(e.fill[p.fill])
	if ink != "" {
		b.WriteByte('m')
	}
}

// Plain returns the h lines as text without colours or trailing blanks.
func (g *Grid) Plain() []string {
	lines := strings.Split(new(Encoder).Encode(g), "\n")[:g.h]
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ") // blanks of a wide grapheme that the window cuts
	}
	return lines
}

// writeCell appends column x of a line: a grapheme, a blank, or nothing for the second half of a
// wide grapheme. A half that the edge of a window cuts off becomes a blank, so that the width of a
// line never changes. Without shades, pixels become characters of about their density.
func writeCell(b *strings.Builder, line []Cell, x int, shades bool) {
	c := &line[x]
	switch {
	case c.image != 0:
		b.WriteRune(Leap)
	case !shades && c.pixels():
		b.WriteRune(c.standIn())
	case c.Continuation && x > 0 && line[x-1].wide:
	case c.Continuation, c.Rune == 0, c.wide && x+1 == len(line):
		b.WriteByte(' ')
	default:
		b.WriteRune(c.Rune)
		b.WriteString(c.Tail)
	}
}

// standIn returns the character for a cell of two pixels where colours can't be shown. Its density
// is the mean of both.
func (c *Cell) standIn() rune {
	if c.Ink == 0 || c.Fill == 0 {
		return Block.density(max(c.Ink, c.Fill))
	}
	of, upper := c.Ink.place()
	_, lower := c.Fill.place()
	return Block.density(of.shade((upper + lower) / 2))
}

// pixels reports whether the cell shows two pixels, one above the other.
func (c *Cell) pixels() bool {
	return (c.Rune == '▀' || c.Rune == '▄') && (c.Ink != 0 || c.Fill != 0)
}
