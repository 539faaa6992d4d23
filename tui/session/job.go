package session

import (
	"context"
	"maps"
	"slices"
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

// resultsKept bounds how many results of each name are kept, so that turning back
// shows at once what was there before.
const resultsKept = 8

// A result is what a job came to.
type result struct {
	name  string
	key   any
	value any
}

// A memory holds the results of one session's jobs, the newest last.
type memory struct {
	session *Session
	results []result
}

// find returns the result of a job in a session.
func (m *memory) find(session *Session, job Job) (any, bool) {
	if m.session != session {
		*m = memory{session: session}
	}
	for _, r := range m.results {
		if r.name == job.Name && r.key == job.Key {
			return r.value, true
		}
	}
	return nil, false
}

// add keeps a result; the oldest one of its name may give way.
func (m *memory) add(job Job, value any) {
	same := func(r result) bool { return r.name == job.Name }
	count := 0
	for _, r := range m.results {
		if same(r) {
			count++
		}
	}
	if count >= resultsKept {
		at := slices.IndexFunc(m.results, same)
		m.results = slices.Delete(m.results, at, at+1)
	}
	m.results = append(m.results, result{job.Name, job.Key, value})
}

// runJobs adds the results of jobs to the update; those that are there already at
// once, the others as they come.
func (e *Engine) runJobs(ctx context.Context, jobs []Job, u *Update) error {
	var missing []Job
	for _, job := range jobs {
		if known, ok := e.memory.find(e.session, job); ok {
			u.put(job.Name, known)
			continue
		}
		missing = append(missing, job)
	}
	if len(missing) < len(jobs) {
		e.notify(*u)
	}
	for _, job := range missing {
		var newest any
		err := job.Run(ctx, e.session, func(value any) {
			newest = value
			u.put(job.Name, value)
			e.notify(*u)
		})
		if err != nil {
			return ignoreCancelled(ctx, err)
		}
		if newest != nil {
			e.memory.add(job, newest)
		}
	}
	return nil
}

// put makes value the newest result of that name. The map is replaced, not changed:
// updates that were handed over stay as they are.
func (u *Update) put(name string, value any) {
	results := maps.Clone(u.Results)
	if results == nil {
		results = map[string]any{}
	}
	results[name] = value
	u.Results = results
}

// ResultOf returns the newest result of the job of that name, the zero value where
// there is none of that type.
func ResultOf[T any](u Update, name string) T {
	value, _ := u.Results[name].(T)
	return value
}
