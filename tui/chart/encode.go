package chart

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Encoder turns grids into text for terminals of one colour profile, in one
// theme. It never queries a terminal and may be used by many goroutines.
type Encoder struct {
	styles [numStyles]*code
	// shades says that the profile and the theme have colours enough for
	// shades; these are then what each of them writes: as the colour of a
	// character, as that behind it, and as that of a character on it.
	shades          bool
	ink, fill, text [numShades]string
}

// code is what a style writes: parameters of an escape sequence for attributes and
// for the colour. Those that are alike are one.
type code struct {
	attributes, ink string
	inks            bool // it shows on a blank
}

// pen is what the terminal has been told last.
type pen struct {
	*code
	ink, fill Shade
}

// NewEncoder returns an encoder for the theme t, its colours reduced to what
// profile can show. With termenv.Ascii nothing but text is ever written.
func NewEncoder(t Theme, profile termenv.Profile) *Encoder {
	e := new(Encoder)
	// Sixteen colours are too few for scales, and Mono has none.
	e.shades = t != Mono && (profile == termenv.TrueColor || profile == termenv.ANSI256)
	sequence := func(colour string, background bool) string {
		if c := profile.Color(colour); c != nil {
			return c.Sequence(background)
		}
		return ""
	}
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(profile)
	codes := map[code]*code{}
	for s := range e.styles {
		attributes, colour, ansi := t.look(Style(s))
		has := func(attribute string) bool { return strings.Contains(attributes, attribute) }
		c := code{
			attributes: parameters(r.NewStyle().Bold(has(bold)).Faint(has(faint)).Underline(has(underline)).Reverse(has(inverse))),
			// The nearest of 256 is left to the renderer.
			ink: parameters(r.NewStyle().Foreground(lipgloss.CompleteColor{TrueColor: colour, ANSI256: colour, ANSI: ansi})),
		}
		c.inks = c.attributes != "" && (has(inverse) || has(underline))
		if codes[c] == nil {
			codes[c] = &c
		}
		e.styles[s] = codes[c]
	}
	for s := 1; e.shades && s < numShades; s++ {
		c := t.shadeColour(Shade(s))
		e.ink[s], e.fill[s] = sequence(c.hex(), false), sequence(c.hex(), true)
		if profile != termenv.TrueColor {
			near := termenv.ConvertToRGB(profile.Color(c.hex()))
			c = rgb{255 * near.R, 255 * near.G, 255 * near.B}
		}
		e.text[s] = sequence(c.text().hex(), false)
	}
	return e
}

// parameters asks lipgloss what it writes before a character in a style, between the
// escape and the m, so that encoding a frame is copying strings.
func parameters(style lipgloss.Style) string {
	before, _, _ := strings.Cut(style.Render("x"), "x")
	return strings.TrimSuffix(strings.TrimPrefix(before, "\x1b["), "m")
}

// Encode returns the grid as exactly h lines joined by newlines, none wider
// than w columns. Blanks at the end of a line are left out unless their style
// shows on blanks. Each run of cells of the same style is coloured once.
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
	none := pen{code: e.styles[Plain]}
	open := none
	blanks := 0 // seen, and written only once something follows
	for x := range line {
		c := &line[x]
		// Blanks look the same in any style that does not ink them, so they
		// neither begin nor end a run.
		next := e.pen(c)
		if !next.inks() && c.blank() {
			blanks++
			continue
		}
		begin := next != open || blanks > 0 && open.inks()
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

// pen returns what the cell is written with.
func (e *Encoder) pen(c *Cell) pen {
	style := c.Style
	if int(style) >= numStyles {
		style = Plain
	}
	if !e.shades || c.Ink == 0 && c.Fill == 0 || int(max(c.Ink, c.Fill)) >= numShades {
		return pen{code: e.styles[style]}
	}
	return pen{e.styles[Plain], c.Ink, c.Fill} // attributes would spoil the shade
}

// inks reports whether the pen shows on a blank.
func (p pen) inks() bool { return p.fill != 0 || p.code.inks }

// reset takes the terminal back to plain text.
const reset = "\x1b[0m"

// begin switches the terminal to the pen.
func (e *Encoder) begin(b *strings.Builder, p pen) {
	ink := p.code.ink
	switch {
	case p.ink != 0:
		ink = e.ink[p.ink]
	case p.fill != 0:
		ink = e.text[p.fill]
	}
	separator := "\x1b["
	for _, parameters := range [...]string{p.attributes, ink, e.fill[p.fill]} {
		if parameters != "" {
			b.WriteString(separator)
			b.WriteString(parameters)
			separator = ";"
		}
	}
	if separator == ";" {
		b.WriteByte('m')
	}
}
