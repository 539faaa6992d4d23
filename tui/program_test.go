package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"
	"github.com/muesli/termenv"
	"go.uber.org/goleak"

	"larui/tui/chart"
	"larui/tui/session"
)

// No test may leave a goroutine behind.
func TestMain(m *testing.M) {
	// teatest waits for signals until the process ends.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/charmbracelet/x/exp/teatest.NewTestModel.func2"))
}

// desk is a Program driven without a terminal: keys go in, and the engine's
// updates are taken in until it has nothing more to say.
type desk struct {
	*Program
	t       testing.TB
	updates chan tea.Msg
}

func newDesk(t testing.TB, request Request) *desk {
	t.Helper()
	d := &desk{t: t, updates: make(chan tea.Msg, 4096)}
	d.Program = newProgram(look{theme: chart.Dark, profile: termenv.Ascii}, request)
	d.deliver = func(msg tea.Msg) { d.updates <- msg }
	t.Cleanup(d.close)
	d.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	d.Init()
	d.settle()
	return d
}

// settle takes in updates until the newest request is answered.
func (d *desk) settle() {
	d.t.Helper()
	for d.scene.Solving {
		d.Update(<-d.updates)
	}
}

// keyMessage is the message of a key by its name.
func keyMessage(name string) tea.KeyMsg {
	if rest, ok := strings.CutPrefix(name, "alt+"); ok {
		msg := keyMessage(rest)
		msg.Alt = true
		return msg
	}
	for kind := tea.KeyType(-200); kind < 200; kind++ {
		if kind != tea.KeyRunes && (tea.KeyMsg{Type: kind}).String() == name {
			return tea.KeyMsg{Type: kind}
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

func (d *desk) press1(keys ...string) {
	d.t.Helper()
	for _, key := range keys {
		d.Update(keyMessage(key))
	}
}

func (d *desk) accuracy() float64 { return d.scene.solution().Descent.Target.Accuracy }

// The newcomer's moment: turning λ up moves the target accuracy from below 89 %
// to above 99 %, and undo, redo and reset walk the same way.
func TestTurnLambda(t *testing.T) {
	d := newDesk(t, gaussian())
	start := d.accuracy()
	if start > 0.89 {
		t.Fatalf("the pair opens at %.1f %%", 100*start)
	}
	before := d.View()
	for d.scene.State.Params.Lambda < 1000 {
		d.press1(">")
		if d.scene.State.Params.Lambda == 3 && !strings.Contains(d.View(), "◂    3 ▸") {
			t.Fatal("the control does not move at once")
		}
	}
	d.settle()
	if d.accuracy() < 0.99 {
		t.Fatalf("λ = 1000 gives %.1f %%", 100*d.accuracy())
	}
	if d.View() == before {
		t.Fatal("the picture is the same")
	}
	end := d.scene.State
	for range 6 {
		d.press1("u")
	}
	d.settle()
	if d.scene.State.Params.Lambda != 1 || d.accuracy() != start {
		t.Errorf("undo leads to λ = %v and %v", d.scene.State.Params.Lambda, d.accuracy())
	}
	d.press1("U", "U", "U", "U", "U", "U", "U")
	if !d.scene.State.Equal(end) {
		t.Errorf("redo leads to λ = %v", d.scene.State.Params.Lambda)
	}
	d.press1("r")
	d.settle()
	if d.scene.State.Params.Lambda != 1 {
		t.Errorf("reset leads to λ = %v", d.scene.State.Params.Lambda)
	}
}

// Every control turns by key as it does by its table entry.
func TestControlsTurnByKey(t *testing.T) {
	d := newDesk(t, gaussian())
	for i, c := range d.scene.controls() {
		now := d.scene.State
		want := c.Step(now, d.scene.Limits, 1)
		d.scene.Focus = i
		d.press1("right")
		if !d.scene.State.Equal(want) {
			t.Errorf("→ turns %s to %s, want %s", c.Name, c.Get(d.scene.State), c.Get(want))
		}
		d.press1("u")
		if !d.scene.State.Equal(now) && !want.Equal(now) {
			t.Errorf("undo leaves %s at %s", c.Name, c.Get(d.scene.State))
		}
		if c.Up != "" {
			d.press1(c.Up)
			if !d.scene.State.Equal(want) {
				t.Errorf("%s turns %s to %s, want %s", c.Up, c.Name, c.Get(d.scene.State), c.Get(want))
			}
			d.press1("u")
		}
		d.settle()
	}
}

func TestTypeExactValue(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1("=", "7", "x")
	if d.scene.EntryErr == nil {
		t.Error("7x is taken for a number")
	}
	if d.press1("enter"); d.scene.State.Params.Lambda != 1 {
		t.Error("a wrong value is set")
	}
	d.press1("backspace", "5", "enter")
	d.settle()
	if d.scene.State.Params.Lambda != 75 || d.scene.Typing {
		t.Errorf("λ = %v", d.scene.State.Params.Lambda)
	}
	// q is a letter while typing.
	if d.press1("=", "q"); d.quitting {
		t.Error("q quits while a value is typed")
	}
	if d.press1("esc"); d.scene.Typing || d.scene.State.Params.Lambda != 75 {
		t.Error("Esc does not leave the entry as it was")
	}
	// Any editing key of any terminal, with the cursor anywhere.
	d.press1("=", "1", "5", "left")
	for _, key := range []tea.KeyMsg{
		{Type: tea.KeyRunes, Runes: []rune("d"), Alt: true}, {Type: tea.KeyDelete, Alt: true}, {Type: tea.KeyDelete},
		{Type: tea.KeyCtrlW}, {Type: tea.KeyCtrlK}, {Type: tea.KeyCtrlU}, {Type: tea.KeyHome}, {Type: tea.KeyEnd},
		{Type: tea.KeyRunes, Runes: []rune("b"), Alt: true}, {Type: tea.KeyRunes, Runes: []rune("f"), Alt: true},
	} {
		d.Update(key)
		d.View()
	}
	d.press1("esc", "=", "1", "5", "left", "3")
	if !strings.Contains(d.View(), "13▏5") {
		t.Errorf("the cursor is not between 13 and 5 in\n%s", d.View())
	}
	d.press1("alt+esc")
	if d.scene.Typing {
		t.Error("two Escs at once do not leave the entry")
	}
	d.focus("k")
	if d.press1("=", "3", "enter"); d.scene.State.Params.K != 1 || d.scene.EntryErr == nil {
		t.Error("k = 3 is set where d = 2")
	}
}

// The map stands in the place of the theory where it is selected: its title says what
// brings that back, and so does Esc; 1 does it at once.
func TestMapInPlaceOfTheory(t *testing.T) {
	d := newDesk(t, gaussian())
	shows := func(text string) {
		t.Helper()
		if d.frame = ""; !strings.Contains(d.View(), text) {
			t.Errorf("%q is not in\n%s", text, d.View())
		}
	}
	shows("7 theory")
	d.press1("5")
	d.settle()
	d.press1("1")
	d.settle()
	shows("7 theory")
	if d.scene.Zoom || strings.Contains(d.View(), "5 map") {
		t.Errorf("after 5 and 1 the map stands on the dashboard:\n%s", d.View())
	}
	d.press1("5")
	d.settle()
	d.press1("esc")
	d.settle()
	shows("› 5 map of k and k̃ (w: 7 theory)")
	shows("the map stands in the place of the theory: w or 1 brings that back")
	d.press1("w")
	shows("› 7 theory")
	d.press1("W")
	shows("› 5 map of k and k̃ (w: 7 theory)")
	d.press1("1")
	shows("7 theory")
	if strings.Contains(d.View(), "5 map") {
		t.Errorf("1 leaves the map on the dashboard:\n%s", d.View())
	}
}

func TestPanelsZoomAndBack(t *testing.T) {
	d := newDesk(t, gaussian())
	whole := d.View()
	d.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	if d.press1("+"); !strings.Contains(d.View(), "Esc back") {
		t.Errorf("the bottom line of a zoomed panel does not say how to leave it:\n%s", d.View())
	}
	d.press1("esc")
	d.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	for _, panel := range panels() {
		d.press1(panel.key)
		if !strings.Contains(d.View(), panel.key+" ") || d.View() == whole {
			t.Errorf("key %s shows no panel", panel.key)
		}
		d.press1("esc")
		if d.scene.Zoom {
			t.Errorf("Esc does not leave panel %s", panel.key)
		}
	}
	d.press1("?")
	for _, c := range d.scene.controls() {
		if !strings.Contains(d.View(), c.Help[:20]) {
			t.Errorf("the help does not name %s", c.Name)
		}
	}
	d.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	for range 100 {
		d.press1("down")
	}
	end := d.View()
	last := strings.Fields(glossary()[len(glossary())-1].text)
	if strings.Contains(end, "more lines") || !strings.Contains(end, strings.Join(last[len(last)-2:], " ")) {
		t.Errorf("the help does not scroll to its end:\n%s", end)
	}
	if d.press1("up"); d.View() == end {
		t.Error("the help is scrolled beyond its end")
	}
	d.press1("esc")
	if d.scene.Help {
		t.Error("Esc does not leave the help")
	}
}

// Letters that arrive in one message are as many keys.
func TestKeysThatArriveTogether(t *testing.T) {
	d := newDesk(t, gaussian())
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("ss>s")})
	d.settle()
	if d.scene.State.Spec.Seed != 3 || d.scene.State.Params.Lambda != 3 {
		t.Errorf("seed %d and λ = %v, want 3 and 3", d.scene.State.Spec.Seed, d.scene.State.Params.Lambda)
	}
	d.focus("lambda")
	d.press1("=")
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("12")})
	if d.press1("enter"); d.scene.State.Spec.Seed != 3 || d.scene.State.Params.Lambda != 12 {
		t.Errorf("typing 12 gives λ = %v", d.scene.State.Params.Lambda)
	}
	d.settle()
}

