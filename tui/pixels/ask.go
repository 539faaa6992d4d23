package pixels

import (
	"os"
	"runtime"
	"time"

	"github.com/charmbracelet/x/term"
)

const answerTimeout = 100 * time.Millisecond

// CanQuery reports whether the program may send queries: the terminal can move its cursor and
// ignores unknown sequences. It is false on Windows, where a console turns answers into keys.
func CanQuery() bool {
	kind, program := os.Getenv("TERM"), os.Getenv("TERM_PROGRAM")
	return runtime.GOOS != "windows" && kind != "" && kind != "dumb" && kind != "linux" && program != "Apple_Terminal"
}

// QueryTerminal sends AllQueries to the screen and reads the answers from keys, for at most 100 ms.
// Keys that the user presses meanwhile are lost.
func QueryTerminal(keys, screen *os.File) Terminal {
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
