package main

import (
	"context"
	"io"

	"larui/datasets"
	"larui/tui/session"
)

// An opener opens pairs for a command, shows how far that has come, and keeps what
// it took time for once the command has printed what it had to say.
type opener struct {
	progress *progress
	opened   []*session.Session
	// live takes what a command writes while it goes on; what is written elsewhere
	// is held back until it has succeeded.
	live io.Writer
	// notes takes lines about what takes long, of a command that holds a conversation;
	// interrupts give up what it is at.
	notes      io.Writer
	interrupts <-chan struct{}
}

// open opens the pair of spec and prepares its problem.
func (o *opener) open(ctx context.Context, spec datasets.Spec) (*session.Session, error) {
	session, err := session.Open(ctx, spec, nil, o.progress.opening)
	if err == nil {
		o.opened = append(o.opened, session)
	}
	return session, err
}

// openPair opens the pair of spec, without a problem.
func (o *opener) openPair(ctx context.Context, spec datasets.Spec) (*session.Session, error) {
	session, err := session.OpenPair(ctx, spec, o.progress.opening)
	if err == nil {
		o.opened = append(o.opened, session)
	}
	return session, err
}

// keep puts what has been opened into the cache, until ctx ends.
func (o *opener) keep(ctx context.Context) {
	for _, session := range o.opened {
		session.Keep(ctx)
	}
}
