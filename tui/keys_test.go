package tui

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/datasets"
	"larui/tui/chart"
)

// keyboard names every key that a terminal sends: all printable ASCII, the keys with
// names, with Shift and Ctrl, and the function keys.
func keyboard() []string {
	var keys []string
	for r := ' '; r <= '~'; r++ {
		keys = append(keys, string(r))
	}
	for _, name := range []string{"up", "down", "left", "right", "home", "end"} {
		keys = append(keys, name, "shift+"+name, "ctrl+"+name)
	}
	for i := range 12 {
		keys = append(keys, fmt.Sprintf("f%d", i+1))
	}
	for r := 'a'; r <= 'z'; r++ {
		if r != 'i' && r != 'm' { // Tab and Enter in disguise
			keys = append(keys, "ctrl+"+string(r))
		}
	}
	return append(keys, "tab", "shift+tab", "enter", "esc", "backspace", "delete", "insert", "pgup", "pgdown", "ä", "é", "λ")
}

// namedKeys are the keys that the help of the screen names, by Bubble Tea's names.
func namedKeys(t *testing.T, sc *Scene) map[string]bool {
	t.Helper()
	bySign := map[string]string{}
	for key, sign := range keySigns() {
		bySign[sign] = key
	}
	named := map[string]bool{}
	for i, column := range sc.helpColumns(wideHelp) {
		for _, e := range column {
			switch {
			case i > 0 && e.key == "":
				return named // the words of the screen follow
			case e.key == "mouse":
				continue
			}
			for _, sign := range strings.Fields(e.key) {
				key, ok := bySign[sign]
				if rest, ctrl := strings.CutPrefix(sign, "Ctrl+"); ctrl {
					key, ok = "ctrl+"+strings.ToLower(rest), true
				}
				if !ok {
					key = sign
				}
				if !slices.Contains(keyboard(), key) {
					t.Errorf("view %s: the help names %q, which is no key", sc.viewName(), sign)
				}
				named[key] = true
			}
		}
	}
	return named
}

// An instant is a desk at which each key is tried in turn: after one, everything is as
// it was before.
type instant struct {
	*desk
	saved Program
}

func (d *desk) moment() *instant {
	d.finish()
	d.scene.Message = ""
	return &instant{desk: d, saved: *d.Program}
}

// try presses a key, puts everything back and reports whether the key changed
// anything but the sentence, and what that said.
func (m *instant) try(key string) (changes bool, says string) {
	m.t.Helper()
	before := m.saved
	_, command := m.Update(keyMessage(key))
	says = m.scene.Message
	now := m.scene
	now.Message, now.Hints, now.Solving = before.scene.Message, before.scene.Hints, before.scene.Solving
	changes = !reflect.DeepEqual(now, before.scene) || m.theme != before.theme ||
		m.quitting || key == "ctrl+z" && command != nil || strings.HasPrefix(says, "copied")
	for _, e := range m.scene.Views.rivals.board {
		if e.pending() {
			m.trainer.Cancel(e.generation)
		}
	}
	m.scene.Views.rivals = before.scene.Views.rivals
	if m.scene.Opening != "" {
		m.t.Fatalf("%s opens another pair", key)
	}
	m.settle()
	m.trainer.worker.Wait() // it has something to deliver still
	for len(m.updates) > 0 {
		<-m.updates
	}
	asked := m.asked
	*m.Program = before
	m.asked = asked
	m.quitting, m.suspending, m.frame = false, false, ""
	return changes, says
}

// picture is the frame without what the last key had to say.
func (d *desk) picture() string {
	d.t.Helper()
	d.scene.Message, d.frame = "", ""
	return d.View()
}

// bound reports whether a key stands for an action or a control of the screen.
func (d *desk) bound(key string) bool {
	return slices.ContainsFunc(d.actions(), func(a action) bool { return slices.Contains(a.keys, key) }) ||
		slices.ContainsFunc(d.scene.controls(), func(c Control) bool { return key == c.Down || key == c.Up })
}

// moments are states of a screen in which between them every key that it knows does
// something.
func moments(t *testing.T, request Request, view string) []*instant {
	at := func(w, h int, keys ...string) *instant {
		d := newDesk(t, request)
		d.Update(tea.WindowSizeMsg{Width: w, Height: h})
		d.focus("lambda")
		if !d.scene.showView(view) {
			t.Fatalf("there is no view %s", view)
		}
		d.ask()
		d.finish()
		for _, key := range keys {
			d.press1(key)
			d.finish()
		}
		return d.moment()
	}
	all := []*instant{
		at(120, 36), at(120, 36, ">", ">", "u"), at(120, 36, ",", ","), at(60, 20, ">", "u"),
	}
	switch view {
	case dashboardName:
		all = append(all, at(120, 36, "5", "esc"))
	case "map":
		all = append(all, at(120, 36, "]", "down", "left"), at(120, 36, "up", "right"))
	case "spectrum":
		all = append(all, at(120, 36, "J"), at(80, 24, "J", "J", "J"))
	case "theory":
		all = append(all, at(80, 24, "pgdown"))
	case "data":
		all = append(all, at(120, 36, "v"), at(60, 20, "pgdown"))
	case "rivals":
		waiting := at(120, 36)
		waiting.selectRival("CDAN")
		waiting.train(waiting.scene.selectedRival(), false)
		// It waits as long as nobody listens.
		waiting.scene.Message = ""
		waiting.saved = *waiting.Program
		untrained := at(120, 36)
		untrained.selectRival("DANN")
		untrained.saved = *untrained.Program
		all = append(all, waiting, untrained)
	}
	return all
}

