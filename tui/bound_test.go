package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/model/testutil"
	"larui/tui/config"
	"larui/tui/frame"
	"larui/tui/lesson"
	"larui/tui/stage"
)

// boundTo is the key that a test binds action i to: one that stands for nothing else.
func boundTo(i int) string { return string(rune('一' + i)) }

// rebound binds each action to a key of its own.
func rebound(h *frame.Host) {
	keys := map[string][]string{}
	for i, k := range h.AllKeys() {
		keys[k.Name] = []string{boundTo(i)}
	}
	h.BindKeys(keys)
}

// Each action, bound to another key, is done by that key as by its usual one, in its view or on
// the first screen, and no longer by that.
func TestEachKeyRebound(t *testing.T) {
	o := opening(t, "rotated-gaussian n=30 m=30")
	usual := newDesk(t, o)
	actions := usual.host.AllKeys()
	names := map[string]bool{}
	for _, k := range actions {
		if names[k.Name] || k.Name == "" {
			t.Errorf("two actions are called %q", k.Name)
		}
		names[k.Name] = true
	}
	for i, name := range frame.ViewNames() {
		if testing.Short() && i%5 > 0 {
			continue // enough for the race detector
		}
		at := func(prepare ...func(*frame.Host)) *moment {
			d := newDesk(t, o, prepare...)
			d.show(name)
			return d.moment()
		}
		was, is := at(), at(rebound)
		for i, k := range actions {
			if k.View != name && (k.View != "" || name != stage.FirstScreenName) || strings.HasPrefix(k.Name, "lesson.") {
				continue // which belongs to another view, works everywhere, or rests without a lesson
			}
			hidden := false // by another action that has the same key here
			for j, other := range actions {
				hidden = hidden || i != j && len(k.Keys) > 0 && (other.View == "" || other.View == name) && slices.Contains(other.Keys, k.Keys[0])
			}
			changed, says := is.try(boundTo(i))
			if len(k.Keys) == 0 || k.Name == "suspend" || k.Name == "redraw" { // which leaves no trace here
				continue
			}
			changes, _ := was.try(k.Keys[0])
			if changed != changes && !hidden || !changed && says == "" {
				t.Errorf("in %s, %s changes something: %t, by its new key %t (%q)", name, k.Name, changes, changed, says)
			}
			if changed, says := is.try(k.Keys[0]); changed || !strings.Contains(says, "does nothing here") {
				t.Errorf("in %s, %q still does something (%q)", name, k.Keys[0], says)
			}
		}
	}
}

func TestSuspendRebound(t *testing.T) {
	d := newDesk(t, small(t), func(h *frame.Host) { h.BindKeys(map[string][]string{"suspend": {"f5"}}) })
	if _, command := d.Update(keyMessage("ctrl+z")); command != nil {
		t.Error("Ctrl+Z suspends")
	}
	if _, command := d.Update(keyMessage("f5")); command == nil {
		t.Error("F5 does not suspend")
	}
}

// The hints and the help name the keys that are bound.
func TestHintsAreBound(t *testing.T) {
	d := newDesk(t, small(t), rebound)
	for i, k := range d.host.AllKeys() {
		if k.Name == "help" {
			d.press(boundTo(i))
		}
	}
	book := frame.OverlayOf[*frame.HelpOverlay](d.scene)
	if !*book.VisibleFlag() {
		t.Fatal("no help")
	}
	help := ""
	d.scene.Width, d.scene.Height = 240, 160
	for book.Page = range 2 { // what works here, and all keys
		help += strings.Join(d.scene.Draw().Plain(), "\n")
	}
	for i, k := range d.host.AllKeys() {
		if strings.HasPrefix(k.Name, "lesson.") {
			if bound := d.host.Scene.UserKeys[k.Name]; !slices.Equal(k.Keys, bound) {
				t.Errorf("%s has %q, not %q", k.Name, k.Keys, bound)
			}
			continue
		}
		if k.View == "" && (k.AppliesTo == nil || k.AppliesTo(&d.scene.Stage)) && !strings.Contains(help, boundTo(i)) {
			t.Errorf("the help does not name the key of %s", k.Name)
		}
	}
}

// A theme, glyphs or a screen that a key chooses are for this run, until they are to be kept, which
// is said, as is what fails.
func TestLooksAreKept(t *testing.T) {
	var kept []string
	d := newDesk(t, small(t))
	keeping := frame.UserFiles{SaveLook: func(setting, value string) (bool, error) {
		kept = append(kept, setting+" "+value)
		if len(kept) > 4 {
			return false, errors.New("it is not to be written to")
		}
		return value != "ascii", nil
	}}
	testutil.NoError(t, d.host.Restore(keeping, ""))
	for _, c := range testutil.ParseTable(strings.ReplaceAll(`
		keep | no other theme, glyphs or screen was tried: T, G and d change them
		T | theme light; T switches to monoNEXT
		d |
		4 |
		G | glyphs block; G switches to asciiNEXT
		keep | defaults in config.toml: glyphs block, theme light and view all
		keep | no other theme, glyphs or screen was tried: T, G and d change them
		G | glyphs ascii; G switches to brailleNEXT
		keep | defaults in config.toml: the glyphs that the file already sets
		T | theme mono; T switches to colour-blindNEXT
		keep | no default was saved: it is not to be written to`, "NEXT", "; type :keep as default to make this the default")) {
		switch c[0] {
		case "keep":
			d.scene.Message = ""
			d.press(letters("keep as default")...)
			if over := d.scene.TopOverlay(); over != nil { // it says there why it rests
				testutil.Contains(t, d.picture(), c[1])
				d.press("esc")
				continue
			}
		default:
			d.press(c[0])
		}
		testutil.Equal(t, d.scene.Message, c[1], c[0])
	}
	if got := fmt.Sprint(kept); got != "[glyphs block theme light view all glyphs ascii theme mono]" {
		t.Error(got)
	}
}

// What Bubble Tea calls a key is read as that key, or there is a reason why not.
func TestKeysAreNamedAlike(t *testing.T) {
	for kind := tea.KeyType(-200); kind < 200; kind++ {
		name := tea.Key{Type: kind}.String()
		if kind == tea.KeyRunes || name == "" {
			continue
		}
		if key, why := config.ParseKey(name); key != name && why != "a terminal sends Backspace for this key" {
			t.Errorf("%q is read as %q: %s", name, key, why)
		}
		if key, _ := config.ParseKey(config.FormatKey(name)); name != "ctrl+h" && key != name {
			t.Errorf("%q is spelt %q, which is read as %q", name, config.FormatKey(name), key)
		}
	}
}

// In a lesson its keys, bound to others, walk through the steps, the usual ones don't, and
// the step names the new one.
func TestLessonKeysRebound(t *testing.T) {
	all := testutil.Must(lesson.LoadAll(frame.LessonWords()))
	d := newDesk(t, small(t), func(h *frame.Host) {
		h.BindKeys(map[string][]string{"lesson.next": {"一"}, "lesson.back": {"二"}})
		h.StartLesson(all[0], 1)
	})
	at := func(keys ...string) int {
		d.run(keys...)
		return d.scene.Lessons.At
	}
	d.requireSeen("一")
	if at("backspace", "pgup", "pgdown") != 1 || at("二") != 0 {
		t.Errorf("back leads to step %d", d.scene.Lessons.At)
	}
	if usual := at("enter", "enter", "esc"); usual != 0 || at("一", "一") != 1 {
		t.Errorf("on leads to step %d, Enter to %d", d.scene.Lessons.At, usual)
	}
}
