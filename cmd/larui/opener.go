package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-isatty"

	"larui/datasets"
	"larui/model"
	"larui/tui/config"
	"larui/tui/plain"
	"larui/tui/session"
	"larui/tui/store"
)

// An opener opens pairs for a command, shows the progress, and caches the opened pairs after the
// command.
type opener struct {
	*progress
	opened []*session.Session
	// warnings are printed on standard error after the command has succeeded.
	warnings []session.Warning
	// conversation has the input and output of --plain, which are not buffered.
	conversation plain.Conversation
	// unknownWord is the error of larui help for a word that is not a command, a pair or a topic.
	unknownWord error
	isHelp      bool
	config      *config.File
	settings    map[string]string
}

// open also prepares the problem to solve, unless spec reads only the source.
func (o *opener) open(ctx context.Context, spec datasets.Spec) (*session.Session, error) {
	var opened *session.Session
	var err error
	if spec.SourceOnly {
		opened, err = session.OpenPair(ctx, spec, o.showOpening)
	} else {
		opened, err = session.Open(ctx, spec, nil, o.showOpening)
	}
	if err == nil {
		o.opened, o.warnings = append(o.opened, opened), opened.Warnings()
	}
	return opened, err
}

func (o *opener) writeCaches(ctx context.Context) {
	for _, opened := range o.opened {
		opened.WriteCache(ctx)
	}
}

func (c call) open(ctx context.Context, args []string, opener *opener) (opened *session.Session, params model.Params, err error) {
	opening, err := c.opening(args)
	err = cmp.Or(err, opening.CheckFiles())
	if err == nil {
		opened, err = opener.open(ctx, opening.Spec)
	}
	if err == nil {
		params, err = initialParams(opened, opening.Set)
	}
	return opened, params, err
}

// A progress shows on one line of standard error how much of the work is done, and erases the line
// at the end. If standard error is no terminal, it shows nothing.
type progress struct {
	mu     sync.Mutex
	w      io.Writer // nil once closed, or if standard error is no terminal
	stderr io.Writer // for notes
	last   time.Time
	drawn  bool
	// receive, if not nil, receives the progress instead of the terminal.
	receive func(stage string, done, total int64)
	// prefix is written before each note. It names the current target if the call gives several.
	prefix string
}

// A progress line of progressWidth columns does not wrap. progressEvery is the time between
// updates.
const (
	progressWidth = 76
	progressEvery = 100 * time.Millisecond
)

func newProgress(stderr io.Writer) *progress {
	p := &progress{last: time.Now(), stderr: stderr}
	if f, ok := stderr.(*os.File); ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb" {
		p.w = f
	}
	return p
}

func (p *progress) showOpening(at datasets.Progress) {
	p.show(at.Stage, at.Done, at.Total)
}

func (p *progress) showSolving(finished, total int) {
	p.show(fmt.Sprintf("solving, %d of %d cells", finished, total), int64(finished), int64(total))
}

func (p *progress) show(stage string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil && p.receive == nil || time.Since(p.last) < progressEvery {
		return
	}
	p.last = time.Now()
	if p.receive != nil {
		p.receive(stage, done, total)
		return
	}
	p.drawn = true
	line := joinLines(stage)
	if total > 0 {
		line += fmt.Sprintf("  %d %%", 100*min(done, total)/total)
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", ansi.Truncate(line, progressWidth, "…"))
}

// close erases the line; the progress shows nothing after that.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.w, p.drawn = nil, false
}

// writeFile calls write, which writes the file, and notes whether the file is new or replaced.
func (p *progress) writeFile(file string, write func() error) error {
	verb := "wrote "
	if _, err := os.Stat(file); err == nil {
		verb = "replaced "
	}
	err := write()
	if err == nil {
		p.printNotes(verb + file)
	}
	return err
}

func (p *progress) replaceFile(file string, content []byte) error {
	return p.writeFile(file, func() error { return store.Replace(file, content, 0o644) })
}

// printNotes prints lines on standard error that stay, unlike the progress line.
func (p *progress) printNotes(texts ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
	for _, text := range texts {
		fmt.Fprintln(p.stderr, "larui: "+joinLines(p.prefix+text))
	}
}
