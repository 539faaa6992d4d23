package ptytest

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// A Cell is one column of a line: a grapheme, the parameters of its style, and the number of an
// image. The second column of a wide grapheme has no text.
type Cell struct {
	Text, Style string
	Image       int
}

// A Screen is the content of a terminal without edges.
type Screen struct {
	Lines [][]Cell
	X, Y  int // the cursor
	// OnOther, if not nil, handles sequences that don't write text and don't move the cursor.
	OnOther func(sequence string)

	style, rest string
	heard       int // length of the output that was handled
}

// Process handles the output of a program. The beginning of the output may be handled already.
func (s *Screen) Process(written string) {
	s.rest += written[s.heard:]
	s.heard = len(written)
	last := len(s.rest) - 1
	for last >= 0 && !utf8.RuneStart(s.rest[last]) {
		last--
	}
	if last >= 0 && !utf8.FullRuneInString(s.rest[last:]) {
		return // the end of a character is missing
	}
	for s.rest != "" && !strings.HasSuffix(s.rest, "\x1b") {
		sequence, width, n, state := ansi.DecodeSequence(s.rest, ansi.NormalState, nil)
		if state != ansi.NormalState {
			return // the end of the sequence is missing
		}
		s.rest = s.rest[n:]
		s.apply(sequence, width)
	}
}

func (s *Screen) apply(sequence string, width int) {
	var a, b int
	switch last := sequence[len(sequence)-1]; {
	case width > 0:
		s.writeText(width, sequence)
		s.X += width
	case sequence[0] >= 0x80 && s.X > 0: // belongs to the grapheme before
		s.Lines[s.Y][s.X-1].Text += sequence
	case sequence == "\r":
		s.X = 0
	case sequence == "\n":
		s.Y++
	case sequence == "\x1b[H":
		s.X, s.Y = 0, 0
	case sequence == "\x1b[K":
		s.Cells(0)
		s.Lines[s.Y] = s.Lines[s.Y][:s.X]
	case !strings.HasPrefix(sequence, "\x1b["):
		s.passOn(sequence)
	case last == 'm':
		s.setStyle(sequence[2 : len(sequence)-1])
	case last == 'X':
		_, _ = fmt.Sscanf(sequence, "\x1b[%dX", &a)
		for i := range s.Cells(a) {
			s.Cells(a)[i] = Cell{Text: " "}
		}
	case last == 'H':
		_, _ = fmt.Sscanf(sequence, "\x1b[%d;%dH", &a, &b)
		s.Y, s.X = a-1, b-1
	default:
		s.passOn(sequence)
	}
}

func (s *Screen) passOn(sequence string) {
	if sequence == "\x1b[2J" || sequence == "\x1b[?1049h" {
		s.Lines = nil
	}
	if s.OnOther != nil {
		s.OnOther(sequence)
	}
}

// Cells returns n cells from the cursor on.
func (s *Screen) Cells(n int) []Cell {
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
	cells, style := s.Cells(width), s.style
	if text == " " && !strings.ContainsAny(foreground.ReplaceAllString(style, ""), "47") {
		style = "" // visible only with underline, inverse or a background
	}
	for i := range cells {
		cells[i] = Cell{Style: style}
	}
	cells[0].Text = text
}

// setStyle sets the style by the parameters of an escape sequence, where 0 is only the first.
func (s *Screen) setStyle(parameters string) {
	style, reset := strings.CutPrefix(parameters, "0;")
	if !reset && style != "" && s.style != "" {
		style = s.style + ";" + style
	}
	s.style = style
}

// Text returns the lines without blanks at the end, with styles or plain.
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
