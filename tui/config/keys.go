package config

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"larui/datasets/wording"
)

// An Action is something that the user can do by pressing one of Keys: in one view, or in every
// view if View is empty.
type Action struct {
	Name, View string
	Keys       []string
}

// An entry that binds keys to an action is named keysPrefix and the name of the action. The key
// interrupt (Ctrl+C) always triggers the action quit.
const keysPrefix, quit, interrupt = "keys.", "quit", "ctrl+c"

// HasBindings reports whether the file has keys for any action.
func (f *File) HasBindings() bool {
	return slices.ContainsFunc(f.Entries, func(e Entry) bool { return strings.HasPrefix(e.Name, keysPrefix) })
}

// Bindings maps names of actions to the keys in the file. actions are all actions with their
// default keys. These are errors: an unknown action; a key that no terminal sends; a key with two
// actions in the same view; quit without a key.
func (f *File) Bindings(actions []Action) (map[string][]string, error) {
	bound := map[string][]string{}
	names := []string{}
	for _, a := range actions {
		names = append(names, a.Name)
	}
	for _, e := range f.Entries {
		name, ok := strings.CutPrefix(e.Name, keysPrefix)
		if !ok {
			continue
		}
		if !slices.Contains(names, name) {
			meant := ""
			if near, ok := wording.FindNearest(name, names); ok {
				meant = "did you mean " + near + "? "
			}
			return nil, f.EntryError(e, "unknown action %q: %slarui config lists all actions", name, meant)
		}
		keys := []string{}
		for _, text := range e.Texts {
			key, why := ParseKey(text)
			if key == interrupt && name != quit {
				why = "Ctrl+C always triggers quit"
			}
			if why != "" {
				return nil, f.EntryError(e, "%s can't be %q: %s", name, text, why)
			}
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		if name == quit {
			if len(keys) == 0 {
				return nil, f.EntryError(e, "the action quit needs a key")
			}
			if !slices.Contains(keys, interrupt) {
				keys = append(keys, interrupt)
			}
		}
		bound[name] = keys
	}
	return bound, f.checkConflicts(actions, bound)
}

// checkConflicts returns an error if the user gave a key two actions in the same view. Two actions
// may share a default key: the action of the view then comes first.
func (f *File) checkConflicts(actions []Action, bindings map[string][]string) error {
	for _, a := range actions {
		for _, key := range bindings[a.Name] {
			for _, b := range actions {
				theirs, alsoBound := bindings[b.Name]
				if !alsoBound {
					theirs = b.Keys
				}
				meet := a.View == b.View || a.View == "" || b.View == ""
				usual := slices.Contains(a.Keys, key) && slices.Contains(b.Keys, key)
				if a.Name == b.Name || !meet || usual || !slices.Contains(theirs, key) {
					continue
				}
				e, _ := f.Find(keysPrefix + a.Name)
				other := b.Name
				if twin, ok := f.Find(keysPrefix + b.Name); ok && twin.Line != e.Line {
					other += fmt.Sprintf(" (line %d)", twin.Line)
				}
				if view := a.View + b.View; a.View != b.View {
					other += " in the view " + view
				}
				return f.EntryError(e, "%q triggers both %s and %s: give one of the two another key", FormatKey(key), a.Name, other)
			}
		}
	}
	return nil
}

// namedKeys maps the names of keys that type no character, such as pgup, to Bubble Tea's names.
// modifiedKeys maps modifiers to the keys that a terminal can send with them. ctrlSynonyms maps a
// character to the key that sends the same byte as Ctrl with the character.
var (
	namedKeys = map[string]string{
		"up": "up", "down": "down", "left": "left", "right": "right", "home": "home", "end": "end",
		"pgup": "pgup", "pageup": "pgup", "pgdown": "pgdown", "pgdn": "pgdown", "pagedown": "pgdown",
		"tab": "tab", "enter": "enter", "return": "enter", "esc": "esc", "escape": "esc", "space": " ",
		"backspace": "backspace", "bksp": "backspace", "delete": "delete", "del": "delete", "insert": "insert", "ins": "insert",
	}
	modifiedKeys = map[string][]string{
		"shift":      {"up", "down", "left", "right", "home", "end", "tab"},
		"ctrl":       {"up", "down", "left", "right", "home", "end", "pgup", "pgdown"},
		"ctrl+shift": {"up", "down", "left", "right", "home", "end"},
	}
	ctrlSynonyms = map[string]string{"m": "Enter", "i": "Tab", "h": "Backspace", "[": "Esc"}
)

const functionKeys = 20

// ParseKey parses a key as a user writes it. It returns Bubble Tea's name, or the reason why a
// terminal can't send the key.
func ParseKey(text string) (key, why string) {
	mods, alt, rest := cutModifiers(text)
	if name, named := keyName(rest); named {
		key, why = parseNamedKey(mods, name)
	} else {
		key, why = parseCharacterKey(mods, rest)
	}
	if alt && why == "" {
		key = "alt+" + key
	}
	return key, why
}

// cutModifiers splits "ctrl+shift+left" into "ctrl+shift" and "left". mods is "", "ctrl", "shift"
// or "ctrl+shift"; alt reports whether the key has the modifier alt.
func cutModifiers(text string) (mods string, alt bool, rest string) {
	held := map[string]bool{}
	for rest = text; ; {
		mod, after, ok := strings.Cut(rest, "+")
		mod = strings.ToLower(mod)
		if !ok || after == "" || mod != "ctrl" && mod != "shift" && mod != "alt" {
			break
		}
		rest, held[mod] = after, true
	}
	switch {
	case held["ctrl"] && held["shift"]:
		mods = "ctrl+shift"
	case held["ctrl"]:
		mods = "ctrl"
	case held["shift"]:
		mods = "shift"
	}
	return mods, held["alt"], rest
}

func keyName(text string) (name string, named bool) {
	low := strings.ToLower(text)
	for i := range functionKeys {
		if f := fmt.Sprint("f", i+1); f == low {
			return f, true
		}
	}
	name, named = namedKeys[low]
	return name, named
}

func parseNamedKey(mods, name string) (key, why string) {
	switch {
	case mods == "":
		return name, ""
	case mods == "ctrl" && name == " ":
		return "ctrl+@", ""
	case slices.Contains(modifiedKeys[mods], name):
		return mods + "+" + name, ""
	}
	return rejectIndistinctKey(FormatKey(name))
}

func parseCharacterKey(mods, text string) (key, why string) {
	one, size := utf8.DecodeRuneInString(text)
	low := strings.ToLower(text)
	switch {
	case one == utf8.RuneError || size < len(text) || !unicode.IsPrint(one):
		return "", "there is no such key; keys are written like u, U, ctrl+u, f5, space, enter, esc, tab, left, shift+left or pgup"
	case mods == "":
		return text, ""
	case mods == "shift" && unicode.ToUpper(one) != unicode.ToLower(one):
		return strings.ToUpper(text), ""
	case mods == "shift":
		return "", "write the character that this key types with Shift"
	case mods == "ctrl+shift":
		return rejectIndistinctKey("ctrl+" + low)
	case ctrlSynonyms[low] != "":
		return "", "a terminal sends " + ctrlSynonyms[low] + " for this key"
	case low >= "a" && low <= "z", strings.Contains(`@\]^_`, low):
		return "ctrl+" + low, ""
	}
	return rejectIndistinctKey(text)
}

// rejectIndistinctKey returns the reason to reject a key: a terminal sends the same bytes for the
// key other.
func rejectIndistinctKey(other string) (key, why string) {
	return "", fmt.Sprintf("a terminal does not distinguish this key from %s", other)
}

// FormatKey returns a key as a user writes it, from Bubble Tea's name of the key.
func FormatKey(key string) string {
	if rest, ok := strings.CutSuffix(key, " "); ok {
		return rest + "space"
	}
	return key
}
