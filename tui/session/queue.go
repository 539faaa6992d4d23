package session

import (
	"context"
	"errors"
	"fmt"
)

// How engine and trainer work in the background.

// A queue has pieces of work done one after the other, in the order in which they come:
// each waits for the one before it. The zero queue is empty.
type queue struct{ last chan struct{} }

// add has something done, after all that was added before. It may be called by one
// goroutine at a time.
func (q *queue) add(work func()) {
	before, done := q.last, make(chan struct{})
	q.last = done
	go func() {
		defer close(done)
		if before != nil {
			<-before
		}
		work()
	}()
}

// wait waits for the end of all that was added.
func (q *queue) wait() {
	if q.last != nil {
		<-q.last
	}
}

// A span is how long something is wanted: until stop, or the end of what it is part of.
type span struct {
	ctx  context.Context
	stop context.CancelFunc
}

func newSpan(parent context.Context) (s span) {
	s.ctx, s.stop = context.WithCancel(parent)
	return s
}

// errInternal says that something has panicked.
var errInternal = errors.New("internal error")

// guard does work. A panic in it must not take the terminal with it: it becomes an error
// like any other.
func guard(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errInternal, p)
		}
	}()
	return work()
}
