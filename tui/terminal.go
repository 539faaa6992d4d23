package tui

import (
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/term"

	"larui/tui/chart"
	"larui/tui/pixels"
)

// A terminal is the user's terminal, with the state before the program. Bubble Tea writes through
// it, so that it can be restored at any time, and so that only changed cells of a frame are written.
type terminal struct {
	*os.File // the screen
	keys     *os.File
	mouse    bool
	before   *term.State

	// next is the frame to be shown, nil for none yet.
	next atomic.Pointer[shot]

	mu sync.Mutex
	// shown is the frame on the screen, nil if the screen may show anything.
	shown *shot
	// lent reports whether output reaches the screen.
	lent bool
	// clear is the text that deletes Kitty's images, empty as long as none were drawn.
	clear string
}

// A shot is a frame: its cells, the encoder that writes them, and the text that draws its images.
type shot struct {
	grid    *chart.Grid
	encoder *chart.Encoder
	images  string
}

// frameMark stands for the next frame in what Bubble Tea writes. Bubble Tea writes newFrame before
// it if the screen may show anything.
const (
	frameMark = "\U0010fffd"
	newFrame  = "\x1b[H\r"
)

// borrow returns the terminal with its present state, which giveBack restores.
func borrow(keys, screen *os.File, mouse bool) (*terminal, error) {
	before, err := term.GetState(keys.Fd())
	return &terminal{File: screen, keys: keys, mouse: mouse, before: before, lent: true}, err
}

// Write implements io.Writer. It drops output after the terminal was given back, replaces frameMark,
// and deletes all images before the other screen is left.
func (t *terminal) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := string(b)
	switch {
	case !t.lent:
		t.shown, text = nil, ""
	case strings.Contains(text, frameMark):
		text = t.frame(strings.HasPrefix(text, newFrame))
	case text == leaveOther:
		text = t.clear + text
	}
	if _, err := t.File.WriteString(text); err != nil {
		return 0, err
	}
	return len(b), nil
}

// frame returns the text that shows the next frame. anew means that the screen may show anything.
func (t *terminal) frame(anew bool) string {
	next, old := t.next.Load(), t.shown
	t.shown = next
	if next == nil {
		return ""
	}
	if anew || old == nil || old.encoder != next.encoder {
		old = new(shot)
	}
	text := next.encoder.EncodeChanges(old.grid, next.grid)
	if next.images != old.images {
		text += next.images
	}
	if clear := pixels.Kitty.ClearImages(); strings.HasPrefix(next.images, clear) {
		t.clear = clear
	}
	return text
}

// WriteString implements io.StringWriter. It replaces the method of the file.
func (t *terminal) WriteString(text string) (int, error) { return t.Write([]byte(text)) }

// Escape sequences for the alternate screen, the cursor, marks of pasted text, and the mouse.
const (
	leaveOther              = "\x1b[?1049l"
	takeScreen, leaveScreen = "\x1b[?1049h\x1b[?25l\x1b[?2004h", "\x1b[?2004l" + leaveOther + "\x1b[?25h"
	takeMouse, leaveMouse   = "\x1b[?1003h\x1b[?1006h", "\x1b[?1002l\x1b[?1003l\x1b[?1006l"
)

// patience is the longest time for the program to end or to pause, and for the terminal to accept
// output. A terminal halted by Ctrl+S accepts none.
const patience = 250 * time.Millisecond

// giveBack restores the terminal.
func (t *terminal) giveBack() {
	_ = term.Restore(t.keys.Fd(), t.before)
	t.within(patience, func() {
		_, _ = io.WriteString(t.File, t.clear+leaveMouse+leaveScreen)
		t.lent = false
	})
}

// takeAgain takes the terminal again, in the given state, after giveBack.
func (t *terminal) takeAgain(state *term.State) {
	_ = term.Restore(t.keys.Fd(), state)
	t.within(patience, func() {
		t.lent = true
		_, _ = io.WriteString(t.File, takeScreen)
		if t.mouse {
			_, _ = io.WriteString(t.File, takeMouse)
		}
	})
}

// within calls do while no other goroutine writes, and waits for it no longer than limit.
func (t *terminal) within(limit time.Duration, do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		t.mu.Lock()
		defer t.mu.Unlock()
		do()
	}()
	select {
	case <-done:
	case <-time.After(limit):
	}
}

// pause restores the terminal and stops the process until the shell continues it.
func (t *terminal) pause() {
	state, err := term.GetState(t.keys.Fd())
	if err != nil {
		return
	}
	t.giveBack()
	stopProcess()
	t.takeAgain(state)
}
