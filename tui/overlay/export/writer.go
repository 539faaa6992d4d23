package export

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
)

// A Writer writes one file at a time in the background. Its methods must be called from one
// goroutine.
type Writer struct {
	// Kinds are the kinds of files to choose from, nil if no file can be written.
	Kinds []Kind
	// Current is the progress of the present file, nil if no file is being written. Err is the
	// error of the last file.
	Current *Report
	Err     error

	report func(Report)
	cancel context.CancelFunc
	work   sync.WaitGroup
}

// A Report is the progress of writing a file: Done of Total parts of the work called Stage. In the
// last report Ended is true, and Err is set if the file was not written.
type Report struct {
	File, Stage string
	// The last report has Content, such as "the model".
	Content     string
	Done, Total int64
	Ended       bool
	Err         error
}

// NewWriter returns a Writer that calls report from another goroutine. The caller must pass each
// Report on to HandleReport.
func NewWriter(report func(Report)) *Writer { return &Writer{report: report, cancel: func() {}} }

// Write starts to write a file, and overwrites an existing file. No other file may be in progress.
func (w *Writer) Write(kind Kind, r Request) {
	if whole, err := filepath.Abs(r.File); err == nil {
		r.File = whole
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.Current, w.Err, w.cancel = &Report{File: r.File}, nil, cancel
	r.Progress = func(stage string, done, total int64) {
		w.report(Report{File: r.File, Stage: stage, Done: done, Total: total})
	}
	w.work.Go(func() {
		defer cancel()
		contents, err := kind.Write(ctx, r)
		if errors.Is(err, context.Canceled) {
			err = errors.New("cancelled")
		}
		if contents == "" {
			contents, _, _ = strings.Cut(kind.describe(r.View), ",")
		}
		w.report(Report{File: r.File, Content: contents, Ended: true, Err: err})
	})
}

// HandleReport updates Current and Err after a report.
func (w *Writer) HandleReport(news Report) {
	w.Current = &news
	if news.Ended {
		w.Current, w.Err = nil, news.Err
	}
}

// Cancel stops the writing of the present file.
func (w *Writer) Cancel() { w.cancel() }

// Close stops the writing of the present file and waits for its end.
func (w *Writer) Close() {
	w.cancel()
	w.work.Wait()
}
