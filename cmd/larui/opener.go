package main

import (
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
)

// An opener opens pairs for a command, shows how far that has come, and puts them into
// the cache once the command has printed what it had to say.
type opener struct {
	progress *progress
	opened   []*session.Session
	// warnings are said on standard error once the command has succeeded.
	warnings []session.Warning
	// talk is for a command that holds a conversation. What it writes there is seen at
	// once; what is written elsewhere is held back until the command has succeeded.
	talk plain.Conversation
	// config is the user's file, and settled what it, the environment and flags settle, by
	// the names of settings.
	config  *config.File
	settled map[string]string
}

// open opens the pair of spec and prepares its problem, but not that of a source alone.
func (o *opener) open(ctx context.Context, spec datasets.Spec) (*session.Session, error) {
	var opened *session.Session
	var err error
	if spec.SourceOnly {
		opened, err = session.OpenPair(ctx, spec, o.progress.opening)
	} else {
		opened, err = session.Open(ctx, spec, nil, o.progress.opening)
	}
	if err == nil {
		o.opened, o.warnings = append(o.opened, opened), opened.Warnings()
	}
	return opened, err
}

// cache puts what has been opened into the cache, until ctx ends.
func (o *opener) cache(ctx context.Context) {
	for _, opened := range o.opened {
		opened.Keep(ctx)
	}
}

// open opens the pair of the call and returns it with the parameters to solve
// at.
func (c *call) open(ctx context.Context, args []string, opener *opener) (*session.Session, model.Params, error) {
	opening, err := c.opening(args)
	if err == nil {
		err = opening.Check()
	}
	var opened *session.Session
	if err == nil {
		opened, err = opener.open(ctx, opening.Spec)
	}
	var state session.State
	if err == nil {
		state, err = begin(opened, opening.Set)
	}
	return opened, state.Params, err
}

// A progress is a line on the terminal that is overwritten as work goes on, and
// gone when it is done. Where standard error is not a terminal it stays silent.
type progress struct {
	mu     sync.Mutex
	w      io.Writer // nil once closed, or where standard error is no terminal
	stderr io.Writer // for notes, which stay
	last   time.Time
	drawn  bool
	// told, where not nil, is told instead of the terminal.
	told func(stage string, done, total int64)
	// about stands before notes: of which of several pairs they are.
	about string
}

// Limits of the line: its width, so that it never wraps, and how often it is
// drawn.
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

// opening shows how far the opening of a pair has come.
func (p *progress) opening(at datasets.Progress) {
	p.show(at.Stage, at.Done, at.Total)
}

// solving shows how many cells of a sweep are solved.
func (p *progress) solving(finished, total int) {
	p.show(fmt.Sprintf("solving, %d of %d cells", finished, total), int64(finished), int64(total))
}

func (p *progress) show(stage string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil && p.told == nil || time.Since(p.last) < progressEvery {
		return
	}
	p.last = time.Now()
	if p.told != nil {
		p.told(stage, done, total)
		return
	}
	p.drawn = true
	line := oneLine(stage)
	if total > 0 {
		line += fmt.Sprintf("  %d %%", 100*min(done, total)/total)
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", ansi.Truncate(line, progressWidth, "…"))
}

// close takes the line away; nothing is drawn after it.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.w, p.drawn = nil, false
}

// write has a file written and notes that it was, or that one which was there was replaced.
func (p *progress) write(file string, write func() error) error {
	verb := "wrote "
	if _, err := os.Stat(file); err == nil {
		verb = "replaced "
	}
	err := write()
	if err == nil {
		p.note(verb + file)
	}
	return err
}

// note writes a line to standard error that stays.
func (p *progress) note(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
	fmt.Fprintln(p.stderr, "larui: "+oneLine(p.about+text))
}
