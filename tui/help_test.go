package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/datasets"
	"larui/tui/chart"
)

// Every word of the help can be read, scrolling where there are more lines than rows,
// at every size, in every view, in all glyphs.
func TestHelpIsReadableWhole(t *testing.T) {
	d := newDesk(t, gaussian())
	for _, size := range []struct{ w, h int }{{60, 20}, {80, 24}, {120, 36}} {
		d.Update(tea.WindowSizeMsg{Width: size.w, Height: size.h})
		for _, view := range ViewNames() {
			for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
				d.scene.Glyphs = glyphs
				d.scene.showView(view)
				d.finish()
				d.press1("?")
				seen := map[string]bool{}
				columns := d.scene.helpColumns(size.w - 2)
				for {
					rows := d.helpRows(len(columns))
					for _, column := range rows {
						for _, line := range column {
							seen[line] = true
						}
					}
					top := d.scene.HelpTop
					if d.press1("pgdown"); d.scene.HelpTop == top {
						break
					}
				}
				for i, entries := range columns {
					lines, at := d.scene.helpLines(entries, (size.w-2)/len(columns))
					var all []string
					for _, line := range lines {
						all = append(all, line.text)
						g := chart.NewGrid(size.w, 1)
						g.Text(1, 0, line.key, chart.Key)
						g.Text(at, 0, line.text, chart.Plain)
						g.Fold(glyphs)
						if text := strings.TrimRight(g.Plain()[0], " "); text != "" && !seen[text] {
							t.Errorf("%v, view %s, %s: %q is never shown", size, view, glyphs, text)
						}
					}
					var want []string
					for _, e := range entries {
						want = append(want, strings.Fields(d.scene.spell(e.text))...)
					}
					if got := strings.Fields(strings.Join(all, " ")); strings.Join(got, " ") != strings.Join(want, " ") || strings.Contains(strings.Join(got, " "), "…") {
						t.Errorf("%v, view %s: column %d reads %q, want %q", size, view, i, got, want)
					}
				}
				d.press1("esc")
			}
		}
	}
}

// helpRows returns the lines of the help on the screen, by column.
func (d *desk) helpRows(columns int) [][]string {
	d.t.Helper()
	inner := d.scene.body(d.width, d.height).inner()
	g := inner.of(d.scene.Frame(d.width, d.height))
	all := make([][]string, columns)
	for i := range columns {
		from := inner.w * i / columns
		column := g.Sub(from, 0, inner.w/columns, inner.h)
		for _, line := range column.Plain() {
			all[i] = append(all[i], strings.TrimRight(line, " "))
		}
	}
	return all
}

// The bottom line under the help names what works there.
func TestHelpHints(t *testing.T) {
	d := newDesk(t, gaussian())
	d.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	d.press1("?")
	if line := hintLine(d.Program); !strings.Contains(line, "↑ ↓ scroll") || !strings.Contains(line, "Esc back") || strings.Contains(line, "turn") {
		t.Errorf("the bottom line is %q", line)
	}
}

// The help of a view lists its own keys, and not what they hide.
func TestHelpOfAView(t *testing.T) {
	sc := sceneOf(t, datasets.DefaultSpec("rotated-gaussian"), nil)
	find := func(text string) string {
		for _, e := range sc.helpColumns(wideHelp)[0] {
			if strings.HasPrefix(e.text, text) {
				return e.key
			}
		}
		return ""
	}
	if got := find("turn the selected control"); got != "← → h l" {
		t.Errorf("on the dashboard %q turn", got)
	}
	sc.Panel, sc.Zoom = panelMap, true
	if got := find("turn the selected control"); got != "h l" {
		t.Errorf("in the map %q turn: the arrows move its cursor", got)
	}
	if got := find("the selected panel fills"); got != "" {
		t.Errorf("in a view %q zooms", got)
	}
}
