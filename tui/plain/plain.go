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

// A Conversation is the input and output of Talk.
type Conversation struct {
	// In has one command a line. Out receives the answers.
	In  io.Reader
	Out io.Writer
	// Progress receives lines on the progress of long work; nil for none.
	Progress io.Writer
	// Interrupts returns a channel of interrupts, and may be nil. An interrupt during work cancels
	// the work; at the prompt it ends the conversation.
	Interrupts func() <-chan struct{}
	// UserFiles has a saved explorer to start from in place of the first pair, and saves the
	// explorer at the end.
	frame.UserFiles
}

// A talker is a host that answers lines of text with the words of its views.
type talker struct {
	*frame.Host
	Conversation
	// ctx ends with the conversation, or by a call of end.
	ctx        context.Context
	end        context.CancelFunc
	interrupts <-chan struct{}
	// lines are the lines of In. early is a line that was read during work, nil for none.
	lines <-chan line
	early *line
	// out buffers an answer until the answer is whole or a wait begins.
	out *bufio.Writer
	// stage is the last stage of work that Progress received.
	stage string
}

// A line is a line of In, or the error that ended reading: io.EOF at the end.
type line struct {
	text string
	err  error
}

// Talk opens a pair in the view called name, or the dashboard if name is empty, and answers
// commands with lines of text. The answer to a faulty command begins with "error:". Talk
// returns nil at quit or after the last command, ctx.Err() if ctx ends first, context.Canceled
// if it is interrupted while the first pair opens or at the prompt, or the error of opening the
// first pair or of saving the explorer.
func Talk(ctx context.Context, first session.Opening, name string, talk Conversation) error {
	if talk.Progress == nil {
		talk.Progress = io.Discard
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &talker{Host: frame.NewHost(first), Conversation: talk, ctx: ctx, end: cancel, out: bufio.NewWriter(talk.Out)}
	defer t.Close()
	if talk.Interrupts != nil {
		t.interrupts = talk.Interrupts()
	}
	t.Scene.NamesCommands, t.Scene.Glyphs = true, chart.ASCII
	if err := t.Restore(talk.UserFiles, name); err != nil {
		return err
	}
	t.CacheSessions()
	t.OpenFirst()
	if err := t.wait(); err != nil {
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

// converse answers lines until quit or an error.
func (t *talker) converse() error {
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
		err := t.run(next.text)
		if t.ctx.Err() != nil {
			return t.ctx.Err()
		}
		if err != nil {
			t.sayError(err)
		}
	}
	return t.flush()
}

func (t *talker) nextLine() (next line) {
	if t.early != nil {
		next, t.early = *t.early, nil
		return next
	}
	select {
	case <-t.ctx.Done():
		return line{err: t.ctx.Err()}
	case <-t.interrupts:
		t.end()
		return line{err: t.ctx.Err()}
	case next = <-t.lines:
		return next
	}
}

// readLines reads lines until in or ctx ends. A read that blocks forever ends with the
// process.
func readLines(ctx context.Context, in io.Reader) <-chan line {
	const longest = 1 << 20
	lines := make(chan line)
	go func() {
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, longest)
		for more := true; more && ctx.Err() == nil; {
			next := line{err: io.EOF}
			more = scanner.Scan()
			if more {
				next = line{text: scanner.Text()}
			} else if err := scanner.Err(); err != nil {
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

// errCancelled is the error of work that the user cancelled.
var errCancelled = errors.New("cancelled")

// wait handles messages of engine, trainer and writer until no work is left. An interrupt
// cancels the work, and so does the line "cancel" if the work is cancellable. An interrupt
// before the first pair is open returns context.Canceled.
func (t *talker) wait() error {
	if err := t.flush(); err != nil {
		return err
	}
	for t.Explorer.Solving || t.Scene.Trainer.CountPending() > 0 || t.Scene.Writer.Now != nil {
		// At most one line is read early.
		var lines <-chan line
		if t.early == nil && t.cancellable() {
			lines = t.lines
		}
		select {
		case <-t.ctx.Done():
			return t.ctx.Err()
		case <-t.interrupts:
			if t.Scene.Solution == nil {
				return context.Canceled
			}
			t.cancel()
		case msg := <-t.Messages:
			t.handle(msg)
		case next := <-lines:
			if strings.EqualFold(strings.TrimSpace(next.text), "cancel") {
				t.cancel()
			} else {
				t.early = &next
			}
		}
	}
	t.stage = ""
	return t.ctx.Err()
}

// cancellable reports whether a training, opening, choice or export that a command asked for
// is in progress.
func (t *talker) cancellable() bool {
	for _, e := range t.Scene.Trainer.Board {
		if e.IsPending() && !e.Automatic {
			return true
		}
	}
	return t.Explorer.Opening != "" || t.Scene.IsChoosing() || t.Scene.Writer.Now != nil
}

// cancel cancels the present work.
func (t *talker) cancel() {
	switch name := t.Explorer.Opening; {
	case name != "":
		t.CancelOpening()
		t.OpenError = fmt.Errorf("opening %s was %w: everything is as it was", name, errCancelled)
	case t.Scene.IsChoosing():
		t.StopChoosing()
	case t.Scene.Writer.Now != nil:
		t.Scene.Writer.Cancel()
	case t.Explorer.Solving:
		t.Explorer.Cancel()
	}
	t.Scene.Trainer.CancelAll()
}

// handle handles a message of engine, trainer or writer and reports progress.
func (t *talker) handle(msg any) {
	switch msg := msg.(type) {
	case session.Update:
		t.HandleMessage(msg)
		if msg.Progress != nil && msg.Progress.Stage != t.stage {
			t.stage = msg.Progress.Stage
			t.report(t.stage + " ...")
		}
	case session.TrainingUpdate:
		before := t.Scene.Trainer.Board[msg.Key]
		t.HandleMessage(msg)
		t.reportTraining(msg.Key, before)
	case export.News:
		t.HandleMessage(msg)
	}
}

// flush writes the answer.
func (t *talker) flush() error {
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}
