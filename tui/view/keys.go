package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"larui/tui/session"
)

// A Key is what some keys do, in a view or everywhere. The tables of keys feed
// dispatch, the bottom line and the help.
type Key struct {
	// Name is what the palette and the table of bindings call it. It stays as it is; that
	// of a view's own begins with the view's.
	Name string
	// View names the view whose own it is, as far as Actions says it.
	View string
	// Keys are named as Bubble Tea names them. The first is that of hints and sentences.
	Keys []string
	// Hint is the word of the bottom line, empty to leave it out; keys that follow each
	// other with one word share it. Help is the line of the help, which the keys after
	// it without one share.
	Hint, Help string
	// Here reports whether the screen has any use for it; nil means that all have.
	Here func(*Scene) bool
	// Idle says why it does nothing now, empty where it does; nil means that it always
	// does.
	Idle func(*Scene) string
	// Do does it, and says what is to follow.
	Do func(*Scene) Intent
}

// idle says why the key does nothing now, empty where it does.
func (k Key) idle(sc *Scene) string {
	if k.Idle == nil {
		return ""
	}
	return k.Idle(sc)
}

// unless is the Idle of a key that works where a condition holds, and else says why not.
func unless(works func(*Scene) bool, why string) func(*Scene) string {
	return func(sc *Scene) string {
		if works(sc) {
			return ""
		}
		return why
	}
}

// unsolved is the Idle of what needs a solution to work on.
func unsolved(sc *Scene) string {
	if sc.Solution() == nil {
		return nothingSolved
	}
	return ""
}

// closed is the Idle of what has to wait for a pair.
func closed(sc *Scene) string {
	if sc.Opening != "" {
		return nothingSolved
	}
	return unsolved(sc)
}

// HelpOf says what the action of that name does.
func (sc *Scene) HelpOf(name string) string {
	for _, k := range sc.Common {
		if k.Name == name {
			return k.Help
		}
	}
	return ""
}

const (
	// thisKey stands in what is said for the key that was pressed.
	thisKey = "{key}"
	// changesNothing is said where there is nothing better to say.
	changesNothing = thisKey + " changes nothing here and now ({help} lists the keys)"
	// nothingSolved is said where a key needs a solution to work on.
	nothingSolved = "nothing is solved yet: wait for the first picture"
)

// An Intent is what a key leads to, beyond what it has changed on the screen.
type Intent struct {
	Kind IntentKind
	// Text is what to Say, empty for changesNothing, or what to Copy.
	Text string
	// State is the one to Turn to.
	State session.State
}

// An IntentKind is a kind of intent.
type IntentKind int

const (
	// None leaves it at what has changed.
	None IntentKind = iota
	// Ask has the engine asked for what the screen now needs.
	Ask
	// Turn makes another state the present one.
	Turn
	// Say tells something; no key is silent.
	Say
	// Quit leaves the program.
	Quit
	// Suspend leaves it until it is called back.
	Suspend
	// Copy puts a text on the clipboard, where the terminal lets it.
	Copy
)

// Tell is the intent to say a text.
func Tell(format string, args ...any) Intent {
	return Intent{Kind: Say, Text: fmt.Sprintf(format, args...)}
}

// flip is a key that switches something on the screen.
func flip(of func(*Scene) *bool) func(*Scene) Intent {
	return func(sc *Scene) Intent {
		v := of(sc)
		*v = !*v
		return Intent{Kind: Ask}
	}
}

// scroll moves the first line shown by n lines, held at the ends, of which the lower
// one hides so many lines. At an end it says so.
func scroll(top *int, n, hidden int, end string) Intent {
	before := min(*top, hidden)
	if *top = max(0, min(hidden, before+n)); *top == before {
		return Intent{Kind: Say, Text: end}
	}
	return Intent{}
}

// keySign is how the screen writes a key.
func keySign(key string) string {
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "Ctrl+" + strings.ToUpper(rest)
	}
	return cmp.Or(map[string]string{
		"left": "←", "right": "→", "up": "↑", "down": "↓",
		"shift+left": "⇧←", "shift+right": "⇧→", "shift+up": "⇧↑", "shift+down": "⇧↓",
		"tab": "Tab", "shift+tab": "⇧Tab", "home": "Home", "end": "End", "enter": "Enter", "esc": "Esc",
		" ": "space", "pgup": "PgUp", "pgdown": "PgDn", "backspace": "Bksp", "delete": "Del",
	}[key], key)
}

// bigStep is how far a control turns with Shift.
const bigStep = 10

