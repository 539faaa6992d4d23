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

// A lambdaSweep has the curves over λ that an Update's Path lacks, as far as they are solved: ridge
// on the session's pair, and LAR and ridge at other seeds if the pair can be generated anew. It is
// immutable.
type lambdaSweep struct {
	session *session.Session
	// params are the parameters of every curve, with λ = 0.
	params model.Params
	// ridge has one point for each of PathLambdas.
	ridge []model.PathPoint
	// runs are the results at other seeds. tried of the wanted seeds are done; both count the session's
	// own seed. A seed that gives no usable pair has no run.
	runs          []seedRun
	tried, wanted int
}

// A seedRun has the results of one seed: LAR and ridge at each of PathLambdas, as far as solved,
// and no adaptation.
type seedRun struct {
	path  []model.PathPoint
	ridge []model.PathPoint
	none  model.Evaluation
}

// evaluation returns the evaluation of a curve at an index of PathLambdas, nil if not solved.
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

// sweepSeeds is the number of seeds in a mean, as in the paper's figure 1.
const sweepSeeds = 10

// hasSeeds reports whether the session's pair can be drawn from other seeds.
func hasSeeds(s *session.Session) bool {
	info, _ := datasets.Lookup(s.Spec.Name)
	return info.BuiltIn && slices.Contains(info.Options, "seed")
}

// sweepParams returns the parameters that all points of a sweep share.
func sweepParams(p model.Params) model.Params {
	p.Lambda = 0
	return p
}

// sweepOf returns the sweep of the state on the screen, nil if not ready.
func sweepOf(st *stage.Stage) *lambdaSweep {
	sweep := session.ResultOf[*lambdaSweep](st.Update, stage.LambdaName)
	if sweep == nil || sweep.session != st.Session || sweep.params != sweepParams(st.Update.State.Params) {
		return nil
	}
	return sweep
}

// solveSweep solves the sweep at params and reports it after every seed. Seeds are solved in
// parallel, one per core.
func solveSweep(ctx context.Context, s *session.Session, params model.Params, known *lambdaSweep, report func(*lambdaSweep)) error {
	sweep := lambdaSweep{session: s, params: params, tried: 1, wanted: 1}
	if known != nil && known.session == s && known.params == params {
		sweep = *known
	} else {
		var err error
		sweep.ridge, err = ridgePath(ctx, s, params)
		if err != nil {
			return err
		}
		if hasSeeds(s) {
			sweep.wanted = sweepSeeds
		}
	}
	hand := func() {
		now := sweep
		now.runs = slices.Clone(sweep.runs)
		report(&now)
	}
	hand()
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
				panic(seed.cause) // the engine recovers a panic on this goroutine only
			case seed.err == nil:
				sweep.runs = append(slices.Clip(sweep.runs), seed.run)
			}
			// A seed may give unusable samples, such as samples of one class only.
			sweep.tried++
			hand()
		}
	}
	return nil
}

// gridOf returns a grid of one cell, the present state.
func gridOf(st *stage.Stage) model.Grid {
	p := st.State.Params
	return model.Grid{K: []int{p.K}, KTilde: []int{p.KTilde}, Lambda: []float64{p.Lambda}, Epochs: []int{p.Epochs}, Base: p}
}

// sweepRows solves a grid and returns one row per cell.
func sweepRows(ctx context.Context, st *stage.Stage, grid model.Grid, progress func(done, all int)) ([][]session.Fact, error) {
	sweep, err := st.Session.Sweep(ctx, grid, progress)
	if err != nil {
		return nil, err
	}
	return sweep.Rows(), nil
}

// solveSeed opens the pair at seed spec.Seed+after and solves LAR and ridge on it.
func solveSeed(ctx context.Context, spec datasets.Spec, after uint64, params model.Params) (run seedRun, err error) {
	spec.Seed += after
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
	run.ridge, err = ridgePath(ctx, s, params)
	if err == nil {
		run.none = run.ridge[0].Descent // no adaptation is ridge of weight 0, the first of PathLambdas
	}
	return run, err
}

// ridgePath solves ridge on the source with each of PathLambdas as its weight.
func ridgePath(ctx context.Context, s *session.Session, params model.Params) (points []model.PathPoint, err error) {
	err = model.NewSolver(s.Problem).VisitRidgePath(ctx, params, session.PathLambdas(), func(_ int, point model.PathPoint) {
		points = append(points, point)
	})
	return points, err
}

// Progress returns the number of seeds tried.
func (s *lambdaSweep) Progress() (what string, done, all int64) {
	return "solving at other seeds", int64(s.tried), int64(s.wanted)
}
