//go:build unix

package main

import (
	"strings"
	"syscall"
	"testing"
)

// plainOnTerminal trains a method under larui --plain, gives that up with Ctrl+C, and
// goes on; Ctrl+C at the prompt ends the program.
func plainOnTerminal(t *testing.T, program string) {
	p := onTerminal(t, program, "--plain", "glyphs", "--n", "1500", "--m", "20")
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	unread := ""
	chunk := make([]byte, 1<<16)
	await := func(text string) {
		t.Helper()
		for !strings.Contains(unread, text) {
			n, err := p.screen.Read(chunk)
			if err != nil {
				t.Fatalf("%v before %q in %q", err, text, unread)
			}
			unread += string(chunk[:n])
		}
		_, unread, _ = strings.Cut(unread, text)
	}
	keys := func(text string) {
		t.Helper()
		if _, err := p.screen.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	const ctrlC = "\x03"
	await("\n> ")
	keys("train IWCDAN choose\n")
	await("IWCDAN: training")
	keys(ctrlC)
	await("error: training IWCDAN was cancelled")
	keys("lambda 3\n")
	await(" to 3: ")
	await("\n> ")
	keys(ctrlC)
	rest := string(p.rest())
	if status := p.cmd.ProcessState.ExitCode(); status != statusInterrupted || !strings.Contains(rest, "larui: interrupted") {
		t.Errorf("status %d (signal %v) after %q", status, p.cmd.ProcessState.Sys().(syscall.WaitStatus), rest)
	}
}
