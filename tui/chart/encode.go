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
	codes [numStyles]code
	// shades says that the profile and the theme have colours enough for
	// shades; these are then what each of them writes.
	shades bool
	shade  [numShades]shadeCode
}

// code is what one style writes around a run of text.
type code struct {
	before, after string
	// inks says that the style shows on a blank (reversed or underlined).
	inks bool
	// attributes, such as "1;", are what a style keeps on a shade.
	attributes string
}

// shadeCode is what one shade writes between the escape and the m: as the colour
// of a character, as that behind it, and as that of a character on it.
type shadeCode struct{ ink, fill, text string }

// pen is what the terminal has been told last.
type pen struct {
	code      *code
	ink, fill Shade
}

// NewEncoder returns an encoder for the theme t, its colours reduced to what
// profile can show. With termenv.Ascii nothing but text is ever written.
func NewEncoder(t Theme, profile termenv.Profile) *Encoder {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(profile)
	r.SetHasDarkBackground(t.onDark())

	e := new(Encoder)
	for s, l := range t.looks() {
		e.codes[s] = newCode(l, r)
		if l.bold {
			e.codes[s].attributes += "1;"
		}
		if l.under {
			e.codes[s].attributes += "4;"
		}
	}
	// Sixteen colours are too few for scales, and Mono has none.
	e.shades = t != Mono && (profile == termenv.TrueColor || profile == termenv.ANSI256)
	if !e.shades {
		return e
	}
	for s := 1; s < numShades; s++ {
		c := t.shadeColour(Shade(s))
		e.shade[s] = shadeCode{
			ink:  sequence(profile, c.hex(), false),
			fill: sequence(profile, c.hex(), true),
			text: sequence(profile, shown(profile, c).text().hex(), false),
		}
	}
	return e
}

// sequence returns what a colour writes between the escape and the m.
func sequence(p termenv.Profile, hex string, background bool) string {
	if c := p.Color(hex); c != nil {
		return c.Sequence(background)
	}
	return ""
}

// shown returns what the profile makes of a colour.
func shown(p termenv.Profile, c rgb) rgb {
	if p == termenv.TrueColor {
		return c
	}
	reduced := termenv.ConvertToRGB(p.Color(c.hex()))
	return rgb{255 * reduced.R, 255 * reduced.G, 255 * reduced.B}
}

// newCode asks lipgloss once what it writes around a character in the style, so
// that encoding a frame is copying strings.
func newCode(l look, r *lipgloss.Renderer) code {
	st := r.NewStyle()
	if l.colour != "" {
		st = st.Foreground(lipgloss.CompleteColor{
			TrueColor: l.colour,
			ANSI256:   l.colour, // reduced by the renderer to the nearest one
			ANSI:      l.ansi,
		})
	}
	if l.bold {
		st = st.Bold(true)
	}
	if l.faint {
		st = st.Faint(true)
	}
	if l.under {
		st = st.Underline(true)
	}
	if l.invert {
		st = st.Reverse(true)
	}
	before, after, _ := strings.Cut(st.Render("x"), "x")
	return code{before: before, after: after, inks: before != "" && (l.under || l.invert)}
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
	open := pen{code: &code{}}
	none := open
	blanks := 0 // seen, and written only once something follows
	for x := range line {
		c := &line[x]
		next := e.pen(c)
		if !next.inks() && c.blank() {
			blanks++
			continue
		}
		// Blanks look the same in any style that does not ink them, so they
		// neither begin nor end a run.
		if blanks > 0 && open.inks() {
			b.WriteString(open.after())
			open = none
		}
		if !next.same(open) {
			b.WriteString(open.after())
			pad(b, blanks)
			e.begin(b, next)
			open = next
		} else {
			pad(b, blanks)
		}
		blanks = 0
		writeCell(b, line, x, e.shades)
	}
	b.WriteString(open.after())
}

// pen returns what the cell is written with.
func (e *Encoder) pen(c *Cell) pen {
	p := pen{code: &e.codes[0]}
	if int(c.Style) < numStyles {
		p.code = &e.codes[c.Style]
	}
	if e.shades && int(c.Ink) < numShades && int(c.Fill) < numShades {
		p.ink, p.fill = c.Ink, c.Fill
	}
	return p
}

// begin switches the terminal to the pen.
func (e *Encoder) begin(b *strings.Builder, p pen) {
	if !p.shaded() {
		b.WriteString(p.code.before)
		return
	}
	b.WriteString("\x1b[")
	b.WriteString(p.code.attributes)
	if p.ink != 0 {
		b.WriteString(e.shade[p.ink].ink)
	} else {
		b.WriteString(e.shade[p.fill].text)
	}
	if p.fill != 0 {
		b.WriteByte(';')
		b.WriteString(e.shade[p.fill].fill)
	}
	b.WriteByte('m')
}

func (p pen) shaded() bool { return p.ink != 0 || p.fill != 0 }

// inks reports whether the pen shows on a blank.
func (p pen) inks() bool { return p.fill != 0 || p.code.inks && !p.shaded() }

// same reports whether both look the same on all characters.
func (p pen) same(q pen) bool {
	if p.shaded() || q.shaded() {
		return p.ink == q.ink && p.fill == q.fill && p.code.attributes == q.code.attributes
	}
	return p.code.before == q.code.before
}

// after returns what ends a run.
func (p pen) after() string {
	if p.shaded() {
		return "\x1b[0m"
	}
	return p.code.after
}

// pad writes n blanks.
func pad(b *strings.Builder, n int) {
	for ; n > 0; n-- {
		b.WriteByte(' ')
	}
}
