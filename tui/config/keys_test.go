package config

import (
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
)

func TestParseKey(t *testing.T) {
	for text, want := range map[string]string{
		"u": "u", "U": "U", "shift+u": "U", "Shift+é": "É", "+": "+", "ctrl+U": "ctrl+u", "Ctrl+\\": "ctrl+\\", "λ": "λ", "'": "'",
		"space": " ", " ": " ", "ctrl+space": "ctrl+@", "alt+space": "alt+ ", "alt++": "alt++", "PgDn": "pgdown", "Escape": "esc",
		"shift+tab": "shift+tab", "shift+ctrl+Left": "ctrl+shift+left", "ctrl+alt+up": "alt+ctrl+up", "F12": "f12", "alt+x": "alt+x",
	} {
		if key, why := ParseKey(text); key != want || why != "" {
			t.Errorf("%q is %q (%s), not %q", text, key, why, want)
		}
	}
	for text, want := range map[string]string{
		"ctrl+m": "sends Enter", "Ctrl+I": "sends Tab", "ctrl+h": "sends Backspace", "ctrl+[": "sends Esc", "alt+ctrl+m": "sends Enter",
		"ctrl+shift+u": "does not distinguish this key from ctrl+u", "ctrl+1": "does not distinguish this key from 1", "ctrl+enter": "does not distinguish this key from enter",
		"shift+space": "does not distinguish this key from space", "ctrl+tab": "does not distinguish this key from tab", "shift+f5": "does not distinguish this key from f5",
		"shift+1": "write the character", "": "no such key", "undo": "no such key", "f21": "no such key", "ctrl+": "no such key",
		"super+u": "no such key", "\x1b": "no such key", "\xff": "no such key",
	} {
		if key, why := ParseKey(text); key != "" || !strings.Contains(why, want) {
			t.Errorf("%q is %q (%s), not refused as %q", text, key, why, want)
		}
	}
}

var actions = []Action{
	{"undo", "", []string{"u"}}, {"redo", "", []string{"U"}}, {"quit", "", []string{"q", "ctrl+c"}}, {"next", "", []string{"down"}},
	{"map.best", "map", []string{"b"}}, {"map.down", "map", []string{"down"}}, {"lambda.log", "lambda", []string{"x"}},
}

func TestBindings(t *testing.T) {
	user(t, `
[keys]
undo = "U"                # these two change places
redo = ["u", "Ctrl+Y", "u"]
quit = "Q"
map.best = []
lambda.log = "b"          # which the map has no more, and never had here
next = ["n", "down"]      # hidden by the map as ever
`)
	f := testutil.Must(Read())
	got := testutil.Must(f.Bindings(actions))
	for name, want := range map[string]string{
		"undo": "U", "redo": "u ctrl+y", "quit": "Q ctrl+c", "map.best": "", "lambda.log": "b", "next": "n down",
	} {
		if keys := strings.Join(got[name], " "); keys != want || got[name] == nil {
			t.Errorf("%s has %q, not %q", name, keys, want)
		}
	}
	if _, ok := got["map.down"]; ok || len(got) != 6 {
		t.Errorf("what is not named is bound: %v", got)
	}
}

func TestConflicts(t *testing.T) {
	for _, c := range []struct{ keys, says string }{
		{"undo = 'U'", `:2: "U" triggers both undo and redo: give one of the two another key`},
		{"undo = 'z'\nredo = ['y', 'z']", `:2: "z" triggers both undo and redo (line 3): give`},
		{"undo = 'b'", `:2: "b" triggers both undo and map.best in the view map: give`},
		{"map.best = 'u'", `:2: "u" triggers both map.best and undo in the view map: give`},
		{"map.best = 'down'", `:2: "down" triggers both map.best and next in the view map: give`},
		{"undo = 'space'\nredo = ' '", `"space" triggers both`},
		{"quit = []", `:2: the action quit needs a key`},
		{"undo = 'Ctrl+C'", `undo can't be "Ctrl+C": Ctrl+C always triggers quit`},
		{"undo = 'ctrl+m'", `:2: undo can't be "ctrl+m": a terminal sends Enter for this key`},
		{"undoo = 'z'", `:2: unknown action "undoo": did you mean undo? larui config lists all actions`},
		{"[keys.map]\nbets = 'z'", `:3: unknown action "map.bets": did you mean map.best? larui`},
	} {
		path := user(t, "[keys]\n"+c.keys+"\n")
		f := testutil.Must(Read())
		_, err := f.Bindings(actions)
		if err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, not %q", c.keys, err, c.says)
		}
	}
	// Two views may use the same key.
	user(t, "keys.map.best = 'x'\n")
	f, _ := Read()
	if got, err := f.Bindings(actions); err != nil || !slices.Equal(got["map.best"], []string{"x"}) {
		t.Error(got, err)
	}
}
