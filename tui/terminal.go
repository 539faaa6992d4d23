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

// A terminal is the person's, on loan. What Bubble Tea writes goes through it, so that
// it can be given back at any time, whatever the program is at.
type terminal struct {
	*os.File // the screen
	keys     *os.File
	mouse    bool
	before   *term.State

	mu sync.Mutex
	// lent tells that what is written is shown.
	lent bool
	// clear takes away the images that lie on the screen.
	clear string
}

// borrow returns the terminal as it is before anything is done to it.
func borrow(keys, screen *os.File, mouse bool) (*terminal, error) {
	before, err := term.GetState(keys.Fd())
	return &terminal{File: screen, keys: keys, mouse: mouse, before: before, lent: true}, err
}

// Write implements io.Writer. Nothing is shown on a terminal that was given back, and no image
// left on one when that is.
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

// WriteString implements io.StringWriter, which the file has, too.
func (t *terminal) WriteString(text string) (int, error) { return t.Write([]byte(text)) }

// How the screen is taken and left: the other screen, the cursor, pasted text marked,
// and the mouse.
const (
	leaveOther              = "\x1b[?1049l"
	takeScreen, leaveScreen = "\x1b[?1049h\x1b[?25l\x1b[?2004h", "\x1b[?2004l" + leaveOther + "\x1b[?25h"
	takeMouse, leaveMouse   = "\x1b[?1003h\x1b[?1006h", "\x1b[?1002l\x1b[?1003l\x1b[?1006l"
)

// patience is how long the program may take to hear that it is to end or to pause, and
// a terminal to take what is written: one that was halted by Ctrl+S never does.
const patience = 250 * time.Millisecond

// giveBack leaves the terminal as it was.
func (t *terminal) giveBack() {
	_ = term.Restore(t.keys.Fd(), t.before)
	t.within(patience, func() {
		_, _ = io.WriteString(t.File, t.clear+leaveMouse+leaveScreen)
		t.lent = false
	})
}

// takeAgain takes the terminal again that was given back, in that state.
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

// within does something while nobody else writes, and waits for it no longer than that.
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

// pause gives the terminal back until the shell calls the program back.
func (t *terminal) pause() {
	state, err := term.GetState(t.keys.Fd())
	if err != nil {
		return
	}
	t.giveBack()
	stopProcess()
	t.takeAgain(state)
}
