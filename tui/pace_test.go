package tui

import (
	"math/rand/v2"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestCtrlCOvertakes presses 300 random keys before the program can handle one. It handles them in
// order and loses none, unless Ctrl+C follows, which ends the program at once.
func TestCtrlCOvertakes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	flooded, pressed := newDesk(t, small(t)), newDesk(t, small(t))
	p := &pacedProgram{Program: flooded.Program}
	flood := func() {
		for i := range 300 {
			key := []string{"1", "3", "5", "up", "down", "left", "right"}[rng.IntN(7)]
			pressed.press(key)
			if _, cmd := p.Update(keyMessage(key)); (cmd != nil) != (i == 0) {
				t.Fatalf("key %d of 300 asked to handle input: %v", i, cmd != nil)
			}
		}
	}
	flood()
	for turns := 0; len(p.input) > 0; turns++ {
		if turns > 301 {
			t.Fatalf("%d of 300 keys are left after %d turns", len(p.input), turns)
		}
		p.Update(inputMsg{})
	}
	flooded.settle()
	pressed.settle()
	if got, want := flooded.host.Explorer.State, pressed.host.Explorer.State; !got.Equal(want) {
		t.Errorf("300 keys at once led to %v, one by one to %v", got, want)
	}
	flood()
	if p.Update(tea.KeyMsg{Type: tea.KeyCtrlC}); !flooded.host.MustQuit || len(p.input) > 0 {
		t.Error("Ctrl+C did not overtake the keys")
	}
}
