package session

import (
	"slices"

	"larui/model"
)

// A Snapshot is all that a picture of an explorer shows at one moment: the chosen state and the
// engine's newest update.
type Snapshot struct {
	// State is the state that the controls show; it may be newer than the state in Update. Start
	// is the state in which the pair opened.
	State, Start State
	Limits       Limits
	// Update is the engine's newest update. Solving reports whether more updates will follow for
	// State.
	Update
	Solving bool
	// Before is the solution on the screen before the last turn, and BeforeState its state. Before
	// is nil at first.
	Before      *model.Solution
	BeforeState State
	// Opening is the name of the pair that is being opened while a picture shows: the picture of
	// another pair, or an unfinished one if Update.Opening is set.
	Opening string
}

// An Explorer turns the choices of a person into requests to an engine, takes in the engine's
// updates, and keeps the history for undo and redo. Screens and lines of text show its Snapshot.
//
// An Explorer belongs to one goroutine; another goroutine may read a copy.
type Explorer struct {
	Snapshot
	// Wanted returns the jobs that the screen needs in the present state. It may be nil.
	Wanted func() []Job

	engine *Engine
	// first is the request for the first pair.
	first   Request
	history history
	// newest is the generation of the newest request.
	newest uint64
	// returnTo is the moment to restore when the pair that is being opened arrives, or nil if the pair
	// opens anew. step is the step through the history to that moment.
	returnTo *HistoryEntry
	step     int
	// turns are the turns that Retrace has not taken yet.
	turns []State
	// movedTo reports whether MoveTo set the state; the next turn clears it.
	movedTo bool
}

// NewExplorer returns an explorer of an engine. The caller passes the engine's updates to Hear.
func NewExplorer(engine *Engine) *Explorer { return &Explorer{engine: engine} }

// OpenFirst requests the first pair.
func (x *Explorer) OpenFirst(o Opening) {
	x.State.Spec, x.first = o.Spec, o.request()
	x.submit(x.first)
}

// A SavedHistory records the part of an explorer's history that shows on the screen.
type SavedHistory struct {
	// Start is the state in which the pair opened. Turns lists the state before the last turn, the
	// state that shows and the present state; neighbours that are equal are listed once.
	Start State   `json:"start"`
	Turns []State `json:"turns"`
	// Undo and Redo are the moments one step back and forth in the history, or nil.
	Undo *HistoryEntry `json:"undo,omitempty"`
	Redo *HistoryEntry `json:"redo,omitempty"`
}

// SavedHistory returns the explorer's trail. It is nil before the first picture, while its pair is being
// opened, and during Retrace.
func (x *Explorer) SavedHistory() *SavedHistory {
	if x.Solution == nil || x.turns != nil || x.Update.Opening {
		return nil
	}
	t := &SavedHistory{Start: x.Start, Undo: x.history.neighbour(-1), Redo: x.history.neighbour(1)}
	if x.Before != nil {
		t.Turns = append(t.Turns, x.BeforeState)
	}
	t.Turns = slices.CompactFunc(append(t.Turns, x.Update.State, x.State), State.Equal)
	return t
}

// RestoreHistory requests the first turn of a trail, and every further turn once the previous one shows.
func (x *Explorer) RestoreHistory(t SavedHistory) {
	if t.Undo != nil {
		x.history.push(*t.Undo)
	}
	if t.Redo != nil {
		x.history.moments = append(x.history.moments, HistoryEntry{}, *t.Redo) // the present moment, then redo
	}
	x.State, x.turns, x.returnTo = t.Turns[0], t.Turns[1:], &HistoryEntry{Start: t.Start}
	x.first = Request{State: x.State}
	x.submit(x.first)
}

// restoreTurn takes the next turn once the present state shows or has failed.
func (x *Explorer) restoreTurn(u Update) {
	switch done := x.Update.State.Equal(x.State) || u.Err != nil && u.Generation == x.newest; {
	case x.Solution == nil || x.Opening != "" || !done:
	case len(x.turns) == 0:
		x.turns = nil
	default:
		next := x.turns[0]
		x.turns = x.turns[1:]
		x.SetState(next)
	}
}

func (x *Explorer) submit(r Request) {
	x.Solving = true
	if x.Wanted != nil && x.Opening == "" && x.Session != nil {
		r.Jobs = x.Wanted()
	}
	x.newest = x.engine.Submit(r)
}

// RequestJobs requests the jobs of Wanted for the present state, once the first pair is open.
func (x *Explorer) RequestJobs() {
	if x.Opening == "" && x.Solution != nil {
		x.submit(Request{State: x.State})
	}
}

// TurnTo makes next the state, adds the present state to the history and requests the solution. It
// returns false, and changes nothing, if next is the present state, if a pair is being opened, or
// before the first picture.
func (x *Explorer) TurnTo(next State) bool {
	if next.Equal(x.State) || x.Opening != "" || x.Solution == nil {
		return false
	}
	x.history.push(x.historyEntry())
	x.turns = nil
	return x.SetState(next)
}

