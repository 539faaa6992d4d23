package main

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// A pager writes text to an output. If the output is a terminal with fewer lines than the text, the
// program in the variable PAGER shows the text; without PAGER, less does.
type pager struct{ output io.Writer }

func (p pager) Write(text []byte) (int, error) {
	command := strings.Fields(cmp.Or(os.Getenv("PAGER"), "less"))
	out, isFile := p.output.(*os.File)
	if !isFile || len(command) == 0 || os.Getenv("TERM") == "dumb" {
		return p.output.Write(text)
	}
	w, h, err := term.GetSize(out.Fd())
	if err != nil || h == 0 || strings.Count(ansi.Hardwrap(string(text), w, true), "\n") < h {
		return p.output.Write(text)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), out, os.Stderr
	cmd.Env = append([]string{"LESS=FRX"}, os.Environ()...) // the user's LESS comes later, and counts
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)    // Ctrl+C is for the pager
	if cmd.Run() != nil {
		return p.output.Write(text)
	}
	return len(text), nil
}
