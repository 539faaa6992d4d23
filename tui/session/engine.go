package session

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"larui/datasets"
	"larui/model"
)

// An Engine solves states in the background. One worker owns the sessions and
// the solver. Of the requests that arrive while it works only the newest is
// kept. The solution that is being computed is still finished and reported, so
// that a held key shows every picture the machine can keep up with; what follows
// from it (curves, theory, the path over λ) is abandoned.
type Engine struct {
	notify func(Update)

	mu         sync.Mutex
	pending    *Request
	generation uint64
	// abandon cancels what the worker does beyond the present solution, or the
	// opening of a pair that is no longer wanted.
	abandon context.CancelFunc
	opening *datasets.Spec

	wake   chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
	// running are the worker and the keeper.
	running sync.WaitGroup

	// Owned by the worker.
	session *Session
	solver  *model.Solver
	memory  memory
	// answered is the newest update that was worked on to the end of what every
	// screen shows.
	answered *Update
	// solved hands sessions that have been solved to the keeper; nil without one.
	// kept is the last of them.
	solved chan *Session
	kept   *Session
}

// NewEngine starts an engine that reports to notify, always from the same
// goroutine. Close must be called in the end.
func NewEngine(notify func(Update)) *Engine {
	ctx, cancel := context.WithCancel(context.Background())
	e := &Engine{notify: notify, wake: make(chan struct{}, 1), ctx: ctx, cancel: cancel}
	e.running.Go(func() { e.work(ctx) })
	return e
}

// KeepSessions has every session kept in the cache of its Spec in the background,
// once its first state is solved. It is to be called before the first Submit.
func (e *Engine) KeepSessions() {
	e.solved = make(chan *Session, 1)
	e.running.Go(func() {
		// What can't be kept must not take the terminal with it.
		defer func() { _ = recover() }()
		for {
			select {
			case <-e.ctx.Done():
				return
			case session := <-e.solved:
				session.Keep(e.ctx)
			}
		}
	})
}

// Submit asks for a state to be solved and returns its generation at once.
func (e *Engine) Submit(r Request) uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.generation++
	e.pending = &r
	if e.abandon != nil && (e.opening == nil || !reflect.DeepEqual(*e.opening, r.State.Spec)) {
		e.abandon()
	}
	select {
	case e.wake <- struct{}{}:
	default:
	}
	return e.generation
}

// Cancel abandons what is being opened or refined; the last solution stays.
func (e *Engine) Cancel() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.abandon != nil {
		e.abandon()
	}
}

// Close stops the engine and waits for it. What is being kept is given up.
func (e *Engine) Close() {
	e.cancel()
	e.running.Wait()
}

func (e *Engine) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-e.wake:
		}
		e.mu.Lock()
		request, generation := e.pending, e.generation
		e.pending = nil
		e.mu.Unlock()
		if request != nil {
			e.answer(ctx, *request, generation)
			e.offer()
		}
	}
}

// offer hands a new session to the keeper; one that it has not begun with gives
// way.
func (e *Engine) offer() {
	if e.solved == nil || e.solver == nil || e.session == e.kept {
		return
	}
	e.kept = e.session
	select {
	case <-e.solved:
	default:
	}
	e.solved <- e.session
}

// answer works on one request. A panic in here must not take the terminal with
// it: it becomes an error like any other.
func (e *Engine) answer(ctx context.Context, r Request, generation uint64) {
	u := Update{Generation: generation, State: r.State, Session: e.session}
	refining, abandon := context.WithCancel(ctx)
	defer abandon()
	defer func() {
		if p := recover(); p != nil {
			// What was in hand may be half made.
			e.solver, e.answered = nil, nil
			u.Err = fmt.Errorf("internal error: %v", p)
		}
		e.mu.Lock()
		e.abandon, e.opening = nil, nil
		e.mu.Unlock()
		if ctx.Err() == nil {
			u.Progress, u.Done = nil, true
			e.notify(u)
		}
	}()
	e.mu.Lock()
	e.abandon = abandon
	if e.pending != nil {
		// A newer request came between.
		abandon()
	}
	if e.session == nil || !reflect.DeepEqual(e.session.Spec, r.State.Spec) {
		spec := r.State.Spec
		e.opening = &spec
	}
	e.mu.Unlock()
	u.Err = e.solve(ctx, refining, r, &u)
}

