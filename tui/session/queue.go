package session

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// A queue runs functions one after the other, in the order of add, in one goroutine that exists
// only while there is work. The zero queue is ready to use.
type queue struct {
	mu      sync.Mutex
	waiting []func()
	// done is closed when the queue is empty again; it is nil while the queue is empty.
	done chan struct{}
}

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

// next removes and returns the next function, or nil if the queue is empty.
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

// wait waits until all functions added so far have returned.
func (q *queue) wait() {
	q.mu.Lock()
	done := q.done
	q.mu.Unlock()
	if done != nil {
		<-done
	}
}

type cancellableContext struct {
	ctx  context.Context
	stop context.CancelFunc
}

func newCancellableContext(parent context.Context) (s cancellableContext) {
	s.ctx, s.stop = context.WithCancel(parent)
	return s
}

var errInternal = errors.New("internal error")

// recoverPanic converts a panic of work to an error, since a panic would end the program before the
// terminal is restored.
func recoverPanic(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errInternal, p)
		}
	}()
	return work()
}
