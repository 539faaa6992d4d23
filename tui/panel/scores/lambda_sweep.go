package scores

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
	"larui/tui/stage"
)

// A lambdaSweep has the curves over λ that need a job of their own: ridge regression on the pair,
// and LAR and ridge regression on pairs drawn with other seeds. Unsolved parts are missing. A
// lambdaSweep is immutable.
type lambdaSweep struct {
	session *session.Session
	// params are the parameters that all points share, with λ = 0.
	params model.Params
	ridge  []model.PathPoint
	// runs has the results of the finished seeds without the session's seed. It has no result for a
	// seed whose samples can't be used. tried is the number of finished seeds, wanted the number of
	// all seeds; both count the session's seed and seeds without a result.
	runs          []seedRun
	tried, wanted int
}

// A seedRun has the results of one seed. ridge is complete; path ends where LAR is not solved yet.
type seedRun struct {
	path  []model.PathPoint
	ridge []model.PathPoint
	none  model.Evaluation
}

// evaluation takes the index of a curve, such as larCurve, and an index in session.PathLambdas. It
// returns nil for an unsolved point.
func (r seedRun) evaluation(curve, at int) *model.Evaluation {
	switch {
	case curve == noneCurve:
		return &r.none
	case curve == ridgeCurve:
		return &r.ridge[at].Descent
	case at >= len(r.path):
		return nil
	case curve == closedCurve:
		return &r.path[at].Closed
	}
	return &r.path[at].Descent
}

// sweepSeeds is the number of seeds in figure 1 of the paper.
const sweepSeeds = 10

func hasOtherSeeds(s *session.Session) bool {
	info, _ := datasets.LookupPair(s.Spec.Name)
	return info.BuiltIn && slices.Contains(info.Options, "seed")
}

func withZeroLambda(p model.Params) model.Params {
	p.Lambda = 0
	return p
}

// currentSweep returns nil until the sweep is computed.
func currentSweep(st *stage.Stage) *lambdaSweep {
	sweep := session.ResultOf[*lambdaSweep](st.Update, stage.LambdaName)
	if sweep == nil || sweep.session != st.Session || sweep.params != withZeroLambda(st.Update.State.Params) {
		return nil
	}
	return sweep
}

// solveSweep reports the sweep after every seed. It continues an earlier sweep, unless earlier is
// nil, and solves one seed per core at a time.
func solveSweep(ctx context.Context, s *session.Session, params model.Params, earlier *lambdaSweep, report func(*lambdaSweep)) error {
	sweep := lambdaSweep{session: s, params: params, tried: 1, wanted: 1}
	if earlier != nil && earlier.session == s && earlier.params == params {
		sweep = *earlier
	} else {
		var err error
		sweep.ridge, err = solveRidgePath(ctx, s, params)
		if err != nil {
			return err
		}
		if hasOtherSeeds(s) {
			sweep.wanted = sweepSeeds
		}
	}
	reportNow := func() {
		now := sweep
		report(&now)
	}
	reportNow()
	for sweep.tried < sweep.wanted {
		round := make([]struct {
			run   seedRun
			err   error
			cause any
		}, min(runtime.GOMAXPROCS(0), sweep.wanted-sweep.tried))
		var wg sync.WaitGroup
		for i := range round {
			wg.Go(func() {
				defer func() { round[i].cause = recover() }()
				round[i].run, round[i].err = solveSeed(ctx, s.Spec, uint64(sweep.tried+i), params)
			})
		}
		wg.Wait()
		for _, seed := range round {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case seed.cause != nil:
				panic(seed.cause) // the engine recovers panics of this goroutine only
			case seed.err == nil:
				sweep.runs = append(slices.Clip(sweep.runs), seed.run)
			}
			// A seed with an error has unusable samples, such as samples of only one class.
			sweep.tried++
			reportNow()
		}
	}
	return nil
}

func presentGrid(st *stage.Stage) model.Grid {
	p := st.State.Params
	return model.Grid{K: []int{p.K}, KTilde: []int{p.KTilde}, Lambda: []float64{p.Lambda}, Epochs: []int{p.Epochs}, Base: p}
}

func solveRows(ctx context.Context, st *stage.Stage, grid model.Grid, progress func(done, all int)) ([][]session.Fact, error) {
	sweep, err := st.Session.Sweep(ctx, grid, progress)
	if err != nil {
		return nil, err
	}
	return sweep.FactRows(), nil
}

// solveSeed opens the pair with the seed spec.Seed+offset.
func solveSeed(ctx context.Context, spec datasets.Spec, offset uint64, params model.Params) (run seedRun, err error) {
	spec.Seed += offset
	s, err := session.Open(ctx, spec, nil, nil)
	if err != nil {
		return run, err
	}
	err = model.NewSolver(s.Problem).VisitPath(ctx, params, session.PathLambdas(), func(_ int, point model.PathPoint) {
		run.path = append(run.path, point)
	})
	if err != nil {
		return run, err
	}
	run.ridge, err = solveRidgePath(ctx, s, params)
	if err == nil {
		run.none = run.ridge[0].Descent // ridge with weight 0, the first of PathLambdas, is no adaptation
	}
	return run, err
}

func solveRidgePath(ctx context.Context, s *session.Session, params model.Params) (points []model.PathPoint, err error) {
	err = model.NewSolver(s.Problem).VisitRidgePath(ctx, params, session.PathLambdas(), func(_ int, point model.PathPoint) {
		points = append(points, point)
	})
	return points, err
}

// Progress returns the number of tried seeds.
func (s *lambdaSweep) Progress() (what string, done, all int64) {
	return "solving other seeds", int64(s.tried), int64(s.wanted)
}
