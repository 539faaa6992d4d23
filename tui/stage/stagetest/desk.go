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
	// Message is the last key's message, maybe empty.
	Message string

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
	d.Trainer = session.NewTrainer(func(session.TrainingUpdate) {})
	t.Cleanup(func() {
		close(done)
		d.Trainer.Close()
		engine.Close()
	})
	d.explorer = session.NewExplorer(engine)
	d.explorer.Wanted = func() []session.Job { return view.Jobs(&d.Stage) }
	d.Snapshot = &d.explorer.Snapshot
	d.Panel, d.Zoom, d.Width, d.Height = view.Info().Name, true, 120, 36
	d.FirstKey, d.ZoomedSize = d.sign, func() (w, h int) { return d.Width - 2, d.Height - frameRows }
	d.explorer.OpenFirst(opening)
	d.Settle()
	if d.Solution == nil {
		t.Fatalf("%s does not open: %v", name, d.Update.Err)
	}
	d.explorer.RequestJobs()
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
		case c.Name + stage.DownSuffix:
			return stage.KeySign(c.Down)
		case c.Name + stage.UpSuffix:
			return stage.KeySign(c.Up)
		}
	}
	return ""
}

// Settle handles updates until the newest request is answered.
func (d *Desk) Settle() {
	for d.Solving {
		d.HandleNext()
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
		d.Message = table[at].WhyIdle(&d.Stage)
		if d.Message != "" {
			continue
		}
		in := table[at].Do(&d.Stage)
		switch in.Kind {
		case stage.RequestJobs:
			d.explorer.RequestJobs()
		case stage.ChangeState:
			d.explorer.TurnTo(in.State)
		case stage.ShowMessage:
			d.Message = in.Text
			if d.Message == "" {
				d.Message = stage.ChangesNothing
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

// HandleNext waits for the engine's next update and handles it.
func (d *Desk) HandleNext() { d.explorer.HandleUpdate(<-d.news) }

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
	g := chart.NewGrid(d.ZoomedSize()).Spelling(d.Glyphs)
	stage.DrawReading(&d.Stage, d.View, g)
	return strings.Join(g.Plain(), "\n")
}
