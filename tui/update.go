package tui

import (
	"time"

	"larui/datasets"
	"larui/model"
)

// An Update is what the engine reports while it works on a state. Fields that
// have not been computed yet are nil; those that have been are repeated in the
// updates that follow for the same state.
type Update struct {
	// Generation is that of the Submit that the update answers. It never falls.
	Generation uint64
	State      State
	// Session is the opened pair, nil until the first one is open.
	Session *Session
	// Progress tells how far opening has come, while it runs.
	Progress *datasets.Progress
	Solution *model.Solution
	// Curves is the solution with the curves of its descents.
	Curves *model.Solution
	// View is the target as the solution sees it, nil where there is none.
	View   *ScoreView
	Theory *model.Theory
	// Track is the way to the solution, as far as it is solved; nil where nothing
	// asks for it.
	Track *Track
	// Path holds LAR over PathLambdas, as far as it is solved.
	Path []model.PathPoint
	// Facts describe the data and Directions are the vectors under the spectrum's
	// cursor, both for the views that show them.
	Facts      *dataFacts
	Directions *directions
	// Sweep is what else the view of λ draws, Map what the view of k and k̃ does,
	// as far as they are there.
	Sweep *LambdaSweep
	Map   *ComponentMap
	// Elapsed is the time that the solution took.
	Elapsed time.Duration
	// Done marks the last update for a state; Err then says what failed, if
	// anything did.
	Done bool
	Err  error
}

// keepRefined takes over what was refined before: until the new ones are there, the
// old curves, theory and path stand.
func (u *Update) keepRefined(before *Update) {
	if u.Curves == nil {
		u.Curves = before.Curves
	}
	if u.Theory == nil {
		u.Theory = before.Theory
	}
	if len(u.Path) < len(before.Path) {
		u.Path = before.Path
	}
	if u.Facts == nil {
		u.Facts = before.Facts
	}
	if u.Directions == nil {
		u.Directions = before.Directions
	}
	if u.Track == nil {
		u.Track = before.Track
	}
}

// PathLambdas are the λ of an Update's Path.
func PathLambdas() []float64 { return lambdaLadder }

// A Request is what Submit asks for. Set holds values for the controls of a pair
// that is opened for the first time; afterwards State says everything.
type Request struct {
	State State
	// Begin asks to open the pair in its own starting state, with the controls in
	// Set changed, instead of in State.Params.
	Begin bool
	Set   map[string]string
	// Extras returns what the visible view needs of a state; nil for nothing.
	Extras func(State) []Extra
}
