//go:build unix

package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

// childModel names, in the environment, what the test shall run as a child on a
// pseudo-terminal: a stuckModel, or the explorer.
const childModel = "LARUI_TEST_MODEL"

// A stuckModel never returns from Update, or from View, once a key was pressed.
type stuckModel struct{ in, now string }

func (m stuckModel) Init() tea.Cmd { return nil }

func (m stuckModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyMsg); ok {
		m.now = key.String()
		_, _ = os.Stdout.WriteString("stuck") // where it stands does not matter
	}
	if m.now != "" && m.in == "Update" {
		select {}
	}
	return m, nil
}

func (m stuckModel) View() string {
	if m.now != "" && m.in == "View" {
		select {}
	}
	return "LAR now"
}

func init() {
	if model := os.Getenv(childModel); model != "" {
		beChild(model)
	}
}

// beChild runs as the child, and ends as the command line does.
func beChild(name string) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP, os.Interrupt)
	defer stop()
	var err error
	if name == "explorer" {
		err = Run(ctx, Options{Opening: opening(new(testing.T), "rotated-gaussian")})
	} else {
		var output io.Writer
		err = show(ctx, stuckModel{in: name}, &output, true)
	}
	switch {
	case ctx.Err() != nil:
		os.Exit(130)
	case err != nil:
		os.Exit(1)
	}
	os.Exit(0)
}

// A child runs on a pseudo-terminal, in a job of its own.
type child struct {
	*testing.T
	cmd    *exec.Cmd
	screen *os.File
	before *term.State
	read   chan []byte
	seen   bytes.Buffer
}

func startChild(t *testing.T, model string) *child {
	screen, line, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	if err := pty.Setsize(line, &pty.Winsize{Rows: 36, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	c := &child{T: t, cmd: exec.Command(os.Args[0]), screen: screen, read: make(chan []byte, 1<<16)}
	c.cmd.Env = append(os.Environ(), childModel+"="+model, "TERM=xterm-256color", "GORACE=atexit_sleep_ms=0", "XDG_CONFIG_HOME="+t.TempDir())
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = line, line, line
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if c.before, err = term.GetState(line.Fd()); err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = line.Close()
	go func() {
		defer close(c.read)
		for {
			chunk := make([]byte, 1<<12)
			n, err := screen.Read(chunk)
			if err != nil {
				return // nobody holds the line any more
			}
			c.read <- chunk[:n]
		}
	}()
	t.Cleanup(func() {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
		for range c.read {
		}
		_ = screen.Close()
	})
	c.await("LAR now")
	return c
}

// await waits until a text is written after those that were waited for before.
func (c *child) await(text string) {
	c.Helper()
	limit := time.After(10 * time.Second)
	for {
		if at := bytes.Index(c.seen.Bytes(), []byte(text)); at >= 0 {
			c.seen.Next(at + len(text))
			return
		}
		select {
		case chunk, more := <-c.read:
			if c.seen.Write(chunk); !more {
				c.Fatalf("the program ends before %q in %q", text, c.seen.String())
			}
		case <-limit:
			c.Fatalf("%q is not in %q", text, c.seen.String())
		}
	}
}

func (c *child) keys(text string) {
	c.Helper()
	if _, err := c.screen.WriteString(text); err != nil {
		c.Fatal(err)
	}
}

func (c *child) send(sig os.Signal) {
	c.Helper()
	if err := c.cmd.Process.Signal(sig); err != nil {
		c.Fatal(err)
	}
}

// requireGivenBack fails where the terminal is not what it was before.
func (c *child) requireGivenBack() {
	c.Helper()
	for _, sequence := range strings.SplitAfter(leaveMouse, "l")[:3] {
		if !bytes.Contains(c.seen.Bytes(), []byte(sequence)) {
			c.Errorf("%q is not written", sequence)
		}
	}
	c.await("\x1b[?1049l")
	if now, err := term.GetState(c.screen.Fd()); err != nil || !reflect.DeepEqual(now, c.before) {
		c.Errorf("the terminal was %+v and is %+v (%v)", c.before, now, err)
	}
}

// holdOut is how long a test waits for the program to stop or to end, which else it never does.
const holdOut = time.Minute

// requireEnd fails unless the program ends, with that status.
func (c *child) requireEnd(status int) {
	c.Helper()
	kill := time.AfterFunc(holdOut, func() { _ = c.cmd.Process.Kill() })
	defer kill.Stop()
	for chunk := range c.read {
		c.seen.Write(chunk)
	}
	var exit *exec.ExitError
	if err := c.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		c.Fatal(err)
	}
	if got := c.cmd.ProcessState.ExitCode(); got != status {
		c.Errorf("it ends with status %d, want %d", got, status)
	}
}

// Whatever the program is at, a signal ends it, with its status, and the terminal is what it
// was.
func TestSignalsGiveTheTerminalBack(t *testing.T) {
	for _, at := range []string{"Update", "View", "explorer"} {
		for _, sig := range []os.Signal{syscall.SIGTERM, syscall.SIGHUP, os.Interrupt} {
			t.Run(at+"/"+sig.String(), func(t *testing.T) {
				t.Parallel()
				c := startChild(t, at)
				if at != "explorer" {
					c.keys("x")
					c.await("stuck")
				}
				c.send(sig)
				c.requireEnd(130)
				c.requireGivenBack()
			})
		}
	}
}

// SIGTSTP from outside stops the program with the terminal as it was, stuck or not;
// called back it has it again and draws all of it anew.
func TestPauseGivesTheTerminalBack(t *testing.T) {
	for _, at := range []string{"Update", "explorer"} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			c := startChild(t, at)
			raw, err := term.GetState(c.screen.Fd())
			if err != nil {
				t.Fatal(err)
			}
			if at != "explorer" {
				c.keys("x")
				c.await("stuck")
			}
			for range 2 {
				c.send(syscall.SIGTSTP)
				var status syscall.WaitStatus
				for began := time.Now(); !status.Stopped() && time.Since(began) < holdOut; time.Sleep(time.Millisecond) {
					_, _ = syscall.Wait4(c.cmd.Process.Pid, &status, syscall.WUNTRACED|syscall.WNOHANG, nil)
				}
				if !status.Stopped() {
					t.Fatal("it does not stop")
				}
				c.await(leaveMouse[:8])
				c.seen.Write([]byte(leaveMouse))
				c.requireGivenBack()
				c.send(syscall.SIGCONT)
				c.await(takeScreen)
				c.await(takeMouse)
				if at == "explorer" {
					c.await("LAR now")
				}
				if now, err := term.GetState(c.screen.Fd()); err != nil || !reflect.DeepEqual(now, raw) {
					t.Errorf("the terminal was %+v and is %+v (%v)", raw, now, err)
				}
			}
			if at == "explorer" {
				c.keys("q")
				c.requireEnd(0)
			} else {
				c.send(syscall.SIGTERM)
				c.requireEnd(130)
			}
			c.requireGivenBack()
		})
	}
}