// commonKeys returns the keys that work in every view.
func (h *Host) commonKeys() []Key {
	turn := func(n int) func(*Scene) Intent {
		return func(sc *Scene) Intent { return sc.TurnBy(sc.Focused(), n) }
	}
	by := func(move func(*Scene, int) Intent, n int) func(*Scene) Intent {
		return func(sc *Scene) Intent { return move(sc, n) }
	}
	walk := func(can func() bool, why string) func(*Scene) string {
		return func(sc *Scene) string { return cmp.Or(closed(sc), unless(func(*Scene) bool { return can() }, why)(sc)) }
	}
	does := func(do func()) func(*Scene) Intent {
		return func(*Scene) Intent {
			do()
			return Intent{}
		}
	}
	dashboard := func(sc *Scene) bool { return !sc.Zoom }
	away := func(sc *Scene) bool { return sc.Zoom || sc.All || sc.Selected() != targetName }
	table := []Key{
		{Name: "standardize", Keys: []string{"f"}, Hint: "standardize", Help: "standardize the features by the source; again: each domain by itself",
			Here: warned, Idle: whyNotStandardize, Do: does(h.standardize)},
		{Name: "choose", Keys: []string{"*"}, Hint: "choose", Help: "choose k, k̃ and λ without labels, or by validation (v); again: the limits",
			Idle: (*Scene).whyNoChoice, Do: does(func() { h.Choose(h.judge()) })},
		{Name: "judge", Keys: []string{"&"}, Help: "select what judges settings there: without labels, the target's alignment, validation", Idle: closed, Do: selectJudge},
		{Name: "turn-down", Keys: []string{"left", "h"}, Hint: "turn", Help: "turn the selected control", Idle: closed, Do: turn(-1)},
		{Name: "turn-up", Keys: []string{"right", "l"}, Hint: "turn", Idle: closed, Do: turn(1)},
		{Name: "turn-down-far", Keys: []string{"shift+left"}, Help: "turn it by ten steps", Idle: closed, Do: turn(-bigStep)},
		{Name: "turn-up-far", Keys: []string{"shift+right"}, Idle: closed, Do: turn(bigStep)},
		{Name: "turn-lowest", Keys: []string{"home"}, Help: "turn it to its lowest, highest value", Idle: closed, Do: turn(-session.Farthest)},
		{Name: "turn-highest", Keys: []string{"end"}, Idle: closed, Do: turn(session.Farthest)},
		{Name: "next-control", Keys: []string{"tab", "down"}, Hint: "next", Help: "select the next control, the one before", Do: by(moveFocus, 1)},
		{Name: "previous-control", Keys: []string{"shift+tab", "up"}, Do: by(moveFocus, -1)},
		{Name: "play", Keys: []string{" "}, Hint: "play", Help: "play descent from epoch 1 to the end; pause, go on", Idle: whyNoPlay, Do: playPause},
		{Name: "step-on", Keys: []string{"."}, Help: "step on (not beyond the last epoch), back", Idle: whyNoPlay, Do: by(stepFrame, 1)},
		{Name: "step-back", Keys: []string{","}, Idle: whyNoPlay, Do: by(stepFrame, -1)},
		{Name: "pin", Keys: []string{"m"}, Hint: "pin", Help: "pin what is shown (: pin NAME calls it so): it stays in the pictures; m on it unpins it",
			Idle: closed, Do: togglePin},
		{Name: "unpin", Keys: []string{"M"}, Help: "unpin what was pinned last",
			Idle: unless(func(sc *Scene) bool { return len(sc.Views.pins) > 0 }, "nothing is pinned: m pins what is shown"), Do: unpinLast},
		{Name: "type", Keys: []string{"="}, Hint: "type", Help: "type an exact value", Idle: closed, Do: startEntry},
		{Name: "undo", Keys: []string{"u"}, Hint: "undo", Help: "undo the last turn or opening",
			Idle: func(sc *Scene) string { return walk(h.CanUndo, h.nothingBefore())(sc) }, Do: does(h.UndoTurn)},
		{Name: "redo", Keys: []string{"U"}, Hint: "redo", Help: "redo what was undone",
			Idle: walk(h.CanRedo, "nothing to redo: nothing was undone since the last turn or opening"), Do: does(h.RedoTurn)},
		{Name: "reset", Keys: []string{"r"}, Hint: "reset", Help: "back to where the pair opened",
			Idle: walk(func() bool { return !h.State.Equal(h.Start) }, "nothing to reset: all is as the pair opened"),
			Do:   func(sc *Scene) Intent { return Intent{Kind: Turn, State: sc.Start} }},
		{Name: "next-panel", Keys: []string{"w"}, Hint: "panel", Help: "select the next panel, the one before", Do: by(movePanel, 1)},
		{Name: "previous-panel", Keys: []string{"W"}, Do: by(movePanel, -1)},
		{Name: "zoom", Keys: []string{"+", "enter"}, Hint: "zoom", Help: "the selected panel fills the screen, with more detail",
			Here: dashboard, Idle: unless(dashboard, fillsAlready),
			Do: func(sc *Scene) Intent { return zoomOn(sc, sc.Panel) }},
		{Name: "back", Keys: []string{"esc", "alt+esc", "-"}, Hint: "back", Help: "one layer back; cancel opening or choosing",
			Idle: unless(canGoBack, "nothing to go back to here: {all-panels} switches between the first screen and all panels, {quit} quits"),
			Do:   func(*Scene) Intent { return h.Back() }},
		{Name: "all-panels", Keys: []string{"d"}, Hint: "all panels", Help: "all panels, or the first screen", Do: h.switchesAll},
		{Name: "present", Keys: []string{"P"}, Help: "present: one picture, bold, for the last row of a room", Do: switchPresent},
		{Name: "view-explore", Keys: []string{"1"}, Help: "the first screen", Here: away, Idle: unless(away, "this is the first screen already"), Do: showFirst},
	}
	var numbered []ViewInfo
	for _, v := range h.Views.All() {
		numbered = append(numbered, v.Info())
	}
	slices.SortFunc(numbered, func(a, b ViewInfo) int { return strings.Compare(a.Key, b.Key) })
	for _, info := range numbered {
		elsewhere := func(sc *Scene) bool { return !sc.Zoom || sc.Panel != info.Name }
		table = append(table, Key{Name: "view-" + info.Name, Keys: []string{info.Key}, Help: "view: " + info.Title, Here: elsewhere,
			Idle: unless(elsewhere, fillsAlready), Do: func(sc *Scene) Intent { return zoomOn(sc, info.Name) }})
	}
	return append(table, []Key{
		{Name: "open", Keys: []string{"o"}, Hint: "open", Help: "open another pair or your files (CSV, …)", Idle: closed, Do: does(h.showOpener)},
		{Name: "lessons", Keys: []string{"L"}, Hint: "lessons", Help: "list the lessons; the one that was put aside goes on", Idle: closed,
			Do: func(*Scene) Intent { return h.showLessons() }},
		{Name: "copy", Keys: []string{"y"}, Hint: "copy", Help: "copy the command line of this state", Idle: closed, Do: copyCommand},
		{Name: "export", Keys: []string{"O", "s", "e", "ctrl+s"}, Hint: "export", Help: "save predictions, model, figure, numbers to a file",
			Idle: h.WhyNoExport, Do: does(h.showExport)},
		{Name: "theme", Keys: []string{"T"}, Help: "next theme: dark, light, mono, colour-blind, colour-blind-light", Do: h.likes("theme", nextTheme)},
		{Name: "glyphs", Keys: []string{"G"}, Help: "next glyphs: braille, block, ascii", Do: h.likes("glyphs", nextGlyphs)},
		{Name: "palette", Keys: []string{":"}, Hint: "palette", Help: "list all that can be done, and do what is typed", Do: does(h.showPalette)},
		{Name: "help", Keys: []string{"?"}, Hint: "help", Help: "explain what keys do and what words mean", Do: does(h.showHelp)},
		{Name: "quit", Keys: []string{"q", "ctrl+c"}, Hint: "quit", Help: "quit; larui --resume goes on from here", Do: func(*Scene) Intent { return Intent{Kind: Quit} }},
		{Name: "suspend", Keys: []string{"ctrl+z"}, Help: "suspend, until the shell's fg", Do: func(*Scene) Intent { return Intent{Kind: Suspend} }},
	}...)
}

