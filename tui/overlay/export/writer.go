package export

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
)

// A Writer writes one file at a time in the background. Only one goroutine may use a Writer.
type Writer struct {
	// Kinds are the kinds of files, nil if none can be written.
	Kinds []Kind
	// Current is the progress of the current file, nil without one. Failed is the error of the
	// last file.
	Current *News
	Err     error

	report func(News)
	cancel context.CancelFunc
	done   chan struct{}
}

// News is the progress of a file. The last news of a file has Ended set, and Err if no file
// was written.
type News struct {
	File, Stage string
	// Content names the content, such as "the model".
	Content     string
	Done, Total int64
	Ended       bool
	Err         error
}

// NewWriter returns a Writer that calls say with its news from another goroutine. The caller
// passes the news on to Hear.
func NewWriter(say func(News)) *Writer { return &Writer{report: say, cancel: func() {}} }

// Write starts to write a file of a kind, and replaces an existing file. No other file may be
// in progress.
func (w *Writer) Write(kind Kind, r Request) {
	if whole, err := filepath.Abs(r.File); err == nil {
		r.File = whole
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.Current, w.Err, w.cancel, w.done = &News{File: r.File}, nil, cancel, make(chan struct{})
	say, ended := w.report, w.done
	r.Progress = func(stage string, done, total int64) {
		say(News{File: r.File, Stage: stage, Done: done, Total: total})
	}
	go func() {
		defer close(ended)
		defer cancel()
		contents, err := kind.Write(ctx, r)
		if errors.Is(err, context.Canceled) {
			err = errors.New("cancelled")
		}
		if contents == "" {
			contents, _, _ = strings.Cut(kind.describe(r.View), ",")
		}
		say(News{File: r.File, Content: contents, Ended: true, Err: err})
	}()
}

// Hear updates Now and Failed.
func (w *Writer) Hear(news News) {
	w.Current = &news
	if news.Ended {
		w.Current, w.Err = nil, news.Err
	}
}

// Cancel cancels the current file.
func (w *Writer) Cancel() { w.cancel() }

// Close cancels the current file and waits for the end of the work.
func (w *Writer) Close() {
	w.cancel()
	if w.done != nil {
		<-w.done
	}
}
