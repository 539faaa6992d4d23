// Package stagetest has helpers for tests of views. It builds on stage and session.
//
// A Desk is a screen with one view and a running engine, without the frame around the view. Open
// opens a pair on it, Press types keys of the view, and Picture returns the screen as text.
// OpenSession, SmallPair, FilePair and WriteTable make pairs that are solved quickly.
package stagetest

import (
	"slices"
	"strings"
	"testing"

	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// A Desk is a stage with one view and an engine. Its methods Press, Set, Undo and Pin wait until
// the engine has finished.
type Desk struct {
	stage.Stage
	View stage.View
	// Message is the message of the last key, or empty.
	Message string

	t        testing.TB
	explorer *session.Explorer
	news     chan session.Update
}

// Open opens the pair called name with values of options, and shows the view on a screen of 120×36
// cells. It waits until the jobs of the view are done.
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
	d.FirstKey, d.ZoomedSize = d.firstKey, func() (w, h int) { return d.Width - 2, d.Height - frameRows }
	d.explorer.OpenFirst(opening)
	d.Settle()
	if d.Solution == nil {
		t.Fatalf("%s does not open: %v", name, d.Update.Err)
	}
	d.explorer.RequestJobs()
	d.Settle()
	return d
}

const frameRows = 8

func (d *Desk) firstKey(action string) string {
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

// Settle handles updates of the engine until it has answered the newest request.
func (d *Desk) Settle() {
	for d.Solving {
		d.HandleNext()
	}
}

// Press presses keys of the view one after another and waits for the results of each.
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

// Set sets an option to a value and waits for the solution.
func (d *Desk) Set(name, value string) {
	d.t.Helper()
	d.SetWithoutWaiting(name, value)
	d.Settle()
}

// SetWithoutWaiting sets an option to a value without waiting.
func (d *Desk) SetWithoutWaiting(name, value string) {
	d.t.Helper()
	o, _ := session.OptionByName(name)
	next, err := o.Set(d.State, value)
	if err != nil {
		d.t.Fatal(err)
	}
	d.explorer.TurnTo(next)
}

// HandleNext waits for the next update of the engine and handles it.
func (d *Desk) HandleNext() { d.explorer.HandleUpdate(<-d.news) }

// Undo undoes the last change of the state and waits for the solution.
func (d *Desk) Undo() {
	d.explorer.Undo()
	d.Settle()
}

// Pin keeps the present solution on the screen for comparison.
func (d *Desk) Pin() {
	u := d.Update
	d.Pins = append(d.Pins, stage.Pin{Letter: stage.FirstPin + rune(len(d.Pins)), Update: &u})
}

// Picture draws the view on a screen of w×h cells and returns it as text without colours.
func (d *Desk) Picture(w, h int) string {
	d.Width, d.Height = w, h
	g := chart.NewGrid(d.ZoomedSize()).WithGlyphs(d.Glyphs)
	stage.DrawReading(&d.Stage, d.View, g)
	return strings.Join(g.Plain(), "\n")
}
