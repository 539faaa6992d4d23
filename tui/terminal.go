package tui

import (
	"bytes"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"

	"larui/tui/pixels"
)

// A terminal is the user's terminal, with the state before the program. Bubble Tea writes through
// it, so that it can be restored at any time.
type terminal struct {
	*os.File // the screen
	keys     *os.File
	mouse    bool
	before   *term.State

	mu sync.Mutex
	// lent reports whether output reaches the screen.
	lent bool
	// clear is the text that deletes Kitty's images, empty as long as none were drawn.
	clear string
}

// borrow returns the terminal with its present state, which giveBack restores.
func borrow(keys, screen *os.File, mouse bool) (*terminal, error) {
	before, err := term.GetState(keys.Fd())
	return &terminal{File: screen, keys: keys, mouse: mouse, before: before, lent: true}, err
}

// Write implements io.Writer. It drops output after the terminal was given back, and deletes all
// images before the other screen is left.
func (t *terminal) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.lent {
		return len(b), nil
	}
	if clear := pixels.Kitty.Clear(); t.clear == "" && bytes.Contains(b, []byte(clear)) {
		t.clear = clear
	}
	text := leaping(b)
	if string(b) == leaveOther {
		text = slices.Concat([]byte(t.clear), b)
	}
	if _, err := t.File.Write(text); err != nil {
		return 0, err
	}
	return len(b), nil
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
