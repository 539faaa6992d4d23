package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/model/linalg"
	"larui/tui/plain"
	"larui/tui/session"
	"larui/tui/termquery"
)

func main() {
	termquery.Restore() // must come first: restores the value of TERM
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGABRT)
	context.AfterFunc(ctx, func() {
		// A second signal after stop would end the program, so wait until the program has reset the
		// terminal.
		time.Sleep(grace)
		stop()
	})
	os.Exit(run(ctx, takeInterrupts, os.Args[1:], os.Stdout, os.Stderr))
}

// grace is the time that an interrupted command has to finish: enough to reset the terminal, too
// short for a long factorization.
const grace = time.Second

// run executes the command line args and returns the exit status. It writes the output to stdout
// when the command ends; if the command fails, it writes only an error to stderr. --plain writes
// its lines at once. interrupts, which may be nil, returns the channel on which --plain receives
// Ctrl+C.
func run(ctx context.Context, interrupts func() <-chan os.Signal, args []string, stdout, stderr io.Writer) int {
	var out bufferedOutput
	progress := newProgress(stderr)
	talk := plain.Conversation{Out: stdout, Progress: stderr, Interrupts: interrupts}
	opener := &opener{progress: progress, conversation: talk}
	done := make(chan error, 1)
	go func() { done <- execute(ctx, args, &out, opener) }()

	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case err = <-done:
		case <-time.After(grace):
			err = ctx.Err()
		}
	}
	progress.close()
	if opener.isHelp {
		stdout = pager{stdout}
	}
	if err == nil || err == errReported {
		err = cmp.Or(out.writeBufferTo(stdout), err)
	}
	switch err {
	case errReported:
		return statusFailed
	case nil:
		for _, warning := range opener.warnings {
			fmt.Fprintln(stderr, "larui: warning: "+warning.Text)
		}
		opener.writeCaches(ctx)
		return statusOK
	}
	fmt.Fprintln(stderr, "larui: "+errorMessage(err))
	return exitStatus(err)
}

func execute(ctx context.Context, args []string, out io.Writer, opener *opener) (err error) {
	defer recoverPanic(&err)
	if err := linalg.CheckKernel(); err != nil {
		return err
	}
	root := newRoot(opener, args)
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(io.Discard)
	err = cmp.Or(root.ExecuteContext(ctx), opener.unknownWord)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// recoverPanic, when deferred, converts a panic into an error.
func recoverPanic(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("internal error: %v", cause)
	}
}

// A bufferedOutput buffers output: up to 16 MiB in memory, more in a temporary file.
type bufferedOutput struct {
	memory bytes.Buffer
	file   *os.File
	// err is the first error of Write. writeBufferTo returns err, because some callers of Write
	// ignore errors.
	err error
}

func (h *bufferedOutput) Write(p []byte) (int, error) {
	const most = 16 << 20
	if h.memory.Len()+len(p) > most && h.err == nil {
		h.err = h.moveToFile()
	}
	if h.err != nil {
		return 0, h.err
	}
	return h.memory.Write(p)
}

func (h *bufferedOutput) moveToFile() (err error) {
	if h.file == nil {
		h.file, err = os.CreateTemp("", "larui-*")
		if err != nil {
			return fmt.Errorf("holding back the output: %w", err)
		}
		_ = os.Remove(h.file.Name()) // the system frees the unlinked file on closing or exit
	}
	_, err = h.memory.WriteTo(h.file)
	return err
}

func (h *bufferedOutput) writeBufferTo(w io.Writer) error {
	if h.err == nil && h.file != nil {
		_, h.err = h.file.Seek(0, io.SeekStart)
		if h.err == nil {
			_, h.err = io.Copy(w, h.file)
		}
		_ = h.file.Close() // an error is harmless after reading
	}
	if h.err == nil {
		_, h.err = w.Write(h.memory.Bytes())
	}
	return h.err
}

// takeInterrupts returns a channel that receives Ctrl+C from then on; Ctrl+C no longer ends the
// context of main.
func takeInterrupts() <-chan os.Signal {
	interrupts := make(chan os.Signal, 1)
	signal.Reset(os.Interrupt)
	signal.Notify(interrupts, os.Interrupt)
	return interrupts
}

// Exit statuses.
const (
	statusOK          = 0
	statusFailed      = 1   // the work failed
	statusWrongCall   = 2   // the command line is invalid
	statusInterrupted = 130 // as a shell reports SIGINT
)

// A wrongCall is an error in the command line.
type wrongCall struct{ text string }

func (w *wrongCall) Error() string { return w.text }

func wrongCallf(format string, args ...any) error {
	return &wrongCall{fmt.Sprintf(format, args...)}
}

func exitStatus(err error) int {
	var call *wrongCall
	var place *datasets.FormatError
	switch {
	case errors.Is(err, context.Canceled):
		return statusInterrupted
	case errors.As(err, &call):
		return statusWrongCall
	case errors.As(err, &place):
		// An error at a place in a file is not an error in the command line.
		return statusFailed
	}
	for _, kind := range []error{session.ErrValue, model.ErrParams, datasets.ErrSpec, datasets.ErrUnknownPair} {
		if errors.Is(err, kind) {
			return statusWrongCall
		}
	}
	return statusFailed
}

// errorMessage returns an error as one line, or a line for each reason why files can't be read.
func errorMessage(err error) string {
	if refusal := new(datasets.Refusal); errors.As(err, &refusal) {
		return refusal.Text()
	}
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	return joinLines(session.PlainError(err))
}

// joinLines joins the lines of s and removes control characters of terminals.
func joinLines(s string) string {
	return wording.OneLine(strings.ReplaceAll(strings.TrimSpace(s), "\n", "; "))
}

func rewordFlagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if name, unknown := strings.CutPrefix(err.Error(), "unknown flag: --"); unknown {
		return wrongCallf("%v: %s", err, suggestFlags(cmd, name))
	}
	if !errors.As(err, &value) {
		return wrongCallf("%v (see %s --help)", err, cmd.CommandPath())
	}
	flag, text := value.GetFlag(), session.PlainError(value.Unwrap())
	var unparsed *strconv.NumError
	if errors.As(err, &unparsed) {
		text = "not " + map[string]string{"bool": "true or false", "int": "a whole number",
			"intSlice": "a list of whole numbers such as 3,5"}[flag.Value.Type()]
	}
	return wrongCallf("--%s %s: %s", flag.Name, quoteIfBlank(value.GetValue()), text)
}

func quoteIfBlank(s string) string {
	if strings.TrimSpace(s) == "" {
		return fmt.Sprintf("%q", s)
	}
	return s
}
