package export

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
)

// A Writer has one file after the other written in the background. It belongs to one
// goroutine.
type Writer struct {
	// Kinds are the kinds of files; nil where none can be written.
	Kinds []Kind
	// Now is the file on its way, nil for none; Failed is what has kept the last one from
	// being written.
	Now    *News
	Failed error

	say    func(News)
	cancel context.CancelFunc
	ended  chan struct{}
}

// News are how far a file is. Once it has Ended nothing more follows, and nothing was
// written where Err is not nil.
type News struct {
	File, Stage string
	// What was written, such as "the model".
	What        string
	Done, Total int64
	Ended       bool
	Err         error
}

// NewWriter returns a writer whose news are to be handed to Hear.
func NewWriter(say func(News)) *Writer { return &Writer{say: say, cancel: func() {}} }

// Write has a file of a kind written, in place of one that is there. None may be on its way.
func (w *Writer) Write(kind Kind, r Request) {
	if whole, err := filepath.Abs(r.File); err == nil {
		r.File = whole
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.Now, w.Failed, w.cancel, w.ended = &News{File: r.File}, nil, cancel, make(chan struct{})
	say, ended := w.say, w.ended
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
			contents, _, _ = strings.Cut(kind.about(r.View), ",")
		}
		say(News{File: r.File, What: contents, Ended: true, Err: err})
	}()
}

// Hear takes in what is said.
func (w *Writer) Hear(news News) {
	w.Now = &news
	if news.Ended {
		w.Now, w.Failed = nil, news.Err
	}
}

// Cancel gives up the file on its way.
func (w *Writer) Cancel() { w.cancel() }

// Close does so and waits for that.
func (w *Writer) Close() {
	w.cancel()
	if w.ended != nil {
		<-w.ended
	}
}
