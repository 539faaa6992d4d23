package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// Options say what the explorer opens and how it looks.
type Options struct {
	// Opening is the pair, and the options to open it at instead of its own; Store what
	// to go on from instead of it, and who keeps what that comes to.
	session.Opening
	frame.Store
	// Lesson is the one to begin, at Step; nil for none.
	Lesson *lesson.Lesson
	Step   int
	// View is one of ViewNames; empty for the dashboard.
	View string
	// Present shows one picture, bold, with one control.
	Present bool
	// Theme is auto (default), dark, light, mono, colour-blind or
	// colour-blind-light. Glyphs is braille (default), block or ascii.
	Theme, Glyphs string
	// Colour is auto (default: as the terminal and NO_COLOR say), always or never.
	Colour string
	// Pictures says what draws them: auto (default) asks the terminal, else kitty, sixel or cells.
	// A Snapshot has cells.
	Pictures string
	// Mouse is on (default) or off: then the terminal keeps its own selection of
	// text, which else needs Shift.
	Mouse string
	// Keys are those of actions, by their names, that have others than usual, as Bubble Tea
	// names keys.
	Keys map[string][]string
	// Progress is told what a Snapshot waits for, as Scene.Progress says it, where not
	// nil.
	Progress func(stage string, done, total int64)
}

// ErrNoTerminal says that the explorer was started without a terminal.
var ErrNoTerminal = errors.New("not a terminal")

// errDumb says that it is one without a cursor that can be placed.
var errDumb = fmt.Errorf("%w with a cursor (TERM=dumb)", ErrNoTerminal)

// Run shows the explorer until the person quits or ctx ends. It returns
// an error that wraps ErrNoTerminal where standard input or output is none that it can be shown on, one that
// wraps session.ErrValue for a bad option, and otherwise what kept the pair from opening,
// or the explorer from being kept.
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
	p.host.Bind(opts.Keys)
	if err := p.host.Restore(opts.Store, opts.View); err != nil {
		p.host.Close()
		return err
	}
	if opts.Lesson != nil {
		p.host.Teach(opts.Lesson, opts.Step)
	}
	p.host.KeepSessions()
	p.host.LookFirst()
	err = show(ctx, &paced{Program: p}, &p.output, opts.Mouse != "off")
	if errors.Is(err, errStuck) {
		return ctx.Err() // closing would wait for what is stuck
	}
	var unkept error
	if err == nil || ctx.Err() != nil || errors.Is(err, tea.ErrProgramPanic) {
		unkept = p.host.End(opts.Store)
	}
	p.host.Close()
	switch {
	case unkept != nil:
		return unkept
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("running the explorer: %w", err)
	case p.scene.Solution() == nil:
		// Nothing was ever shown: say why again, on the restored terminal.
		return p.host.Blame(p.scene.Update.Err)
	}
	return nil
}

// errStuck says that the program did not end when it was told to.
var errStuck = errors.New("stuck")

// show runs a program on the terminal, to which it may write through output too, until it
// quits or ctx ends. Signals are heard here and not in Bubble Tea: that hears nothing
// while Update or View takes its time, and the terminal is given back all the same, for
// good or for a pause.
func show(ctx context.Context, model tea.Model, output *io.Writer, mouse bool) error {
	screen, err := borrow(os.Stdin, os.Stdout, mouse)
	if err != nil {
		return err
	}
	*output = screen
	keys := &keyInput{File: os.Stdin}
	options := []tea.ProgramOption{
		tea.WithAltScreen(), tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithFPS(frameRate),
		tea.WithInput(keys), tea.WithOutput(screen),
	}
	if mouse {
		options = append(options, tea.WithMouseAllMotion())
	}
	program, ended, paused := tea.NewProgram(model, options...), make(chan error, 1), pauses()
	keys.tell = func(t pixels.Terminal) { program.Send(t) }
	defer signal.Stop(paused)
	go func() {
		_, err := program.Run()
		ended <- err
	}()
	for {
		select {
		case err := <-ended:
			return err
		case <-paused:
			screen.pause()
			go func() {
				program.Send(tea.ClearScreen())
				program.Send(tea.WindowSize()())
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

// Snapshot returns one frame of w×h cells, solved to the end and without the
// time that took, as lines that end in a newline, and the session that it shows.
// Colour auto follows standard output.
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
	p.host.Bind(opts.Keys)
	if err := p.host.Restore(opts.Store, opts.View); err != nil {
		return "", nil, err
	}
	if opts.Lesson != nil {
		p.host.Teach(opts.Lesson, opts.Step)
	}
	p.Init()
	for p.scene.Solving || p.scene.Trainer.Pending() > 0 {
		select {
		case <-ctx.Done():
			return "", nil, ctx.Err()
		case msg := <-p.host.News:
			// A document should not change with the speed of the machine.
			switch m := msg.(type) {
			case session.Update:
				if m.Done && m.Err != nil {
					return "", nil, p.host.Blame(m.Err)
				}
				m.Elapsed = 0
				msg = m
			case session.TrainingNews:
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
	return strings.TrimRight(p.View(), "\n") + "\n", p.scene.Update.Session, nil
}
