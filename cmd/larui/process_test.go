//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	xterm "github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

// What the program writes through pipes, where there is no terminal.
func TestProcess(t *testing.T) {
	for _, c := range []struct {
		input  string
		args   []string
		status int
		says   []string
	}{
		{"", nil, statusFailed, []string{"--snapshot", "solve"}},
		{"", []string{"solve", "--lambda", "-1"}, statusWrongCall, []string{"--lambda"}},
		{"lambda 1000\nnonsense\n", []string{"--plain"}, statusOK, []string{"lambda 1 to 1000", "\nerror: "}},
	} {
		cmd := exec.Command(program(t), c.args...)
		cmd.Stdin = strings.NewReader(c.input)
		out, _ := cmd.CombinedOutput() // the status tells
		if status := cmd.ProcessState.ExitCode(); status != c.status || bytes.ContainsRune(out, '\x1b') {
			t.Errorf("larui %v ends with status %d, want %d: %q", c.args, status, c.status, out)
		}
		for _, piece := range c.says {
			if !strings.Contains(string(out), piece) {
				t.Errorf("larui %v does not say %q but %q", c.args, piece, out)
			}
		}
		if c.status != statusOK {
			checkLine(t, string(out))
		}
	}
}

// A silentPTY is the program on a pseudo-terminal of 120×36 that never answers a
// query.
type silentPTY struct {
	*testing.T
	cmd *exec.Cmd
	// screen is the side of the person, line that of the program. The test holds line as
	// well, so that what the terminal was set to outlives the program.
	screen, line *os.File
	// read is what the program writes, until nobody holds line any more.
	read chan []byte
	// written is all that came of it, up to awaited of which was waited for.
	written strings.Builder
	awaited int
}

// patience is how long a test waits for text, and for the program to end.
const patience = time.Minute

