package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"larui/tui/chart"
)

// requireFrames compares frames of a view with what they looked like.
func requireFrames(t *testing.T, sc Scene, other map[string]Scene) {
	t.Helper()
	plain := func(sc Scene, w, h int) []byte {
		return []byte(strings.Join(sc.Frame(w, h).Plain(), "\n") + "\n")
	}
	for _, size := range []struct{ w, h int }{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			golden.RequireEqual(t, plain(sc, size.w, size.h))
		})
	}
	t.Run("ascii", func(t *testing.T) {
		ascii := sc
		ascii.Glyphs = chart.ASCII
		golden.RequireEqual(t, plain(ascii, 120, 36))
	})
	t.Run("mono", func(t *testing.T) {
		frame := chart.NewEncoder(chart.Mono, termenv.TrueColor).Encode(sc.Frame(100, 30))
		golden.RequireEqual(t, []byte(frame+"\n"))
	})
	for name, sc := range other {
		t.Run(name, func(t *testing.T) {
			golden.RequireEqual(t, plain(sc, 120, 36))
		})
	}
}
