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

// An Engine solves states, which are the values of all options, in the background, one after the
// other.
//
// If several requests arrive during a computation, the Engine answers only the newest. A new
// request stops the refinement of a solution (curves, theory, the path over λ), but not the
// solution itself, so that the screen keeps changing while a user holds a key down. The methods are
// for one goroutine.
type Engine struct {
	// Fetch downloads the files of a Request whose field Fetch is true. A pair with at least
	// FirstLookFrom features first opens with only its leading directions (a first look), then as a
	// whole; 0 means that no pair does. If CachesSessions is true, each session is written to the
	// cache after its first solution. Set all three before the first Submit.
	Fetch          FetchFunc
	FirstLookFrom  int
	CachesSessions bool

	notify           func(Update)
	running          cancellableContext
	requests         queue
	newestGeneration atomic.Uint64
	// spec is the pair of the newest request. A request for another pair cancels the context
	// opening; every request cancels the context refining.
	spec              datasets.Spec
	opening, refining cancellableContext

	// The following fields belong to the goroutine that answers requests.
	session *Session
	solver  *model.Solver
	// results maps the name of a job to its last results on session, the newest last. answered is the
	// last Update for the state that was solved last.
	results  map[string][]Result
	answered Update

	cacheWrites queue
	// lastCached is the session that was last put into the queue cacheWrites.
	lastCached atomic.Pointer[Session]
}

// NewEngine starts an engine that calls notify from its goroutines, one call at a time. The caller
// must call Close in the end.
func NewEngine(notify func(Update)) *Engine {
	e := &Engine{running: newCancellableContext(context.Background())}
	var one sync.Mutex
	e.notify = func(u Update) {
		one.Lock()
		defer one.Unlock()
		notify(u)
	}
	e.opening = newCancellableContext(e.running.ctx)
	e.refining = newCancellableContext(e.opening.ctx)
	return e
}

// WideDimensions is the least number of features for which a spectrum takes a second or more.
const WideDimensions = 1500

// A FetchFunc downloads the files of the pair of spec to the pair's folder.
type FetchFunc func(ctx context.Context, spec datasets.Spec, progress func(datasets.Progress)) error

// Submit requests the solution of a state without waiting. It returns the generation of the request,
// 1 for the first request.
func (e *Engine) Submit(r Request) uint64 {
	generation := e.newestGeneration.Add(1)
	e.refining.stop()
	if e.opening.ctx.Err() != nil || !reflect.DeepEqual(e.spec, r.State.Spec) {
		e.opening.stop()
		e.opening, e.spec = newCancellableContext(e.running.ctx), r.State.Spec
	}
	e.refining = newCancellableContext(e.opening.ctx)
	opening, refining := e.opening.ctx, e.refining.ctx
	e.requests.add(func() {
		if e.newestGeneration.Load() == generation && e.running.ctx.Err() == nil {
			e.answerRequest(opening, refining, r, generation)
		}
	})
	return generation
}

// Cancel stops the opening of a pair and the refinement of the solution by curves, theory and path.
// It does not stop the solution itself.
func (e *Engine) Cancel() { e.opening.stop() }

// Close stops the engine and waits for its goroutines. An unfinished write to the cache is abandoned.
func (e *Engine) Close() {
	e.running.stop()
	e.requests.wait()
	e.cacheWrites.wait()
}

func (e *Engine) answerRequest(opening, refining context.Context, r Request, generation uint64) {
	u := Update{Generation: generation, State: r.State, Session: e.session}
	u.Err = recoverPanic(func() error { return e.openAndSolve(opening, refining, r, &u) })
	if errors.Is(u.Err, errInternal) {
		e.solver, e.answered = nil, Update{} // a panic may leave them incomplete
	}
	if e.running.ctx.Err() == nil {
		u.Progress, u.Done = nil, true
		e.notify(u)
		e.queueCacheWrite()
	}
}

// queueCacheWrite queues a new session for writing to the cache. A session is not written if a
// newer one follows.
func (e *Engine) queueCacheWrite() {
	session := e.session
	if !e.CachesSessions || e.solver == nil || e.lastCached.Swap(session) == session {
		return
	}
	e.cacheWrites.add(func() {
		_ = recoverPanic(func() error {
			if e.lastCached.Load() == session {
				session.WriteCache(e.running.ctx)
			}
			return nil
		})
	})
}

