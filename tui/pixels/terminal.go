package pixels

import (
	"bytes"
	"image"
	"os"
	"regexp"
	"slices"
	"strconv"
	"sync"
)

// A Terminal holds the answers of a terminal to queries.
type Terminal struct {
	// Kitty and Sixel report whether the terminal supports the protocol. Cell is the size of a cell
	// in pixels, Colours the largest number of colours in a sixel image; 0 if unknown.
	Kitty, Sixel bool
	Cell         image.Point
	Colours      int
	// Done reports whether the last answer has arrived.
	Done bool
}

// The queries, in the order of sending: an image of Kitty's protocol that is not shown, as a test;
// the size of a cell in pixels; the number of sixel colours; the kind of terminal. Every terminal
// answers the last query, so its answer ends the wait.
const (
	tryKitty   = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
	askCell    = "\x1b[16t"
	askColours = "\x1b[?1;1;0S"
	askKind    = "\x1b[c"

	// AllQueries contains all queries. SizeQueries, without the test of Kitty's protocol, are for a
	// terminal whose protocol is known: at the start and after each change of size.
	AllQueries  = tryKitty + SizeQueries
	SizeQueries = askCell + askColours + askKind
)

// Protocol returns the best protocol for the terminal. On terminals other than Kitty, sixels come
// first, because most of these terminals implement only a part of Kitty's protocol.
func (t Terminal) Protocol() Protocol {
	switch {
	case t.Sixel:
		return Sixel
	case t.Kitty:
		return Kitty
	}
	return Cells
}

// Regular expressions are compiled when the first answer comes, because most starts need none.
var (
	answerPattern = lazyPattern(`\x1b_Gi=31;([^\x1b]*)\x1b\\|\x1b\[6;(\d+);(\d+)t|\x1b\[\?1;(\d);(\d*)[\d;]*S|\x1b\[\?([\d;]*)c`)
	// partialAnswer matches the beginning of an answer at the end of the input. No key sends such
	// bytes.
	partialAnswer = lazyPattern(`\x1b_G(i(=(3(1(;[^\x1b]*\x1b?)?)?)?)?)?$|\x1b\[\?[\d;]*$|\x1b\[6(;[\d;]*)?$`)
)

func lazyPattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// TakeAnswers removes the answers of the terminal from its input and stores them in t. It returns
// the rest of the input, which are keys.
func (t *Terminal) TakeAnswers(input []byte) (keys []byte) {
	if !bytes.ContainsRune(input, 0x1b) {
		return input
	}
	for {
		at := answerPattern().FindSubmatchIndex(input)
		if at == nil {
			return input
		}
		text := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return string(input[at[2*i]:at[2*i+1]])
		}
		number := func(i int) int {
			n, _ := strconv.Atoi(text(i)) // 0 for an empty text
			return n
		}
		switch {
		case at[2] >= 0:
			t.Kitty = text(1) == "OK"
		case at[4] >= 0:
			t.setCellSize(number(3), number(2))
		case at[8] >= 0:
			if number(4) == 0 { // another status means that the query failed
				t.Colours = number(5)
			}
		default:
			// The first number is the kind of terminal, each other number a feature; 4 means
			// sixels.
			parts := bytes.Split(input[at[12]:at[13]], []byte(";"))
			t.Sixel = slices.ContainsFunc(parts[1:], func(part []byte) bool { return string(part) == "4" })
			t.Done = true
		}
		input = slices.Concat(input[:at[0]], input[at[1]:])
	}
}

// DefaultCell is the size of a cell in pixels, width and height, where the terminal reports none.
var DefaultCell = image.Pt(10, 20)

// WithCellSize returns the terminal with the cell size that the operating system knows, unless the
// terminal has reported one.
func (t Terminal) WithCellSize(terminal *os.File) Terminal {
	if t.Cell == (image.Point{}) {
		cell := cellSize(terminal)
		t.setCellSize(cell.X, cell.Y)
	}
	return t
}

// setCellSize stores the size of a cell in pixels if it is plausible.
func (t *Terminal) setCellSize(w, h int) {
	const most = 200
	if w > 0 && h > 0 && w <= most && h <= most {
		t.Cell = image.Pt(w, h)
	}
}

// EndsInAnswer reports whether the input ends inside an answer, so that more bytes must follow.
func EndsInAnswer(input []byte) bool { return partialAnswer().Match(input) }
