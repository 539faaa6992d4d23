package session

import (
	"slices"

	"larui/model"
)

// A Snapshot is what is known of an explorer at a moment: what was chosen, and what the
// engine has said of it. Pictures are drawn from it.
type Snapshot struct {
	// State is what the controls show; it may be ahead of Update. Start is the one in
	// which the pair opened.
	State, Start State
	Limits       Limits
	// Update is the newest that the engine has said, Solving whether more is to
	// come for State.
	Update  Update
	Solving bool
	// Before is the solution that stood on the screen until the last turn, at
	// BeforeState; nil at first.
	Before      *model.Solution
	BeforeState State
	// Opening is the name of the pair that is being opened while the old one still
	// shows.
	Opening string
}

// An Explorer is a state on its way: what is asked of the engine, what that has said,
// and the turns that led here. Screens draw its Snapshot, and so do lines of text. It
// belongs to one goroutine; a copy may be read by another.
type Explorer struct {
	Snapshot
	// Wanted returns what the screen wants done in the present state; nil for nothing.
	Wanted func() []Job

	engine *Engine
	// first is the request for the first pair.
	first   Request
	history history
	// asked is the generation of the newest request.
	asked uint64
	// back is set where a step through the history leads to the pair that is being
	// opened: then it opens as it was left.
	back *Moment
	step int
	// turns are those that Retrace has still to take.
	turns []State
	// entered is set where the state was entered, until the next turn.
	entered bool
}

// NewExplorer returns an explorer of an engine, whose updates are to be handed to
// Hear.
func NewExplorer(engine *Engine) *Explorer { return &Explorer{engine: engine} }

// Begin asks for the first pair.
func (x *Explorer) Begin(o Opening) {
	x.State.Spec, x.first = o.Spec, o.request()
	x.submit(x.first)
}

// A Trail is how an explorer came to where it is, as far as that shows.
type Trail struct {
	// Start is the state in which the pair opened. Turns are the one before the last
	// turn, where there was one, the one that shows, and the present one, as far as they
	// differ.
	Start State   `json:"start"`
	Turns []State `json:"turns"`
	// Undo and Redo are where one step through the history leads; nil for nowhere.
	Undo *Moment `json:"undo,omitempty"`
	Redo *Moment `json:"redo,omitempty"`
}

// Trail returns how the explorer came to where it is; nil before the first picture, in a first
// look, and while it retraces another.
func (x *Explorer) Trail() *Trail {
	if x.Update.Solution == nil || x.turns != nil || x.Update.Session.Problem.Look() > 0 {
		return nil
	}
	t := &Trail{Start: x.Start, Undo: x.history.next(-1), Redo: x.history.next(1)}
	if x.Before != nil {
		t.Turns = append(t.Turns, x.BeforeState)
	}
	t.Turns = slices.CompactFunc(append(t.Turns, x.Update.State, x.State), State.Equal)
	return t
}

// Retrace begins as Begin does, but in the first turn of a trail, and takes the others
// as soon as the one before shows.
func (x *Explorer) Retrace(t Trail) {
	if t.Undo != nil {
		x.history.push(*t.Undo)
	}
	if t.Redo != nil {
		x.history.moments = append(x.history.moments, Moment{}, *t.Redo) // the present one between them
	}
	x.State, x.turns, x.back = t.Turns[0], t.Turns[1:], &Moment{Start: t.Start}
	x.first = Request{State: x.State}
	x.submit(x.first)
}

// retrace takes the next turn, once the present state shows or can't be solved.
func (x *Explorer) retrace(u Update) {
	switch done := x.Update.State.Equal(x.State) || u.Err != nil && u.Generation == x.asked; {
	case x.Update.Solution == nil || !done:
	case len(x.turns) == 0:
		x.turns = nil
	default:
		next := x.turns[0]
		x.turns = x.turns[1:]
		x.Show(next)
	}
}

func (x *Explorer) submit(r Request) {
	x.Solving = true
	if x.Wanted != nil && x.Opening == "" && x.Update.Session != nil {
		r.Jobs = x.Wanted()
	}
	x.asked = x.engine.Submit(r)
}

// Ask asks for what the screen wants of the present state, once the first pair is there.
func (x *Explorer) Ask() {
	if x.Opening == "" && x.Update.Solution != nil {
		x.submit(Request{State: x.State})
	}
}

// Become makes next the state, remembers the present one and asks for the solution. It
// reports false where that is no turn.
func (x *Explorer) Become(next State) bool {
	if next.Equal(x.State) || x.Opening != "" || x.Update.Solution == nil {
		return false
	}
	x.history.push(x.now())
	x.turns = nil
	return x.Show(next)
}

// Enter is Become where that is no turn of the user's: nothing stands before its picture.
func (x *Explorer) Enter(next State) bool {
	became := x.Become(next)
	x.Before, x.entered = nil, true
	return became
}

// Show makes next the state without remembering the present one.
func (x *Explorer) Show(next State) bool {
	if x.Opening != "" || x.Update.Solution == nil {
		return false
	}
	x.State, x.entered = next, false
	x.Ask()
	return true
}

// CanUndo and CanRedo report whether there is a turn or an opening to undo, to redo.
func (x *Explorer) CanUndo() bool { return x.history.next(-1) != nil }

// CanRedo is the other half of CanUndo.
func (x *Explorer) CanRedo() bool { return x.history.next(1) != nil }

