package session

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"larui/model"
)

// A Job is work that only one view needs, such as a map over k and k̃. The engine runs jobs one after
// the other after it has solved the state, and abandons them if the view or the state changes.
type Job struct {
	// Name identifies the kind of job. Update.Results has the newest result of each name.
	Name string
	// Key is everything besides the session that the result depends on. If the engine still has a
	// result with an equal (==) Key, the job does not run.
	Key any
	// BeforeTheory makes the engine run the job before theory and the path over λ, instead of after
	// them.
	BeforeTheory bool
	// Run computes the result and returns soon after ctx is done. Each report replaces the report
	// before. A reported value must not change afterwards.
	Run func(ctx context.Context, s *Session, report func(result any)) error
}

// NewJob returns the job that reports the result of compute, unless compute fails.
func NewJob[T any](name string, key any, compute func(context.Context, *Session) (T, error)) Job {
	return Job{Name: name, Key: key, Run: func(ctx context.Context, s *Session, report func(any)) error {
		result, err := compute(ctx, s)
		if err == nil {
			report(result)
		}
		return err
	}}
}

// SolveStateJob returns a job that solves the pair of the session in another state. Its result is an
// *Update with the path over λ, or with Err set.
func SolveStateJob(name string, at State) Job {
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
				err = solver.VisitPath(ctx, at.Params, PathLambdas(), add)
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

// resultsPerJob is the number of results that the engine keeps for each name of a job, so that going
// back to a recent state shows its results at once.
const resultsPerJob = 8

// A Result is the last value that a job reported, with the session and the Key of the job.
type Result struct {
	Session    *Session
	Key, Value any
}

// runJobs first adds kept results to the update, then runs the jobs that have none. It skips jobs
// whose BeforeTheory differs from beforeTheory.
func (e *Engine) runJobs(ctx context.Context, jobs []Job, beforeTheory bool, u *Update) error {
	var missing []Job
	known := false
	for _, job := range jobs {
		kept := e.results[job.Name]
		at := slices.IndexFunc(kept, func(r Result) bool { return r.Key == job.Key })
		switch {
		case job.BeforeTheory != beforeTheory:
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
			e.results[job.Name] = append(kept[max(0, len(kept)-resultsPerJob+1):], newest)
		}
	}
	return nil
}

// setResult copies the map of results, since earlier updates share it.
func (u *Update) setResult(name string, r Result) {
	u.Results = mergeResults(u.Results, map[string]Result{name: r})
}

func mergeResults(older, newer map[string]Result) map[string]Result {
	results := map[string]Result{}
	maps.Copy(results, older)
	maps.Copy(results, newer)
	return results
}

// ResultOf returns the newest result of the job called name, or the zero value if it is missing or
// has another type.
func ResultOf[T any](u Update, name string) T {
	value, _ := u.Results[name].Value.(T)
	return value
}

// ResultAt is like ResultOf, but returns the zero value unless the result has the given key and belongs
// to the update's session.
func ResultAt[T any](u Update, name string, key any) (value T) {
	if r := u.Results[name]; r.Session == u.Session && r.Key == key {
		value, _ = r.Value.(T)
	}
	return value
}

// solutionResult returns the result of the job called name at the parameters of the update's
// solution, or the zero value.
func solutionResult[T any](u *Update, name string) (value T) {
	if u.Solution != nil {
		value = ResultAt[T](*u, name, u.Solution.Params)
	}
	return value
}
