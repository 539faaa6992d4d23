package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/mattn/go-isatty"

	"larui/tui/session"
)

// Options say what the explorer opens and how it looks.
type Options struct {
	// Opening is the pair, and the options to open it at instead of its own.
	session.Opening
	// View is one of ViewNames; empty for the dashboard.
	View string
	// Theme is auto (default), dark, light, mono, colour-blind or
	// colour-blind-light. Glyphs is braille (default), block or ascii.
	Theme, Glyphs string
	// Colour is auto (default: as the terminal and NO_COLOR say), always or never.
	Colour string
	// Mouse is on (default) or off: then the terminal keeps its own selection of
	// text, which else needs Shift.
	Mouse string
	// Progress is told what a Snapshot waits for, as Scene.Progress says it, where not
	// nil.
	Progress func(stage string, done, total int64)
}

// ErrNoTerminal says that the explorer was started without a terminal.
var ErrNoTerminal = errors.New("not a terminal")

// Run shows the explorer until the person quits or ctx ends. It returns
// ErrNoTerminal where standard input or output is not a terminal, an error that
// wraps session.ErrValue for a bad option, and otherwise what kept the pair from opening.
func Run(ctx context.Context, opts Options) error {
	if !isatty.IsTerminal(os.Stdin.Fd()) || !isatty.IsTerminal(os.Stdout.Fd()) {
		return ErrNoTerminal
	}
	look, err := newLook(opts, os.Stdout)
	if err != nil {
		return err
	}
	p := newProgram(look, opts.Opening)
	if err := p.host.OpenAt(opts.View); err != nil {
		p.host.Close()
		return err
	}
	p.output = os.Stdout
	// Signals end ctx. Bubble Tea's own handler would wait for ever to report a
	// signal to a program that ctx has just ended, with the terminal not yet given
	// back.
	options := []tea.ProgramOption{tea.WithAltScreen(), tea.WithContext(ctx), tea.WithoutSignalHandler()}
	if opts.Mouse != "off" {
		options = append(options, tea.WithMouseCellMotion())
	}
	p.host.KeepSessions()
	_, err = tea.NewProgram(p, options...).Run()
	p.host.Close()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("running the explorer: %w", err)
	case p.scene.Solution() == nil && p.scene.Update.Err != nil:
		// Nothing was ever shown: say why again, on the restored terminal.
		return p.scene.Update.Err
	}
	return nil
}

// Snapshot returns one frame of w×h cells, solved to the end and without the
// time that took, as lines that end in a newline, and the session that it shows.
// Colour auto follows standard output.
func Snapshot(ctx context.Context, opts Options, w, h int) (string, *session.Session, error) {
	if w < 1 || h < 1 || w > maxSnapshot || h > maxSnapshot {
		return "", nil, fmt.Errorf("%w: a snapshot of %d×%d cells is not between 1 and %d a side", session.ErrValue, w, h, maxSnapshot)
	}
	look, err := newLook(opts, os.Stdout)
	if err != nil {
		return "", nil, err
	}
	p := newProgram(look, opts.Opening)
	defer p.host.Close()
	if err := p.host.OpenAt(opts.View); err != nil {
		return "", nil, err
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
					return "", nil, m.Err
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

// maxSnapshot bounds the sides of a snapshot.
const maxSnapshot = 1000
