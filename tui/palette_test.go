package tui

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/overlay/palette"
	"larui/tui/session"
	"larui/tui/stage"
)

// An outcome is what keys have led to, as far as it can be told apart.
type outcome struct {
	scene   frame.Scene
	state   session.State
	trained string
	quits   bool
}

// lead presses keys and says what that leads to; everything is put back.
func (m *moment) lead(keys ...string) outcome {
	m.press(keys...)
	host := m.Program.host
	o := outcome{comparable(host.Scene), host.Explorer.State, m.desk.trained().String(), host.MustQuit}
	o.scene.Views, o.scene.Overlays, o.scene.Cursor = copied(o.scene.Views), copied(o.scene.Overlays), 0
	*frame.OverlayOf[*frame.Palette](&o.scene) = frame.Palette{}
	// A pin has a copy of the solution that is shown, in which an unknown number equals no other.
	o.scene.Pins = slices.Clone(o.scene.Pins)
	for i, p := range o.scene.Pins {
		o.scene.Pins[i].Update = &session.Update{State: p.State}
	}
	m.back()
	return o
}

// found returns the items that the palette lists for a text.
func (m *moment) found(text string) []palette.Item {
	m.press(letters(text)[:len([]rune(text))+1]...)
	defer m.back()
	return frame.OverlayOf[*frame.Palette](m.scene).MatchingItems()
}

// screen is what shows, as text.
func screen(d *desk) string {
	return strings.Join(d.scene.Draw().Plain(), "\n")
}

// letters are the keys that type a text, and Enter.
func letters(text string) []string { return append(strings.Split(":"+text, ""), "enter") }

// The palette finds every action of every view and every control first by its name, but for moves
// of a cursor; each item does what its keys do, or says why it rests.
func TestPaletteDoesWhatKeysDo(t *testing.T) {
	testutil.SkipInShort(t)
	const moves = "left right up down shift+left shift+right shift+up shift+down home end tab shift+tab pgup pgdown . , w W J K z Z :"
	for _, name := range []string{stage.FirstScreenName, "map", stage.RivalsName} {
		d := newDesk(t, opening(t, "rotated-gaussian n=30 m=30"))
		d.run(">")
		d.show(name)
		m := d.moment()
		if listed := m.found(""); len(listed) < 50 || len(listed) > 65 {
			t.Errorf("%d items are listed", len(listed))
		}
		table := slices.Clone(d.scene.CommonKeys)
		for _, v := range d.scene.Views {
			table = append(table, v.Keys()...)
		}
		for _, c := range d.scene.Controls() {
			table = append(table, stage.Key{Name: c.Name})
		}
		for _, k := range table {
			found := m.found(k.Name)
			if k.Keys != nil && slices.Contains(strings.Fields(moves), k.Keys[0]) {
				if slices.ContainsFunc(found, func(item palette.Item) bool { return item.Name == k.Name }) {
					t.Errorf("%s: the palette lists %s", name, k.Name)
				}
				continue
			}
			if len(found) == 0 || found[0].Name != k.Name || found[0].Text == "" {
				t.Errorf("%s: %s is not found first by its name", name, k.Name)
				continue
			}
			item := found[0]
			if item.Refusal != "" {
				m.press(letters(k.Name)...)
				if text := strings.Join(strings.Fields(screen(d)), " "); !frame.OverlayOf[*frame.Palette](m.scene).Shown || !strings.Contains(text, strings.Fields(item.Refusal)[0]) {
					t.Errorf("%s rests, and the palette does not say why", k.Name)
				}
				m.back()
				continue
			}
			if len(k.Keys) == 0 || item.Key == "" {
				continue // a control, or what a view hides
			}
			var keys []string
			for _, sign := range strings.Fields(item.Key) {
				keys = append(keys, keyOfSign(sign))
			}
			if got, want := m.lead(letters(k.Name)...), m.lead(keys...); !reflect.DeepEqual(got, want) {
				t.Errorf("in view %s, %s by the palette is not what %q do: %q, %q", name, k.Name, keys, got.scene.Message, want.scene.Message)
			}
		}
	}
}

