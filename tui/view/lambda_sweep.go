package view

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// A lambdaSweep is what the view of λ draws beside an Update's Path, as far as it
// is solved: ridge on the session's pair and, where the pair can be drawn anew
// from other seeds, LAR and ridge on those. It is immutable.
type lambdaSweep struct {
	session *session.Session
	// params are those of every curve, without λ.
	params model.Params
	// ridge holds a point for each of PathLambdas.
	ridge []model.PathPoint
	// runs are the other seeds; tried of wanted seeds, the session's own among
	// them, are done. Seeds that give no pair have no run.
	runs          []seedRun
	tried, wanted int
}

// A seedRun is one seed: LAR and ridge at each of PathLambdas.
type seedRun struct {
	path  []model.PathPoint
	ridge []model.PathPoint
}

// evaluation is that of a curve at a place of the axis. No adaptation is ridge of no
// weight, with which the axis begins.
func (r seedRun) evaluation(curve, at int) model.Evaluation {
	switch curve {
	case larCurve:
		return r.path[at].Descent
	case closedCurve:
		return r.path[at].Closed
	case noneCurve:
		return r.ridge[0].Descent
	}
	return r.ridge[at].Descent
}

// sweepSeeds is over how many seeds means are taken, as in the paper's figure 1.
const sweepSeeds = 10

// hasSeeds reports whether the session's pair can be drawn from other seeds.
func hasSeeds(s *session.Session) bool {
	info, _ := datasets.Lookup(s.Spec.Name)
	return info.BuiltIn && slices.Contains(info.Options, "seed")
}

// sweepParams returns what all points of a sweep have in common.
func sweepParams(p model.Params) model.Params {
	p.Lambda = 0
	return p
}

// sweep returns the sweep of the state on the screen, nil before there is one.
func (v *lambdaView) sweep(sc *Scene) *lambdaSweep {
	sweep := session.ResultOf[*lambdaSweep](sc.Update, lambdaName)
	if sweep == nil || sweep.session != sc.Update.Session || sweep.params != sweepParams(sc.Update.State.Params) {
		return nil
	}
	return sweep
}

// Jobs asks for the sweep of the present state. Seeds that the sweep on the screen knows
// already are not solved again.
func (v *lambdaView) Jobs(sc *Scene) []session.Job {
	params, known := sweepParams(sc.State.Params), session.ResultOf[*lambdaSweep](sc.Update, lambdaName)
	return []session.Job{{Name: lambdaName, Key: params, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		return solveSweep(ctx, s, params, known, func(sweep *lambdaSweep) { report(sweep) })
	}}}
}

// solveSweep solves the sweep at params and reports it after every seed.
func solveSweep(ctx context.Context, s *session.Session, params model.Params, known *lambdaSweep, report func(*lambdaSweep)) error {
	sweep := lambdaSweep{session: s, params: params, tried: 1, wanted: 1}
	if known != nil && known.session == s && known.params == params {
		sweep = *known
	} else {
		var err error
		if sweep.ridge, err = ridgePath(ctx, s, params); err != nil {
			return err
		}
		if hasSeeds(s) {
			sweep.wanted = sweepSeeds
		}
	}
	for {
		now := sweep
		now.runs = slices.Clone(sweep.runs)
		report(&now)
		if sweep.tried == sweep.wanted {
			return nil
		}
		run, err := solveSeed(ctx, s.Spec, uint64(sweep.tried), params)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			sweep.runs = append(now.runs, run)
		}
		// A seed may give samples that can't be used, such as of a single class.
		sweep.tried++
	}
}

// solveSeed opens the pair at the seed that comes the given number after its own
// and solves both paths on it.
func solveSeed(ctx context.Context, spec datasets.Spec, after uint64, params model.Params) (run seedRun, err error) {
	spec.Seed += after
	s, err := session.Open(ctx, spec, nil, nil)
	if err != nil {
		return run, err
	}
	err = model.NewSolver(s.Problem).Path(ctx, params, session.PathLambdas(), func(_ int, point model.PathPoint) {
		run.path = append(run.path, point)
	})
	if err != nil {
		return run, err
	}
	run.ridge, err = ridgePath(ctx, s, params)
	return run, err
}

// ridgePath solves ridge on the source with each of PathLambdas as its weight.
func ridgePath(ctx context.Context, s *session.Session, params model.Params) (points []model.PathPoint, err error) {
	err = model.NewSolver(s.Problem).RidgePath(ctx, params, session.PathLambdas(), func(_ int, point model.PathPoint) {
		points = append(points, point)
	})
	return points, err
}

// seedMean returns the mean of a number over the runs and its standard error,
// s/√n with the n−1 estimate of s; NaN where one of them is.
func seedMean(runs []seedRun, of func(seedRun) float64) (mean, standardError float64) {
	values := make([]float64, len(runs))
	for i, run := range runs {
		values[i] = of(run)
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	return mean, deviation / math.Sqrt(float64(len(values)))
}
