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

// A Terminal is what a terminal has said of itself.
type Terminal struct {
	// Kitty and Sixel tell which protocols it has, Cell how many pixels a cell has, 0 where
	// that is not known, Colours how many a sixel image has at most, likewise.
	Kitty, Sixel bool
	Cell         image.Point
	Colours      int
	// Done tells that it has answered to the end.
	Done bool
}

// What a terminal is asked, one after the other: to try an image of Kitty's protocol without
// showing it, how many pixels a cell has, how many colours sixels have, and what kind of terminal it
// is. All answer the last, so that what has come until then is all that comes.
const (
	tryKitty   = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
	askCell    = "\x1b[16t"
	askColours = "\x1b[?1;1;0S"
	askKind    = "\x1b[c"

	// Question is all of it, Measure what it takes where the protocol is known, and again once
	// the terminal has another size.
	Question = tryKitty + Measure
	Measure  = askCell + askColours + askKind
)

// Protocol is the one to use. Those who have both draw sixels better: Kitty's protocol has
// parts that only few others than Kitty have.
func (t Terminal) Protocol() Protocol {
	switch {
	case t.Sixel:
		return Sixel
	case t.Kitty:
		return Kitty
	}
	return Cells
}

// Compiled when the first answer comes, not at every start.
var (
	answer = pattern(`\x1b_Gi=31;([^\x1b]*)\x1b\\|\x1b\[6;(\d+);(\d+)t|\x1b\[\?1;(\d);(\d*)[\d;]*S|\x1b\[\?([\d;]*)c`)
	// partialAnswer is what an answer can begin with; a person types no such thing.
	partialAnswer = pattern(`\x1b_G(i(=(3(1(;[^\x1b]*\x1b?)?)?)?)?)?$|\x1b\[\?[\d;]*$|\x1b\[6(;[\d;]*)?$`)
)

func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// Hear takes the answers out of what a terminal has sent, and returns what is left: keys.
func (t *Terminal) Hear(sent []byte) (keys []byte) {
	if !bytes.ContainsRune(sent, 0x1b) {
		return sent
	}
	for {
		at := answer().FindSubmatchIndex(sent)
		if at == nil {
			return sent
		}
		text := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return string(sent[at[2*i]:at[2*i+1]])
		}
		number := func(i int) int {
			n, _ := strconv.Atoi(text(i)) // 0 of none
			return n
		}
		switch {
		case at[2] >= 0:
			t.Kitty = text(1) == "OK"
		case at[4] >= 0:
			t.setCell(number(3), number(2))
		case at[8] >= 0:
			if number(4) == 0 { // else it has no answer to that
				t.Colours = number(5)
			}
		default:
			// The first number is the kind, further ones what it has.
			parts := bytes.Split(sent[at[12]:at[13]], []byte(";"))
			t.Sixel = slices.ContainsFunc(parts[1:], func(part []byte) bool { return string(part) == "4" })
			t.Done = true
		}
		sent = slices.Concat(sent[:at[0]], sent[at[1]:])
	}
}

// UsualCell is a cell where a terminal tells none.
var UsualCell = image.Pt(10, 20)

// Measured returns the terminal with the size of cells that its line knows of, where it has told
// none.
func (t Terminal) Measured(line *os.File) Terminal {
	if t.Cell == (image.Point{}) {
		cell := cellSize(line)
		t.setCell(cell.X, cell.Y)
	}
	return t
}

// setCell takes a size of cells that a screen can have.
func (t *Terminal) setCell(w, h int) {
	const most = 200
	if w > 0 && h > 0 && w <= most && h <= most {
		t.Cell = image.Pt(w, h)
	}
}

// Half tells that what was sent ends within an answer, the rest of which is on its way.
func Half(sent []byte) bool { return partialAnswer().Match(sent) }
