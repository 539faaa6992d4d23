package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"larui/datasets"
	"larui/tui/session"
)

// hintLine is the bottom line as text.
func hintLine(p *Program) string {
	var words []string
	for _, h := range p.hints() {
		words = append(words, h.key+" "+h.word)
	}
	return strings.Join(words, "   ")
}

// Where a key can do nothing, the sentence says why.
func TestIdleKeysSayWhy(t *testing.T) {
	d := newDesk(t, gaussian())
	for _, c := range []struct {
		keys []string
		says string
	}{
		{[]string{"]", "]"}, "k is at its largest, 2"},
		{[]string{"[", "["}, "k is at its smallest, 1"},
		{[]string{"}", "}"}, "k̃ is at its largest, 2"},
		{[]string{"end", "right"}, "k̃ is at its largest, 2"},
		{[]string{"<", "home", "<"}, "λ is at its smallest, 0"},
		{[]string{"end", ">"}, "λ is at its largest step, 1e4 (= types others)"},
		{[]string{"e", "end", "e"}, "epochs is at its largest step, 1000000 (= types others)"},
		{[]string{"E", "home", "E"}, "epochs is at its smallest, 1"},
		{[]string{";", "home", ";"}, "rate is auto already"},
		{[]string{"t", "end", "end"}, "tail is source already"},
		{[]string{"home", "home"}, "tail is target already"},
		{[]string{"u", "r", "r"}, "nothing to reset: all is as the pair opened"},
		{[]string{"z"}, "z does nothing here (? lists the keys)"},
		{[]string{"f5"}, "f5 does nothing here (? lists the keys)"},
		{[]string{"0", "0"}, "this panel fills the screen already: Esc shows all panels"},
		{[]string{"+"}, "this panel fills the screen already: Esc shows all panels"},
		{[]string{"1", "1"}, "these are all panels already"},
		{[]string{"esc"}, "these are all panels: there is nothing to go back to (q quits)"},
		{[]string{"5", "1", "U"}, "nothing to redo: nothing was undone since the last turn or opening"},
	} {
		for _, key := range c.keys {
			d.press1(key)
			d.settle()
		}
		if got := d.scene.Message; got != c.says {
			t.Errorf("%q says %q, want %q", c.keys, got, c.says)
		}
		if text, _ := d.scene.sentence(); text != c.says {
			t.Errorf("%q is said in the sentence as %q", c.says, text)
		}
	}
	// The next key has its own say.
	d.press1(">", "]")
	if d.scene.Message != "" && strings.Contains(d.scene.Message, "redo") {
		t.Errorf("the sentence stays: %q", d.scene.Message)
	}
	fresh := newDesk(t, gaussian())
	if fresh.press1("u"); fresh.scene.Message != "nothing to undo: nothing was turned or opened" {
		t.Errorf("undo before any turn says %q", fresh.scene.Message)
	}
}

// Keys of controls that a pair has not say where they belong.
func TestForeignKeysSayWhere(t *testing.T) {
	spec := fileSpec(t, 14, 3, "binary", func(i int) float64 { return float64(i % 2) })
	d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
	for key, says := range map[string]string{
		"a": "angle belongs to rotated-gaussian", "A": "angle belongs to rotated-gaussian", "n": "noise belongs to ", "s": "seed belongs to ",
	} {
		if d.press1(key); !strings.HasPrefix(d.scene.Message, says) || !strings.HasSuffix(d.scene.Message, ": this pair has none") {
			t.Errorf("%s says %q", key, d.scene.Message)
		}
	}
	// The pairs named are those for which the control does something.
	for _, c := range session.Controls() {
		for _, name := range c.pairs() {
			if strings.HasSuffix(name, " more") {
				continue
			}
			if spec := datasets.DefaultSpec(name); spec.Name != name || !belongs(c, name) {
				t.Errorf("%s does not belong to %s", c.Name, name)
			}
		}
	}
}

func belongs(c Control, pair string) bool {
	for _, info := range datasets.List() {
		if info.Name == pair {
			return c.Applies(Limits{Adjustable: info.Adjustable})
		}
	}
	return false
}

