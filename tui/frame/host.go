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

// runKey runs the action of a key, or says why the key does nothing now.
func (h *Host) runKey(k stage.Key, key string) {
	in := stage.Intent{Kind: stage.Say, Text: k.WhyIdle(&h.Scene.Stage)}
	if in.Text == "" {
		in = k.Do(&h.Scene.Stage)
	}
	h.carryOut(in, key)
}

// carryOut carries out the intent of a key or of the mouse.
func (h *Host) carryOut(in stage.Intent, key string) {
	if in.Select != "" {
		h.Scene.Focus = in.Select
	}
	switch in.Kind {
	case stage.Ask:
		if in.Text != "" {
			h.Scene.Message = h.Scene.ReplaceKeys(in.Text)
		}
		h.RequestJobs()
	case stage.Turn:
		h.TurnTo(in.State)
		if in.Text != "" {
			h.Scene.lastCause = cause(in.Text)
		}
		if h.Scene.Lessons.Still() {
			h.Scene.Message = h.Scene.ReplaceKeys("this step asks for no turn: {undo} undoes it")
		}
	case stage.Say:
		h.Scene.Message = h.Scene.ReplaceKeys(strings.Replace(cmp.Or(in.Text, stage.ChangesNothing), stage.ThisKey, stage.KeySign(key), 1))
	case stage.Quit:
		h.MustQuit = key == "ctrl+c" || h.Scene.Writer.Now == nil
		if !h.MustQuit {
			h.Scene.Message = h.Scene.ReplaceKeys(h.WhyNoExport(&h.Scene))
		}
	case stage.Suspend:
		h.MustSuspend = true
	case stage.Copy:
		h.Clipboard = in.Text
		h.Scene.Message = "copied, where the terminal allows it: " + in.Text
	}
}

// TurnTo makes next the state, remembers the present state for undo, and asks for the solution.
func (h *Host) TurnTo(next session.State) { h.stateChanged(h.Explorer.TurnTo(next)) }

// stateChanged stops playing and forgets the cause of the previous state, if there is another state.
func (h *Host) stateChanged(another bool) {
	if another {
		h.Scene.StopPlaying()
		h.Scene.Resumed, h.Scene.lastCause, h.choiceLost = false, "", false
	}
}

// askIfViewChanged asks for the jobs of the screen if another view than before is shown.
func (h *Host) askIfViewChanged(before string) {
	if h.Scene.ViewName() != before && h.Scene.Solution != nil {
		h.RequestJobs()
	}
	h.startView()
}

// UndoTurn undoes the last turn or opening.
func (h *Host) UndoTurn() { followHistory(h, h.Explorer.Undo(), undone) }

// RedoTurn undoes UndoTurn.
func (h *Host) RedoTurn() { followHistory(h, h.Explorer.Redo(), redone) }

// followHistory updates the screen after a step through the history, which may open another pair.
func followHistory(h *Host, moved bool, did cause) {
	if h.Explorer.Opening != "" {
		h.asker, h.OpenError = nil, nil
	} else if moved {
		h.Scene.StopPlaying()
		h.Scene.lastCause = did
	}
}

// OpenPair opens another pair. The present pair stays until the new one is ready. An open overlay
// that is an asker learns the outcome.
func (h *Host) OpenPair(pair session.Opening) {
	h.asker, _ = h.Scene.TopOverlay().(asker)
	h.OpenError = nil
	closeOverlay(&h.Scene)
	h.Explorer.Open(pair)
}

// CancelOpening cancels the opening of another pair.
func (h *Host) CancelOpening() {
	h.Scene.Message = "opening " + h.Explorer.Opening + " was cancelled"
	if h.asker != nil {
		h.asker.cancelled()
	}
	h.Explorer.Cancel()
}

// refuseOpening says why another pair can't be opened: the asker says it, or else a message.
func (h *Host) refuseOpening(name string, err error) {
	if h.asker != nil {
		h.asker.refused(h, err)
	} else {
		h.Scene.Message = fmt.Sprintf("%s can't be opened: %s", name, session.WithoutFlags(session.PlainError(err)))
	}
	h.OpenError = err
}

// RequestJobs asks for the jobs of the screen, except during a search, which would start again.
func (h *Host) RequestJobs() {
	if !h.Scene.IsChoosing() {
		h.Explorer.Ask()
	}
}

// nothingHere says that a key does nothing here.
func nothingHere(key string) stage.Intent {
	const longest = 12
	if len(key) > longest || strings.ContainsFunc(key, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return stage.Message("this does nothing here ({help} lists the keys)")
	}
	return stage.Message(stage.ThisKey + " does nothing here ({help} lists the keys)")
}

// startView starts the work of a view that fills the screen, if the view is a stage.Starter.
func (h *Host) startView() {
	s := h.Explorer.Session
	starter, ok := h.Scene.FindView(h.Scene.ViewName()).(stage.Starter)
	if ok && h.Scene.Solution != nil && reflect.DeepEqual(s.Spec, h.Explorer.State.Spec) {
		starter.Start(&h.Scene.Stage)
	}
}
