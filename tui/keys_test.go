package tui

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/frame"
	"larui/tui/session"
	"larui/tui/stage"
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

// namedKeys reads off the screen which keys the help names for what shows: on its first
// page, and among all keys those of everywhere.
func (d *desk) namedKeys() map[string]bool {
	d.t.Helper()
	book := &frame.HelpOverlay{}
	book.Show(nil)
	shown := *d.scene
	shown.Overlays = append([]frame.Overlay{book}, shown.Overlays...)
	const w, h = 240, 120
	shown.Width, shown.Height = w, h
	named := map[string]bool{}
	for book.Page = range 2 {
		g := shown.Draw()
		body := shown.Body()
		for y := body.Y + 3; y < body.Y+body.H-1; y++ {
			sign := ""
			for x := 2; x < w/2; x++ {
				if c := g.At(x, y); c.Style == chart.Key && c.Rune != ' ' && c.Rune != 0 {
					sign += string(c.Rune)
					continue
				}
				if sign != "" && sign != "mouse" {
					if key := keyOfSign(sign); slices.Contains(keyboard(), key) {
						named[key] = true
					} else {
						d.t.Errorf("the help names %q, which is no key", sign)
					}
				}
				sign = ""
			}
		}
	}
	return named
}

// keyOfSign returns the key that the screen writes so.
func keyOfSign(sign string) string {
	bySign := map[string]string{
		"←": "left", "→": "right", "↑": "up", "↓": "down", "⇧←": "shift+left", "⇧→": "shift+right", "⇧↑": "shift+up", "⇧↓": "shift+down",
		"⇧Tab": "shift+tab", "space": " ", "PgUp": "pgup", "PgDn": "pgdown", "Bksp": "backspace", "Del": "delete",
	}
	key, ok := bySign[sign]
	if rest, ctrl := strings.CutPrefix(sign, "Ctrl+"); ctrl {
		key, ok = "ctrl+"+strings.ToLower(rest), true
	}
	switch {
	case ok:
		return key
	case len(sign) > 1:
		return strings.ToLower(sign)
	}
	return sign
}

// A moment is a desk at which each key is tried in turn: after one, everything is as it
// was before.
type moment struct {
	*desk
	saved    Program
	host     frame.Host
	explorer session.Explorer
	trained  trained
}

// trained is what the view of rivals shows.
type trained struct {
	board    map[session.RivalKey]session.RivalEntry
	settings []int
}

// String says what can be told apart of it.
func (tr trained) String() string {
	states := map[session.RivalKey]session.RivalState{}
	for key, e := range tr.board {
		states[key] = e.State
	}
	return fmt.Sprint(states, tr.settings)
}

func (d *desk) trained() trained {
	now := trained{board: maps.Clone(d.scene.Trainer.Board)}
	for _, r := range session.Rivals() {
		now.settings = append(now.settings, d.scene.Trainer.ShownSetting(d.scene.Session, r))
	}
	return now
}

func (d *desk) moment() *moment {
	d.scene.Message = ""
	m := &moment{d, *d.Program, *d.Program.host, *d.host.Explorer, d.trained()}
	m.host.Scene.Views, m.host.Scene.Overlays = copied(m.host.Scene.Views), copied(m.host.Scene.Overlays)
	return m
}

// restored are views or overlays as they were: the same ones, whose keys may know them.
func restored[T any](list, were []T) []T {
	for i, v := range list {
		reflect.ValueOf(v).Elem().Set(reflect.ValueOf(were[i]).Elem())
	}
	return list
}

// copied are the same views or overlays, which nothing changes.
func copied[T any](list []T) (all []T) {
	for _, v := range list {
		to := reflect.New(reflect.TypeOf(v).Elem())
		to.Elem().Set(reflect.ValueOf(v).Elem())
		all = append(all, to.Interface().(T))
	}
	return all
}

// comparable is a scene without what belongs to another: functions and the explorer's state.
func comparable(sc frame.Scene) frame.Scene {
	sc.Snapshot, sc.FirstKey, sc.ZoomedSize = nil, nil, nil
	return sc
}

