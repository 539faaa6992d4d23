package session

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"larui/model"
)

// A Job is further work on a state that a view asks for, beyond what every screen
// shows: done last, unless Soon, one after the other, and dropped when the view is
// left or the state turned.
type Job struct {
	// Name tells jobs apart: of each name the newest result is in Update.Results, and
	// a few are kept for as long as the session lasts.
	Name string
	// Key says what the result depends on, as far as it is not the session: while
	// it stays equal (==), the result is not computed again.
	Key any
	// Soon has it done before theory and the path over λ.
	Soon bool
	// Run computes. It reports what there is so far, values that are not changed any
	// more; the last one is kept. It stops soon after ctx is done.
	Run func(ctx context.Context, s *Session, report func(result any)) error
}

// SolvedJob asks for the solution of another state of the session's pair, an *Update with
// curves and path, or with what is wrong.
func SolvedJob(name string, at State) Job {
	run := func(ctx context.Context, s *Session, report func(any)) (err error) {
		u := Update{State: at, Session: s}
		if !reflect.DeepEqual(at.Spec, s.Spec) {
			u.Session, err = Open(ctx, at.Spec, s, nil)
		}
		if err == nil {
			solver := model.NewSolver(u.Session.Problem)
			u.Solution, err = solver.Solve(ctx, at.Params)
			if err == nil {
				add := func(_ int, point model.PathPoint) { u.Path = append(u.Path, point) }
				err = solver.Path(ctx, at.Params, PathLambdas(), add)
			}
		}
		u.Err = err
		if ctx.Err() == nil {
			report(&u)
		}
		return ctx.Err()
	}
	return Job{Name: name, Key: stateKey(at), Run: run}
}

// resultsKept bounds how many results of each name are kept, so that turning back
// shows at once what was there before.
const resultsKept = 8

// A result is what a job came to.
type result struct{ key, value any }

// runJobs adds the results of those jobs that are wanted soon, or last, to the update:
// what is there already at once, the others as they come.
func (e *Engine) runJobs(ctx context.Context, jobs []Job, soon bool, u *Update) error {
	var missing []Job
	known := false
	for _, job := range jobs {
		kept := e.results[job.Name]
		at := slices.IndexFunc(kept, func(r result) bool { return r.key == job.Key })
		switch {
		case job.Soon != soon:
		case at < 0:
			missing = append(missing, job)
		default:
			u.put(job.Name, kept[at].value)
			known = true
		}
	}
	if known {
		e.notify(*u)
	}
	for _, job := range missing {
		var newest any
		err := job.Run(ctx, e.session, func(value any) {
			newest = value
			u.put(job.Name, value)
			e.notify(*u)
		})
		if err != nil || ctx.Err() != nil {
			return err
		}
		if newest != nil {
			kept := e.results[job.Name]
			e.results[job.Name] = append(kept[max(0, len(kept)-resultsKept+1):], result{job.Key, newest})
		}
	}
	return nil
}

// put makes value the newest result of that name. The map is replaced, not changed:
// updates that were handed over stay as they are.
func (u *Update) put(name string, value any) {
	results := map[string]any{}
	maps.Copy(results, u.Results)
	results[name] = value
	u.Results = results
}

// ResultOf returns the newest result of the job of that name, the zero value where
// there is none of that type.
func ResultOf[T any](u Update, name string) T {
	value, _ := u.Results[name].(T)
	return value
}
