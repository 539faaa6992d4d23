package session

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"larui/model"
)

// A Job is extra work on a state for one view. Jobs run one after the other when the rest of the
// update is done, or earlier if Soon is set. They are dropped when the view is left or the state
// changes.
type Job struct {
	// Name identifies the kind of job. Update.Results has the newest result of each name; the
	// engine keeps a few more until the session ends.
	Name string
	// Key is everything besides the session that the result depends on. A result with an equal
	// (==) Key is not computed again.
	Key any
	// BeforeTheory runs the job before theory and the path over λ.
	BeforeTheory bool
	// Run computes the result and returns soon after ctx is done. It may report partial results
	// first; the last report is kept. A reported value must not change afterwards.
	Run func(ctx context.Context, s *Session, report func(result any)) error
}

// SolvedJob returns a job that solves another state of the session's pair. The result is an
// *Update with curves and path, or with Err set.
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

// resultsKept is the number of results kept for each name. Going back to a recent state shows its
// results at once.
const resultsKept = 8

// A Result is the last report of a job with a Key on a session.
type Result struct {
	Session    *Session
	Key, Value any
}

// runJobs adds the results of the jobs with the given Soon to the update: kept results at once,
// others when they are computed.
func (e *Engine) runJobs(ctx context.Context, jobs []Job, soon bool, u *Update) error {
	var missing []Job
	known := false
	for _, job := range jobs {
		kept := e.results[job.Name]
		at := slices.IndexFunc(kept, func(r Result) bool { return r.Key == job.Key })
		switch {
		case job.BeforeTheory != soon:
		case at < 0:
			missing = append(missing, job)
		default:
			u.setResult(job.Name, kept[at])
			known = true
		}
	}
	if known {
		e.notify(*u)
	}
	for _, job := range missing {
		newest := Result{Session: e.session, Key: job.Key}
		err := job.Run(ctx, e.session, func(value any) {
			newest.Value = value
			u.setResult(job.Name, newest)
			e.notify(*u)
		})
		if err != nil || ctx.Err() != nil {
			return err
		}
		if newest.Value != nil {
			kept := e.results[job.Name]
			e.results[job.Name] = append(kept[max(0, len(kept)-resultsKept+1):], newest)
		}
	}
	return nil
}

// setResult sets the newest result of the job called name. It replaces the map, because earlier updates
// share the old one.
func (u *Update) setResult(name string, r Result) {
	results := map[string]Result{}
	maps.Copy(results, u.Results)
	results[name] = r
	u.Results = results
}

// ResultOf returns the newest result of the job called name, or the zero value if it is missing or
// has another type.
func ResultOf[T any](u Update, name string) T {
	value, _ := u.Results[name].Value.(T)
	return value
}

// ResultAt is ResultOf for a result with a key on the update's session. It is the zero value for
// other results.
func ResultAt[T any](u Update, name string, key any) (value T) {
	if r := u.Results[name]; r.Session == u.Session && r.Key == key {
		value, _ = r.Value.(T)
	}
	return value
}
