package tui

import (
	"bytes"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"
	"github.com/muesli/termenv"

	"larui/tui/chart"
)

// A person sits at the running program, presses keys and waits for words
// to come up on the screen.
type person struct {
	t  *testing.T
	tm *teatest.TestModel
}

// newPerson runs the program on a pair in Bubble Tea. It is quit when the test ends.
func newPerson(t *testing.T, request Request) *person {
	t.Helper()
	p := newProgram(look{theme: chart.Dark, profile: termenv.Ascii}, request)
	t.Cleanup(p.close)
	p.tick = func(_ time.Duration, message func(time.Time) tea.Msg) tea.Cmd {
		return func() tea.Msg { return message(time.Time{}) }
	}
	f := &person{t: t}
	running := make(chan struct{})
	p.deliver = func(msg tea.Msg) {
		<-running
		f.tm.Send(msg)
	}
	f.tm = teatest.NewTestModel(t, p, teatest.WithInitialTermSize(120, 36))
	close(running)
	t.Cleanup(func() {
		f.tm.Send(keyMessage("ctrl+c"))
		f.tm.WaitFinished(t, teatest.WithFinalTimeout(time.Minute))
	})
	return f
}

func (f *person) press(keys ...string) {
	for _, key := range keys {
		f.tm.Send(keyMessage(key))
	}
}

// see waits until the screen has been written with all of the words.
func (f *person) see(words ...string) {
	f.t.Helper()
	seen := map[string]bool{}
	teatest.WaitFor(f.t, f.tm.Output(), func(b []byte) bool {
		for _, word := range words {
			seen[word] = seen[word] || bytes.Contains(b, []byte(word))
		}
		for _, word := range words {
			if !seen[word] {
				return false
			}
		}
		return true
	}, teatest.WithDuration(time.Minute))
}

func TestFlowTurnLambda(t *testing.T) {
	f := newPerson(t, gaussian())
	f.see("rotated Gaussian 45°", "87.6 %", "press → to turn it up")
	f.press("end")
	f.see("λ 1 → 1e4: weights turned", "99.5 %")
	f.press("u")
	f.see("λ 1e4 → 1")
}

func TestFlowZoomAndBack(t *testing.T) {
	f := newPerson(t, gaussian())
	f.see("7 theory of the closed form", "3 convergence")
	f.press("3")
	f.see("› 3 convergence", "objective J/n")
	f.press("esc")
	f.see("7 theory of the closed form")
}

func TestFlowPinAndCompare(t *testing.T) {
	f := newPerson(t, gaussian())
	f.see("87.6 %")
	f.press("m")
	f.see("pinned: ")
	f.press("end")
	f.see("pinned  87.6 %, now  ▲ +11.9")
}

func TestFlowMapToCell(t *testing.T) {
	f := newPerson(t, gaussian())
	f.see("87.6 %")
	f.press("5")
	f.see("› 5 map of k and k̃", "k = 1, k̃ = 1")
	f.press("down", "right")
	f.see("[k = 2, k̃ = 2]")
	f.press("enter")
	f.see("k̃ = 2 leaves no tail")
}

func TestFlowOpenAnotherPair(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	f := newPerson(t, gaussian())
	f.see("rotated Gaussian 45°")
	f.press("o")
	f.see("open another pair", "correlated-features")
	f.press("s", "u", "b", "enter")
	f.see("subspaces 70° apart", "100.0 %")
}