func onTerminal(t *testing.T, env []string, args ...string) *silentPTY {
	t.Helper()
	screen, line, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(line, &pty.Winsize{Rows: 36, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program(t), args...)
	cmd.Env = append(append(os.Environ(), "TERM=xterm-256color", "CI=", "LARUI_CONFIG="+os.DevNull), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = line, line, line
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	p := &silentPTY{T: t, cmd: cmd, screen: screen, line: line, read: make(chan []byte, 1)}
	t.Cleanup(func() {
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
		}
		_ = line.Close()
		_ = screen.Close()
	})
	return p
}

func (p *silentPTY) start() {
	p.Helper()
	if err := p.cmd.Start(); err != nil {
		p.Fatal(err)
	}
	go func() {
		defer close(p.read)
		for {
			chunk := make([]byte, 1<<16)
			n, err := p.screen.Read(chunk)
			if err != nil {
				return
			}
			select {
			case p.read <- chunk[:n]:
			case <-p.Context().Done(): // the test has ended without end
				return
			}
		}
	}()
}

// await waits until text has been written, after what was waited for before.
func (p *silentPTY) await(text string) {
	p.Helper()
	late := time.After(patience)
	for {
		if at := strings.Index(p.written.String()[p.awaited:], text); at >= 0 {
			p.awaited += at + len(text)
			return
		}
		select {
		case chunk, ok := <-p.read:
			if !ok {
				p.Fatalf("the terminal can't be read any more, before %q in %q", text, p.written.String())
			}
			p.written.Write(chunk)
		case <-late:
			p.Fatalf("after %v there is no %q in %q", patience, text, p.written.String())
		}
	}
}

func (p *silentPTY) keys(text string) {
	p.Helper()
	if _, err := p.screen.WriteString(text); err != nil {
		p.Fatal(err)
	}
}

// end waits for the program to end, and returns all that it has written.
func (p *silentPTY) end(status int) string {
	p.Helper()
	ended := make(chan error, 1)
	go func() { ended <- p.cmd.Wait() }()
	late := time.After(patience)
	for waiting := true; waiting; {
		select {
		case chunk := <-p.read:
			p.written.Write(chunk)
		case <-ended: // its status is looked at below
			waiting = false
		case <-late:
			p.Fatalf("after %v it has not ended, after %q", patience, p.written.String())
		}
	}
	_ = p.line.Close()
	for chunk := range p.read {
		p.written.Write(chunk)
	}
	if got := p.cmd.ProcessState.ExitCode(); got != status {
		p.Errorf("exit status %d, want %d, after %q", got, status, p.written.String())
	}
	return p.written.String()
}

// The explorer asks the terminal nothing, and gives it back as it was, whatever ends it.
func TestTerminalIsGivenBack(t *testing.T) {
	for name, quit := range map[string]func(p *silentPTY) (status int){
		"quits":    func(p *silentPTY) int { p.keys("q"); return statusOK },
		"is ended": func(p *silentPTY) int { _ = p.cmd.Process.Signal(syscall.SIGTERM); return statusInterrupted },
	} {
		t.Run(name, func(t *testing.T) {
			p := onTerminal(t, nil)
			before, err := xterm.GetState(p.screen.Fd())
			if err != nil {
				t.Fatal(err)
			}
			p.start()
			p.await("LAR now")
			out := p.end(quit(p))
			// What asks for colours or the cursor's place waits for the answer,
			// seconds where there is none.
			for _, query := range []string{"\x1b]10;?", "\x1b]11;?", "\x1b[6n", "\x1b[c"} {
				if strings.Contains(out, query) {
					t.Errorf("the explorer asks the terminal %q", query)
				}
			}
			// The other screen is left, the cursor shown again and the mouse let go.
			for _, sequence := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?1002l", "\x1b[?1006l"} {
				if !strings.Contains(out, sequence) {
					t.Errorf("the explorer does not write %q at its end", sequence)
				}
			}
			if after, err := xterm.GetState(p.screen.Fd()); err != nil || !reflect.DeepEqual(before, after) {
				t.Errorf("the terminal was %+v, and is left %+v (%v)", before, after, err)
			}
		})
	}
}

// What people come for, in the program as it runs on a terminal.
func TestFlows(t *testing.T) {
	type step struct {
		keys string
		see  []string
	}
	for name, steps := range map[string][]step{
		"the newcomer turns λ up": {
			{"", []string{"rotated Gaussian 45°", "87.6 %", "Press → to turn λ up"}},
			{"\x1b[F", []string{"99.5 %", "λ 1 → 1e4: "}},
			{"u", []string{"λ 1e4 → 1"}},
		},
		"play": {
			{"", []string{"Press → to turn λ up"}},
			{",", []string{"paused at epoch 1833 of 2000"}},
			{" ", []string{"Press → to turn λ up"}},
			{" ", []string{"of 2000: space pauses"}}, // of all the way, whose frames take seconds
		},
		"write a file": {
			{"4", []string{"4 target accuracy over λ"}},
			{"O", []string{"rotated-gaussian-lambda.svg", "Enter writes it"}},
			{"\r", []string{"wrote ", "-lambda.svg"}},
			{"O\r", []string{"it is there already: y replaces it"}},
			{"y", []string{"wrote "}},
		},
		"open another pair": {
			{"", []string{"rotated Gaussian 45°"}},
			{"o", []string{"open another pair", "correlated-features"}},
			{"sub\r", []string{"subspaces 70° apart", "100.0 %"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := onTerminal(t, []string{"NO_COLOR=1"})
			p.cmd.Dir = t.TempDir()
			p.start()
			for _, s := range steps {
				p.keys(s.keys)
				for _, text := range s.see {
					p.await(text)
				}
			}
			p.keys("q")
			p.end(statusOK)
		})
	}
}

// A terminal which never answers delays nothing, since nothing is asked of it: no colour,
// place or kind. What must be there how soon is measured by BenchmarkFirstFrame.
func TestAsksNoTerminal(t *testing.T) {
	questions := regexp.MustCompile(`\x1b\][0-9;]*\?|\x1b\[[?>=]?[0-9;]*[cnu]|\x1bP[+$]q`)
	for text, args := range map[string][]string{"larui ": {"version"}, "rotated Gaussian 45°": nil} {
		p := onTerminal(t, nil, args...)
		p.start()
		p.await(text)
		_, _ = p.screen.WriteString("q")
		out := p.end(statusOK)
		if asked := questions.FindString(out); asked != "" || args != nil && strings.ContainsRune(out, '\x1b') {
			t.Errorf("larui %v asks the terminal %q, of %.300q", args, asked, out)
		}
	}
}

// Nothing is coloured where that is not wanted or can't be, whatever else the terminal
// is said to be able to do; and the mouse is only taken where it is wanted.
func TestSequences(t *testing.T) {
	const rendition, mouse = "\x1b\\[[0-9;:]*m", "\x1b\\[\\?1003h"
	for _, c := range []struct {
		env, args []string
		sequence  string
		want      bool
	}{
		{[]string{"COLORTERM=truecolor"}, nil, rendition, true},
		{[]string{"COLORTERM=truecolor", "NO_COLOR=1"}, nil, rendition, false},
		{[]string{"NO_COLOR=1", "CLICOLOR_FORCE=1"}, nil, rendition, false},
		{[]string{"COLORTERM=truecolor"}, []string{"--colour", "never"}, rendition, false},
		{[]string{"COLORTERM=truecolor", "NO_COLOR=1"}, []string{"--snapshot", "80x24"}, rendition, false},
		{[]string{"COLORTERM=truecolor", "TERM=dumb"}, []string{"--snapshot", "80x24"}, rendition, false},
		{nil, []string{"--mouse", "on"}, mouse, true},
		{nil, []string{"--mouse", "off"}, mouse, false},
	} {
		t.Run(strings.Join(append(c.env, c.args...), " "), func(t *testing.T) {
			p := onTerminal(t, c.env, c.args...)
			p.start()
			p.await("quit")
			if c.args == nil || c.args[0] != "--snapshot" {
				// Help and another theme, glyphs and pair are not coloured either.
				p.keys("?TGoq\x03")
			}
			if found := regexp.MustCompile(c.sequence).FindString(p.end(statusOK)); (found != "") != c.want {
				t.Errorf("%q is written: want %t", found, c.want)
			}
		})
	}
}

// A terminal without a cursor that can be placed is told what goes without.
func TestDumbTerminal(t *testing.T) {
	p := onTerminal(t, []string{"TERM=dumb"})
	p.start()
	if out := p.end(statusFailed); !strings.Contains(out, "not a terminal with a cursor (TERM=dumb): the explorer needs one; larui --plain goes without") || strings.Contains(out, "\x1b") {
		t.Errorf("%q", out)
	}
}

// Ctrl+C under larui --plain gives up the training of a method, and the conversation
// goes on; at the prompt it ends the program.
func TestPlainInterrupts(t *testing.T) {
	p := onTerminal(t, nil, "--plain", "glyphs", "--n", "1500", "--m", "20")
	p.start()
	p.await("\n> ")
	p.keys("train IWCDAN choose\n")
	p.await("IWCDAN: training")
	p.keys("\x03")
	p.await("error: training IWCDAN was cancelled")
	p.keys("lambda 3\n")
	p.await(" to 3: ")
	p.await("\n> ")
	p.keys("\x03")
	if out := p.end(statusInterrupted); !strings.Contains(out, "larui: interrupted") {
		t.Errorf("it ends with %q", out)
	}
}

// A signal ends a command that waits for a file to be written.
func TestSignals(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGABRT} {
		pipe := filepath.Join(t.TempDir(), "source.csv")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		var out, errs bytes.Buffer
		cmd := exec.Command(program(t), "solve", "--source", pipe, "--target", pipe)
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
			t.Errorf("%v: status %d, stdout %q, stderr %q", signal, status, out.String(), errs.String())
		}
	}
}

