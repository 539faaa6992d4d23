package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mattn/go-isatty"

	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/view"
)

// A Conversation is what Talk goes over.
type Conversation struct {
	// In holds commands, one a line; Out takes the answers.
	In  io.Reader
	Out io.Writer
	// Progress takes lines about what takes long; nil for nowhere.
	Progress io.Writer
	// Interrupts give up what is going on, and nothing else. While nothing is, nobody
	// receives from it. It may be nil.
	Interrupts <-chan struct{}
}

// A talker is the explorer as lines of text, for screen readers and pipes: the same
// Program without a screen.
type talker struct {
	host *view.Host
	Conversation
	ctx context.Context
	// news are what engine and trainer say.
	news chan any
	// lines are what is read, held the one that was read too early, and failed, once
	// lines is closed, what has ended the reading.
	lines  <-chan string
	failed <-chan error
	held   []string
	// answer collects what is written next.
	answer strings.Builder
	// stage is what was last said to be going on.
	stage string
	done  bool
}

// Talk opens a pair in the view of that name, the dashboard where that is empty, and
// answers commands with lines of text. A command that is wrong is answered by a line
// that begins with "error:". It returns nil at the end of the commands or at quit,
// ctx.Err() where ctx ends first, context.Canceled where it is interrupted while the
// first pair opens, and what kept that from opening.
func Talk(ctx context.Context, first session.Opening, name string, talk Conversation) error {
	if talk.Progress == nil {
		talk.Progress = io.Discard
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &talker{Conversation: talk, ctx: ctx, news: make(chan any)}
	t.host = view.NewHost(first, func(msg any) {
		select {
		case t.news <- msg:
		case <-ctx.Done():
		}
	})
	defer t.host.Close()
	defer cancel() // before Close, which waits for who delivers
	t.host.Spoken, t.host.Glyphs = true, chart.ASCII
	if err := t.host.OpenAt(name); err != nil {
		return err
	}
	t.host.KeepSessions()
	t.host.OpenFirst()
	if err := t.settle(); err != nil {
		return err
	}
	if err := t.host.Update.Err; err != nil {
		return err
	}
	t.sayPair()
	t.sayState()
	t.sayAll()
	t.say("type help for what can be typed")
	t.lines, t.failed = readLines(ctx, talk.In)
	return t.converse()
}

// converse answers one line after the other.
func (t *talker) converse() error {
	prompt := ""
	if file, ok := t.In.(*os.File); ok && isatty.IsTerminal(file.Fd()) {
		prompt = "> "
	}
	for !t.done {
		t.answer.WriteString(prompt)
		if err := t.flush(); err != nil {
			return err
		}
		line, ok, err := t.nextLine()
		if !ok {
			return err
		}
		if err := t.obey(line); err != nil {
			if t.ctx.Err() != nil {
				return t.ctx.Err()
			}
			t.say("error: " + session.PlainError(err))
		}
	}
	return t.flush()
}

// nextLine returns the next line, or false at the end of them, with what has ended
// them if that is an error.
func (t *talker) nextLine() (string, bool, error) {
	if len(t.held) > 0 {
		line := t.held[0]
		t.held = t.held[1:]
		return line, true, nil
	}
	select {
	case <-t.ctx.Done():
		return "", false, t.ctx.Err()
	case line, ok := <-t.lines:
		if !ok {
			return "", false, <-t.failed
		}
		return line, true, nil
	}
}

// readLines reads lines until in or ctx ends, and then closes lines and says what
// failed, if anything did. A read that nothing ever answers ends with the process.
func readLines(ctx context.Context, in io.Reader) (<-chan string, <-chan error) {
	const longest = 1 << 20
	lines, failed := make(chan string), make(chan error, 1)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, longest)
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				failed <- ctx.Err()
				return
			}
		}
		err := scanner.Err()
		if err != nil {
			err = fmt.Errorf("reading commands: %w", err)
		}
		failed <- err
	}()
	return lines, failed
}

// errCancelled says that what was going on is given up.
var errCancelled = errors.New("cancelled")

// attend takes in what engine and trainer say until there is no more to wait for.
// An interrupt and, where listening, "cancel" as the next line end the wait with
// errCancelled.
func (t *talker) attend(waiting func() bool, listening bool) error {
	if err := t.flush(); err != nil {
		return err
	}
	lines := t.lines
	if !listening || len(t.held) > 0 {
		lines = nil
	}
	for waiting() {
		select {
		case <-t.ctx.Done():
			return t.ctx.Err()
		case <-t.Interrupts:
			return errCancelled
		case msg := <-t.news:
			t.take(msg)
		case line, ok := <-lines:
			if ok && isCommand("cancel", line) {
				return errCancelled
			}
			// One line at most is read before its time. At the end there is none.
			if lines = nil; ok {
				t.held = append(t.held, line)
			}
		}
	}
	return t.ctx.Err()
}

// take takes in what engine or trainer say, and tells of what takes long.
func (t *talker) take(msg any) {
	switch msg := msg.(type) {
	case session.Update:
		t.host.Hear(msg)
		if msg.Progress != nil && msg.Progress.Stage != t.stage {
			t.stage = msg.Progress.Stage
			t.tell(t.stage + " ...")
		}
	case session.TrainingNews:
		before := t.host.Trainer.Board[msg.Key]
		t.host.Hear(msg)
		t.tellTraining(msg.Key, before)
	}
}

// settle waits until the newest request is answered, and for what the view of rivals
// then trains by itself. An interrupt gives up what follows from the state, or a state
// that is still to be opened; the first opening it ends with context.Canceled.
func (t *talker) settle() error {
	solving := func() bool { return t.host.Solving }
	err := t.attend(solving, false)
	if errors.Is(err, errCancelled) {
		if t.host.Solution() == nil {
			return context.Canceled
		}
		t.host.Cancel()
		err = t.attend(solving, false)
	}
	if t.stage = ""; err != nil {
		return err
	}
	return t.attendTraining(false)
}

// say adds a line to the answer.
func (t *talker) say(text string) { t.answer.WriteString(speak(text) + "\n") }

// tell writes a line about what takes long. Where nobody can hear it, that is no
// reason to stop.
func (t *talker) tell(text string) { _, _ = io.WriteString(t.Progress, speak(text)+"\n") }

// flush writes the answer.
func (t *talker) flush() error {
	text := t.answer.String()
	t.answer.Reset()
	if text == "" {
		return nil
	}
	if _, err := io.WriteString(t.Out, text); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}
