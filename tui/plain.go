package tui

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/mattn/go-isatty"
	"github.com/muesli/termenv"

	"larui/tui/chart"
)

// A talker is the explorer as lines of text, for screen readers and pipes: the same
// Program without a screen.
type talker struct {
	*Program
	ctx     context.Context
	updates chan Update
	// answer collects what is written next, out takes it.
	answer strings.Builder
	out    io.Writer
	// stage is what was last said to be going on.
	stage string
	done  bool
}

// Plain opens the pair of opts and answers the commands that in holds, one a line,
// with lines of text on out. A command that is wrong is answered by a line that
// begins with "error:". It returns nil at the end of in or at quit, ctx.Err() where
// ctx ends first, and what kept the pair from opening.
func Plain(ctx context.Context, opts Options, in io.Reader, out io.Writer) error {
	request, err := opts.request()
	if err != nil {
		return err
	}
	p := newProgram(look{glyphs: chart.ASCII, theme: chart.Mono, usual: chart.Mono, profile: termenv.Ascii}, request)
	defer p.engine.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := p.openAt(opts.View); err != nil {
		return err
	}
	t := &talker{Program: p, ctx: ctx, updates: make(chan Update), out: out}
	p.deliver = func(msg tea.Msg) {
		select {
		case t.updates <- Update(msg.(updateMsg)):
		case <-ctx.Done():
		}
	}
	p.recents = userRecents()
	p.engine.KeepSessions()
	p.Init()
	if err := t.settle(); err != nil {
		return err
	}
	if err := p.scene.Update.Err; err != nil {
		return err
	}
	t.sayPair()
	t.sayState()
	t.sayAll()
	t.say("type help for what can be typed")
	return t.converse(in)
}

// converse answers one line after the other.
func (t *talker) converse(in io.Reader) error {
	prompt := ""
	if file, ok := in.(*os.File); ok && isatty.IsTerminal(file.Fd()) {
		prompt = "> "
	}
	lines, failed := readLines(t.ctx, in)
	for {
		t.answer.WriteString(prompt)
		if err := t.flush(); err != nil {
			return err
		}
		select {
		case <-t.ctx.Done():
			return t.ctx.Err()
		case line, ok := <-lines:
			if !ok {
				return <-failed
			}
			if err := t.obey(line); err != nil {
				if t.ctx.Err() != nil {
					return t.ctx.Err()
				}
				t.say("error: " + plainError(err))
			}
			if t.done {
				return t.flush()
			}
		}
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

// settle waits until the newest request is answered, and says once of everything
// that takes long what it is.
func (t *talker) settle() error {
	for t.scene.Solving {
		select {
		case <-t.ctx.Done():
			return t.ctx.Err()
		case u := <-t.updates:
			t.hear(u)
			if u.Progress != nil && u.Progress.Stage != t.stage {
				t.stage = u.Progress.Stage
				t.say(t.stage + " ...")
				if err := t.flush(); err != nil {
					return err
				}
			}
		}
	}
	t.stage = ""
	return t.ctx.Err()
}

// say adds a line to the answer.
func (t *talker) say(text string) { t.answer.WriteString(speak(text) + "\n") }

// flush writes the answer.
func (t *talker) flush() error {
	text := t.answer.String()
	t.answer.Reset()
	if _, err := io.WriteString(t.out, text); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}