// While a key is held, what answers older requests never takes anything off the
// screen.
func TestOlderAnswersTakeNothingAway(t *testing.T) {
	d := newDesk(t, gaussian())
	full := d.scene.Update
	d.press1(">", ">")
	older := full
	older.Generation, older.Theory, older.Path, older.Curves = d.asked-1, nil, nil, nil
	older.State.Params.Lambda = 3
	for _, done := range []bool{false, true} {
		older.Done = done
		d.hear(older)
		if u := d.scene.Update; u.State.Params.Lambda != 3 || u.Theory == nil || u.Path == nil || u.Curves == nil {
			t.Fatalf("done %t: λ = %v, theory %v, %d path points", done, u.State.Params.Lambda, u.Theory, len(u.Path))
		}
	}
	older.Solution = nil
	older.Err = errors.New("too old to matter")
	if d.hear(older); d.scene.Update.Err != nil {
		t.Error("an error of an older request is shown")
	}
	d.settle()
	if u := d.scene.Update; u.State.Params.Lambda != 10 || d.scene.Solving {
		t.Errorf("in the end λ = %v", u.State.Params.Lambda)
	}
}

// A pair that can't be opened ends the program, which then says why.
func TestFailedOpeningQuits(t *testing.T) {
	request := gaussian()
	request.State.Spec.N = 1
	d := newDesk(t, request)
	if !d.quitting || d.scene.Update.Err == nil {
		t.Errorf("quitting %t, error %v", d.quitting, d.scene.Update.Err)
	}
}

