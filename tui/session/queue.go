package session

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// How engine and trainer work in the background.

// A queue has pieces of work done one after the other, in the order in which they come,
// by one goroutine while there are any: keys may add thousands. The zero queue is empty.
type queue struct {
	mu      sync.Mutex
	waiting []func()
	// done is closed when all is done; nil where nothing is.
	done chan struct{}
}

// add has something done, after all that was added before.
func (q *queue) add(work func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, work)
	if q.done == nil {
		q.done = make(chan struct{})
		go q.run()
	}
}

func (q *queue) run() {
	for work := q.next(); work != nil; work = q.next() {
		work()
	}
}

// next takes what is to be done next, nil where that was all.
func (q *queue) next() (work func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		close(q.done)
		q.done, q.waiting = nil, nil
		return nil
	}
	work, q.waiting = q.waiting[0], q.waiting[1:]
	return work
}

// wait waits for the end of all that was added.
func (q *queue) wait() {
	q.mu.Lock()
	done := q.done
	q.mu.Unlock()
	if done != nil {
		<-done
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