// try presses a key, puts everything back and reports whether the key changed anything
// but the sentence, and what that said.
func (m *moment) try(key string) (changes bool, says string) {
	_, command := m.Update(keyMessage(key))
	host := m.Program.host
	says = host.Scene.Message
	now, before, x, y := comparable(host.Scene), comparable(m.host.Scene), *host.Explorer, m.explorer
	now.Message, before.Message = "", ""
	changes = !reflect.DeepEqual(now, before) || m.desk.trained().String() != m.trained.String() ||
		!x.State.Equal(y.State) || x.Opening != y.Opening ||
		host.MustQuit || strings.Contains("ctrl+z ctrl+l", key) && command != nil || strings.HasPrefix(says, "copied")
	m.back()
	return changes, says
}

// back puts everything back. What engine and trainer still say is not listened to.
func (m *moment) back() {
	explorer, trainer := m.host.Explorer, m.host.Scene.Trainer
	views, overlays := m.Program.host.Scene.Views, m.Program.host.Scene.Overlays
	*m.Program, *m.Program.host = m.saved, m.host
	m.Program.host.Scene.Views, m.Program.host.Scene.Overlays = restored(views, m.host.Scene.Views), restored(overlays, m.host.Scene.Overlays)
	*explorer = m.explorer
	trainer.CancelAll()
	trainer.Board = maps.Clone(m.trained.board)
	for i, r := range session.Rivals() {
		trainer.SelectSetting(r, m.trained.settings[i])
	}
	m.heard()
}

// knows tells whether a key stands for something, here or with another pair or panel.
func (d *desk) knows(key string) bool {
	keys, view := slices.Concat(d.scene.CommonKeys, d.scene.ControlKeys), d.scene.FindView(d.scene.Panel)
	for _, k := range view.Keys() {
		if k.WorksBeside && !d.scene.Zoom {
			keys = append(keys, k)
		}
	}
	if d.scene.Zoom {
		keys = slices.Concat(keys, view.Keys(), stage.ReadingKeys(view, d.scene.VisibleCursor().Active))
	}
	return slices.ContainsFunc(keys, func(k stage.Key) bool { return slices.Contains(k.Keys, key) })
}

// moments are states of a screen in which between them every key that it knows does
// something.
func moments(t *testing.T, o session.Opening, name string) []*moment {
	at := func(w, h int, keys ...string) *moment {
		d := newDesk(t, o)
		d.resize(w, h)
		d.show(name)
		for _, key := range keys {
			d.run(key)
		}
		return d.moment()
	}
	all := []*moment{at(120, 36), at(120, 36, ">", ">", "u"), at(120, 36, ",", ","), at(60, 20, ">", "u"), at(120, 36, "m")}
	switch name {
	case stage.FirstScreenName:
		all = append(all, at(120, 36, "5", "esc"))
	case "map":
		all = append(all, at(120, 36, "]", "down", "left"), at(120, 36, "up", "right"))
	case "spectrum":
		all = append(all, at(120, 36, "J"), at(80, 24, "J", "J", "J"))
	case "theory":
		all = append(all, at(80, 24, "pgdown"))
	case "convergence", "lambda", "target":
		all = append(all, at(120, 36, "enter", "left"))
	case "data":
		all = append(all, at(120, 36, "v"), at(60, 20, "pgdown"))
	case stage.RivalsName:
		// A network that is not trained, and one that waits as long as nobody listens.
		untrained, waiting := newDesk(t, o), newDesk(t, o)
		for _, d := range []*desk{untrained, waiting} {
			d.show(name)
			d.press("up")
		}
		waiting.press("x")
		all = append(all, untrained.moment(), waiting.moment())
	}
	return all
}

