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

// A Conversation is what Talk goes over.
type Conversation struct {
	// In holds commands, one a line; Out takes the answers.
	In  io.Reader
	Out io.Writer
	// Progress takes lines about what takes long; nil for nowhere.
	Progress io.Writer
	// Interrupts give up what is going on, and nothing else; they are received while
	// something is. It may be nil.
	Interrupts <-chan struct{}
	// Store says what to go on from instead of the first pair, and who keeps what it
	// comes to.
	frame.Store
}

// A talker answers lines of text by what a host shows.
type talker struct {
	host *frame.Host
	Conversation
	ctx context.Context
	// lines are what is read; early is the one that was read before its time.
	lines <-chan line
	early *line
	// out writes answers to Out, once they are whole or a wait begins.
	out *bufio.Writer
	// stage is what was last said to be going on.
	stage string
}

// A line is one that was read, or with err what has ended the reading: io.EOF where
// there are no more.
type line struct {
	text string
	err  error
}

// Talk opens a pair in the view of that name, the dashboard where that is empty, and
// answers commands with lines of text. A command that is wrong is answered by a line
// that begins with "error:". It returns nil at the end of the commands or at quit,
// ctx.Err() where ctx ends first, context.Canceled where it is interrupted while the
// first pair opens, and what kept that from opening, or the explorer from being kept.
func Talk(ctx context.Context, first session.Opening, name string, talk Conversation) error {
	if talk.Progress == nil {
		talk.Progress = io.Discard
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &talker{host: frame.NewHost(first), Conversation: talk, ctx: ctx, out: bufio.NewWriter(talk.Out)}
	defer t.host.Close()
	t.host.Scene.Spoken, t.host.Scene.Glyphs = true, chart.ASCII
	if err := t.host.Restore(talk.Store, name); err != nil {
		return err
	}
	t.host.KeepSessions()
	t.host.OpenFirst()
	if err := t.wait(); err != nil {
		return err
	}
	if err := t.host.Blame(t.host.Explorer.Update.Err); err != nil {
		return err
	}
	t.sayEverything()
	t.say("type help for what can be typed")
	t.lines = readLines(ctx, talk.In)
	err := t.converse()
	if err == nil || ctx.Err() != nil {
		err = cmp.Or(t.host.End(talk.Store), err)
	}
	return err
}

// converse answers one line after the other.
func (t *talker) converse() error {
	prompt := ""
	if file, ok := t.In.(*os.File); ok && isatty.IsTerminal(file.Fd()) {
		prompt = "> "
	}
	for !t.host.Quitting {
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

// nextLine waits for the next line.
func (t *talker) nextLine() (next line) {
	if t.early != nil {
		next, t.early = *t.early, nil
		return next
	}
	select {
	case <-t.ctx.Done():
		return line{err: t.ctx.Err()}
	case next = <-t.lines:
		return next
	}
}

// readLines reads lines until in or ctx ends. A read that nothing ever answers ends
// with the process.
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

// errCancelled says that what was going on is given up.
var errCancelled = errors.New("cancelled")

// settle takes in what engine and trainer say until nothing is going on any more. An
// interrupt gives up what is going on, and so does "cancel" as the next line where that
// is an opening, a choice or a training that was asked for; given up before the first pair is
// open, it ends with context.Canceled.
func (t *talker) wait() error {
	if err := t.flush(); err != nil {
		return err
	}
	for t.host.Explorer.Solving || t.host.Scene.Trainer.Pending() > 0 || t.host.Scene.Writer.Now != nil {
		// One line at most is read before its time.
		var lines <-chan line
		if t.early == nil && t.cancellable() {
			lines = t.lines
		}
		select {
		case <-t.ctx.Done():
			return t.ctx.Err()
		case <-t.Interrupts:
			if t.host.Scene.Solution() == nil {
				return context.Canceled
			}
			t.cancel()
		case msg := <-t.host.News:
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

// cancellable tells whether something goes on that was asked for by a command of its
// own.
func (t *talker) cancellable() bool {
	for _, e := range t.host.Scene.Trainer.Board {
		if e.Pending() && !e.Automatic {
			return true
		}
	}
	return t.host.Explorer.Opening != "" || t.host.Scene.Choosing() || t.host.Scene.Writer.Now != nil
}

// giveUp gives up what is going on.
func (t *talker) cancel() {
	switch name := t.host.Explorer.Opening; {
	case name != "":
		t.host.CancelOpening()
		t.host.Failed = fmt.Errorf("opening %s was %w: everything is as it was", name, errCancelled)
	case t.host.Scene.Choosing():
		t.host.StopChoosing()
	case t.host.Scene.Writer.Now != nil:
		t.host.Scene.Writer.Cancel()
	case t.host.Explorer.Solving:
		t.host.Explorer.Cancel()
	}
	t.host.Scene.Trainer.CancelAll()
}

// take takes in what engine or trainer say, and tells of what takes long.
func (t *talker) handle(msg any) {
	switch msg := msg.(type) {
	case session.Update:
		t.host.Hear(msg)
		if msg.Progress != nil && msg.Progress.Stage != t.stage {
			t.stage = msg.Progress.Stage
			t.report(t.stage + " ...")
		}
	case session.TrainingNews:
		before := t.host.Scene.Trainer.Board[msg.Key]
		t.host.Hear(msg)
		t.reportTraining(msg.Key, before)
	case export.News:
		t.host.Hear(msg)
	}
}

// flush writes the answer.
func (t *talker) flush() error {
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}
