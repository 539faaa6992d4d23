package paper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"
)

// Settings say how an experiment is run; they make no difference to its results.
type Settings struct {
	// Journal is the folder of the journal, which is made if need be; empty: none
	// is kept.
	Journal string
	// Fresh starts the journal anew.
	Fresh bool
	// Progress, where not nil, is told how far the run has come, and Warn what a
	// person should know of: damage to the journal. Neither is called concurrently.
	Progress func(Progress)
	Warn     func(string)
}

// Progress is how far a run has come.
type Progress struct {
	// Done counts the finished units, those from the journal among them.
	Done, Total int
	// Unit is the key of the unit that was begun or finished last.
	Unit string
	// Remaining is about how long the rest takes; 0 where that is not known yet.
	Remaining time.Duration
}

// Run runs the units of the experiment that its journal does not hold, on all
// cores, and returns the report. When ctx ends it returns ctx's error within
// 50 ms; what has been finished until then stays in the journal. Errors wrap
// ErrOptions, the errors of package datasets, or are those of a unit.
func (e Experiment) Run(ctx context.Context, o Options, s Settings) (*Report, error) {
	began := time.Now()
	if err := o.check(); err != nil {
		return nil, err
	}
	if s.Warn == nil {
		s.Warn = func(string) {}
	}
	if s.Progress == nil {
		s.Progress = func(Progress) {}
	}
	units, err := e.Units(o)
	if err != nil {
		return nil, err
	}
	r := runner{settings: s, total: len(units), begun: time.Now()}
	if r.done, err = r.open(ctx, e, o); err != nil {
		return nil, err
	}
	var missing []Unit
	for _, u := range units {
		if _, ok := r.done[u.Key]; !ok {
			missing = append(missing, u)
		}
	}
	r.finished = len(units) - len(missing)
	err = r.run(ctx, missing)
	if err := errors.Join(err, r.close()); err != nil {
		return nil, err
	}
	results := Results{}
	var work time.Duration
	for _, u := range units {
		results[u.Key] = r.done[u.Key].result
		work += r.done[u.Key].took
	}
	report, err := e.Report(o, results)
	if err != nil {
		return nil, fmt.Errorf("reporting %s: %w", e.Name, err)
	}
	report.Name, report.Title, report.Where = e.Name, e.Title, e.Where
	report.Units, report.Resumed, report.Work = len(units), len(units)-len(missing), work
	report.Elapsed = time.Since(began)
	return report, nil
}

// A runner runs units.
type runner struct {
	settings Settings
	journal  *journal
	total    int
	begun    time.Time

	mu sync.Mutex
	// done holds the finished units, among them those of other options; finished
	// counts the ones that this run needs. spent and left are the costs of those
	// that were finished in this run and of those that are still to be.
	done        map[string]finished
	finished    int
	spent, left float64
	// closed tells that nobody waits for results any more.
	closed bool
}

// open opens the journal, if there is to be one, and returns what it holds.
func (r *runner) open(ctx context.Context, e Experiment, o Options) (map[string]finished, error) {
	id, err := identify(ctx, e, o)
	if err != nil || r.settings.Journal == "" {
		return map[string]finished{}, err
	}
	var done map[string]finished
	r.journal, done, err = openJournal(r.settings.Journal, id, r.settings.Fresh, r.settings.Warn)
	return done, err
}

// run runs the units, as many at a time as there are cores. The first error stops
// all others.
func (r *runner) run(parent context.Context, units []Unit) error {
	for _, u := range units {
		r.left += u.cost()
	}
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	queue := make(chan Unit)
	// Units beside others share the lock, one that has to be alone owns it.
	var alone sync.RWMutex
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(units)) {
		wg.Go(func() {
			for u := range queue {
				lock, unlock := alone.RLock, alone.RUnlock
				if u.Alone {
					lock, unlock = alone.Lock, alone.Unlock
				}
				lock()
				err := r.runUnit(ctx, u)
				unlock()
				if err != nil {
					cancel(err)
				}
			}
		})
	}
feed:
	for _, u := range units {
		select {
		case queue <- u:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-parent.Done():
		// A unit may be in the middle of a factorization, which can't be stopped; it
		// ends in its own time, and its result goes nowhere.
		select {
		case <-done:
		case <-time.After(patience):
		}
	}
	if err := parent.Err(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// patience is how long a run waits for its units once it is interrupted.
const patience = 30 * time.Millisecond

// close ends the journal; results that come later are dropped.
func (r *runner) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return r.journal.close()
}

// runUnit runs one unit and keeps its result.
func (r *runner) runUnit(ctx context.Context, u Unit) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.report(u)
	began := time.Now()
	result, err := u.Run(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", u.Key, err)
	}
	text, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("the result of %s: %w", u.Key, err)
	}
	f := finished{text, time.Since(began)}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return context.Canceled
	}
	if err := r.journal.add(u.Key, f); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	r.done[u.Key] = f
	r.finished++
	r.spent += u.cost()
	r.left -= u.cost()
	r.tell(u)
	return nil
}

func (r *runner) report(u Unit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.tell(u)
	}
}

// tell reports the progress; r.mu is held.
func (r *runner) tell(u Unit) {
	p := Progress{Done: r.finished, Total: r.total, Unit: u.Key}
	if r.spent > 0 {
		p.Remaining = time.Duration(float64(time.Since(r.begun)) * r.left / r.spent)
	}
	r.settings.Progress(p)
}
