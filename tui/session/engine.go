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

// An Engine solves states in the background, one after the other. Of the requests that
// arrive while it works only the newest is answered. The solution that is being
// computed is still finished and reported, so that a held key shows every picture the
// machine can keep up with; what follows from it (curves, theory, the path over λ) is
// abandoned. Its methods are for one goroutine.
type Engine struct {
	notify   func(Update)
	running  span
	requests queue
	// newest is the generation of the newest request. Opening is how long the pair that
	// it is about, spec, is wanted; refining, which ends with that, what it is refined by.
	newest            atomic.Uint64
	spec              datasets.Spec
	opening, refining span

	// Owned by the request that is answered.
	session *Session
	solver  *model.Solver
	// results of the session's jobs are kept by name, the newest last; answered is what
	// is known of the state that was solved last.
	results  map[string][]result
	answered Update

	fetch Fetch
	// lookFrom is from how many dimensions on pairs open with a first look, 0 for never; completing
	// makes that of the session whole, as long as it is wanted.
	lookFrom   int
	completing queue
	wanted     span
	// caching puts sessions into the cache, where caches is set; cached is the last of them.
	caches  bool
	caching queue
	cached  atomic.Pointer[Session]
}

// NewEngine starts an engine that reports to notify, from other goroutines, one thing at
// a time. Close must be called in the end.
func NewEngine(notify func(Update)) *Engine {
	e := &Engine{running: newSpan(context.Background())}
	var one sync.Mutex
	e.notify = func(u Update) {
		one.Lock()
		defer one.Unlock()
		notify(u)
	}
	e.opening = newSpan(e.running.ctx)
	e.refining, e.wanted = newSpan(e.opening.ctx), newSpan(e.running.ctx)
	return e
}

// WideLook is from how many dimensions on spectra take a second and more.
const WideLook = 1500

// LookFirst has pairs of from dimensions and more, and twice those of a first look, open with
// that; an Update that is Whole says when all are there. It is to be called before the first
// Submit.
func (e *Engine) LookFirst(from int) { e.lookFrom = from }

// KeepSessions has every session kept in the cache of its Spec in the background,
// once its first state is solved. It is to be called before the first Submit.
func (e *Engine) KeepSessions() { e.caches = true }

// A Fetch brings the files of the pair of a spec, from the net, to where that looks for them.
type Fetch func(ctx context.Context, spec datasets.Spec, progress func(datasets.Progress)) error

// FetchBy has files fetched where a Request asks for it. It is to be called before the first
// Submit.
func (e *Engine) FetchBy(fetch Fetch) { e.fetch = fetch }

// Submit asks for a state to be solved and returns its generation at once.
func (e *Engine) Submit(r Request) uint64 {
	generation := e.newest.Add(1)
	e.refining.stop()
	if e.opening.ctx.Err() != nil || !reflect.DeepEqual(e.spec, r.State.Spec) {
		e.opening.stop()
		e.opening, e.spec = newSpan(e.running.ctx), r.State.Spec
	}
	e.refining = newSpan(e.opening.ctx)
	opening, refining := e.opening.ctx, e.refining.ctx
	e.requests.add(func() {
		if e.newest.Load() == generation && e.running.ctx.Err() == nil {
			e.answer(opening, refining, r, generation)
		}
	})
	return generation
}

// Cancel abandons what is being opened or refined; the last solution stays.
func (e *Engine) Cancel() { e.opening.stop() }

// Close stops the engine and waits for it. What is being put into the cache is given up.
func (e *Engine) Close() {
	e.running.stop()
	e.completing.wait()
	e.requests.wait()
	e.caching.wait()
}

// answer works on one request.
func (e *Engine) answer(opening, refining context.Context, r Request, generation uint64) {
	u := Update{Generation: generation, State: r.State, Session: e.session}
	u.Err = guard(func() error { return e.solve(opening, refining, r, &u) })
	if errors.Is(u.Err, errInternal) {
		e.solver, e.answered = nil, Update{} // may be half made
	}
	if e.running.ctx.Err() == nil {
		u.Progress, u.Done = nil, true
		e.notify(u)
		e.cache()
	}
}

// cache has a new session put into the cache, unless a newer one comes before that has
// begun.
func (e *Engine) cache() {
	session := e.session
	if !e.caches || e.solver == nil || session.Problem.Look() > 0 || e.cached.Swap(session) == session {
		return
	}
	e.caching.add(func() {
		_ = guard(func() error {
			if e.cached.Load() == session {
				session.Keep(e.running.ctx)
			}
			return nil
		})
	})
}

// solve opens the pair where needed, solves the state, unless that is what is known
// already, and then refines the picture.
func (e *Engine) solve(opening, refining context.Context, r Request, u *Update) error {
	if e.session == nil || r.Review || !reflect.DeepEqual(e.session.Spec, r.State.Spec) {
		if err := e.open(opening, r, u); err != nil {
			return err
		}
	}
	if e.solver == nil {
		e.solver = model.NewSolver(e.session.Problem)
	}
	if r.Begin {
		var err error
		u.State, err = e.session.Begin(r.Set)
		if err != nil {
			return err
		}
	}
	known := e.answered
	known.State.Rivals = u.State.Rivals // of which no solution depends
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
	e.answered.Results = nil // those are known by themselves
	return err
}

// patience is how long a pair may take to open before its progress is reported.
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
	if r.Review {
		review, err := datasets.InspectPair(ctx, u.State.Spec, progress)
		if review != nil {
			err = &datasets.Refusal{Err: datasets.ErrAsked, Review: review}
		}
		if err != nil {
			return err
		}
	}
	from := e.lookFrom
	if r.Set.On(r.State).Params.Epochs > model.LookEpochs { // which a first look would not know
		from = 0
	}
	session, rest, err := OpenFirst(ctx, u.State.Spec, e.session, from, progress)
	if err == nil {
		err = session.NeedRows()
	}
	if err != nil {
		return err
	}
	u.Session, u.Progress = session, nil
	e.wanted.stop()
	e.wanted = newSpan(e.running.ctx)
	e.enter(session)
	if rest != nil {
		e.complete(rest)
	}
	return nil
}

// complete opens the rest of a first look, beside what is asked of that meanwhile.
func (e *Engine) complete(rest func(context.Context) (*Session, error)) {
	ctx := e.wanted.ctx
	e.completing.add(func() {
		u := Update{Whole: true, Done: true}
		u.Err = guard(func() (err error) {
			u.Session, err = rest(ctx)
			return err
		})
		if ctx.Err() != nil {
			return
		}
		e.requests.add(func() {
			if u.Err == nil && ctx.Err() == nil {
				e.enter(u.Session)
			}
		})
		// Who hears of it asks again, which ends what is still refined of the first look.
		u.Generation = e.newest.Load()
		e.notify(u)
	})
}

// enter makes session the one that states are solved in.
func (e *Engine) enter(session *Session) {
	e.session, e.solver, e.answered, e.results = session, nil, Update{}, map[string][]result{}
}

// refine adds curves, what the visible view needs soon, theory, the path over λ, and
// what the view needs last, until it is abandoned: as far as it is not known already.
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
			return nil // given up, and no error
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
	if u.Theory != nil || e.session.Problem.Look() > 0 { // which knows too little for it
		return nil
	}
	theory, err := e.solver.Theory(ctx, u.State.Params)
	if err == nil {
		u.Theory = &theory
	}
	return err
}

// ReportInterval is how often what grows is reported.
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
