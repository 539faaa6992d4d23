package chart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muesli/termenv"
)

// Encoder turns grids into text for terminals of one colour profile, in one theme. It never queries
// a terminal and may be used by many goroutines at once. The zero Encoder writes text without
// colours.
type Encoder struct {
	styles [numStyles]code
	alike  [numStyles]Style // the first style that looks the same
	// shades means that the profile and the theme have enough colours for shades. Then ink, fill
	// and text are parameters of escape sequences for each shade: as the colour of a character, as
	// the background, and as the colour of a legible character on that background.
	shades          bool
	ink, fill, text [numShades]string
}

// code are the parameters of a style's escape sequence; empty for plain text.
type code struct {
	parameters   string
	showsOnBlank bool // the style is visible on a blank
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
	colour := func(hex string) termenv.Color {
		// The nearest of 256 colours has a shorter code, if it is the same colour.
		near := termenv.ANSI256.Color(hex)
		if profile == termenv.TrueColor && termenv.ConvertToRGB(near).Hex() == hex {
			return near
		}
		return profile.Color(hex)
	}
	for s := range e.styles {
		all, hex, ansi := t.look(Style(s))
		inks := strings.ContainsAny(all, underline+inverse)
		if profile == termenv.ANSI {
			hex = ansi
		}
		if hex != "" {
			all = strings.TrimPrefix(all+";"+colour(hex).Sequence(false), ";")
		}
		if profile != termenv.Ascii {
			e.styles[s] = code{all, inks}
		}
		e.alike[s] = Style(slices.Index(e.styles[:], e.styles[s]))
	}
	// A scale needs more than sixteen colours, and Mono has no colours at all.
	e.shades = t != Mono && (profile == termenv.TrueColor || profile == termenv.ANSI256)
	for s := 1; e.shades && s < numShades; s++ {
		shade := colour(t.shadeColour(Shade(s)))
		e.ink[s], e.fill[s] = shade.Sequence(false), ";"+shade.Sequence(true)
		e.text[s] = colour(legibleOn(shade)).Sequence(false)
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
		var open pen
		line := g.line(y)
		for x := range e.textEnd(line) {
			open = e.writeColumn(&b, line, x, open)
		}
		e.switchPen(&b, open, pen{})
	}
	return b.String()
}

// EncodeChanges returns the text that turns a terminal's screen from the grid old into g. If old is nil or
// has another size, the screen may show anything. Cells under images are left out.
func (e *Encoder) EncodeChanges(old, g *Grid) string {
	var b strings.Builder
	known := old != nil && old.w == g.w && old.h == g.h
	var open pen
	for y := range g.h {
		line, cursor := g.line(y), -1 // no column of this line
		end := e.textEnd(line)
		for x := range line {
			c := &line[x]
			half := c.Continuation && x > 0 && line[x-1].wide
			if half || c.image != 0 || known && slices.Equal(old.line(y)[x:x+c.columns()], line[x:x+c.columns()]) {
				continue
			}
			if x != cursor {
				fmt.Fprintf(&b, "\x1b[%d;%dH", y+1, x+1)
			}
			if x >= end {
				open = e.switchPen(&b, open, pen{})
				b.WriteString("\x1b[K")
				break
			}
			open = e.writeColumn(&b, line, x, open)
			cursor = x + c.columns()
		}
	}
	e.switchPen(&b, open, pen{})
	return b.String()
}

// textEnd returns the number of cells before the blanks at the textEnd of a line.
func (e *Encoder) textEnd(line []Cell) int {
	n := len(line)
	for n > 0 && line[n-1].isBlank() && line[n-1].image == 0 && !e.showsOnBlank(e.pen(&line[n-1])) {
		n--
	}
	return n
}

// writeColumn appends column x of a line, and returns the pen after it.
func (e *Encoder) writeColumn(b *strings.Builder, line []Cell, x int, open pen) pen {
	next := e.pen(&line[x])
	if line[x].isBlank() && !e.showsOnBlank(next) { // all such pens look the same here
		next = open
		if e.showsOnBlank(open) {
			next = pen{}
		}
	}
	open = e.switchPen(b, open, next)
	writeCell(b, line, x, e.shades)
	return open
}

// pen returns the pen of a cell.
func (e *Encoder) pen(c *Cell) pen {
	switch {
	case e.shades && (c.Ink != 0 || c.Fill != 0) && int(max(c.Ink, c.Fill)) < numShades:
		return pen{ink: c.Ink, fill: c.Fill} // attributes would change the shade
	case int(c.Style) < numStyles:
		return pen{style: e.alike[c.Style]}
	}
	return pen{}
}

// showsOnBlank reports whether the pen is visible on a blank.
func (e *Encoder) showsOnBlank(p pen) bool { return p.fill != 0 || e.styles[p.style].showsOnBlank }

// switchPen appends the escape sequence that turns one pen into another, and returns the latter.
func (e *Encoder) switchPen(b *strings.Builder, open, next pen) pen {
	if open == next {
		return next
	}
	b.WriteString("\x1b[")
	if open != (pen{}) && next != (pen{}) {
		b.WriteString("0;")
	}
	if next.ink == 0 {
		b.WriteString(e.text[next.fill])
	}
	b.WriteString(e.ink[next.ink] + e.fill[next.fill] + e.styles[next.style].parameters)
	b.WriteByte('m')
	return next
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
	case !shades && c.hasTwoPixels():
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
	of, upper := c.Ink.position()
	_, lower := c.Fill.position()
	return Block.density(of.shade((upper + lower) / 2))
}

// hasTwoPixels reports whether the cell shows two hasTwoPixels, one above the other.
func (c *Cell) hasTwoPixels() bool {
	return (c.Rune == '▀' || c.Rune == '▄') && (c.Ink != 0 || c.Fill != 0)
}
