package tui

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"larui/datasets"
	"larui/tui/session"
)

// optionsOf reads a copied command line.
func optionsOf(t testing.TB, command string) Options {
	t.Helper()
	words, err := session.SplitWords(command)
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
		rest = append(rest, session.Quote(word))
	}
	pair, err := session.ParseOpening(strings.Join(rest, " "))
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

// copied returns the command line that y copies in a view, and what the screen shows
// of the state there.
func (d *desk) copied(view string) (command, screen string) {
	d.t.Helper()
	if !d.scene.showView(view) {
		d.t.Fatalf("no view %s", view)
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
	command = strings.TrimPrefix(d.scene.Message, "copied, where the terminal allows it: ")
	d.scene.Message, d.frame = "", ""
	return command, screenOf(&d.scene, d.View())
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
		command, want := d.copied(view)
		got, _, err := Snapshot(context.Background(), optionsOf(t, command), 120, 36)
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		if got = screenOf(&d.scene, strings.TrimSuffix(got, "\n")); got != want {
			t.Errorf("%s shows\n%s\nwant\n%s", command, got, want)
		}
	}
}

// Turning a control by any key or by the wheel, typing its value, giving it by flag,
// and coming back to it by redo are the same state, and undo leads back, for every
// control of every built-in pair.
func TestControlsTurnAlike(t *testing.T) {
	t.Parallel() // it takes long
	for _, info := range datasets.List() {
		if !info.BuiltIn {
			continue
		}
		spec := datasets.DefaultSpec(info.Name)
		spec.N, spec.M = 100, 100
		d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
		start := d.scene.State
		for i, c := range d.scene.controls() {
			ways := map[string]int{
				"right": 1, "l": 1, "left": -1, "h": -1, "shift+right": bigStep, "L": bigStep,
				"shift+left": -bigStep, "H": -bigStep, "end": session.Farthest, "home": -session.Farthest, c.Up: 1, c.Down: -1,
			}
			delete(ways, "")
			if c.Name == "ratio" || c.Name == "n" || c.Name == "m" {
				// The least leave too few samples.
				for _, key := range []string{"home", "shift+left", "H"} {
					delete(ways, key)
				}
			}
			if c.Name == "n" || c.Name == "m" || c.Name == "seed" {
				// The largest are large, and each is drawn anew.
				delete(ways, "end")
				delete(ways, "shift+right")
				delete(ways, "L")
			}
			seen := map[string]bool{}
			for key, n := range ways {
				want := c.Turned(start, d.scene.Limits, n)
				d.scene.Focus = i
				d.press1(key)
				if !d.scene.State.Equal(want) {
					t.Fatalf("%s: %s turns %s to %s, want %s", info.Name, key, c.Name, c.Get(d.scene.State), c.Get(want))
				}
				if want.Equal(start) {
					if d.scene.Message == "" {
						t.Errorf("%s: %s can't turn %s and nothing says so", info.Name, key, c.Name)
					}
					continue
				}
				if !seen[c.Get(want)] {
					seen[c.Get(want)] = true
					alike(d, c, want)
					alone, err := c.Set(start, c.Get(want))
					if err != nil || !alone.Equal(want) {
						t.Errorf("%s: --%s=%s alone gives %+v (%v)", info.Name, c.Name, c.Get(want), alone, err)
					}
				}
				d.press1("u")
				if !d.scene.State.Equal(start) {
					t.Fatalf("%s: undo leaves %s at %s", info.Name, c.Name, c.Get(d.scene.State))
				}
				if d.press1("U"); !d.scene.State.Equal(want) {
					t.Errorf("%s: redo leads %s to %s, want %s", info.Name, c.Name, c.Get(d.scene.State), c.Get(want))
				}
				d.press1("u")
			}
			// The wheel over the control, and its value typed.
			d.scene.Focus = i
			r := d.region(c.Name)
			for _, n := range []int{-1, 1} {
				want := c.Turned(start, d.scene.Limits, -n)
				if d.wheelAt(r.x, r.y, n); !d.scene.State.Equal(want) {
					t.Errorf("%s: the wheel turns %s to %s, want %s", info.Name, c.Name, c.Get(d.scene.State), c.Get(want))
				}
				if !want.Equal(start) {
					d.press1("u")
				}
				d.press1("=")
				d.press1(strings.Split(c.Get(want), "")...)
				d.press1("enter")
				if !d.scene.State.Equal(want) {
					t.Errorf("%s: %s typed for %s gives %s", info.Name, c.Get(want), c.Name, c.Get(d.scene.State))
				}
				if !want.Equal(start) {
					d.press1("u")
				}
			}
			if d.scene.Typing || !d.scene.State.Equal(start) {
				t.Fatalf("%s: %s is at %s in the end", info.Name, c.Name, c.Get(d.scene.State))
			}
		}
		d.settle()
	}
}

// alike checks that the command line of the present state opens it, with the flag of
// the control.
func alike(d *desk, c Control, want State) {
	d.t.Helper()
	if c.ChangesData() {
		d.settle()
	}
	command := Command(d.scene.State, d.scene.Update.Session)
	request, err := optionsOf(d.t, command).request()
	if err != nil {
		d.t.Fatalf("%s: %v", command, err)
	}
	session, err := session.Open(context.Background(), request.State.Spec, nil, nil)
	if err != nil {
		d.t.Fatalf("%s: %v", command, err)
	}
	state, err := session.Begin(request.Set)
	if err != nil {
		d.t.Fatalf("%s: %v", command, err)
	}
	state.Spec.Cache = want.Spec.Cache
	if !state.Equal(want) {
		d.t.Errorf("%s opens %+v, want %+v", command, state, want)
	}
}
