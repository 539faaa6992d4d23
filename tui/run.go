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

// Options are the pair and the look of the explorer, and how it is resumed, controlled and saved.
type Options struct {
	// Opening is the pair, with values of options that replace the pair's own. UserFiles may have a
	// session to resume instead, and saves the session at the end.
	session.Opening
	frame.UserFiles
	// Lesson is the lesson to begin at Step, nil for none.
	Lesson *lesson.Lesson
	Step   int
	// View is a name from frame.ViewNames. It is empty for the first screen, or for the screen of
	// the resumed session.
	View string
	// Present shows one picture, bold, with one control.
	Present bool
	// Theme is auto (default), dark, light, mono, colour-blind or
	// colour-blind-light. Glyphs is braille (default), block or ascii.
	Theme, Glyphs string
	// Colour is auto (default: by the terminal and NO_COLOR), always or never.
	Colour string
	// Pictures is the protocol of pictures: auto (default: the terminal is asked), kitty, sixel or
	// cells. A Snapshot uses cells.
	Pictures string
	// Mouse is on (default) or off. With the mouse on, Shift is needed to select text in the
	// terminal.
	Mouse string
	// Keys maps names of actions to keys, in Bubble Tea's names, that replace the usual ones.
	Keys map[string][]string
	// Progress, if not nil, is called while Snapshot waits, with the result of Scene.Progress.
	Progress func(stage string, done, total int64)
}

// ErrNoTerminal says that the explorer was started without a terminal.
var ErrNoTerminal = errors.New("not a terminal")

// errDumb says that the terminal has no cursor that can be placed.
var errDumb = fmt.Errorf("%w with a cursor (TERM=dumb)", ErrNoTerminal)

// Run shows the explorer until the user quits or ctx ends. The error wraps ErrNoTerminal if
// standard input or output is no suitable terminal, and session.ErrValue for a bad option. Other
// errors say why the first pair did not open, or why the session was not saved.
func Run(ctx context.Context, opts Options) error {
	if !isatty.IsTerminal(os.Stdin.Fd()) || !isatty.IsTerminal(os.Stdout.Fd()) {
		return ErrNoTerminal
	}
	if os.Getenv("TERM") == "dumb" {
		return errDumb
	}
	look, err := newLook(opts, os.Stdout)
	if err != nil {
		return err
	}
	p := newProgram(look, opts.Opening)
	p.host.BindKeys(opts.Keys)
	if err := p.host.Restore(opts.UserFiles, opts.View); err != nil {
		p.host.Close()
		return err
	}
	if opts.Lesson != nil {
		p.host.StartLesson(opts.Lesson, opts.Step)
	}
	p.host.CacheSessions()
	p.host.EnableFirstLook()
	err = show(ctx, opts.Mouse != "off", func(screen *terminal) tea.Model {
		p.output = screen
		return &pacedProgram{Program: p, screen: screen}
	})
	if errors.Is(err, errStuck) {
		return ctx.Err() // Close would wait forever
	}
	var unkept error
	if err == nil || ctx.Err() != nil || errors.Is(err, tea.ErrProgramPanic) {
		unkept = p.host.SaveAtExit(opts.UserFiles)
	}
	p.host.Close()
	switch {
	case unkept != nil:
		return unkept
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("running the explorer: %w", err)
	case p.scene.Solution == nil:
		// No pair was ever shown: print the reason on the restored terminal.
		return p.host.WrapOpenError(p.scene.Update.Err)
	}
	return nil
}

// errStuck says that the program did not end in time.
var errStuck = errors.New("stuck")

// show runs a program on the terminal until it quits or ctx ends. Signals are handled here and not
// by Bubble Tea, which handles none while Update or View runs: the terminal is restored in any case,
// for good or for a pause.
func show(ctx context.Context, mouse bool, program func(*terminal) tea.Model) error {
	screen, err := borrow(os.Stdin, os.Stdout, mouse)
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
	running, ended, paused := tea.NewProgram(program(screen), options...), make(chan error, 1), pauses()
	keys.tell = func(t pixels.Terminal) { running.Send(t) }
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
			case <-time.After(patience):
				screen.giveBack()
				return errStuck
			}
		}
	}
}

// Snapshot returns one frame of w×h cells as lines that end in a newline, and its session. The
// frame is solved to the end and shows no durations. Colour auto depends on standard output.
func Snapshot(ctx context.Context, opts Options, w, h int) (string, *session.Session, error) {
	if w < 1 || h < 1 || w > maxSize || h > maxSize {
		return "", nil, fmt.Errorf("%w: a snapshot of %d×%d cells is not between 1 and %d a side", session.ErrValue, w, h, maxSize)
	}
	opts.Pictures = "cells"
	look, err := newLook(opts, os.Stdout)
	if err != nil {
		return "", nil, err
	}
	p := newProgram(look, opts.Opening)
	defer p.host.Close()
	p.host.BindKeys(opts.Keys)
	if err := p.host.Restore(opts.UserFiles, opts.View); err != nil {
		return "", nil, err
	}
	if opts.Lesson != nil {
		p.host.StartLesson(opts.Lesson, opts.Step)
	}
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
