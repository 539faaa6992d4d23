package tui

import (
	"slices"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
)

// bigStep is how far a control turns with Shift.
const bigStep = 10

// keys returns the keys that work in every view.
func (p *Program) keys() []Key {
	turn := func(n int) func(*Scene) Intent {
		return func(sc *Scene) Intent { return sc.turnBy(sc.focused(), n) }
	}
	open := func(sc *Scene) bool { return sc.solution() != nil && sc.Opening == "" }
	and := func(more func(*Scene) bool) func(*Scene) bool {
		return func(sc *Scene) bool { return open(sc) && more(sc) }
	}
	says := func(text string) func(*Scene) string {
		return func(sc *Scene) string {
			if !open(sc) {
				return nothingSolved
			}
			return text
		}
	}
	does := func(do func()) func(*Scene) Intent {
		return func(*Scene) Intent {
			do()
			return Intent{}
		}
	}
	yet := says("")
	table := []Key{
		{Keys: []string{"left", "h"}, Sign: "← →", Hint: "turn", Help: "turn the selected control", Works: open, Idle: yet, Do: turn(-1)},
		{Keys: []string{"right", "l"}, Works: open, Idle: yet, Do: turn(1)},
		{Keys: []string{"shift+left", "H"}, Help: "turn it by ten steps", Works: open, Idle: yet, Do: turn(-bigStep)},
		{Keys: []string{"shift+right", "L"}, Works: open, Idle: yet, Do: turn(bigStep)},
		{Keys: []string{"home"}, Help: "turn it to its lowest, highest value", Works: open, Idle: yet, Do: turn(-session.Farthest)},
		{Keys: []string{"end"}, Works: open, Idle: yet, Do: turn(session.Farthest)},
		{Keys: []string{"tab", "down"}, Sign: "Tab", Hint: "next", Help: "select the next control, the one before", Do: func(sc *Scene) Intent { return sc.moveFocus(1) }},
		{Keys: []string{"shift+tab", "up"}, Do: func(sc *Scene) Intent { return sc.moveFocus(-1) }},
		{Keys: []string{" "}, Sign: "space", Hint: "play", Help: "play descent from epoch 1 to the end; pause, go on", Works: (*Scene).canPlay, Idle: (*Scene).whyNoPlay, Do: (*Scene).playPause},
		{Keys: []string{"."}, Help: "step on (not beyond the last epoch), back", Works: (*Scene).canPlay, Idle: (*Scene).whyNoPlay, Do: func(sc *Scene) Intent { return sc.step(1) }},
		{Keys: []string{","}, Works: (*Scene).canPlay, Idle: (*Scene).whyNoPlay, Do: func(sc *Scene) Intent { return sc.step(-1) }},
		{Keys: []string{"m"}, Sign: "m", Hint: "pin", Help: "pin what is shown: it stays in the pictures, dashed, while you turn; m pins anew, or unpins what it shows",
			Works: open, Idle: yet, Do: (*Scene).togglePin},
		{Keys: []string{"="}, Sign: "=", Hint: "type", Help: "type an exact value", Works: open, Idle: yet, Do: does(p.startEntry)},
		{Keys: []string{"u"}, Sign: "u", Hint: "undo", Help: "undo the last turn or opening", Works: and(func(sc *Scene) bool { return sc.CanUndo() }),
			Idle: says("nothing to undo: nothing was turned or opened"), Do: does(p.host.UndoTurn)},
		{Keys: []string{"U"}, Sign: "U", Hint: "redo", Help: "redo what was undone", Works: and(func(sc *Scene) bool { return sc.CanRedo() }),
			Idle: says("nothing to redo: nothing was undone since the last turn or opening"), Do: does(p.host.RedoTurn)},
		{Keys: []string{"r"}, Sign: "r", Hint: "reset", Help: "back to where the pair opened", Works: and(func(sc *Scene) bool { return !sc.State.Equal(sc.Start) }),
			Idle: says("nothing to reset: all is as the pair opened"), Do: func(sc *Scene) Intent { return Intent{Kind: Turn, State: sc.Start} }},
		{Keys: []string{"w"}, Sign: "w", Hint: "panel", Help: "select the next panel, the one before", Do: func(sc *Scene) Intent { return sc.movePanel(1) }},
		{Keys: []string{"W"}, Do: func(sc *Scene) Intent { return sc.movePanel(-1) }},
		{Keys: []string{"+", "enter"}, Sign: "+", Hint: "zoom", Help: "the selected panel fills the screen, with more detail",
			Here: func(sc *Scene) bool { return !sc.Zoom }, Works: func(sc *Scene) bool { return !sc.Zoom },
			Idle: (*Scene).whyFull, Do: func(sc *Scene) Intent { return sc.zoomOn(sc.Panel) }},
		{Keys: []string{"esc", "alt+esc", "-"}, Sign: "Esc", Hint: "back", Help: "one layer back; cancel opening", Works: (*Scene).canGoBack,
			Idle: func(*Scene) string { return "these are all panels: there is nothing to go back to (q quits)" }, Do: func(*Scene) Intent { return p.host.Back() }},
		{Keys: []string{"1"}, Help: "all panels, as at first", Idle: func(*Scene) string { return "these are all panels already" }, Do: (*Scene).showAll},
	}
	var numbered []ViewInfo
	for _, v := range p.scene.Views.all() {
		numbered = append(numbered, v.Info())
	}
	slices.SortFunc(numbered, func(a, b ViewInfo) int { return strings.Compare(a.Key, b.Key) })
	for i, info := range numbered {
		elsewhere := func(sc *Scene) bool { return !sc.Zoom || sc.Panel != info.Name }
		zoom := Key{Keys: []string{info.Key}, Here: elsewhere, Works: elsewhere, Idle: (*Scene).whyFull, Do: func(sc *Scene) Intent { return sc.zoomOn(info.Name) }}
		if i == 0 {
			zoom.Help = "the panel of that number fills the screen"
		}
		table = append(table, zoom)
	}
	return append(table, []Key{
		{Keys: []string{"o"}, Sign: "o", Hint: "open", Help: "open another pair", Works: open, Idle: yet, Do: does(p.showOpener)},
		{Keys: []string{"y"}, Sign: "y", Hint: "copy", Help: "copy the command line of this state", Works: open, Idle: yet, Do: func(*Scene) Intent { return p.copyCommand() }},
		{Keys: []string{"T"}, Help: "next theme: dark, light, mono, colour-blind", Do: func(*Scene) Intent { return p.nextTheme() }},
		{Keys: []string{"G"}, Help: "next glyphs: braille, block, ascii", Do: func(*Scene) Intent { return p.nextGlyphs() }},
		{Keys: []string{"?"}, Sign: "?", Hint: "help", Help: "this help", Do: func(sc *Scene) Intent {
			sc.Help = !sc.Help
			return Intent{}
		}},
		{Keys: []string{"q", "ctrl+c"}, Sign: "q", Hint: "quit", Help: "quit", Do: func(*Scene) Intent { return Intent{Kind: Quit} }},
		{Keys: []string{"ctrl+z"}, Help: "suspend, until the shell's fg", Do: does(func() { p.suspending = true })},
	}...)
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
		return helpHints(p.scene)
	}
	var hs []hint
	taken := map[string]bool{}
	for _, a := range p.scene.keys() {
		// A view's own keys hide what they do elsewhere.
		hidden := len(a.Keys) > 0 && taken[a.Keys[0]]
		for _, key := range a.Keys {
			taken[key] = true
		}
		if a.Hint != "" && !hidden && (a.Works == nil || a.Works(p.scene)) {
			word := a.Hint
			switch {
			case word == "pin" && p.scene.isPinned():
				word = "unpin"
			case word == "next" && p.scene.Width < pairWidth:
				word = "next control" // not all of which show
			}
			hs = append(hs, hint{a.Sign, word})
		}
	}
	if len(hs) > 1 && p.scene.Opening == "" {
		hs = slices.Insert(hs, 2, p.directHints()...)
	}
	if p.scene.Width < fullWidth || p.scene.Height < fullHeight {
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
		if c, ok := session.OptionByName(name); ok {
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
