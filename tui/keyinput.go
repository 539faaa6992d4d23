package tui

import (
	"bytes"
	"os"
	"slices"

	"larui/tui/pixels"
)

// longestPath is the largest length, in bytes, of a typed or pasted text. No file path is longer.
const longestPath = 4096

// pasteBegins and pasteEnds are the marks before and after a pasted text (xterm's bracketed paste).
// interrupt is Ctrl+C.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
	interrupt   = 0x03
)

// A keyInput reads keys from a file. It joins the pieces of a mouse report, and removes the
// terminal's answers to queries. It cuts a paste at longestPath, because Bubble Tea parses the
// whole paste again whenever more bytes arrive. Within a paste Ctrl+C is a character of the text.
// But if no byte follows Ctrl+C, Ctrl+C ends the paste, because the mark pasteEnds may never
// arrive.
type keyInput struct {
	*os.File
	reportTerminal func(pixels.Terminal)
	terminal       pixels.Terminal
	pasting        bool
	// pasted is the number of bytes in the present paste. matched is the number of bytes that have
	// arrived of a mark: of pasteEnds within a paste, else of pasteBegins.
	pasted, matched int
	pending         []byte
}

// Read implements io.Reader. If p is not full, Bubble Tea takes the last key in p as complete,
// although more bytes of this key may follow. So Read fills p as long as bytes are available and no
// paste is arriving.
func (k *keyInput) Read(p []byte) (int, error) {
	if len(k.pending) >= len(p) {
		n := copy(p, k.pending)
		k.pending = k.pending[n:]
		return n, nil
	}
	room := len(p) - len(k.pending)
	n, err := k.File.Read(p[:room])
	read := slices.Clone(p[:max(0, n)])
	for i, b := range read {
		k.handleByte(b, i == len(read)-1 && (i == 0 || len(read) < room))
	}
	for err == nil && !k.pasting && len(k.pending) < len(p) && (endsInReport(k.pending) || pixels.EndsInAnswer(k.pending)) {
		n, err = k.File.Read(p[:1])
		if n > 0 {
			k.handleByte(p[0], true)
		}
	}
	k.removeAnswers()
	whole := k.pending[:min(len(k.pending), len(p))]
	if at := bytes.LastIndexByte(whole, 0x1b); at > 0 && len(k.pending) >= len(p) && !k.pasting && endsInReport(whole) {
		whole = whole[:at] // the next Read returns the mouse report
	}
	n = copy(p, whole)
	k.pending = k.pending[n:]
	return n, err
}

func (k *keyInput) removeAnswers() {
	if k.pasting {
		return
	}
	k.pending = k.terminal.TakeAnswers(k.pending)
	if k.terminal.Done && k.reportTerminal != nil {
		k.reportTerminal(k.terminal.WithCellSize(k.File))
		k.terminal = pixels.Terminal{}
	}
}

// endsInReport reports whether the text ends within a mouse report. Bubble Tea would read an
// incomplete report as keys.
func endsInReport(text []byte) bool {
	at := bytes.LastIndex(text, []byte("\x1b[<"))
	return at >= 0 && len(bytes.Trim(text[at+3:], "0123456789;")) == 0
}

// handleByte adds the next byte to pending. last reports whether no further byte is available.
func (k *keyInput) handleByte(b byte, last bool) {
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
		k.pending = append(append(k.pending, pasteEnds...), b)
	case ends && k.pasted >= longestPath:
		k.pending = append(k.pending, pasteEnds...)
	case !k.pasting || k.pasted < longestPath:
		k.pending = append(k.pending, b)
		k.pasted++
	}
	if ends || !k.pasting && k.matched == len(mark) {
		k.pasting, k.pasted, k.matched = !k.pasting, 0, 0
	}
}
