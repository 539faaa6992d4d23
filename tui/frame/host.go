package frame

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"larui/tui/session"
	"larui/tui/stage"
)

func (h *Host) runKey(k stage.Key, key string) {
	in := stage.Intent{Kind: stage.ShowMessage, Text: k.WhyIdle(&h.Stage)}
	if in.Text == "" {
		in = k.Do(&h.Stage)
	}
	h.carryOut(in, key)
}

func (h *Host) carryOut(in stage.Intent, key string) {
	if in.Select != "" {
		h.Focus = in.Select
	}
	switch in.Kind {
	case stage.RequestJobs:
		if in.Text != "" {
			h.Message = h.ReplaceKeys(in.Text)
		}
		h.RequestJobs()
	case stage.ChangeState:
		h.TurnTo(in.State)
		if h.Lessons.IsStepWithoutTurns() {
			h.Message = h.ReplaceKeys("this step of the lesson does not ask you to change a control: {undo} undoes the change")
		}
	case stage.ShowMessage:
		h.Message = h.ReplaceKeys(strings.Replace(cmp.Or(in.Text, stage.ChangesNothing), stage.PressedKey, stage.KeySign(key), 1))
	case stage.QuitProgram:
		h.MustQuit = key == "ctrl+c" || h.Writer.Current == nil
		if !h.MustQuit {
			h.Message = h.ReplaceKeys(WhyNoExport(&h.Scene))
		}
	case stage.SuspendProgram:
		h.MustSuspend = true
	case stage.CopyText:
		h.Clipboard = in.Text
		h.Message = "copied, if the terminal allows it: " + in.Text
	}
}

// pressCommon runs the action of a key if the action is one of the named common actions.
func (h *Host) pressCommon(key string, names ...string) bool {
	at := h.commonKeyIndex(key, names...)
	if at >= 0 {
		h.carryOut(h.CommonKeys[at].Do(&h.Stage), key)
	}
	return at >= 0
}

// commonKeyIndex returns the index in CommonKeys of the action of a key if the action is one of the names,
// else -1.
func (h *Host) commonKeyIndex(key string, names ...string) int {
	return slices.IndexFunc(h.CommonKeys, func(k stage.Key) bool { return slices.Contains(names, k.Name) && slices.Contains(k.Keys, key) })
}

// leaveOrRefuse quits if key is Ctrl+C, and leaves the top overlay if key is another key that quits
// elsewhere. Any other key shows the message why.
func (h *Host) leaveOrRefuse(key, why string) {
	switch {
	case key == "ctrl+c":
		h.carryOut(stage.Intent{Kind: stage.QuitProgram}, key)
	case h.commonKeyIndex(key, "quit") >= 0:
		h.TopOverlay().Press(h, "esc")
	default:
		h.carryOut(stage.NewMessage("%s %s", stage.PressedKey, why), key)
	}
}

// TurnTo makes next the present state and requests its solution. Undo returns to the state before.
func (h *Host) TurnTo(next session.State) { h.handleStateChange(h.Explorer.TurnTo(next)) }

// If the state changed, handleStateChange stops playing and forgets what led to the previous state.
func (h *Host) handleStateChange(changed bool) {
	if changed {
		h.StopPlaying()
		h.Resumed, h.lastCause, h.choiceLost = false, "", false
	}
}

func (h *Host) requestJobsIfViewChanged(oldView string) {
	if h.ViewName() != oldView && h.Solution != nil {
		h.RequestJobs()
	}
	h.startViewWork()
}

// UndoTurn undoes the last turn of a control, or returns to the pair before.
func (h *Host) UndoTurn() { updateAfterUndo(h, h.Explorer.Undo(), undone) }

// RedoTurn undoes UndoTurn.
func (h *Host) RedoTurn() { updateAfterUndo(h, h.Explorer.Redo(), redone) }

// Reset turns back to the first state of the pair.
func (h *Host) Reset() {
	h.TurnTo(h.Start)
	h.lastCause = wasReset
}

// updateAfterUndo updates the screen after undo or redo, which may have begun to open another pair.
// did says what led to the new state: undone or redone.
func updateAfterUndo(h *Host, moved bool, did cause) {
	if h.Opening != "" {
		h.opener, h.OpenError = nil, nil
	} else if moved {
		h.StopPlaying()
		h.lastCause = did
	}
}

// OpenPair opens another pair. The present pair stays on the screen until the new pair is solved.
// If the overlay Opener is visible, an error of the opening will appear there.
func (h *Host) OpenPair(pair session.Opening) {
	h.opener, _ = h.TopOverlay().(*Opener)
	h.OpenError = nil
	closeOverlay(&h.Scene)
	h.Explorer.Open(pair)
}

func (h *Host) CancelOpening() {
	h.Message = "opening " + h.Opening + " was cancelled"
	if h.opener != nil { // shows its form again, unless the pair came from its list
		h.opener.Shown = h.opener.Form != nil
	}
	h.Explorer.Cancel()
}

// If the overlay Opener has asked for the pair, reportOpeningError shows the error there, else in
// the message.
func (h *Host) reportOpeningError(name string, err error) {
	if h.opener != nil {
		h.opener.showOpeningError(h, err)
	} else {
		h.Message = fmt.Sprintf("%s can't be opened: %s", name, session.WithoutFlags(session.PlainError(err)))
	}
	h.OpenError = err
}

// RequestJobs asks the engine for the jobs of the screen. It does nothing during a search, because
// the search would start again.
func (h *Host) RequestJobs() {
	if !h.IsChoosing() {
		h.Explorer.RequestJobs()
	}
}

func nothingHereMessage(key string) stage.Intent {
	const longest = 12
	name := stage.PressedKey
	if len(key) > longest || strings.ContainsFunc(key, func(r rune) bool { return !strconv.IsPrint(r) }) {
		name = "this key"
	}
	return stage.NewMessage("%s does nothing here ({help} lists the keys)", name)
}

// startViewWork starts the work of the view that fills the screen, if the view is a stage.Starter.
func (h *Host) startViewWork() {
	starter, ok := h.FindView(h.ViewName()).(stage.Starter)
	if ok && h.Solution != nil && reflect.DeepEqual(h.Session.Spec, h.State.Spec) {
		starter.Start(&h.Stage)
	}
}
