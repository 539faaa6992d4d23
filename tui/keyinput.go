package tui

import (
	"bytes"
	"os"
	"slices"

	"larui/tui/pixels"
)

// longestPath is the length, in bytes, at which typed and pasted texts are cut: the longest
// possible path.
const longestPath = 4096

// The marks of a paste (xterm's bracketed paste), and Ctrl+C.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
	interrupt   = 0x03
)

// A keyInput reads keys from a file. It cuts a paste at longestPath, since Bubble Tea parses all of
// a paste again whenever more of it arrives. Ctrl+C within a paste is text, but with nothing behind
// it Ctrl+C ends the paste, whose end mark may never come. Mouse reports are returned whole, even
// from a slow line. Answers of the terminal are removed, even late ones.
type keyInput struct {
	*os.File
	// tell receives the answers of the terminal, terminal collects them.
	tell     func(pixels.Terminal)
	terminal pixels.Terminal
	pasting  bool
	// pasted is the number of bytes of the paste so far. matched is how many bytes of the next mark
	// have arrived.
	pasted, matched int
	// kept are the bytes that did not fit in the last Read.
	kept []byte
}

// Read implements io.Reader. It returns fewer bytes than requested only if no more are available,
// or within a paste: Bubble Tea concludes from this that a key is complete.
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
	for err == nil && !k.pasting && len(k.kept) < len(p) && (halfReport(k.kept) || pixels.EndsInAnswer(k.kept)) {
		n, err = k.File.Read(p[:1])
		if n > 0 {
			k.take(p[0], true)
		}
	}
	k.hear()
	whole := k.kept[:min(len(k.kept), len(p))]
	if at := bytes.LastIndexByte(whole, 0x1b); at > 0 && len(k.kept) >= len(p) && !k.pasting && halfReport(whole) {
		whole = whole[:at] // the next Read returns the rest
	}
	n = copy(p, whole)
	k.kept = k.kept[n:]
	return n, err
}

// hear removes the answers of the terminal from the input.
func (k *keyInput) hear() {
	if k.pasting {
		return
	}
	k.kept = k.terminal.TakeAnswers(k.kept)
	if k.terminal.Done && k.tell != nil {
		k.tell(k.terminal.WithCellSize(k.File))
		k.terminal = pixels.Terminal{}
	}
}

// halfReport reports whether the input ends within a mouse report. Bubble Tea would read half a
// report as keys.
func halfReport(text []byte) bool {
	at := bytes.LastIndex(text, []byte("\x1b[<"))
	return at >= 0 && len(bytes.Trim(text[at+3:], "0123456789;")) == 0
}

// take handles the next byte. last reports whether no byte follows for now.
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