// In every view, a key changes something if and only if the help of that view names it,
// in some state of some pair; and no key is silent: where one does nothing, the sentence
// says so.
func TestKeysAreWhatHelpNames(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after the other, which is nothing for the race detector")
	}
	idle, useful := map[string]bool{}, map[string]bool{}
	for pair, o := range map[string]session.Opening{
		"gaussian": opening(t, "rotated-gaussian n=30 m=30"),
		// Some controls have nothing to turn here.
		"files": files(t),
	} {
		for _, name := range frame.ViewNames() {
			if pair == "files" && !slices.Contains([]string{stage.FirstScreenName, stage.AllName, stage.SpectrumName, stage.TargetName, "data"}, name) {
				continue // the keys of other views do the same for any pair
			}
			t.Run(pair+"/"+name, func(t *testing.T) {
				all := moments(t, o, name)
				named := all[0].namedKeys()
				if len(named) < 40 {
					t.Errorf("only %d keys are named", len(named))
				}
				for _, key := range keyboard() {
					ever := false
					for i, m := range all {
						if i > 0 && !named[key] && !m.knows(key) {
							continue // what stands for nothing does so once
						}
						changes, says := m.try(key)
						ever = ever || changes
						switch {
						case changes && !named[key]:
							t.Errorf("%q changes something and is not in the help", key)
						case !changes && says == "":
							t.Errorf("%q does nothing, at moment %d, and nothing says so", key, i)
						case !m.knows(key) && !strings.Contains(says, "does nothing here") && !strings.Contains(says, "this pair has no "):
							t.Errorf("%q, which stands for nothing, says %q", key, says)
						}
					}
					if use := map[bool]map[string]bool{false: idle, true: useful}[ever]; named[key] {
						use[name+": "+key] = true
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
	d := newDesk(t, opening(t, "rotated-gaussian n=30 m=30"))
	for _, overlay := range []struct{ key, leaves string }{{"?", "? f1 esc - q"}, {"=", "esc enter"}, {"o", "esc enter"}, {"O", "esc enter"}, {":", "esc enter"}} {
		d.press(overlay.key)
		m := d.moment()
		for _, key := range keyboard() {
			if strings.Contains("oO:", overlay.key) && key == "enter" {
				continue // which opens a pair, writes a file, or does what is selected
			}
			d.press(key)
			now, before := comparable(d.host.Scene), comparable(m.host.Scene)
			left := !now.Typing && now.TopOverlay() == nil
			testutil.Equal(t, left, slices.Contains(strings.Fields(overlay.leaves), key), overlay.key, key)
			silent := now.Message == "" && !left && reflect.DeepEqual(frame.OverlayOf[*frame.HelpOverlay](&now), frame.OverlayOf[*frame.HelpOverlay](&before)) && !frame.OverlayOf[*frame.Palette](&now).Shown && !d.host.MustQuit && key != "ctrl+z" && key != "ctrl+l"
			now.Typing, now.Entry, now.Cursor, now.EntryErr, now.Overlays = before.Typing, before.Entry, before.Cursor, before.EntryErr, before.Overlays
			now.Message = before.Message
			if !d.scene.State.Equal(m.explorer.State) || !reflect.DeepEqual(now, before) {
				t.Errorf("under %s, %q reaches what is covered", overlay.key, key)
			}
			if overlay.key == "?" && silent {
				t.Errorf("under the help %q is silent", key)
			}
			m.back()
		}
		d.press("esc")
	}
	d.press("L", "end")
	last := d.picture()
	for _, keys := range []string{"g k", "g j G"} {
		d.press(strings.Fields(keys)...)
		testutil.Equal(t, d.picture(), last, keys)
	}
}

// Where a key can do nothing, the sentence says why.
func TestIdleKeysSayWhy(t *testing.T) {
	d := newDesk(t, gaussian(t))
	for _, row := range testutil.ParseTable(`
		u | nothing to undo: the history, or the lesson's step, begins here
		] ] | k is at its largest, 2
		[ [ | k is at its smallest, 1
		} } | k̃ is at its largest, 2
		end right | k̃ is at its largest, 2
		< home < | λ is at its smallest, 0
		end > | λ is at its largest step, 1e4 (press = to type another value)
		) end ) | epochs is end already
		( home ( | epochs is at its smallest, 1
		; home ; | rate is auto already
		t end end | tail is source already
		home home | tail is target already
		u r r | nothing to reset: this is the first state of the pair
		z | z does nothing here (? lists the keys)
		f5 | f5 does nothing here (? lists the keys)
		0 0 | this panel fills the screen already: Esc leaves it
		7 + | this panel fills the screen already: Esc leaves it
		1 1 | this is the first screen already
		esc | nothing to go back to here: d switches between the first screen and all panels, q quits
		5 1 U | nothing to redo: nothing was undone since the last change or opening`) {
		for key := range strings.FieldsSeq(row[0]) {
			d.run(key)
		}
		if text, _ := d.scene.Sentence(); text != row[1] {
			t.Errorf("%s says %q, want %q", row[0], text, row[1])
		}
	}
	// The next key has its own say.
	d.press("m")
	if strings.Contains(d.scene.Message, "redo") {
		t.Errorf("the sentence stays: %q", d.scene.Message)
	}
}

// Keys of controls that a pair has not say where they belong; before the first solution
// every key says what it waits for; and Esc that it cancels.
func TestKeysThatWait(t *testing.T) {
	d := newDesk(t, files(t))
	for key, says := range map[string]string{
		"a": "this pair has no angle, unlike rotated-gaussian", "A": "this pair has no angle, unlike rotated-gaussian", "n": "this pair has no noise, unlike ", "#": "this pair has no seed, unlike ",
	} {
		d.press(key)
		if !strings.HasPrefix(d.scene.Message, says) {
			t.Errorf("%s says %q", key, d.scene.Message)
		}
	}
	unopened := newProgram(terminalLook{}, small(t))
	defer unopened.host.Close()
	for _, key := range []string{"m", "right", "home", ">", "=", "y", "o", "O", "u", "r", " ", "."} {
		unopened.Update(keyMessage(key))
		if sc := unopened.scene; sc.Message != "nothing is solved yet: wait for the first picture" || sc.Typing || frame.OverlayOf[*frame.Opener](sc).Shown {
			t.Errorf("%q says %q before anything is solved", key, sc.Message)
		}
	}
	d.press(">")
	d.scene.Update.Progress = &datasets.Progress{Stage: "generating"}
	d.press("esc")
	testutil.Equal(t, d.scene.Message, "cancelling …")
	d.settle()
}

// Keys that are pressed by habit change no number: those that save elsewhere lead to what
// is written, and are left by Esc. j and k select controls as in vim, : and / are the palette, ? and F1 the
// help; Ctrl+R redoes, Ctrl+L clears the screen.
func TestKeysOfHabit(t *testing.T) {
	d := newDesk(t, gaussian(t))
	for i, key := range []string{"j", "j", "k", "k"} {
		d.press(key)
		testutil.Equal(t, d.scene.FocusedControl().Name, d.scene.Controls()[[]int{1, 2, 1, 0}[i]].Name, key)
	}
	for key, overlay := range map[string]frame.Overlay{":": &frame.Palette{}, "/": &frame.Palette{}, "?": &frame.HelpOverlay{}, "f1": &frame.HelpOverlay{}} {
		d.press(key)
		testutil.Equal(t, reflect.TypeOf(d.scene.TopOverlay()), reflect.TypeOf(overlay), key)
		d.press("esc")
	}
	for _, key := range []string{">", "u", "ctrl+r", "u"} {
		d.run(key)
		testutil.Equal(t, d.scene.State.Equal(d.scene.Start), key == "u", key)
	}
	if _, command := d.Update(keyMessage("ctrl+l")); command == nil || command() != tea.ClearScreen() {
		t.Error("Ctrl+L does not clear the screen")
	}
	over := frame.OverlayOf[*frame.ExportOverlay](d.scene)
	for _, key := range []string{"s", "e", "ctrl+s", "S", "E", "H", "L", "ctrl+e", "ctrl+x", "ctrl+d", "d", "p", "x"} {
		d.press(key)
		if opens := key == "s" || key == "e" || key == "ctrl+s"; over.Shown != opens || !d.scene.State.Equal(d.scene.Start) {
			t.Errorf("%q: shown %t, %s", key, over.Shown, d.scene.Message)
		}
		d.press("esc")
	}
}
