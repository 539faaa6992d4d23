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
	// keys are named as Bubble Tea names them.
	keys []string
	// name is how hints write the keys.
	name string
	// hint is the word of the bottom line, empty to leave it out; help the line
	// of the help, which the actions after it without one share.
	hint, help string
	// here reports whether the screen has any use for it; nil means that all have.
	here func(*Scene) bool
	// works reports whether the action does anything now; nil means always.
	works func(*Program) bool
	// idle says why it does nothing now; nil where general words will do.
	idle func(*Program) string
	do   func(*Program)
}

// A big step moves ten times as far; an extreme one to the end of the range.
const (
	bigStep     = 10
	extremeStep = 1 << 20
)

// actions returns the table.
func actions() []action {
	turn := func(n int) func(*Program) { return func(p *Program) { p.turn(p.scene.focused(), n) } }
	open := func(p *Program) bool { return p.scene.solution() != nil && p.scene.Opening == "" }
	and := func(more func(*Program) bool) func(*Program) bool {
		return func(p *Program) bool { return open(p) && more(p) }
	}
	says := func(text string) func(*Program) string {
		return func(p *Program) string {
			if !open(p) {
				return nothingSolved
			}
			return text
		}
	}
	yet := says("")
	table := []action{
		{keys: []string{"left", "h"}, name: "← →", hint: "turn", help: "turn the selected control", works: open, idle: yet, do: turn(-1)},
		{keys: []string{"right", "l"}, works: open, idle: yet, do: turn(1)},
		{keys: []string{"shift+left", "H"}, help: "turn it by ten steps", works: open, idle: yet, do: turn(-bigStep)},
		{keys: []string{"shift+right", "L"}, works: open, idle: yet, do: turn(bigStep)},
		{keys: []string{"home"}, help: "turn it to its lowest, highest value", works: open, idle: yet, do: turn(-extremeStep)},
		{keys: []string{"end"}, works: open, idle: yet, do: turn(extremeStep)},
		{keys: []string{"tab", "down"}, name: "Tab", hint: "next", help: "select the next control, the one before", do: func(p *Program) { p.moveFocus(1) }},
		{keys: []string{"shift+tab", "up"}, do: func(p *Program) { p.moveFocus(-1) }},
		{keys: []string{" "}, name: "space", hint: "play", help: "play descent from epoch 1 to the end; pause, go on", works: (*Program).canPlay, idle: (*Program).whyNoPlay, do: (*Program).playPause},
		{keys: []string{"."}, help: "step on (not beyond the last epoch), back", works: (*Program).canPlay, idle: (*Program).whyNoPlay, do: func(p *Program) { p.step(1) }},
		{keys: []string{","}, works: (*Program).canPlay, idle: (*Program).whyNoPlay, do: func(p *Program) { p.step(-1) }},
		{keys: []string{"m"}, name: "m", hint: "pin", help: "pin what is shown: it stays in the pictures, dashed, while you turn; m pins anew, or unpins what it shows",
			works: open, idle: yet, do: (*Program).togglePin},
		{keys: []string{"="}, name: "=", hint: "type", help: "type an exact value", works: open, idle: yet, do: func(p *Program) { p.startEntry() }},
		{keys: []string{"u"}, name: "u", hint: "undo", help: "undo the last turn or opening", works: and(func(p *Program) bool { return len(p.history.past) > 0 }),
			idle: says("nothing to undo: nothing was turned or opened"), do: (*Program).undo},
		{keys: []string{"U"}, name: "U", hint: "redo", help: "redo what was undone", works: and(func(p *Program) bool { return len(p.history.future) > 0 }),
			idle: says("nothing to redo: nothing was undone since the last turn or opening"), do: (*Program).redo},
		{keys: []string{"r"}, name: "r", hint: "reset", help: "back to where the pair opened", works: and(func(p *Program) bool { return !sameState(p.scene.State, p.start) }),
			idle: says("nothing to reset: all is as the pair opened"), do: (*Program).reset},
		{keys: []string{"w"}, name: "w", hint: "panel", help: "select the next panel, the one before", do: func(p *Program) { p.movePanel(1) }},
		{keys: []string{"W"}, do: func(p *Program) { p.movePanel(-1) }},
		{keys: []string{"+", "enter"}, name: "+", hint: "zoom", help: "the selected panel fills the screen, with more detail",
			here: func(sc *Scene) bool { return !sc.Zoom }, works: func(p *Program) bool { return !p.scene.Zoom },
			idle: (*Program).whyFull, do: func(p *Program) { p.scene.Zoom = true }},
		{keys: []string{"esc", "alt+esc", "-"}, name: "Esc", hint: "back", help: "one layer back; cancel opening", works: (*Program).canGoBack,
			idle: func(*Program) string { return "these are all panels: there is nothing to go back to (q quits)" }, do: (*Program).back},
		{keys: []string{"1"}, help: "all panels, as at first", idle: func(*Program) string { return "these are all panels already" }, do: (*Program).showAll},
	}
	numbered := slices.Clone(panels())
	slices.SortFunc(numbered, func(a, b panel) int { return strings.Compare(a.key, b.key) })
	for i, panel := range numbered {
		elsewhere := func(sc *Scene) bool { return !sc.Zoom || sc.Panel != panel.id }
		zoom := action{keys: []string{panel.key}, here: elsewhere, idle: (*Program).whyFull, do: func(p *Program) { p.zoomOn(panel.id) }}
		if i == 0 {
			zoom.help = "the panel of that number fills the screen"
		}
		table = append(table, zoom)
	}
	return append(table, []action{
		{keys: []string{"o"}, name: "o", hint: "open", help: "open another pair", works: open, idle: yet, do: (*Program).showOpener},
		{keys: []string{"y"}, name: "y", hint: "copy", help: "copy the command line of this state", works: open, idle: yet, do: (*Program).copyCommand},
		{keys: []string{"T"}, help: "next theme: dark, light, mono, colour-blind", do: (*Program).nextTheme},
		{keys: []string{"G"}, help: "next glyphs: braille, block, ascii", do: (*Program).nextGlyphs},
		{keys: []string{"?"}, name: "?", hint: "help", help: "this help", do: func(p *Program) { p.scene.Help = !p.scene.Help }},
		{keys: []string{"q", "ctrl+c"}, name: "q", hint: "quit", help: "quit", do: func(p *Program) { p.quitting = true }},
		{keys: []string{"ctrl+z"}, help: "suspend, until the shell's fg", do: func(p *Program) { p.suspending = true }},
	}...)
}