// What the mouse does, by where things lie in a frame.

// tooSmall tells that nothing of the scene has room on the screen.
func (h *Host) tooSmall() bool { return h.Width < MinWidth || h.Height < MinHeight }

// under returns the region that holds a cell of the frame.
func under[R interface{ Holds(x, y int) bool }](regions []R, x, y int) (found R, ok bool) {
	for _, region := range regions {
		if region.Holds(x, y) {
			return region, true
		}
	}
	return found, false
}

// Click does what the left button stands for at a cell of the frame.
func (h *Host) Click(x, y int) {
	if h.tooSmall() || h.Typing { // for one control
		return
	}
	defer h.askAnew(h.ViewName())
	h.dragged, h.Message = "", ""
	body := h.Body(h.Width, h.Height)
	inner := body.Inner()
	switch {
	case h.Export.Shown:
		return
	case h.Palette.Shown:
		if inner.Holds(x, y) && h.Palette.ClickAt(inner.H, y-inner.Y) {
			h.PressInPalette("enter")
		}
		return
	case h.Lessons.List.Shown:
		if body.Holds(x, y) && h.Lessons.List.ClickAt(inner.H, y-inner.Y) {
			h.apply(h.pressInLessons("enter"), "")
		}
		return
	case h.Opener.Shown:
		if body.Holds(x, y) && h.Opener.ClickAt(inner.W, inner.H, y-inner.Y, h.Glyphs) {
			h.PressInOpener("enter")
		}
		return
	}
	if control, ok := under(h.ControlRegions(h.Width, h.Height), x, y); ok {
		h.clickControl(control, x-control.X)
		return
	}
	panel, ok := under(h.PanelRegions(h.Width, h.Height), x, y)
	switch {
	case h.Help:
		h.Book.ClickAt(x-inner.X, y-inner.Y, h.pages(), h.Glyphs)
		return
	case !ok:
		return
	}
	inner = panel.Inner()
	switch {
	case h.Zoom && inner.Holds(x, y) && h.Solution() != nil:
		h.apply(h.Named(panel.Name).Click(&h.Scene, x-inner.X, y-inner.Y), "click")
	case panel.Name != h.Panel:
		h.selectPanel(panel.Name)
	case !h.Zoom:
		h.Zoom = true
	}
}

