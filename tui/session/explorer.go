package session

import (
	"slices"

	"larui/model"
)

// A Snapshot is everything that a picture of an explorer shows: the state of the controls and the
// newest results of the engine.
type Snapshot struct {
	// State is the state of the controls; it may be newer than the state in Update. Start is the
	// state in which the pair opened.
	State, Start State
	Limits       Limits
	// Update is the engine's newest update. Solving reports whether more updates for State will follow.
	Update
	Solving bool
	// Before is the solution that the screen showed before the present one, BeforeState the state
	// of Before. Before is nil for a new pair and after MoveTo.
	Before      *model.Solution
	BeforeState State
	// Opening is the name of the pair that is being opened, or empty. Meanwhile the screen shows
	// the previous pair or, if Update.Opening is true, a preview of the new pair.
	Opening string
}

// An Explorer turns the choices of a user into requests to an engine, handles the engine's updates,
// and keeps the history for undo and redo. Screens and --plain show the Snapshot.
//
// An Explorer belongs to one goroutine; other goroutines may read a copy.
type Explorer struct {
	Snapshot
	// Wanted returns the jobs that the screen needs in the present state. A nil Wanted means no jobs.
	Wanted func() []Job

	engine           *Engine
	firstRequest     Request
	history          history
	newestGeneration uint64
	// returnTo is the entry of the history to which undo or redo returns as soon as the pair of the
	// entry is open. returnStep is -1 for undo, 1 for redo. returnTo is nil if a pair opens in its
	// own start state.
	returnTo   *HistoryEntry
	returnStep int
	// statesToRestore are the states that RestoreHistory has not requested yet.
	statesToRestore []State
	// wasMoved reports whether MoveTo made the last change of state.
	wasMoved bool
}

// NewExplorer returns an explorer of an engine. The caller passes each update of the engine to
// HandleUpdate.
func NewExplorer(engine *Engine) *Explorer { return &Explorer{engine: engine} }

// OpenFirst requests the first pair.
func (x *Explorer) OpenFirst(o Opening) {
	x.State.Spec, x.firstRequest = o.Spec, o.newRequest()
	x.submit(x.firstRequest)
}

// A SavedHistory is the JSON form of the part of an explorer's history that shows on the screen.
type SavedHistory struct {
	// Start is the state in which the pair opened. Turns are up to three states, in the order of
	// time: BeforeState, the state of the solution on the screen, the state of the controls. Equal
	// neighbours are listed once.
	Start State   `json:"start"`
	Turns []State `json:"turns"`
	// Undo and Redo are the entries before and after the present one, or nil.
	Undo *HistoryEntry `json:"undo,omitempty"`
	Redo *HistoryEntry `json:"redo,omitempty"`
}

// SavedHistory returns the history to save. It returns nil before the first solution, while a pair is
// being opened, and until RestoreHistory has finished.
func (x *Explorer) SavedHistory() *SavedHistory {
	if x.Solution == nil || x.statesToRestore != nil || x.Update.Opening {
		return nil
	}
	t := &SavedHistory{Start: x.Start, Undo: x.history.neighbour(-1), Redo: x.history.neighbour(1)}
	if x.Before != nil {
		t.Turns = append(t.Turns, x.BeforeState)
	}
	t.Turns = slices.CompactFunc(append(t.Turns, x.Update.State, x.State), State.Equal)
	return t
}

// RestoreHistory solves the states of the saved history one after the other. It requests the first
// state; restoreNextState requests each further one.
func (x *Explorer) RestoreHistory(t SavedHistory) {
	if t.Undo != nil {
		x.history.push(*t.Undo)
	}
	if t.Redo != nil {
		x.history.entries = append(x.history.entries, HistoryEntry{}, *t.Redo) // first the present entry
	}
	x.State, x.statesToRestore, x.returnTo = t.Turns[0], t.Turns[1:], &HistoryEntry{Start: t.Start}
	x.firstRequest = Request{State: x.State}
	x.submit(x.firstRequest)
}

