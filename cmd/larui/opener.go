package main

import (
	"context"

	"larui/datasets"
	"larui/model"
	"larui/tui/config"
	"larui/tui/plain"
	"larui/tui/session"
)

// An opener opens pairs for a command, shows how far that has come, and keeps what
// it took time for once the command has printed what it had to say.
type opener struct {
	progress *progress
	opened   []*session.Session
	// warnings are said on standard error once the command has succeeded.
	warnings []session.Warning
	// talk is for a command that holds a conversation. What it writes there is seen at
	// once; what is written elsewhere is held back until the command has succeeded.
	talk plain.Conversation
	// present is the pair that a command is to work on, open already; nil for none.
	present *session.Session
	// config is the user's file, and settled what it, the environment and flags settle, by
	// the names of settings.
	config  *config.File
	settled map[string]string
	// predicted is how many predictions a command has saved.
	predicted int
}

// open opens the pair of spec and prepares its problem, but not that of a source alone.
func (o *opener) open(ctx context.Context, spec datasets.Spec) (*session.Session, error) {
	opened := o.present
	var err error
	switch {
	case opened != nil:
	case spec.SourceOnly:
		opened, err = session.OpenPair(ctx, spec, o.progress.opening)
	default:
		opened, err = session.Open(ctx, spec, nil, o.progress.opening)
	}
	if err == nil {
		o.opened, o.warnings = append(o.opened, opened), opened.Warnings()
	}
	return opened, err
}

// keep puts what has been opened into the cache, until ctx ends.
func (o *opener) keep(ctx context.Context) {
	for _, opened := range o.opened {
		opened.Keep(ctx)
	}
}

// open opens the pair of the call and returns it with the parameters to solve
// at.
func (c *call) open(ctx context.Context, args []string, opener *opener) (*session.Session, model.Params, error) {
	opening, err := c.opening(args)
	if err == nil {
		err = opening.Check()
	}
	var opened *session.Session
	if err == nil {
		opened, err = opener.open(ctx, opening.Spec)
	}
	var state session.State
	if err == nil {
		state, err = begin(opened, c.set())
	}
	return opened, state.Params, err
}
