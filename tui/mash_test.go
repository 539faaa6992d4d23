package tui

import (
	"math/rand/v2"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/datasets"
	"larui/tui/session"
)

// Ten thousand keys, mouse events, sizes and openings never panic, and every frame
// fits.
func TestMashedKeysAndMouse(t *testing.T) {
	ownFolders(t)
	t.Setenv("LARUI_DATA", t.TempDir())
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.N, spec.M = 30, 30
	d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
	d.recents = userRecents()
	keys := []string{"5", "x", "backspace", "delete", "alt+d", "alt+b", "ctrl+a", "ctrl+k", "ctrl+w", "pgdown", "pgup", "ß", " ", "/", "tab", "enter", "esc", "o", "~"}
	for _, p := range panels() {
		if p.actions != nil {
			for _, a := range p.actions() {
				keys = append(keys, a.keys...)
			}
		}
	}
	for _, a := range actions() {
		keys = append(keys, a.keys...)
	}
	for _, c := range session.Controls() {
		keys = append(keys, c.Down, c.Up)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	buttons := []tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonLeft, tea.MouseButtonLeft, tea.MouseButtonRight, tea.MouseButtonNone, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown, tea.MouseButtonWheelLeft}
	const events, drawn = 10000, 10
	for i := range events {
		switch rng.IntN(20) {
		case 0:
			d.Update(tea.WindowSizeMsg{Width: rng.IntN(150), Height: rng.IntN(50)})
		case 1:
			d.Update(tea.WindowSizeMsg{Width: 60 + rng.IntN(90), Height: 20 + rng.IntN(30)})
		case 2, 3, 4, 5, 6, 7, 8:
			d.Update(tea.MouseMsg{
				X: rng.IntN(d.width+5) - 2, Y: rng.IntN(d.height+5) - 2,
				Action: tea.MouseAction(rng.IntN(3)), Button: buttons[rng.IntN(len(buttons))],
			})
		default:
			if key := keys[rng.IntN(len(keys))]; key != "" {
				d.press1(key)
			}
		}
		d.quitting, d.suspending = false, false
		// Larger pairs take time that teaches nothing here.
		if d.scene.Opening == "glyphs" || d.scene.Opening == "subspace" {
			d.press1("esc")
		}
		if s := &d.scene.State; s.Spec.N > 100 || s.Spec.M > 100 || s.Params.Epochs > 1e5 {
			s.Spec.N, s.Spec.M, s.Params.Epochs = 30, 30, 100
			d.ask()
		}
		for len(d.updates) > 0 {
			d.Update(<-d.updates)
		}
		if i%drawn > 0 {
			continue
		}
		requireFits(t, d.View(), d.width, d.height)
	}
	d.settle()
}
