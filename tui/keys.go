package tui

import (
	"slices"
	"strings"

	"larui/tui/chart"
)

// An action is something that a key does beside turning a control directly. The
// table of actions is the only place that knows keys: it feeds dispatch, the
// bottom line and the help.
type action struct {
	keys []string
	// name is how hints and help write the keys.
	name string
	// hint is the word of the bottom line, empty to leave it out; help the line
	// of the help.
	hint, help string
	// works reports whether the action does anything now; nil means always.
	works func(*Program) bool
	do    func(*Program)
}

// A big step moves ten times as far; an extreme one to the end of the range.
const (
	bigStep     = 10
	extremeStep = 1 << 20
)

// actions returns the table. Keys are named as Bubble Tea names them.
func actions() []action {
	turn := func(n int) func(*Program) { return func(p *Program) { p.turn(p.scene.focused(), n) } }
	open := func(p *Program) bool { return p.scene.solution() != nil && p.scene.Opening == "" }
	table := []action{
		{keys: []string{"left", "h"}, name: "← →", hint: "turn", help: "turn the selected control (also h l)", works: open, do: turn(-1)},
		{keys: []string{"right", "l"}, works: open, do: turn(1)},
		{keys: []string{"shift+left", "H"}, name: "⇧← ⇧→", help: "turn by ten steps (also H L)", works: open, do: turn(-bigStep)},
		{keys: []string{"shift+right", "L"}, works: open, do: turn(bigStep)},
		{keys: []string{"home"}, name: "Home End", help: "turn to the lowest, highest value", works: open, do: turn(-extremeStep)},
		{keys: []string{"end"}, works: open, do: turn(extremeStep)},
		{keys: []string{"tab", "down"}, name: "Tab", hint: "next", help: "next control (also ↓; ⇧Tab ↑ back)", do: func(p *Program) { p.moveFocus(1) }},
		{keys: []string{"shift+tab", "up"}, do: func(p *Program) { p.moveFocus(-1) }},
		{keys: []string{" "}, works: (*Program).canPlay, name: "space", hint: "play", help: "play descent from epoch 1; pause, go on", do: (*Program).playPause},
		{keys: []string{"."}, works: (*Program).canPlay, name: ". ,", help: "step on, back; at the end . begins anew", do: func(p *Program) { p.step(1) }},
		{keys: []string{","}, works: (*Program).canPlay, do: func(p *Program) { p.step(-1) }},
		{keys: []string{"m"}, name: "m", hint: "pin", help: "pin what is shown, to compare (m again: off)", works: open, do: (*Program).togglePin},
		{keys: []string{"="}, name: "=", hint: "type", help: "type an exact value", works: open, do: func(p *Program) { p.startEntry() }},
		{keys: []string{"u"}, name: "u", hint: "undo", help: "undo the last turn", works: func(p *Program) bool { return open(p) && len(p.history.past) > 0 }, do: (*Program).undo},
		{keys: []string{"U"}, name: "U", hint: "redo", help: "redo what was undone", works: func(p *Program) bool { return open(p) && len(p.history.future) > 0 }, do: (*Program).redo},
		{keys: []string{"r"}, name: "r", hint: "reset", help: "back to where the pair opened", works: func(p *Program) bool { return open(p) && !sameState(p.scene.State, p.start) }, do: (*Program).reset},
		{keys: []string{"w"}, name: "w", hint: "panel", help: "next panel (W goes back)", do: func(p *Program) { p.movePanel(1) }},
		{keys: []string{"W"}, do: func(p *Program) { p.movePanel(-1) }},
		{keys: []string{"+", "enter"}, name: "+", hint: "zoom", help: "panel fills the screen (also Enter)", works: func(p *Program) bool { return !p.scene.Zoom }, do: func(p *Program) { p.scene.Zoom = true }},
		{keys: []string{"esc", "alt+esc", "-"}, name: "Esc", hint: "back", help: "one layer back; cancel opening (also -)", works: (*Program).canGoBack, do: (*Program).back},
		{keys: []string{"1"}, name: "1", help: "all panels", do: func(p *Program) { p.scene.leaveView() }},
		{keys: []string{"o"}, name: "o", hint: "open", help: "open another pair", works: open, do: (*Program).showOpener},
		{keys: []string{"y"}, name: "y", hint: "copy", help: "copy the command line of this state", works: open, do: (*Program).copyCommand},
		{keys: []string{"T"}, name: "T", help: "next theme: dark, light, mono, colour-blind", do: (*Program).nextTheme},
		{keys: []string{"G"}, name: "G", help: "next glyphs: braille, block, ascii", do: (*Program).nextGlyphs},
		{keys: []string{"?"}, name: "?", hint: "help", help: "this help", do: func(p *Program) { p.scene.Help = !p.scene.Help }},
		{keys: []string{"ctrl+z"}, do: func(p *Program) { p.suspending = true }},
		{keys: []string{"q", "ctrl+c"}, name: "q", hint: "quit", help: "quit (also Ctrl+C; Ctrl+Z suspends)", do: func(p *Program) { p.quitting = true }},
	}
	var keys []string
	for _, panel := range panels() {
		keys = append(keys, panel.key)
		table = append(table, action{keys: []string{panel.key}, do: func(p *Program) { p.zoomOn(panel.id) }})
	}
	slices.Sort(keys)
	return append(table,
		action{name: strings.Join(keys, " "), help: "the panel of that number fills the screen"},
		action{name: "mouse", help: "selects and zooms; ◂ ▸, sliders, wheel turn"})
}

