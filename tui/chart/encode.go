package chart

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Encoder turns grids into text for a terminal, in the colours of one theme and one colour profile.
// It never queries a terminal, and many goroutines may use it at once. The zero Encoder writes no
// colours.
type Encoder struct {
	styles [numStyles]styleCode
	alike  [numStyles]Style // the first style that looks the same
	// shades reports whether theme and profile have enough colours for shades. Each shade has three
	// parameters of escape sequences: ink for a character in the shade, fill for a background in
	// the shade, text for a character that is legible on this background.
	shades          bool
	ink, fill, text [numShades]string
}

// styleCode is the escape sequence of a style, without its beginning and end; empty for plain text.
type styleCode struct {
	parameters       string
	isVisibleOnBlank bool // the style is visible on a blank
}

// pen says how the terminal draws its next character: in a style or, if a shade is not zero, in
// shades.
type pen struct {
	style     Style
	ink, fill Shade
}

// NewEncoder returns an encoder for a theme and the colours of a terminal. For the profile
// termenv.Ascii the encoder writes no escape sequences.
func NewEncoder(t Theme, profile termenv.Profile) *Encoder {
	e := new(Encoder)
	renderer := lipgloss.NewRenderer(io.Discard)
	renderer.SetColorProfile(profile)
	for i := range e.styles {
		s := Style(i)
		has := t.attributes(s)
		hex, ansi := t.colour(s)
		look := renderer.NewStyle().Bold(has&bold != 0).Faint(has&faint != 0).
			Underline(has&underline != 0).Reverse(has&inverse != 0).
			Foreground(lipgloss.CompleteColor{TrueColor: shortestColour(hex), ANSI256: hex, ANSI: ansi})
		e.styles[s] = styleCode{escapeParameters(look), profile != termenv.Ascii && has&(underline|inverse) != 0}
		e.alike[s] = Style(slices.Index(e.styles[:], e.styles[s]))
	}
	// Sixteen colours are too few for a scale of shades, and Mono has no colours.
	e.shades = t != Mono && (profile == termenv.TrueColor || profile == termenv.ANSI256)
	for s := 1; e.shades && s < numShades; s++ {
		shade := profile.Color(shortestColour(t.shadeColour(Shade(s))))
		e.ink[s], e.fill[s] = shade.Sequence(false), ";"+shade.Sequence(true)
		e.text[s] = profile.Color(shortestColour(legibleColourOn(shade))).Sequence(false)
	}
	return e
}

// shortestColour returns the colour #rrggbb as an index into the palette of 256 if the palette has it,
// because the index has a shorter escape sequence.
func shortestColour(hex string) string {
	near := termenv.ANSI256.Color(hex)
	if index, is := near.(termenv.ANSI256Color); is && termenv.ConvertToRGB(near).Hex() == hex {
		return strconv.Itoa(int(index))
	}
	return hex
}

// escapeParameters returns the parameters of the escape sequence with which lipgloss begins text in
// a style; empty for plain text.
func escapeParameters(style lipgloss.Style) string {
	before, _, _ := strings.Cut(style.Render("x"), "x")
	return strings.TrimSuffix(strings.TrimPrefix(before, "\x1b["), "m")
}

// Encode returns the h lines of a grid, joined by newlines, each at most w columns wide. Blanks at
// the end of a line are left out unless their style is visible.
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

// EncodeChanges returns the text that writes the cells in which g differs from old, the grid on the
// screen: all cells if old is nil or of another size. Cells under images are never written.
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

// textEnd returns the number of cells of a line before the blanks at its end.
func (e *Encoder) textEnd(line []Cell) int {
	n := len(line)
	for n > 0 && line[n-1].isBlank() && line[n-1].image == 0 && !e.isVisibleOnBlank(e.penFor(&line[n-1])) {
		n--
	}
	return n
}

// writeColumn writes column x of a line. current is the pen before the column, and the result is
// the pen after it.
func (e *Encoder) writeColumn(b *strings.Builder, line []Cell, x int, current pen) pen {
	next := e.penFor(&line[x])
	if line[x].isBlank() && !e.isVisibleOnBlank(next) { // all such pens look the same here
		next = current
		if e.isVisibleOnBlank(current) {
			next = pen{}
		}
	}
	current = e.switchPen(b, current, next)
	writeCell(b, line, x, e.shades)
	return current
}

func (e *Encoder) penFor(c *Cell) pen {
	switch {
	case e.shades && (c.Ink != 0 || c.Fill != 0) && int(max(c.Ink, c.Fill)) < numShades:
		return pen{ink: c.Ink, fill: c.Fill} // attributes would change the shade
	case int(c.Style) < numStyles:
		return pen{style: e.alike[c.Style]}
	}
	return pen{}
}

// isVisibleOnBlank reports whether a blank drawn by the pen is visible, such as an underlined
// blank.
func (e *Encoder) isVisibleOnBlank(p pen) bool {
	return p.fill != 0 || e.styles[p.style].isVisibleOnBlank
}

func (e *Encoder) switchPen(b *strings.Builder, current, next pen) pen {
	if current == next {
		return next
	}
	b.WriteString("\x1b[")
	if current != (pen{}) && next != (pen{}) {
		b.WriteString("0;")
	}
	if next.ink == 0 {
		b.WriteString(e.text[next.fill])
	}
	b.WriteString(e.ink[next.ink] + e.fill[next.fill] + e.styles[next.style].parameters)
	b.WriteByte('m')
	return next
}

// Plain returns the lines of the grid as text, without colours and without blanks at their ends.
func (g *Grid) Plain() []string {
	lines := strings.Split(new(Encoder).Encode(g), "\n")[:g.h]
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ") // blanks of a wide grapheme that the window cuts
	}
	return lines
}

// writeCell writes column x of a line: a grapheme, a blank, or nothing for the second half of a
// wide grapheme. A half becomes a blank if the other half lies outside of the grid. Without shades,
// a cell of two pixels becomes a character of about their density.
func writeCell(b *strings.Builder, line []Cell, x int, shades bool) {
	c := &line[x]
	switch {
	case !shades && c.hasTwoPixels():
		b.WriteRune(c.replacementRune())
	case c.Continuation && x > 0 && line[x-1].wide:
	case c.Continuation, c.Rune == 0, c.wide && x+1 == len(line):
		b.WriteByte(' ')
	default:
		b.WriteRune(c.Rune)
		b.WriteString(c.Tail)
	}
}

// replacementRune returns the character that replaces a cell of two pixels where colours can't be
// shown. It is as dense as the mean of both pixels.
func (c *Cell) replacementRune() rune {
	if c.Ink == 0 || c.Fill == 0 {
		return Block.densityRune(max(c.Ink, c.Fill))
	}
	of, upper := c.Ink.position()
	_, lower := c.Fill.position()
	return Block.densityRune(of.shade((upper + lower) / 2))
}

func (c *Cell) hasTwoPixels() bool {
	return (c.Rune == '▀' || c.Rune == '▄') && (c.Ink != 0 || c.Fill != 0)
}
