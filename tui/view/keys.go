package view

import (
	"slices"
	"strings"

	"larui/tui/session"
)

// bigStep is how far a control turns with Shift.
const bigStep = 10

// commonKeys returns the keys that work in every view.
func (h *Host) commonKeys() []Key {
	turn := func(n int) func(*Scene) Intent {
		return func(sc *Scene) Intent { return sc.TurnBy(sc.Focused(), n) }
	}
	open := func(sc *Scene) bool { return sc.Solution() != nil && sc.Opening == "" }
	and := func(more func(*Scene) bool) func(*Scene) bool {
		return func(sc *Scene) bool { return open(sc) && more(sc) }
	}
	says := func(text string) func(*Scene) string {
		return func(sc *Scene) string {
			if !open(sc) {
				return NothingSolved
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
		{Keys: []string{"tab", "down"}, Sign: "Tab", Hint: "next", Help: "select the next control, the one before", Do: func(sc *Scene) Intent { return sc.MoveFocus(1) }},
		{Keys: []string{"shift+tab", "up"}, Do: func(sc *Scene) Intent { return sc.MoveFocus(-1) }},
		{Keys: []string{" "}, Sign: "space", Hint: "play", Help: "play descent from epoch 1 to the end; pause, go on", Works: (*Scene).CanPlay, Idle: (*Scene).WhyNoPlay, Do: (*Scene).PlayPause},
		{Keys: []string{"."}, Help: "step on (not beyond the last epoch), back", Works: (*Scene).CanPlay, Idle: (*Scene).WhyNoPlay, Do: func(sc *Scene) Intent { return sc.Step(1) }},
		{Keys: []string{","}, Works: (*Scene).CanPlay, Idle: (*Scene).WhyNoPlay, Do: func(sc *Scene) Intent { return sc.Step(-1) }},
		{Keys: []string{"m"}, Sign: "m", Hint: "pin", Help: "pin what is shown: it stays in the pictures, dashed, while you turn; m pins anew, or unpins what it shows",
			Works: open, Idle: yet, Do: (*Scene).TogglePin},
		{Keys: []string{"="}, Sign: "=", Hint: "type", Help: "type an exact value", Works: open, Idle: yet, Do: (*Scene).startEntry},
		{Keys: []string{"u"}, Sign: "u", Hint: "undo", Help: "undo the last turn or opening", Works: and(func(sc *Scene) bool { return sc.CanUndo() }),
			Idle: says("nothing to undo: nothing was turned or opened"), Do: does(h.UndoTurn)},
		{Keys: []string{"U"}, Sign: "U", Hint: "redo", Help: "redo what was undone", Works: and(func(sc *Scene) bool { return sc.CanRedo() }),
			Idle: says("nothing to redo: nothing was undone since the last turn or opening"), Do: does(h.RedoTurn)},
		{Keys: []string{"r"}, Sign: "r", Hint: "reset", Help: "back to where the pair opened", Works: and(func(sc *Scene) bool { return !sc.State.Equal(sc.Start) }),
			Idle: says("nothing to reset: all is as the pair opened"), Do: func(sc *Scene) Intent { return Intent{Kind: Turn, State: sc.Start} }},
		{Keys: []string{"w"}, Sign: "w", Hint: "panel", Help: "select the next panel, the one before", Do: func(sc *Scene) Intent { return sc.MovePanel(1) }},
		{Keys: []string{"W"}, Do: func(sc *Scene) Intent { return sc.MovePanel(-1) }},
		{Keys: []string{"+", "enter"}, Sign: "+", Hint: "zoom", Help: "the selected panel fills the screen, with more detail",
			Here: func(sc *Scene) bool { return !sc.Zoom }, Works: func(sc *Scene) bool { return !sc.Zoom },
			Idle: (*Scene).WhyFull, Do: func(sc *Scene) Intent { return sc.ZoomOn(sc.Panel) }},
		{Keys: []string{"esc", "alt+esc", "-"}, Sign: "Esc", Hint: "back", Help: "one layer back; cancel opening", Works: (*Scene).CanGoBack,
			Idle: func(*Scene) string { return "these are all panels: there is nothing to go back to (q quits)" }, Do: func(*Scene) Intent { return h.Back() }},
		{Keys: []string{"1"}, Help: "all panels, as at first", Idle: func(*Scene) string { return "these are all panels already" }, Do: (*Scene).ShowAll},
	}
	var numbered []ViewInfo
	for _, v := range h.Views.All() {
		numbered = append(numbered, v.Info())
	}
	slices.SortFunc(numbered, func(a, b ViewInfo) int { return strings.Compare(a.Key, b.Key) })
	for i, info := range numbered {
		elsewhere := func(sc *Scene) bool { return !sc.Zoom || sc.Panel != info.Name }
		zoom := Key{Keys: []string{info.Key}, Here: elsewhere, Works: elsewhere, Idle: (*Scene).WhyFull, Do: func(sc *Scene) Intent { return sc.ZoomOn(info.Name) }}
		if i == 0 {
			zoom.Help = "the panel of that number fills the screen"
		}
		table = append(table, zoom)
	}
	return append(table, []Key{
		{Keys: []string{"o"}, Sign: "o", Hint: "open", Help: "open another pair", Works: open, Idle: yet, Do: does(h.showOpener)},
		{Keys: []string{"y"}, Sign: "y", Hint: "copy", Help: "copy the command line of this state", Works: open, Idle: yet, Do: (*Scene).copyCommand},
		{Keys: []string{"T"}, Help: "next theme: dark, light, mono, colour-blind", Do: (*Scene).nextTheme},
		{Keys: []string{"G"}, Help: "next glyphs: braille, block, ascii", Do: (*Scene).nextGlyphs},
		{Keys: []string{"?"}, Sign: "?", Hint: "help", Help: "this help", Do: func(sc *Scene) Intent {
			sc.Help = !sc.Help
			return Intent{}
		}},
		{Keys: []string{"q", "ctrl+c"}, Sign: "q", Hint: "quit", Help: "quit", Do: func(*Scene) Intent { return Intent{Kind: Quit} }},
		{Keys: []string{"ctrl+z"}, Help: "suspend, until the shell's fg", Do: func(*Scene) Intent { return Intent{Kind: Suspend} }},
	}...)
}
