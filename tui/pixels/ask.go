package pixels

import (
	"os"
	"runtime"
	"time"

	"github.com/charmbracelet/x/term"
)

// answerTimeout is the longest time to wait for answers of a terminal.
const answerTimeout = 100 * time.Millisecond

// CanQuery reports whether the terminal can be queried: it can move its cursor and ignores unknown
// sequences. It is false on Windows, where a console turns answers into keys.
func CanQuery() bool {
	kind, program := os.Getenv("TERM"), os.Getenv("TERM_PROGRAM")
	return runtime.GOOS != "windows" && kind != "" && kind != "dumb" && kind != "linux" && program != "Apple_Terminal"
}

// Ask queries the terminal and waits at most 100 ms for the answers. Keys typed meanwhile are
// lost.
func Ask(keys, screen *os.File) Terminal {
	before, err := term.MakeRaw(keys.Fd()) // without echo and line buffering
	if err != nil {
		return Terminal{}
	}
	defer func() { _ = term.Restore(keys.Fd(), before) }()
	if _, err := screen.WriteString(AllQueries); err != nil {
		return Terminal{}
	}
	heard := make(chan Terminal, 1)
	go func() { // without an answer this goroutine ends with the program
		var t Terminal
		var rest []byte
		for chunk := make([]byte, 256); !t.Done; {
			n, err := keys.Read(chunk)
			if err != nil {
				return
			}
			rest = t.TakeAnswers(append(rest, chunk[:n]...))
		}
		heard <- t
	}()
	select {
	case t := <-heard:
		return t.WithCellSize(screen)
	case <-time.After(answerTimeout):
		return Terminal{}
	}
}
