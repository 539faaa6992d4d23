package tui

import (
	"slices"
	"strings"

	"larui/tui/session"
	"larui/tui/view"
)

// bigStep is how far a control turns with Shift.
const bigStep = 10

// keys returns the keys that work in every view.
func (p *Program) keys() []view.Key {
	turn := func(n int) func(*view.Scene) view.Intent {
		return func(sc *view.Scene) view.Intent { return sc.TurnBy(sc.Focused(), n) }
	}
	open := func(sc *view.Scene) bool { return sc.Solution() != nil && sc.Opening == "" }
	and := func(more func(*view.Scene) bool) func(*view.Scene) bool {
		return func(sc *view.Scene) bool { return open(sc) && more(sc) }
	}
	says := func(text string) func(*view.Scene) string {
		return func(sc *view.Scene) string {
			if !open(sc) {
				return view.NothingSolved
			}
			return text
		}
	}
	does := func(do func()) func(*view.Scene) view.Intent {
		return func(*view.Scene) view.Intent {
			do()
			return view.Intent{}
		}
	}
	yet := says("")
	table := []view.Key{
		{Keys: []string{"left", "h"}, Sign: "← →", Hint: "turn", Help: "turn the selected control", Works: open, Idle: yet, Do: turn(-1)},
		{Keys: []string{"right", "l"}, Works: open, Idle: yet, Do: turn(1)},
		{Keys: []string{"shift+left", "H"}, Help: "turn it by ten steps", Works: open, Idle: yet, Do: turn(-bigStep)},
		{Keys: []string{"shift+right", "L"}, Works: open, Idle: yet, Do: turn(bigStep)},
		{Keys: []string{"home"}, Help: "turn it to its lowest, highest value", Works: open, Idle: yet, Do: turn(-session.Farthest)},
		{Keys: []string{"end"}, Works: open, Idle: yet, Do: turn(session.Farthest)},
		{Keys: []string{"tab", "down"}, Sign: "Tab", Hint: "next", Help: "select the next control, the one before", Do: func(sc *view.Scene) view.Intent { return sc.MoveFocus(1) }},
		{Keys: []string{"shift+tab", "up"}, Do: func(sc *view.Scene) view.Intent { return sc.MoveFocus(-1) }},
		{Keys: []string{" "}, Sign: "space", Hint: "play", Help: "play descent from epoch 1 to the end; pause, go on", Works: (*view.Scene).CanPlay, Idle: (*view.Scene).WhyNoPlay, Do: (*view.Scene).PlayPause},
		{Keys: []string{"."}, Help: "step on (not beyond the last epoch), back", Works: (*view.Scene).CanPlay, Idle: (*view.Scene).WhyNoPlay, Do: func(sc *view.Scene) view.Intent { return sc.Step(1) }},
		{Keys: []string{","}, Works: (*view.Scene).CanPlay, Idle: (*view.Scene).WhyNoPlay, Do: func(sc *view.Scene) view.Intent { return sc.Step(-1) }},
		{Keys: []string{"m"}, Sign: "m", Hint: "pin", Help: "pin what is shown: it stays in the pictures, dashed, while you turn; m pins anew, or unpins what it shows",
			Works: open, Idle: yet, Do: (*view.Scene).TogglePin},
		{Keys: []string{"="}, Sign: "=", Hint: "type", Help: "type an exact value", Works: open, Idle: yet, Do: does(p.startEntry)},
		{Keys: []string{"u"}, Sign: "u", Hint: "undo", Help: "undo the last turn or opening", Works: and(func(sc *view.Scene) bool { return sc.CanUndo() }),
			Idle: says("nothing to undo: nothing was turned or opened"), Do: does(p.host.UndoTurn)},
		{Keys: []string{"U"}, Sign: "U", Hint: "redo", Help: "redo what was undone", Works: and(func(sc *view.Scene) bool { return sc.CanRedo() }),
			Idle: says("nothing to redo: nothing was undone since the last turn or opening"), Do: does(p.host.RedoTurn)},
		{Keys: []string{"r"}, Sign: "r", Hint: "reset", Help: "back to where the pair opened", Works: and(func(sc *view.Scene) bool { return !sc.State.Equal(sc.Start) }),
			Idle: says("nothing to reset: all is as the pair opened"), Do: func(sc *view.Scene) view.Intent { return view.Intent{Kind: view.Turn, State: sc.Start} }},
		{Keys: []string{"w"}, Sign: "w", Hint: "panel", Help: "select the next panel, the one before", Do: func(sc *view.Scene) view.Intent { return sc.MovePanel(1) }},
		{Keys: []string{"W"}, Do: func(sc *view.Scene) view.Intent { return sc.MovePanel(-1) }},
		{Keys: []string{"+", "enter"}, Sign: "+", Hint: "zoom", Help: "the selected panel fills the screen, with more detail",
			Here: func(sc *view.Scene) bool { return !sc.Zoom }, Works: func(sc *view.Scene) bool { return !sc.Zoom },
			Idle: (*view.Scene).WhyFull, Do: func(sc *view.Scene) view.Intent { return sc.ZoomOn(sc.Panel) }},
		{Keys: []string{"esc", "alt+esc", "-"}, Sign: "Esc", Hint: "back", Help: "one layer back; cancel opening", Works: (*view.Scene).CanGoBack,
			Idle: func(*view.Scene) string { return "these are all panels: there is nothing to go back to (q quits)" }, Do: func(*view.Scene) view.Intent { return p.host.Back() }},
		{Keys: []string{"1"}, Help: "all panels, as at first", Idle: func(*view.Scene) string { return "these are all panels already" }, Do: (*view.Scene).ShowAll},
	}
	var numbered []view.ViewInfo
	for _, v := range p.scene.Views.All() {
		numbered = append(numbered, v.Info())
	}
	slices.SortFunc(numbered, func(a, b view.ViewInfo) int { return strings.Compare(a.Key, b.Key) })
	for i, info := range numbered {
		elsewhere := func(sc *view.Scene) bool { return !sc.Zoom || sc.Panel != info.Name }
		zoom := view.Key{Keys: []string{info.Key}, Here: elsewhere, Works: elsewhere, Idle: (*view.Scene).WhyFull, Do: func(sc *view.Scene) view.Intent { return sc.ZoomOn(info.Name) }}
		if i == 0 {
			zoom.Help = "the panel of that number fills the screen"
		}
		table = append(table, zoom)
	}
	return append(table, []view.Key{
		{Keys: []string{"o"}, Sign: "o", Hint: "open", Help: "open another pair", Works: open, Idle: yet, Do: does(p.showOpener)},
		{Keys: []string{"y"}, Sign: "y", Hint: "copy", Help: "copy the command line of this state", Works: open, Idle: yet, Do: func(*view.Scene) view.Intent { return p.copyCommand() }},
		{Keys: []string{"T"}, Help: "next theme: dark, light, mono, colour-blind", Do: func(*view.Scene) view.Intent { return p.nextTheme() }},
		{Keys: []string{"G"}, Help: "next glyphs: braille, block, ascii", Do: func(*view.Scene) view.Intent { return p.nextGlyphs() }},
		{Keys: []string{"?"}, Sign: "?", Hint: "help", Help: "this help", Do: func(sc *view.Scene) view.Intent {
			sc.Help = !sc.Help
			return view.Intent{}
		}},
		{Keys: []string{"q", "ctrl+c"}, Sign: "q", Hint: "quit", Help: "quit", Do: func(*view.Scene) view.Intent { return view.Intent{Kind: view.Quit} }},
		{Keys: []string{"ctrl+z"}, Help: "suspend, until the shell's fg", Do: does(func() { p.suspending = true })},
	}...)
}
