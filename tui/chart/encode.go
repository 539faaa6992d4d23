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
}

// code is what one style writes around a run of text.
type code struct {
	before, after string
	// inks says that the style shows on a blank (reversed or underlined).
	inks bool
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
	}
	return e
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
	open := &code{}
	blanks := 0 // seen, and written only once something follows
	for x := range line {
		c := &line[x]
		next := &e.codes[0]
		if int(c.Style) < numStyles {
			next = &e.codes[c.Style]
		}
		if !next.inks && c.blank() {
			blanks++
			continue
		}
		// Blanks look the same in any style that does not ink them, so they
		// neither begin nor end a run.
		if blanks > 0 && open.inks {
			b.WriteString(open.after)
			open = &code{}
		}
		if next.before != open.before {
			b.WriteString(open.after)
			pad(b, blanks)
			b.WriteString(next.before)
			open = next
		} else {
			pad(b, blanks)
		}
		blanks = 0
		writeCell(b, line, x)
	}
	b.WriteString(open.after)
}

// pad writes n blanks.
func pad(b *strings.Builder, n int) {
	for ; n > 0; n-- {
		b.WriteByte(' ')
	}
}