// keySigns are how the screen writes keys that have no letter of their own.
func keySigns() map[string]string {
	return map[string]string{
		"left": "←", "right": "→", "up": "↑", "down": "↓",
		"shift+left": "⇧←", "shift+right": "⇧→", "shift+up": "⇧↑", "shift+down": "⇧↓",
		"tab": "Tab", "shift+tab": "⇧Tab", "home": "Home", "end": "End", "enter": "Enter", "esc": "Esc",
		" ": "space", "pgup": "PgUp", "pgdown": "PgDn", "backspace": "Bksp", "delete": "Del",
	}
}

// keySign is how the screen writes a key.
func keySign(key string) string {
	if sign, ok := keySigns()[key]; ok {
		return sign
	}
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "Ctrl+" + strings.ToUpper(rest)
	}
	return key
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
	if p.scene.Help {
		return p.helpHints()
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
			word := a.hint
			switch {
			case word == "pin" && p.isPinned():
				word = "unpin"
			case word == "next" && p.width < pairWidth:
				word = "next control" // not all of which show
			}
			hs = append(hs, hint{a.name, word})
		}
	}
	if len(hs) > 1 && p.scene.Opening == "" {
		hs = slices.Insert(hs, 2, p.directHints()...)
	}
	if p.width < fullWidth || p.height < fullHeight {
		// Not all panels show: how to see the others comes early.
		hs = promote(hs, "panel")
	} else {
		// How to see more, and other data, outlasts what a first turn brings.
		hs = postpone(hs, "panel", "open")
		hs = postpone(hs, "reset", "open")
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

// postpone moves the hint with the word behind that of a later one, if both are there.
func postpone(hs []hint, word, later string) []hint {
	at := slices.IndexFunc(hs, func(h hint) bool { return h.word == word })
	behind := slices.IndexFunc(hs, func(h hint) bool { return h.word == later })
	if at < 0 || behind < at {
		return hs
	}
	moved := hs[at]
	return slices.Insert(slices.Delete(hs, at, at+1), behind, moved)
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