// What is selected can be told without colour.
func TestFocusWithoutColour(t *testing.T) {
	d := newDesk(t, gaussian())
	for i, c := range d.scene.controls() {
		d.scene.Focus = i
		d.frame = ""
		if !strings.Contains(d.View(), string(focusMark)+c.Label+" ") {
			t.Errorf("nothing shows that %s is selected", c.Name)
		}
	}
	for _, panel := range panels() {
		d.scene.Panel, d.scene.Zoom = panel.id, panel.viewOnly
		d.frame = ""
		if !strings.Contains(d.View(), string(focusMark)+" "+panel.key) {
			t.Errorf("nothing shows that panel %s is focused", panel.title)
		}
	}
}

// A command line too long for the sentence is shown whole, over the panels.
func TestLongMessage(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1("]", "i", "t", "e", "s", "a")
	d.settle()
	d.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	d.press1("y")
	shown := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "\n", " ").Replace(d.View())), " ")
	if command := Command(d.scene.State, d.scene.Update.Session); !strings.Contains(shown, command) {
		t.Errorf("%q is not shown whole in\n%s", command, d.View())
	}
}

// The bottom line names only keys that do something.
func TestHintsWork(t *testing.T) {
	d := newDesk(t, gaussian())
	has := func(word string) bool {
		for _, h := range d.hints() {
			if h.word == word {
				return true
			}
		}
		return false
	}
	if has("undo") || has("reset") || has("back") {
		t.Error("undo, reset or back offered before any turn")
	}
	d.press1("right")
	if !has("undo") || !has("reset") || has("redo") {
		t.Error("after a turn undo and reset must be offered, redo not")
	}
	d.press1("u")
	if !has("redo") {
		t.Error("redo is not offered after undo")
	}
	d.settle()
}