// restoreNextState requests the next state of the saved history if the present state is solved or
// has failed.
func (x *Explorer) restoreNextState(u Update) {
	switch done := x.Update.State.Equal(x.State) || u.Err != nil && u.Generation == x.newestGeneration; {
	case x.Solution == nil || x.Opening != "" || !done:
	case len(x.statesToRestore) == 0:
		x.statesToRestore = nil
	default:
		next := x.statesToRestore[0]
		x.statesToRestore = x.statesToRestore[1:]
		x.SetState(next)
	}
}

func (x *Explorer) submit(r Request) {
	x.Solving = true
	if x.Wanted != nil && x.Opening == "" && x.Session != nil {
		r.Jobs = x.Wanted()
	}
	x.newestGeneration = x.engine.Submit(r)
}

// RequestJobs requests the jobs of Wanted for the present state. It does nothing while a pair is
// being opened.
func (x *Explorer) RequestJobs() {
	if x.Opening == "" && x.Solution != nil {
		x.submit(Request{State: x.State})
	}
}

// TurnTo changes the state to next, adds the old state to the history, and requests the solution.
// It returns false and changes nothing if next is the present state, while a pair is being opened,
// and before the first solution.
func (x *Explorer) TurnTo(next State) bool {
	if next.Equal(x.State) || x.Opening != "" || x.Solution == nil {
		return false
	}
	x.history.push(x.presentEntry())
	x.statesToRestore = nil
	return x.SetState(next)
}

// MoveTo is like TurnTo for a change that no control made: Snapshot.Before is then nil.
func (x *Explorer) MoveTo(next State) bool {
	became := x.TurnTo(next)
	x.Before, x.wasMoved = nil, true
	return became
}

// SetState changes the state to next and requests the solution, without a new entry in the history.
func (x *Explorer) SetState(next State) bool {
	if x.Opening != "" || x.Solution == nil {
		return false
	}
	x.State, x.wasMoved = next, false
	x.RequestJobs()
	return true
}

// UndoCount returns the number of states before the present one, with those too old for Undo.
func (x *Explorer) UndoCount() int { return x.history.forgotten + x.history.index }

// CanUndo reports whether the history has an entry before the present one.
func (x *Explorer) CanUndo() bool { return x.history.neighbour(-1) != nil }

// CanRedo reports whether the history has an entry after the present one.
func (x *Explorer) CanRedo() bool { return x.history.neighbour(1) != nil }

// Undo returns to the state before the last change of the state or before the last opening of a
// pair.
func (x *Explorer) Undo() bool { return x.stepHistory(-1) }

// Redo reverses Undo.
func (x *Explorer) Redo() bool { return x.stepHistory(1) }

// stepHistory takes one step through the history, -1 or 1. If the entry there has another pair,
// stepHistory opens the pair first. It returns false if there is no entry, or while a pair is being
// opened.
func (x *Explorer) stepHistory(step int) bool {
	to := x.history.neighbour(step)
	x.statesToRestore = nil
	switch {
	case to == nil || x.Opening != "":
		return false
	case !IsSamePair(to.State.Spec, x.State.Spec):
		x.open(Request{State: to.State})
		x.returnTo, x.returnStep = to, step
		return true
	}
	x.history.moveBy(step, x.presentEntry())
	x.Start = to.Start
	return x.SetState(to.State)
}

// RevertTurn takes back the last change by TurnTo. before is a copy of the explorer made before
// TurnTo.
func (x *Explorer) RevertTurn(before Explorer) {
	x.history, x.Start = before.history, before.Start
	x.SetState(before.State)
}

func (x *Explorer) presentEntry() HistoryEntry { return HistoryEntry{x.State, x.Start} }

// Open requests another pair. The present pair shows until the other one is open.
func (x *Explorer) Open(o Opening) {
	x.open(o.newRequest())
	x.returnTo = nil
}

