package tui

import (
	"bytes"
	"os"
	"slices"

	"larui/tui/pixels"
)

// longestPath is how much of a text is taken that is typed or pasted: as long as a
// path can be, in bytes.
const longestPath = 4096

// How a terminal marks what is pasted (xterm's bracketed paste), and Ctrl+C.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
	interrupt   = 0x03
)

// A keyInput is a file from which keys come. What is pasted is cut at longestPath, since
// Bubble Tea looks at all of it again whenever more of it comes. Ctrl+C
// within a paste is text, unless nothing comes behind it: then it ends a paste whose end never comes. Reports of the mouse come whole, however a slow
// line cuts them, and what the terminal answers of itself is no key, however late it comes.
type keyInput struct {
	*os.File
	// tell is told what the terminal has answered, terminal is that so far.
	tell     func(pixels.Terminal)
	terminal pixels.Terminal
	pasting  bool
	// pasted counts the bytes of the paste so far, matched those of the mark that is
	// waited for.
	pasted, matched int
	// kept is what did not fit into the last reading.
	kept []byte
}

// Read implements io.Reader. It returns less than was asked for only where there is no
// more for now, or within a paste: from that Bubble Tea tells whether a key is complete.
func (k *keyInput) Read(p []byte) (int, error) {
	if len(k.kept) >= len(p) {
		n := copy(p, k.kept)
		k.kept = k.kept[n:]
		return n, nil
	}
	room := len(p) - len(k.kept)
	n, err := k.File.Read(p[:room])
	read := slices.Clone(p[:max(0, n)])
	for i, b := range read {
		k.take(b, i == len(read)-1 && (i == 0 || len(read) < room))
	}
	for err == nil && !k.pasting && len(k.kept) < len(p) && (halfReport(k.kept) || pixels.Half(k.kept)) {
		n, err = k.File.Read(p[:1])
		if n > 0 {
			k.take(p[0], true)
		}
	}
	k.hear()
	whole := k.kept[:min(len(k.kept), len(p))]
	if at := bytes.LastIndexByte(whole, 0x1b); at > 0 && len(k.kept) >= len(p) && !k.pasting && halfReport(whole) {
		whole = whole[:at] // the rest comes with the next reading
	}
	n = copy(p, whole)
	k.kept = k.kept[n:]
	return n, err
}

// hear takes the answers of the terminal out of what has come.
func (k *keyInput) hear() {
	if k.pasting {
		return
	}
	k.kept = k.terminal.Hear(k.kept)
	if k.terminal.Done && k.tell != nil {
		k.tell(k.terminal.Measured(k.File))
		k.terminal = pixels.Terminal{}
	}
}

// halfReport tells whether what has come ends within a report of where the mouse is, the
// rest of which is on its way: half of one would be taken for keys.
func halfReport(text []byte) bool {
	at := bytes.LastIndex(text, []byte("\x1b[<"))
	return at >= 0 && len(bytes.Trim(text[at+3:], "0123456789;")) == 0
}

// take takes the next byte that comes; last tells that nothing comes behind it for now.
func (k *keyInput) take(b byte, last bool) {
	mark := pasteBegins
	if k.pasting {
		mark = pasteEnds
	}
	switch {
	case b == mark[k.matched]:
		k.matched++
	case b == mark[0]:
		k.matched = 1
	default:
		k.matched = 0
	}
	stops := k.pasting && b == interrupt && last
	ends := stops || k.pasting && k.matched == len(mark)
	switch {
	case stops:
		k.kept = append(append(k.kept, pasteEnds...), b)
	case ends && k.pasted >= longestPath:
		k.kept = append(k.kept, pasteEnds...)
	case !k.pasting || k.pasted < longestPath:
		k.kept = append(k.kept, b)
		k.pasted++
	}
	if ends || !k.pasting && k.matched == len(mark) {
		k.pasting, k.pasted, k.matched = !k.pasting, 0, 0
	}
}