// The copied command line opens the explorer in the same state.
func TestCommandReproduces(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1(">", "s", "s", "a", "i", "t", "e", "]")
	d.settle()
	words := strings.Fields(Command(d.scene.State, d.scene.Update.Session))
	if words[0] != "larui" || words[1] != "rotated-gaussian" {
		t.Fatalf("command %q", words)
	}
	set := map[string]string{}
	for _, word := range words[2:] {
		name, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		set[name] = value
	}
	opts := Options{Spec: gaussian().State.Spec, Set: set}
	request, err := opts.request()
	if err != nil {
		t.Fatal(err)
	}
	again := newDesk(t, request)
	if !again.scene.State.Equal(d.scene.State) {
		t.Errorf("%s\nopens %+v, want %+v", words, again.scene.State, d.scene.State)
	}
	if again.accuracy() != d.accuracy() {
		t.Errorf("accuracy %v, want %v", again.accuracy(), d.accuracy())
	}
}

// Keys mashed and windows resized never panic, and every frame fits.
func TestMashedKeys(t *testing.T) {
	d := newDesk(t, gaussian())
	var keys []string
	for _, a := range actions() {
		for _, k := range a.keys {
			if k != "q" && k != "ctrl+c" {
				keys = append(keys, k)
			}
		}
	}
	for _, c := range session.Controls() {
		keys = append(keys, c.Down, c.Up)
	}
	keys = append(keys, "5", "x", "backspace", "delete", "alt+d", "alt+delete", "alt+b", "ctrl+a", "ctrl+k", "ctrl+w", "pgdown", "ß", " ")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		if key := keys[rng.IntN(len(keys))]; key != "" {
			d.press1(key)
		}
		if rng.IntN(10) == 0 {
			d.Update(tea.WindowSizeMsg{Width: rng.IntN(150), Height: rng.IntN(50)})
		}
		for len(d.updates) > 0 {
			d.Update(<-d.updates)
		}
		if lines := strings.Count(d.View(), "\n") + 1; lines > max(1, d.height) {
			t.Fatalf("%d lines on a screen of %d", lines, d.height)
		}
		// Esc may have cancelled the opening of another angle or seed.
		if err := d.scene.Update.Err; err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	d.settle()
}

// The whole program, in Bubble Tea.
func TestProgramRuns(t *testing.T) {
	request := gaussian()
	p := newProgram(look{theme: chart.Dark, profile: termenv.Ascii}, request)
	defer p.close()
	var tm *teatest.TestModel
	running := make(chan struct{})
	p.deliver = func(msg tea.Msg) {
		<-running
		tm.Send(msg)
	}
	tm = teatest.NewTestModel(t, p, teatest.WithInitialTermSize(120, 36))
	close(running)
	await := func(text string) {
		t.Helper()
		teatest.WaitFor(t, tm.Output(), func(b []byte) bool { return bytes.Contains(b, []byte(text)) }, teatest.WithDuration(20*time.Second))
	}
	await("rotated Gaussian")
	tm.Send(keyMessage("end"))
	await("λ 1 → 1e4")
	tm.Send(keyMessage("q"))
	tm.WaitFinished(t, teatest.WithFinalTimeout(20*time.Second))
	if _, err := io.ReadAll(tm.FinalOutput(t)); err != nil {
		t.Fatal(err)
	}
}