// clickControl focuses a control, and turns it where the column is one of its arrows or
// on its slider.
func (h *Host) clickControl(control controlRegion, column int) {
	h.Focus = control.Index
	if h.Solution() == nil {
		return
	}
	at := control.Layout()
	switch {
	case column == at.Down:
		h.apply(h.TurnBy(h.Focused(), -1), "")
	case column == at.Up:
		h.apply(h.TurnBy(h.Focused(), 1), "")
	case at.Slider >= 0 && column >= at.Slider:
		h.dragged, h.dragTurned = h.Focused().Name, false
		h.slide(control, column-at.Slider)
	default:
		h.apply(h.selected(), "")
	}
}

// Drag moves the slider that the button went down on to column x.
func (h *Host) Drag(x int) {
	if h.dragged == "" || h.Typing || h.Opener.Shown || h.Export.Shown || h.Palette.Shown {
		return
	}
	for _, control := range h.ControlRegions(h.Width, h.Height) {
		if at := control.Layout(); h.Controls()[control.Index].Name == h.dragged && at.Slider >= 0 {
			h.slide(control, x-control.X-at.Slider)
		}
	}
}

// slide turns a control to where a column of its slider stands. A whole drag is one turn
// to undo.
func (h *Host) slide(control controlRegion, column int) {
	place := float64(column) / float64(max(1, control.Slider-1))
	next := h.Controls()[control.Index].Near(h.State, h.Limits, max(0, min(1, place)))
	switch {
	case next.Equal(h.State):
	case h.dragTurned:
		h.Show(next)
	default:
		h.dragTurned = true
		h.TurnTo(next)
	}
}

// Release lets go of what is dragged.
func (h *Host) Release() { h.dragged = "" }

// Wheel turns the wheel by n (down where n > 0) over a cell of the frame: a control
// turns, up for more; what is longer than the screen scrolls.
func (h *Host) Wheel(x, y, n int) {
	if h.tooSmall() || h.Typing || h.Export.Shown {
		return
	}
	defer h.askAnew(h.ViewName())
	h.Message = ""
	inner := h.Body(h.Width, h.Height).Inner()
	control, onControl := under(h.ControlRegions(h.Width, h.Height), x, y)
	panel, onPanel := under(h.PanelRegions(h.Width, h.Height), x, y)
	var in Intent
	switch {
	case h.Opener.Shown:
		h.Opener.Move(n)
	case h.Palette.Shown:
		h.Palette.Move(n)
	case h.Lessons.List.Shown:
		h.Lessons.List.Move(n)
	case onControl && h.Solution() != nil:
		h.Focus = control.Index
		in = h.TurnBy(h.Focused(), -n)
	case h.Help:
		_ = h.Book.Scroll(HelpWheel*n, h.pages(), h.Glyphs, inner.W, inner.H)
	case onPanel && h.Hover(x, y) && h.onAxes():
		in = zoomReading(math.Pow(2, float64(n)/2))(&h.Scene)
	case onPanel && h.Solution() != nil:
		if in = h.Named(panel.Name).Wheel(&h.Scene, n); in.Kind == Say {
			return // at an end the wheel is silent
		}
	}
	h.apply(in, "wheel")
}
