package frame

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

// do does what a key stands for, or says why it rests.
func (h *Host) do(k stage.Key, key string) {
	in := stage.Intent{Kind: stage.Say, Text: k.WhyIdle(&h.Scene.Stage)}
	if in.Text == "" {
		in = k.Do(&h.Scene.Stage)
	}
	h.apply(in, key)
}

// apply does what is to follow from a key or the mouse.
func (h *Host) apply(in stage.Intent, key string) {
	if in.Select != "" {
		h.Scene.Focus = in.Select
	}
	switch in.Kind {
	case stage.Ask:
		if in.Text != "" {
			h.Scene.Message = h.Scene.Keyed(in.Text)
		}
		h.Ask()
	case stage.Turn:
		h.TurnTo(in.State)
		if in.Text != "" {
			h.Scene.did = cause(in.Text)
		}
		if h.Scene.Lessons.Still() {
			h.Scene.Message = h.Scene.Keyed("this step asks for no turn: {undo} undoes it")
		}
	case stage.Open:
		h.OpenPair(in.Opening)
		showFirst(&h.Scene)
	case stage.Say:
		h.Scene.Message = h.Scene.Keyed(strings.Replace(cmp.Or(in.Text, stage.ChangesNothing), stage.ThisKey, stage.KeySign(key), 1))
	case stage.Quit:
		h.Quitting = key == "ctrl+c" || h.Scene.Writer.Now == nil
		if !h.Quitting {
			h.Scene.Message = h.Scene.Keyed(h.WhyNoExport(&h.Scene))
		}
	case stage.Suspend:
		h.Suspending = true
	case stage.Copy:
		h.Clipboard = in.Text
		h.Scene.Message = "copied, where the terminal allows it: " + in.Text
	}
}

// TurnTo makes next the state, remembers the present one and asks for the solution.
func (h *Host) TurnTo(next session.State) { h.became(h.Explorer.Become(next)) }

// became forgets what was said of the state before, if there is another.
func (h *Host) became(another bool) {
	if another {
		h.Scene.StopPlaying()
		h.Scene.Resumed, h.Scene.did, h.gone = false, "", false
	}
}

// askAnew asks for what the screen needs where the view is another one than before.
func (h *Host) askAnew(before string) {
	if h.Scene.ViewName() != before && h.Scene.Solution() != nil {
		h.Ask()
	}
	h.startView()
}

// UndoTurn goes back to before the last turn or opening, RedoTurn forward again.
func (h *Host) UndoTurn() { walked(h, h.Explorer.Undo(), undone) }

// RedoTurn undoes UndoTurn.
func (h *Host) RedoTurn() { walked(h, h.Explorer.Redo(), redone) }

// walked shows where a step through the history has led, which may be another pair.
func walked(h *Host, moved bool, did cause) {
	if h.Explorer.Opening != "" {
		h.asker, h.Failed = nil, nil
	} else if moved {
		h.Scene.StopPlaying()
		h.Scene.did = did
	}
}

// OpenPair asks for another pair. The present one stays until that is there. An overlay
// that shows hears what becomes of it, if it is an asker.
func (h *Host) OpenPair(pair session.Opening) {
	h.asker, _ = h.Scene.Over().(asker)
	h.Failed = nil
	uncover(&h.Scene)
	h.Explorer.Open(pair)
}

// CancelOpening gives up what is being opened from within.
func (h *Host) CancelOpening() {
	h.Scene.Message = "opening " + h.Explorer.Opening + " was cancelled"
	if h.asker != nil {
		h.asker.cancelled()
	}
	h.Explorer.Cancel()
}

// refused says why another pair can't be opened: who has asked for it does, if anybody.
func (h *Host) refused(name string, err error) {
	if h.asker != nil {
		h.asker.refused(h, err)
	} else {
		h.Scene.Message = fmt.Sprintf("%s can't be opened: %s", name, session.WithoutFlags(session.PlainError(err)))
	}
	h.Failed = err
}

// Ask asks for what the screen wants. While a setting is searched for that waits: asked
// again the search would begin anew.
func (h *Host) Ask() {
	if !h.Scene.Choosing() {
		h.Explorer.Ask()
	}
}

// nothingHere says that a key stands for nothing.
func nothingHere(key string) stage.Intent {
	const longest = 12
	if len(key) > longest || strings.ContainsFunc(key, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return stage.Tell("this does nothing here ({help} lists the keys)")
	}
	return stage.Tell(stage.ThisKey + " does nothing here ({help} lists the keys)")
}

// startView starts what is to be under way in the view that fills the screen.
func (h *Host) startView() {
	s := h.Explorer.Update.Session
	starter, ok := h.Scene.Named(h.Scene.ViewName()).(stage.Starter)
	if ok && h.Scene.Solution() != nil && reflect.DeepEqual(s.Spec, h.Explorer.State.Spec) {
		starter.Start(&h.Scene.Stage)
	}
}
