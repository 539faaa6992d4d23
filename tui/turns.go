package tui

import (
	"context"
	"time"

	"github.com/muesli/termenv"

	"larui/tui/chart"
)

// A Turn is how long a person waits after a key: until the bytes of the frame with
// the solution are there, and from then until those of the frame with its curves.
type Turn struct{ Frame, Curves time.Duration }

// Turns solves the states of a session one after the other, as the explorer does,
// draws their frames at 120×36 in true colour and returns how long each took.
// Errors are as those of model.Solver.Solve.
func Turns(ctx context.Context, session *Session, states []State) ([]Turn, error) {
	encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
	engine := &Engine{session: session}
	turns := make([]Turn, len(states))
	for i, state := range states {
		// What follows the curves is not waited for.
		refining, stop := context.WithCancel(ctx)
		began := time.Now()
		engine.notify = func(u Update) {
			scene := Scene{State: state, Limits: session.Limits(), Update: u}
			encoder.Encode(scene.Frame(120, 36))
			if u.Curves == nil {
				turns[i].Frame = time.Since(began)
				began = time.Now()
				return
			}
			turns[i].Curves = time.Since(began)
			stop()
		}
		u := Update{State: state, Session: session}
		err := engine.solve(ctx, refining, Request{State: state}, &u)
		stop()
		if err != nil {
			return nil, err
		}
	}
	return turns, ctx.Err()
}

// Nudge returns the state with one of λ, k or k̃ ("lambda", "k", "ktilde") moved so
// little that the picture stays, to a value that differs from that of the step
// before: no two steps can share a solution.
func Nudge(state State, control string, step, d int) State {
	p := &state.Params
	switch control {
	case "lambda":
		p.Lambda *= 1 + float64(step)/1000
	case "k":
		p.K = nudged(p.K, step, d)
	case "ktilde":
		p.KTilde = nudged(p.KTilde, step, d)
	}
	return state
}

// nudged alternates between two numbers of components, none above the first
// unless that is 1.
func nudged(k, step, d int) int {
	if k == 1 {
		return min(d, 1+step%2)
	}
	return k - step%2
}
