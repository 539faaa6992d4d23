package tui

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/tui/chart"
)

// shownKeys is how the help writes keys that have no letter of their own.
var shownKeys = map[string]string{
	"left": "←", "right": "→", "up": "↑", "down": "↓", "shift+left": "⇧←", "shift+right": "⇧→",
	"shift+up": "⇧↑", "shift+down": "⇧↓",
	"tab": "Tab", "shift+tab": "⇧Tab", "home": "Home", "end": "End", "enter": "Enter", "esc": "Esc",
	"ctrl+c": "Ctrl+C", "ctrl+z": "Ctrl+Z", " ": "space", "pgup": "PgUp", "pgdown": "PgDn", "backspace": "Bksp",
}

func shownKey(key string) string {
	if shown, ok := shownKeys[key]; ok {
		return shown
	}
	return key
}

// alsoKeys finds the keys that the text of a help line names: "(also h l)".
var alsoKeys = regexp.MustCompile(`\((?:[^()]*also|[^()]*; )([^()]*)\)|\((\S+) goes back\)`)

// helpKeys are the keys that the help of the scene names.
func helpKeys(sc *Scene) map[string]bool {
	keys := map[string]bool{}
	add := func(text string) {
		for _, word := range strings.Fields(strings.NewReplacer(",", " ", ";", " ", " to the edges", "", " back", "", " suspends", "").Replace(text)) {
			keys[word] = true
		}
	}
	for _, column := range sc.helpColumns(wideHelp)[:1] {
		for _, e := range column {
			if e.key == "mouse" {
				continue
			}
			for _, key := range strings.Fields(e.key) {
				keys[key] = true
			}
			for _, match := range alsoKeys.FindAllStringSubmatch(e.text, -1) {
				add(strings.ReplaceAll(match[0][1:len(match[0])-1], "also", "") + " ")
			}
		}
	}
	for _, c := range sc.controls() {
		add(c.Down + " " + c.Up)
	}
	return keys
}

// Every key that works stands in the help, and every key in the help is bound, in the
// dashboard and in every view.
func TestHelpNamesKeys(t *testing.T) {
	d := newDesk(t, gaussian())
	for _, p := range append(panels(), panel{}) {
		sc := &d.scene
		sc.Panel, sc.Zoom = p.id, p.draw != nil
		named := helpKeys(sc)
		bound := map[string]bool{"alt+esc": true}
		for _, a := range d.Program.actions() {
			for _, key := range a.keys {
				bound[shownKey(key)] = true
				// Esc twice at once is Esc.
				if key != "alt+esc" && !named[shownKey(key)] {
					t.Errorf("view %s: the help does not name the key %s", sc.viewName(), key)
				}
			}
		}
		for _, c := range sc.controls() {
			bound[c.Down], bound[c.Up] = true, true
		}
		for _, column := range sc.helpColumns(wideHelp)[:1] {
			for _, e := range column {
				for _, key := range strings.Fields(e.key) {
					if e.key != "mouse" && !bound[key] {
						t.Errorf("view %s: the help names %q, which does nothing", sc.viewName(), key)
					}
				}
			}
		}
	}
}

// Every key of the table of actions does something where it is said to work.
func TestActionsWork(t *testing.T) {
	for _, a := range actions() {
		for _, key := range a.keys {
			d := newDesk(t, gaussian())
			// A past, a future, something to go back from, and λ off its ends.
			d.press1(">", ">", "u")
			d.settle()
			if strings.Contains(a.help, "back; cancel") || key == "1" || key == "esc" || key == "alt+esc" {
				d.press1("3")
			}
			if a.works != nil && !a.works(d.Program) {
				t.Errorf("%s does not work after a turn", key)
				continue
			}
			before, frame := d.scene, d.View()
			_, command := d.Update(keyMessage(key))
			if key == "ctrl+z" && command == nil {
				t.Errorf("%s does not suspend", key)
			}
			if reflect.DeepEqual(before.State, d.scene.State) && d.View() == frame && !d.quitting && key != "ctrl+z" {
				t.Errorf("%s changes nothing", key)
			}
			d.settle()
		}
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
	if !sameState(d.scene.State, start) || !d.scene.Help || d.scene.Zoom || d.scene.Views.pin != nil || d.scene.Opener.Shown {
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

func TestFormatMeasure(t *testing.T) {
	for v, want := range map[float64]string{30900000: "3.09e7", 3.0899999999999996e7: "3.09e7", 0.73512: "0.735", 1e-14: "0", 1234: "1230", 4.6e-5: "4.6e-5"} {
		if got := formatMeasure(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}