// A hint is a key and a word for the bottom line.
type hint struct{ key, word string }

// hints returns what the bottom line shows: only keys that work now. The direct
// keys of controls come after the arrows.
func (p *Program) hints() []hint {
	if p.scene.Typing {
		return []hint{{"Enter", "set " + p.scene.focused().Label}, {"Esc", "leave it"}}
	}
	if p.scene.Opener.Shown {
		return p.openerHints()
	}
	var hs []hint
	taken := map[string]bool{}
	for _, a := range p.actions() {
		// A view's own keys hide what they do elsewhere.
		hidden := len(a.keys) > 0 && taken[a.keys[0]]
		for _, key := range a.keys {
			taken[key] = true
		}
		if a.hint != "" && !hidden && (a.works == nil || a.works(p)) {
			hs = append(hs, hint{a.name, a.hint})
		}
	}
	if len(hs) > 1 && p.scene.Opening == "" {
		hs = slices.Insert(hs, 2, p.directHints()...)
	}
	if p.width < fullWidth || p.height < fullHeight {
		// Not all panels show: how to see the others comes early.
		hs = promote(hs, "panel")
	}
	// So does the way out of a zoomed panel or the help, where there is one.
	return promote(hs, "back")
}

// promote moves the hint with the word, if it is there, to the second place.
func promote(hs []hint, word string) []hint {
	at := slices.IndexFunc(hs, func(h hint) bool { return h.word == word })
	if at < 2 {
		return hs
	}
	moved := hs[at]
	return slices.Insert(slices.Delete(hs, at, at+1), 1, moved)
}

// directHints names the keys of λ, k and k̃.
func (p *Program) directHints() []hint {
	var hs []hint
	for _, name := range []string{"lambda", "k", "ktilde"} {
		if c, ok := ControlByName(name); ok {
			hs = append(hs, hint{c.Down + " " + c.Up, c.Label})
		}
	}
	return hs
}

// drawHints draws as many hints as have room, the last two (help and quit)
// always.
func (sc *Scene) drawHints(g *chart.Grid) {
	w, _ := g.Size()
	width := func(h hint) int { return chart.TextWidth(h.key) + 1 + chart.TextWidth(h.word) + 3 }
	hs := slices.Clone(sc.Hints)
	total := 1
	for i, h := range hs {
		hs[i] = hint{sc.spell(h.key), sc.spell(h.word)}
		total += width(hs[i])
	}
	for len(hs) > 3 && total-3 > w {
		drop := len(hs) - 3
		total -= width(hs[drop])
		hs = slices.Delete(hs, drop, drop+1)
	}
	x := 1
	for _, h := range hs {
		x += g.Text(x, 0, h.key, chart.Key) + 1
		x += g.Text(x, 0, h.word, chart.Dim) + 3
	}
}
