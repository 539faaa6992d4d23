package tui

import (
	"strings"
	"testing"

	"larui/tui/chart"
)

// asciiScenes are those of all kinds of data, in ASCII.
func asciiScenes(t *testing.T) map[string]Scene {
	all := scenes(t)
	for name, sc := range all {
		sc.Glyphs = chart.ASCII
		all[name] = sc
	}
	return all
}

// In ASCII every view, at every size, is written in 7 bits, and nothing that could
// not be shown has become a question mark.
func TestASCIIViews(t *testing.T) {
	for name, sc := range asciiScenes(t) {
		for _, view := range ViewNames() {
			sc.showView(view)
			for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
				sc.Hints = nil // "?" is a key
				for i, line := range sc.Frame(size[0], size[1]).Plain() {
					for _, r := range line {
						if r >= 0x80 || r == '?' {
							t.Fatalf("%s, %s at %d×%d, line %d: %q in %q", name, view, size[0], size[1], i, r, line)
						}
					}
				}
			}
		}
	}
}

// Panels spell symbols before they lay them out: on a grid that does not spell there
// is none left.
func TestASCIIPanelsSpell(t *testing.T) {
	for name, sc := range asciiScenes(t) {
		if sc.solution() == nil {
			continue
		}
		for _, p := range panels() {
			for _, zoom := range []bool{false, true} {
				for _, size := range [][2]int{{58, 10}, {78, 16}, {118, 28}, {198, 52}} {
					sc.Panel, sc.Zoom = p.id, zoom
					g := chart.NewGrid(size[0], size[1])
					sc.drawPanel(p.id, g)
					for y := range size[1] {
						for x := range size[0] {
							c := g.At(x, y)
							if c.Rune == 0 || c.Rune == '…' {
								continue
							}
							cluster := string(c.Rune) + c.Tail
							if spelled := chart.ASCII.Spell(cluster); chart.TextWidth(spelled) != 1 {
								t.Fatalf("%s, %s (zoom %v) at %d×%d draws %q unspelled: %q", name, p.name, zoom, size[0], size[1], cluster, strings.TrimSpace(g.Plain()[y]))
							}
						}
					}
				}
			}
		}
	}
}

// k and k̃ never read alike.
func TestASCIITellsDomainsApart(t *testing.T) {
	sc := gaussianScene(t)
	sc.Glyphs = chart.ASCII
	for view, want := range map[string][]string{
		"theory":   {"V_k^T V~_k~", "V'^T V~'", "span(v~1..v~_k~)", "|Phi w - y|"},
		"spectrum": {"sigma~ target", "|y~^U~|", "|y^U|", "|v1^T v~1|"},
		"map":      {"map of k and k~"},
		"lambda":   {"over lambda", "lambda = 1"},
	} {
		sc.showView(view)
		frame := strings.Join(sc.Frame(200, 60).Plain(), "\n")
		for _, text := range want {
			if !strings.Contains(frame, text) {
				t.Errorf("%s: no %q in\n%s", view, text, frame)
			}
		}
		for _, text := range []string{"k = k ", "k, k ", " l "} {
			if strings.Contains(frame, text) {
				t.Errorf("%s: %q in\n%s", view, text, frame)
			}
		}
	}
}
