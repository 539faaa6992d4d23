package tui

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"larui/datasets"
)

// optionsOf reads a copied command line.
func optionsOf(t *testing.T, command string) Options {
	t.Helper()
	words, err := splitWords(command)
	if err != nil {
		t.Fatal(err)
	}
	var opts Options
	looks := map[string]*string{"view": &opts.View, "theme": &opts.Theme, "glyphs": &opts.Glyphs, "colour": &opts.Colour}
	var rest []string
	for _, word := range words {
		name, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		if to, ok := looks[name]; ok && strings.HasPrefix(word, "--") {
			*to = value
			continue
		}
		rest = append(rest, quote(word))
	}
	pair, err := parseOpening(strings.Join(rest, " "))
	if err != nil {
		t.Fatal(err)
	}
	opts.Spec, opts.Set = pair.spec, pair.set
	return opts
}

// screenOf returns what a frame shows of the state: the panels and the controls.
// Before them stands what the last turn did, below them what can be pressed.
func screenOf(sc *Scene, frame string) string {
	lines := strings.Split(frame, "\n")
	top, _ := sc.bodySize(120, len(lines))
	return strings.Join(lines[top:len(lines)-1], "\n")
}

// The copied command line shows the same screen: state, view, theme and glyphs.
func TestCommandShowsTheScreen(t *testing.T) {
	t.Setenv("COLORFGBG", "15;0")
	rng := rand.New(rand.NewPCG(3, 4))
	for _, view := range ViewNames() {
		d := newDesk(t, gaussian())
		d.look.profile = termenv.TrueColor
		d.look.colour = "always"
		var keys []string
		for _, c := range d.scene.controls() {
			for _, key := range []string{c.Down, c.Up} {
				if key != "" {
					keys = append(keys, key)
				}
			}
		}
		for range 6 {
			d.press1(keys[rng.IntN(len(keys))])
		}
		for range rng.IntN(5) + 1 {
			d.press1("T")
		}
		for range rng.IntN(3) {
			d.press1("G")
		}
		if !d.scene.showView(view) {
			t.Fatal(view)
		}
		d.ask()
		d.settle()
		d.finish()
		// Snapshots leave out how long things took.
		for key, entry := range d.scene.Views.rivals.board {
			entry.elapsed = 0
			d.scene.Views.rivals.set(key, entry)
		}
		// A fresh screen has no turn behind it, and λ focused.
		d.focus("lambda")
		d.scene.Before, d.scene.Update.Elapsed = nil, 0
		d.press1("y")
		command := strings.TrimPrefix(d.scene.Message, "copied, where the terminal allows it: ")
		d.scene.Message, d.frame = "", ""
		want := screenOf(&d.scene, d.View())
		got, _, err := Snapshot(context.Background(), optionsOf(t, command), 120, 36)
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		if got = screenOf(&d.scene, strings.TrimSuffix(got, "\n")); got != want {
			t.Errorf("%s shows\n%s\nwant\n%s", command, got, want)
		}
	}
}

// Turning a control by key, giving it by flag, and coming back to it by undo are the
// same state, for every control of every built-in pair.
func TestControlsTurnAlike(t *testing.T) {
	for _, info := range datasets.List() {
		if !info.BuiltIn {
			continue
		}
		spec := datasets.DefaultSpec(info.Name)
		spec.N, spec.M = 50, 50
		d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
		start := d.scene.State
		for i, c := range d.scene.controls() {
			d.scene.Focus = i
			d.press1("right")
			if sameState(d.scene.State, start) {
				d.press1("left") // it was at its upper end
			}
			if c.ChangesData() {
				d.settle()
			}
			turned := d.scene.State
			flag := optionsOf(t, Command(turned, d.scene.Update.Session))
			request, err := flag.request()
			if err != nil {
				t.Fatal(err)
			}
			session, err := Open(context.Background(), request.State.Spec, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			given, err := session.Begin(request.Set)
			if err != nil || !sameState(given, turned) || sameState(turned, start) {
				t.Errorf("%s: %s is %s by key and %s by flag (%v)", info.Name, c.Name, c.Format(turned), c.Format(given), err)
			}
			alone, err := c.Parse(start, c.Format(turned))
			if err != nil || !sameState(alone, turned) {
				t.Errorf("%s: --%s=%s alone gives %+v (%v)", info.Name, c.Name, c.Format(turned), alone, err)
			}
			d.press1("u", "U")
			if !sameState(d.scene.State, turned) {
				t.Errorf("%s: undo and redo lead %s to %s", info.Name, c.Name, c.Format(d.scene.State))
			}
			if d.press1("u"); !sameState(d.scene.State, start) {
				t.Errorf("%s: undo leaves %s at %s", info.Name, c.Name, c.Format(d.scene.State))
			}
			if c.ChangesData() {
				d.settle()
			}
		}
		d.settle()
	}
}
