// Package stagetest helps to test views.
//
// A Desk is a screen with one view and a real engine, without the frame around it; Press types keys
// and Picture returns the screen. Session, Small, Files and Table make small pairs.
package stagetest

import (
	"slices"
	"strings"
	"testing"

	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Desk is a stage with one view. After each key it handles updates until the engine has finished.
type Desk struct {
	stage.Stage
	View stage.View
	// Said is the last key's message, maybe empty.
	Said string

	t        testing.TB
	explorer *session.Explorer
	news     chan session.Update
}

// Open opens pair name with option values and the view on a screen of 120×36 cells. It waits until
// the view's jobs are done.
func Open(t testing.TB, view stage.View, name string, values map[string]string) *Desk {
	t.Helper()
	opening, err := session.NewOpening(name, values)
	if err != nil {
		t.Fatal(err)
	}
	opening.Spec.Cache = ""
	d := &Desk{View: view, t: t, news: make(chan session.Update)}
	done := make(chan struct{})
	engine := session.NewEngine(func(u session.Update) {
		select {
		case d.news <- u:
		case <-done:
		}
	})
	d.Trainer = session.NewTrainer(func(session.TrainingNews) {})
	t.Cleanup(func() {
		close(done)
		d.Trainer.Close()
		engine.Close()
	})
	d.explorer = session.NewExplorer(engine)
	d.explorer.Wanted = func() []session.Job { return view.Jobs(&d.Stage) }
	d.Snapshot = &d.explorer.Snapshot
	d.Panel, d.Zoom, d.Width, d.Height = view.Info().Name, true, 120, 36
	d.Sign, d.Inner = d.sign, func() (w, h int) { return d.Width - 2, d.Height - frameRows }
	d.explorer.Begin(opening)
	d.Settle()
	if d.Solution == nil {
		t.Fatalf("%s does not open: %v", name, d.Update.Err)
	}
	d.explorer.Ask()
	d.Settle()
	return d
}

// frameRows is the number of screen rows outside the view, including its box.
const frameRows = 8

// sign returns the first key of an action of the view or of a control's step.
func (d *Desk) sign(action string) string {
	for _, k := range d.View.Keys() {
		if k.Name == action {
			return stage.KeySign(k.Keys[0])
		}
	}
	for _, c := range session.Controls() {
		switch action {
		case c.Name + stage.Downs:
			return stage.KeySign(c.Down)
		case c.Name + stage.Ups:
			return stage.KeySign(c.Up)
		}
	}
	return ""
}

// Settle handles updates until the newest request is answered.
func (d *Desk) Settle() {
	for d.Solving {
		d.Hear()
	}
}

// Press presses keys of the view one after another and waits for the results.
func (d *Desk) Press(keys ...string) {
	d.t.Helper()
	for _, key := range keys {
		table := d.View.Keys()
		at := slices.IndexFunc(table, func(k stage.Key) bool { return slices.Contains(k.Keys, key) })
		if at < 0 {
			d.t.Fatalf("%s has no key %s", d.Panel, key)
		}
		d.Said = table[at].WhyIdle(&d.Stage)
		if d.Said != "" {
			continue
		}
		in := table[at].Do(&d.Stage)
		switch in.Kind {
		case stage.Ask:
			d.explorer.Ask()
		case stage.Turn:
			d.explorer.TurnTo(in.State)
		case stage.Say:
			d.Said = in.Text
			if d.Said == "" {
				d.Said = stage.ChangesNothing
			}
		}
		d.Settle()
	}
}

// Set sets a control to a value and waits for the solution.
func (d *Desk) Set(name, value string) {
	d.t.Helper()
	d.Turn(name, value)
	d.Settle()
}

// Turn sets a control to a value without waiting.
func (d *Desk) Turn(name, value string) {
	d.t.Helper()
	o, _ := session.OptionByName(name)
	next, err := o.Set(d.State, value)
	if err != nil {
		d.t.Fatal(err)
	}
	d.explorer.TurnTo(next)
}

// Hear waits for the engine's next update and handles it.
func (d *Desk) Hear() { d.explorer.Hear(<-d.news) }

// Undo undoes the last turn.
func (d *Desk) Undo() {
	d.explorer.Undo()
	d.Settle()
}

// Pin pins the present solution.
func (d *Desk) Pin() {
	u := d.Update
	d.Pins = append(d.Pins, stage.Pin{Name: stage.FirstPin + rune(len(d.Pins)), Update: &u})
}

// Picture returns the view without colours, on a screen of w×h cells.
func (d *Desk) Picture(w, h int) string {
	d.Width, d.Height = w, h
	g := chart.NewGrid(d.Inner()).WithGlyphs(d.Glyphs)
	stage.DrawReading(&d.Stage, d.View, g)
	return strings.Join(g.Plain(), "\n")
}
