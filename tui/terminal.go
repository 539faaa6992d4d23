package tui

import (
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/term"

	"larui/tui/chart"
	"larui/tui/pixels"
)

// A terminal is Bubble Tea's writer, which writes only the changed cells of a frame to the screen.
// restore brings back the user's screen and the original settings of the terminal, at any time.
type terminal struct {
	*os.File
	input    *os.File
	mouse    bool
	original *term.State

	// next is the frame to show, nil before the first frame.
	next atomic.Pointer[drawnFrame]

	mu sync.Mutex
	// shown is the frame on the screen, nil if the content of the screen is unknown.
	shown *drawnFrame
	// After restore, active is false, and Write drops its text.
	active bool
	// clearImages is the escape sequence that deletes Kitty's images, empty if none were drawn.
	clearImages string
}

type drawnFrame struct {
	grid    *chart.Grid
	encoder *chart.Encoder
	images  []shownImage
}

// Bubble Tea writes frameMark in place of a frame. It writes newFrame before frameMark if the
// content of the screen is unknown.
const (
	frameMark = "\U0010fffd"
	newFrame  = "\x1b[H\r"
)

func openTerminal(input, screen *os.File, mouse bool) (*terminal, error) {
	before, err := term.GetState(input.Fd())
	return &terminal{File: screen, input: input, mouse: mouse, original: before, active: true}, err
}

// Write implements io.Writer. It replaces frameMark by the changed cells of the next frame, and
// deletes all images before Bubble Tea leaves the alternate screen. After restore it writes
// nothing.
func (t *terminal) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := string(b)
	switch {
	case !t.active:
		t.shown, text = nil, ""
	case strings.Contains(text, frameMark):
		text = t.nextFrameText(strings.HasPrefix(text, newFrame))
	case text == leaveAlternate:
		text = t.clearImages + text
	}
	if _, err := t.File.WriteString(text); err != nil {
		return 0, err
	}
	return len(b), nil
}

// nextFrameText returns the changed cells of the next frame, or all cells if redraw is true,
// because the content of the screen is unknown.
func (t *terminal) nextFrameText(redraw bool) string {
	next, old := t.next.Load(), t.shown
	t.shown = next
	if next == nil {
		return ""
	}
	text := ""
	if redraw || old == nil || old.encoder != next.encoder {
		old, text = new(drawnFrame), t.clearImages
	}
	text += next.encoder.EncodeChanges(old.grid, next.grid)
	for _, img := range old.images {
		if !slices.Contains(next.images, img) {
			text += img.remove
		}
	}
	for _, img := range next.images {
		if !slices.Contains(old.images, img) {
			text += img.draw
		}
		if img.remove != "" {
			t.clearImages = pixels.Kitty.ClearImages()
		}
	}
	return text
}

// WriteString implements io.StringWriter. It hides WriteString of the embedded file.
func (t *terminal) WriteString(text string) (int, error) { return t.Write([]byte(text)) }

const (
	leaveAlternate          = "\x1b[?1049l"
	takeScreen, leaveScreen = "\x1b[?1049h\x1b[?25l\x1b[?2004h", "\x1b[?2004l" + leaveAlternate + "\x1b[?25h"
	takeMouse, leaveMouse   = "\x1b[?1003h\x1b[?1006h", "\x1b[?1002l\x1b[?1003l\x1b[?1006l"
)

// timeout is the longest wait for the program to end, and for the terminal to accept output. A
// terminal that Ctrl+S has halted accepts no output.
const timeout = 250 * time.Millisecond

func (t *terminal) restore() {
	_ = term.Restore(t.input.Fd(), t.original)
	t.runLocked(func() {
		_, _ = io.WriteString(t.File, t.clearImages+leaveMouse+leaveScreen)
		t.active = false
	})
}

// resume prepares the terminal for the program again after restore. state has the settings of the
// terminal in the program.
func (t *terminal) resume(state *term.State) {
	_ = term.Restore(t.input.Fd(), state)
	t.runLocked(func() {
		t.active = true
		_, _ = io.WriteString(t.File, takeScreen)
		if t.mouse {
			_, _ = io.WriteString(t.File, takeMouse)
		}
	})
}

// runLocked calls work while no other goroutine writes. It waits at most for the duration timeout.
func (t *terminal) runLocked(work func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		t.mu.Lock()
		defer t.mu.Unlock()
		work()
	}()
	select {
	case <-done:
	case <-time.After(timeout):
	}
}

func (t *terminal) pause() {
	state, err := term.GetState(t.input.Fd())
	if err != nil {
		return
	}
	t.restore()
	stopProcess()
	t.resume(state)
}