func (x *Explorer) open(r Request) {
	x.Opening, x.Update.Err, x.statesToRestore = r.State.Spec.Name, nil, nil
	x.submit(r)
}

// Cancel stops the opening of a pair. If no pair is being opened, it stops the engine's work on the
// state.
func (x *Explorer) Cancel() {
	switch {
	case x.Update.Opening && x.reopenPrevious():
	case x.Opening == "":
		x.engine.Cancel()
	default:
		x.cancelOpening()
	}
}

// reopenPrevious drops a pair that is open only as a first look, and opens the previous pair again.
// It returns false if there is no previous pair.
func (x *Explorer) reopenPrevious() bool {
	x.Opening, x.Update = "", Update{}
	return x.stepHistory(-1)
}

// cancelOpening stops the opening of another pair and requests the present state again, for its
// unfinished curves. Before the first solution it requests the first pair again.
func (x *Explorer) cancelOpening() {
	x.Opening, x.Update.Progress, x.returnTo = "", nil, nil
	if x.Solution == nil || x.Update.Opening {
		x.Update = Update{}
		x.submit(x.firstRequest)
	}
	x.RequestJobs()
}

// An UpdateKind describes how an update changes the Snapshot.
type UpdateKind int

const (
	OutdatedUpdate UpdateKind = iota // changes nothing, since it answers an outdated request
	ProgressUpdate                   // has progress or an error; the solution stays
	SolutionUpdate                   // has a solution or a refinement of it
	NewPairUpdate                    // has the first solution of another pair
	FailedOpening                    // another pair can't be opened; the present pair stays
)

// HandleUpdate copies the results of an update to the Snapshot. An update for an older request is
// ignored, unless it has a solution of the present pair. If a state can't be solved, the Snapshot
// keeps the last solution.
func (x *Explorer) HandleUpdate(u Update) UpdateKind {
	news := x.applyUpdate(u)
	x.restoreNextState(u)
	return news
}

// applyUpdate does the work of HandleUpdate, but does not continue RestoreHistory.
func (x *Explorer) applyUpdate(u Update) UpdateKind {
	newest := u.Generation == x.newestGeneration
	if x.Opening != "" && newest {
		switch shows := x.Update.Generation == u.Generation; { // shows: a first look at the pair shows
		case shows && u.Err != nil && u.Solution == nil:
			if x.reopenPrevious() {
				return FailedOpening
			}
		case shows:
		case u.Err != nil && u.Solution == nil:
			x.cancelOpening()
			return FailedOpening
		case u.Solution != nil:
			if x.returnTo != nil {
				x.history.moveBy(x.returnStep, x.presentEntry())
			} else if x.Solution != nil {
				x.history.push(x.presentEntry())
			}
			x.Opening, x.Update = "", Update{}
		}
	}
	samePair := x.Session != nil && u.Session != nil && IsSamePair(x.Session.Spec, u.Session.Spec) && x.Update.Opening == u.Opening
	if !newest && (u.Err != nil || u.Solution == nil || !samePair) {
		return OutdatedUpdate
	}
	if newest {
		x.Solving = !u.Done
	}
	if u.Solution == nil {
		x.Update.Progress, x.Update.Err = u.Progress, u.Err
		return ProgressUpdate
	}
	news := SolutionUpdate
	if !samePair {
		news = NewPairUpdate
		x.Start, x.State, x.Before, x.Update = u.State, u.State, nil, Update{}
		if x.returnTo != nil {
			x.Start = x.returnTo.Start
		}
		x.Opening = ""
		if u.Opening {
			x.Opening = u.State.Spec.Name
		} else {
			x.returnTo = nil
		}
	}
	if x.Solution != nil && !x.Update.State.Equal(u.State) && !x.wasMoved {
		x.Before, x.BeforeState = x.Solution, x.Update.State
	}
	u.keepOldResults(&x.Update, !u.Done || !newest)
	x.Update, x.Limits = u, u.Session.Limits()
	return news
}
