package pixels

import (
	"os"
	"runtime"
	"time"

	"github.com/charmbracelet/x/term"
)

// Patience is how long a terminal is waited for.
const Patience = 100 * time.Millisecond

// Speaks tells that a terminal can be asked: it has a cursor, does not print what it does not
// know, and its answers come as they are: a Windows console makes keys of them.
func Speaks() bool {
	kind, program := os.Getenv("TERM"), os.Getenv("TERM_PROGRAM")
	return runtime.GOOS != "windows" && kind != "" && kind != "dumb" && kind != "linux" && program != "Apple_Terminal"
}

// Ask asks the terminal, and waits for its answers no longer than Patience. What was typed
// meanwhile is lost.
func Ask(keys, screen *os.File) Terminal {
	before, err := term.MakeRaw(keys.Fd()) // so that answers are not shown, and come at once
	if err != nil {
		return Terminal{}
	}
	defer func() { _ = term.Restore(keys.Fd(), before) }()
	if _, err := screen.WriteString(Question); err != nil {
		return Terminal{}
	}
	heard := make(chan Terminal, 1)
	go func() { // which ends with the program where no answer comes
		var t Terminal
		var rest []byte
		for chunk := make([]byte, 256); !t.Done; {
			n, err := keys.Read(chunk)
			if err != nil {
				return
			}
			rest = t.Hear(append(rest, chunk[:n]...))
		}
		heard <- t
	}()
	select {
	case t := <-heard:
		return t.Measured(screen)
	case <-time.After(Patience):
		return Terminal{}
	}
}
