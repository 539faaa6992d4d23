//go:build unix

package main

import (
	"bytes"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// until starts the program and reads what it writes until that holds text. It
// returns all that was written and how long it took.
func (p *silentPTY) until(t *testing.T, text string) (string, time.Duration) {
	t.Helper()
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	chunk := make([]byte, 1<<16)
	for !strings.Contains(out.String(), text) {
		n, err := p.screen.Read(chunk)
		if err != nil {
			t.Fatalf("%v after %q", err, out.String())
		}
		out.Write(chunk[:n])
	}
	return out.String(), time.Since(began)
}

// answersSoon makes sure that a terminal which never answers delays nothing: the
// version is there within a second, the first picture within one and a half. Asking
// takes five seconds, so that a busy machine may have several tries.
func answersSoon(t *testing.T, program string) {
	const tries = 5
	for _, c := range []struct {
		args  []string
		text  string
		limit time.Duration
	}{
		{[]string{"version"}, "larui ", time.Second},
		{nil, "rotated Gaussian 45°", 1500 * time.Millisecond},
	} {
		var shortest time.Duration
		for range tries {
			p := onTerminal(t, program, c.args...)
			_, took := p.until(t, c.text)
			_, _ = p.screen.WriteString("q")
			p.rest()
			if shortest == 0 || took < shortest {
				shortest = took
			}
			if shortest <= c.limit {
				break
			}
		}
		if shortest > c.limit {
			t.Errorf("larui %v takes %v, more than %v", c.args, shortest, c.limit)
		}
	}
}

// rendition is an escape sequence that sets colours or attributes.
var rendition = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// colourless makes sure that nothing is coloured where that is not wanted or can't
// be, whatever else the terminal is said to be able to do.
func colourless(t *testing.T, program string) {
	for _, c := range []struct {
		name string
		env  []string
		args []string
		want bool
	}{
		{"true colour", []string{"COLORTERM=truecolor"}, nil, true},
		{"NO_COLOR", []string{"COLORTERM=truecolor", "NO_COLOR=1"}, nil, false},
		{"TERM=dumb", []string{"COLORTERM=truecolor", "TERM=dumb"}, nil, false},
		{"NO_COLOR, forced", []string{"NO_COLOR=1", "CLICOLOR_FORCE=1"}, nil, false},
		{"never", []string{"COLORTERM=truecolor"}, []string{"--colour", "never"}, false},
		{"NO_COLOR, snapshot", []string{"COLORTERM=truecolor", "NO_COLOR=1"}, []string{"--snapshot", "80x24"}, false},
		{"TERM=dumb, snapshot", []string{"COLORTERM=truecolor", "TERM=dumb"}, []string{"--snapshot", "80x24"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := onTerminal(t, program, c.args...)
			p.cmd.Env = append(p.cmd.Env, c.env...)
			text, _ := p.until(t, "quit")
			// Help and another theme, glyphs and pair are not coloured either.
			_, _ = p.screen.WriteString("?TGoq")
			_, _ = p.screen.WriteString("\x03")
			text += string(p.rest())
			if found := rendition.FindString(text); (found != "") != c.want {
				t.Errorf("%q is written, coloured: want %t", found, c.want)
			}
		})
	}
}

// mouseOff makes sure that the mouse is only taken where it is wanted.
func mouseOff(t *testing.T, program string) {
	for mode, want := range map[string]bool{"on": true, "off": false} {
		p := onTerminal(t, program, "--mouse", mode)
		text, _ := p.until(t, "solved in")
		_, _ = p.screen.WriteString("q")
		text += string(p.rest())
		if got := strings.Contains(text, "\x1b[?1002h"); got != want {
			t.Errorf("--mouse %s takes the mouse: %t", mode, got)
		}
	}
}

// plainProcess talks to the program through pipes.
func plainProcess(t *testing.T, program string) {
	cmd := exec.Command(program, "--plain")
	cmd.Stdin = strings.NewReader("lambda 1000\nnonsense\n")
	status, stdout, stderr := finish(t, cmd)
	if status != statusOK || stderr != "" || !strings.Contains(stdout, "lambda 1 to 1000") || !strings.Contains(stdout, "\nerror: ") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
	if strings.ContainsRune(stdout, '\x1b') {
		t.Errorf("an escape is written: %q", stdout)
	}
}
