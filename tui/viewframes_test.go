package tui

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"larui/datasets"
	"larui/tui/chart"
)

// TestViewFrames draws the dashboard and every view at every size of layout, in
// braille and in ASCII, as text; and in every theme, as the hash of what is written
// to a terminal of full colour.
func TestViewFrames(t *testing.T) {
	spec := datasets.DefaultSpec("rotated-gaussian")
	spec.N, spec.M = 100, 100
	base := sceneOf(t, spec, map[string]string{"lambda": "1000"})
	themes := []chart.Theme{chart.Dark, chart.Light, chart.Mono, chart.ColourBlind}
	var hashes strings.Builder
	for _, name := range ViewNames() {
		for _, size := range []struct{ w, h int }{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
			for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
				sc := base
				sc.Glyphs = glyphs
				if !sc.showView(name) {
					t.Fatalf("no view %s", name)
				}
				frame := sc.Frame(size.w, size.h)
				what := fmt.Sprintf("%s-%dx%d-%s", name, size.w, size.h, glyphs)
				t.Run(what, func(t *testing.T) {
					golden.RequireEqual(t, []byte(strings.Join(frame.Plain(), "\n")+"\n"))
				})
				for _, theme := range themes {
					written := chart.NewEncoder(theme, termenv.TrueColor).Encode(frame)
					fmt.Fprintf(&hashes, "%-28s %-12s %x\n", what, theme, sha256.Sum256([]byte(written)))
				}
			}
		}
	}
	t.Run("themes", func(t *testing.T) { golden.RequireEqual(t, []byte(hashes.String())) })
}
