package session

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// A queue runs pieces of work one after the other, in the order of add. It has one goroutine, and
// only while there is work, because keys may add thousands of pieces. The zero queue is empty.
type queue struct {
	mu      sync.Mutex
	waiting []func()
	// done is closed when all work is done; it is nil if there is no work.
	done chan struct{}
}

// add appends work to the queue.
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

// next removes and returns the next piece of work, or nil if the queue is empty.
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

// wait blocks until all work added so far is done.
func (q *queue) wait() {
	q.mu.Lock()
	done := q.done
	q.mu.Unlock()
	if done != nil {
		<-done
	}
}

// A cancellable is a context with its cancel function. It ends with stop or with its parent.
type cancellable struct {
	ctx  context.Context
	stop context.CancelFunc
}

func newCancellable(parent context.Context) (s cancellable) {
	s.ctx, s.stop = context.WithCancel(parent)
	return s
}

// errInternal is wrapped by the error of a panic.
var errInternal = errors.New("internal error")

// recoverPanic runs work and converts a panic to an error, so that a panic does not end the program
// before the terminal is restored.
func recoverPanic(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errInternal, p)
		}
	}()
	return work()
}