func (e *Engine) openAndSolve(opening, refining context.Context, r Request, u *Update) error {
	if e.session == nil || r.Review || !reflect.DeepEqual(e.session.Spec, r.State.Spec) {
		if err := e.open(opening, r, u); err != nil {
			return err
		}
	}
	return e.solveState(refining, r, u)
}

// solveState solves the state of r. If the state that was solved last is the same, solveState uses
// its solution again. In both cases solveState passes the solution to notify and then refines it.
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

// progressDelay is the time after which the opening of a pair first reports progress, and the least time
// between two reports.
const progressDelay = 100 * time.Millisecond

func (e *Engine) open(ctx context.Context, r Request, u *Update) error {
	began := time.Now()
	progress := func(p datasets.Progress) {
		if now := time.Now(); now.Sub(began) > progressDelay {
			began = now
			u.Progress = &p
			e.notify(*u)
		}
	}
	if r.Fetch && e.Fetch != nil {
		if err := e.Fetch(ctx, u.State.Spec, progress); err != nil {
			return err
		}
	}
	review := func() (*datasets.Review, error) {
		review, err := datasets.InspectPair(ctx, u.State.Spec, progress)
		if review != nil {
			err = &datasets.Refusal{Err: datasets.ErrReviewRequested, Review: review}
		}
		return review, err
	}
	if r.Review {
		if _, err := review(); err != nil {
			return err
		}
	}
	from := e.FirstLookFrom
	if r.Set.ApplyTo(r.State).Params.Epochs > model.LookEpochs { // a first look would be inexact
		from = 0
	}
	session, rest, err := OpenWithFirstLook(ctx, u.State.Spec, e.session, from, progress)
	if err == nil {
		err = session.RequireRows()
	}
	if r.ReviewIfNeeded && (err != nil || session.needsScaling(r.Set)) {
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

// completeFirstLook solves and reports look, a session with only the leading directions, while rest
// computes the whole session.
func (e *Engine) completeFirstLook(ctx context.Context, look *Session, rest func(context.Context) (*Session, error), r Request, u Update) (*Session, error) {
	presenting := newCancellableContext(ctx)
	var presented sync.WaitGroup
	defer func() {
		presenting.stop()
		presented.Wait()
		e.setSession(nil)
	}()
	e.setSession(look)
	u.Session, u.Progress, u.Opening = look, nil, true
	presented.Go(func() {
		_ = recoverPanic(func() error { return e.solveState(presenting.ctx, r, &u) }) // the whole session repeats an error
	})
	return rest(ctx)
}

func (e *Engine) setSession(session *Session) {
	e.session, e.solver, e.answered, e.results = session, nil, Update{}, map[string][]Result{}
}

// refine adds to u, in this order: curves, results of jobs with BeforeTheory, theory, the path over
// λ, results of the other jobs. It stops without an error when ctx ends.
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
			return nil
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
	curves, err := e.solver.AddCurves(ctx, u.Solution)
	if err != nil {
		return err
	}
	u.Solution, u.Curves = curves, curves
	e.notify(*u)
	return nil
}

func (e *Engine) addTheory(ctx context.Context, u *Update) error {
	if u.Theory != nil || u.Opening { // theory needs the whole spectra, which a first look lacks
		return nil
	}
	theory, err := e.solver.Theory(ctx, u.State.Params)
	if err == nil {
		u.Theory = &theory
	}
	return err
}

// ReportInterval is the least time between two reports of a growing result, such as a path over λ.
const ReportInterval = 50 * time.Millisecond

func (e *Engine) addPath(ctx context.Context, u *Update) error {
	if len(u.Path) == len(PathLambdas()) {
		return nil
	}
	reported := time.Now()
	var path []model.PathPoint
	return e.solver.VisitPath(ctx, u.State.Params, PathLambdas(), func(_ int, point model.PathPoint) {
		path = append(path, point)
		u.Path = path[:len(path):len(path)]
		if time.Since(reported) > ReportInterval {
			reported = time.Now()
			e.notify(*u)
		}
	})
}
