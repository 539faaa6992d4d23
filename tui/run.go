package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/mattn/go-isatty"

	"larui/tui/frame"
	"larui/tui/lesson"
	"larui/tui/pixels"
	"larui/tui/session"
)

// Options select the pair, the look, the keys and the saved session of the explorer.
type Options struct {
	// Opening is the first pair, with values of its options, unless UserFiles has a saved session.
	// The session is saved in UserFiles when the explorer ends.
	session.Opening
	frame.UserFiles
	// Lesson is the lesson to begin, nil for none. Step is the index of its first step.
	Lesson *lesson.Lesson
	Step   int
	// View is a name from frame.ViewNames, or empty. An empty View stands for the first screen, or
	// for the view of the saved session.
	View string
	// Present turns on the mode for talks: one bold picture with one control.
	Present bool
	// Theme is auto (default), dark, light, mono, colour-blind or colour-blind-light. Glyphs is
	// braille (default), block or ascii.
	Theme, Glyphs string
	// Colour is auto, always or never. The default auto follows the terminal and the variable
	// NO_COLOR.
	Colour string
	// Pictures is the protocol of pictures: kitty, sixel, cells (pictures made of text), or auto,
	// the default, which asks the terminal. Snapshot always uses cells.
	Pictures string
	// Mouse is on (default) or off. With the mouse on, Shift is needed to select text in the
	// terminal.
	Mouse string
	// Keys maps names of actions to keys, named as in Bubble Tea. The keys replace the default keys
	// of the action.
	Keys map[string][]string
	// Progress, unless nil, is called by Snapshot with the name of the work, such as "reading", the
	// number of finished parts and the number of all parts.
	Progress func(stage string, done, total int64)
}

// ErrNoTerminal is the error of Run if standard input or output is not a terminal.
var ErrNoTerminal = errors.New("not a terminal")

var errDumb = fmt.Errorf("%w with a cursor (TERM=dumb)", ErrNoTerminal)

// Run shows the explorer until the user quits or ctx ends. Errors wrap ErrNoTerminal if standard
// input or output is no suitable terminal, and session.ErrValue if an option has a bad value. Other
// errors come from opening the first pair and from saving the session.
func Run(ctx context.Context, opts Options) error {
	if !isatty.IsTerminal(os.Stdin.Fd()) || !isatty.IsTerminal(os.Stdout.Fd()) {
		return ErrNoTerminal
	}
	if os.Getenv("TERM") == "dumb" {
		return errDumb
	}
	p, err := prepareProgram(opts)
	if err != nil {
		return err
	}
	p.host.CacheSessions()
	p.host.EnableFirstLook()
	err = runModel(ctx, opts.Mouse != "off", func(screen *terminal) tea.Model {
		p.output = screen
		return &pacedProgram{Program: p, screen: screen}
	})
	if errors.Is(err, errStuck) {
		return ctx.Err() // host.Close would wait forever
	}
	var saveErr error
	if err == nil || ctx.Err() != nil || errors.Is(err, tea.ErrProgramPanic) {
		saveErr = p.host.SaveAtExit(opts.UserFiles)
	}
	p.host.Close()
	switch {
	case saveErr != nil:
		return saveErr
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("running the explorer: %w", err)
	case p.scene.Solution == nil:
		return p.host.WrapOpenError(p.scene.Update.Err)
	}
	return nil
}

// prepareProgram returns a program, whose host the caller must close.
func prepareProgram(opts Options) (*Program, error) {
	look, err := newTerminalLook(opts, os.Stdout)
	if err != nil {
		return nil, err
	}
	p := newProgram(look, opts.Opening)
	p.host.BindKeys(opts.Keys)
	if err := p.host.Restore(opts.UserFiles, opts.View); err != nil {
		p.host.Close()
		return nil, err
	}
	if opts.Lesson != nil {
		p.host.StartLesson(opts.Lesson, opts.Step)
	}
	return p, nil
}

// errStuck is the error of a program that has not ended in time after the end of ctx.
var errStuck = errors.New("stuck")

// runModel handles signals itself, because Bubble Tea handles none while Update or View runs. So
// the terminal is restored at the end or for a pause even if Update or View never returns.
func runModel(ctx context.Context, mouse bool, program func(*terminal) tea.Model) error {
	screen, err := openTerminal(os.Stdin, os.Stdout, mouse)
	if err != nil {
		return err
	}
	keys := &keyInput{File: os.Stdin}
	options := []tea.ProgramOption{
		tea.WithAltScreen(), tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithFPS(frameRate),
		tea.WithInput(keys), tea.WithOutput(screen),
	}
	if mouse {
		options = append(options, tea.WithMouseAllMotion())
	}
	running, ended, paused := tea.NewProgram(program(screen), options...), make(chan error, 1), notifyPauses()
	keys.reportTerminal = func(t pixels.Terminal) { running.Send(t) }
	defer signal.Stop(paused)
	go func() {
		_, err := running.Run()
		ended <- err
	}()
	for {
		select {
		case err := <-ended:
			return err
		case <-paused:
			screen.pause()
			go func() {
				running.Send(tea.ClearScreen())
				running.Send(tea.WindowSize()())
			}()
		case <-ctx.Done():
			select {
			case err := <-ended:
				return err
			case <-time.After(timeout):
				screen.restore()
				return errStuck
			}
		}
	}
}

// Snapshot returns one frame of w×h cells, each line with a newline at its end, and the session
// that the frame shows. All solutions in the frame are complete, and the frame shows no durations.
// The colour auto depends on standard output.
func Snapshot(ctx context.Context, opts Options, w, h int) (string, *session.Session, error) {
	if w < 1 || h < 1 || w > maxSize || h > maxSize {
		return "", nil, fmt.Errorf("%w: a snapshot has from 1 to %d cells on each side, not %d×%d", session.ErrValue, maxSize, w, h)
	}
	opts.Pictures = "cells"
	p, err := prepareProgram(opts)
	if err != nil {
		return "", nil, err
	}
	defer p.host.Close()
	p.Init()
	for p.scene.Solving || p.scene.Trainer.CountPending() > 0 {
		select {
		case <-ctx.Done():
			return "", nil, ctx.Err()
		case msg := <-p.host.Messages:
			// A snapshot must not depend on the speed of the machine.
			switch m := msg.(type) {
			case session.Update:
				if m.Done && m.Err != nil {
					return "", nil, p.host.WrapOpenError(m.Err)
				}
				m.Elapsed = 0
				msg = m
			case session.TrainingUpdate:
				m.Elapsed = 0
				msg = m
			}
			p.Update(msg)
			if opts.Progress != nil {
				opts.Progress(p.scene.Progress())
			}
		}
	}
	p.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return strings.TrimRight(p.View(), "\n") + "\n", p.scene.Session, nil
}
