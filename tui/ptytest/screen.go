package ptytest

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// A Cell is a cell of the screen: a character, the parameters of its style in an escape sequence,
// and the number of an image. The second cell of a wide character has an empty Text.
type Cell struct {
	Text, Style string
	Image       int
}

// A Screen is the content of a terminal that is wide and high enough for all output.
type Screen struct {
	Lines [][]Cell
	X, Y  int // the cursor
	// OnOther, if not nil, receives every sequence that does not write text or move the cursor.
	OnOther func(sequence string)

	style, rest   string
	handledLength int // length of the output that was handled
}

// Process interprets the output of a program. written is the whole output; Process skips the part
// that it has interpreted before.
func (s *Screen) Process(written string) {
	s.rest += written[s.handledLength:]
	s.handledLength = len(written)
	last := len(s.rest) - 1
	for last >= 0 && !utf8.RuneStart(s.rest[last]) {
		last--
	}
	if last >= 0 && !utf8.FullRuneInString(s.rest[last:]) {
		return // a character is incomplete
	}
	for s.rest != "" && !strings.HasSuffix(s.rest, "\x1b") {
		sequence, width, n, state := ansi.DecodeSequence(s.rest, ansi.NormalState, nil)
		if state != ansi.NormalState {
			return // an escape sequence is incomplete
		}
		s.rest = s.rest[n:]
		s.applySequence(sequence, width)
	}
}

func (s *Screen) applySequence(sequence string, width int) {
	var a, b int
	switch last := sequence[len(sequence)-1]; {
	case width > 0:
		s.writeText(width, sequence)
		s.X += width
	case sequence[0] >= 0x80 && s.X > 0: // combines with the character before
		s.Lines[s.Y][s.X-1].Text += sequence
	case sequence == "\r":
		s.X = 0
	case sequence == "\n":
		s.Y++
	case sequence == "\x1b[H":
		s.X, s.Y = 0, 0
	case sequence == "\x1b[K":
		s.RowCells(0)
		s.Lines[s.Y] = s.Lines[s.Y][:s.X]
	case !strings.HasPrefix(sequence, "\x1b["):
		s.reportSequence(sequence)
	case last == 'm':
		s.setStyle(sequence[2 : len(sequence)-1])
	case last == 'X':
		_, _ = fmt.Sscanf(sequence, "\x1b[%dX", &a)
		for i := range s.RowCells(a) {
			s.RowCells(a)[i] = Cell{Text: " "}
		}
	case last == 'H':
		_, _ = fmt.Sscanf(sequence, "\x1b[%d;%dH", &a, &b)
		s.Y, s.X = a-1, b-1
	default:
		s.reportSequence(sequence)
	}
}

func (s *Screen) reportSequence(sequence string) {
	if sequence == "\x1b[2J" || sequence == "\x1b[?1049h" {
		s.Lines = nil
	}
	if s.OnOther != nil {
		s.OnOther(sequence)
	}
}

// RowCells returns n cells of the present line, beginning at the cursor.
func (s *Screen) RowCells(n int) []Cell {
	for len(s.Lines) <= s.Y {
		s.Lines = append(s.Lines, nil)
	}
	line := s.Lines[s.Y]
	for len(line) < s.X+n {
		line = append(line, Cell{Text: " "})
	}
	s.Lines[s.Y] = line
	return line[s.X : s.X+n]
}

var foreground = regexp.MustCompile(`\b(38;5;\d+|38;2;\d+;\d+;\d+|[39][0-7])\b`)

func (s *Screen) writeText(width int, text string) {
	cells, style := s.RowCells(width), s.style
	if text == " " && !strings.ContainsAny(foreground.ReplaceAllString(style, ""), "47") {
		style = "" // a blank shows only underline, inverse and background
	}
	for i := range cells {
		cells[i] = Cell{Style: style}
	}
	cells[0].Text = text
}

// setStyle sets the style to the parameters of an escape sequence. The parameter 0 may only be the
// first one.
func (s *Screen) setStyle(parameters string) {
	style, reset := strings.CutPrefix(parameters, "0;")
	if !reset && style != "" && s.style != "" {
		style = s.style + ";" + style
	}
	s.style = style
}

// Text returns the lines without blanks at their ends, with or without the escape sequences of
// styles.
func (s *Screen) Text(styles bool) string {
	var b strings.Builder
	for _, line := range s.Lines {
		for len(line) > 0 && line[len(line)-1] == (Cell{Text: " "}) {
			line = line[:len(line)-1]
		}
		last := ""
		for _, c := range line {
			if styles && c.Style != last {
				b.WriteString("\x1b[" + c.Style + "m")
				last = c.Style
			}
			b.WriteString(c.Text)
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}
