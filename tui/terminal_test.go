//go:build unix

package tui

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"
	"github.com/muesli/termenv"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/frame"
	"larui/tui/ptytest"
	"larui/tui/session"
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
	return "to the end"
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
	switch name {
	case "explorer":
		err = Run(ctx, Options{Opening: opening(new(testing.T), "rotated-gaussian"), Colour: "always"})
	case "panics":
		err = Run(ctx, Options{Opening: opening(new(testing.T), "rotated-gaussian"), UserFiles: frame.UserFiles{
			SaveLook:    func(string, string) (bool, error) { panic("of a key") },
			SaveSession: func(kept []byte, _ session.State) error { _, err := os.Stdout.WriteString("kept"); return err },
		}})
	case "pictures":
		err = Run(ctx, pictured(new(testing.T)))
	default:
		err = runModel(ctx, true, func(*terminal) tea.Model { return stuckModel{in: name} })
	}
	switch {
	case ctx.Err() != nil:
		os.Exit(130)
	case err != nil:
		os.Exit(1)
	}
	os.Exit(0)
}

// startChild starts this test as a child, in a job of its own, and waits for its first frame.
func startChild(t *testing.T, model string) *ptytest.Program {
	c := ptytest.New(t, exec.Command(os.Args[0]), childModel+"="+model, "GORACE=atexit_sleep_ms=0", "XDG_CONFIG_HOME="+t.TempDir())
	c.Cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Start()
	c.Await("to the end")
	return c
}

// However the program is stuck, a signal ends it, with its status, and the terminal is what it
// was. That of larui at its work is looked at in its own tests.
func TestSignalsGiveTheTerminalBack(t *testing.T) {
	for _, at := range []string{"Update", "View"} {
		for _, sig := range []os.Signal{syscall.SIGTERM, syscall.SIGHUP, os.Interrupt} {
			t.Run(at+"/"+sig.String(), func(t *testing.T) {
				t.Parallel()
				c := startChild(t, at)
				c.Type("x")
				c.Await("stuck")
				c.Send(sig)
				c.AwaitEnd(130)
				c.RequireRestored()
			})
		}
	}
}

// A panic gives the terminal back, and the session is kept.
func TestPanicKeepsTheSession(t *testing.T) {
	c := startChild(t, "panics")
	c.Type("T:keep-as-default\r")
	testutil.Contains(t, c.AwaitEnd(1), "kept")
	c.RequireRestored()
}

// SIGTSTP from outside stops the program with the terminal as it was, stuck or not;
// called back it has it again and draws all of it anew.
func TestPauseGivesTheTerminalBack(t *testing.T) {
	for _, at := range []string{"Update", "explorer"} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			c := startChild(t, at)
			raw := c.TerminalState()
			if at != "explorer" {
				c.Type("x")
				c.Await("stuck")
			}
			for range 2 {
				c.Send(syscall.SIGTSTP)
				var status syscall.WaitStatus
				if _, err := syscall.Wait4(c.Cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
					t.Fatalf("it does not stop: %v", err)
				}
				c.RequireRestored()
				c.Send(syscall.SIGCONT)
				c.Await(takeScreen)
				c.Await(takeMouse)
				if at == "explorer" {
					c.Await("to the end")
				}
				if now := c.TerminalState(); !reflect.DeepEqual(now, raw) {
					t.Errorf("the terminal was %+v and is %+v", raw, now)
				}
			}
			if at == "explorer" {
				c.Type("q")
				c.AwaitEnd(0)
			} else {
				c.Send(syscall.SIGTERM)
				c.AwaitEnd(130)
			}
			c.RequireRestored()
		})
	}
}