// A source that is a pipe to which nobody writes holds nobody up: keys and signals are
// heard at once.
func TestPipesHoldNobodyUp(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "source.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for name, quit := range map[string]func(p *silentPTY) int{
		"q":       func(p *silentPTY) int { p.keys("q"); return statusOK },
		"Ctrl+C":  func(p *silentPTY) int { p.keys("\x03"); return statusOK },
		"SIGINT":  func(p *silentPTY) int { _ = p.cmd.Process.Signal(os.Interrupt); return statusInterrupted },
		"SIGTERM": func(p *silentPTY) int { _ = p.cmd.Process.Signal(syscall.SIGTERM); return statusInterrupted },
		"SIGQUIT": func(p *silentPTY) int { _ = p.cmd.Process.Signal(syscall.SIGQUIT); return statusInterrupted },
		"SIGABRT": func(p *silentPTY) int { _ = p.cmd.Process.Signal(syscall.SIGABRT); return statusInterrupted },
	} {
		p := onTerminal(t, nil, "--source", pipe, "--target", pipe)
		p.start()
		p.await("quit")
		t.Log(name)
		p.end(quit(p)) // else it would wait for ever: nothing is written into the pipe
	}
}

// An explorer is kept when it is quit or ended, in its file and as the last one; what
// can't be written is said in one line on the terminal that is given back.
func TestSessions(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	file, end, turned := filepath.Join(t.TempDir(), "run.json"), "\x1b[F", "λ 1 → 1e4: "
	explore := func(see, keys, then, quit string, status int, args ...string) string {
		t.Helper()
		p := onTerminal(t, []string{"NO_COLOR=1"}, args...)
		if status == statusFailed {
			p.cmd.Args = append([]string{"sh", "-c", `ulimit -f 0; exec "$0" "$@"`, p.cmd.Path}, args...)
			p.cmd.Path = "/bin/sh"
		}
		p.start()
		p.await(see)
		p.keys(keys)
		p.await(then)
		p.keys(quit)
		if quit == "" {
			_ = p.cmd.Process.Signal(syscall.SIGTERM)
		}
		return p.end(status)
	}
	refuse := func(status int, says string, args ...string) {
		t.Helper()
		got, stdout, stderr := larui(t, args...)
		checkLine(t, stderr)
		if got != status || stdout != "" || !strings.Contains(stderr, says) {
			t.Errorf("larui %v: status %d, %q and %q, want %q", args, got, stdout, stderr, says)
		}
	}
	refuse(statusFailed, "no session is kept", "--resume", "--snapshot", "80x24")
	if screen := explore("87.6 %", end, turned, "q", statusOK, "--session", file); !strings.Contains(screen, "larui: wrote "+file) {
		t.Errorf("nothing is said of %s in %q", file, screen)
	}
	kept, err := os.ReadFile(file)
	if info, _ := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("kept is %s, %v", kept, err)
	}
	for _, args := range [][]string{{"--session", file}, {"--resume"}} {
		explore(turned, "", "", "q", statusOK, args...)
		refuse(statusWrongCall, "exclude", append(args, "--lambda", "3")...)
		refuse(statusWrongCall, "exclude", append(args, "glyphs")...)
	}
	_, out, _ := strings.Cut(explore(turned, "", "", "q", statusFailed, "--session", file), "\x1b[?1049l")
	if again, err := os.ReadFile(file); !strings.Contains(out, "larui: writing "+file+": ") || !bytes.Equal(again, kept) {
		t.Errorf("on a full disk it ends with %q and leaves %s, %v", out, again, err)
	}
	// What ends it has it kept as well, but not where nothing is to be kept.
	explore("source 900×2", end, turned, "", statusInterrupted, "--n", "900", "--view", "spectrum")
	explore("source 60×257", "", "", "q", statusOK, "--no-cache", "glyphs", "--n", "60", "--view", "spectrum")
	for see, args := range map[string][]string{"source 900×2": {"--resume"}, turned: {"--resume"}, "› 8 data": {"--session", file, "--view", "data"}} {
		if frame := mustRun(t, append(args, "--snapshot", "120x36")...); !strings.Contains(frame, see) {
			t.Errorf("%v lacks %q:\n%s", args, see, frame)
		}
	}
	damaged := write(t, "damaged.json", string(kept[:len(kept)/2]))
	refuse(statusFailed, damaged, "--session", damaged, "--snapshot", "80x24")
}
