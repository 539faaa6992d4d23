package session

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"larui/datasets"
	"larui/model"
)

// An Engine solves states in the background, one after the other. Of the requests that arrive
// during a computation, only the newest is answered.
//
// A solution in progress is still finished and reported, so that a held key shows as many pictures
// as the machine can compute. The refinement of that solution (curves, theory, the path over λ) is
// abandoned. The methods of an Engine are for one goroutine.
type Engine struct {
	notify   func(Update)
	running  cancellable
	requests queue
	// newest is the number of the newest request.
	newest atomic.Uint64
	// spec is the pair of the newest request. opening is cancelled when another pair is requested,
	// refining by the next request.
	spec              datasets.Spec
	opening, refining cancellable

	// The following fields are used only by the goroutine that answers requests.
	session *Session
	solver  *model.Solver
	// results holds the results of the session's jobs by name, newest last. answered is the last
	// Update for the state solved last.
	results  map[string][]Result
	answered Update

	fetch FetchFunc
	// lookFrom is the number of dimensions from which pairs open with a first look, or 0 for
	// never.
	lookFrom int
	// caching writes sessions to the cache if caches is true. cached is the last session queued
	// for it.
	caches  bool
	caching queue
	cached  atomic.Pointer[Session]
}

// NewEngine starts an engine that calls notify from other goroutines, one call at a time. The
// caller must call Close in the end.
func NewEngine(notify func(Update)) *Engine {
	e := &Engine{running: newCancellable(context.Background())}
	var one sync.Mutex
	e.notify = func(u Update) {
		one.Lock()
		defer one.Unlock()
		notify(u)
	}
	e.opening = newCancellable(e.running.ctx)
	e.refining = newCancellable(e.opening.ctx)
	return e
}

// WideDimensions is a large number of dimensions: computing a spectrum takes a second or more.
const WideDimensions = 1500

// EnableFirstLook makes a pair open with a first look if it has at least from dimensions and at least
// twice as many as the first look has directions: updates with Opening set come before the others.
// Call EnableFirstLook before the first Submit.
func (e *Engine) EnableFirstLook(from int) { e.lookFrom = from }

// CacheSessions makes the engine write every session to the cache of its Spec in the background,
// after the first state is solved. Call CacheSessions before the first Submit.
func (e *Engine) CacheSessions() { e.caches = true }

// A FetchFunc downloads the files of the pair of spec to the pair's folder.
type FetchFunc func(ctx context.Context, spec datasets.Spec, progress func(datasets.Progress)) error

// SetFetch sets the function that downloads files for a Request with Fetch set. Call SetFetch before
// the first Submit.
func (e *Engine) SetFetch(fetch FetchFunc) { e.fetch = fetch }

// Submit requests the solution of a state and returns the request's generation without waiting.
func (e *Engine) Submit(r Request) uint64 {
	generation := e.newest.Add(1)
	e.refining.stop()
	if e.opening.ctx.Err() != nil || !reflect.DeepEqual(e.spec, r.State.Spec) {
		e.opening.stop()
		e.opening, e.spec = newCancellable(e.running.ctx), r.State.Spec
	}
	e.refining = newCancellable(e.opening.ctx)
	opening, refining := e.opening.ctx, e.refining.ctx
	e.requests.add(func() {
		if e.newest.Load() == generation && e.running.ctx.Err() == nil {
			e.answer(opening, refining, r, generation)
		}
	})
	return generation
}

// Cancel stops opening and refining. The last solution stays.
func (e *Engine) Cancel() { e.opening.stop() }

// Close stops the engine and waits until its goroutines end. A write to the cache is abandoned.
func (e *Engine) Close() {
	e.running.stop()
	e.requests.wait()
	e.caching.wait()
}

// answer solves one request and reports the final Update.
func (e *Engine) answer(opening, refining context.Context, r Request, generation uint64) {
	u := Update{Generation: generation, State: r.State, Session: e.session}
	u.Err = recoverPanic(func() error { return e.openAndSolve(opening, refining, r, &u) })
	if errors.Is(u.Err, errInternal) {
		e.solver, e.answered = nil, Update{} // may be half made
	}
	if e.running.ctx.Err() == nil {
		u.Progress, u.Done = nil, true
		e.notify(u)
		e.queueCacheWrite()
	}
}

// queueCacheWrite queues a new session for the queueCacheWrite. A session that has not been written is skipped if a
// newer one is queued.
func (e *Engine) queueCacheWrite() {
	session := e.session
	if !e.caches || e.solver == nil || e.cached.Swap(session) == session {
		return
	}
	e.caching.add(func() {
		_ = recoverPanic(func() error {
			if e.cached.Load() == session {
				session.WriteCache(e.running.ctx)
			}
			return nil
		})
	})
}

// openAndSolve opens the pair if needed, solves it at the state of r, and puts the results into u.
func (e *Engine) openAndSolve(opening, refining context.Context, r Request, u *Update) error {
	if e.session == nil || r.Review || !reflect.DeepEqual(e.session.Spec, r.State.Spec) {
		if err := e.open(opening, r, u); err != nil {
			return err
		}
	}
	return e.solveState(refining, r, u)
}

