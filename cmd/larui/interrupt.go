package main

import (
	"context"
	"os"
	"os/signal"
	"time"
)

// interruptible returns a context that Ctrl+C ends, unless somebody receives from
// interrupts: then it is theirs. release leaves Ctrl+C to the system again.
func interruptible(parent context.Context) (ctx context.Context, interrupts <-chan struct{}, release func()) {
	ctx, cancel := context.WithCancel(parent)
	signals, offered := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-signals:
			}
			select {
			case offered <- struct{}{}:
			case <-time.After(offering):
				cancel()
			}
		}
	}()
	return ctx, offered, func() { signal.Stop(signals) }
}

// offering is how long an interrupt waits for somebody who is but taking a breath.
const offering = 50 * time.Millisecond