// MoveTo is like TurnTo for a change that the user did not make: the new picture has no solution
// before it.
func (x *Explorer) MoveTo(next State) bool {
	became := x.TurnTo(next)
	x.Before, x.movedTo = nil, true
	return became
}

// SetState makes next the state without adding the present state to the history.
func (x *Explorer) SetState(next State) bool {
	if x.Opening != "" || x.Solution == nil {
		return false
	}
	x.State, x.movedTo = next, false
	x.RequestJobs()
	return true
}

// CanUndo reports whether the history has a step back.
func (x *Explorer) CanUndo() bool { return x.history.neighbour(-1) != nil }

// CanRedo reports whether the history has a step forth.
func (x *Explorer) CanRedo() bool { return x.history.neighbour(1) != nil }

// Undo goes back to the state before the last turn or opening.
func (x *Explorer) Undo() bool { return x.stepHistory(-1) }

// Redo reverses Undo.
func (x *Explorer) Redo() bool { return x.stepHistory(1) }

// stepHistory takes one step through the history. If the step leads to another pair, stepHistory opens the pair
// and the step is taken when the pair arrives.
func (x *Explorer) stepHistory(step int) bool {
	to := x.history.neighbour(step)
	x.turns = nil
	switch {
	case to == nil || x.Opening != "":
		return false
	case !SamePair(to.State.Spec, x.State.Spec):
		x.open(Request{State: to.State})
		x.returnTo, x.step = to, step
		return true
	}
	x.history.step(step, x.historyEntry())
	x.Start = to.Start
	return x.SetState(to.State)
}

// RevertTurn takes back the last turn and restores the history of before, a copy made before that
// turn.
func (x *Explorer) RevertTurn(before Explorer) {
	x.history, x.Start = before.history, before.Start
	x.SetState(before.State)
}

func (x *Explorer) historyEntry() HistoryEntry { return HistoryEntry{x.State, x.Start} }

// Open requests another pair. The present pair stays until the new one arrives.
func (x *Explorer) Open(o Opening) {
	x.open(o.request())
	x.returnTo = nil
}

func (x *Explorer) open(r Request) {
	x.Opening, x.Update.Err, x.turns = r.State.Spec.Name, nil, nil
	x.submit(r)
}

// Cancel stops the opening of another pair or, if none is being opened, the engine's work on the
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

// reopenPrevious drops the picture of a pair that is not open yet, and opens the pair before it again. It
// returns false if there is no pair before it.
func (x *Explorer) reopenPrevious() bool {
	x.Opening, x.Update = "", Update{}
	return x.stepHistory(-1)
}

// cancelOpening gives up opening another pair and requests the present state again, so that its unfinished
// curves are drawn. Where nothing was shown yet it requests the first pair again.
func (x *Explorer) cancelOpening() {
	x.Opening, x.Update.Progress, x.returnTo = "", nil, nil
	if x.Solution == nil || x.Update.Opening {
		x.Update = Update{}
		x.submit(x.first)
	}
	x.RequestJobs()
}

// UpdateKind is the kind of change that an update causes.
type UpdateKind int

const (
	OutdatedUpdate UpdateKind = iota // the answer to an outdated request
	ProgressUpdate                   // progress or an error; the picture stays
	SolutionUpdate                   // a solution, or more of it
	NewPairUpdate                    // the first picture of another pair
	FailedOpening                    // another pair can't be opened; the present one stays
)

// HandleUpdate processes one update of the engine. An update for an older request still changes the
// picture if it is for the same pair. The solution on the screen stays if a state can't be solved.
func (x *Explorer) HandleUpdate(u Update) UpdateKind {
	news := x.applyUpdate(u)
	x.restoreTurn(u)
	return news
}

func (x *Explorer) applyUpdate(u Update) UpdateKind {
	newest := u.Generation == x.newest
	if x.Opening != "" && newest {
		switch shows := x.Update.Generation == u.Generation; { // a picture of the pair that is being opened
		case shows && u.Err != nil && u.Solution == nil:
			if x.reopenPrevious() {
				return FailedOpening
			}
		case shows:
		case u.Err != nil && u.Solution == nil:
			x.cancelOpening()
			return FailedOpening
		case u.Solution != nil:
			// The history keeps only the way back to the old pair.
			if x.returnTo != nil {
				x.history.step(x.step, x.historyEntry())
			} else if x.Solution != nil {
				x.history.push(x.historyEntry())
			}
			x.Opening, x.Update = "", Update{}
		}
	}
	samePair := x.Session != nil && u.Session != nil && SamePair(x.Session.Spec, u.Session.Spec) && x.Update.Opening == u.Opening
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
	if x.Solution != nil && !x.Update.State.Equal(u.State) && !x.movedTo {
		x.Before, x.BeforeState = x.Solution, x.Update.State
	}
	u.keepOldResults(&x.Update, !u.Done || !newest)
	x.Update, x.Limits = u, u.Session.Limits()
	return news
}
