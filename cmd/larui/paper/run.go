package paper

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"larui/model/rivals"
)

// Settings control the run of an experiment; they do not change its results.
type Settings struct {
	// Journal is the folder of the journal, which is created if missing; empty for no journal.
	Journal string
	// Fresh empties the journal before the run.
	Fresh bool
	// Progress, if not nil, is called at the start and end of each unit, by one goroutine at a
	// time.
	Progress func(Progress)
}

// Progress is the progress of a run.
type Progress struct {
	// Done is the number of finished units, including units from the journal, and Total the number
	// of all units.
	Done, Total int
	// Unit is the key of the unit that started or finished last.
	Unit string
	// Remaining is the estimated remaining time; 0 if not known yet.
	Remaining time.Duration
}

// Run runs the units that are missing in the experiment's journal, on all cores, and returns the
// report. When ctx ends, Run returns the error of ctx within 50 ms, and the journal keeps the
// finished units. Errors wrap ErrOptions, errors of package datasets, or errors of units.
func (e Experiment) Run(ctx context.Context, o Options, s Settings) (*Report, error) {
	r := runner{settings: s, begun: time.Now(), done: map[string]finishedUnit{}}
	if err := o.check(); err != nil {
		return nil, err
	}
	var p plan
	if err := e.plan(ctx, o, &p); err != nil {
		return nil, err
	}
	name, err := journalName(ctx, e, o)
	if err == nil && s.Journal != "" {
		r.journal, r.done, err = openJournal(s.Journal, name, s.Fresh)
	}
	if err != nil {
		return nil, err
	}
	var missing []unit
	for _, u := range p.units {
		if _, ok := r.done[u.key]; !ok {
			missing = append(missing, u)
			r.left += u.cost()
		}
	}
	resumed := len(p.units) - len(missing)
	r.progress.Total, r.progress.Done = len(p.units), resumed
	if len(missing) > 0 && missing[0].seconds > 0 {
		r.progress.Remaining = time.Duration(r.left / float64(runtime.GOMAXPROCS(0)) * float64(time.Second))
	}
	err = r.run(ctx, missing)
	if r.journal != nil {
		err = errors.Join(err, r.journal.Close())
	}
	if err != nil {
		return nil, err
	}
	report := &Report{Name: e.Name, Title: e.Title, Where: e.Where, Units: len(p.units), Resumed: resumed}
	for _, u := range p.units {
		f := r.done[u.key]
		if err := json.Unmarshal(f.Result, u.result); err != nil {
			return nil, fmt.Errorf("the result of %s: %w", u.key, err)
		}
		report.addWork(u.method, time.Duration(f.Seconds*float64(time.Second)))
	}
	p.report(report)
	if o.Rivals != (rivals.Hyper{}) {
		report.Notes = append(report.Notes, "These settings replace the methods' own: "+o.Rivals.String()+".")
	}
	report.Elapsed = time.Since(r.begun)
	return report, nil
}

type runner struct {
	settings Settings
	begun    time.Time
	mu       sync.Mutex
	// journal is the open journal; nil if the settings name none.
	journal *os.File
	// done has the finished units by key. A journal may also have units of other options.
	done     map[string]finishedUnit
	progress Progress
	// spent is the total cost of the units that this run has finished, and left the total cost of
	// the unfinished units.
	spent, left float64
}

// cost returns the weight of the unit in the estimate of the remaining time.
func (u unit) cost() float64 { return cmp.Or(u.seconds, 1) }

// patience is the time that Run waits for running units after an interruption.
const patience = 30 * time.Millisecond

// run runs units concurrently, one per core. The first error stops all units.
func (r *runner) run(parent context.Context, units []unit) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	queue := make(chan unit, len(units))
	for _, u := range units {
		queue <- u
	}
	close(queue)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(units)) {
		wg.Go(func() {
			for u := range queue {
				if err := r.runUnit(ctx, u); err != nil {
					cancel(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-parent.Done():
		// A unit may be inside a factorization, which cannot be stopped. The unit continues in the
		// background and its result is dropped.
		select {
		case <-done:
		case <-time.After(patience):
		}
	}
	return context.Cause(ctx)
}

func (r *runner) runUnit(ctx context.Context, u unit) error {
	if err := r.storeUnit(ctx, u, nil); err != nil {
		return err
	}
	began := time.Now()
	result, err := u.run(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", u.key, err)
	}
	text, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("the result of %s: %w", u.key, err)
	}
	return r.storeUnit(ctx, u, &finishedUnit{u.key, time.Since(began).Seconds(), text})
}

// storeUnit stores the finished unit f, unless f is nil, and reports the progress. If ctx has ended,
// it only returns an error.
func (r *runner) storeUnit(ctx context.Context, u unit, f *finishedUnit) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	r.progress.Unit = u.key
	if f != nil {
		if err := f.appendTo(r.journal); err != nil {
			return fmt.Errorf("writing the journal: %w", err)
		}
		r.done[u.key] = *f
		r.progress.Done++
		r.spent += u.cost()
		r.left -= u.cost()
		r.progress.Remaining = time.Duration(float64(time.Since(r.begun)) * r.left / r.spent)
	}
	if r.settings.Progress != nil {
		r.settings.Progress(r.progress)
	}
	return nil
}