// solve opens the pair where needed, solves the state and then refines the
// picture.
func (e *Engine) solve(ctx, refining context.Context, r Request, u *Update) error {
	if e.session == nil || !reflect.DeepEqual(e.session.Spec, r.State.Spec) {
		began := time.Now()
		session, err := Open(refining, r.State.Spec, e.session, func(p datasets.Progress) {
			if time.Since(began) > patience {
				u.Progress = &p
				e.notify(*u)
			}
		})
		if err != nil {
			return err
		}
		e.session, e.solver, e.answered, u.Session, u.Progress = session, nil, nil, session, nil
		e.mu.Lock()
		e.opening = nil
		e.mu.Unlock()
	}
	if e.solver == nil {
		e.solver = model.NewSolver(e.session.Problem)
	}
	if r.Begin {
		state, err := e.session.Begin(r.Set)
		if err != nil {
			return err
		}
		u.State = state
	}
	if known := e.answered; known != nil && known.Session == e.session && known.State.Equal(u.State) {
		generation := u.Generation
		*u = *known
		u.Generation, u.Session = generation, e.session
		e.notify(*u)
		if err := e.extend(refining, r, u, true); err != nil || refining.Err() != nil {
			return err
		}
		return e.extend(refining, r, u, false)
	}
	began := time.Now()
	solution, err := e.solver.Endpoints(ctx, u.State.Params)
	if err != nil {
		return err
	}
	u.Solution, u.Elapsed = solution, time.Since(began)
	u.View = NewScoreView(e.session.Problem, solution)
	e.notify(*u)
	if err := e.refine(refining, r, u); err != nil || refining.Err() != nil {
		return err
	}
	answered := *u
	answered.Session = e.session
	e.answered = &answered
	return e.extend(refining, r, u, false)
}

// extend adds what the visible view needs, soon or last.
func (e *Engine) extend(ctx context.Context, r Request, u *Update, soon bool) error {
	jobs := slices.DeleteFunc(slices.Clone(r.Jobs), func(job Job) bool { return job.Soon != soon })
	return e.runJobs(ctx, jobs, u)
}

// patience is how long a pair may take to open before its progress is reported.
const patience = 100 * time.Millisecond

// ReportInterval is how often what grows is reported.
const ReportInterval = 50 * time.Millisecond

// refine adds curves, what the visible view needs soon, theory and the path over λ
// to the update, until it is abandoned.
func (e *Engine) refine(ctx context.Context, r Request, u *Update) error {
	curves, err := e.solver.Curves(ctx, u.Solution)
	if err != nil {
		return ignoreCancelled(ctx, err)
	}
	u.Solution, u.Curves = curves, curves
	e.notify(*u)
	if err := e.extend(ctx, r, u, true); err != nil || ctx.Err() != nil {
		return err
	}
	theory, err := e.solver.Theory(ctx, u.State.Params)
	if err != nil {
		return ignoreCancelled(ctx, err)
	}
	u.Theory = &theory
	reported := time.Now()
	var path []model.PathPoint
	err = e.solver.Path(ctx, u.State.Params, PathLambdas(), func(_ int, point model.PathPoint) {
		path = append(path, point)
		u.Path = path[:len(path):len(path)]
		if time.Since(reported) > ReportInterval {
			reported = time.Now()
			e.notify(*u)
		}
	})
	return ignoreCancelled(ctx, err)
}

// ignoreCancelled drops an error that only says that the work was abandoned.
func ignoreCancelled(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