// In every view, a key changes something if and only if the help of that view names
// it, in some state of some pair; and no key is silent: where one does nothing, the
// sentence says so.
func TestKeysAreWhatHelpNames(t *testing.T) {
	t.Parallel() // it takes long
	idle, useful := map[string]bool{}, map[string]bool{}
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.N, spec.M = 30, 30
	for pair, request := range map[string]Request{
		"gaussian": {State: State{Spec: spec}, Begin: true},
		// Some controls have nothing to turn here.
		"files": {State: State{Spec: fileSpec(t, 14, 3, "binary", func(i int) float64 { return float64(i % 2) })}, Begin: true},
	} {
		for _, view := range ViewNames() {
			t.Run(pair+"/"+view, func(t *testing.T) {
				all := moments(t, request, view)
				named := namedKeys(t, &all[0].scene)
				if len(named) < 40 {
					t.Errorf("only %d keys are named", len(named))
				}
				for _, key := range keyboard() {
					ever := false
					for i, m := range all {
						changes, says := m.try(key)
						ever = ever || changes
						switch {
						case changes && !named[key]:
							t.Errorf("%q changes something and is not in the help", key)
						case !changes && says == "":
							t.Errorf("%q does nothing, at moment %d, and nothing says so", key, i)
						case !m.bound(key) && !strings.Contains(says, "does nothing here") && !strings.Contains(says, "belongs to"):
							t.Errorf("%q, which stands for nothing, says %q", key, says)
						}
					}
					if named[key] {
						use := map[bool]map[string]bool{false: idle, true: useful}[ever]
						use[view+": "+key] = true
					}
				}
			})
		}
	}
	for key := range idle {
		if !useful[key] {
			t.Errorf("the help names a key that changes nothing: %s", key)
		}
	}
}

// Under the help, while a value is typed and in the opener no key reaches what is
// covered, and none is silent.
func TestKeysOfOverlays(t *testing.T) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.N, spec.M = 30, 30
	d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
	for _, overlay := range []struct{ key, leaves string }{{"?", "? esc -"}, {"=", "esc enter"}, {"o", "esc enter"}} {
		d.press1(overlay.key)
		m := d.moment()
		for _, key := range keyboard() {
			if overlay.key == "o" && key == "enter" {
				continue // which opens a pair
			}
			before := m.saved.scene
			m.press1(key)
			now := m.scene
			left := !now.Help && !now.Typing && !now.Opener.Shown
			if left != slices.Contains(strings.Fields(overlay.leaves), key) {
				t.Errorf("under %s, %q leaves it: %t", overlay.key, key, left)
			}
			if !now.State.Equal(before.State) || now.Zoom || now.Panel != before.Panel || now.Focus != before.Focus || now.Views.play != before.Views.play || now.Views.pin != nil {
				t.Errorf("under %s, %q reaches what is covered", overlay.key, key)
			}
			if overlay.key == "?" && now.Message == "" && !left && now.HelpTop == before.HelpTop && !m.quitting && key != "ctrl+z" {
				t.Errorf("under the help %q is silent", key)
			}
			*m.Program = m.saved
		}
		d.press1("esc")
	}
}

// G goes through the glyphs and back to the first.
func TestGlyphsByKey(t *testing.T) {
	d := newDesk(t, gaussian())
	first := d.View()
	for _, want := range []chart.Glyphs{chart.Block, chart.ASCII, chart.Braille} {
		d.press1("G")
		if d.scene.Glyphs != want {
			t.Fatalf("G shows %s, want %s", d.scene.Glyphs, want)
		}
		if want == chart.ASCII {
			for _, r := range d.View() {
				if r >= 0x80 {
					t.Fatalf("%q in ASCII", r)
				}
			}
		}
	}
	d.scene.Message, d.frame = "", ""
	if d.View() != first {
		t.Error("three turns do not lead back")
	}
}

// Keys that the help covers rest while it is shown.
func TestKeysRestUnderHelp(t *testing.T) {
	d := newDesk(t, gaussian())
	start := d.scene.State
	d.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.press1("?")
	top := d.View()
	d.press1("end", "home", "right", ">", "3", "m", "o", "u")
	if !d.scene.State.Equal(start) || !d.scene.Help || d.scene.Zoom || d.scene.Views.pin != nil || d.scene.Opener.Shown {
		t.Error("a key does something behind the help")
	}
	if d.press1("pgdown"); d.View() == top {
		t.Error("PgDn does not scroll the help")
	}
	if d.press1("home"); d.View() != top {
		t.Error("Home does not go back to its top")
	}
	if d.press1("esc"); d.scene.Help {
		t.Error("Esc does not leave the help")
	}
}