// Before the first solution no key does anything, and each says what it waits for.
func TestKeysBeforeTheFirstSolution(t *testing.T) {
	p := newProgram(look{}, gaussian())
	defer p.close()
	for _, key := range []string{"m", "right", "home", ">", "=", "y", "o", "u", "r", " ", "."} {
		p.scene.Message = ""
		if p.press(key); p.scene.Message != nothingSolved || p.scene.Views.pin != nil || p.scene.Typing {
			t.Errorf("%q says %q before anything is solved", key, p.scene.Message)
		}
	}
}

// A value beyond the steps, which was typed, never turns the wrong way.
func TestTurnsBeyondTheSteps(t *testing.T) {
	start, limits := exampleState()
	for _, c := range []struct {
		control, typed string
		n              int
	}{
		{"lambda", "1e6", 1}, {"epochs", "5000000", 1}, {"rate", "50", 1}, {"angle", "270", 1}, {"angle", "-270", -1},
		{"noise", "3", 1}, {"ratio", "0.001", -1}, {"n", "500000", 1}, {"n", "5", -1}, {"momentum", "0.995", 1}, {"l2", "1e8", 1},
	} {
		control, _ := session.OptionByName(c.control)
		typed, err := control.Set(start, c.typed)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{c.n, c.n * bigStep, c.n * session.Farthest} {
			if got := control.Turned(typed, limits, n); !got.Equal(typed) {
				t.Errorf("%s %s turned by %d is %s", c.control, c.typed, n, control.Get(got))
			}
		}
		if back := control.Turned(typed, limits, -c.n); back.Equal(typed) {
			t.Errorf("%s does not come back from %s", c.control, c.typed)
		}
	}
}

// Steps of ten and to the ends turn a switch to the end of their direction.
func TestSwitchesTurnToTheirEnds(t *testing.T) {
	start, limits := exampleState()
	for _, c := range session.Controls() {
		if !(c.Values != nil) {
			continue
		}
		for _, n := range []int{bigStep, session.Farthest} {
			up := c.Turned(start, limits, n)
			if c.Place(up, limits) != 1 || c.Place(c.Turned(up, limits, n), limits) != 1 || c.Place(c.Turned(up, limits, -n), limits) != 0 {
				t.Errorf("%s turned by %d is at %s", c.Name, n, c.Get(up))
			}
		}
	}
}

// Playing says why it can't begin.
func TestNoPlaySaysWhy(t *testing.T) {
	request := gaussian()
	request.Set = map[string]string{"rate": "1000"}
	d := newDesk(t, request)
	if !d.scene.solution().Descent.Diverges {
		t.Fatal("it does not diverge")
	}
	if d.press1(" "); !strings.HasPrefix(d.scene.Message, "descent diverges") {
		t.Errorf("space says %q", d.scene.Message)
	}
}

// Esc says that it gives up what is worked on, before that has ended.
func TestEscSaysThatItCancels(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1("s")
	d.scene.Update.Progress = &datasets.Progress{Stage: "generating"}
	if d.press1("esc"); d.scene.Message != "cancelling …" {
		t.Errorf("Esc says %q", d.scene.Message)
	}
	d.settle()
}

// What leads to the other panels and to other data stays in the bottom line when the
// first turn adds how to take it back.
func TestBottomLineAfterATurn(t *testing.T) {
	d := newDesk(t, gaussian())
	d.Update(tea.WindowSizeMsg{Width: fullWidth, Height: 36})
	for range 2 {
		lines := strings.Split(strings.TrimRight(ansi.Strip(d.View()), "\n"), "\n")
		last := lines[len(lines)-1]
		for _, want := range []string{"+ zoom", "o open", "? help", "q quit"} {
			if !strings.Contains(last, want) {
				t.Errorf("%q is not in the bottom line %q", want, last)
			}
		}
		d.press1(">")
		d.settle()
	}
	if !strings.Contains(hintLine(d.Program), "u undo") {
		t.Error("the turn is not offered to be undone")
	}
}