// A control is selected by its name, and given a value by that behind it, as = would;
// a pair is opened by name, a view shown.
func TestPaletteDoesWhatIsTyped(t *testing.T) {
	testutil.SkipInShort(t)
	d := newDesk(t, small(t))
	for _, c := range []struct{ text, control, value string }{
		{"λ 100", "lambda", "100"}, {"lambda 100", "lambda", "100"}, {"LAMBDA=1e2", "lambda", "1e2"}, {"k̃ 2", "ktilde", "2"},
		{"ktilde  2", "ktilde", "2"}, {"rate paper", "rate", "paper"}, {"keep-implicit true", "keep-implicit", "true"},
	} {
		m := d.moment()
		got := m.lead(letters(c.text)...)
		d.host.Scene.Focus = c.control
		want := m.lead(append(strings.Split("="+c.value, ""), "enter")...)
		if !reflect.DeepEqual(got, want) || got.state.Equal(m.explorer.State) {
			t.Errorf(":%s leads to %+v, = to %+v", c.text, got.state.Params, want.state.Params)
		}
	}
	for text, says := range map[string]string{"λ -1": "λ", "k 9": "k", "lambda many": "many", "open nowhere": "nowhere", "nonsense": "no action has this name"} {
		m := d.moment()
		m.press(letters(text)...)
		if !frame.OverlayOf[*frame.Palette](m.scene).Shown || !m.scene.State.Equal(m.explorer.State) || !strings.Contains(screen(d), says) {
			t.Errorf(":%s is not refused:\n%s", text, screen(d))
		}
		m.back()
	}
	for text, name := range map[string]string{"csv": "open", "file": "open", "save": "export", "light": "theme light", "exit": "quit", "color": "theme",
		"font": "glyphs", "mouse": "help", "text": "help", "fullscreen": "zoom", "penguins": "open penguins", "mnist": "open mnist-usps", "boundary": "word boundary"} {
		if found := d.moment().found(text); len(found) == 0 || found[0].Name != name {
			t.Errorf(":%s does not find %s first: %v", text, name, found)
		}
	}
	d.press(letters("lambda")...)
	if d.scene.FocusedControl().Name != "lambda" || !strings.Contains(d.scene.Message, "λ: how strongly the target pulls") {
		t.Errorf("lambda is not selected: %s", d.scene.Message)
	}
	// A Pin is called what stands behind it.
	d.press(letters("pin  %s of \u202e{undo}")...)
	if !strings.HasPrefix(d.scene.Message, `pinned as a %s of \u202e`) {
		t.Errorf("it says %s", d.scene.Message)
	}
	d.press(letters("pin before 5")...)
	d.run(">")
	d.requireSeen("pin a before 5  ")
	d.show("target")
	d.requireSeen("╌a╌ before 5: λ = ")
	d.run("<")
	d.press("m")
	if !strings.HasPrefix(d.scene.Message, "unpinned a before 5: ") {
		t.Errorf("it says %s", d.scene.Message)
	}
	d.press(letters("view map")...)
	testutil.Equal(t, d.scene.ViewName(), "map")
	d.run(letters("open glyphs n=40 m=40")...)
	testutil.Equal(t, d.scene.State.Spec.Name, "glyphs")
}

// Esc leaves everything as it was; the mouse selects and does; Tab completes; and nothing
// leaves its frame at any size.
func TestPaletteOnTheScreen(t *testing.T) {
	testutil.SkipInShort(t)
	d := newDesk(t, small(t))
	over := frame.OverlayOf[*frame.Palette](d.scene)
	d.run(">")
	for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}, {300, 100}} {
		d.resize(size[0], size[1])
		m := d.moment()
		d.press(":")
		for range 100 {
			d.press("down")
			lines := strings.Split(screen(d), "\n")
			body := d.scene.Body()
			marked := slices.IndexFunc(lines[body.Y+3:body.Y+body.H-1], func(line string) bool { return strings.HasPrefix(line, "│ › ") })
			if len(lines) != size[1] || marked < 0 {
				t.Fatalf("%v: the selected item is not seen", size)
			}
		}
		d.press("u", "n", "d")
		lines := strings.Split(screen(d), "\n")
		at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "undo ") && strings.Contains(line, "›") })
		d.press("esc")
		if got := (outcome{scene: *d.scene}); over.Shown || !got.scene.State.Equal(m.explorer.State) {
			t.Error("Esc does not leave it")
		}
		d.press(":", "u", "n", "d")
		d.clickAt(8, at)
		d.settle()
		if !d.scene.State.Equal(d.scene.Start) || over.Shown {
			t.Errorf("%v: a click on line %d does not undo", size, at)
		}
		d.run("U")
		d.run(":", "l", "a", "m", "b", "tab", "5", "enter")
		testutil.Equal(t, d.scene.State.Params.Lambda, 5)
		d.run("u")
	}
}