// Undo goes back to before the last turn or opening.
func (x *Explorer) Undo() bool { return x.walk(-1) }

// Redo undoes Undo.
func (x *Explorer) Redo() bool { return x.walk(1) }

// walk takes a step through the history. Where that leads to another pair, this is
// opened, and the step taken once it is there.
func (x *Explorer) walk(step int) bool {
	to := x.history.next(step)
	x.turns = nil
	switch {
	case to == nil || x.Opening != "":
		return false
	case !SamePair(to.State.Spec, x.State.Spec):
		x.open(Request{State: to.State})
		x.back, x.step = to, step
		return true
	}
	x.history.step(step, x.now())
	x.Start = to.Start
	return x.Show(to.State)
}

// Forget takes back the last turn, which led to a state that can't be shown: as if it
// had not been.
func (x *Explorer) Forget(before Explorer) {
	x.history, x.Start = before.history, before.Start
	x.Show(before.State)
}

// now is the moment that a turn leaves.
func (x *Explorer) now() Moment { return Moment{x.State, x.Start} }

// Open asks for another pair. The present one stays until that is there.
func (x *Explorer) Open(o Opening) {
	x.open(o.request())
	x.back = nil
}

func (x *Explorer) open(r Request) {
	x.Opening, x.Update.Err, x.turns = r.State.Spec.Name, nil, nil
	x.submit(r)
}

// Cancel gives up what is being opened from within, else what follows from the state.
func (x *Explorer) Cancel() {
	if x.Opening == "" {
		x.engine.Cancel()
		return
	}
	x.stay()
}

// stay goes on with the present pair, of which the engine may have a curve left to draw, or with
// the first one, which may still have to be opened.
func (x *Explorer) stay() {
	x.Opening, x.Update.Progress, x.back = "", nil, nil
	if x.Update.Solution == nil {
		x.submit(x.first)
	}
	x.Ask()
}

// News is what an update brings.
type News int

const (
	Nothing News = iota // an answer that is not waited for any more
	Word                // progress, or that the state can't be solved: the picture stays
	Picture             // a solution, or more of it
	Arrival             // the first picture of another pair
	Refusal             // another pair can't be opened: the present one stays
)

// Hear takes in what the engine says. What answers an older request than the newest
// still brings its picture, as long as it is for the same pair; the solution on the
// screen stays where a state can't be solved.
func (x *Explorer) Hear(u Update) News {
	switch {
	case u.Whole && u.Err != nil:
		x.Update.Err = u.Err
		return Word
	case u.Whole:
		x.complete(u.Session)
		return Nothing
	}
	news := x.take(u)
	x.retrace(u)
	return news
}

// complete goes on from a first look to the whole session: in its start, but for what was given or
// turned, and so do the states that can be gone back to.
func (x *Explorer) complete(whole *Session) {
	look := x.Update.Session
	if look == nil || !SamePair(look.Spec, whole.Spec) { // which nobody waits for any more
		return
	}
	given := Set{}
	for _, o := range differing(x.Start, look.Start()) {
		given = given.with(o, o.taken(given.at, x.Start))
	}
	start, err := whole.Begin(given)
	if err != nil {
		start = x.Start
	}
	before := x.Start
	follow := func(state State) State {
		for _, o := range differing(start, before) {
			if o.Get(state) == o.Get(before) {
				state = o.taken(state, start)
			}
		}
		return state
	}
	for i, m := range x.history.moments {
		if m.Start.Equal(before) {
			x.history.moments[i] = Moment{follow(m.State), start}
		}
	}
	x.State, x.Start = follow(x.State), start
	x.Before, x.entered = nil, true // what changes is no work of a turn
	x.Ask()
}

// differing are the options of the methods in which two states differ.
func differing(a, b State) (all []Option) {
	for _, o := range options() {
		if o.Changes <= Rival && o.Get(a) != o.Get(b) {
			all = append(all, o)
		}
	}
	return all
}

func (x *Explorer) take(u Update) News {
	newest := u.Generation == x.asked
	if x.Opening != "" && newest {
		switch {
		case u.Err != nil && u.Solution == nil:
			x.stay()
			return Refusal
		case u.Solution != nil:
			// Of the old pair nothing is remembered but the way back.
			if x.back != nil {
				x.history.step(x.step, x.now())
			} else {
				x.history.push(x.now())
			}
			x.Opening, x.Update = "", Update{}
		}
	}
	samePair := x.Update.Session != nil && u.Session != nil && SamePair(x.Update.Session.Spec, u.Session.Spec)
	if !newest && (u.Err != nil || u.Solution == nil || !samePair) {
		return Nothing
	}
	if newest {
		x.Solving = !u.Done
	}
	if u.Solution == nil {
		x.Update.Progress, x.Update.Err = u.Progress, u.Err
		return Word
	}
	news := Picture
	if !samePair {
		news = Arrival
		x.Start, x.State, x.Before, x.Update = u.State, u.State, nil, Update{}
		if x.back != nil {
			x.Start, x.back = x.back.Start, nil
		}
	}
	if x.Update.Solution != nil && !x.Update.State.Equal(u.State) && !x.entered {
		x.Before, x.BeforeState = x.Update.Solution, x.Update.State
	}
	u.carryOver(&x.Update, !u.Done || !newest)
	x.Update, x.Limits = u, u.Session.Limits()
	return news
}
