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

// An opener opens pairs for a command, shows the progress, and caches the pairs after the command
// has printed its results.
type opener struct {
	*progress
	opened []*session.Session
	// warnings are printed on standard error after the command has succeeded.
	warnings []session.Warning
	// talk has the streams of a conversation. Its output is not held back, unlike all other output.
	talk plain.Conversation
	// unknown is the error of help for a word that is no command, pair or page.
	unknown error
	// config is the user's configuration file. settled maps the name of each setting to its value
	// from flags, environment and file.
	config  *config.File
	settled map[string]string
}

// open opens the pair of spec. It prepares the problem unless spec asks for the source only.
func (o *opener) open(ctx context.Context, spec datasets.Spec) (*session.Session, error) {
	var opened *session.Session
	var err error
	if spec.SourceOnly {
		opened, err = session.OpenPair(ctx, spec, o.opening)
	} else {
		opened, err = session.Open(ctx, spec, nil, o.opening)
	}
	if err == nil {
		o.opened, o.warnings = append(o.opened, opened), opened.Warnings()
	}
	return opened, err
}

// cache writes the opened pairs to the cache until ctx ends.
func (o *opener) cache(ctx context.Context) {
	for _, opened := range o.opened {
		opened.WriteCache(ctx)
	}
}

// open opens the pair of the call and returns it with the parameters of the call.
func (c call) open(ctx context.Context, args []string, opener *opener) (opened *session.Session, params model.Params, err error) {
	opening, err := c.opening(args)
	err = cmp.Or(err, opening.CheckFiles())
	if err == nil {
		opened, err = opener.open(ctx, opening.Spec)
	}
	if err == nil {
		params, err = begin(opened, opening.Set)
	}
	return opened, params, err
}

// A progress is a line on the terminal that shows how far the work is, and is erased at the end.
// Where standard error is not a terminal, it shows nothing.
type progress struct {
	mu     sync.Mutex
	w      io.Writer // nil once closed, or if standard error is no terminal
	stderr io.Writer // for notes
	last   time.Time
	drawn  bool
	// told, if not nil, receives the progress instead of the terminal.
	told func(stage string, done, total int64)
	// about is a prefix of notes that names the current pair among several.
	about string
}

// Limits of the progress line: its width, which avoids wrapping, and the time between updates.
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

// opening shows the progress of opening a pair.
func (p *progress) opening(at datasets.Progress) {
	p.show(at.Stage, at.Done, at.Total)
}

// solving shows the number of solved cells of a sweep.
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

// close erases the line and ends the progress.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.w, p.drawn = nil, false
}

// write calls the function write and notes that the file was written or replaced.
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

// replace writes content to a file as write does.
func (p *progress) replace(file string, content []byte) error {
	return p.write(file, func() error { return store.Replace(file, content, 0o644) })
}

// note prints a permanent line on standard error.
func (p *progress) note(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
	fmt.Fprintln(p.stderr, "larui: "+oneLine(p.about+text))
}
