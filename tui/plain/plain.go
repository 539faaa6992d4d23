package plain

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mattn/go-isatty"

	"larui/tui/chart"
	"larui/tui/frame"
	"larui/tui/overlay/export"
	"larui/tui/session"
)

type Conversation struct {
	In  io.Reader
	Out io.Writer
	// Progress receives lines about the progress of long work, unless Progress is nil.
	Progress io.Writer
	// Interrupts, which may be nil, returns a channel with the interrupts of the user. An interrupt
	// during work cancels the work; an interrupt at the prompt ends the conversation.
	Interrupts func() <-chan os.Signal
	// UserFiles may have a saved session, which replaces the first pair. Talk saves the session
	// with UserFiles at the end.
	frame.UserFiles
}

type plainHost struct {
	*frame.Host
	Conversation
	// ctx is the context of the conversation. end cancels ctx.
	ctx        context.Context
	end        context.CancelFunc
	interrupts <-chan os.Signal
	// lines receives the lines of In. early is a line that arrived during work and runs after the
	// work, nil for none.
	lines <-chan inputLine
	early *inputLine
	// out holds the answer back until the answer is complete or the host waits for work.
	out *bufio.Writer
	// stage is the name of the work, such as "reading", that was last written to Progress.
	stage string
}

// An inputLine is a line of In, or the error of reading In: io.EOF at the end.
type inputLine struct {
	text string
	err  error
}

// Talk opens a pair in the given view, or on the dashboard if view is empty, and answers commands
// with lines of text. The answer to a faulty command begins with "error:". Talk returns nil after
// quit or the last command; ctx.Err() if ctx ends; context.Canceled after an interrupt at the
// prompt or before the first pair is open; an error of opening the first pair or of saving the
// session.
func Talk(ctx context.Context, first session.Opening, view string, talk Conversation) error {
	if talk.Progress == nil {
		talk.Progress = io.Discard
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &plainHost{Host: frame.NewHost(first), Conversation: talk, ctx: ctx, end: cancel, out: bufio.NewWriter(talk.Out)}
	defer t.Close()
	if talk.Interrupts != nil {
		t.interrupts = talk.Interrupts()
	}
	t.Scene.NamesCommands, t.Scene.Glyphs = true, chart.ASCII
	if err := t.Restore(talk.UserFiles, view); err != nil {
		return err
	}
	t.CacheSessions()
	t.OpenFirst()
	if err := t.waitForWork(); err != nil {
		return err
	}
	if err := t.WrapOpenError(t.Explorer.Err); err != nil {
		return err
	}
	t.sayEverything()
	t.say("type help for a list of commands")
	t.lines = readLines(ctx, talk.In)
	err := t.converse()
	if err == nil || ctx.Err() != nil {
		err = cmp.Or(t.SaveAtExit(talk.UserFiles), err)
	}
	return err
}

func (t *plainHost) converse() error {
	prompt := ""
	if file, ok := t.In.(*os.File); ok && isatty.IsTerminal(file.Fd()) {
		prompt = "> "
	}
	for !t.MustQuit {
		_, _ = t.out.WriteString(prompt)
		if err := t.flush(); err != nil {
			return err
		}
		next := t.nextLine()
		if next.err == io.EOF {
			return nil
		}
		if next.err != nil {
			return next.err
		}
		err := t.runLine(next.text)
		if t.ctx.Err() != nil {
			return t.ctx.Err()
		}
		if err != nil {
			t.sayError(err)
		}
	}
	return t.flush()
}

func (t *plainHost) nextLine() (next inputLine) {
	if t.early != nil {
		next, t.early = *t.early, nil
		return next
	}
	select {
	case <-t.ctx.Done():
		return inputLine{err: t.ctx.Err()}
	case <-t.interrupts:
		t.end()
		return inputLine{err: t.ctx.Err()}
	case next = <-t.lines:
		return next
	}
}

func readLines(ctx context.Context, in io.Reader) <-chan inputLine {
	const longest = 1 << 20
	lines := make(chan inputLine)
	go func() {
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, longest)
		for more := true; more && ctx.Err() == nil; {
			next := inputLine{err: io.EOF}
			more = scanner.Scan()
			if more {
				next = inputLine{text: scanner.Text()}
			} else if err := scanner.Err(); err != nil && !errors.Is(err, os.ErrClosed) { // a table was read from the same pipe
				next.err = fmt.Errorf("reading commands: %w", err)
			}
			select {
			case lines <- next:
			case <-ctx.Done():
			}
		}
	}()
	return lines
}

var errCancelled = errors.New("cancelled")

// waitForWork handles messages until no work is left. An interrupt cancels the work; the line
// "cancel" cancels work that a command asked for. waitForWork returns context.Canceled if an
// interrupt arrives before the first pair is open.
func (t *plainHost) waitForWork() error {
	if err := t.flush(); err != nil {
		return err
	}
	for t.Explorer.Solving || t.Scene.Trainer.CountPending() > 0 || t.Scene.Writer.Current != nil {
		// At most one line is read during the work.
		var lines <-chan inputLine
		if t.early == nil && t.canCancel() {
			lines = t.lines
		}
		select {
		case <-t.ctx.Done():
			return t.ctx.Err()
		case <-t.interrupts:
			if t.Scene.Solution == nil {
				return context.Canceled
			}
			t.cancelWork()
		case msg := <-t.Messages:
			t.handleMessage(msg)
		case next := <-lines:
			if strings.EqualFold(strings.TrimSpace(next.text), "cancel") {
				t.cancelWork()
			} else {
				t.early = &next
			}
		}
	}
	t.stage = ""
	return t.ctx.Err()
}

// canCancel reports whether a command has asked for the work in progress: training, opening a pair,
// choosing a setting or exporting.
func (t *plainHost) canCancel() bool {
	for _, e := range t.Scene.Trainer.Board {
		if e.IsPending() && !e.Automatic {
			return true
		}
	}
	return t.Explorer.Opening != "" || t.Scene.IsChoosing() || t.Scene.Writer.Current != nil
}

func (t *plainHost) cancelWork() {
	switch name := t.Explorer.Opening; {
	case name != "":
		t.CancelOpening()
		t.OpenError = fmt.Errorf("opening %s was %w; the present pair stays open", name, errCancelled)
	case t.Scene.IsChoosing():
		t.StopChoosing()
	case t.Scene.Writer.Current != nil:
		t.Scene.Writer.Cancel()
	case t.Explorer.Solving:
		t.Explorer.Cancel()
	}
	t.Scene.Trainer.CancelAll()
}

func (t *plainHost) handleMessage(msg any) {
	switch msg := msg.(type) {
	case session.Update:
		t.HandleMessage(msg)
		if msg.Progress != nil && msg.Progress.Stage != t.stage {
			t.stage = msg.Progress.Stage
			t.reportProgress(t.stage + " ...")
		}
	case session.TrainingUpdate:
		before := t.Scene.Trainer.Board[msg.Key]
		t.HandleMessage(msg)
		t.reportTraining(msg.Key, before)
	case export.Report:
		t.HandleMessage(msg)
	}
}

func (t *plainHost) flush() error {
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}