// TestChangesOnATerminal presses random keys at several sizes. Each time, the terminal shows the
// desk's frame, cell by cell. A turn at 120×36 takes at most 4 kB.
func TestChangesOnATerminal(t *testing.T) {
	c, d := startChild(t, "explorer"), newDesk(t, opening(t, "rotated-gaussian"))
	d.encoder, d.profile = chart.NewEncoder(chart.Dark, termenv.TrueColor), termenv.TrueColor
	d.scene.Writer.Kinds = nil
	took := regexp.MustCompile(`\A(.*?)( |\x1b\[[0-9;]*m)*(solved|[0-9.]+( |\x1b\[[0-9;]*m)+[mµ]?s\b).*`)
	written := 0
	shows := func(name string) (bytes int) {
		t.Helper()
		d.settle()
		var want ptytest.Screen
		want.Process(strings.ReplaceAll(d.View(), "\n", "\r\n"))
		text := took.ReplaceAllString(want.Text(true), "$1")
		c.AwaitOutput(name, func(all string) bool {
			c.Shown.Process(all)
			bytes, written = bytes+len(all)-written, len(all)
			return took.ReplaceAllString(c.Shown.Text(true), "$1") == text
		})
		return bytes
	}
	keys := map[string]string{"right": "\x1b[C", "left": "\x1b[D", "tab": "\t", "esc": "\x1b"}
	for _, key := range strings.Split("1 2 3 4 5 7 8 d z T G ? L", " ") {
		keys[key] = key
	}
	names, rng := slices.Sorted(maps.Keys(keys)), rand.New(rand.NewPCG(1, 2))
	shows("first frame")
	for _, size := range [][2]int{{120, 36}, {80, 24}, {200, 60}} {
		testutil.NoError(t, pty.Setsize(c.Screen, &pty.Winsize{Cols: uint16(size[0]), Rows: uint16(size[1])}))
		c.Send(syscall.SIGWINCH) // the job is not that of the terminal
		c.Shown.Lines = nil
		d.resize(size[0], size[1])
		shows("size")
		for i := range 30 {
			key := "right"
			if i >= 10 {
				key = names[rng.IntN(len(names))]
			}
			c.Type(keys[key])
			d.press(key)
			if n := shows(key); i < 10 && size[0] == 120 && n > 4000 {
				t.Errorf("a turn takes %d bytes", n)
			}
		}
	}
	c.Type("\x03")
	c.AwaitEnd(0)
}

// Whatever is typed or pasted, Ctrl+C and q are heard; what is too long is cut.
func TestNoInputHoldsTheProgram(t *testing.T) {
	times := 200
	if testing.Short() { // under the race detector each key takes ten times as long
		times /= 10
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
			c.Type(input)
			c.AwaitEnd(0)
			c.RequireRestored()
		})
	}
}

// A terminal that claims to be endless is drawn at a size that takes no time.
func TestEndlessTerminal(t *testing.T) {
	c := startChild(t, "explorer")
	testutil.NoError(t, pty.Setsize(c.Screen, &pty.Winsize{Rows: 65535, Cols: 65535}))
	c.Send(syscall.SIGWINCH) // the job is not that of the terminal
	c.Await("to the end")
	c.Type("q")
	c.AwaitEnd(0)
}

// What is pasted goes into the field as far as a path can be, and keys behind it do what
// they do.
func TestPasteIsCut(t *testing.T) {
	for _, n := range []int{0, 1, 200, longestPath - 1, longestPath, longestPath + 1, 3 * longestPath} {
		for _, size := range []int{1, 7, 256} {
			reader, writer, err := os.Pipe()
			testutil.NoError(t, err)
			pasted := strings.Repeat("é", n/2) + strings.Repeat("b", n%2)
			read := make(chan bool, 1)
			go func() {
				_, _ = writer.WriteString("x\x1b[A" + pasteBegins + pasted + pasteEnds + "y\x1b[B" + pasteBegins + "z")
				<-read
				_, _ = writer.WriteString("\x03")
				_ = writer.Close()
			}()
			var got []byte
			keys := &keyInput{File: reader}
			for chunk := make([]byte, size); err == nil; {
				n := 0
				n, err = keys.Read(chunk)
				got = append(got, chunk[:n]...)
				if n > 0 && got[len(got)-1] == 'z' {
					read <- true
				}
			}
			got = append(got, keys.pending...)
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

// A paste is text, whatever it holds.
func TestPasteIsText(t *testing.T) {
	reader, writer, err := os.Pipe()
	testutil.NoError(t, err)
	defer reader.Close()
	defer writer.Close()
	const want = pasteBegins + "a\x03b\x03" + pasteEnds + "q"
	_, _ = writer.WriteString(want)
	got := make([]byte, 256)
	n, err := (&keyInput{File: reader}).Read(got)
	if string(got[:n]) != want || err != nil {
		t.Errorf("%q is read as %q, %v", want, got[:n], err)
	}
}

// A report of the mouse that comes in pieces is read in one, and keys around it as before.
func TestReportsComeWhole(t *testing.T) {
	const report = "\x1b[<35;120;36M"
	for cut := range len(report) - len("\x1b[<") {
		reader, writer, err := os.Pipe()
		testutil.NoError(t, err)
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