// solveState solves the state, unless the last answer has the solution already, and refines it.
func (e *Engine) solveState(refining context.Context, r Request, u *Update) error {
	if e.solver == nil {
		e.solver = model.NewSolver(e.session.Problem)
	}
	if r.AtStart {
		var err error
		u.State, err = e.session.StartStateWith(r.Set)
		if err != nil {
			return err
		}
	}
	known := e.answered
	known.State.Rivals = u.State.Rivals // no solution depends on the rivals
	if known.Session == e.session && known.State.Equal(u.State) {
		known.Generation = u.Generation
		*u = known
	} else {
		began := time.Now()
		solution, err := e.solver.Endpoints(e.running.ctx, u.State.Params)
		if err != nil {
			return err
		}
		u.Solution, u.Elapsed = solution, time.Since(began)
		u.View = NewScoreView(e.session.Problem, solution)
	}
	e.notify(*u)
	err := e.refine(refining, r.Jobs, u)
	e.answered = *u
	e.answered.Results = nil // results holds them already
	return err
}

// patience is the time that opening may take before progress is reported, and the least time
// between two reports.
const patience = 100 * time.Millisecond

// open opens the pair of the update's state.
func (e *Engine) open(ctx context.Context, r Request, u *Update) error {
	began := time.Now()
	progress := func(p datasets.Progress) {
		if now := time.Now(); now.Sub(began) > patience {
			began = now // and no sooner again
			u.Progress = &p
			e.notify(*u)
		}
	}
	if r.Fetch && e.fetch != nil {
		if err := e.fetch(ctx, u.State.Spec, progress); err != nil {
			return err
		}
	}
	review := func() (*datasets.Review, error) {
		review, err := datasets.InspectPair(ctx, u.State.Spec, progress)
		if review != nil {
			err = &datasets.Refusal{Err: datasets.ErrAsked, Review: review}
		}
		return review, err
	}
	if r.Review {
		if _, err := review(); err != nil {
			return err
		}
	}
	from := e.lookFrom
	if r.Set.ApplyTo(r.State).Params.Epochs > model.LookEpochs { // beyond the epochs of a first look
		from = 0
	}
	session, rest, err := OpenWithFirstLook(ctx, u.State.Spec, e.session, from, progress)
	if err == nil {
		err = session.NeedRows()
	}
	if r.ReviewIfNeeded && (err != nil || session.needsScale(r.Set)) {
		if found, asked := review(); found != nil && found.Flags != "" {
			return asked
		}
	}
	if err != nil {
		return err
	}
	u.State.Spec = session.Spec
	if rest != nil {
		session, err = e.completeFirstLook(ctx, session, rest, r, *u)
	}
	if err != nil {
		return err
	}
	u.Session, u.Progress = session, nil
	e.setSession(session)
	return nil
}

// completeFirstLook presents a first look while rest computes the whole session.
func (e *Engine) completeFirstLook(ctx context.Context, look *Session, rest func(context.Context) (*Session, error), r Request, u Update) (*Session, error) {
	presenting := newCancellable(ctx)
	var presented sync.WaitGroup
	defer func() {
		presenting.stop()
		presented.Wait()
		e.setSession(nil)
	}()
	e.setSession(look)
	u.Session, u.Progress, u.Opening = look, nil, true
	presented.Go(func() {
		_ = recoverPanic(func() error { return e.solveState(presenting.ctx, r, &u) }) // an error comes again with the whole session
	})
	return rest(ctx)
}

// setSession makes session the current one and clears everything known of the session before.
func (e *Engine) setSession(session *Session) {
	e.session, e.solver, e.answered, e.results = session, nil, Update{}, map[string][]Result{}
}

// refine adds curves, the results of jobs marked Soon, theory, the path over λ and the results of
// the other jobs. It skips steps that are done already and stops without an error when ctx ends.
func (e *Engine) refine(ctx context.Context, jobs []Job, u *Update) error {
	for _, step := range []func(context.Context, *Update) error{
		e.addCurves,
		func(ctx context.Context, u *Update) error { return e.runJobs(ctx, jobs, true, u) },
		e.addTheory,
		e.addPath,
		func(ctx context.Context, u *Update) error { return e.runJobs(ctx, jobs, false, u) },
	} {
		err := step(ctx, u)
		if ctx.Err() != nil {
			return nil // abandoned, not failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) addCurves(ctx context.Context, u *Update) error {
	if u.Curves != nil {
		return nil
	}
	curves, err := e.solver.Curves(ctx, u.Solution)
	if err != nil {
		return err
	}
	u.Solution, u.Curves = curves, curves
	e.notify(*u)
	return nil
}

func (e *Engine) addTheory(ctx context.Context, u *Update) error {
	if u.Theory != nil || u.Opening { // a first look knows too little for it
		return nil
	}
	theory, err := e.solver.Theory(ctx, u.State.Params)
	if err == nil {
		u.Theory = &theory
	}
	return err
}

// ReportInterval is the least time between two reports of a growing result.
const ReportInterval = 50 * time.Millisecond

func (e *Engine) addPath(ctx context.Context, u *Update) error {
	if len(u.Path) == len(PathLambdas()) {
		return nil
	}
	reported := time.Now()
	var path []model.PathPoint
	return e.solver.Path(ctx, u.State.Params, PathLambdas(), func(_ int, point model.PathPoint) {
		path = append(path, point)
		u.Path = path[:len(path):len(path)]
		if time.Since(reported) > ReportInterval {
			reported = time.Now()
			e.notify(*u)
		}
	})
}
