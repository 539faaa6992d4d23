//go:build unix

package ptytest

import (
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

// timeout is the time after which a program is killed, so that a test can't run forever.
const timeout = 3 * time.Minute

// A Program is a program on a pseudo-terminal. The pseudo-terminal answers no queries.
type Program struct {
	*testing.T
	Cmd *exec.Cmd
	// Screen is the user's side of the pseudo-terminal. Shown is the content of the screen at the
	// last Await.
	Screen *os.File
	Shown  Screen

	line    *os.File    // the program's side of the terminal; closed by Start
	before  *term.State // the settings before the start
	read    chan []byte // the output in chunks; closed when the program ends
	written strings.Builder
	awaited int // length of the output up to the text of the last Await
}

// New returns a program to start with Start. env is added to the environment.
func New(t *testing.T, cmd *exec.Cmd, env ...string) *Program {
	t.Helper()
	screen, line, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{T: t, Cmd: cmd, Screen: screen, line: line, read: make(chan []byte, 1<<10)}
	p.requireNoError(pty.Setsize(line, &pty.Winsize{Rows: 36, Cols: 120}))
	p.before = p.TerminalState()
	cmd.Env = append(append(os.Environ(), "TERM=xterm-256color"), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = line, line, line
	return p
}

func (p *Program) requireNoError(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// TerminalState returns the present settings of the pseudo-terminal.
func (p *Program) TerminalState() *term.State {
	p.Helper()
	state, err := term.GetState(p.Screen.Fd())
	p.requireNoError(err)
	return state
}

// Start starts the program. The end of the test kills the program.
func (p *Program) Start() {
	p.Helper()
	p.requireNoError(p.Cmd.Start())
	_ = p.line.Close() // so that reading ends when the program does
	kill := time.AfterFunc(timeout, func() { _ = p.Cmd.Process.Kill() })
	go func() {
		defer close(p.read)
		for {
			chunk := make([]byte, 1<<12)
			n, err := p.Screen.Read(chunk)
			if err != nil {
				return
			}
			p.read <- chunk[:n]
		}
	}()
	p.Cleanup(func() {
		kill.Stop()
		_ = p.Cmd.Process.Kill()
		for range p.read {
		}
		_ = p.Cmd.Wait() // the program was killed, or AwaitEnd has waited for it
		_ = p.Screen.Close()
	})
}

// Await waits until the screen shows text, or until the program has written text after the text of
// the last Await.
func (p *Program) Await(text string) {
	p.Helper()
	p.AwaitOutput(text, func(written string) bool {
		if at := strings.Index(written[p.awaited:], text); at >= 0 {
			p.awaited += at + len(text)
			return true
		}
		p.Shown.Process(written)
		if !strings.Contains(p.Shown.Text(false), text) {
			return false
		}
		p.awaited = len(written)
		return true
	})
}

// AwaitOutput waits until done returns true for the whole output of the program. The error message
// contains name.
func (p *Program) AwaitOutput(name string, done func(written string) bool) {
	p.Helper()
	for !done(p.written.String()) {
		chunk, more := <-p.read
		if !more {
			written := p.written.String()
			p.Fatalf("the program ends before it writes %q, after …%q", name, written[max(0, len(written)-10_000):])
		}
		p.written.Write(chunk)
	}
}

func (p *Program) Type(text string) {
	p.Helper()
	_, err := p.Screen.WriteString(text)
	p.requireNoError(err)
}

func (p *Program) Send(signal os.Signal) {
	p.Helper()
	p.requireNoError(p.Cmd.Process.Signal(signal))
}

// AwaitEnd waits for the end of the program, checks its exit status, and returns its whole output.
func (p *Program) AwaitEnd(status int) string {
	p.Helper()
	for chunk := range p.read {
		p.written.Write(chunk)
	}
	_ = p.Cmd.Wait() // the exit status is checked below
	if got := p.Cmd.ProcessState.ExitCode(); got != status {
		p.Errorf("exit status %d, want %d, after %q", got, status, p.written.String())
	}
	return p.written.String()
}

// RequireRestored waits until the program leaves the alternate screen. It fails if the mouse is
// still on, or if the settings of the terminal differ from those before the start.
func (p *Program) RequireRestored() {
	p.Helper()
	from := p.awaited
	p.Await("\x1b[?1049l")
	for _, sequence := range []string{"\x1b[?1002l", "\x1b[?1003l", "\x1b[?1006l"} {
		if !strings.Contains(p.written.String()[from:], sequence) {
			p.Errorf("the program does not write %q", sequence)
		}
	}
	if now := p.TerminalState(); !reflect.DeepEqual(now, p.before) {
		p.Errorf("the settings of the terminal were %+v and are %+v", p.before, now)
	}
}