// Whatever is typed or pasted, Ctrl+C and q are heard; what is too long is cut.
func TestNoInputHoldsTheProgram(t *testing.T) {
	times := 400
	if testing.Short() { // under the race detector each key takes ten times as long
		times /= 4
	}
	long := strings.Repeat("a ", 20*times)
	for name, input := range map[string]string{
		"pasted":        "o" + pasteBegins + long + pasteEnds + "\x03",
		"pasted in all": "o" + pasteBegins + strings.Repeat(long, 25) + pasteEnds + "\x03",
		"never ends":    "o" + pasteBegins + long + "\x03",
		"not marked":    "o" + long + "\x03",
		"exact value":   "=" + long + "\x03",
		"pasted there":  "=" + pasteBegins + long + pasteEnds + "\x03",
		"nowhere":       pasteBegins + long + pasteEnds + "q",
		"letters":       strings.Repeat("][><", 5*times) + "q",
		"arrows":        strings.Repeat("\x1b[C\x1b[C\x1b[D\x1b[B", 5*times) + "q",
		"views":         strings.Repeat("234567813 \x1b.", 2*times) + "q",
	} {
		t.Run(name, func(t *testing.T) {
			c := startChild(t, "explorer")
			c.keys(input)
			c.requireEnd(0)
			c.requireGivenBack()
		})
	}
}

// A terminal that claims to be endless is drawn at a size that takes no time.
func TestEndlessTerminal(t *testing.T) {
	c := startChild(t, "explorer")
	if err := pty.Setsize(c.screen, &pty.Winsize{Rows: 65535, Cols: 65535}); err != nil {
		t.Fatal(err)
	}
	c.send(syscall.SIGWINCH) // the job is not that of the terminal
	c.await("LAR now")
	c.keys("q")
	c.requireEnd(0)
}

// What is pasted goes into the field as far as a path can be, and keys behind it do what
// they do.
func TestPasteIsCut(t *testing.T) {
	for _, n := range []int{0, 1, 200, longestPath - 1, longestPath, longestPath + 1, 3 * longestPath} {
		for _, size := range []int{1, 7, 256} {
			reader, writer, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			pasted := strings.Repeat("é", n/2) + strings.Repeat("b", n%2)
			go func() {
				_, _ = writer.WriteString("x\x1b[A" + pasteBegins + pasted + pasteEnds + "y\x1b[B" + pasteBegins + "z\x03")
				_ = writer.Close()
			}()
			var got []byte
			keys := &keyInput{File: reader}
			for chunk := make([]byte, size); err == nil; {
				n := 0
				n, err = keys.Read(chunk)
				got = append(got, chunk[:n]...)
			}
			got = append(got, keys.kept...)
			want := "x\x1b[A" + pasteBegins + pasted[:min(n, longestPath)] + pasteEnds + "y\x1b[B" + pasteBegins + "z" + pasteEnds + "\x03"
			if n <= longestPath-len(pasteEnds) && string(got) != want {
				t.Errorf("%d bytes, %d at a time, become %q", n, size, got)
			}
			if room := len(want) + len(pasteEnds); len(got) > room || !bytes.HasSuffix(got, []byte(want[len(want)-14:])) {
				t.Errorf("%d bytes, %d at a time, become %d: %q", n, size, len(got), got[max(0, len(got)-30):])
			}
			_ = reader.Close()
		}
	}
}

// A report of the mouse that comes in pieces is read in one, and keys around it as before.
func TestReportsComeWhole(t *testing.T) {
	const report = "\x1b[<35;120;36M"
	for cut := range len(report) - len("\x1b[<") {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		at := cut + len("\x1b[<")
		go func() {
			_, _ = writer.WriteString("x\x1b[A" + report[:at])
			time.Sleep(2 * time.Millisecond)
			_, _ = writer.WriteString(report[at:] + "q\x1b")
			_ = writer.Close()
		}()
		keys, chunk := &keyInput{File: reader}, make([]byte, 256)
		n, err := keys.Read(chunk)
		if got := string(chunk[:n]); err != nil || !strings.HasPrefix(got, "x\x1b[A"+report) {
			t.Errorf("cut at %d it is read as %q, %v", at, got, err)
		}
		_ = reader.Close()
	}
}
