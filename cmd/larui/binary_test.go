//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	xterm "github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

// TestBinary runs the program as a process.
func TestBinary(t *testing.T) {
	program := program(t)

	t.Run("version", func(t *testing.T) {
		out, err := exec.Command(program, "version").Output()
		if err != nil || !strings.HasPrefix(string(out), "larui ") {
			t.Errorf("%q, %v", out, err)
		}
	})
	t.Run("not a terminal", func(t *testing.T) {
		status, stdout, stderr := finish(t, exec.Command(program))
		if status != statusFailed || stdout != "" || !strings.Contains(stderr, "--snapshot") || !strings.Contains(stderr, "solve") {
			t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
		}
		checkLine(t, stderr)
	})
	t.Run("wrong call", func(t *testing.T) {
		status, stdout, stderr := finish(t, exec.Command(program, "solve", "--lambda", "-1"))
		if status != statusWrongCall || stdout != "" {
			t.Errorf("status %d, stdout %q", status, stdout)
		}
		checkLine(t, stderr)
	})
	t.Run("silent terminal", func(t *testing.T) { silentTerminal(t, program) })
	t.Run("answers soon", func(t *testing.T) { answersSoon(t, program) })
	t.Run("colourless", func(t *testing.T) { colourless(t, program) })
	t.Run("mouse off", func(t *testing.T) { mouseOff(t, program) })
	t.Run("plain", func(t *testing.T) { plainProcess(t, program) })
	t.Run("plain on a terminal", func(t *testing.T) { plainOnTerminal(t, program) })
	t.Run("explorer quits", func(t *testing.T) {
		explorer(t, program, func(screen *os.File, _ *os.Process) { _, _ = screen.WriteString("q") }, statusOK)
	})
	t.Run("explorer is ended", func(t *testing.T) {
		explorer(t, program, func(_ *os.File, p *os.Process) { _ = p.Signal(syscall.SIGTERM) }, statusInterrupted)
	})
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) { interrupt(t, program, signal) })
	}
}

// finish runs a process to its end.
func finish(t *testing.T, cmd *exec.Cmd) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// A silentPTY is a program on a pseudo-terminal of 120×36 that never answers a
// query.
type silentPTY struct {
	cmd *exec.Cmd
	// screen is the side of the person, line that of the program.
	screen, line *os.File
}

func onTerminal(t *testing.T, program string, args ...string) *silentPTY {
	t.Helper()
	screen, line, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(line, &pty.Winsize{Rows: 36, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "CI=")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = line, line, line
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	t.Cleanup(func() {
		_ = screen.Close()
		_ = line.Close()
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
		}
	})
	return &silentPTY{cmd, screen, line}
}

// rest waits for the program to end and returns what is left to read.
func (p *silentPTY) rest() []byte {
	out := make(chan []byte)
	go func() {
		all, _ := io.ReadAll(p.screen) // ends in an error once nobody holds the line
		out <- all
	}()
	_ = p.cmd.Wait()
	_ = p.line.Close()
	return <-out
}

// queries are what asks a terminal for its colours or for the cursor's place.
// A program that sends one waits for the answer, seconds where there is none.
var queries = []string{"\x1b]10;?", "\x1b]11;?", "\x1b[6n", "\x1b[c"}

// silentTerminal makes sure that a command prints at once: it asks nothing.
func silentTerminal(t *testing.T, program string) {
	p := onTerminal(t, program, "version")
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if out := p.rest(); !bytes.HasPrefix(out, []byte("larui ")) || bytes.ContainsRune(out, '\x1b') {
		t.Errorf("larui version writes %q", out)
	}
}

// explorer opens the explorer, ends it once it has shown a solution, and makes
// sure that the terminal is given back as it was.
func explorer(t *testing.T, program string, end func(screen *os.File, p *os.Process), want int) {
	p := onTerminal(t, program)
	before, err := xterm.GetState(p.screen.Fd())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	chunk := make([]byte, 1<<16)
	for !strings.Contains(out.String(), "solved in") {
		n, err := p.screen.Read(chunk)
		if err != nil {
			t.Fatalf("%v after %q", err, out.String())
		}
		out.Write(chunk[:n])
	}
	end(p.screen, p.cmd.Process)
	out.Write(p.rest())
	if got := p.cmd.ProcessState.ExitCode(); got != want {
		t.Errorf("exit status %d, want %d", got, want)
	}
	for _, query := range queries {
		if strings.Contains(out.String(), query) {
			t.Errorf("the explorer asks the terminal %q", query)
		}
	}
	// The other screen is left, the cursor shown again and the mouse let go.
	for _, sequence := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?1002l", "\x1b[?1006l"} {
		if !strings.Contains(out.String(), sequence) {
			t.Errorf("the explorer does not write %q at its end", sequence)
		}
	}
	if after, err := xterm.GetState(p.screen.Fd()); err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("the terminal was %+v, and is left %+v (%v)", before, after, err)
	}
}

// interrupt signals a process that waits for a file to be written.
func interrupt(t *testing.T, program string, signal os.Signal) {
	pipe := filepath.Join(t.TempDir(), "source.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(program, "solve", "--source", pipe, "--target", pipe)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// Opening for writing waits until the process reads.
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != statusInterrupted || out.Len() > 0 || errs.String() != "larui: interrupted\n" {
		t.Errorf("status %d, stdout %q, stderr %q", status, out.String(), errs.String())
	}
}
